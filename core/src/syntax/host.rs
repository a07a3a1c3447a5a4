//! The host: a domain name or an address (RFC 1738 §3.1, §5; RFC 1034 §3.1, RFC 1123 §2.1).
//!
//! ```text
//! host        = hostname | hostnumber
//! hostname    = *[ domainlabel "." ] toplabel
//! domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
//! toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
//! hostnumber  = digits "." digits "." digits "." digits
//! ```

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::common;
use crate::syntax::class::HOST_BYTES;
use crate::syntax::cursor::Cursor;
use crate::syntax::escape;
use crate::text::span::Span;

/// Longest label of a host name, in bytes (RFC 1034 §3.1; R-3.1-8).
pub(crate) const LONGEST_LABEL: usize = 63;

/// Longest host name, in bytes (RFC 1034 §3.1; R-3.1-8).
pub(crate) const LONGEST_NAME: usize = 255;

/// Reads `host = hostname | hostnumber`: a domain name of labels, or four decimal groups; never empty.
///
/// # Errors
/// [`ErrorKind::Missing`] for an empty host (A-29), [`ErrorKind::Unexpected`] at a character or label that a host
/// cannot contain (R-3.1-5, R-3.1-6), [`ErrorKind::OutOfRange`] for a group above 255 or a label or name that is too
/// long (A-25).
#[inline]
pub fn host(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let start = at.position();
    at.skip(&HOST_BYTES);
    let span = at.since(start);
    if is_at_host_end(at) && is_host_fast(at, span) {
        return Ok(span);
    }
    host_slow(at, start)
}

/// Whether a span of host bytes is a valid name of at most 63 bytes or a valid address, as nearly every host is.
/// Returns `false` if the slow path must decide.
#[inline]
pub(crate) fn is_host_fast(at: &mut Cursor<'_>, span: Span) -> bool {
    if span.is_empty() || span.len() > LONGEST_LABEL {
        return false;
    }
    let (dots, hyphens) = at.dots_and_hyphens(span);
    is_hostname_fast(at.all_bytes(), span, dots, hyphens) || is_hostnumber_fast(at, span, dots)
}

/// `is_host_fast` for the bytes from `from` to the limit.
#[doc(hidden)]
#[inline]
pub fn is_host_to_limit_fast(at: &mut Cursor<'_>, from: usize) -> bool {
    let end = at.host_run_end(from);
    at.byte(end).is_none() && is_host_fast(at, Span::known(from, end))
}

/// Whether the next character may follow a host. The scheme checks whether it allows that character.
#[inline]
fn is_at_host_end(at: &Cursor<'_>) -> bool {
    matches!(at.peek(), None | Some(b'/' | b':' | b'@' | b'?' | b';'))
}

/// Slow path of [`host`], for a host that begins at `start`; its host bytes have been read.
fn host_slow(at: &mut Cursor<'_>, start: usize) -> Result<Span, Error> {
    host_characters(at);
    let span = at.since(start);
    if !is_at_host_end(at) {
        return Err(unexpected_in_host(at));
    }
    if span.is_empty() {
        return Err(at.error(ErrorKind::Missing, "host", "host", span, &common::HOST_MISSING).found(None));
    }
    let bytes = at.text(span).as_bytes();
    if bytes.contains(&b'%') {
        host_with_escapes(at, span)?;
    } else {
        let is_exact = true;
        hostname_or_number(at, &WrittenHost { bytes, span, is_exact })?;
    }
    Ok(span)
}

/// Whether host bytes are a valid host name, by the bits of their dots and hyphens: all labels are checked together.
#[inline(always)]
pub(super) fn is_hostname_fast(text: &[u8], span: Span, dots: u64, hyphens: u64) -> bool {
    let last = span.len() - 1;
    let begins = dots << 1 | 1;
    let ends = dots >> 1 | 1 << last;
    // A label neither begins nor ends with a dot or a hyphen, and the last byte is not a dot.
    let wrong = begins & dots | (begins | ends) & hyphens | dots >> last;
    let toplabel = span.start() + (u64::BITS - dots.leading_zeros()) as usize;
    let first = text.get(toplabel);
    wrong == 0 && first.is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a span is four groups of up to eight digits, each at most 255.
#[inline(never)]
fn is_hostnumber_fast(at: &Cursor<'_>, span: Span, mut dots: u64) -> bool {
    if dots.count_ones() != 3 {
        return false;
    }
    let (mut start, mut is_number) = (0, true);
    for _ in 0..4 {
        // The last group has no dot after it and ends with the span.
        let end = span.len().min(dots.trailing_zeros() as usize);
        let group = at.number(Span::known(span.start() + start, span.start() + end));
        is_number &= group.is_some_and(|value| value <= 255);
        dots &= dots.wrapping_sub(1);
        start = end + 1;
    }
    is_number
}

/// The error that the next character does not belong to a host, with the requirement for that character.
#[cold]
fn unexpected_in_host(at: &Cursor<'_>) -> Error {
    match at.rest() {
        [b'_', ..] => at.mismatch("host", "host", &common::UNDERSCORE),
        rest @ [b'%', ..] if escape::byte(rest).is_some() => {
            let span = Span::new(at.position(), at.position() + 3);
            at.error(ErrorKind::Unexpected, "host", "host", span, &common::HOST_ESCAPE)
        }
        [first, ..] if !first.is_ascii() => at.mismatch("host", "host", &common::HOST_NON_ASCII),
        _ => at.mismatch("host", "host", &common::HOST_CHAR),
    }
}

/// Whether a text is a host name, with or without the root dot (A-26), and not an address.
pub(crate) fn is_hostname(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = name.rsplit('.').next().unwrap_or_default();
    name.len() <= LONGEST_NAME && name.split('.').all(is_label) && top.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether a text in the place of a host is a path, as of a Unix socket: no name has a slash.
pub(crate) fn is_path(text: &str) -> bool {
    text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("%2f"))
}

/// Reads `*[ alphadigit | "-" | "." ]`; lenient mode also reads `_` (A-27) and escapes (A-28).
#[inline]
fn host_characters(at: &mut Cursor<'_>) {
    loop {
        at.skip(&HOST_BYTES);
        let (requirement, width) = match at.rest() {
            [b'_', ..] => (&common::UNDERSCORE, 1),
            rest @ [b'%', ..] if escape::byte(rest).is_some() => (&common::HOST_ESCAPE, 3),
            _ => return,
        };
        if !at.is_lenient() {
            return;
        }
        let span = Span::new(at.position(), at.position() + width);
        at.warn(requirement, span);
        at.skip_to(span.end());
    }
}

/// A host whose characters have been read: its decoded bytes and its span.
struct WrittenHost<'h> {
    bytes: &'h [u8],
    span: Span,
    /// Whether no byte is escaped, so that an error can point to single bytes.
    is_exact: bool,
}

impl WrittenHost<'_> {
    /// The span of the decoded bytes `start..end`.
    fn span(&self, start: usize, end: usize) -> Span {
        let at = self.span.start();
        if self.is_exact { Span::new(at + start, at + end) } else { self.span }
    }
}

/// Checks a host with escapes, which lenient mode allows (A-28): decodes it once, then applies the rules of every host.
#[cold]
fn host_with_escapes(at: &mut Cursor<'_>, span: Span) -> Result<(), Error> {
    let mut buffer = [0; LONGEST_NAME];
    let mut len = 0;
    for (_, byte) in escape::bytes(at.text(span)) {
        if !HOST_BYTES.has(byte) && byte != b'_' {
            return Err(at.error(ErrorKind::Unexpected, "host", "host", span, &common::HOST_CHAR).found(None));
        }
        let Some(free) = buffer.get_mut(len) else {
            return Err(at.error(ErrorKind::OutOfRange, "hostname", "host", span, &common::NAME_LONG));
        };
        *free = byte;
        len += 1;
    }
    hostname_or_number(at, &WrittenHost { bytes: &buffer[..len], span, is_exact: false })
}

/// `hostname | hostnumber`
#[inline]
fn hostname_or_number(at: &mut Cursor<'_>, host: &WrittenHost<'_>) -> Result<(), Error> {
    let bytes = without_root_dot(at, host)?;
    let mut start = 0;
    while let Some(dot) = bytes[start..].iter().position(|byte| *byte == b'.') {
        domainlabel(at, host, &bytes[start..start + dot], start)?;
        start += dot + 1;
    }
    let toplabel = &bytes[start..];
    domainlabel(at, host, toplabel, start)?;
    if toplabel[0].is_ascii_digit() {
        hostnumber(at, host, start)?;
    }
    if bytes.len() > LONGEST_NAME {
        at.tolerate(at.error(ErrorKind::OutOfRange, "hostname", "host", host.span, &common::NAME_LONG))?;
    }
    Ok(())
}

/// The bytes without the root dot, with which lenient mode lets a host *name* end (A-26).
#[inline]
fn without_root_dot<'h>(at: &mut Cursor<'_>, host: &WrittenHost<'h>) -> Result<&'h [u8], Error> {
    let [name @ .., b'.'] = host.bytes else {
        return Ok(host.bytes);
    };
    let top = name.iter().rposition(|byte| *byte == b'.').map_or(0, |dot| dot + 1);
    if !name.get(top).is_some_and(u8::is_ascii_alphabetic) {
        return Ok(host.bytes);
    }
    let dot = host.span(name.len(), name.len() + 1);
    at.tolerate(at.error(ErrorKind::Unexpected, "toplabel", "host", dot, &common::TRAILING_DOT))?;
    Ok(name)
}

/// `domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit`, of at most 63 bytes; `toplabel` differs
/// only in its first character.
#[inline]
fn domainlabel(at: &mut Cursor<'_>, host: &WrittenHost<'_>, label: &[u8], start: usize) -> Result<(), Error> {
    let end = start + label.len();
    let (kind, span, requirement) = match label {
        [] => {
            // The second of two dots, the leading dot, or the trailing dot.
            let dot = start.min(host.bytes.len() - 1);
            (ErrorKind::Unexpected, host.span(dot, dot + 1), &common::LABEL_EMPTY)
        }
        [b'-', ..] => (ErrorKind::Unexpected, host.span(start, start + 1), &common::LABEL_HYPHEN),
        [.., b'-'] => (ErrorKind::Unexpected, host.span(end - 1, end), &common::LABEL_HYPHEN),
        _ if label.len() > LONGEST_LABEL => {
            let error =
                at.error(ErrorKind::OutOfRange, "domainlabel", "host", host.span(start, end), &common::LABEL_LONG);
            return at.tolerate(error);
        }
        _ => return Ok(()),
    };
    Err(at.error(kind, "domainlabel", "host", span, requirement))
}

/// `hostnumber = digits "." digits "." digits "." digits`, each of one byte; the last one begins at `last`.
fn hostnumber(at: &mut Cursor<'_>, host: &WrittenHost<'_>, last: usize) -> Result<(), Error> {
    let groups = || host.bytes.split(|byte| *byte == b'.');
    if groups().count() != 4 || !groups().flatten().all(u8::is_ascii_digit) {
        let toplabel = host.span(last, host.bytes.len());
        return Err(at.error(ErrorKind::Unexpected, "toplabel", "host", toplabel, &common::TOPLABEL));
    }
    let mut start = 0;
    for group in groups() {
        let end = start + group.len();
        if group_value(group) > 255 {
            let span = host.span(start, end);
            return at.tolerate(at.error(ErrorKind::OutOfRange, "hostnumber", "host", span, &common::GROUP_RANGE));
        }
        start = end + 1;
    }
    Ok(())
}

fn group_value(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |value: u32, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// The lengths of a decoded host and its labels.
pub(crate) struct HostLengths {
    /// Bytes of the name.
    pub(crate) name: usize,
    /// Bytes of its longest label.
    pub(crate) label: usize,
    labels: usize,
    /// The largest value of a label of digits.
    pub(crate) group: u32,
    /// Whether every label consists of one or more digits.
    is_numeric: bool,
}

impl HostLengths {
    pub(crate) fn new(text: &str) -> Self {
        let mut lengths = Self { name: 0, label: 0, labels: 0, group: 0, is_numeric: true };
        let (mut label, mut value) = (0, 0_u32);
        for (_, byte) in escape::bytes(text) {
            lengths.name += 1;
            if byte == b'.' {
                lengths.end_label(label, value);
                (label, value) = (0, 0);
                continue;
            }
            label += 1;
            lengths.is_numeric &= byte.is_ascii_digit();
            value = value.saturating_mul(10).saturating_add(u32::from(byte.wrapping_sub(b'0')));
        }
        lengths.end_label(label, value);
        lengths
    }

    fn end_label(&mut self, label: usize, value: u32) {
        self.labels += 1;
        self.label = self.label.max(label);
        self.group = self.group.max(value);
        self.is_numeric &= label > 0;
    }

    pub(crate) fn is_address(&self) -> bool {
        self.is_numeric && self.labels == 4
    }
}

#[cfg(test)]
mod tests;
