//! Parses a URL with a grammar: the automaton finds the components, and the core checks hosts and ports.

use std::ops::Range;

use locator_core::diagnostics::requirement::{common, modern};
use locator_core::registration::Grammar as Generic;
use locator_core::text::polyfill::floor_char_boundary;
use locator_core::{
    Cursor, Error, ErrorKind, Slot, Span, UrlRef, components::canonical, syntax::authority, syntax::class,
    syntax::escape,
};

use super::syntax::{Component, USERINFO};
use super::{Declared, ParseContext, authority as prefix, errors};
use crate::format::ComponentType;
use locator_abnf::{Matcher, Start};

/// Parses the text after `name:`.
pub(super) fn parse(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let compiled = match scheme.compiled() {
        Ok(compiled) => compiled,
        Err(error) => return Err(errors::uncompiled(scheme, error, at)),
    };
    let context = ParseContext { scheme, compiled, begin: at.position() };
    // Nearly all grammars need few registers; a smaller matcher is faster.
    match compiled.grammar.registers() {
        ..=FEW_REGISTERS => context.parse::<FEW_REGISTERS>(at),
        _ => context.parse::<MAX_REGISTERS>(at),
    }
}

const FEW_REGISTERS: usize = 16;
const MAX_REGISTERS: usize = 64;

impl<'s> ParseContext<'s> {
    /// Parses authority prefix, rest and fragment, and sets the components.
    fn parse<const N: usize>(self, at: &mut Cursor<'_>) -> Result<(), Error> {
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
                    check(self.scheme, &self.scheme.syntax.components[*n], part, at)?;
                }
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
        let place = at.masks(|text, marks| scan.run_in(text, place..end, marks));
        if place == end { Ok(()) } else { self.rest_leniently(scan, at, place..end) }
    }

    /// Slow path of [`Self::rest`]. Lenient mode matches an unsafe character as its escape.
    #[cold]
    fn rest_leniently<const N: usize>(
        self,
        scan: &mut Matcher<'_, N>,
        at: &mut Cursor<'_>,
        left: Range<usize>,
    ) -> Result<(), Error> {
        let Range { start: mut place, end } = left;
        while place < end {
            let first = at.text(Span::new(place, end)).chars().next();
            // A space after the colon, as in `mailto: joe@host.dom`, belongs to the surrounding prose.
            let is_prose = place == self.begin && first == Some(' ');
            match first.filter(|found| at.is_lenient() && class::is_tolerated(*found) && !is_prose) {
                Some(found) if step_escaped(scan, found, place) => {
                    let written = Span::new(place, place + found.len_utf8());
                    let grammar = self.scheme.registration.grammar;
                    at.warn(grammar.requirement(found), written);
                    place = written.end();
                }
                _ => return Err(errors::failure(self, scan.mismatch(place), at)),
            }
            place = at.masks(|text, marks| scan.run_in(text, place..end, marks));
        }
        Ok(())
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

/// Returns the offsets of escapes of unreserved characters that must not be decoded, because the automaton rejects the
/// character or goes to another state, so that the decoded URL could have other components.
pub(super) fn kept_escapes(scheme: &Declared, url: &UrlRef<'_>) -> Vec<usize> {
    let mut kept = Vec::new();
    let part = url.schemepart();
    if !url.text()[part.start()..].contains('%') {
        return kept;
    }
    let Ok(compiled) = scheme.compiled() else {
        return kept;
    };
    let context = ParseContext { scheme, compiled, begin: part.start() };
    let mut at = Cursor::new(url.text(), part, url.options().mode, None);
    let Ok(start) = context.start(&mut at) else {
        return kept;
    };
    let mut scan = compiled.grammar.matcher_with_registers::<MAX_REGISTERS>();
    scan.enter(start, context.begin);
    compare(&mut scan, url, Span::new(at.position(), part.end()), &mut kept);
    let fragment = url.span(Slot::FRAGMENT);
    if let Some(fragment) = fragment.filter(|_| scan.step(b'#', part.end())) {
        compare(&mut scan, url, fragment, &mut kept);
    }
    kept
}

/// Matches a part of the URL, and compares the states after each escape of an unreserved character and after the character.
fn compare<const N: usize>(scan: &mut Matcher<'_, N>, url: &UrlRef<'_>, part: Span, kept: &mut Vec<usize>) {
    let unreserved = canonical::unreserved(url.registration());
    let mut place = part.start();
    while place < part.end() {
        let rest = &url.text()[place..part.end()];
        let decoded = escape::byte(rest.as_bytes()).filter(|byte| unreserved.has(*byte));
        let mut unescaped = scan.clone();
        let is_accepted = decoded.is_some_and(|byte| unescaped.step(byte, place));
        let unit = escape::unit_len(rest);
        let is_matched = rest.bytes().take(unit).all(|byte| scan.step(byte, place));
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

/// What to do with the span of a component.
pub(super) enum Target {
    /// Store it in a slot.
    Slot(Slot),
    /// Check the component of this index first.
    Checked(usize),
}

impl Target {
    pub(super) fn new(n: usize, component: &Component) -> Self {
        let is_checked = component.name == USERINFO
            || matches!(component.slot, Slot::HOST | Slot::PORT)
            || matches!(
                component.kind,
                ComponentType::U16 | ComponentType::U32 | ComponentType::U64 | ComponentType::Host
            );
        if is_checked { Self::Checked(n) } else { Self::Slot(component.slot) }
    }
}

/// Matches the escapes of a character, one for each byte at its offset. Leaves the matcher unchanged on failure.
fn step_escaped<const N: usize>(scan: &mut Matcher<'_, N>, found: char, place: usize) -> bool {
    let mut ahead = scan.clone();
    let mut buffer = [0; 4];
    let bytes = found.encode_utf8(&mut buffer).bytes();
    let all = bytes.zip(place..).all(|(byte, place)| {
        let mut escape = escape::escape(byte).into_iter();
        escape.all(|byte| ahead.step(byte, place))
    });
    if all {
        *scan = ahead;
    }
    all
}

/// Checks the value of a component and sets its span.
fn check(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    let text = at.text(span);
    if component.name == USERINFO {
        let colon = text.find(':').map(|colon| span.start() + colon);
        at.set(Slot::USER, Span::new(span.start(), colon.unwrap_or(span.end())));
        if let Some(colon) = colon {
            at.set(Slot::PASSWORD, Span::new(colon + 1, span.end()));
        }
        return Ok(());
    }
    let is_host = component.slot == Slot::HOST || component.kind == ComponentType::Host;
    if is_host {
        authority::check_host(at, span, scheme.registration.grammar)?;
    }
    if component.slot == Slot::PORT {
        // An empty port is the default port: RFC 3986 allows a colon without digits.
        if text.is_empty() {
            return Ok(());
        }
        if authority::port_number(text).is_none() {
            return Err(at.error(ErrorKind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
        }
    }
    if let Some((kind, error)) = mismatch(component.kind, text) {
        return Err(at.shared_error(kind, span, scheme.context(error, &component.rule, &component.name)));
    }
    at.set(component.slot, span);
    Ok(())
}

/// Returns the error for a text that does not fit the type of its component.
fn mismatch(kind: ComponentType, text: &str) -> Option<(ErrorKind, &'static errors::SchemeError)> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match kind {
        ComponentType::U16 => text.parse::<u16>().is_ok(),
        ComponentType::U32 => text.parse::<u32>().is_ok(),
        ComponentType::U64 => text.parse::<u64>().is_ok(),
        _ => return None,
    };
    if !is_number {
        return Some((ErrorKind::Unexpected, &errors::NOT_A_NUMBER));
    }
    (!fits).then_some((ErrorKind::OutOfRange, &errors::NUMBER_TOO_LARGE))
}
