//! Parses a URL with a grammar: the automaton finds the components, and the core checks hosts and ports.

use anyurl_core::authors::{Cursor, Grammar as Generic, UrlRef, authority};
use anyurl_core::internal::polyfill::floor_char_boundary;
use anyurl_core::internal::{common, modern};
use anyurl_core::{Error, ErrorKind, Mode, Options, Slot, Span};

use super::automaton::{Compiled, Hidden, Target};
use super::deviation::Deviation;
use super::{Declared, ParseContext, authority as prefix, check, errors, lenient};
use anyurl_abnf::{Matcher, Mismatch, Start};

/// Gets the deviations that rules of the grammar derive.
pub(super) type OnDeviation<'a, 's> = &'a mut dyn FnMut(&mut Cursor<'_>, &'s Deviation, Span);

/// Parses the text after `name:`.
#[inline]
pub(super) fn parse(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    if at.is_lenient() {
        return parse_tolerantly(scheme, at);
    }
    // Nearly all grammars need few registers; a smaller matcher is faster.
    match scheme.compiled.strict.get() {
        Some(Ok(compiled)) if compiled.dfa.registers() <= FEW_REGISTERS => {
            parse_strictly::<FEW_REGISTERS>(scheme, compiled, at, &mut warn)
        }
        None if scheme.source.known_shape().is_some_and(|shape| shape.parse(at)) => Ok(()),
        _ => parse_by(Mode::Strict, scheme, at, &mut warn),
    }
}

/// Reports a deviation that a rule of the grammar derives.
fn warn(at: &mut Cursor<'_>, deviation: &Deviation, span: Span) {
    deviation.warn(at, span);
}

/// Parses in lenient mode, with one or two grammars.
#[cold]
fn parse_tolerantly(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let strictly = |at: &mut Cursor<'_>| parse_by(Mode::Strict, scheme, at, &mut warn);
    let leniently = |at: &mut Cursor<'_>| parse_leniently(scheme, at);
    match scheme.syntax.has_lenient_grammar {
        false => strictly(at),
        true if scheme.syntax.is_lenient_first => at.or_else(leniently, strictly),
        true => at.or_else(strictly, leniently),
    }
}

/// Parses with the grammar of lenient mode, and reports the deviations of the scheme.
#[cold]
fn parse_leniently(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let begin = at.position();
    parse_by(Mode::Lenient, scheme, at, &mut warn)?;
    let (text, spans) = (at.text(Span::new(0, at.limit())), *at.spans());
    let options = Options::new().lenient();
    let url = UrlRef::new(text, Span::new(begin, at.limit()), &spans, (&scheme.registration, options));
    for deviation in &scheme.syntax.deviations {
        deviation.find(&url, |span| deviation.warn(at, span));
    }
    Ok(())
}

/// Parses with the grammar of a mode.
#[inline(never)]
pub(super) fn parse_by<'s>(
    mode: Mode,
    scheme: &'s Declared,
    at: &mut Cursor<'_>,
    found: OnDeviation<'_, 's>,
) -> Result<(), Error> {
    ParseContext::new(scheme, mode, at)?.parse_with_many_registers(at, found)
}

/// Parses authority prefix, rest and fragment in strict mode, and sets the components.
#[inline(always)]
fn parse_strictly<'s, const N: usize>(
    scheme: &'s Declared,
    compiled: &'s Compiled,
    at: &mut Cursor<'_>,
    found: OnDeviation<'_, 's>,
) -> Result<(), Error> {
    let begin = at.position();
    // Made where it is needed, which is nowhere in nearly all URLs.
    let context = || ParseContext { scheme, compiled, mode: Mode::Strict, begin };
    let start = context().start(at)?;
    let mut scan = compiled.dfa.matcher_with_registers::<N>();
    scan.enter(start, begin);
    let (place, limit) = (at.position(), at.limit());
    let read = at.masks(|text, masks| scan.run_in(text, place..limit, masks));
    if read < limit {
        return Err(errors::failure(context(), scan.mismatch(read), at));
    }
    let end = if at.get(Slot::FRAGMENT).is_some() { context().fragment(&mut scan, at)? } else { limit };
    context().store(&mut scan, end, at, (false, found))
}

const FEW_REGISTERS: usize = 16;
pub(super) const MAX_REGISTERS: usize = 64;

impl<'s> ParseContext<'s> {
    /// The context of a URL whose scheme name has been read, for the grammar of a mode.
    #[inline]
    fn new(scheme: &'s Declared, mode: Mode, at: &Cursor<'_>) -> Result<Self, Error> {
        match scheme.compiled(mode) {
            Ok(compiled) => Ok(Self { scheme, compiled, mode, begin: at.position() }),
            Err(error) => Err(errors::uncompiled(scheme, error, at)),
        }
    }

    /// Parses with any grammar and in any mode.
    #[inline(never)]
    fn parse_with_many_registers(self, at: &mut Cursor<'_>, found: OnDeviation<'_, 's>) -> Result<(), Error> {
        if !at.is_lenient() {
            return parse_strictly::<MAX_REGISTERS>(self.scheme, self.compiled, at, found);
        }
        let start = self.start(at)?;
        let mut scan = self.compiled.dfa.matcher_with_registers::<MAX_REGISTERS>();
        scan.enter(start, self.begin);
        let rest = at.position()..at.limit();
        lenient::rest(self, &mut scan, at, rest)?;
        let end = self.fragment(&mut scan, at)?;
        self.store(&mut scan, end, at, (true, found))
    }

    /// Stores the components that were found in a text that ends at `end`.
    #[inline(always)]
    fn store<const N: usize>(
        self,
        scan: &mut Matcher<'_, N>,
        end: usize,
        at: &mut Cursor<'_>,
        (is_lenient, found_deviation): (bool, OnDeviation<'_, 's>),
    ) -> Result<(), Error> {
        let state = scan.state();
        let Some(found) = scan.end(end) else {
            return Err(errors::failure(self, Mismatch { at: end, state }, at));
        };
        for (span, target) in found.zip(&self.compiled.targets) {
            let Some(part) = span.and_then(|part| before_fragment(part, at.limit())) else { continue };
            if is_lenient && !matches!(target, Target::Hidden(Hidden::Deviation(_))) {
                self.check_boundaries(part, at)?;
            }
            match target {
                Target::Slot(slot) => at.set(*slot, part),
                Target::Host(slot) => {
                    check::any_host(self.scheme, "host", part, self.scheme.registration.grammar, at)?;
                    at.set(*slot, part);
                }
                Target::Port => check::port(part, at)?,
                Target::Checked(n) => check::component(self, &self.scheme.syntax.components[*n], part, at)?,
                Target::Hidden(Hidden::Host) => {
                    authority::check_host(at, part, self.scheme.registration.grammar)?;
                }
                Target::Hidden(Hidden::Deviation(n)) => {
                    let whole = whole_characters(at, part);
                    found_deviation(at, &self.scheme.syntax.deviations[*n], whole);
                }
            }
        }
        at.skip_to(at.limit());
        Ok(())
    }

    /// Parses the authority prefix and returns the entry point of the automaton after it.
    #[inline(always)]
    pub(super) fn start(self, at: &mut Cursor<'_>) -> Result<&'s Start, Error> {
        let Some((head, start)) = &self.compiled.head else {
            let start = self.compiled.start.as_ref();
            return start.ok_or_else(|| errors::no_start(self, at));
        };
        prefix::parse(*head, at)?;
        // Nearly always, a slash.
        if at.peek().is_some_and(|byte| byte != b'/' && !head.ends().has(byte)) {
            let failure = start.mismatch(at.position());
            return Err(errors::failure(self, failure, at));
        }
        Ok(start)
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
    #[inline(never)]
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

/// The part of a component before the fragment: a grammar can match the fragment, which is a component already.
#[inline(always)]
fn before_fragment(part: Span, limit: usize) -> Option<Span> {
    if part.end() <= limit {
        return Some(part);
    }
    (part.start() < limit).then(|| Span::new(part.start(), limit))
}

/// A span with the whole of the characters at its ends: a rule can match some of the escapes of a character.
fn whole_characters(at: &Cursor<'_>, span: Span) -> Span {
    let text = at.text(Span::new(0, at.limit()));
    let end = (span.end()..=text.len()).find(|end| text.is_char_boundary(*end));
    Span::new(floor_char_boundary(text, span.start()), end.unwrap_or(text.len()))
}
