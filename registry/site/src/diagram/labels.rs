//! How bytes and names are written in a diagram.

/// A part of a literal, which has a box of its own.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// Printable characters, as they are.
    Text(String),
    /// Other bytes, in numbers: `%x0D.0A`.
    Numbers(String),
}

/// The labels of a string of bytes.
pub(super) fn of_literal(bytes: &[u8]) -> Vec<Label> {
    let runs = bytes.chunk_by(|one, next| one.is_ascii_graphic() == next.is_ascii_graphic());
    let label = |run: &[u8]| {
        if run[0].is_ascii_graphic() {
            Label::Text(run.iter().map(|byte| char::from(*byte)).collect())
        } else {
            Label::Numbers(numbers(run, "."))
        }
    };
    runs.map(label).collect()
}

/// The label of a range: `a–z`, or `%x00–1F`.
pub(super) fn of_range(first: u8, last: u8) -> String {
    if first.is_ascii_graphic() && last.is_ascii_graphic() {
        return format!("{}–{}", char::from(first), char::from(last));
    }
    numbers(&[first, last], "–")
}

fn numbers(bytes: &[u8], between: &str) -> String {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("%x{}", digits.join(between))
}

/// How often an element occurs, if a loop alone does not say it.
pub(super) fn of_count(min: u32, max: Option<u32>) -> Option<String> {
    match (min, max) {
        (0 | 1, None) => None,
        (_, None) => Some(format!("at least {min} times")),
        (0 | 1, Some(max)) => Some(format!("at most {max} times")),
        (_, Some(max)) if min == max => Some(format!("{max} times")),
        (_, Some(max)) => Some(format!("{min} to {max} times")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let text = |text: &str| Label::Text(text.to_owned());
        let numbers = |text: &str| Label::Numbers(text.to_owned());
        let rows: [(&[u8], Vec<Label>); 6] = [
            (b"x-t://", vec![text("x-t://")]),
            (b"\r\n", vec![numbers("%x0D.0A")]),
            (b"a b", vec![text("a"), numbers("%x20"), text("b")]),
            (b"\xC3\xA9", vec![numbers("%xC3.A9")]),
            (b"%09", vec![text("%09")]),
            (b"", vec![]),
        ];
        for (bytes, labels) in rows {
            assert_eq!(of_literal(bytes), labels, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn ranges() {
        for (first, last, label) in [(b'a', b'z', "a–z"), (0, 0x1F, "%x00–1F"), (b' ', b'~', "%x20–7E")] {
            assert_eq!(of_range(first, last), label);
        }
    }

    #[test]
    fn counts() {
        let rows = [
            (0, None, None),
            (1, None, None),
            (2, None, Some("at least 2 times")),
            (0, Some(4), Some("at most 4 times")),
            (1, Some(4), Some("at most 4 times")),
            (2, Some(4), Some("2 to 4 times")),
            (3, Some(3), Some("3 times")),
        ];
        for (min, max, label) in rows {
            assert_eq!(of_count(min, max).as_deref(), label, "{min}*{max:?}");
        }
    }
}
