//! Parses a URL with a grammar: the automaton finds the components, and the core checks hosts and ports.

use std::sync::Arc;

use locator_core::diagnostics::requirement::{common, modern};
use locator_core::registration::Grammar as Generic;
use locator_core::text::polyfill::floor_char_boundary;
use locator_core::{
    Cursor, Error, ErrorKind, Mode, Slot, Span, UrlRef, components::canonical, syntax::authority, syntax::escape,
};

use super::deviation::Deviation;
use super::lenient::{self, DataSigns, step_escaped};
use super::syntax::{Component, USERINFO};
use super::{Declared, ParseContext, authority as prefix, check, errors};
use locator_abnf::{Matcher, Start};

/// Parses the text after `name:`.
pub(super) fn parse(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    if at.is_lenient() && scheme.syntax.has_lenient_grammar() {
        return at.or_else(|at| parse_by(Mode::Strict, scheme, at, |_, _| {}), |at| parse_leniently(scheme, at));
    }
    parse_by(Mode::Strict, scheme, at, |_, _| {})
}

/// Parses a text that the strict grammar does not derive, and reports the deviations of the scheme.
#[cold]
fn parse_leniently(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let mut deviations = Vec::new();
    parse_by(Mode::Lenient, scheme, at, |deviation, span| deviations.push((deviation, span)))?;
    let text = at.text(Span::new(0, at.limit()));
    for deviation in &scheme.syntax.deviations {
        deviation.find(text, |slot| at.get(slot), |span| deviations.push((deviation, span)));
    }
    for (deviation, span) in deviations {
        at.warn(Arc::clone(&deviation.requirement), span);
    }
    Ok(())
}

/// Parses with the grammar of a mode. `found` gets the deviations that rules of the grammar derive.
fn parse_by<'s>(
    mode: Mode,
    scheme: &'s Declared,
    at: &mut Cursor<'_>,
    found: impl FnMut(&'s Deviation, Span),
) -> Result<(), Error> {
    let compiled = match scheme.compiled(mode) {
        Ok(compiled) => compiled,
        Err(error) => return Err(errors::uncompiled(scheme, error, at)),
    };
    let context = ParseContext { scheme, compiled, mode, begin: at.position() };
    // Nearly all grammars need few registers; a smaller matcher is faster.
    match compiled.grammar.registers() {
        ..=FEW_REGISTERS => context.parse::<FEW_REGISTERS>(at, found),
        _ => context.parse::<MAX_REGISTERS>(at, found),
    }
}

const FEW_REGISTERS: usize = 16;
const MAX_REGISTERS: usize = 64;

impl<'s> ParseContext<'s> {
    /// Parses authority prefix, rest and fragment, and sets the components.
    #[inline]
    fn parse<const N: usize>(
        self,
        at: &mut Cursor<'_>,
        mut found_deviation: impl FnMut(&'s Deviation, Span),
    ) -> Result<(), Error> {
        let start = self.start(at)?;
        let mut scan = self.compiled.grammar.matcher_with_registers::<N>();
        scan.enter(start, self.begin);
        self.rest(&mut scan, at)?;
        let end = self.fragment(&mut scan, at)?;
        let failure = scan.mismatch(end);
        let Some(found) = scan.end(end) else {
            return Err(errors::failure(self, failure, at));
        };
        for (span, target) in found.zip(&self.compiled.targets) {
            if let Some(part) = span.filter(|_| at.is_lenient()) {
                self.check_boundaries(part, at)?;
            }
            match (span, target) {
                (None, _) => {}
                (Some(part), Target::Slot(slot)) => at.set(*slot, part),
                (Some(part), Target::Checked(n)) => {
                    check::component(self, &self.scheme.syntax.components[*n], part, at)?;
                }
                (Some(part), Target::Host) => authority::check_host(at, part, self.scheme.registration.grammar)?,
                (Some(part), Target::Deviation(n)) => found_deviation(&self.scheme.syntax.deviations[*n], part),
            }
        }
        at.skip_to(at.limit());
        Ok(())
    }

    /// Parses the authority prefix and returns the entry point of the automaton after it.
    #[inline]
    fn start(self, at: &mut Cursor<'_>) -> Result<&'s Start, Error> {
        let Some((head, start)) = &self.compiled.head else {
            let start = self.compiled.start.as_ref();
            return start.ok_or_else(|| errors::other_scheme(self.scheme, at));
        };
        prefix::parse(*head, at)?;
        if at.peek().is_some_and(|byte| !head.ends().has(byte)) {
            let failure = start.mismatch(at.position());
            return Err(errors::failure(self, failure, at));
        }
        Ok(start)
    }

    /// Matches to the end of the schemepart.
    #[inline]
    fn rest<const N: usize>(self, scan: &mut Matcher<'_, N>, at: &mut Cursor<'_>) -> Result<(), Error> {
        let place = at.position();
        let end = place + at.rest().len();
        if at.is_lenient() {
            return lenient::rest(self, scan, at, place..end);
        }
        let place = at.masks(|text, marks| scan.run_in(text, place..end, marks));
        if place == end { Ok(()) } else { Err(errors::failure(self, scan.mismatch(place), at)) }
    }

    /// Rejects a component boundary inside a character: the escapes of one character can belong to two components, but the
    /// character itself cannot.
    #[cold]
    fn check_boundaries(self, part: Span, at: &Cursor<'_>) -> Result<(), Error> {
        let read = Span::new(0, at.limit());
        let text = at.text(read);
        let mut ends = [part.start(), part.end()].into_iter();
        let Some(inside) = ends.find(|end| !text.is_char_boundary(*end)) else {
            return Ok(());
        };
        let start = floor_char_boundary(text, inside);
        let width = text[start..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(start, start + width);
        let requirement = match self.scheme.registration.grammar {
            Generic::Rfc1738 => &common::NON_ASCII,
            Generic::Rfc3986 => &modern::NON_ASCII,
        };
        let component = "schemepart";
        Err(at.error(ErrorKind::Unexpected, component, component, span, requirement))
    }

    /// Matches the fragment if the grammar defines one. Returns the end of the matched text.
    #[inline]
    fn fragment<const N: usize>(self, scan: &mut Matcher<'_, N>, at: &mut Cursor<'_>) -> Result<usize, Error> {
        let end = at.limit();
        let Some(fragment) = at.get(Slot::FRAGMENT) else {
            return Ok(end);
        };
        if !scan.step(b'#', end) {
            return Ok(end);
        }
        let bytes = at.text(fragment).as_bytes();
        let read = scan.run(bytes, fragment.start());
        if read < bytes.len() {
            let failure = scan.mismatch(fragment.start() + read);
            return Err(errors::failure(self, failure, at));
        }
        Ok(fragment.end())
    }
}

/// How a URL is read again for its canonical form.
pub(super) struct Reading<'s> {
    context: ParseContext<'s>,
    /// The deviations that rules of the grammar derive.
    pub(super) deviations: Vec<(&'s Deviation, Span)>,
}

impl<'s> Reading<'s> {
    /// Finds the grammar by which a URL was parsed; `None` if its grammar cannot be used.
    pub(super) fn new(scheme: &'s Declared, url: &UrlRef<'_>) -> Option<Self> {
        let is_lenient = url.options().is_lenient() && scheme.syntax.has_lenient_grammar();
        let mut deviations = Vec::new();
        let cursor = || Cursor::new(url.text(), url.schemepart(), url.options().mode, None);
        let is_strict = !is_lenient || parse_by(Mode::Strict, scheme, &mut cursor(), |_, _| {}).is_ok();
        let mode = if is_strict { Mode::Strict } else { Mode::Lenient };
        if mode == Mode::Lenient {
            parse_by(mode, scheme, &mut cursor(), |deviation, span| deviations.push((deviation, span))).ok()?;
        }
        let compiled = scheme.compiled(mode).ok()?;
        Some(Self { context: ParseContext { scheme, compiled, mode, begin: url.schemepart().start() }, deviations })
    }

    /// Returns the offsets of escapes of unreserved characters that must not be decoded, because the automaton rejects
    /// the character or goes to another state, so that the decoded URL could have other components.
    pub(super) fn kept_escapes(&self, url: &UrlRef<'_>) -> Vec<usize> {
        let mut kept = Vec::new();
        let (context, part) = (self.context, url.schemepart());
        if !url.text()[part.start()..].contains('%') {
            return kept;
        }
        let mut at = Cursor::new(url.text(), part, url.options().mode, None);
        let Ok(start) = context.start(&mut at) else {
            return kept;
        };
        let mut scan = context.compiled.grammar.matcher_with_registers::<MAX_REGISTERS>();
        scan.enter(start, context.begin);
        let data = url.options().is_lenient().then(|| DataSigns::new(context, &url.text()[..part.end()]));
        compare(&mut scan, url, (Span::new(at.position(), part.end()), data.as_ref()), &mut kept);
        let fragment = url.span(Slot::FRAGMENT);
        if let Some(fragment) = fragment.filter(|_| scan.step(b'#', part.end())) {
            compare(&mut scan, url, (fragment, None), &mut kept);
        }
        kept
    }
}

/// Matches a part of the URL, and compares the states after each escape of an unreserved character and after the character.
fn compare<const N: usize>(
    scan: &mut Matcher<'_, N>,
    url: &UrlRef<'_>,
    (part, data): (Span, Option<&DataSigns<'_>>),
    kept: &mut Vec<usize>,
) {
    let unreserved = canonical::unreserved(url.registration());
    let mut place = part.start();
    while place < part.end() {
        let rest = &url.text()[place..part.end()];
        let decoded = escape::byte(rest.as_bytes()).filter(|byte| unreserved.has(*byte));
        let mut unescaped = scan.clone();
        let is_accepted = decoded.is_some_and(|byte| unescaped.step(byte, place));
        let unit = escape::unit_len(rest);
        let is_data = data.is_some_and(|data| data.is_data(place, part.end()));
        let is_matched = !is_data && rest.bytes().take(unit).all(|byte| scan.step(byte, place));
        // Lenient mode matched a tolerated character as its escape.
        if let Some(found) = rest.chars().next().filter(|_| !is_matched) {
            step_escaped(scan, found, place);
        }
        if decoded.is_some() && !(is_accepted && unescaped.is_equivalent(scan)) {
            kept.push(place);
        }
        place += unit;
    }
}

/// What to do with the span of a capture.
pub(super) enum Target {
    /// Store it in a slot.
    Slot(Slot),
    /// Check the component of this index first.
    Checked(usize),
    /// Check that it is a host.
    Host,
    /// Report the deviation of this index.
    Deviation(usize),
}

impl Target {
    pub(super) fn new(n: usize, component: &Component) -> Self {
        let is_checked = component.name == USERINFO
            || matches!(component.slot, Slot::HOST | Slot::PORT)
            || component.decoded.strict.is_some()
            || component.decoded.lenient.is_some()
            || check::has_checked_type(component);
        if is_checked { Self::Checked(n) } else { Self::Slot(component.slot) }
    }
}
