//! The prose form of a syntax, `x-lake://<host>[:<port>]/<path>`, as a grammar.
//!
//! ```text
//! <user> <password> <host> <port> <path> <search>   the rules of RFC 1738; any other name is *uchar
//! [ ]                                               may be left away
//! anything else                                     stands for itself
//! ```

use std::fmt::Write as _;

/// The names that the imported rules of RFC 1738 have.
const KNOWN: [&str; 4] = ["user", "password", "host", "port"];

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
    let alternatives: Vec<_> = forms.iter().map(|form| sequence(form)).collect();
    let mut text = format!("form = {}\n", alternatives.join(" / "));
    for name in names(forms)
        .into_iter()
        .filter(|name| !KNOWN.contains(name))
    {
        let _ = writeln!(text, "{name} = {}", rule(name));
    }
    text
}

/// The names between angle brackets, each once, in their order.
pub(super) fn names<'f>(forms: &[&'f str]) -> Vec<&'f str> {
    let mut names = Vec::new();
    for form in forms {
        for piece in form.split('<').skip(1) {
            let name = piece.split('>').next().unwrap_or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// `%s"x-lake://" host [ %s":" port ] %s"/" path`
fn sequence(form: &str) -> String {
    let mut text = String::new();
    let mut rest = form;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '<' => rest.find('>').map_or(rest.len(), |end| end + 1),
            '[' | ']' | '"' => 1,
            _ => rest.find(['<', '[', ']', '"']).unwrap_or(rest.len()),
        };
        let (piece, behind) = rest.split_at(end);
        let _ = match first {
            '<' => write!(text, "{} ", piece.trim_matches(['<', '>'])),
            '[' | ']' => write!(text, "{piece} "),
            '"' => write!(text, "DQUOTE "),
            _ => write!(text, "%s\"{piece}\" "),
        };
        rest = behind;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let form = ["x-lake://<host>[:<port>]/<bucket>?<search>"];
        let text = abnf(&form);
        assert!(
            text.starts_with(
                "form = %s\"x-lake://\" host [ %s\":\" port ] %s\"/\" bucket %s\"?\" search \n"
            ),
            "{text}"
        );
        assert!(
            text.contains("\nbucket = *uchar\nsearch = *( uchar"),
            "{text}"
        );
        assert_eq!(names(&form), ["host", "port", "bucket", "search"]);
    }
}
