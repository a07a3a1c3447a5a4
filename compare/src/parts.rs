//! The components of a URL by one rulebook.

use std::fmt;

use anyurl_core::Secrets;

use crate::rulebook::Part;
use crate::{normal, special};

/// The components of a URL, as one rulebook reads it.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Parts {
    pub(crate) scheme: Option<String>,
    pub(crate) userinfo: Option<String>,
    pub(crate) host: Option<String>,
    /// As digits; that of the scheme if the text has none.
    pub(crate) port: Option<String>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) fragment: Option<String>,
    /// The ASCII form of a host that has other characters, if it has one.
    pub(crate) ascii_host: Option<String>,
    /// Host and port as they are written.
    pub(crate) authority: Option<String>,
    /// Whether the scheme divides its authority itself, so that the host is the text of host and port.
    pub(crate) has_own_authority: bool,
}

impl Parts {
    /// Returns a component as the rulebook gives it, if the URL has it. The path is always there, and can be empty.
    pub fn get(&self, component: Part) -> Option<&str> {
        match component {
            Part::Scheme => self.scheme.as_deref(),
            Part::Userinfo => self.userinfo.as_deref(),
            Part::Host => self.host.as_deref(),
            Part::Port => self.port.as_deref(),
            Part::Path => Some(&self.path),
            Part::Query => self.query.as_deref(),
            Part::Fragment => self.fragment.as_deref(),
        }
    }

    /// Returns a component in the form in which comparisons compare it: decoded, in lower case, in its ASCII form, or with
    /// the same escapes, as its kind requires; none if it is empty where that means the same.
    ///
    /// ```
    /// use anyurl_compare::{Comparer, Part, Rulebook};
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let reading = Comparer::new(&registry).read(Rulebook::Split, "http://B%C3%BCcher.example/%7ejoe");
    /// let parts = reading.parts().unwrap();
    /// assert_eq!(parts.normalized(Part::Host).as_deref(), Some("xn--bcher-kva.example"));
    /// assert_eq!(parts.normalized(Part::Path).as_deref(), Some("/~joe"));
    /// ```
    pub fn normalized(&self, part: Part) -> Option<String> {
        let text = self.get(part)?;
        match part {
            Part::Scheme => Some(text.to_owned()),
            Part::Port => Some(normal::number(text)),
            Part::Userinfo => normal::userinfo(text),
            Part::Host => {
                normal::host(text, self.ascii_host.as_deref()).filter(|host| !self.is_file() || host != "localhost")
            }
            Part::Path if text.is_empty() && self.has_root() => Some("/".to_owned()),
            Part::Path | Part::Query | Part::Fragment => Some(normal::escaped(text)),
        }
    }

    /// The components with the text of host and port as the host.
    pub(crate) fn by_authority(&mut self) {
        self.host.clone_from(&self.authority);
        (self.port, self.ascii_host) = (None, None);
    }

    /// The components together (URL Standard, URL serializer).
    pub(crate) fn href(&self) -> String {
        let scheme = self.scheme.as_deref().unwrap_or_default();
        let default = special::default_port(scheme);
        let port = self.port.as_deref().filter(|port| Some(*port) != default);
        let with = |mark: &str, part: Option<&str>| part.map(|part| format!("{mark}{part}")).unwrap_or_default();
        let login = self.userinfo.as_ref().map(|login| format!("{login}@")).unwrap_or_default();
        let authority = match &self.host {
            Some(host) => format!("//{login}{host}{}", with(":", port)),
            // Before a path that would look like an authority.
            None if self.path.starts_with("//") => "/.".to_owned(),
            None => String::new(),
        };
        let (query, fragment) = (with("?", self.query.as_deref()), with("#", self.fragment.as_deref()));
        format!("{scheme}:{authority}{}{query}{fragment}", self.path)
    }

    /// Whether the scheme is one of those whose resources have a path of at least `/`.
    pub(crate) fn has_root(&self) -> bool {
        matches!(self.scheme.as_deref(), Some("http" | "https" | "ws" | "wss" | "ftp"))
    }

    pub(crate) fn is_file(&self) -> bool {
        self.scheme.as_deref() == Some("file")
    }
}

/// Shows no password, and no secret that the name of a field tells.
impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Parts").field(&Secrets::new().mask(&self.href())).finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::Reading;

    #[test]
    fn debug_shows_no_secret() {
        let shown = format!("{:?}", Reading::of_href("https://joe:s3cret@h/a?token=t0ken&b=1"));
        assert_eq!(shown, r#"Accepted(Parts("https://joe:***@h/a?token=***&b=1"))"#);
    }
}
