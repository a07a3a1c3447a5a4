//! Numbers (LEB128) and texts as bytes, for what is compiled before a program runs.

/// Converts an index of states, labels or bytes of a literal; the limits keep all of them far below `u32::MAX`.
pub(crate) fn index(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// What has been written so far.
#[derive(Default, Debug)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// A number.
    pub fn number(&mut self, mut number: u32) {
        while number > 0x7F {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    /// Bytes with their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(index(bytes.len()));
        self.0.extend(bytes);
    }

    /// A text with its length.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// A list with its length.
    pub fn each<T>(&mut self, list: &[T], mut write: impl FnMut(&T, &mut Self)) {
        self.number(index(list.len()));
        for one in list {
            write(one, self);
        }
    }

    /// Whether there is a value, and the value.
    pub fn option<T>(&mut self, value: Option<&T>, write: impl FnOnce(&T, &mut Self)) {
        self.0.push(u8::from(value.is_some()));
        if let Some(value) = value {
            write(value, self);
        }
    }

    /// A value for each byte; each is followed by how often it repeats.
    pub(crate) fn repeated(&mut self, values: &[u32; 256]) {
        for same in values.chunk_by(|a, b| a == b) {
            self.number(same[0]);
            self.number(index(same.len()));
        }
    }
}

/// Reads what a [`Writer`] wrote; each method returns `None` at the end of the bytes.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// The next bytes.
    pub fn take(&mut self, len: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    /// [`Writer::bytes`]
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let len = self.number()?;
        self.take(len as usize)
    }

    /// [`Writer::text`]
    pub fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// [`Writer::each`]
    pub fn each<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut list = Vec::new();
        for _ in 0..self.number()? {
            list.push(read(self)?);
        }
        Some(list)
    }

    /// [`Writer::option`]
    pub fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.byte()? == 0 { Some(None) } else { read(self).map(Some) }
    }

    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    /// [`Writer::number`]
    pub fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// [`Writer::repeated`], with values up to `max`.
    pub(crate) fn repeated(&mut self, max: u32) -> Option<[u32; 256]> {
        let mut values = [0; 256];
        let mut at = 0;
        while at < values.len() {
            let value = self.number().filter(|value| *value <= max)?;
            let same = values.get_mut(at..at + self.number()? as usize).filter(|same| !same.is_empty())?;
            same.fill(value);
            at += same.len();
        }
        Some(values)
    }
}

/// A difference modulo 2^32 as a number that is small if its absolute value is.
pub(crate) fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ (difference >> 31).wrapping_neg()
}

pub(crate) fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}
