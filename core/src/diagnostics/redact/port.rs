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
    /// How many characters it has, how many of them are digits, and whether the first is.
    len: usize,
    digits: usize,
    begins_with_digit: bool,
}

/// A number that is misspelt has at most so many characters.
const LONGEST_SLIP: usize = 8;

/// What was met of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Empty,
    Number,
    /// A number, and the sign of punctuation that a sentence goes on with.
    Ended,
    /// A number, and a comma or a backslash: a list of hosts follows, or a path.
    Rest,
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
        len: 0,
        digits: 0,
        begins_with_digit: false,
    };

    /// Where something begins that is neither a port nor the rest of an address.
    pub(super) fn wrong(&self) -> Option<usize> {
        let is_address = self.is_address && self.colons > 1;
        self.start.filter(|_| self.shape == Shape::Other && !is_address)
    }

    /// Whether it is rather a number with a slip of the pen: `8o80`. A password can look like that, too.
    pub(super) fn is_misspelt(&self) -> bool {
        self.begins_with_digit && self.len <= LONGEST_SLIP && self.digits * 2 >= self.len
    }

    /// Any character but a colon.
    pub(super) fn push(&mut self, byte: u8) {
        self.is_address &= byte.is_ascii_hexdigit() || byte == b'.';
        match (self.start, byte) {
            (None, b'[') => self.in_brackets = true,
            (None, b']') => self.in_brackets = false,
            (None, _) => {}
            (Some(_), _) => {
                self.shape = self.shape.then(byte);
                self.begins_with_digit |= self.len == 0 && byte.is_ascii_digit();
                self.digits += usize::from(byte.is_ascii_digit());
                self.len += 1;
            }
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
            (Self::Empty | Self::Number, b'0'..=b'9') => Self::Number,
            (Self::Empty, b'+' | b'-' | b' ') => Self::Empty,
            (Self::Empty | Self::Masked, b'*') => Self::Masked,
            (Self::Rest, _) | (Self::Empty | Self::Number, b',' | b'\\') => Self::Rest,
            (Self::Number | Self::Ended, b'.' | b';' | b':' | b'!' | b')' | b' ') => Self::Ended,
            _ => Self::Other,
        }
    }
}
