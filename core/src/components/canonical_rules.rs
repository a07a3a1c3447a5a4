//! [`CanonicalRules`]: what the canonical form of a scheme changes.

use crate::registration::Text;

/// What the canonical form of a scheme changes, besides the case of scheme and host and the leading zeros of a port.
///
/// ```
/// use anyurl_core::authors::canonical::{CanonicalRules, EscapeRule};
///
/// let rules = CanonicalRules::URI.empty_path("/").escapes(EscapeRule::Case);
/// assert!(rules != CanonicalRules::GENERAL && CanonicalRules::default() == CanonicalRules::GENERAL);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CanonicalRules {
    pub(super) keeps_default_port: bool,
    pub(super) escapes: EscapeRule,
    pub(super) removes_dot_segments: bool,
    pub(super) empty_path: Text,
    pub(super) local_host: Text,
}

/// What the canonical form does with escapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum EscapeRule {
    /// Decodes those of unreserved characters, and writes the digits of all others in upper case.
    #[default]
    Decode,
    /// Writes the digits in upper case, and decodes nothing.
    Case,
    /// Changes nothing.
    Keep,
}

impl CanonicalRules {
    /// The general rules, for schemes of RFC 1738.
    pub const GENERAL: Self = Self {
        keeps_default_port: false,
        escapes: EscapeRule::Decode,
        removes_dot_segments: false,
        empty_path: Text::Borrowed(""),
        local_host: Text::Borrowed(""),
    };

    /// [`GENERAL`](Self::GENERAL), with a slash for an empty path.
    pub const SLASH: Self = Self { empty_path: Text::Borrowed("/"), ..Self::GENERAL };

    /// The rules of RFC 3986 §6.2.2: without dot segments in an absolute path.
    pub const URI: Self = Self { removes_dot_segments: true, ..Self::GENERAL };

    /// [`URI`](Self::URI), with a slash for an empty path (RFC 3986 §6.2.3).
    pub const URI_SLASH: Self = Self { removes_dot_segments: true, ..Self::SLASH };

    /// Keeps the default port, for schemes in which an explicit port means something else.
    #[must_use]
    pub fn keep_default_port(self, keep: bool) -> Self {
        Self { keeps_default_port: keep, ..self }
    }

    /// Sets what happens to escapes.
    #[must_use]
    pub fn escapes(self, escapes: EscapeRule) -> Self {
        Self { escapes, ..self }
    }

    /// Removes dot segments from absolute paths (RFC 3986 §6.2.2.3), or keeps them.
    #[must_use]
    pub fn remove_dot_segments(self, remove: bool) -> Self {
        Self { removes_dot_segments: remove, ..self }
    }

    /// Sets what an empty path, or a single slash, after an authority stands for: `/`, or a default such as `/1`.
    #[must_use]
    pub fn empty_path(self, path: impl Into<Text>) -> Self {
        Self { empty_path: path.into(), ..self }
    }

    /// Sets the host that means the same as an empty one, and as no authority: the `localhost` of file.
    #[must_use]
    pub fn local_host(self, host: impl Into<Text>) -> Self {
        Self { local_host: host.into(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_one_field() {
        let mut expect = CanonicalRules::default();
        assert_eq!(CanonicalRules::GENERAL, expect);
        expect.empty_path = "/".into();
        assert_eq!(CanonicalRules::SLASH, expect);
        expect.removes_dot_segments = true;
        assert_eq!(CanonicalRules::URI_SLASH, expect);
        expect.empty_path = "".into();
        assert_eq!(CanonicalRules::URI, expect);
        expect.keeps_default_port = true;
        assert_eq!(CanonicalRules::URI.keep_default_port(true), expect);
        expect.escapes = EscapeRule::Keep;
        assert_eq!(CanonicalRules::URI.keep_default_port(true).escapes(EscapeRule::Keep), expect);
        let all = CanonicalRules::SLASH.remove_dot_segments(true).local_host("local").empty_path("/1");
        assert_eq!((all.removes_dot_segments, &*all.local_host, &*all.empty_path), (true, "local", "/1"));
        assert_eq!(CanonicalRules::URI.remove_dot_segments(false), CanonicalRules::GENERAL);
    }
}
