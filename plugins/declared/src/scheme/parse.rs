//! Reads a URL by a grammar: the automaton finds the components, the core's rules check hosts and ports.

use std::ops::Range;

use locator_core::diagnostics::requirement::{common, modern};
use locator_core::registration::Grammar as Generic;
use locator_core::{
    Cursor, Error, ErrorKind, Slot, Span, UrlRef, components::canonical, syntax::authority, syntax::class,
    syntax::escape,
};

use super::syntax::{Component, USERINFO};
use super::{Compiled, Declared, authority as prefix, errors};
use crate::format::ComponentType;
use locator_abnf::{Matcher, Start};

/// A URL that is being read: by whom, and from where on.
#[derive(Clone, Copy)]
pub(super) struct Reading<'s> {
    pub(super) scheme: &'s Declared,
    pub(super) compiled: &'s Compiled,
    /// The offset behind the colon.
    pub(super) begin: usize,
}

/// Reads what follows the colon.
pub(super) fn parse(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let compiled = match scheme.compiled() {
        Ok(compiled) => compiled,
        Err(error) => return Err(errors::uncompiled(scheme, error, at)),
    };
    let reading = Reading { scheme, compiled, begin: at.position() };
    // What nearly every grammar needs is less than the most.
    match compiled.grammar.registers() {
        ..=FEW => reading.all::<FEW>(at),
        _ => reading.all::<MANY>(at),
    }
}

/// Registers of a scan.
const FEW: usize = 16;
const MANY: usize = 64;

impl<'s> Reading<'s> {
    /// Authority prefix, rest and fragment, and the components.
    fn all<const N: usize>(self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let start = self.start(at)?;
        let mut scan = self.compiled.grammar.first_within::<N>();
        scan.enter(start, self.begin);
        self.rest(&mut scan, at)?;
        let end = self.fragment(&mut scan, at)?;
        let failure = scan.failure(end);
        let Some(found) = scan.end(end) else {
            return Err(errors::failure(self, failure, at));
        };
        for (span, piece) in found.zip(&self.compiled.pieces) {
            if let Some(part) = span.filter(|_| at.is_lenient()) {
                self.whole_characters(part, at)?;
            }
            match (span, piece) {
                (None, _) => {}
                (Some(part), Piece::Plain(slot)) => at.set(*slot, part),
                (Some(part), Piece::Checked(n)) => {
                    check(self.scheme, &self.scheme.syntax.components[*n], part, at)?;
                }
            }
        }
        at.skip_to(at.position() + at.rest().len());
        Ok(())
    }

    /// Where the automaton begins: behind what the core reads.
    #[inline]
    fn start(self, at: &mut Cursor<'_>) -> Result<&'s Start, Error> {
        let Some((head, behind)) = &self.compiled.head else {
            let start = self.compiled.start.as_ref();
            return start.ok_or_else(|| errors::other_scheme(self.scheme, at));
        };
        prefix::read(*head, at)?;
        if at.peek().is_some_and(|byte| !head.ends().has(byte)) {
            let failure = behind.failure(at.position());
            return Err(errors::failure(self, failure, at));
        }
        Ok(behind)
    }

    /// Reads to the end of the schemepart.
    #[inline]
    fn rest<const N: usize>(self, scan: &mut Matcher<'_, N>, at: &mut Cursor<'_>) -> Result<(), Error> {
        let place = at.position();
        let end = place + at.rest().len();
        let place = at.marks(|text, marks| scan.run_in(text, place..end, marks));
        if place == end { Ok(()) } else { self.forgive(scan, at, place..end) }
    }

    /// Lenient mode reads an unsafe character as the escape it should be, and goes on.
    #[cold]
    fn forgive<const N: usize>(
        self,
        scan: &mut Matcher<'_, N>,
        at: &mut Cursor<'_>,
        left: Range<usize>,
    ) -> Result<(), Error> {
        let Range { start: mut place, end } = left;
        while place < end {
            let first = at.text(Span::new(place, end)).chars().next();
            // A space after the colon is that of prose, as in `mailto: joe@host.dom`, and never part of what is located.
            let is_of_prose = place == self.begin && first == Some(' ');
            match first.filter(|found| at.is_lenient() && class::is_tolerated(*found) && !is_of_prose) {
                Some(found) if escaped(scan, found, place) => {
                    let written = Span::new(place, place + found.len_utf8());
                    let grammar = self.scheme.registration.grammar;
                    at.warn(grammar.requirement(found), written);
                    place = written.end();
                }
                _ => return Err(errors::failure(self, scan.failure(place), at)),
            }
            place = at.marks(|text, marks| scan.run_in(text, place..end, marks));
        }
        Ok(())
    }

    /// The escapes of one character can belong to two components: then the character stands for neither.
    #[cold]
    fn whole_characters(self, part: Span, at: &Cursor<'_>) -> Result<(), Error> {
        let read = Span::new(0, at.position() + at.rest().len());
        let text = at.text(read);
        let mut ends = [part.start(), part.end()].into_iter();
        let Some(inside) = ends.find(|end| !text.is_char_boundary(*end)) else {
            return Ok(());
        };
        let start = text.floor_char_boundary(inside);
        let width = text[start..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(start, start + width);
        let requirement = match self.scheme.registration.grammar {
            Generic::Rfc1738 => &common::NON_ASCII,
            Generic::Rfc3986 => &modern::NON_ASCII,
        };
        let component = "schemepart";
        Err(at.error(ErrorKind::Unexpected, component, component, span, requirement))
    }

    /// A grammar that gives the fragment a meaning reads it too; to all others it is none of theirs. Gives where the text
    /// ends.
    #[inline]
    fn fragment<const N: usize>(self, scan: &mut Matcher<'_, N>, at: &mut Cursor<'_>) -> Result<usize, Error> {
        let end = at.position() + at.rest().len();
        let Some(fragment) = at.get(Slot::FRAGMENT) else {
            return Ok(end);
        };
        if !scan.step(b'#', end) {
            return Ok(end);
        }
        let bytes = at.text(fragment).as_bytes();
        let read = scan.run(bytes, fragment.start());
        if read < bytes.len() {
            let failure = scan.failure(fragment.start() + read);
            return Err(errors::failure(self, failure, at));
        }
        Ok(fragment.end())
    }
}

/// The offsets of the escapes of unreserved characters for which the character itself cannot stand: the grammar would not
/// take it, or would not go on as it does after the escape, and so could divide the URL in another way.
pub(super) fn kept_escapes(scheme: &Declared, url: &UrlRef<'_>) -> Vec<usize> {
    let mut kept = Vec::new();
    let part = url.schemepart();
    if !url.text()[part.start()..].contains('%') {
        return kept;
    }
    let Ok(compiled) = scheme.compiled() else {
        return kept;
    };
    let reading = Reading { scheme, compiled, begin: part.start() };
    let mut at = Cursor::new(url.text(), part, url.options().mode, None);
    let Ok(start) = reading.start(&mut at) else {
        return kept;
    };
    let mut scan = compiled.grammar.first_within::<MANY>();
    scan.enter(start, reading.begin);
    compare(&mut scan, url, Span::new(at.position(), part.end()), &mut kept);
    let fragment = url.span(Slot::FRAGMENT);
    if let Some(fragment) = fragment.filter(|_| scan.step(b'#', part.end())) {
        compare(&mut scan, url, fragment, &mut kept);
    }
    kept
}

/// Reads a part of the URL, and compares what each escape of an unreserved character leads to with what the character leads to.
fn compare<const N: usize>(scan: &mut Matcher<'_, N>, url: &UrlRef<'_>, part: Span, kept: &mut Vec<usize>) {
    let unreserved = canonical::unreserved(url.registration());
    let mut place = part.start();
    while place < part.end() {
        let rest = &url.text()[place..part.end()];
        let decoded = escape::byte(rest.as_bytes()).filter(|byte| unreserved.has(*byte));
        let mut plain = scan.clone();
        let is_taken = decoded.is_some_and(|byte| plain.step(byte, place));
        let unit = escape::unit_len(rest);
        let is_read = rest.bytes().take(unit).all(|byte| scan.step(byte, place));
        // What lenient mode forgave was read as the escape it should be.
        if let Some(found) = rest.chars().next().filter(|_| !is_read) {
            escaped(scan, found, place);
        }
        if decoded.is_some() && !(is_taken && plain.is_where(scan)) {
            kept.push(place);
        }
        place += unit;
    }
}

/// What is done with the span of a component.
pub(super) enum Piece {
    /// It goes to its slot.
    Plain(Slot),
    /// The component of this number, which is looked at before.
    Checked(usize),
}

impl Piece {
    pub(super) fn of(n: usize, component: &Component) -> Self {
        let is_checked = component.name == USERINFO
            || matches!(component.slot, Slot::HOST | Slot::PORT)
            || !matches!(component.kind, ComponentType::String | ComponentType::Path);
        if is_checked { Self::Checked(n) } else { Self::Plain(component.slot) }
    }
}

/// Feeds the escapes that a character stands for: one for each of its bytes, at whose offset it counts.
fn escaped<const N: usize>(scan: &mut Matcher<'_, N>, found: char, place: usize) -> bool {
    let mut ahead = scan.clone();
    let mut buffer = [0; 4];
    let bytes = found.encode_utf8(&mut buffer).bytes();
    let all = bytes.zip(place..).all(|(byte, place)| {
        let mut escape = escape::of(byte).into_iter();
        escape.all(|byte| ahead.step(byte, place))
    });
    if all {
        *scan = ahead;
    }
    all
}

/// A component that was found: its span is set, and what the grammar cannot count is counted.
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
        // Without a number the port is the default one: RFC 3986 lets the colon stand alone.
        if text.is_empty() {
            return Ok(());
        }
        if authority::port_number(text).is_none() {
            return Err(at.error(ErrorKind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
        }
    }
    if let Some((kind, fault)) = mismatch(component.kind, text) {
        return Err(at.shared_error(kind, span, scheme.context(fault, &component.rule, &component.name)));
    }
    at.set(component.slot, span);
    Ok(())
}

/// Why a text is none of the type of its component.
fn mismatch(kind: ComponentType, text: &str) -> Option<(ErrorKind, &'static errors::Fault)> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match kind {
        ComponentType::String | ComponentType::Path | ComponentType::Host => return None,
        _ if !is_number => return Some((ErrorKind::Unexpected, &errors::NO_NUMBER)),
        ComponentType::U16 => text.parse::<u16>().is_ok(),
        ComponentType::U32 => text.parse::<u32>().is_ok(),
        ComponentType::U64 => text.parse::<u64>().is_ok(),
    };
    (!fits).then_some((ErrorKind::OutOfRange, &errors::NUMBER))
}
