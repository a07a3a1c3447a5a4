//! Numbers (LEB128) and texts as bytes, for what is compiled before a program runs.

use super::nfa::index;

pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn number(&mut self, mut number: u32) {
        while number > 0x7F {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    /// Bytes with their length.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(index(bytes.len()));
        self.0.extend(bytes);
    }

    /// A value for each byte; each is followed by how often it repeats.
    pub(super) fn repeated(&mut self, values: &[u32; 256]) {
        for same in values.chunk_by(|a, b| a == b) {
            self.number(same[0]);
            self.number(index(same.len()));
        }
    }
}

/// Reads what a [`Writer`] wrote; each method returns `None` at the end of the bytes.
pub(super) struct Reader<'b>(pub(super) &'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn take(&mut self, len: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    /// [`Writer::bytes`]
    pub(super) fn bytes(&mut self) -> Option<&'b [u8]> {
        let len = self.number()?;
        self.take(len as usize)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    pub(super) fn number(&mut self) -> Option<u32> {
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
    pub(super) fn repeated(&mut self, max: u32) -> Option<[u32; 256]> {
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
