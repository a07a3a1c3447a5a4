//! Schemes as tables: what a scheme is made of, as bytes that are written before a program runs. It needs neither the
//! registry file nor the compiler of grammars.
//!
//! | part | contents |
//! |---|---|
//! | header | version; the sets of bytes that components write without escapes; the rules for decoded texts |
//! | scheme | `Registration` without texts for people, `Syntax`, `Access` |
//! | modes | for each, what the core parses before, and what is found |
//! | automata | compressed: [`Dfa::to_bytes`] and [`Labels::to_bytes`] for each mode, then the automata of the rules |

mod access;
mod codec;
mod syntax;

use std::any::Any;
use std::sync::{Arc, OnceLock};

use anyurl_abnf::encoding::{Reader, Writer};
use anyurl_abnf::{AuthorityPrefix, ByteSet, Dfa, Labels};
use anyurl_core::Mode;
use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Class, Scheme as _, Shape};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::access::Access;
use super::automaton::{Compiled, Target, Unusable};
use super::text_rule::TextRule;
use super::{ByMode, Declared, Source};
use codec::{Codec, Decoder, Encoder, fields};

/// Changes with the format.
const VERSION: u8 = 1;

/// The most bytes of the automata of a scheme; a hundred times what the largest has.
const LONGEST: usize = 16 << 20;

/// The best compression: tables are written seldom.
const LEVEL: u8 = 10;

/// The automata of a scheme.
struct Tables {
    shape: Option<Shape>,
    modes: ByMode<Option<Found>>,
    automata: Compressed,
}

/// What the automaton of a mode finds, after what the core parses.
struct Found {
    head: Option<AuthorityPrefix>,
    targets: Vec<Target>,
}

fields! { Found { head, targets } }

/// Automata and labels, each with its length; compressed, since they are most of the tables, and half of them repeats.
#[derive(Clone, Copy)]
struct Compressed(&'static [u8]);

/// The place of an automaton; its labels follow it.
fn place(mode: Mode) -> usize {
    if mode == Mode::Lenient { 2 } else { 0 }
}

/// The place of the automaton of the first rule.
const RULES: usize = 4;

impl Compressed {
    /// Reads what is at a place.
    fn read<T>(self, place: usize, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let all = decompress_to_vec_with_limit(self.0, LONGEST).ok()?;
        let mut from = Reader(&all);
        (0..place).try_for_each(|_| from.bytes().map(drop))?;
        read(from.bytes()?)
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
        let (automata, place) = (self.automata, place(mode));
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
    /// // In a program, `include_bytes!` of a file.
    /// let tables: &'static [u8] = scheme.to_tables()?.leak();
    /// let read = Declared::from_tables(tables).unwrap();
    /// assert_eq!(read.registration().name, "com.example.lake");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tables(&self) -> Result<Vec<u8>, String> {
        let mut body = Encoder::default();
        self.registration.encode(&mut body);
        self.syntax.encode(&mut body);
        self.access_kind.encode(&mut body);
        self.access.encode(&mut body);
        (self.relative, self.location.clone()).encode(&mut body);
        self.shape().encode(&mut body);
        let mut automata = Writer::default();
        self.write_automaton(Mode::Strict, &mut body, &mut automata)?;
        self.syntax.has_lenient_grammar.encode(&mut body);
        if self.syntax.has_lenient_grammar {
            self.write_automaton(Mode::Lenient, &mut body, &mut automata)?;
        } else {
            (0..2).for_each(|_| automata.bytes(&[]));
        }
        body.rules.iter().for_each(|rule| automata.bytes(&rule.to_bytes()));
        body.to.bytes(&compress_to_vec(&automata.0, LEVEL));
        let mut to = Writer(vec![VERSION]);
        to.each(&body.escapings, |escaping, to| {
            let bytes: Vec<u8> = (0..=u8::MAX).filter(|byte| escaping.leaves(*byte)).collect();
            ByteSet::from_bytes(&bytes).write(to);
        });
        to.each(&body.rules, |rule, to| to.text(rule.name()));
        Ok([to.0, body.to.0].concat())
    }

    fn write_automaton(&self, mode: Mode, to: &mut Encoder, automata: &mut Writer) -> Result<(), String> {
        let compiled = self.compiled(mode).map_err(|unusable| unusable.why.clone())?;
        let head = compiled.head.as_ref().map(|(head, _)| *head);
        Found { head, targets: compiled.targets.clone() }.encode(to);
        automata.bytes(&compiled.dfa.to_bytes());
        automata.bytes(&compiled.labels().to_bytes());
        Ok(())
    }

    /// Creates the scheme of [`Declared::to_tables`]. `None` for other bytes, such as those of another version.
    pub fn from_tables(tables: &'static [u8]) -> Option<Self> {
        let from = &mut Decoder::new(Reader(tables));
        (u8::decode(from)? == VERSION).then_some(())?;
        from.escapings = from.from.each(|from| ByteSet::read(from).map(escaping))?;
        let automata = Arc::new(OnceLock::new());
        let mut places = RULES..;
        from.rules = from.from.each(|from| rule(from, places.next()?, &automata))?;
        let registration = Codec::decode(from)?;
        let syntax = Codec::decode(from)?;
        let kind = Codec::decode(from)?;
        let access = Access::decode(kind, from)?;
        let (relative, location) = Codec::decode(from)?;
        let shape = Codec::decode(from)?;
        let modes = ByMode { strict: Some(Codec::decode(from)?), lenient: Codec::decode(from)? };
        let compressed = Compressed(from.from.bytes()?);
        let _ = automata.set(compressed);
        let source = Tables { shape, modes, automata: compressed };
        let scheme = Self::from_parts(registration, syntax, (access, kind), (relative, location), source);
        from.from.0.is_empty().then_some(scheme)
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

impl Decoder {
    fn new(from: Reader<'static>) -> Self {
        Self { from, rules: Vec::new(), escapings: Vec::new() }
    }
}

/// Escapes the bytes outside a set.
fn escaping(unescaped: ByteSet) -> Escaping {
    Escaping::outside(&Class::none("component").and(&unescaped.iter().collect::<Vec<_>>()))
}

/// A rule whose automaton is at a place of the automata, which follow later in the tables.
fn rule(from: &mut Reader<'static>, place: usize, automata: &Arc<OnceLock<Compressed>>) -> Option<TextRule> {
    let automata = Arc::clone(automata);
    let read = move || automata.get()?.read(place, Dfa::from_bytes).map(Arc::new);
    Some(TextRule::new(from.text()?.to_owned(), read))
}
