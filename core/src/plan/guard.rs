//! The guard against protocol injection: the bytes of a URL that each kind of step rejects (RFC 1738 §6, R-6-2, R-6-3).
//!
//! An escaped byte is data for the parser, but after decoding it can be a command for a server: a line end, a separator
//! or the end of a string. Only [`PlanBuilder`](super::PlanBuilder) creates steps, and it checks every byte of the URL
//! here.

/// The kind of step that bytes of the URL enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// An argument of a command line: CR, LF and NUL end the line, a space or TAB ends the argument (R-6-3).
    Argument,
    /// The last argument of a command line, which may contain spaces: CR, LF and NUL end it.
    RestOfLine,
    /// A line of fields separated by TAB: CR, LF and TAB are rejected. A selector may contain NUL (R-3.4-3).
    TabSeparated,
    /// A message-id between `<` and `>`: only graphic US-ASCII without these brackets.
    MessageId,
    /// A request line that is sent as written: only graphic US-ASCII.
    Verbatim,
    /// A line for the user or another program: CR, LF and NUL end it.
    TextLine,
    /// A decoded host: a space or a control character could end it in a message to a server.
    Host,
    /// A segment of a path: NUL and the separator are rejected.
    Segment,
    /// A part of another URL: every byte with a meaning in any scheme is encoded, so none is rejected.
    Encoded,
    /// Data with a length, in which every byte is allowed.
    Opaque,
}

impl Guard {
    /// The first byte that would act as protocol.
    pub(super) fn first_rejected(self, bytes: &[u8]) -> Option<u8> {
        bytes.iter().copied().find(|byte| self.rejects(*byte))
    }

    fn rejects(self, byte: u8) -> bool {
        match self {
            Self::Argument => matches!(byte, b'\r' | b'\n' | 0 | b' ' | b'\t'),
            Self::RestOfLine | Self::TextLine => matches!(byte, b'\r' | b'\n' | 0),
            Self::TabSeparated => matches!(byte, b'\r' | b'\n' | b'\t'),
            Self::MessageId => !byte.is_ascii_graphic() || matches!(byte, b'<' | b'>'),
            Self::Verbatim => !byte.is_ascii_graphic(),
            Self::Host => byte <= b' ' || byte == 0x7F,
            Self::Segment => matches!(byte, 0 | b'/') || cfg!(windows) && byte == b'\\',
            Self::Encoded | Self::Opaque => false,
        }
    }

    /// The kind of step, for error messages.
    pub(super) const fn step(self) -> &'static str {
        match self {
            Self::Argument => "an argument of a command line",
            Self::RestOfLine => "a command line",
            Self::TabSeparated => "a line of fields separated by TAB",
            Self::MessageId => "a message-id",
            Self::Verbatim => "a request line",
            Self::TextLine => "a line of text",
            Self::Host => "a host name",
            Self::Segment => "a path segment",
            Self::Encoded => "a URL",
            Self::Opaque => "data",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use crate::text::prelude::*;

    /// Every byte in every kind of step.
    #[test]
    fn rejected_bytes_of_each_kind_of_step() {
        let rejected =
            |guard: Guard| -> Vec<u8> { (0..=255).filter(|byte| guard.first_rejected(&[*byte]).is_some()).collect() };
        assert_eq!(rejected(Guard::Argument), [0, b'\t', b'\n', b'\r', b' ']);
        assert_eq!(rejected(Guard::RestOfLine), [0, b'\n', b'\r']);
        assert_eq!(rejected(Guard::TextLine), [0, b'\n', b'\r']);
        assert_eq!(rejected(Guard::TabSeparated), [b'\t', b'\n', b'\r']);
        let is_graphic = |byte: &u8| (0x21..=0x7E).contains(byte);
        let not_graphic: Vec<u8> = (0..=255).filter(|byte| !is_graphic(byte)).collect();
        assert_eq!(rejected(Guard::Verbatim), not_graphic);
        let mut message_id = not_graphic;
        message_id.extend(b"<>");
        message_id.sort_unstable();
        assert_eq!(rejected(Guard::MessageId), message_id);
        let mut controls: Vec<u8> = (0..=b' ').collect();
        controls.push(0x7F);
        assert_eq!(rejected(Guard::Host), controls);
        let segment: &[u8] = if cfg!(windows) { b"\0/\\" } else { b"\0/" };
        assert_eq!(rejected(Guard::Segment), segment);
        assert!(rejected(Guard::Encoded).is_empty());
        assert!(rejected(Guard::Opaque).is_empty());
    }

    /// An error names the kind of step.
    #[test]
    fn every_kind_of_step_has_a_name() {
        assert_eq!(Guard::Argument.step(), "an argument of a command line");
        assert_eq!(Guard::Segment.step(), "a path segment");
    }
}
