//! Examples and rejects as bytes: a table of them costs twice as much in every program that links the scheme, most of it
//! references, which few programs follow.

use crate::text::once::OnceLock;

use super::{Example, Reject, Text};
use crate::diagnostics::error::ErrorKind;
use crate::text::prelude::*;

/// The examples and rejects of a scheme, packed when it is compiled ([`rows!`](crate::rows)) and read on first use.
#[derive(Debug)]
pub struct Rows {
    bytes: &'static [u8],
}

/// The rows of a scheme that were read, and those of the next one. They are not in [`Rows`], which a constant may refer to:
/// in Rust 1.85, nothing that it refers to may change.
struct Read {
    bytes: &'static [u8],
    rows: (Vec<Example>, Vec<Reject>),
    next: OnceLock<Box<Self>>,
}

static READ: OnceLock<Box<Read>> = OnceLock::new();

/// The kinds of errors by their numbers.
const KINDS: [ErrorKind; 9] = [
    ErrorKind::Missing,
    ErrorKind::Unexpected,
    ErrorKind::OutOfRange,
    ErrorKind::BadEscape,
    ErrorKind::Forbidden,
    ErrorKind::UnknownScheme,
    ErrorKind::OtherScheme,
    ErrorKind::TooLong,
    ErrorKind::BadGrammar,
];

/// Packs a table of [`Example`]s and one of [`Reject`]s.
#[doc(hidden)]
#[macro_export]
macro_rules! rows {
    ($examples:expr, $rejects:expr) => {{
        const LEN: usize = $crate::internal::Rows::packed_len($examples, $rejects);
        const BYTES: [u8; LEN] = $crate::internal::Rows::pack($examples, $rejects);
        static ROWS: $crate::internal::Rows = $crate::internal::Rows::new(&BYTES);
        &ROWS
    }};
}

impl Rows {
    /// The rows in packed bytes.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The number of bytes of packed tables.
    pub const fn packed_len(examples: &[Example], rejects: &[Reject]) -> usize {
        packed::<0>(examples, rejects).1
    }

    /// Packs tables into as many bytes.
    pub const fn pack<const LEN: usize>(examples: &[Example], rejects: &[Reject]) -> [u8; LEN] {
        packed(examples, rejects).0
    }

    pub(crate) fn examples(&'static self) -> &'static [Example] {
        &self.read().0
    }

    pub(crate) fn rejects(&'static self) -> &'static [Reject] {
        &self.read().1
    }

    fn read(&'static self) -> &'static (Vec<Example>, Vec<Reject>) {
        let mut place = &READ;
        loop {
            let read = place.get_or_init(|| Box::new(self.unpacked()));
            if core::ptr::eq(read.bytes, self.bytes) {
                return &read.rows;
            }
            place = &read.next;
        }
    }

    fn unpacked(&self) -> Read {
        let mut fields = Fields(self.bytes);
        let examples = (0..fields.number()).map(|_| fields.example()).collect();
        let rejects = (0..fields.number()).map(|_| fields.reject()).collect();
        Read { bytes: self.bytes, rows: (examples, rejects), next: OnceLock::new() }
    }
}

/// The bytes as far as they fit, and how many there are.
const fn packed<const LEN: usize>(examples: &[Example], rejects: &[Reject]) -> ([u8; LEN], usize) {
    let (mut to, mut n) = (Packer { bytes: [0; LEN], len: 0 }, 0);
    to.number(examples.len());
    while n < examples.len() {
        to.text(&examples[n].url);
        to.text(&examples[n].components);
        match &examples[n].canonical {
            Some(text) => to.some(borrowed(text).as_bytes()),
            None => to.number(0),
        }
        match &examples[n].wire {
            Some(alloc::borrow::Cow::Borrowed(wire)) => to.some(wire),
            _ => to.number(0),
        }
        n += 1;
    }
    to.number(rejects.len());
    n = 0;
    while n < rejects.len() {
        to.text(&rejects[n].url);
        to.number(match rejects[n].kind {
            Some(kind) => kind as usize,
            None => KINDS.len(),
        });
        to.text(&rejects[n].rule);
        to.number(rejects[n].span.0);
        to.number(rejects[n].span.1);
        n += 1;
    }
    (to.bytes, to.len)
}

struct Packer<const LEN: usize> {
    bytes: [u8; LEN],
    len: usize,
}

impl<const LEN: usize> Packer<LEN> {
    const fn byte(&mut self, byte: u8) {
        if self.len < LEN {
            self.bytes[self.len] = byte;
        }
        self.len += 1;
    }

    #[expect(clippy::cast_possible_truncation, reason = "checked, and the low byte of a number")]
    const fn number(&mut self, number: usize) {
        assert!(number <= u16::MAX as usize, "a row of a table is short");
        self.byte(number as u8);
        self.byte((number >> 8) as u8);
    }

    const fn text(&mut self, text: &Text) {
        self.field(borrowed(text).as_bytes());
    }

    const fn some(&mut self, bytes: &[u8]) {
        self.number(1);
        self.field(bytes);
    }

    const fn field(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        let mut n = 0;
        while n < bytes.len() {
            self.byte(bytes[n]);
            n += 1;
        }
    }
}

const fn borrowed(text: &Text) -> &str {
    match text {
        Text::Borrowed(text) => text,
        Text::Owned(_) => panic!("a table borrows its texts"),
    }
}

/// What is not read yet.
struct Fields(&'static [u8]);

impl Fields {
    fn take(&mut self, len: usize) -> &'static [u8] {
        let (taken, rest) = self.0.split_at(len);
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> usize {
        let bytes = self.take(2);
        usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn field(&mut self) -> &'static [u8] {
        let len = self.number();
        self.take(len)
    }

    fn text(&mut self) -> Text {
        String::from_utf8_lossy(self.field())
    }

    fn example(&mut self) -> Example {
        let mut example = Example::new(self.text(), self.text());
        example.canonical = (self.number() == 1).then(|| self.text());
        example.wire = (self.number() == 1).then(|| self.field().into());
        example
    }

    fn reject(&mut self) -> Reject {
        let (url, kind) = (self.text(), KINDS.get(self.number()).copied());
        Reject { url, kind, rule: self.text(), span: (self.number(), self.number()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::{example, reject};

    #[test]
    fn tables_are_read_as_they_were_packed() {
        const EXAMPLES: &[Example] = &[
            example("x-a://H/é", "host=H"),
            example("x-a:b", "").canonical("x-a:b").wire(b"\xFF\r\n"),
            example("x-a:c", "").wire(b""),
        ];
        const REJECTS: &[Reject] =
            &[reject("", ErrorKind::Missing, "url", (0, 300)), reject("x", KINDS[8], "", (1, 1))];
        let rows: &'static Rows = crate::rows!(EXAMPLES, REJECTS);
        assert_eq!((rows.examples(), rows.rejects()), (EXAMPLES, REJECTS));
        assert!(KINDS.iter().enumerate().all(|(n, kind)| n == *kind as usize));
    }
}
