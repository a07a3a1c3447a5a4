//! A quick check for the schemepart of a parsed URL: nearly all have no byte without which there is no secret.

use super::paths::Host;
use crate::diagnostics::secrets::{FieldName, Rules};

/// Whether a schemepart has no secret, as far as its text alone tells: neither a login nor a port, nothing encoded, no
/// field with the name of a secret, and no host with secrets in its paths.
pub(super) fn is_plain(text: &[u8], rules: &Rules) -> bool {
    let follows_ordinary_host =
        |slash: usize| text.get(slash + 1) != Some(&b'/') || has_ordinary_host(&text[slash + 2..], rules);
    // Reads to the end, so that the compiler makes vectors of it.
    text.iter().fold(true, |all, byte| all & is_plain_byte(*byte))
        && memchr::memchr_iter(b'=', text).all(|at| has_ordinary_name(&text[..at], rules))
        && has_ordinary_host(&text[text.iter().take_while(|byte| **byte == b'/').count()..], rules)
        && memchr::memchr_iter(b'/', text).all(follows_ordinary_host)
}

/// Whether a byte is neither part of an escape or a look-alike, nor one that a login, a connection string or a value in
/// quotation marks needs.
const fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'/' | b'_' | b'?' | b'=' | b'&' | b'#' | b'~' | b'+' | b'!' | b';')
}

/// Whether the name of a field, with which a text ends, is not that of a secret.
fn has_ordinary_name(text: &[u8], rules: &Rules) -> bool {
    let is_delimiter = |byte: &u8| matches!(byte, b'?' | b'&' | b'#' | b';' | b'=');
    let start = text.iter().rposition(is_delimiter).map_or(0, |delimiter| delimiter + 1);
    let name = &text[start..];
    rules.is_ordinary(name) || {
        let mut field = FieldName::new();
        for byte in name {
            field.push(*byte, rules);
        }
        !field.is_secret(rules) && !rules.is_connection(&field)
    }
}

/// Whether the host with which a text begins has no secrets in its paths.
fn has_ordinary_host(text: &[u8], rules: &Rules) -> bool {
    let end = memchr::memchr3(b'/', b'?', b'#', text);
    end.is_none_or(|end| text[end] != b'/' || end <= Host::MAX_LEN && !rules.may_have_paths(&text[..end]))
}
