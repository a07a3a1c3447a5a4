//! What stands where a port should: a number, or what is rather a password.

/// What follows the colon after a host, or after a user that was taken for one.
#[derive(Clone, Copy)]
pub(super) struct Port {
    /// Where it begins: after the first colon that is not within brackets.
    start: Option<usize>,
    shape: Shape,
    /// Whether everything from the beginning of the host could stand in an IPv6 address, and how many colons there were.
    is_address: bool,
    colons: usize,
    in_brackets: bool,
}

/// What was met of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Empty,
    Number,
    /// A number, and the sign of punctuation that a sentence goes on with.
    Ended,
    /// A number and a comma: a list of hosts follows.
    List,
    /// A password that was masked already.
    Masked,
    Other,
}

impl Port {
    pub(super) const NONE: Self = Self {
        start: None,
        shape: Shape::Empty,
        is_address: true,
        colons: 0,
        in_brackets: false,
    };

    /// Where something begins that is neither a port nor the rest of an address.
    pub(super) fn wrong(&self) -> Option<usize> {
        let is_address = self.is_address && self.colons > 1;
        self.start
            .filter(|_| self.shape == Shape::Other && !is_address)
    }

    /// Any character but a colon.
    pub(super) fn push(&mut self, byte: u8) {
        self.is_address &= byte.is_ascii_hexdigit() || byte == b'.';
        match (self.start, byte) {
            (None, b'[') => self.in_brackets = true,
            (None, b']') => self.in_brackets = false,
            (None, _) => {}
            (Some(_), _) => self.shape = self.shape.then(byte),
        }
    }

    /// A colon that ends at `end`.
    pub(super) fn colon(&mut self, end: usize) {
        self.colons += 1;
        match self.start {
            Some(_) => self.shape = self.shape.then(b':'),
            None if self.in_brackets => {}
            None => self.start = Some(end),
        }
    }
}

impl Shape {
    fn then(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::List, _) => Self::List,
            (Self::Empty | Self::Number, b'0'..=b'9') => Self::Number,
            (Self::Empty, b'+' | b'-' | b' ') => Self::Empty,
            (Self::Empty | Self::Masked, b'*') => Self::Masked,
            (Self::Number, b',') => Self::List,
            (Self::Number | Self::Ended, b'.' | b';' | b':' | b'!' | b')' | b' ') => Self::Ended,
            _ => Self::Other,
        }
    }
}
