//! Which rule an undefined name was perhaps meant to be.

use locator_core::text::did_you_mean::similar_names;

/// What other documents call the core rules.
const ALIASES: [(&str, &str); 8] = [
    ("hex", "HEXDIG"),
    ("letter", "ALPHA"),
    ("number", "DIGIT"),
    ("quote", "DQUOTE"),
    ("space", "SP"),
    ("tab", "HTAB"),
    ("lws", "LWSP"),
    ("newline", "CRLF"),
];

/// A way out of an undefined name.
pub(super) fn hint<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    if let Some(number) = as_number(name) {
        return Some(format!("numbers are written `%{number}`"));
    }
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    alias
        .map(|(_, rule)| *rule)
        .or_else(|| similar_names(name, names).first().copied())
        .map(|rule| format!("did you mean `{rule}`?"))
}

/// `x41` or `x41-5A`, as in `0x41`.
fn as_number(name: &str) -> Option<&str> {
    let digits = name.strip_prefix(['x', 'X'])?;
    let is_hex = |part: &str| (1..=2).contains(&part.len()) && u8::from_str_radix(part, 16).is_ok();
    digits.split('-').all(is_hex).then_some(name)
}

#[cfg(test)]
mod tests {

    #[test]
    fn names_have_neighbours() {
        let rows = [
            ("DIGITS", Some("did you mean `DIGIT`?")),
            ("digt", Some("did you mean `DIGIT`?")),
            ("HEX", Some("did you mean `HEXDIG`?")),
            ("hostprot", Some("did you mean `hostport`?")),
            ("x41", Some("numbers are written `%x41`")),
            ("x41-5A", Some("numbers are written `%x41-5A`")),
            ("xyzzy", None),
        ];
        for (name, hint) in rows {
            let names = ["ALPHA", "DIGIT", "HEXDIG", "hostport", "port"].into_iter();
            assert_eq!(super::hint(name, names).as_deref(), hint, "{name}");
        }
    }
}
