//! Schemes as tables: what a scheme is made of, as bytes that are written before a program runs. It needs neither the
//! registry file nor the compiler of grammars.
//!
//! | part | contents |
//! |---|---|
//! | automata | version; [`Dfa::to_bytes`] and [`Labels::to_bytes`] for each mode, then the automata of the rules |
//! | header | the sets of bytes that components write without escapes; the names of the rules |
//! | scheme | `Registration` without texts for people, `Syntax`, `Access` |
//! | modes | for each, what the core parses before, and what is found |

mod access;
mod codec;
mod syntax;

use std::any::Any;
use std::sync::Arc;

use anyurl_abnf::encoding::{Reader, Writer};
use anyurl_abnf::{AuthorityPrefix, ByteSet, Dfa, Labels};
use anyurl_core::Mode;
use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Class, Scheme as _, Shape};

use super::access::Access;
use super::automaton::{Compiled, Hidden, Target, Unusable};
use super::syntax::Syntax;
use super::text_rule::TextRule;
use super::{ByMode, Declared, Source};
use codec::{Codec, Decoder, Encoder, fields};

/// Changes with the format.
const VERSION: u8 = 1;

/// The automata of a scheme.
struct Tables {
    shape: Option<Shape>,
    modes: ByMode<Option<Found>>,
    automata: Arc<Automata>,
}

/// What the automaton of a mode finds, after what the core parses.
struct Found {
    head: Option<AuthorityPrefix>,
    targets: Vec<Target>,
}

fields! { Found { head, targets } }

impl Found {
    /// Whether a syntax has all that is found.
    fn is_of(&self, syntax: &Syntax) -> bool {
        self.targets.iter().all(|target| match target {
            Target::Checked(n) => *n < syntax.components.len(),
            Target::Hidden(Hidden::Deviation(n)) => *n < syntax.deviations.len(),
            _ => true,
        })
    }
}

/// Automata and labels as bytes, which are read when they are needed.
struct Automata {
    bytes: Box<[u8]>,
    /// Where each begins and ends.
    parts: Vec<(usize, usize)>,
}

/// The place of an automaton; its labels follow it.
fn place(mode: Mode) -> usize {
    if mode == Mode::Lenient { 2 } else { 0 }
}

/// The place of the automaton of the first rule.
const RULES: usize = 4;

impl Automata {
    /// Reads what is at a place.
    fn read<T>(&self, place: usize, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let (begin, end) = *self.parts.get(place)?;
        read(self.bytes.get(begin..end)?)
    }
}

impl Source for Tables {
    fn automaton(&self, scheme: &Declared, mode: Mode) -> Result<Compiled, Unusable> {
        let compiled = self.modes.of(mode).as_ref().and_then(|found| self.read(scheme.name(), mode, found));
        let why = || "its tables are of another version of anyurl, or incomplete".to_owned();
        compiled.ok_or_else(|| Unusable { id: "SR305", why: why() })
    }

    fn shape(&self, _: &Declared) -> Option<Shape> {
        self.shape
    }

    fn known_shape(&self) -> Option<Shape> {
        self.shape
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Tables {
    fn read(&self, scheme: &str, mode: Mode, found: &Found) -> Option<Compiled> {
        let (automata, place) = (Arc::clone(&self.automata), place(mode));
        let dfa = automata.read(place, Dfa::from_bytes)?;
        let labels = move || Arc::new(automata.read(place + 1, Labels::from_bytes).unwrap_or_default());
        Compiled::new(scheme, Arc::new(dfa), Box::new(labels), (found.head, found.targets.clone()))
    }
}

impl Declared {
    /// Returns the scheme as bytes that [`Declared::from_tables`] of this version of the crate reads: without the texts for
    /// people and the examples, and without a [built-in scheme](Declared::built_in).
    ///
    /// # Errors
    /// The message of the compiler of grammars, if a grammar cannot be used.
    ///
    /// ```
    /// use anyurl_core::authors::Scheme;
    /// use anyurl_declared::Declared;
    /// use anyurl_declared::format::{RegistryFile, SchemeDraft};
    ///
    /// let file = RegistryFile::from_text("lake.toml", SchemeDraft::new("com.example.lake", "2027-06-30".parse()?).file())?;
    /// let scheme = Declared::new(file.layer().schemes().next().unwrap(), &[])?;
    /// // In a program, the contents of a file.
    /// let read = Declared::from_tables(scheme.to_tables()?).unwrap();
    /// assert_eq!(read.registration().name, "com.example.lake");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tables(&self) -> Result<Vec<u8>, String> {
        let mut body = Encoder::default();
        self.registration.encode(&mut body);
        self.syntax.encode(&mut body);
        self.access_kind.encode(&mut body);
        self.access.encode(&mut body);
        (self.relative, file_of(&self.location).to_owned()).encode(&mut body);
        self.shape().encode(&mut body);
        let mut automata = Vec::new();
        self.write_automaton(Mode::Strict, &mut body, &mut automata)?;
        self.syntax.has_lenient_grammar.encode(&mut body);
        if self.syntax.has_lenient_grammar {
            self.write_automaton(Mode::Lenient, &mut body, &mut automata)?;
        }
        automata.resize(RULES, Vec::new());
        automata.extend(body.rules.iter().map(TextRule::to_bytes));
        let mut to = Writer(vec![VERSION]);
        to.each(&automata, |part, to| to.bytes(part));
        to.each(&body.escapings, |escaping, to| {
            let bytes: Vec<u8> = (0..=u8::MAX).filter(|byte| escaping.leaves(*byte)).collect();
            ByteSet::from_bytes(&bytes).write(to);
        });
        to.each(&body.rules, |rule, to| to.text(rule.name()));
        Ok([to.0, body.to.0].concat())
    }

    fn write_automaton(&self, mode: Mode, to: &mut Encoder, automata: &mut Vec<Vec<u8>>) -> Result<(), String> {
        let compiled = self.compiled(mode).map_err(|unusable| unusable.why.clone())?;
        let head = compiled.head.as_ref().map(|(head, _)| *head);
        Found { head, targets: compiled.targets.clone() }.encode(to);
        automata.extend([compiled.dfa.to_bytes(), compiled.labels().to_bytes()]);
        Ok(())
    }

    /// Creates the scheme of [`Declared::to_tables`]. `None` for other bytes, such as those of another version.
    pub fn from_tables(tables: Vec<u8>) -> Option<Self> {
        let mut from = Reader(&tables);
        (from.byte()? == VERSION).then_some(())?;
        let parts = from.each(|from| {
            let len = from.bytes()?.len();
            let end = tables.len() - from.0.len();
            Some((end - len, end))
        })?;
        let begin = tables.len() - from.0.len();
        let automata = Arc::new(Automata { bytes: tables.into(), parts });
        let from = &mut Decoder::new(Reader(&automata.bytes[begin..]));
        from.escapings = from.from.each(|from| ByteSet::read(from).map(escaping))?;
        let mut places = RULES..;
        from.rules = from.from.each(|from| Some(rule(from.text()?, places.next()?, &automata)))?;
        let registration = Codec::decode(from)?;
        let syntax: Syntax = Codec::decode(from)?;
        let kind = Codec::decode(from)?;
        let access = Access::decode(kind, from)?;
        let (relative, location) = Codec::decode(from)?;
        let shape = Codec::decode(from)?;
        let modes: ByMode<Option<Found>> = ByMode { strict: Some(Codec::decode(from)?), lenient: Codec::decode(from)? };
        let fits = |found: &Option<Found>| found.as_ref().is_none_or(|found| found.is_of(&syntax));
        let is_whole = from.from.0.is_empty() && fits(&modes.strict) && fits(&modes.lenient);
        is_whole.then_some(())?;
        let source = Tables { shape, modes, automata: Arc::clone(&automata) };
        Some(Self::from_parts(registration, syntax, (access, kind), (relative, location), source))
    }

    /// Returns the texts of the registration for people, and its examples, as bytes for [`Declared::with_texts`].
    pub fn to_texts(&self) -> Vec<u8> {
        let mut to = Encoder::default();
        syntax::encode_texts(&self.registration, &mut to);
        to.to.0
    }

    /// Adds the texts of [`Declared::to_texts`], which are more than half of most entries. Other bytes are ignored.
    #[must_use]
    pub fn with_texts(mut self, texts: &'static [u8]) -> Self {
        syntax::decode_texts(&mut self.registration, &mut Decoder::new(Reader(texts)));
        self
    }
}

impl<'b> Decoder<'b> {
    fn new(from: Reader<'b>) -> Self {
        Self { from, rules: Vec::new(), escapings: Vec::new() }
    }
}

/// The file of `org.toml:14` or `org.toml:23:50`: tables do not change with the lines before an entry.
fn file_of(location: &str) -> &str {
    let without_number = |text| match str::rsplit_once(text, ':') {
        Some((before, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => before,
        _ => text,
    };
    without_number(without_number(location))
}

/// Escapes the bytes outside a set.
fn escaping(unescaped: ByteSet) -> Escaping {
    Escaping::outside(&Class::none("component").and(&unescaped.iter().collect::<Vec<_>>()))
}

/// A rule whose automaton is at a place.
fn rule(name: &str, place: usize, automata: &Arc<Automata>) -> TextRule {
    let automata = Arc::clone(automata);
    TextRule::new(name.to_owned(), move || automata.read(place, Dfa::from_bytes).map(Arc::new))
}
