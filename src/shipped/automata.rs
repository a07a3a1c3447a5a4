//! The files in `src/shipped/automata`: the compiled grammars of the declared schemes of `registry.toml`. A file has the hash of
//! the text that it was compiled from, the length of the automaton of strict mode, and the automata of both modes.
//!
//! A test compiles the grammars and compares the files; `SNAPSHOTS=overwrite cargo test --test anyurl automata` writes
//! them. A file of another entry is ignored: the grammar is then compiled at the first URL.

use std::path::PathBuf;

/// The compiled grammars of a scheme, for strict and lenient mode.
#[derive(PartialEq, Eq, Default)]
pub(crate) struct Automata {
    pub(crate) strict: Vec<u8>,
    pub(crate) lenient: Vec<u8>,
}

/// The file of a scheme, in the folder of the package.
pub(crate) fn path(scheme: &str) -> PathBuf {
    PathBuf::from("src/shipped/automata").join(scheme)
}

impl Automata {
    /// The automata in a file; `None` if it was made from another text.
    pub(crate) fn from_file(file: &[u8], source: &str) -> Option<Self> {
        let (of, rest) = file.split_first_chunk()?;
        let (len, automata) = rest.split_first_chunk()?;
        let (strict, lenient) = automata.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        let automata = Self { strict: strict.to_vec(), lenient: lenient.to_vec() };
        (u64::from_le_bytes(*of) == hash(source)).then_some(automata)
    }
}

/// The text that the automata of an entry are made from: its own, after that of the entry that it is like.
pub(crate) fn source(entry: &str, original: Option<&str>) -> String {
    [original.unwrap_or_default(), entry].concat()
}

/// FNV-1a, which unlike the hash of the standard library does not change with the version of Rust.
pub(crate) fn hash(source: &str) -> u64 {
    source.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
