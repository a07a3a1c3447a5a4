//! The prose form of a syntax, `x-lake://<host>[:<port>]/<path>`, as a grammar.
//!
//! ```text
//! <user> <password> <host> <port> <path> <search>   the rules of RFC 1738; any other name is *uchar
//! <host>[:<port>]                                   the rule hostport, and with a user name before it, login
//! [ ]                                               may be omitted
//! anything else                                     stands for itself
//! ```

use std::collections::HashSet;
use std::fmt::Write as _;

mod check;

pub use check::FormError;
pub(super) use check::{check, in_forms};

/// The rule that the forms are.
pub(super) const START: &str = "form";

/// The names that the imported rules of RFC 1738 have.
const KNOWN: [&str; 4] = ["user", "password", "host", "port"];

/// How the rules of RFC 1738 for what stands behind the slashes are written in a form.
const WHOLE: [(&str, &str); 2] = [("[<user>[:<password>]@]<host>[:<port>]", "login"), ("<host>[:<port>]", "hostport")];

/// The rules of RFC 1738 that single schemes have, and any other.
fn rule(name: &str) -> &'static str {
    match name {
        "path" => r#"*( uchar / ";" / ":" / "@" / "&" / "=" / "/" )"#,
        "search" => r#"*( uchar / ";" / ":" / "@" / "&" / "=" )"#,
        _ => "*uchar",
    }
}

/// A form as ABNF, whose first rule is the start.
pub(super) fn abnf(forms: &[&str]) -> String {
    let alternatives: Vec<_> = forms.iter().map(|form| sequence(&common(form))).collect();
    let mut text = format!("{START} = {}\n", alternatives.join(" / "));
    for name in names(forms).into_iter().filter(|name| !KNOWN.contains(name)) {
        let _ = writeln!(text, "{name} = {}", rule(name));
    }
    text
}

/// The names between angle brackets, each once, in their order.
pub(super) fn names<'f>(forms: &[&'f str]) -> Vec<&'f str> {
    let mut seen = HashSet::new();
    let pieces = forms.iter().flat_map(|form| pieces(form));
    let names = pieces.filter(|(piece, _)| piece.starts_with('<'));
    let names = names.map(|(piece, _)| piece.trim_matches(['<', '>']));
    names.filter(|name| seen.insert(*name)).collect()
}

/// A form in which the common Internet syntax has the names of its rules, as long as they are no names of its own.
fn common(form: &str) -> String {
    let own = names(&[form]);
    if own.iter().any(|name| WHOLE.iter().any(|(_, rule)| name == rule)) {
        return form.to_owned();
    }
    let rules = WHOLE.iter();
    rules.fold(form.to_owned(), |form, (written, rule)| form.replace(written, &format!("<{rule}>")))
}

/// `%s"x-lake://" host [ %s":" port ] %s"/" path`
fn sequence(form: &str) -> String {
    let mut text = String::new();
    for (piece, _) in pieces(form) {
        let _ = match piece {
            "[" | "]" => write!(text, "{piece} "),
            "\"" => write!(text, "DQUOTE "),
            _ if piece.starts_with('<') => write!(text, "{} ", piece.trim_matches(['<', '>'])),
            _ => write!(text, "%s\"{piece}\" "),
        };
    }
    text
}

/// The pieces of a form, and where each begins: names with their angle brackets, brackets, quotes, and what stands for
/// itself.
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

    /// Each fault is told where it stands in the form.
    #[test]
    fn what_is_wrong() {
        #[rustfmt::skip]
        const ROWS: [(&str, &str, &str); 12] = [
            ("", "the form is empty", ""),
            ("x-t://<host>[:<port>/<box>[?<search>]", "`[` is not closed", "["),
            ("x-t:<a>]", "`]` closes nothing", "]"),
            ("x-t:<a>[]", "`[]` holds nothing", "[]"),
            ("x-t:<a", "`<` is not closed", "<a"),
            ("x-t:<a b>", "`<a b>` is no name", "<a b>"),
            ("x-t:<>", "`<>` is no name", "<>"),
            ("x-t:<1a>", "`<1a>` is no name", "<1a>"),
            ("x-t:<a>:<A>", "`<A>` stands twice in one form", "<A>"),
            ("x-t:é<a>", "`é` stands in no URL", "é"),
            ("x-t:<a>\n", "`\\n` stands in no URL", "\n"),
            ("x-t: <a>", "` ` stands in no URL", " "),
        ];
        for (form, says, at) in ROWS {
            let error = check(&["x-t:<z>", form]).expect_err(form);
            assert_eq!((error.to_string().as_str(), error.form()), (says, 1), "{form}");
            assert_eq!(&form[error.range()], at, "{form}");
        }
        assert_eq!(check(&["x-t:<a>[:<b>]\"%20", "x-t:<a>"]), Ok(()));
    }
}
