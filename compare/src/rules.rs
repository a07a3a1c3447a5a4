//! The rules that make rulebooks differ, each with its section: the first that applies to a text explains a component.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of one lifetime is no function for every lifetime"
)]

use crate::parts::Parts;
use crate::rulebook::{Part, Rulebook};
use crate::special::SPECIAL;

/// A rule of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    pub(crate) section: &'static str,
    /// A clause: lower case, no full stop.
    pub(crate) text: &'static str,
}

/// Whether a rule explains what a text is read as.
type Test = fn(&Subject<'_>) -> bool;

/// A rule, and the texts and components that it explains.
struct Row {
    rulebooks: &'static [Rulebook],
    components: &'static [Part],
    applies: Test,
    rule: Rule,
}

/// A text with its components by one rulebook.
struct Subject<'a> {
    text: &'a str,
    parts: &'a Parts,
}

/// Why the URL Standard would read another host if the scheme were special.
pub(crate) static AS_SPECIAL: Rule = Rule {
    section: "URL Standard, authority state",
    text: "in a program that takes the scheme for a special one, a `\\` counts as `/` and ends the authority",
};

/// The rule by which a rulebook reads a component.
pub(crate) fn find(rulebook: Rulebook, component: Part, text: &str, parts: &Parts) -> &'static Rule {
    let subject = Subject { text, parts };
    let is_for = |row: &&Row| row.rulebooks.contains(&rulebook) && row.components.contains(&component);
    let row = ROWS.iter().filter(is_for).find(|row| (row.applies)(&subject));
    &row.unwrap_or_else(|| unreachable!("each rulebook has a rule for the {component}")).rule
}

impl Subject<'_> {
    fn host(&self) -> &str {
        self.parts.host.as_deref().unwrap_or_default()
    }

    /// What stands between the colon of the scheme and the first `?` or `#`.
    fn hierarchy(&self) -> &str {
        let text = self.text.split_once(':').map_or(self.text, |(_, rest)| rest);
        &text[..text.find(['?', '#']).unwrap_or(text.len())]
    }

    fn is_special(&self) -> bool {
        self.parts.scheme.as_deref().is_some_and(|scheme| SPECIAL.contains(&scheme))
    }

    fn has_removed(&self) -> bool {
        self.text.contains(['\t', '\n', '\r'])
    }

    fn has_space_around(&self) -> bool {
        self.text != self.text.trim_matches(|c: char| c <= ' ')
    }

    fn has_backslash(&self) -> bool {
        self.hierarchy().contains('\\')
    }

    /// Whether anything but two slashes precedes the host.
    fn has_odd_slashes(&self) -> bool {
        let after = self.hierarchy();
        let slashes = after.chars().take_while(|c| matches!(c, '/' | '\\')).count();
        slashes != 2
    }

    fn has_numeric_host(&self) -> bool {
        let host = self.host().trim_end_matches('.');
        let last = host.rsplit('.').next().unwrap_or_default();
        last.bytes().all(|byte| byte.is_ascii_digit()) && !last.is_empty()
            || last.to_ascii_lowercase().starts_with("0x")
    }

    /// Whether the host is in the text, as it is read, or there is none.
    fn names_host(&self) -> bool {
        self.text.to_ascii_lowercase().contains(&self.host().to_ascii_lowercase())
    }

    fn has_escape_in_authority(&self) -> bool {
        self.authority().contains('%')
    }

    fn has_wide_authority(&self) -> bool {
        !self.authority().is_ascii()
    }

    /// Roughly: what stands before the first slash that ends a host.
    fn authority(&self) -> &str {
        let after = self.hierarchy().trim_start_matches(['/', '\\']);
        &after[..after.find(['/', '\\']).unwrap_or(after.len())]
    }

    fn has_login(&self) -> bool {
        self.text.contains('@')
    }

    fn has_dot_segments(&self) -> bool {
        const DOTS: [&str; 6] = [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"];
        let mut segments = self.hierarchy().split(['/', '\\']).skip(1);
        segments.any(|segment| DOTS.iter().any(|dots| segment.eq_ignore_ascii_case(dots)))
    }

    fn has_drive(&self) -> bool {
        let path = self.hierarchy().trim_start_matches(['/', '\\']);
        matches!(path.as_bytes(), [letter, b':' | b'|', ..] if letter.is_ascii_alphabetic())
    }

    fn has_query_as_data(&self) -> bool {
        self.parts.query.is_none() && self.text.contains('?')
    }
}

const RFC1738: &[Rulebook] = &[Rulebook::Rfc1738, Rulebook::Rfc1738Lenient];
const LENIENT: &[Rulebook] = &[Rulebook::Rfc1738Lenient];
const RFC3986: &[Rulebook] = &[Rulebook::Rfc3986];
const WHATWG: &[Rulebook] = &[Rulebook::Whatwg];
const SPLIT: &[Rulebook] = &[Rulebook::Split];

const AUTHORITY: &[Part] = &[Part::Userinfo, Part::Host, Part::Port];
const AFTER: &[Part] = &[Part::Path, Part::Query, Part::Fragment];

/// A row of the table.
const fn row(
    rulebooks: &'static [Rulebook],
    components: &'static [Part],
    applies: Test,
    section: &'static str,
    text: &'static str,
) -> Row {
    Row { rulebooks, components, applies, rule: Rule { section, text } }
}

/// In the order in which they are tried; the last row for a rulebook and a component always applies.
#[rustfmt::skip]
static ROWS: &[Row] = &[
    // The URL Standard.
    row(WHATWG, &[Part::Host], |s| s.has_numeric_host() && !s.names_host(), "URL Standard, IPv4 parser", "a host that ends in a number is an IPv4 address of one to four parts, which are octal after `0` and hexadecimal after `0x`"),
    row(WHATWG, &Part::ALL, |s| s.has_removed(), "URL Standard, basic URL parser", "tabs and line ends are removed wherever they are"),
    row(WHATWG, &Part::ALL, |s| s.has_space_around() && !s.has_backslash(), "URL Standard, basic URL parser", "spaces and control characters around the text are removed"),
    row(WHATWG, AUTHORITY, |s| !s.is_special() && s.parts.host.is_none(), "URL Standard, path or authority state", "without `//` there is no authority"),
    row(WHATWG, &[Part::Host], |s| !s.is_special() && s.has_wide_authority(), "URL Standard, opaque-host parser", "the host of a scheme that is not special is escaped, and not mapped"),
    row(WHATWG, AUTHORITY, |s| !s.is_special() && s.has_backslash(), "URL Standard, authority state", "in a scheme that is not special, a `\\` ends no authority"),
    row(WHATWG, AUTHORITY, |s| !s.is_special(), "URL Standard, authority state", "the authority ends at the first `/`, `?` or `#`, and its host begins after the last `@`"),
    row(WHATWG, AFTER, |s| !s.is_special() && s.parts.host.is_none() && !s.parts.path.starts_with('/'), "URL Standard, opaque path state", "without `/` after the scheme the path is not divided"),
    row(WHATWG, AFTER, |s| !s.is_special() && !s.has_dot_segments(), "URL Standard, path state", "the path ends at the first `?` or `#`"),
    row(WHATWG, &[Part::Host], |s| s.parts.is_file() && s.host().is_empty() && s.has_drive(), "URL Standard, file host state", "a drive letter is part of the path and not a host"),
    row(WHATWG, AUTHORITY, |s| s.has_backslash(), "URL Standard, authority state", "a `\\` counts as `/` and ends the authority"),
    row(WHATWG, AUTHORITY, |s| !s.parts.is_file() && s.has_odd_slashes(), "URL Standard, special authority ignore slashes state", "the host comes after any number of slashes, even none"),
    row(WHATWG, &[Part::Host], |s| s.has_wide_authority(), "URL Standard, domain to ASCII", "a name is mapped by UTS #46 and converted to ASCII"),
    row(WHATWG, &[Part::Host], |s| s.has_escape_in_authority(), "URL Standard, host parser", "escapes in a name are decoded before the name is read"),
    row(WHATWG, &[Part::Userinfo, Part::Host], |s| s.has_login(), "URL Standard, authority state", "the authority ends at the first `/`, `\\`, `?` or `#`, and its host begins after the last `@`"),
    row(WHATWG, AUTHORITY, |_| true, "URL Standard, authority state", "the authority ends at the first `/`, `\\`, `?` or `#`"),
    row(WHATWG, &[Part::Path], |s| s.has_dot_segments(), "URL Standard, path state", "dot segments, also `%2e`, are removed while parsing"),
    row(WHATWG, AFTER, |s| s.has_backslash(), "URL Standard, path state", "a `\\` in a path counts as `/`"),
    row(WHATWG, &[Part::Path], |s| s.has_drive() && s.parts.is_file(), "URL Standard, path state", "`|` after a drive letter becomes `:`"),
    row(WHATWG, AFTER, |s| !s.parts.is_file() && s.has_odd_slashes(), "URL Standard, special authority ignore slashes state", "the host comes after any number of slashes, even none, and the path after the host"),
    row(WHATWG, AFTER, |_| true, "URL Standard, path state", "the path ends at the first `?` or `#`"),
    row(WHATWG, &[Part::Scheme], |_| true, "URL Standard, scheme state", "the scheme ends at the first colon"),
    // The split.
    row(SPLIT, &[Part::Scheme], |_| true, "RFC 3986 Appendix B", "everything before the first colon is the scheme, unless `/`, `?` or `#` is before it"),
    row(SPLIT, AUTHORITY, |s| !s.names_host(), "RFC 3986 §5.2.2", "a reference without `//` has the authority of the base"),
    row(SPLIT, AUTHORITY, |s| s.parts.host.is_none(), "RFC 3986 Appendix B", "without `//` there is no authority"),
    row(SPLIT, &[Part::Host], |s| s.has_numeric_host(), "RFC 3986 Appendix B", "the text of the host is not interpreted"),
    row(SPLIT, &[Part::Userinfo, Part::Host], |s| s.has_login(), "RFC 3986 Appendix B", "the authority ends at the first `/`, `?` or `#`, and its host begins after the last `@`"),
    row(SPLIT, &[Part::Port], |_| true, "RFC 3986 Appendix B", "the port is what comes after the last colon of the authority, if that is a number"),
    row(SPLIT, AUTHORITY, |_| true, "RFC 3986 Appendix B", "the authority is everything between `//` and the first `/`, `?` or `#`"),
    row(SPLIT, &[Part::Path], |s| s.has_dot_segments(), "RFC 3986 §5.2.4", "dot segments are removed only when a reference is resolved"),
    row(SPLIT, AFTER, |_| true, "RFC 3986 Appendix B", "the path ends at the first `?` or `#`, and is not interpreted"),
    // RFC 3986.
    row(RFC3986, &[Part::Scheme], |_| true, "RFC 3986 §3.1", "the scheme ends at the first colon"),
    row(RFC3986, AUTHORITY, |s| s.parts.has_own_authority, "RFC 3986 §3.2", "the scheme divides its authority itself: there is no single host, and the text of the authority is compared"),
    row(RFC3986, &[Part::Host], |s| s.has_numeric_host(), "RFC 3986 §3.2.2", "only four decimal numbers without leading zeros are an IPv4 address, and anything else is a name"),
    row(RFC3986, AUTHORITY, |s| !s.names_host(), "RFC 3986 §5.2.2", "a reference without `//` has the authority of the base"),
    row(RFC3986, AUTHORITY, |s| s.parts.host.is_none(), "RFC 3986 §3", "without `//` there is no authority"),
    row(RFC3986, &[Part::Userinfo, Part::Host], |s| s.has_login(), "RFC 3986 §3.2", "the authority ends at the first `/`, `?` or `#`, and has at most one `@`"),
    row(RFC3986, AUTHORITY, |_| true, "RFC 3986 §3.2", "the authority is everything between `//` and the first `/`, `?` or `#`"),
    row(RFC3986, &[Part::Path], |s| s.has_dot_segments(), "RFC 3986 §6.2.2.3", "dot segments are removed only when a reference is resolved, or a URL normalised"),
    row(RFC3986, AFTER, |s| s.has_query_as_data(), "RFC 1738 §5", "a `?` is part of the path: no later document has rules for this scheme"),
    row(RFC3986, AFTER, |_| true, "RFC 3986 §3.3", "the path ends at the first `?` or `#`"),
    // RFC 1738.
    row(RFC1738, &[Part::Scheme], |_| true, "RFC 1738 §2.1", "the scheme ends at the first colon"),
    row(RFC1738, &[Part::Host], |s| s.has_numeric_host(), "RFC 1738 §3.1", "an address has four decimal numbers, with or without leading zeros"),
    row(LENIENT, &[Part::Userinfo, Part::Host], |s| s.has_login(), "RFC 1738 §3.1", "the authority ends at the first `/`, and lenient mode ends the login at the last `@`"),
    row(RFC1738, AUTHORITY, |s| s.parts.host.is_none(), "RFC 1738 §3.1", "without `//` there is no host"),
    row(RFC1738, AUTHORITY, |_| true, "RFC 1738 §3.1", "login, host and port are between `//` and the next `/`"),
    row(RFC1738, &[Part::Path], |s| s.has_dot_segments(), "RFC 1738 §3.2.2", "dot segments have no meaning in a URL"),
    row(RFC1738, AFTER, |s| s.has_query_as_data(), "RFC 1738 §5", "a `?` is part of the path of this scheme"),
    row(RFC1738, AFTER, |_| true, "RFC 1738 §3.1", "the path is everything after the host and port, if there are any"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rulebook_has_a_rule_for_each_component() {
        let parts = Parts::default();
        for rulebook in Rulebook::ALL {
            for component in Part::ALL {
                assert!(!find(rulebook, component, "", &parts).text.is_empty());
            }
        }
    }

    #[test]
    fn rules_are_clauses_with_a_section() {
        for Row { rule, .. } in ROWS {
            assert!(!rule.text.ends_with('.') && !rule.text.starts_with(char::is_uppercase), "{}", rule.text);
            assert!(rule.section.starts_with("RFC ") || rule.section.starts_with("URL Standard, "), "{}", rule.section);
        }
    }
}
