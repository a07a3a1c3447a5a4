//! Characters and numbers as a person may see them.

use std::borrow::Cow;

/// Control characters by their pictures, so that a text can neither break a table nor steer the terminal.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|found| picture(found) == found) {
        return Cow::Borrowed(text);
    }
    text.chars().map(picture).collect()
}

/// The same as the carets of the library draw.
fn picture(found: char) -> char {
    match found {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(found)).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        // C1 controls, and the marks that turn the direction of a line.
        '\u{80}'..='\u{9F}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' => '\u{FFFD}',
        _ => found,
    }
}

/// A number as a person reads it: `100,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 line`, `2,000 lines`.
pub(crate) fn count(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(number))
}

/// `a`, `a or b`, `a, b or c`, each in backquotes.
pub(crate) fn or_list(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(
            visible("a\x1B[2J\u{9B}\x7F\r\n"),
            "a\u{241B}[2J\u{FFFD}\u{2421}\u{240D}\u{240A}"
        );
        assert!(matches!(visible("é`~"), Cow::Borrowed(_)));
    }

    #[test]
    fn numbers_have_groups() {
        let shown = [0, 999, 1000, 100_000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "100,000", "1,234,567"]);
    }
}
