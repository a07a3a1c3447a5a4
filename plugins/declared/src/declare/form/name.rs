//! The names of a form, and the characters of each. The generic grammar of the syntax decides:
//!
//! ```text
//!                    rfc1738                   rfc3986                  opaque
//! <host>             host                      IP-literal / reg-name, not empty
//! <user> <password>  user, password            the two parts of userinfo
//! <port>             port                      port
//! <query> <search>   search                    query                    all of RFC 3986, and `/?[]`
//! <path> <name...>   search / "/"              *( pchar / "/" )         the same
//! <name>             *uchar                    *pchar                   the same
//! ```
//!
//! With `rfc3986` and `opaque`, a name has no delimiter that begins a later text of the form: in `<a>;<b>`, `<a>` has no
//! `;`, and `<b>` has it.

use super::pieces;
use crate::format::Generic;
use anyurl_abnf::RuleSet;

/// The names of the common Internet syntax.
const COMMON: [&str; 4] = ["user", "password", "host", "port"];

/// The characters of `pchar` other than `unreserved`: those that can divide a text.
const DELIMITERS: &str = "!$&'()*+,;=:@";

/// A name as it is written: `<name>`, `<name+>`, `<name...>` or `<name+...>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'f> {
    pub(super) text: &'f str,
    /// `+`
    is_nonempty: bool,
    /// `...`
    has_slashes: bool,
}

impl<'f> Name<'f> {
    /// The name of a piece of a form, unless the piece is something else.
    pub(super) fn new(piece: &'f str) -> Option<Self> {
        let text = piece.strip_prefix('<')?;
        let text = text.strip_suffix('>').unwrap_or(text);
        let (text, has_slashes) = text.strip_suffix("...").map_or((text, false), |text| (text, true));
        let (text, is_nonempty) = text.strip_suffix('+').map_or((text, false), |text| (text, true));
        Some(Self { text, is_nonempty, has_slashes })
    }

    /// Whether it has a mark, although the generic grammar defines it.
    pub(super) fn is_marked_common(self) -> bool {
        COMMON.contains(&self.text) && (self.is_nonempty || self.has_slashes)
    }

    /// The definition of its rule; `None` if that rule is imported.
    pub(super) fn definition(self, grammar: Generic, later: &str) -> Option<String> {
        match (grammar, self.text) {
            (Generic::Rfc1738, name) if COMMON.contains(&name) => None,
            (_, "port") => None,
            (_, "host") => Some("IP-literal / 1*( unreserved / pct-encoded / sub-delims )".to_owned()),
            (_, "user") => Some("*( unreserved / pct-encoded / sub-delims )".to_owned()),
            (_, "password") => Some("*( unreserved / pct-encoded / sub-delims / \":\" )".to_owned()),
            (Generic::Rfc1738, _) => Some(self.repeated(&self.characters_of_rfc1738())),
            (Generic::Rfc3986 | Generic::Opaque, _) => Some(self.repeated(&self.characters(grammar, later))),
        }
    }

    fn repeated(self, characters: &str) -> String {
        format!("{}{characters}", if self.is_nonempty { "1*" } else { "*" })
    }

    /// Whether it is a path, which has slashes without a mark.
    fn is_path(self) -> bool {
        self.has_slashes || self.text == "path"
    }

    fn is_query(self) -> bool {
        matches!(self.text, "query" | "search")
    }

    fn characters_of_rfc1738(self) -> String {
        let more = r#"";" / ":" / "@" / "&" / "=""#;
        match self {
            _ if self.is_path() => format!(r#"( uchar / {more} / "/" )"#),
            _ if self.is_query() => format!("( uchar / {more} )"),
            _ => "uchar".to_owned(),
        }
    }

    /// The characters of `pchar` and some more, without those of `later`.
    fn characters(self, grammar: Generic, later: &str) -> String {
        let more = match grammar {
            Generic::Opaque => "/?[]",
            _ if self.is_query() => "/?",
            _ if self.is_path() => "/",
            _ => "",
        };
        let is_allowed = |sign: &char| !later.contains(*sign) || *sign == '/' && self.is_path();
        let listed =
            |signs: &str| -> Vec<_> { signs.chars().filter(is_allowed).map(|sign| format!("\"{sign}\"")).collect() };
        let delimiters = listed(DELIMITERS);
        let mut characters = if delimiters.len() == DELIMITERS.len() {
            vec!["pchar".to_owned()]
        } else {
            [vec!["unreserved".to_owned(), "pct-encoded".to_owned()], delimiters].concat()
        };
        characters.extend(listed(more));
        format!("( {} )", characters.join(" / "))
    }
}

/// The rule of a name: the name itself, unless RFC 3986 has another rule of this name.
pub(in crate::declare) fn rule_name(name: &str, grammar: Generic) -> String {
    match (grammar, name) {
        (Generic::Rfc3986 | Generic::Opaque, "host" | "query") => format!("{PREFIX}{name}"),
        _ => name.to_owned(),
    }
}

/// The name of a rule.
pub(super) fn name_of_rule(rule: &str) -> &str {
    rule.strip_prefix(PREFIX).unwrap_or(rule)
}

const PREFIX: &str = "form-";

/// The rules that a form imports.
pub(in crate::declare) fn import(grammar: Generic) -> RuleSet {
    match grammar {
        Generic::Rfc1738 => RuleSet::Rfc1738,
        Generic::Rfc3986 | Generic::Opaque => RuleSet::Rfc3986,
    }
}

/// The first characters of the texts after a name in any of the forms.
pub(super) fn delimiters_after(forms: &[&str], name: &str) -> String {
    let mut found = String::new();
    for form in forms {
        let is_name = |piece: &str| Name::new(piece).is_some_and(|one| one.text == name);
        let after = pieces(form).map(|(piece, _)| piece).skip_while(|piece| !is_name(piece)).skip(1);
        let texts = after.filter(|piece| !matches!(*piece, "[" | "]") && Name::new(piece).is_none());
        found.extend(texts.filter_map(|text| text.chars().next()));
    }
    found
}

/// How to write a form in which the name of a component has a character that it now lacks.
pub(crate) fn wider(forms: &[&str], grammar: Generic, component: &str, lacks: char) -> Option<String> {
    let name = super::written_names(forms).find(|one| one.text == component)?;
    let is_common = COMMON.contains(&component);
    let way = match lacks {
        '/' if !is_common && !name.is_query() => format!("write `<{component}...>`, or a grammar"),
        '?' if !is_common && !name.is_query() => "write `[?<query>]` after it, or a grammar".to_owned(),
        _ if grammar == Generic::Rfc1738 && (DELIMITERS.contains(lacks) || matches!(lacks, '~' | '[' | '/' | '?')) => {
            "write `grammar = \"rfc3986\"`, or a grammar".to_owned()
        }
        _ => "write a grammar".to_owned(),
    };
    Some(format!("`<{component}>` has no `{lacks}`: {way}"))
}
