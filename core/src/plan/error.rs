//! Why a URL that parsed is not accessed.

use super::{Need, Operation};
use crate::text::span::Span;

/// Why there is no plan, or why a plan cannot be followed: what, where, and how to fix it. Never shows a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A byte that came out of an escape would act as protocol (RFC 1738 §6, R-6-2).
    #[error(
        "the byte {byte:02X} of {component} may not enter {step}: it would act as protocol, and is refused (RFC 1738 §6)"
    )]
    UnsafeByte {
        /// The byte.
        byte: u8,
        /// The component that holds it.
        component: String,
        /// Where the byte is written.
        span: Span,
        /// What it would have entered.
        step: &'static str,
    },
    /// No algorithm of access is known (R-2.1-7, R-3.10-4).
    #[error("no access method is known for {what}; {help}")]
    NoAccessMethod {
        /// For what.
        what: String,
        /// How to fix it.
        help: &'static str,
        /// What of the URL says so.
        span: Span,
    },
    /// A policy does not let URLs of this scheme be accessed.
    #[error("a policy denies access to this scheme: {by}")]
    Denied {
        /// Whose policy, and where it stands.
        by: String,
        /// The scheme.
        span: Span,
    },
    /// The scheme says how to access a resource, and not how to do this with it (R-2-2).
    #[error("the scheme `{scheme}` does not say how to {} a resource: access it instead", .operation.as_str())]
    Unsupported {
        /// What was to be done.
        operation: Operation,
        /// The scheme.
        scheme: String,
    },
    /// The environment has not supplied something (R-3.6-5).
    #[error("the plan needs {}, which stands as {} in it: supply it in the environment", .0.what(), .0.placeholder())]
    Missing(Need),
    /// What the environment supplied would act as protocol.
    #[error("{} cannot be sent: a byte of it would act as protocol; supply another in the environment", .0.what())]
    UnsafeValue(Need),
    /// No port is written, and the scheme has no default one.
    #[error("there is no port to connect to: write it behind the host, since the scheme has no default one")]
    NoPort(Span),
    /// The URL has more pieces than a plan is made for.
    #[error("the URL has more than {0} pieces: nobody follows such a plan")]
    TooLong(usize),
    /// The gateway of the scheme gives no locator for this URL: why.
    #[error("{0}")]
    NoLocator(String),
    /// The algorithm of access is code of somebody else's, and that has failed.
    #[error("the algorithm of access of `{scheme}` has failed: {why}")]
    Failed {
        /// The scheme.
        scheme: String,
        /// What it, or whoever called it, says.
        why: String,
    },
    /// The host is a part of a valid URL, and cannot be looked up.
    #[error("`{host}` is no host that can be connected to: {why}")]
    BadHost {
        /// The host, in its canonical form.
        host: String,
        /// Why not.
        why: &'static str,
        /// Where it is written.
        span: Span,
    },
}

impl PlanError {
    /// What kind of refusal, in lower case, words joined by hyphens.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::UnsafeByte { .. } => "unsafe-octets",
            Self::NoAccessMethod { .. } => "no-access-method",
            Self::Denied { .. } => "denied",
            Self::Unsupported { .. } => "unsupported",
            Self::Missing(_) => "missing-value",
            Self::UnsafeValue(_) => "unsafe-value",
            Self::NoPort(_) => "no-port",
            Self::TooLong(_) => "too-long",
            Self::NoLocator(_) => "no-gateway-locator",
            Self::BadHost { .. } => "bad-host",
            Self::Failed { .. } => "failed",
        }
    }

    /// The same, with other words where they may stem from the URL or from the code of a plugin.
    pub(crate) fn map_words(mut self, words: impl Fn(String) -> String) -> Self {
        let (Self::Failed { why: own, .. }
        | Self::NoAccessMethod { what: own, .. }
        | Self::BadHost { host: own, .. }
        | Self::NoLocator(own)) = &mut self
        else {
            return self;
        };
        *own = words(std::mem::take(own));
        self
    }

    /// Where: bytes of the text of the URL.
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
