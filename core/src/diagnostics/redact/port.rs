//! Decides whether the text in the place of a port is a port or rather a password.

/// The text after the colon of a host, or of a user name that looks like one.
#[derive(Clone, Copy)]
pub(super) struct Port {
    /// The start: after the first colon outside brackets.
    start: Option<usize>,
    shape: Shape,
    /// Whether all characters since the beginning of the host can be part of an IPv6 address, and the number of colons.
    is_address: bool,
    colons: usize,
    in_brackets: bool,
    /// What of a list of properties, `;name=value`, follows the host.
    properties: Properties,
    /// The number of characters and of digits, and whether the first character is a digit.
    len: usize,
    digits: usize,
    begins_with_digit: bool,
}

/// The maximum length of a misspelt number.
const MAX_MISSPELT_LEN: usize = 8;

/// How far a list of properties was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Properties {
    None,
    /// After a `;`.
    Name,
    /// After the first `=`, from where no colon begins a port.
    Value,
}

/// The form of the text so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Empty,
    Number,
    /// A number and a punctuation mark of a sentence.
    Ended,
    /// A number or an address, and a comma, a semicolon, a backslash or the end of a field of a query, after which a list of
    /// hosts, properties, a path or other fields follow.
    Rest,
    /// A password that is already masked.
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
        properties: Properties::None,
        len: 0,
        digits: 0,
        begins_with_digit: false,
    };

    /// The start of the text if it is neither a port nor the rest of an address.
    pub(super) fn invalid_start(&self) -> Option<usize> {
        let is_address = self.is_address && self.colons > 1;
        self.start.filter(|_| self.shape == Shape::Other && !is_address)
    }

    /// The start of the text if there is none.
    pub(super) fn empty_start(&self) -> Option<usize> {
        self.start.filter(|_| self.len == 0)
    }

    /// Whether it may be a misspelt number, such as `8o80`, although a password can have that form too.
    pub(super) fn is_misspelt(&self) -> bool {
        self.begins_with_digit && self.len <= MAX_MISSPELT_LEN && self.digits * 2 >= self.len
    }

    /// Ends a number at the end of the field of a query that it is in.
    pub(super) fn end_field(&mut self) {
        if self.shape == Shape::Number {
            self.shape = Shape::Rest;
        }
    }

    /// Adds a character other than a colon.
    pub(super) fn push(&mut self, byte: u8) {
        if self.is_address && self.colons > 1 && matches!(byte, b';' | b'\\') {
            self.shape = Shape::Rest;
        }
        self.is_address &= byte.is_ascii_hexdigit() || byte == b'.';
        match (self.start, byte) {
            (None, b'[') => self.in_brackets = true,
            (None, b']') => self.in_brackets = false,
            (None, b';') => self.properties = Properties::Name,
            (None, b'=') if self.properties == Properties::Name => self.properties = Properties::Value,
            (None, _) => {}
            (Some(_), _) => {
                self.shape = self.shape.then(byte);
                self.begins_with_digit |= self.len == 0 && byte.is_ascii_digit();
                self.digits += usize::from(byte.is_ascii_digit());
                self.len += 1;
            }
        }
    }

    /// Adds a colon that ends at `end`.
    pub(super) fn colon(&mut self, end: usize) {
        self.colons += 1;
        match self.start {
            Some(_) => self.shape = self.shape.then(b':'),
            None if self.in_brackets || self.properties == Properties::Value => {}
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
            (Self::Rest, _) | (Self::Empty | Self::Number, b',' | b'\\') | (Self::Number, b';') => Self::Rest,
            (Self::Number | Self::Ended, b'.' | b':' | b'!' | b')' | b' ') => Self::Ended,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(text: &str) -> Port {
        let mut port = Port::NONE;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b':' => port.colon(at + 1),
                _ => port.push(byte),
            }
        }
        port
    }

    #[test]
    fn what_is_no_port() {
        for (text, start) in [
            ("h", None),
            ("h:", None),
            ("h:80", None),
            ("h:x", Some(2)),
            ("h:8x", Some(2)),
            ("a:b", Some(2)),
            ("a:b:c", None),
            ("a::g", Some(2)),
            ("[a:b]:x", Some(6)),
            ("[a:b]:80", None),
            ("[a:b", None),
            ("h:***", None),
            ("h:*x", Some(2)),
            ("h:1,g:2", None),
            ("h:1;a=b", None),
            ("h:;a=b", Some(2)),
            ("h:1\\x", None),
            ("h:1&x", Some(2)),
            ("a:b:c;d=e", None),
            ("a:b:c\\d;e", None),
            ("a:b:g;d=e", Some(2)),
            ("h;a=b:c", None),
            (";a=b:c;d=e:f", None),
            ("h;a:b", Some(4)),
            ("h=a:b", Some(4)),
            ("h:80).", None),
            ("h:80)x", Some(2)),
            ("h:+1", None),
            ("h: ", None),
        ] {
            assert_eq!(port(text).invalid_start(), start, "{text}");
        }
    }

    #[test]
    fn misspelt_numbers() {
        for (text, is_misspelt) in [
            ("h:8o80", true),
            ("h:8o", true),
            ("h:8o8o8o8o", true),
            ("h:8o8o8o8o8", false),
            ("h:8oo", false),
            ("h:o8", false),
            ("h:o880", false),
            ("h:88oo", true),
        ] {
            assert_eq!(port(text).is_misspelt(), is_misspelt, "{text}");
        }
    }
}
