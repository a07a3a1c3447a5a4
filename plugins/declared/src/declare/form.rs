//! Converts the prose form of a syntax, `x-lake://<host>[:<port>]/<path>`, to a grammar.
//!
//! ```text
//! <name>           a component: `name.rs` defines its characters
//! <name...>        with slashes
//! <name+>          at least one character; also <name+...>
//! [ ]              may be omitted
//! any other text   a literal
//! ```

use std::fmt::Write as _;

use anyurl_core::internal::NameMap;

mod check;
mod name;

pub use check::FormError;
pub(super) use check::{check, in_forms};
pub(crate) use name::wider;
pub(super) use name::{import, rule_name};

use crate::format::Generic;
use name::Name;

use crate::scheme::syntax::FORM_RULE as START;

/// The spelling of the authority rules of RFC 1738 in a form.
const AUTHORITY: [(&str, &str); 2] =
    [("[<user>[:<password>]@]<host>[:<port>]", "login"), ("<host>[:<port>]", "hostport")];

/// Converts forms to ABNF, whose first rule is the start rule.
pub(super) fn abnf(forms: &[&str], grammar: Generic) -> String {
    let alternatives: Vec<_> = forms.iter().map(|form| sequence(&common(form, grammar), grammar)).collect();
    let mut text = format!("{START} = {}\n", alternatives.join(" / "));
    for name in written_names(forms) {
        if let Some(definition) = name.definition(grammar, &name::delimiters_after(forms, name.text)) {
            let _ = writeln!(text, "{} = {definition}", rule_name(name.text, grammar));
        }
    }
    text
}

/// The names in angle brackets, in order and without duplicates.
pub(super) fn names<'f>(forms: &[&'f str]) -> Vec<&'f str> {
    written_names(forms).map(|name| name.text).collect()
}

/// The names as they are written, in order and without duplicates.
fn written_names<'f>(forms: &[&'f str]) -> impl Iterator<Item = Name<'f>> {
    let mut seen = NameMap::new();
    let names = forms.iter().flat_map(|form| pieces(form)).filter_map(|(piece, _)| Name::new(piece));
    names.filter(move |name| seen.insert(name.text.into(), ()))
}

/// Replaces the common Internet syntax of RFC 1738 in a form by its rule names, unless the form has components of these
/// names.
fn common(form: &str, grammar: Generic) -> String {
    let own = names(&[form]);
    if grammar != Generic::Rfc1738 || own.iter().any(|name| AUTHORITY.iter().any(|(_, rule)| name == rule)) {
        return form.to_owned();
    }
    let rules = AUTHORITY.iter();
    rules.fold(form.to_owned(), |form, (written, rule)| form.replace(written, &format!("<{rule}>")))
}

/// `%s"x-lake://" host [ %s":" port ] %s"/" path`
fn sequence(form: &str, grammar: Generic) -> String {
    let mut text = String::new();
    for (piece, _) in pieces(form) {
        let _ = match (Name::new(piece), piece) {
            (Some(name), _) => write!(text, "{} ", rule_name(name.text, grammar)),
            (None, "[" | "]") => write!(text, "{piece} "),
            (None, "\"") => write!(text, "DQUOTE "),
            (None, _) => write!(text, "%s\"{piece}\" "),
        };
    }
    text
}

/// Splits a form into pieces with their offsets: names in angle brackets, brackets, quotes and literals.
fn pieces(form: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &form[at..];
        let end = match rest.chars().next()? {
            '<' => rest.find('>').map_or(rest.len(), |end| end + 1),
            '[' | ']' | '"' => 1,
            _ => rest.find(['<', '[', ']', '"']).unwrap_or(rest.len()),
        };
        let begin = at;
        at += end;
        Some((&rest[..end], begin))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_rfc1738() {
        let abnf = |form: &[&str]| abnf(form, Generic::Rfc1738);
        let form = ["x-lake://<host>[:<port>]/<bucket>?<search>"];
        let text = abnf(&form);
        assert!(text.starts_with("form = %s\"x-lake://\" hostport %s\"/\" bucket %s\"?\" search \n"), "{text}");
        assert!(text.contains("\nbucket = *uchar\nsearch = *( uchar"), "{text}");
        assert_eq!(names(&form), ["host", "port", "bucket", "search"]);
        let first = |form: &str| abnf(&[form]).lines().next().map(str::to_owned);
        for (form, rule) in [
            ("x:<host>:<port>", "form = %s\"x:\" host %s\":\" port "),
            ("x:[<user>[:<password>]@]<host>[:<port>]", "form = %s\"x:\" login "),
            ("x:<host>[:<port>]<login>", "form = %s\"x:\" host [ %s\":\" port ] login "),
        ] {
            assert_eq!(first(form).as_deref(), Some(rule));
        }
    }

    /// A name lacks the delimiters that a later text of the form begins with, and no others.
    #[test]
    fn definitions_of_names() {
        const FORM: &str = "x:<a>[;k=<b+>]/<c...>,<d+...>.<e>?<query>";
        #[rustfmt::skip]
        let rows = [
            (Generic::Rfc1738, "a", "*uchar"),
            (Generic::Rfc1738, "b", "1*uchar"),
            (Generic::Rfc1738, "c", r#"*( uchar / ";" / ":" / "@" / "&" / "=" / "/" )"#),
            (Generic::Rfc1738, "query", r#"*( uchar / ";" / ":" / "@" / "&" / "=" )"#),
            (Generic::Rfc3986, "a", r#"*( unreserved / pct-encoded / "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "=" / ":" / "@" )"#),
            (Generic::Rfc3986, "b", r#"1*( unreserved / pct-encoded / "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / ";" / "=" / ":" / "@" )"#),
            (Generic::Rfc3986, "d", r#"1*( pchar / "/" )"#),
            (Generic::Rfc3986, "e", "*( pchar )"),
            (Generic::Rfc3986, "form-query", r#"*( pchar / "/" / "?" )"#),
            (Generic::Opaque, "e", r#"*( pchar / "/" / "[" / "]" )"#),
            (Generic::Opaque, "form-query", r#"*( pchar / "/" / "?" / "[" / "]" )"#),
        ];
        for (grammar, rule, definition) in rows {
            let text = abnf(&[FORM], grammar);
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{rule} = ")));
            assert_eq!(line, Some(definition), "{rule} of {grammar:?}");
        }
    }

    #[test]
    fn wider_forms() {
        const FORM: [&str; 1] = ["x://<host>/<box>[?<query>]"];
        #[rustfmt::skip]
        let rows = [
            (Generic::Rfc3986, "box", '/', "`<box>` has no `/`: write `<box...>`, or a grammar"),
            (Generic::Rfc1738, "box", '~', "`<box>` has no `~`: write `grammar = \"rfc3986\"`, or a grammar"),
            (Generic::Rfc1738, "host", '[', "`<host>` has no `[`: write `grammar = \"rfc3986\"`, or a grammar"),
            (Generic::Rfc1738, "query", '?', "`<query>` has no `?`: write `grammar = \"rfc3986\"`, or a grammar"),
            (Generic::Rfc3986, "box", '?', "`<box>` has no `?`: write `[?<query>]` after it, or a grammar"),
            (Generic::Rfc3986, "query", '^', "`<query>` has no `^`: write a grammar"),
        ];
        for (grammar, name, lacks, help) in rows {
            assert_eq!(wider(&FORM, grammar, name, lacks).as_deref(), Some(help));
        }
        assert_eq!(wider(&FORM, Generic::Rfc3986, "schemepart", '/'), None);
    }

    /// Each error has a message and a span in the form.
    #[test]
    fn malformed_forms_are_rejected() {
        #[rustfmt::skip]
        const ROWS: [(&str, &str, &str); 18] = [
            ("", "the form is empty", ""),
            ("x-t://<host>[:<port>/<box>[?<search>]", "`[` is not closed", "["),
            ("x-t:<a>]", "`]` has no matching `[`", "]"),
            ("x-t:<a>[]", "`[]` is empty", "[]"),
            ("x-t:<a", "`<` is not closed", "<a"),
            ("x-t:<a b>", "`<a b>` is not a name", "<a b>"),
            ("x-t:<>", "`<>` is not a name", "<>"),
            ("x-t:<1a>", "`<1a>` is not a name", "<1a>"),
            ("x-t:<+>", "`<+>` is not a name", "<+>"),
            ("x-t:<z+>", "`<z+>` is `<z>` in another form", "<z+>"),
            ("x-t:<z...>", "`<z...>` is `<z>` in another form", "<z...>"),
            ("x-t:<z...+>", "`<z...+>` is not a name", "<z...+>"),
            ("x-t:<host+>", "`<host+>` is a rule of the generic grammar, which defines its characters", "<host+>"),
            ("x-t:<a>:<A>", "`<A>` occurs twice in one form", "<A>"),
            ("x-t:é<a>", "`é` is not a URL character", "é"),
            ("x-t:<a>\n", "`\\n` is not a URL character", "\n"),
            ("x-t:<a>[#<b>]", "`#` begins a fragment, which is not part of a form", "#"),
            ("x-t: <a>", "` ` is not a URL character", " "),
        ];
        for (form, says, at) in ROWS {
            let error = check(&["x-t:<z>", form]).expect_err(form);
            assert_eq!((error.to_string().as_str(), error.form()), (says, 1), "{form}");
            assert_eq!(&form[error.range()], at, "{form}");
        }
        assert_eq!(check(&["x-t:<a>[:<b>]\"%20", "x-t:<a>"]), Ok(()));
    }
}
