//! Values that are no secrets whatever their name is: names of variables that a program has yet to replace, and flags.

/// The limit on the length of a value; longer ones are neither.
const MAX_LEN: usize = 64;

/// The values of flags.
#[rustfmt::skip]
const FLAGS: [&str; 12] = ["true", "false", "yes", "no", "on", "off", "0", "1", "null", "none", "include", "omit"];

/// What can be around the name of a variable, without which it is only a word.
const MARKS: [(&str, &str); 3] = [("${", "}"), ("{{", "}}"), ("%", "%")];

/// Whether a value is the name of a variable: `${TOKEN}`, `{{token}}`, `%TOKEN%` or `$TOKEN`. The closing brackets of the last
/// value may be missing, because punctuation at the end of a word of prose is no part of it.
fn is_variable(value: &[u8], is_last: bool) -> bool {
    let is_name = |name: &[u8]| {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':');
        name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_') && name.iter().all(is_part)
    };
    let marked = MARKS.iter().find_map(|(open, close)| {
        let name = value.strip_prefix(open.as_bytes())?;
        let len = name.iter().position(|byte| close.as_bytes()[0] == *byte).unwrap_or(name.len());
        let rest = &name[len..];
        let is_cut = is_last && *open != "%" && close.as_bytes().starts_with(rest);
        Some((&name[..len], rest == close.as_bytes() || is_cut))
    });
    // Without brackets, a lower-case word may be part of a secret.
    let needs_upper = !matches!(value, [b'$', b'{', ..] | [b'{', ..]);
    let is_accepted = |name: &[u8]| is_name(name) && !(needs_upper && name.iter().any(u8::is_ascii_lowercase));
    match (marked, value.strip_prefix(b"$")) {
        (Some((name, is_closed)), _) => is_closed && is_accepted(name),
        (None, name) => name.is_some_and(is_accepted),
    }
}

/// Whether a port is the name of a variable, or the word for one: `{port}` or `port`.
pub(super) fn is_port_variable(port: &[u8]) -> bool {
    let word = port.strip_prefix(b"{").unwrap_or(port);
    let word = word.strip_suffix(b"}").unwrap_or(word);
    is_variable(port, true) || word.eq_ignore_ascii_case(b"port")
}

/// Whether the value at the beginning of a text, up to the end of its field, is a variable or a flag.
pub(super) fn begins_value(text: &[u8], ends_at_semicolon: bool) -> bool {
    let is_end =
        |byte: &u8| *byte <= b' ' || matches!(byte, b'&' | b'#' | b'"' | b'<') || *byte == b';' && ends_at_semicolon;
    let text = &text[..text.len().min(MAX_LEN)];
    let len = text.iter().position(is_end).unwrap_or(text.len());
    let value = before_quote(&text[..len]);
    value.len() < MAX_LEN
        && (is_variable(value, len == text.len())
            || FLAGS.iter().any(|flag| value.eq_ignore_ascii_case(flag.as_bytes())))
}

/// A value without the `'` that ends a quotation, which only punctuation can follow; in a secret, it is a character.
fn before_quote(value: &[u8]) -> &[u8] {
    match value.iter().position(|byte| *byte == b'\'') {
        Some(quote) if value[quote..].iter().all(|byte| b"'),;]}".contains(byte)) => &value[..quote],
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        for (value, is) in [
            ("${TOKEN}", true),
            ("${TOKEN", true),
            ("${token:-x}", true),
            ("{{ token }}", false),
            ("{{token}}", true),
            ("{{token}", true),
            ("%TOKEN%", true),
            ("%TOKEN", false),
            ("%token%", false),
            ("%41", false),
            ("$TOKEN", true),
            ("$token", false),
            ("$1", false),
            ("${}", false),
            ("${a}b", false),
            ("${a b}", false),
            ("{token}", false),
            ("token", false),
            ("", false),
        ] {
            assert_eq!(is_variable(value.as_bytes(), true), is, "{value}");
        }
        for (port, is) in
            [("port", true), ("{PORT}", true), ("{port", true), ("{x}", false), ("${x}", true), ("80", false)]
        {
            assert_eq!(is_port_variable(port.as_bytes()), is, "{port}");
        }
    }

    #[test]
    fn values_end_with_their_field() {
        for (text, semicolon, is) in [
            ("true", false, true),
            ("TRUE&x", false, true),
            ("1#f", false, true),
            ("1;2", false, false),
            ("1;2", true, true),
            ("1,2", true, false),
            ("12", false, false),
            ("$A b", false, true),
            ("${A", false, true),
            ("${A&b", false, false),
            ("$A'), b", false, true),
            ("$A'b", false, false),
            ("", false, false),
        ] {
            assert_eq!(begins_value(text.as_bytes(), semicolon), is, "{text}");
        }
        assert!(!begins_value(&[b"$", &[b'A'; 80][..]].concat(), false));
    }
}
