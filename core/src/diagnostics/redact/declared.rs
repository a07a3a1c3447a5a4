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
        if name.is_empty() || !schemes.declares(name) {
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

/// The scheme name at the end of a text, or an empty text.
pub(crate) fn name_before(text: &[u8]) -> &str {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let len = text.iter().rev().take(MAX_NAME_LEN).take_while(is_name).count();
    let name = &text[text.len() - len..];
    let first = name.iter().position(u8::is_ascii_alphabetic).unwrap_or(len);
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
    for candidate in [trimmed, until_mark].into_iter().filter_map(|one| core::str::from_utf8(one).ok()) {
        match schemes.declared(candidate, found) {
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
    let is_url = !valid.is_empty() && schemes.declared(valid, &mut widened).is_ok();
    Err(if is_url { valid.len() } else { 0 })
}
