//! The components of a URL by one rulebook.

use crate::rulebook::Part;

/// The components of a URL, as one rulebook reads it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Parts {
    pub(crate) scheme: Option<String>,
    pub(crate) userinfo: Option<String>,
    pub(crate) host: Option<String>,
    /// As digits; that of the scheme if the text has none.
    pub(crate) port: Option<String>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) fragment: Option<String>,
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

    /// Whether the scheme is one of those whose resources have a path of at least `/`.
    pub(crate) fn has_root(&self) -> bool {
        matches!(self.scheme.as_deref(), Some("http" | "https" | "ws" | "wss" | "ftp"))
    }

    pub(crate) fn is_file(&self) -> bool {
        self.scheme.as_deref() == Some("file")
    }
}
