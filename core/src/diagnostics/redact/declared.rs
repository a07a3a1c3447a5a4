//! Searches a text for URLs of schemes that declare secrets.

use crate::diagnostics::secrets::Schemes;
use crate::text::span::Span;

/// The number of texts that seem to be URLs and are none, after which the search ends.
const MAX_FALSE_STARTS: usize = 16;

/// The maximum length of a scheme name.
const MAX_NAME_LEN: usize = 64;

/// Finds what schemes declare as secrets in the URLs of a text, from an offset on.
pub(super) fn find(text: &[u8], from: usize, schemes: &dyn Schemes, found: &mut dyn FnMut(Span)) {
    let mut next = from;
    let mut false_starts = 0;
    for colon in memchr::memchr_iter(b':', &text[from..]).map(|at| from + at) {
        let name = name_before(&text[next.min(colon)..colon]);
        if !schemes.declares(name) {
            continue;
        }
        let start = colon - name.len();
        match read(&text[start..], schemes, &mut |span| found(Span::new(start + span.start(), start + span.end()))) {
            Ok(len) => next = start + len,
            Err(len) => {
                next = start + len;
                false_starts += 1;
            }
        }
        if false_starts == MAX_FALSE_STARTS {
            return;
        }
    }
}

/// Whether a byte can be in the name of a scheme (R-2.1-3).
pub(super) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The scheme name at the end of a text, or an empty text.
pub(crate) fn name_before(text: &[u8]) -> &str {
    let len = text.iter().rev().take(MAX_NAME_LEN).take_while(|byte| is_name(**byte)).count();
    let name = &text[text.len() - len..];
    // Nothing, or the time of a day, is before most colons.
    let Some(first) = name.iter().position(u8::is_ascii_alphabetic) else { return "" };
    core::str::from_utf8(&name[first..]).unwrap_or_default()
}

/// Reads the URL at the beginning of a text. If it is none, it is read up to the error.
///
/// # Errors
/// The length of what was read, if it is no URL.
fn read(text: &[u8], schemes: &dyn Schemes, found: &mut dyn FnMut(Span)) -> Result<usize, usize> {
    let is_end = |byte: &u8| *byte <= b' ' || matches!(byte, b'"' | b'<' | b'>' | b'`' | 0x7F);
    let whole = &text[..text.iter().position(is_end).unwrap_or(text.len())];
    let is_mark = |byte: &u8| b"\\',.;:!?)]}|".contains(byte);
    let trimmed = &whole[..whole.iter().rposition(|byte| !is_mark(byte)).map_or(0, |last| last + 1)];
    let until_mark = &whole[..whole.iter().position(|byte| b",|'".contains(byte)).unwrap_or(whole.len())];
    let mut valid = 0;
    for candidate in [trimmed, until_mark] {
        match read_all(candidate, schemes, found) {
            Ok(()) => return Ok(candidate.len()),
            Err(at) => valid = valid.max(at),
        }
    }
    let valid = core::str::from_utf8(&whole[..valid]).unwrap_or_default();
    // What is wrong belongs to the secret before it.
    let mut widened = |span: Span| {
        let end = if span.end() == valid.len() { whole.len() } else { span.end() };
        found(Span::new(span.start(), end));
    };
    let is_url = schemes.declared(valid, &mut widened).is_ok();
    if read_after_authority(trimmed, valid.len(), schemes, found).is_some() {
        return Ok(trimmed.len());
    }
    Err(if is_url { valid.len() } else { 0 })
}

/// Finds what a scheme declares after an authority with an error at an offset, such as a port with a typing error: as if
/// another authority were there.
fn read_after_authority(text: &[u8], error: usize, schemes: &dyn Schemes, found: &mut dyn FnMut(Span)) -> Option<()> {
    let (scheme, rest) = core::str::from_utf8(text).ok()?.split_once("://")?;
    let after = &rest[rest.find(['/', '?', '#'])?..];
    if error > text.len() - after.len() {
        return None;
    }
    let repaired = [scheme, "://h", after].concat();
    let start = repaired.len() - after.len();
    let moved = |at: usize| at + text.len() - repaired.len();
    let mut in_place = |span: Span| {
        if span.start() >= start {
            found(Span::new(moved(span.start()), moved(span.end())));
        }
    };
    schemes.declared(&repaired, &mut in_place).ok()
}

/// Reads a text as a URL.
///
/// # Errors
/// The offset of the first error, if it is no URL. What is not UTF-8 is an error.
fn read_all(text: &[u8], schemes: &dyn Schemes, found: &mut dyn FnMut(Span)) -> Result<(), usize> {
    let start = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    if start.len() == text.len() {
        return schemes.declared(start, found);
    }
    Err(schemes.declared(start, &mut |_| {}).err().unwrap_or(start.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::prelude::*;

    /// A URL is a name, a colon, and lower-case letters and `:;,./)`. What is between the first `;` and `/` is a secret,
    /// but only the scheme `key` declares it.
    struct OneScheme;

    impl Schemes for OneScheme {
        fn is_scheme(&self, _: &str) -> bool {
            false
        }

        fn declared(&self, text: &str, found: &mut dyn FnMut(Span)) -> Result<(), usize> {
            let is_valid = |byte: u8| byte.is_ascii_lowercase() || b":;,./)".contains(&byte);
            if let Some(error) = text.bytes().position(|byte| !is_valid(byte)) {
                return Err(error);
            }
            let (start, rest) = text.split_once(':').filter(|(_, rest)| !rest.is_empty()).ok_or(text.len())?;
            if let Some((before, after)) = rest.split_once(';') {
                let at = start.len() + before.len() + 2;
                found(Span::new(at, at + after.find('/').unwrap_or(after.len())));
            }
            Ok(())
        }

        fn declares(&self, name: &str) -> bool {
            name == "key"
        }
    }

    fn found(text: &[u8], from: usize) -> Vec<&[u8]> {
        let mut found = Vec::new();
        find(text, from, &OneScheme, &mut |span| found.push(&text[span.range()]));
        found
    }

    #[test]
    fn declared_secrets_are_found() {
        for (text, secrets) in [
            (&b"key:a;p"[..], &[&b"p"[..]][..]),
            (b"see key:a;p/b, (key:a;q). key:a", &[b"p", b"q"]),
            (b"<key:a;p> \"key:a;p\" `key:a;p` key:a;p\x7F", &[b"p", b"p", b"p", b"p"]),
            (b"x:b;p key:a;q :a;r", &[b"q"]),
            (b"no-key:a;p", &[]),
            // Text in another URL or list goes on after it.
            (b"key:a;p,b|c key:a;p'b key:a;p|b", &[b"p", b"p", b"p"]),
            // What is wrong belongs to the secret before it, but not if something else is between.
            (b"key:a;p^b key:a;q/b^c", &[b"p^b", b"q"]),
            (b"key:a;p\xFFb key:a;p^\xFF key:a;q,\xFF key:\xFF;p", &[b"p\xFFb", b"p^\xFF", b"q"]),
            (b"key: key:^;p key:^ key", &[]),
            // An authority with an error.
            (b"key://^;q/;p key://^^/a;p/ key://^;p key://h^/;^", &[b"p", b"p"]),
            // Each is read once, although another seems to begin in it.
            (b"key:a;key:b;p key:a;key:b;p^", &[b"key:b;p", b"key:b;p^"]),
        ] {
            assert_eq!(found(text, 0), secrets, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn what_is_before_the_offset_is_not_searched() {
        let text = b"key:a;p no-key:a;q";
        assert_eq!(found(text, 11), [b"q"]);
        assert_eq!(found(text, 4), [b""; 0]);
    }

    #[test]
    fn the_search_ends_after_many_false_starts() {
        for (count, secrets) in [(MAX_FALSE_STARTS - 1, &[b"p"][..]), (MAX_FALSE_STARTS, &[])] {
            let text = "key: ".repeat(count) + "key:a;p";
            assert_eq!(found(text.as_bytes(), 0), secrets);
        }
    }
}
