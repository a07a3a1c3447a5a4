//! Values that a plan needs and that are not part of a URL.

use core::fmt;

use super::error::PlanError;
use super::{ConnectHost, Need};
use crate::components::canonical;
use crate::text::prelude::*;

/// How a file is transferred.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::exhaustive_enums, reason = "a guess has these two answers")]
pub enum Transfer {
    /// As text.
    Text,
    /// As an image: unchanged bytes.
    Image,
}

/// Guesses from the decoded name of a file how to transfer it (R-3.2-12).
pub type Guess = fn(name: &[u8]) -> Transfer;

/// How a Gopher+ request without a search is sent (A-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum EmptySearch {
    /// With the TAB of the empty search, as RFC 1738 §3.4 writes it.
    #[default]
    Sent,
    /// Without that TAB, as Gopher+ servers expect.
    Omitted,
}

/// Values that a plan needs and that are not part of a URL. A missing value is a placeholder in the plan.
///
/// ```
/// use anyurl_core::Environment;
///
/// let environment = Environment::new().email("jim@host.dom").news_server("news.host.dom", 119);
/// ```
#[derive(Clone, Default)]
pub struct Environment {
    email: Option<String>,
    password: Option<Vec<u8>>,
    news_server: Option<(String, u16)>,
    answers: Option<Vec<Vec<u8>>>,
    nonce: Option<String>,
    guess: Option<Guess>,
    empty_search: EmptySearch,
    own_names: Vec<String>,
    mapped: Vec<(String, Vec<String>)>,
}

impl Environment {
    /// Creates an environment without any value.
    pub fn new() -> Self {
        Self::default()
    }

    /// The e-mail address of the user, which is the password of an anonymous login (R-3.2-3).
    #[must_use]
    pub fn email(mut self, email: impl Into<String>) -> Self {
        self.email = Some(email.into());
        self
    }

    /// The password that the user was asked for, in bytes.
    #[must_use]
    pub fn password(mut self, password: impl Into<Vec<u8>>) -> Self {
        self.password = Some(password.into());
        self
    }

    /// The host and port of the news server (R-3.6-5, A-50).
    #[must_use]
    pub fn news_server(mut self, host: impl Into<String>, port: u16) -> Self {
        self.news_server = Some((host.into(), port));
        self
    }

    /// The answers to a form, in bytes, in the order of its questions.
    #[must_use]
    pub fn answers(mut self, answers: impl IntoIterator<Item = impl Into<Vec<u8>>>) -> Self {
        self.answers = Some(answers.into_iter().map(Into::into).collect());
        self
    }

    /// The value of `Sec-WebSocket-Key`: 16 random bytes in base64 (RFC 6455 §4.1).
    #[must_use]
    pub fn nonce(mut self, nonce: impl Into<String>) -> Self {
        self.nonce = Some(nonce.into());
        self
    }

    /// The function that guesses a transfer type that the URL does not state.
    #[must_use]
    pub fn guess(mut self, guess: Guess) -> Self {
        self.guess = Some(guess);
        self
    }

    /// How a Gopher+ request without a search is sent.
    #[must_use]
    pub fn empty_search(mut self, empty_search: EmptySearch) -> Self {
        self.empty_search = empty_search;
        self
    }

    /// A host name of this machine, whose files are local.
    #[must_use]
    pub fn own_name(mut self, host: impl Into<String>) -> Self {
        self.own_names.push(host.into());
        self
    }

    /// The local directory, as segments, that holds the files of another host. A URL with a segment `..` has no plan.
    #[must_use]
    pub fn map_host(mut self, host: impl Into<String>, root: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let root = root.into_iter().map(Into::into).collect();
        self.mapped.push((host.into(), root));
        self
    }

    /// Guesses how to transfer a file from its decoded name (R-3.2-12): by the function that is set, or else by the
    /// suffix: known text files as text, and all others as an image, which does not convert bytes.
    ///
    /// ```
    /// use anyurl_core::Environment;
    /// use anyurl_core::plan::Transfer;
    ///
    /// let environment = Environment::new();
    /// assert_eq!(environment.transfer(b"rfc1738.txt"), Transfer::Text);
    /// assert_eq!(environment.transfer(b"http-spec.txt.Z"), Transfer::Image);
    /// assert_eq!(environment.guess(|_| Transfer::Text).transfer(b"http-spec.txt.Z"), Transfer::Text);
    /// ```
    pub fn transfer(&self, name: &[u8]) -> Transfer {
        self.guess.unwrap_or(guess_by_suffix)(name)
    }

    /// Whether a Gopher+ request omits the TAB of an empty search.
    pub fn is_compact(&self) -> bool {
        self.empty_search == EmptySearch::Omitted
    }

    /// The local directory that holds the files of a host, if any; empty for the names of this machine.
    pub fn root_of(&self, host: &str) -> Option<&[String]> {
        let host = canonical::internet_host(host);
        let is = |name: &str| canonical::internet_host(name) == host;
        if self.own_names.iter().any(|name| is(name)) {
            return Some(&[]);
        }
        let mapped = self.mapped.iter().find(|(name, _)| is(name));
        mapped.map(|(_, root)| root.as_slice())
    }

    /// The news server and its port, or a placeholder and the default port.
    pub(super) fn server(&self, need: Need, default: u16) -> Result<(ConnectHost, u16), PlanError> {
        let Some((host, port)) = &self.news_server else {
            return Ok((ConnectHost::Given(need, None), default));
        };
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
        if host.is_empty() || !host.bytes().all(fits) {
            return Err(PlanError::UnsafeValue(need));
        }
        Ok((ConnectHost::Given(need, Some(host.to_ascii_lowercase())), *port))
    }

    /// The value for a line, checked to contain no byte that ends the line.
    pub(super) fn value(&self, need: Need) -> Result<Option<Box<[u8]>>, PlanError> {
        let value = match need {
            Need::Answers => {
                let Some(answers) = &self.answers else {
                    return Ok(None);
                };
                let lines = lines(answers).ok_or(PlanError::UnsafeValue(need))?;
                return Ok(Some(lines.into()));
            }
            Need::Email => self.email.as_deref().map(str::as_bytes),
            Need::Password => self.password.as_deref(),
            Need::Nonce => self.nonce.as_deref().map(str::as_bytes),
            Need::NewsServer => self.news_server.as_ref().map(|(host, _)| host.as_bytes()),
        };
        match value {
            Some(bytes) if bytes.iter().any(|byte| b"\r\n\0".contains(byte)) => Err(PlanError::UnsafeValue(need)),
            value => Ok(value.map(Into::into)),
        }
    }
}

// Hides the password and the answers.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("email", &self.email)
            .field("news_server", &self.news_server)
            .field("empty_search", &self.empty_search)
            .field("own_names", &self.own_names)
            .field("mapped", &self.mapped)
            .finish_non_exhaustive()
    }
}

fn guess_by_suffix(name: &[u8]) -> Transfer {
    let suffix = name.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    let is_text = |text: &&str| suffix.len() < name.len() && suffix.eq_ignore_ascii_case(text.as_bytes());
    if TEXT_SUFFIXES.iter().any(is_text) { Transfer::Text } else { Transfer::Image }
}

/// Suffixes of text files.
const TEXT_SUFFIXES: [&str; 13] =
    ["txt", "text", "asc", "htm", "html", "xml", "csv", "c", "h", "tex", "md", "json", "log"];

/// One line per answer; `None` if an answer contains a line end or is a single dot, which ends the list (RFC 1738
/// §3.4.9).
fn lines(answers: &[Vec<u8>]) -> Option<Vec<u8>> {
    let is_line = |answer: &Vec<u8>| !answer.iter().any(|byte| matches!(byte, b'\r' | b'\n')) && answer != b".";
    let line = |answer: &Vec<u8>| [answer, &b"\r\n"[..]].concat();
    answers.iter().all(is_line).then(|| answers.iter().flat_map(line).collect())
}
