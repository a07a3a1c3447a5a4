//! The steps of a plan.

use super::{Call, ConnectHost, Line, Need, PlanError, PlanNote, Prompt, SentBytes, Transport, Until};
use crate::diagnostics::redact::Redaction;
use crate::registration::Text;
use crate::text::prelude::*;
use crate::text::span::Span;

/// The steps that access the resource of a URL.
///
/// Created by [`Url::plan`](crate::Url::plan). `Debug` and [`Line`]'s `Display` hide passwords.
///
/// ```
/// use anyurl_core::{Environment, Registry, Step};
///
/// let registry = Registry::builder().add(anyurl_schemes::gopher::GOPHER)?.build();
/// let plan = registry.parse("gopher://h/0a%20b")?.plan(&Environment::new())?;
/// let [Step::Connect { port: 70, .. }, Step::Send(line)] = plan.steps() else {
///     panic!("{plan:?}");
/// };
/// assert_eq!(line.to_string(), r"a b\r\n");
/// assert_eq!(plan.wire()?, b"a b\r\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) notes: Vec<PlanNote>,
}

impl Plan {
    /// The plan with one step, the access of `anyurl`, which a gateway derived from the URL at `span`.
    pub fn from_gateway(anyurl: &str, redaction: &Redaction, span: Span) -> Self {
        let masked = redaction.apply(anyurl);
        let bytes = SentBytes {
            sent: anyurl.as_bytes().into(),
            masked: (!redaction.is_none()).then(|| masked.as_bytes().into()),
            span,
            is_block: false,
        };
        let url = Line::from_url_bytes(bytes);
        Self { steps: vec![Step::Gateway { url }], notes: Vec::new() }
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Notes for the client that executes the plan.
    pub fn notes(&self) -> &[PlanNote] {
        &self.notes
    }

    /// The values that the environment has not supplied, in the order of the steps.
    pub fn needs(&self) -> Vec<Need> {
        self.steps.iter().flat_map(Step::needs).collect()
    }

    /// All bytes from the URL with their spans, in the order of the steps.
    pub fn bytes(&self) -> Vec<&SentBytes> {
        self.steps.iter().flat_map(Step::bytes).collect()
    }

    /// The bytes of all lines that are sent, concatenated.
    ///
    /// # Errors
    /// [`PlanError::Missing`] if the environment has not supplied a value, such as the server.
    pub fn wire(&self) -> Result<Vec<u8>, PlanError> {
        if let Some(need) = self.needs().first() {
            return Err(PlanError::Missing(*need));
        }
        let mut bytes = Vec::new();
        for step in &self.steps {
            if let Step::Send(line) = step {
                bytes.extend(line.bytes()?);
            }
        }
        Ok(bytes)
    }
}

/// One step of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// Open a connection.
    Connect {
        /// The transport protocol.
        transport: Transport,
        /// The host.
        host: ConnectHost,
        /// The port.
        port: u16,
    },
    /// Send a line on the most recently opened connection.
    Send(Line),
    /// Receive.
    Receive(Until),
    /// Ask the user.
    Prompt {
        /// What to ask for.
        what: Prompt,
        /// The reply code that triggers the step; `None` always asks.
        after_reply: Option<u16>,
    },
    /// Show the user what to log in with; nothing of it is sent (R-3.8-3).
    Advise {
        /// The user name.
        user: SentBytes,
        /// The password, if the URL has one.
        password: Option<SentBytes>,
    },
    /// Compose a message; resolving the URL sends nothing (R-3.5-5).
    Compose {
        /// The address.
        to: SentBytes,
    },
    /// Open a file of this machine.
    Open {
        /// The directory to which the file system of the host is mapped; empty for the local file system.
        root: Vec<String>,
        /// The segments of the path; an empty last segment denotes a directory.
        segments: Vec<SentBytes>,
    },
    /// Call an operation of a protocol whose messages anyurl does not encode.
    Call(Call),
    /// Follow references in the received data, such as `access-methods` (R-3.11-5). The client limits the depth.
    Follow {
        /// The kind of reference.
        what: Text,
    },
    /// Access this URL instead, through a gateway (R-4-7, R-4-10).
    Gateway {
        /// The gateway locator.
        url: Line,
    },
}

impl Step {
    /// The values that the environment has not supplied.
    pub fn needs(&self) -> Vec<Need> {
        match self {
            Self::Connect { host: ConnectHost::Given(need, None), .. } => vec![*need],
            Self::Send(line) | Self::Gateway { url: line } => line.needs().collect(),
            _ => Vec::new(),
        }
    }

    /// The bytes from the URL.
    pub fn bytes(&self) -> Vec<&SentBytes> {
        match self {
            Self::Connect { host: ConnectHost::Url(host), .. } => vec![host],
            Self::Send(line) | Self::Gateway { url: line } => line.url_bytes().collect(),
            Self::Advise { user, password } => core::iter::once(user).chain(password).collect(),
            Self::Compose { to } => vec![to],
            Self::Open { segments, .. } => segments.iter().collect(),
            Self::Call(call) => call.bytes().collect(),
            Self::Connect { .. } | Self::Receive(_) | Self::Prompt { .. } | Self::Follow { .. } => Vec::new(),
        }
    }
}
