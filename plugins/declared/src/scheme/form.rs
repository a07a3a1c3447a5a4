//! Converts the prose form of a syntax, `x-lake://<host>[:<port>]/<path>`, to a grammar.
//!
//! ```text
//! <user> <password> <host> <port> <path> <search>   the rules of RFC 1738; any other name is *uchar
//! <host>[:<port>]                                   the rule hostport, and with a user name before it, login
//! <name+>                                           at least one character
//! [ ]                                               may be omitted
//! any other text                                    a literal
//! ```

use std::collections::HashSet;
use std::fmt::Write as _;

mod check;

pub use check::FormError;
pub(super) use check::{check, in_forms};

/// The name of the start rule.
pub(super) const START: &str = "form";

/// The names of imported rules of RFC 1738.
const KNOWN: [&str; 4] = ["user", "password", "host", "port"];

/// The spelling of the authority rules of RFC 1738 in a form.
const AUTHORITY: [(&str, &str); 2] =
    [("[<user>[:<password>]@]<host>[:<port>]", "login"), ("<host>[:<port>]", "hostport")];

/// The definition of a name: the rules of RFC 1738 for `path` and `search`, and `*uchar` for others; with `+`, of at
/// least one character.
fn rule(name: &str, is_nonempty: bool) -> String {
    let characters = match name {
        "path" => r#"( uchar / ";" / ":" / "@" / "&" / "=" / "/" )"#,
        "search" => r#"( uchar / ";" / ":" / "@" / "&" / "=" )"#,
        _ => "uchar",
    };
    format!("{}{characters}", if is_nonempty { "1*" } else { "*" })
}

/// Converts forms to ABNF, whose first rule is the start rule.
pub(super) fn abnf(forms: &[&str]) -> String {
    let alternatives: Vec<_> = forms.iter().map(|form| sequence(&common(form))).collect();
    let mut text = format!("{START} = {}\n", alternatives.join(" / "));
    for name in names(forms).into_iter().filter(|name| !KNOWN.contains(name)) {
        let is_nonempty = forms.iter().any(|form| form.contains(&format!("<{name}+>")));
        let _ = writeln!(text, "{name} = {}", rule(name, is_nonempty));
    }
    text
}

/// The names in angle brackets, in order and without duplicates.
pub(super) fn names<'f>(forms: &[&'f str]) -> Vec<&'f str> {
    let mut seen = HashSet::new();
    let pieces = forms.iter().flat_map(|form| pieces(form));
    let names = pieces.filter(|(piece, _)| piece.starts_with('<'));
    let names = names.map(|(piece, _)| name_of(piece));
    names.filter(|name| seen.insert(*name)).collect()
}

/// Replaces the common Internet syntax in a form by its rule names, unless the form has components of these names.
fn common(form: &str) -> String {
    let own = names(&[form]);
    if own.iter().any(|name| AUTHORITY.iter().any(|(_, rule)| name == rule)) {
        return form.to_owned();
    }
    let rules = AUTHORITY.iter();
    rules.fold(form.to_owned(), |form, (written, rule)| form.replace(written, &format!("<{rule}>")))
}

/// `%s"x-lake://" host [ %s":" port ] %s"/" path`
fn sequence(form: &str) -> String {
    let mut text = String::new();
    for (piece, _) in pieces(form) {
        let _ = match piece {
            "[" | "]" => write!(text, "{piece} "),
            "\"" => write!(text, "DQUOTE "),
            _ if piece.starts_with('<') => write!(text, "{} ", name_of(piece)),
            _ => write!(text, "%s\"{piece}\" "),
        };
    }
    text
}

/// The name in `<name>` or `<name+>`.
fn name_of(piece: &str) -> &str {
    let name = piece.trim_matches(['<', '>']);
    name.strip_suffix('+').unwrap_or(name)
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
    fn forms() {
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

    /// Each error has a message and a span in the form.
    #[test]
    fn malformed_forms_are_rejected() {
        #[rustfmt::skip]
        const ROWS: [(&str, &str, &str); 15] = [
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
            ("x-t:<host+>", "`<host+>` is a rule of RFC 1738, which decides whether it may be empty", "<host+>"),
            ("x-t:<a>:<A>", "`<A>` occurs twice in one form", "<A>"),
            ("x-t:é<a>", "`é` is not a URL character", "é"),
            ("x-t:<a>\n", "`\\n` is not a URL character", "\n"),
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
