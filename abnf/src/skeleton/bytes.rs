//! A skeleton as bytes, which are read in less time than the grammar is parsed.

use super::Skeleton;
use crate::AuthorityPrefix;
use crate::encoding::{Reader, Writer};
use crate::nfa::index;

/// Changes with the format.
const VERSION: u8 = 1;

/// The bits of a capture.
const REACHED: u8 = 1;
const DIVIDED: u8 = 2;

/// By their places; 0 is none.
const PREFIXES: [AuthorityPrefix; 5] = [
    AuthorityPrefix::Login,
    AuthorityPrefix::HostPort,
    AuthorityPrefix::Host,
    AuthorityPrefix::OptionalHost,
    AuthorityPrefix::EmptyHost,
];

impl Skeleton {
    /// The skeleton as bytes, for [`Skeleton::from_bytes`] of this version of the crate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let prefix = PREFIXES.iter().zip(1..).find(|(prefix, _)| Some(**prefix) == self.authority);
        let mut to = Writer(vec![VERSION, prefix.map_or(0, |(_, n)| n)]);
        to.number(index(self.reached.len()));
        for (n, (reached, divided)) in self.reached.iter().zip(&self.divided).enumerate() {
            let reached = if *reached { REACHED } else { 0 };
            let divided = if *divided { DIVIDED } else { 0 };
            to.0.push(reached | divided);
            to.bytes(&self.literals[n]);
            write_text(self.constants[n].as_deref(), &mut to);
        }
        write_text(self.template.as_deref(), &mut to);
        to.0
    }

    /// The skeleton of [`Skeleton::to_bytes`]; `None` for other bytes, such as those of another version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        (from.byte()? == VERSION).then_some(())?;
        let authority = from.byte()?.checked_sub(1).map(|n| PREFIXES.get(usize::from(n)).copied());
        let authority = match authority {
            Some(prefix) => Some(prefix?),
            None => None,
        };
        let mut skeleton = Self {
            reached: Vec::new(),
            divided: Vec::new(),
            literals: Vec::new(),
            constants: Vec::new(),
            template: None,
            authority,
        };
        for _ in 0..from.number()? {
            let parts = from.byte()?;
            skeleton.reached.push(parts & REACHED != 0);
            skeleton.divided.push(parts & DIVIDED != 0);
            skeleton.literals.push(from.bytes()?.to_vec());
            let mut constant = None;
            read_text(&mut from, &mut constant)?;
            skeleton.constants.push(constant);
        }
        read_text(&mut from, &mut skeleton.template)?;
        from.0.is_empty().then_some(skeleton)
    }
}

/// Writes whether there is a text, and the text.
fn write_text(text: Option<&str>, to: &mut Writer) {
    to.0.push(u8::from(text.is_some()));
    if let Some(text) = text {
        to.bytes(text.as_bytes());
    }
}

/// Reads what [`write_text`] wrote to `text`.
fn read_text(from: &mut Reader<'_>, text: &mut Option<String>) -> Option<()> {
    if from.byte()? != 0 {
        *text = Some(String::from_utf8(from.bytes()?.to_vec()).ok()?);
    }
    Some(())
}
