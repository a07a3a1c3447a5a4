//! The one guard: which bytes of a URL may not enter a step, by its kind (RFC 1738 §6, R-6-2, R-6-3).
//!
//! What stands in a URL as an escape is data for the parser, and can be a command for a server: a line end, a separator,
//! an end of a string. Steps are made by [`PlanBuilder`](super::PlanBuilder) alone, and every byte of the URL that enters
//! one passes here.

/// What kind of step bytes enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    /// An argument of a command line: CR, LF and NUL end the line, a space or TAB ends the argument (R-6-3).
    Argument,
    /// The last argument of a command line, which takes the rest of it, spaces too: CR, LF and NUL end it.
    RestOfLine,
    /// A line of fields, between which a TAB stands: CR, LF and TAB. A selector may hold NUL (R-3.4-3).
    TabSeparated,
    /// A message-id within `<>`: nothing but graphic US-ASCII, and neither bracket.
    MessageId,
    /// A request line that is sent as written: nothing but graphic US-ASCII.
    Verbatim,
    /// What a person is shown, or another program is handed, as a line: CR, LF and NUL.
    TextLine,
    /// A host that is connected to, decoded: a space or a control character would end it where it is told to a server.
    Host,
    /// A segment of a path: NUL and the separator.
    Segment,
    /// A part of another URL: every byte is encoded that may mean something in some scheme, so none is refused.
    Encoded,
    /// What a protocol carries with its length, where every byte is data.
    Opaque,
}

impl Guard {
    /// The first byte that would act as protocol.
    pub(super) fn first_refused(self, bytes: &[u8]) -> Option<u8> {
        bytes.iter().copied().find(|byte| self.refuses(*byte))
    }

    fn refuses(self, byte: u8) -> bool {
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

    /// What the bytes would have entered.
    pub(super) const fn step(self) -> &'static str {
        match self {
            Self::Argument => "an argument of a command line",
            Self::RestOfLine => "a command line",
            Self::TabSeparated => "a line of fields separated by TAB",
            Self::MessageId => "a message-id",
            Self::Verbatim => "a request line",
            Self::TextLine => "a line that is handed on",
            Self::Host => "the name of a host",
            Self::Segment => "a segment of a path",
            Self::Encoded => "a URL",
            Self::Opaque => "data",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;

    /// Requirements C, byte by byte.
    #[test]
    fn what_each_kind_of_step_refuses() {
        let refused =
            |guard: Guard| -> Vec<u8> { (0..=255).filter(|byte| guard.first_refused(&[*byte]).is_some()).collect() };
        assert_eq!(refused(Guard::Argument), [0, b'\t', b'\n', b'\r', b' ']);
        assert_eq!(refused(Guard::RestOfLine), [0, b'\n', b'\r']);
        assert_eq!(refused(Guard::TextLine), [0, b'\n', b'\r']);
        assert_eq!(refused(Guard::TabSeparated), [b'\t', b'\n', b'\r']);
        let graphic = |byte: &u8| (0x21..=0x7E).contains(byte);
        let but_graphic: Vec<u8> = (0..=255).filter(|byte| !graphic(byte)).collect();
        assert_eq!(refused(Guard::Verbatim), but_graphic);
        let mut article = but_graphic;
        article.extend(b"<>");
        article.sort_unstable();
        assert_eq!(refused(Guard::MessageId), article);
        let mut controls: Vec<u8> = (0..=b' ').collect();
        controls.push(0x7F);
        assert_eq!(refused(Guard::Host), controls);
        let segment: &[u8] = if cfg!(windows) { b"\0/\\" } else { b"\0/" };
        assert_eq!(refused(Guard::Segment), segment);
        assert_eq!(refused(Guard::Encoded), []);
        assert_eq!(refused(Guard::Opaque), []);
    }
}
