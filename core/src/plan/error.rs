//! Errors of plans.

use super::{Need, Operation};
use crate::text::prelude::*;
use crate::text::span::Span;

/// The reason why a valid URL has no plan, or why a plan cannot be executed. Never shows a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A decoded byte would act as protocol (RFC 1738 §6, R-6-2).
    #[error("the byte {byte:02X} of the `{component}` is not allowed in {step}: {}", reason(*.byte))]
    UnsafeByte {
        /// The byte.
        byte: u8,
        /// The component that contains it.
        component: String,
        /// The span of the byte in the URL.
        span: Span,
        /// The kind of step.
        step: &'static str,
    },
    /// No access algorithm is known (R-2.1-7, R-3.10-4).
    #[error("no access method is known for {what}; {help}")]
    NoAccessMethod {
        /// The resource or component without an access method.
        what: String,
        /// What the user can do.
        help: &'static str,
        /// The part of the URL that requires the access method.
        span: Span,
    },
    /// A policy denies access to URLs of this scheme.
    #[error("the policy of {by} denies access to this scheme")]
    Denied {
        /// The owner and location of the policy.
        by: String,
        /// The scheme.
        span: Span,
    },
    /// The scheme defines access, but not this operation (R-2-2).
    #[error("the scheme `{scheme}` does not define the operation `{}`: access the resource instead", .operation.as_str())]
    Unsupported {
        /// The operation.
        operation: Operation,
        /// The scheme.
        scheme: String,
    },
    /// The environment has not supplied a value (R-3.6-5).
    #[error("the plan needs {}, which is not given: set the value of {}", .0.description(), .0.placeholder())]
    Missing(Need),
    /// A value of the environment would act as protocol.
    #[error("{} cannot be sent, because it contains a byte that the server would read as part of the protocol: set another value", .0.description())]
    UnsafeValue(Need),
    /// Neither the URL nor the scheme has a port.
    #[error("the URL has no port, and the scheme has no default port: write the port after the host")]
    NoPort(Span),
    /// The plan would use more parts of the URL than the limit.
    #[error("the URL has too many parts for a plan (the limit is {0}): shorten the URL")]
    TooLong(usize),
    /// The gateway of the scheme has no locator for this URL, for the given reason.
    #[error("{0}")]
    NoLocator(String),
    /// The access algorithm is third-party code, and it failed.
    #[error("the access algorithm of `{scheme}` failed: {why}")]
    Failed {
        /// The scheme.
        scheme: String,
        /// The reason, from the code or its caller.
        why: String,
    },
    /// The host is valid in a URL, but cannot be looked up.
    #[error("cannot connect to the host `{host}`: {why}")]
    BadHost {
        /// The host, in its canonical form; as written, with its secrets masked, if it looks like a part of a password.
        host: String,
        /// The reason.
        why: &'static str,
        /// The span of the host.
        span: Span,
    },
}

crate::names! {
    /// The kind of a [`PlanError`].
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum PlanErrorKind, "a kind of error" {
        /// [`PlanError::UnsafeByte`]
        UnsafeByte = "unsafe-octets",
        /// [`PlanError::NoAccessMethod`]
        NoAccessMethod = "no-access-method",
        /// [`PlanError::Denied`]
        Denied = "denied",
        /// [`PlanError::Unsupported`]
        Unsupported = "unsupported",
        /// [`PlanError::Missing`]
        Missing = "missing-value",
        /// [`PlanError::UnsafeValue`]
        UnsafeValue = "unsafe-value",
        /// [`PlanError::NoPort`]
        NoPort = "no-port",
        /// [`PlanError::TooLong`]
        TooLong = "too-long",
        /// [`PlanError::NoLocator`]
        NoLocator = "no-gateway-locator",
        /// [`PlanError::BadHost`]
        BadHost = "bad-host",
        /// [`PlanError::Failed`]
        Failed = "failed",
    }
}

/// Why a step rejects a byte.
const fn reason(byte: u8) -> &'static str {
    if byte.is_ascii() {
        "the server would read it as part of the protocol (RFC 1738 §6)"
    } else {
        "only US-ASCII is allowed there"
    }
}

impl PlanError {
    /// The kind of error.
    pub const fn kind(&self) -> PlanErrorKind {
        match self {
            Self::UnsafeByte { .. } => PlanErrorKind::UnsafeByte,
            Self::NoAccessMethod { .. } => PlanErrorKind::NoAccessMethod,
            Self::Denied { .. } => PlanErrorKind::Denied,
            Self::Unsupported { .. } => PlanErrorKind::Unsupported,
            Self::Missing(_) => PlanErrorKind::Missing,
            Self::UnsafeValue(_) => PlanErrorKind::UnsafeValue,
            Self::NoPort(_) => PlanErrorKind::NoPort,
            Self::TooLong(_) => PlanErrorKind::TooLong,
            Self::NoLocator(_) => PlanErrorKind::NoLocator,
            Self::BadHost { .. } => PlanErrorKind::BadHost,
            Self::Failed { .. } => PlanErrorKind::Failed,
        }
    }

    /// Replaces the text that may come from the URL or from a plugin.
    pub(crate) fn map_words(mut self, words: impl Fn(String) -> String) -> Self {
        let (Self::Failed { why: own, .. }
        | Self::NoAccessMethod { what: own, .. }
        | Self::BadHost { host: own, .. }
        | Self::NoLocator(own)) = &mut self
        else {
            return self;
        };
        *own = words(core::mem::take(own));
        self
    }

    /// The span in the text of the URL.
    pub const fn span(&self) -> Option<Span> {
        match self {
            Self::UnsafeByte { span, .. }
            | Self::NoAccessMethod { span, .. }
            | Self::BadHost { span, .. }
            | Self::Denied { span, .. }
            | Self::NoPort(span) => Some(*span),
            Self::Unsupported { .. }
            | Self::TooLong(_)
            | Self::Missing(_)
            | Self::UnsafeValue(_)
            | Self::NoLocator(_)
            | Self::Failed { .. } => None,
        }
    }
}
