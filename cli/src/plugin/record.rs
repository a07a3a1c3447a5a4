//! What `inspect` tells `probe`: JSON text sequences (RFC 7464), between which a library may write what it likes.

use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that was found out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Record {
    /// What comes next, and may end everything.
    Stage(Stage),
    /// What the library says about itself.
    Plugin(Value),
    /// A scheme of it: for programs, and for people.
    Scheme { record: Value, page: String },
    /// Why it is not loaded.
    Refused(Value),
    /// What is read next.
    Text(String),
    /// What the conformance kit says of a scheme.
    Tried { scheme: String, failures: Vec<String> },
    /// There is no more.
    End,
}

/// What is done with a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// Its constructors run, and it describes itself.
    #[default]
    Load,
    /// It prepares itself.
    Prepare,
    /// Its examples are read, and what is made of them.
    Try,
}

impl Stage {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Prepare => "prepare",
            Self::Try => "try",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Load => "while it was loaded",
            Self::Prepare => "while it prepared itself",
            Self::Try => "while its examples were tried",
        })
    }
}

/// Before each record.
const SEPARATOR: u8 = 0x1E;

impl Record {
    /// Writes it at once, for the next thing may be the last.
    pub(super) fn tell(&self, to: &mut impl Write) -> io::Result<()> {
        let mut line = vec![SEPARATOR];
        serde_json::to_writer(&mut line, self)?;
        line.push(b'\n');
        to.write_all(&line)?;
        to.flush()
    }

    /// The records among what was written.
    pub(super) fn all(written: &[u8]) -> impl Iterator<Item = Self> {
        let pieces = written.split(|byte| *byte == SEPARATOR);
        pieces.filter_map(|piece| {
            let line = piece.split(|byte| *byte == b'\n').next()?;
            serde_json::from_slice(line).ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_may_write_between_records() {
        let mut written = b"hello".to_vec();
        Record::Stage(Stage::Prepare).tell(&mut written).unwrap();
        written.extend(b"\x1Enonsense\n{}\n");
        Record::End.tell(&mut written).unwrap();
        written.extend(b"\x1E{\"plugin\":");
        let all: Vec<_> = Record::all(&written).collect();
        assert!(matches!(all[..], [Record::Stage(Stage::Prepare), Record::End]), "{all:?}");
    }
}
