//! Numbers as people read them.

/// A number with separators: `100,000`.
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

/// A number with its noun: `1 line`, `2,000 lines`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let grouped = [0, 999, 1000, 100_000, 1_234_567].map(grouped);
        assert_eq!(grouped, ["0", "999", "1,000", "100,000", "1,234,567"]);
    }
}
