//! The messages from `inspect` to `probe`: JSON text sequences (RFC 7464), which stay readable if a library writes to
//! the same stream.

use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Record {
    /// The next stage, which may end the process.
    Stage(Stage),
    /// The metadata of the library.
    Plugin(Value),
    /// A scheme of the library, for programs and for people.
    Scheme { record: Value, page: String },
    /// Why the library is not loaded.
    Refused(Value),
    /// The text that is parsed next.
    Text(String),
    /// The failures of a scheme in the conformance kit, and what the kit cannot check.
    Tried { scheme: String, failures: Vec<String>, notes: Vec<String> },
    /// The last message.
    End,
}

/// The stages of an inspection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// The library is loaded: its constructors run, and it describes itself.
    #[default]
    Load,
    /// The library initializes.
    Prepare,
    /// The examples are parsed and checked.
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
            Self::Load => "while loading the library",
            Self::Prepare => "while initializing the library",
            Self::Try => "while testing the examples",
        })
    }
}

/// Begins each record.
const SEPARATOR: u8 = 0x1E;

impl Record {
    /// Writes and flushes the record, because the process may end at any time.
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut line = vec![SEPARATOR];
        serde_json::to_writer(&mut line, self)?;
        line.push(b'\n');
        to.write_all(&line)?;
        to.flush()
    }

    /// The records in the output of a process.
    pub(super) fn all(written: &[u8]) -> impl Iterator<Item = Self> {
        let chunks = written.split(|byte| *byte == SEPARATOR);
        chunks.filter_map(|chunk| {
            let line = chunk.split(|byte| *byte == b'\n').next()?;
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
        Record::Stage(Stage::Prepare).write(&mut written).unwrap();
        written.extend(b"\x1Enonsense\n{}\n");
        Record::End.write(&mut written).unwrap();
        written.extend(b"\x1E{\"plugin\":");
        let all: Vec<_> = Record::all(&written).collect();
        assert!(matches!(all[..], [Record::Stage(Stage::Prepare), Record::End]), "{all:?}");
    }
}
