//! The committed corpora: one input a line, with escapes as in `b"…"` of Rust, in `fuzz/corpora`.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file with the corpus of a target.
pub fn file(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../corpora/{target}.txt"))
}

/// Reads the corpus of a target.
///
/// # Errors
/// The file cannot be read.
///
/// # Panics
/// If a line has a wrong escape.
pub fn read(target: &str) -> io::Result<Vec<Vec<u8>>> {
    Ok(fs::read_to_string(file(target))?.lines().map(unescape).collect())
}

/// The line of an input.
pub fn escape(input: &[u8]) -> String {
    input.escape_ascii().to_string()
}

/// The input of a line.
///
/// # Panics
/// If an escape is none that [`escape`] writes.
pub fn unescape(line: &str) -> Vec<u8> {
    let (mut input, mut rest) = (Vec::new(), line.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            input.push(byte);
            continue;
        }
        let (&kind, after) = rest.split_first().unwrap_or_else(|| panic!("`\\` at the end of {line}"));
        rest = after;
        input.push(match kind {
            b't' => b'\t',
            b'n' => b'\n',
            b'r' => b'\r',
            b'x' => {
                let digits = rest.split_at_checked(2);
                let byte = digits.and_then(|(digits, _)| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
                rest = digits.map_or(&[], |(_, rest)| rest);
                byte.unwrap_or_else(|| panic!("`\\x` without two digits in {line}"))
            }
            b'\\' | b'\'' | b'"' => kind,
            other => panic!("`\\{}` in {line}", char::from(other)),
        });
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_input() {
        let all: Vec<u8> = (0..=255).collect();
        let line = escape(&all);
        assert!(line.is_ascii() && !line.contains('\n'));
        assert_eq!(unescape(&line), all);
    }
}
