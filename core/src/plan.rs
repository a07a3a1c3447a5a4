//! How the resource of a URL is accessed: steps as data (RFC 1738 §4, "an algorithm for accessing of resources").
//!
//! A plan opens no connection. It says what a client does: connect, send these bytes, ask for a password, open a file.
//! Bytes that stem from the URL stay apart from those of the protocol, each with the place where it is written; what the
//! environment supplies is a placeholder until it is known.
//!
//! ```text
//! Url ──Scheme::plan──▶ PlanBuilder ──guard──▶ Plan ──print / run──▶ outside
//! ```
//!
//! Bytes that came out of an escape and would act as protocol are refused in one place, `guard.rs`, by kind of step: no
//! scheme can put bytes of its URL into a step by another way (RFC 1738 §6, R-6-2).

mod builder;
mod call;
mod environment;
mod error;
mod guard;
mod line;

use std::fmt;

use crate::diagnostics::redact::Redaction;
use crate::text::span::Span;

pub use builder::PlanBuilder;
pub use call::{Call, CallBuilder, Carried};
pub use environment::{EmptySearch, Environment, Guess, Transfer};
pub use error::PlanError;
pub use line::{Line, LineBuilder, Piece};

/// How the resource of a URL is accessed.
///
/// Made by [`Url::plan`](crate::Url::plan). `Debug` and [`Line`]'s `Display` hide passwords.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) notes: Vec<PlanNote>,
}

impl Plan {
    /// Returns a plan of one step: go to `locator`, which a gateway made from the URL at `span`.
    pub fn by_gateway(locator: &str, redaction: Redaction, span: Span) -> Self {
        let masked = redaction.apply(locator);
        let bytes = SentBytes {
            sent: locator.as_bytes().into(),
            masked: (!redaction.is_none()).then(|| masked.as_bytes().into()),
            span,
            is_block: false,
        };
        let url = Line::of(bytes);
        Self { steps: vec![Step::Gateway { url }], notes: Vec::new() }
    }

    /// The steps, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What whoever follows the plan should know.
    pub fn notes(&self) -> &[PlanNote] {
        &self.notes
    }

    /// What the environment has still to supply, in the order of the steps.
    pub fn needs(&self) -> Vec<Need> {
        self.steps.iter().flat_map(Step::needs).collect()
    }

    /// All bytes that stem from the URL, in the order of the steps: each with the place where it is written.
    pub fn bytes(&self) -> Vec<&SentBytes> {
        self.steps.iter().flat_map(Step::bytes).collect()
    }

    /// The bytes of everything that is sent, one line after the other.
    ///
    /// # Errors
    /// [`PlanError::Missing`] where the environment has not supplied what a step needs, an unknown server too.
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

/// One step of a plan: the words of requirements C.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// Open a connection.
    Connect {
        /// How.
        transport: Transport,
        /// To which host.
        host: Host,
        /// To which port.
        port: u16,
    },
    /// Send a line on the connection that was opened last.
    Send(Line),
    /// Receive.
    Receive(Until),
    /// Ask the person.
    Prompt {
        /// For what.
        what: Prompt,
        /// Only after this reply code.
        when: Option<u16>,
    },
    /// Tell the person what to log in with, and send nothing of it (R-3.8-3).
    Advise {
        /// The user name.
        user: SentBytes,
        /// The password, if one is given.
        password: Option<SentBytes>,
    },
    /// Write a message; nothing is sent by resolving the URL (R-3.5-5).
    Compose {
        /// To whom.
        to: SentBytes,
    },
    /// Open a file of this machine.
    Open {
        /// Where the file system of the host is mapped to; empty for this machine's own.
        root: Vec<String>,
        /// The segments of the path; an empty one at the end stands for a directory.
        segments: Vec<SentBytes>,
    },
    /// Call an operation of a protocol whose messages Locator does not write.
    Call(Call),
    /// Follow what was received: `access-methods` may be other URLs (R-3.11-5). Whoever does bounds the depth.
    Follow {
        /// What.
        what: &'static str,
    },
    /// Access this URL instead (R-4-7, R-4-10).
    Gateway {
        /// The gateway locator.
        url: Line,
    },
}

impl Step {
    /// What the environment has still to supply.
    pub fn needs(&self) -> Vec<Need> {
        match self {
            Self::Connect { host: Host::Given(need, None), .. } => vec![*need],
            Self::Send(line) | Self::Gateway { url: line } => line.needs().collect(),
            _ => Vec::new(),
        }
    }

    /// The bytes that stem from the URL.
    pub fn bytes(&self) -> Vec<&SentBytes> {
        match self {
            Self::Connect { host: Host::Url(host), .. } => vec![host],
            Self::Send(line) | Self::Gateway { url: line } => line.url_bytes().collect(),
            Self::Advise { user, password } => std::iter::once(user).chain(password).collect(),
            Self::Compose { to } => vec![to],
            Self::Open { segments, .. } => segments.iter().collect(),
            Self::Call(call) => call.bytes().collect(),
            Self::Connect { .. } | Self::Receive(_) | Self::Prompt { .. } | Self::Follow { .. } => Vec::new(),
        }
    }
}

/// What may be done with a resource beside accessing it (RFC 1738 §2). A scheme may say how; none of RFC 1738 does (R-3.2-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Operation {
    /// Change it.
    Update,
    /// Put another in its place.
    Replace,
    /// Ask what is known about it.
    FindAttributes,
}

impl Operation {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Replace => "replace",
            Self::FindAttributes => "find attributes",
        }
    }
}

/// How a connection is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Transport {
    /// TCP.
    Tcp,
    /// TCP, and TLS on it from the beginning.
    Tls,
    /// UDP.
    Udp,
}

impl Transport {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Tls => "tls",
            Self::Udp => "udp",
        }
    }
}

/// A host to connect to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Host {
    /// That of the URL: in lower case, decoded, in its ASCII form, address groups without leading zeros.
    Url(SentBytes),
    /// That of the environment; a placeholder while it is unknown (R-3.6-5).
    Given(Need, Option<String>),
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(host) => f.write_str(&String::from_utf8_lossy(host.shown())),
            Self::Given(_, Some(host)) => f.write_str(host),
            Self::Given(need, None) => f.write_str(need.placeholder()),
        }
    }
}

/// How far to receive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// To the end of the connection.
    Close,
    /// To a line that holds nothing but a dot.
    DotLine,
    /// One line.
    Line,
    /// One reply: a code and its lines.
    Reply,
}

impl Until {
    /// In lower case, words joined by hyphens.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::DotLine => "dot-line",
            Self::Line => "line",
            Self::Reply => "reply",
        }
    }
}

/// What a person is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prompt {
    /// A password (R-3.2-4).
    Password,
    /// The answers to a form (R-3.4-10).
    AskForm,
}

impl Prompt {
    /// In lower case, words joined by hyphens.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::AskForm => "ask-form",
        }
    }
}

/// What the environment supplies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Need {
    /// The e-mail address of the end user.
    Email,
    /// The password that the person was asked for.
    Password,
    /// The news server, which no URL names.
    NewsServer,
    /// The answers to a form, one per line.
    Answers,
    /// Bytes chosen at random: the `Sec-WebSocket-Key` of RFC 6455.
    Nonce,
}

impl Need {
    /// What stands for it while it is not known.
    pub const fn placeholder(self) -> &'static str {
        match self {
            Self::Email => "{email}",
            Self::Password => "{password}",
            Self::NewsServer => "{news-server}",
            Self::Answers => "{answers}",
            Self::Nonce => "{nonce}",
        }
    }

    /// Whether the person is asked for it while the plan is followed, so that it need not be known before.
    pub const fn is_asked(self) -> bool {
        matches!(self, Self::Password | Self::Answers)
    }

    /// What it is, in a few words.
    const fn what(self) -> &'static str {
        match self {
            Self::Email => "the e-mail address of the end user",
            Self::Password => "the password that the person is asked for",
            Self::NewsServer => "a news server",
            Self::Answers => "the answers to the form",
            Self::Nonce => "a nonce",
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.placeholder())
    }
}

/// What whoever follows a plan should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanNote {
    /// The id: `guessed-type`, `skipped`, or that of an ambiguity (`A-09`).
    pub id: &'static str,
    /// In plain words.
    pub message: String,
}

/// Bytes that stem from the URL, and where they are written. `Debug` hides passwords.
#[derive(Clone, PartialEq, Eq)]
pub struct SentBytes {
    pub(crate) sent: Box<[u8]>,
    /// The bytes with secrets masked, where there are any.
    pub(crate) masked: Option<Box<[u8]>>,
    pub(crate) span: Span,
    pub(crate) is_block: bool,
}

impl SentBytes {
    /// The bytes: decoded once, but for what is sent as written and for hosts, which are canonical.
    pub fn bytes(&self) -> &[u8] {
        &self.sent
    }

    /// The same, secrets masked.
    pub fn shown(&self) -> &[u8] {
        self.masked.as_deref().unwrap_or(&self.sent)
    }

    /// Whether a password is among them.
    pub const fn is_secret(&self) -> bool {
        self.masked.is_some()
    }

    /// Whether they are a block of lines whose framing the scheme has verified ([`LineBuilder::block`]).
    pub const fn is_block(&self) -> bool {
        self.is_block
    }

    /// Where they are written: bytes of the text of the URL.
    pub const fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Debug for SentBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"@{:?}", self.shown().escape_ascii(), self.span)
    }
}
