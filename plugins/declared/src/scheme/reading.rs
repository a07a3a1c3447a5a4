//! Reads a URL again for its canonical form: by which grammar it was parsed, and which escapes can be decoded.

use anyurl_core::authors::{Class, Cursor, UrlRef, canonical, escape};
use anyurl_core::{Mode, Slot, Span};

use super::deviation::Deviation;
use super::escaped::step_escaped;
use super::lenient::DataSigns;
use super::parse::{MAX_REGISTERS, parse_by};
use super::{Declared, ParseContext};
use anyurl_abnf::Matcher;

/// How a URL is read again for its canonical form.
pub(super) struct Reading<'s> {
    scheme: &'s Declared,
    /// The mode of the grammar.
    mode: Mode,
    /// The deviations that rules of the grammar derive.
    pub(super) deviations: Vec<(&'s Deviation, Span)>,
}

impl<'s> Reading<'s> {
    /// Finds the grammar by which a URL was parsed; `None` if that of lenient mode cannot be used.
    pub(super) fn new(scheme: &'s Declared, url: &UrlRef<'_>) -> Option<Self> {
        let is_lenient = url.options().is_lenient() && scheme.syntax.has_lenient_grammar;
        let mut deviations = Vec::new();
        let cursor = || Cursor::new(url.text(), url.schemepart(), url.options().mode, None);
        let is_read = |mode| parse_by(mode, scheme, &mut cursor(), &mut |_, _, _| {}).is_ok();
        let mode = match is_lenient {
            false => Mode::Strict,
            true if scheme.syntax.is_lenient_first && is_read(Mode::Lenient) => Mode::Lenient,
            true if scheme.syntax.is_lenient_first || is_read(Mode::Strict) => Mode::Strict,
            true => Mode::Lenient,
        };
        if mode == Mode::Lenient || scheme.syntax.deviations.iter().any(|one| one.is_strict) {
            parse_by(mode, scheme, &mut cursor(), &mut |_, deviation, span| deviations.push((deviation, span))).ok()?;
        }
        Some(Self { scheme, mode, deviations })
    }

    /// Returns the offsets of escapes of unreserved characters that must not be decoded, because the automaton rejects
    /// the character or goes to another state, so that the decoded URL could have other components.
    pub(super) fn kept_escapes(&self, url: &UrlRef<'_>) -> Vec<usize> {
        let kept = Vec::new();
        let part = url.schemepart();
        let unreserved = canonical::unreserved(url.registration());
        let rest = &url.text().as_bytes()[part.start()..];
        let is_unreserved = |at: usize| escape::byte(&rest[at..]).is_some_and(|byte| unreserved.has(byte));
        if !memchr::memchr_iter(b'%', rest).any(is_unreserved) {
            return kept;
        }
        let Ok(compiled) = self.scheme.compiled(self.mode) else {
            return kept;
        };
        let context = ParseContext { scheme: self.scheme, compiled, mode: self.mode, begin: part.start() };
        let mut at = Cursor::new(url.text(), part, url.options().mode, None);
        let Ok(start) = context.start(&mut at) else {
            return kept;
        };
        let mut scan = context.compiled.dfa.matcher_with_registers::<MAX_REGISTERS>();
        scan.enter(start, context.begin);
        let text = &url.text()[..part.end()];
        let data = url.options().is_lenient().then(|| DataSigns::new(context, text));
        let mut comparison = Comparison { unreserved, text, data, work: WORK_PER_BYTE * part.len(), kept };
        comparison.run(&mut scan, at.position());
        let fragment = url.span(Slot::FRAGMENT);
        if let Some(fragment) = fragment.filter(|_| scan.step(b'#', part.end())) {
            (comparison.text, comparison.data) = (&url.text()[..fragment.end()], None);
            comparison.run(&mut scan, fragment.start());
        }
        comparison.kept
    }
}

/// The steps that comparing may take for each byte of a URL. Nearly always, both matchers are in the same state soon.
const WORK_PER_BYTE: usize = 64;

/// Compares, for each escape of an unreserved character, what follows it with what follows the character.
struct Comparison<'u> {
    unreserved: &'static Class,
    /// The text up to the end of the part.
    text: &'u str,
    data: Option<DataSigns<'u>>,
    /// The steps that are left for escapes after which the states differ.
    work: usize,
    /// The offsets of the escapes that must be kept.
    kept: Vec<usize>,
}

impl Comparison<'_> {
    /// Matches the text from an offset, and finds the escapes that must be kept.
    fn run<const N: usize>(&mut self, scan: &mut Matcher<'_, N>, mut place: usize) {
        while place < self.text.len() {
            place = self.run_to_escape(scan, place);
            let decoded = self.decoded(place).map(|byte| (byte, scan.clone()));
            let Some(next) = self.step(scan, place) else { return };
            if let Some((byte, mut unescaped)) = decoded {
                if !(unescaped.step(byte, place) && self.is_same(unescaped, scan.clone(), next)) {
                    self.kept.push(place);
                }
            }
            place = next;
        }
    }

    /// Matches what is before the next escape. Lenient mode reads some characters otherwise, one by one.
    fn run_to_escape<const N: usize>(&self, scan: &mut Matcher<'_, N>, place: usize) -> usize {
        if self.data.is_some() {
            return place;
        }
        let rest = &self.text.as_bytes()[place..];
        let end = memchr::memchr(b'%', rest).unwrap_or(rest.len());
        place + scan.run(&rest[..end], place)
    }

    /// The unreserved character whose escape is at an offset.
    fn decoded(&self, place: usize) -> Option<u8> {
        escape::byte(&self.text.as_bytes()[place..]).filter(|byte| self.unreserved.has(*byte))
    }

    /// Matches the character or escape at an offset as the parser does, and returns the offset after it; `None` if it
    /// cannot follow.
    fn step<const N: usize>(&self, scan: &mut Matcher<'_, N>, place: usize) -> Option<usize> {
        let rest = &self.text[place..];
        let unit = escape::unit_len(rest);
        let is_data = self.data.as_ref().is_some_and(|data| data.is_data(place, self.text.len()));
        let mut is_read = !is_data && rest.bytes().take(unit).all(|byte| scan.step(byte, place));
        // Lenient mode matched a tolerated character as its escape.
        if let Some(found) = rest.chars().next().filter(|_| !is_read) {
            is_read = step_escaped(scan, found, place);
        }
        is_read.then_some(place + unit)
    }

    /// Whether two matchers read the rest of the text in the same way, with the same spans.
    fn is_same<const N: usize>(
        &mut self,
        mut one: Matcher<'_, N>,
        mut other: Matcher<'_, N>,
        mut place: usize,
    ) -> bool {
        while !one.is_equivalent(&other) {
            if place == self.text.len() {
                let (Some(one), Some(other)) = (one.end(place), other.end(place)) else { return false };
                return one.eq(other);
            }
            // What follows is read as it is written, so it must be written so in the canonical form, too.
            if self.work == 0 || self.decoded(place).is_some() {
                return false;
            }
            self.work -= 1;
            let (read_one, read_other) = (self.step(&mut one, place), self.step(&mut other, place));
            let Some(next) = read_one.filter(|_| read_one == read_other) else { return false };
            place = next;
        }
        true
    }
}
