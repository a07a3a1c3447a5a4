//! Which captures a grammar finds in the URLs of a [`Shape`](anyurl_core::authors::Shape): decided on the automaton, for all of
//! them at once.
//!
//! The automaton is walked together with a second one that reads `"//" hostname "/" path [ "?" query ]`. A register holds,
//! instead of an offset, what is known of the offset, such as that it is where the path begins.

use std::collections::HashSet;

use anyurl_core::internal::is_path_byte;

use super::Start;
use crate::automaton::{Dfa, Moves};

/// The maximum number of configurations. Grammars that have a shape have a few dozen.
const MAX_CONFIGURATIONS: usize = 2048;

/// A part of a URL of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapePart {
    /// The host.
    Host,
    /// The path, which begins with the slash.
    PathWithSlash,
    /// The path, which begins after the slash.
    PathAfterSlash,
    /// The query; a URL without a query does not have the component.
    Query,
    /// In no URL of the shape.
    Absent,
}

/// What a text of a shape has that is left to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeRest {
    /// `"//" hostname "/" path [ "?" query ]`
    Schemepart,
    /// `"/" path [ "?" query ]`
    Path,
}

impl Dfa {
    /// The part that each capture is in every URL of a shape: after `start` comes the rest of the URL, with a `hostname`
    /// of RFC 1738 and, if there is `has_query`, an optional query.
    ///
    /// Returns `None` if the grammar rejects one of these URLs, or if a capture is not the same part in all of them.
    ///
    /// ```
    /// use anyurl_abnf::{Capture, CompiledGrammar, GrammarSource, RuleSet, ShapePart, ShapeRest};
    ///
    /// let captures = [Capture::new("host", "host"), Capture::new("path", "path-abempty"), Capture::new("q", "query")];
    /// let parts = |rule| {
    ///     let source = GrammarSource::new(rule).imports(&[RuleSet::Rfc3986]).captures(&captures);
    ///     let grammar = CompiledGrammar::compile(&source).unwrap();
    ///     let dfa = grammar.dfa();
    ///     dfa.shape_parts(&dfa.start_after(b"x:")?, ShapeRest::Schemepart, true)
    /// };
    /// let all = [ShapePart::Host, ShapePart::PathWithSlash, ShapePart::Query];
    /// assert_eq!(parts(r#"t = "x://" host path-abempty [ "?" query ]"#), Some(all.to_vec()));
    /// assert_eq!(parts(r#"t = "x://" host path-abempty "?" query"#), None); // rejects `x://h/`
    /// ```
    pub fn shape_parts(&self, start: &Start, rest: ShapeRest, has_query: bool) -> Option<Vec<ShapePart>> {
        let bytes = distinct_bytes(self);
        Walk { dfa: self, bytes, has_query, possible: vec![Possible::ALL; self.captures()] }.run(start, rest)
    }
}

/// The position in a text of a shape: what has been read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Begin,
    Slash,
    Slashes,
    /// A dot.
    Dot,
    /// The last byte of a label that may be the last one: it began with a letter.
    Toplabel,
    /// A hyphen in such a label.
    ToplabelHyphen,
    /// The last byte of a label that began with a digit.
    Label,
    LabelHyphen,
    Host,
    PathSlash,
    Path,
    QuestionMark,
    Query,
}

/// What is known of an offset, as bits: it can be several of these, or none.
type Offset = u8;

const HOST: Offset = 1;
/// Of the slash, which ends the host.
const SLASH: Offset = 1 << 1;
const PATH: Offset = 1 << 2;
const PATH_END: Offset = 1 << 3;
const QUERY: Offset = 1 << 4;
const QUERY_END: Offset = 1 << 5;
/// A register without a value.
const UNSET: Offset = 1 << 7;

impl Place {
    /// The place after a byte, and what is known of the offset of the byte; `None` if no text of the shape goes on so.
    fn step(self, byte: u8, has_query: bool) -> Option<(Self, Offset)> {
        let next = match (self, byte) {
            (Self::Begin, b'/') => (Self::Slash, 0),
            (Self::Slash, b'/') => (Self::Slashes, 0),
            (Self::Slashes | Self::Dot, _) if byte.is_ascii_alphanumeric() => {
                let label = if byte.is_ascii_alphabetic() { Self::Toplabel } else { Self::Label };
                (label, if self == Self::Slashes { HOST } else { 0 })
            }
            (Self::Toplabel | Self::ToplabelHyphen, _) if byte.is_ascii_alphanumeric() => (Self::Toplabel, 0),
            (Self::Label | Self::LabelHyphen, _) if byte.is_ascii_alphanumeric() => (Self::Label, 0),
            (Self::Toplabel | Self::ToplabelHyphen, b'-') => (Self::ToplabelHyphen, 0),
            (Self::Label | Self::LabelHyphen, b'-') => (Self::LabelHyphen, 0),
            (Self::Toplabel | Self::Label, b'.') => (Self::Dot, 0),
            (Self::Toplabel | Self::Host, b'/') => (Self::PathSlash, SLASH),
            (Self::PathSlash, _) if is_path_byte(byte) => (Self::Path, PATH),
            (Self::Path, _) if is_path_byte(byte) => (Self::Path, 0),
            (Self::PathSlash, b'?') if has_query => (Self::QuestionMark, PATH | PATH_END),
            (Self::Path, b'?') if has_query => (Self::QuestionMark, PATH_END),
            (Self::QuestionMark, _) if is_path_byte(byte) => (Self::Query, QUERY),
            (Self::Query, _) if is_path_byte(byte) => (Self::Query, 0),
            _ => return None,
        };
        Some(next)
    }

    /// What is known of the offset of the end, if a text of the shape can end here.
    fn end(self) -> Option<Offset> {
        match self {
            Self::PathSlash => Some(PATH | PATH_END),
            Self::Path => Some(PATH_END),
            Self::QuestionMark => Some(QUERY | QUERY_END),
            Self::Query => Some(QUERY_END),
            _ => None,
        }
    }
}

/// What a capture can be, as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Possible(u8);

impl Possible {
    const ALL: Self = Self(0b1_1111);
    const QUERY: u8 = 1 << 3;
    const ABSENT: u8 = 1 << 4;
    const PARTS: [ShapePart; 4] =
        [ShapePart::Host, ShapePart::PathWithSlash, ShapePart::PathAfterSlash, ShapePart::Query];

    /// What a capture can be that has these offsets in a text that ends at a place.
    fn of(begin: Offset, end: Offset, place: Place) -> Self {
        let has_query = matches!(place, Place::QuestionMark | Place::Query);
        if (begin | end) & UNSET != 0 {
            return Self(if has_query { Self::ABSENT } else { Self::ABSENT | Self::QUERY });
        }
        let ends = [(HOST, SLASH), (SLASH, PATH_END), (PATH, PATH_END), (QUERY, QUERY_END)];
        let is = |(n, (first, last)): (usize, (Offset, Offset))| u8::from(begin & first != 0 && end & last != 0) << n;
        Self(ends.into_iter().enumerate().map(is).sum())
    }

    /// The part that it is; `None` if it can be none.
    fn part(self) -> Option<ShapePart> {
        if self.0 & Self::ABSENT != 0 {
            return Some(ShapePart::Absent);
        }
        Self::PARTS.get(self.0.trailing_zeros() as usize).copied()
    }
}

/// A byte of each set that neither of the automata divides.
fn distinct_bytes(dfa: &Dfa) -> Vec<u8> {
    let kind = |byte: u8| match byte {
        b'-' | b'.' | b'/' | b'?' => u16::from(byte),
        _ if byte.is_ascii_alphabetic() => 256,
        _ if byte.is_ascii_digit() => 257,
        _ if is_path_byte(byte) => 258,
        _ => 259,
    };
    let mut seen = HashSet::new();
    (0..=255).filter(|byte| seen.insert((dfa.class(*byte), kind(*byte)))).collect()
}

/// Both automata at one point of a text.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Configuration {
    place: Place,
    row: u32,
    registers: Vec<Offset>,
}

struct Walk<'t> {
    dfa: &'t Dfa,
    /// The bytes that make a difference.
    bytes: Vec<u8>,
    has_query: bool,
    /// What each capture can be, by the texts seen so far.
    possible: Vec<Possible>,
}

impl Walk<'_> {
    fn run(mut self, start: &Start, rest: ShapeRest) -> Option<Vec<ShapePart>> {
        let mut registers = vec![UNSET; self.dfa.registers()];
        // Nothing is known of offsets in the prefix.
        start.registers().for_each(|register| registers[usize::from(register)] = 0);
        let place = if rest == ShapeRest::Path { Place::Host } else { Place::Begin };
        let first = Configuration { place, row: start.row(), registers };
        let mut seen = HashSet::from([first.clone()]);
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            self.end(&at)?;
            for next in self.nexts(&at)? {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
            if seen.len() > MAX_CONFIGURATIONS {
                return None;
            }
        }
        self.possible.into_iter().map(Possible::part).collect()
    }

    /// Takes what the captures are in the text that ends here, if a text does.
    fn end(&mut self, at: &Configuration) -> Option<()> {
        let Some(here) = at.place.end() else { return Some(()) };
        let mut registers = at.registers.clone();
        registers[usize::from(self.dfa.now())] = here;
        let offset = |register: u8| registers[usize::from(register)];
        for (possible, [begin, end]) in self.possible.iter_mut().zip(self.dfa.end(at.row)?) {
            possible.0 &= Possible::of(offset(*begin), offset(*end), at.place).0;
        }
        Some(())
    }

    /// The configurations after one more byte; `None` if the grammar rejects a byte.
    fn nexts(&self, at: &Configuration) -> Option<Vec<Configuration>> {
        let steps = self.bytes.iter().filter_map(|byte| Some((*byte, at.place.step(*byte, self.has_query)?)));
        let mut seen = HashSet::new();
        let mut nexts = Vec::new();
        for (byte, (place, here)) in steps {
            let entry = self.dfa.entry(at.row, byte);
            if entry == 0 {
                return None;
            }
            if seen.insert((entry, place)) {
                let mut registers = at.registers.clone();
                self.write(&mut registers, entry, here);
                nexts.push(Configuration { place, row: Dfa::row(entry), registers });
            }
        }
        Some(nexts)
    }

    /// Writes the registers that an entry writes, for a byte of whose offset this is known.
    fn write(&self, registers: &mut [Offset], entry: u32, here: Offset) {
        match self.dfa.moves(entry) {
            Moves::Nothing => {}
            Moves::Now(register) => registers[usize::from(register)] = here,
            Moves::Copies(copies) => {
                registers[usize::from(self.dfa.now())] = here;
                for (to, from) in copies {
                    registers[usize::from(*to)] = registers[usize::from(*from)];
                }
                // Not read again; equal values make equal configurations.
                registers[usize::from(self.dfa.now())] = UNSET;
            }
        }
    }
}
