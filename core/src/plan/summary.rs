//! Steps in words, for people.

use alloc::borrow::Cow;
use core::fmt::{self, Write as _};

use super::line::{Line, LinePart};
use super::{SentBytes, Step};
use crate::registration::Text;
use crate::text::prelude::*;

/// A [`Step`] in words, for people; programs match the step itself.
///
/// ```
/// use anyurl_core::{Environment, Registry};
///
/// let registry = Registry::builder().add(anyurl_schemes::ftp::FTP)?.build();
/// let plan = registry.parse("ftp://joe:secret@h/a")?.plan(&Environment::new())?;
/// let lines = plan.steps().iter().map(|step| step.summary().to_string()).collect::<Vec<_>>();
/// assert_eq!(lines[..3], ["connect tcp h:21", r"send USER joe\r\n", r"send PASS ***\r\n (after reply 331)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StepSummary {
    /// What the client does: `connect`, `send`, `wais-search`.
    pub op: Text,
    /// With what: `tcp h:70`. Bytes that are sent are escaped as in Rust; those that are not UTF-8 are `\xE9`.
    pub details: String,
    /// When the step is taken, or that it is a guess.
    pub aside: Option<String>,
}

impl fmt::Display for StepSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.op, self.details)?;
        self.aside.as_ref().map_or(Ok(()), |aside| write!(f, " ({aside})"))
    }
}

impl Step {
    /// The step in words. Passwords are masked.
    pub fn summary(&self) -> StepSummary {
        summary(self, Secrets::Masked)
    }

    /// [`Step::summary`], with passwords.
    pub fn summary_with_secrets(&self) -> StepSummary {
        summary(self, Secrets::Shown)
    }
}

#[derive(Clone, Copy)]
enum Secrets {
    Masked,
    Shown,
}

impl Secrets {
    fn bytes(self, bytes: &SentBytes) -> &[u8] {
        match self {
            Self::Masked => bytes.shown(),
            Self::Shown => bytes.bytes(),
        }
    }

    fn part(self, part: &LinePart) -> Cow<'_, [u8]> {
        match self {
            Self::Masked => part.shown(),
            Self::Shown => part.bytes(),
        }
    }

    fn line(self, line: &Line) -> Vec<u8> {
        match self {
            Self::Masked => line.shown(),
            Self::Shown => line.template(),
        }
    }
}

fn summary(step: &Step, secrets: Secrets) -> StepSummary {
    let text = |bytes: &SentBytes| utf8(secrets.bytes(bytes));
    let (op, details): (Text, _) = match step {
        Step::Connect { transport, host, port } => ("connect".into(), format!("{} {host}:{port}", transport.as_str())),
        Step::Send(line) => ("send".into(), secrets.line(line).escape_ascii().to_string()),
        Step::Receive(until) => ("receive".into(), format!("until {}", until.as_str())),
        Step::Prompt { what, .. } => ("prompt".into(), what.as_str().to_owned()),
        Step::Advise { user, password } => {
            let password = password.as_ref().map(|password| format!(", password {:?}", text(password)));
            ("advise".into(), format!("user {:?}{}", text(user), password.unwrap_or_default()))
        }
        Step::Compose { to } => ("compose".into(), text(to)),
        Step::Open { root, segments } => {
            let segments = root.iter().cloned().chain(segments.iter().map(text));
            ("open".into(), segments.fold(String::new(), |path, segment| path + "/" + &segment))
        }
        Step::Call(call) => {
            let arguments = call.arguments.iter().map(|(name, value)| format!("{name} {:?}", text(value)));
            let fields = call.fields.iter().flatten();
            let fields = fields.map(|(name, value)| format!("{} = {:?}", utf8(&secrets.part(name)), text(value)));
            (call.name().into(), arguments.chain(fields).collect::<Vec<_>>().join(", "))
        }
        Step::Follow { what } => ("follow".into(), what.to_string()),
        Step::Gateway { url } => ("gateway".into(), utf8(&secrets.line(url))),
    };
    StepSummary { op, details, aside: aside(step) }
}

fn aside(step: &Step) -> Option<String> {
    let after = |code: u16| format!("after reply {code}");
    match step {
        Step::Prompt { after_reply, .. } => after_reply.map(after),
        Step::Send(line) if line.is_guess() => Some("guessed".to_owned()),
        Step::Send(line) => line.after_reply().map(after),
        _ => None,
    }
}

/// Bytes as text, with `\xE9` for each that is not part of a UTF-8 character.
fn utf8(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}
