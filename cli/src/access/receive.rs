//! Receives replies up to their ends.

use locator::plan::Until;

use super::AccessError;
use super::connection::Connection;

/// What was received and not yet asked for, and how much in all.
pub(super) struct Receiver {
    buffer: Vec<u8>,
    received: usize,
    max_bytes: usize,
}

impl Receiver {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self { buffer: Vec::new(), received: 0, max_bytes }
    }

    /// Receives a reply. After an error, [`Receiver::rest`] has what came before it.
    pub(super) fn reply(&mut self, from: &mut Connection, until: Until) -> Result<Vec<u8>, AccessError> {
        loop {
            if let Some(end) = end(&self.buffer, until)? {
                return Ok(self.buffer.drain(..end).collect());
            }
            let mut block = [0; 16 * 1024];
            let len = from.receive(&mut block)?;
            if len == 0 {
                let what = match until {
                    Until::Close => return Ok(self.rest()),
                    Until::DotLine => "text: no line with a single dot",
                    Until::Line => "line",
                    Until::LengthU16 | Until::LengthU32 | Until::LengthLine => "length that the reply starts with",
                    _ => "reply",
                };
                return Err(AccessError::Closed(what));
            }
            self.received += len;
            self.buffer.extend(&block[..len]);
            if self.received > self.max_bytes {
                self.buffer.truncate(self.buffer.len().saturating_sub(self.received - self.max_bytes));
                return Err(AccessError::TooLong(self.max_bytes));
            }
        }
    }

    /// What was received of an unfinished reply.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.buffer)
    }
}

/// Where a reply ends, if it does.
fn end(text: &[u8], until: Until) -> Result<Option<usize>, AccessError> {
    Ok(match until {
        Until::Line => lines(text).next().map(|(end, _)| end),
        Until::DotLine => lines(text).find(|(_, line)| content(line) == b".").map(|(end, _)| end),
        Until::Reply => reply_end(text),
        Until::LengthU16 => text.first_chunk().and_then(|len| after(text, 2, u16::from_be_bytes(*len).into())),
        Until::LengthU32 => text.first_chunk().and_then(|len| after(text, 4, u32::from_be_bytes(*len).into())),
        Until::LengthLine => match lines(text).next() {
            Some((end, line)) => after(text, end, number_at_end(line)?),
            None => None,
        },
        _ => None,
    })
}

/// Of several lines, all but the last have a hyphen after the code (RFC 959 §4.2).
fn reply_end(text: &[u8]) -> Option<usize> {
    let mut lines = lines(text);
    let (first_end, first) = lines.next()?;
    if first.get(3) != Some(&b'-') {
        return Some(first_end);
    }
    let code = &first[..3];
    lines.find(|(_, line)| line.starts_with(code) && line.get(3) != Some(&b'-')).map(|(end, _)| end)
}

/// The end of `len` bytes after a start, if they are there.
fn after(text: &[u8], start: usize, len: u64) -> Option<usize> {
    let end = usize::try_from(len).ok()?.checked_add(start)?;
    (end <= text.len()).then_some(end)
}

/// The decimal number at the end of a line.
fn number_at_end(line: &[u8]) -> Result<u64, AccessError> {
    let line = content(line);
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let number = str::from_utf8(&line[line.len() - digits..]).ok().and_then(|number| number.parse().ok());
    number.ok_or_else(|| AccessError::NoLength(line.escape_ascii().to_string()))
}

/// The complete lines, each with the offset of its end.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut end = 0;
    let complete = text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    complete.map(move |line| {
        end += line.len();
        (end, line)
    })
}

/// A line without its end.
fn content(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        for (text, until, expected) in [
            ("a", Until::Line, None),
            ("a\r\nb", Until::Line, Some(3)),
            ("a\n.b\n.\r\nc", Until::DotLine, Some(8)),
            ("a\n..\n", Until::DotLine, None),
            (".\n", Until::DotLine, Some(2)),
            ("220 a\r\n", Until::Reply, Some(7)),
            ("220-a\r\n220-b\r\n 220 c\r\n", Until::Reply, None),
            ("220-a\r\nb\r\n220 c\r\n331", Until::Reply, Some(17)),
            ("a", Until::Close, None),
            ("\0", Until::LengthU16, None),
            ("\0\0a", Until::LengthU16, Some(2)),
            ("\0\u{2}a", Until::LengthU16, None),
            ("\0\u{2}abc", Until::LengthU16, Some(4)),
            ("\u{1}\0abc", Until::LengthU16, None),
            ("\0\0\0", Until::LengthU32, None),
            ("\0\0\0\u{3}abcd", Until::LengthU32, Some(7)),
            ("\u{7f}\0\0\0abcd", Until::LengthU32, None),
            ("VALUE k 0 3", Until::LengthLine, None),
            ("VALUE k 0 3\r\nab", Until::LengthLine, None),
            ("VALUE k 0 3\r\nabc\r\n", Until::LengthLine, Some(16)),
            ("+0\n", Until::LengthLine, Some(3)),
            ("18446744073709551615\nabc", Until::LengthLine, None),
        ] {
            assert_eq!(end(text.as_bytes(), until).expect("a length"), expected, "{text:?}");
        }
        for text in ["\n", "ERROR\r\nabc", "1 \n", "18446744073709551616\n"] {
            assert!(matches!(end(text.as_bytes(), Until::LengthLine), Err(AccessError::NoLength(_))), "{text:?}");
        }
    }
}
