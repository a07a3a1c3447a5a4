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
            if let Some(end) = end(&self.buffer, until) {
                return Ok(self.buffer.drain(..end).collect());
            }
            let mut block = [0; 16 * 1024];
            let len = from.receive(&mut block)?;
            if len == 0 {
                let what = match until {
                    Until::Close => return Ok(self.rest()),
                    Until::DotLine => "text: no line with a single dot",
                    Until::Line => "line",
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
fn end(text: &[u8], until: Until) -> Option<usize> {
    let line_end = |text: &[u8]| text.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
    match until {
        Until::Line => line_end(text),
        Until::DotLine => lines(text).find(|(_, line)| is_text(line, b".")).map(|(end, _)| end),
        // Of several lines, all but the last have a hyphen after the code (RFC 959 §4.2).
        Until::Reply => {
            let mut lines = lines(text);
            let (first_end, first) = lines.next()?;
            if first.get(3) != Some(&b'-') {
                return Some(first_end);
            }
            let code = &first[..3];
            lines.find(|(_, line)| line.starts_with(code) && line.get(3) != Some(&b'-')).map(|(end, _)| end)
        }
        _ => None,
    }
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

fn is_text(line: &[u8], text: &[u8]) -> bool {
    line.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line)) == Some(text)
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
        ] {
            assert_eq!(end(text.as_bytes(), until), expected, "{text:?}");
        }
    }
}
