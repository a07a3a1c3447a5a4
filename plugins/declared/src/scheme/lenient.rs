//! What lenient mode tolerates in all schemes: it matches characters that must be encoded as their escapes.
//!
//! | in the text | matches as |
//! |---|---|
//! | an unsafe character, a space or a character outside US-ASCII (A-43) | its escapes |
//! | a `%` without two hexadecimal digits (A-31) | `%25` |
//! | an `@` before the last one of the authority (A-30) | `%40` |

use std::ops::Range;

use anyurl_core::authors::{Cursor, Grammar, Requirement, escape};
use anyurl_core::{Error, Slot, Span};

use super::escaped::step_escaped;
use super::{ParseContext, errors, syntax};
use anyurl_abnf::Matcher;

/// Matches a part of the text up to `end`.
#[cold]
#[inline(never)]
pub(super) fn rest<const N: usize>(
    context: ParseContext<'_>,
    scan: &mut Matcher<'_, N>,
    at: &mut Cursor<'_>,
    part: Range<usize>,
) -> Result<(), Error> {
    let text = at.text(Span::new(0, part.end));
    let data = DataSigns::new(context, text);
    let mut warnings = Run::default();
    let Range { start: mut place, end } = part;
    let mut stop = data.next(place..end);
    while place < end {
        // Only behind the last one, so that no byte is searched twice.
        if stop < place {
            stop = data.next(place..end);
        }
        place = at.masks(|text, marks| scan.run_in(text, place..stop, marks));
        if place == end {
            break;
        }
        let rest = &text[place..];
        let found = rest.chars().next().unwrap_or_default();
        // A space after the colon, as in `mailto: joe@host.dom`, belongs to the surrounding prose.
        let is_prose =
            place == context.begin && found == ' ' && context.scheme.registration.grammar == Grammar::Rfc3986;
        let requirement = match found {
            '%' | '@' if place == stop => data.requirement(found),
            _ if anyurl_core::internal::is_tolerated(found) && !is_prose => {
                context.scheme.registration.grammar.requirement(found)
            }
            _ => {
                warnings.flush(at);
                return Err(errors::failure(context, scan.mismatch(place), at));
            }
        };
        if !step_escaped(scan, found, place) {
            warnings.flush(at);
            return Err(errors::failure(context, scan.mismatch(place), at));
        }
        let written = Span::new(place, place + found.len_utf8());
        warnings.add(requirement, written, at);
        place = written.end();
    }
    warnings.flush(at);
    Ok(())
}

/// The characters that lenient mode takes as data, although the grammar has them in another role.
#[derive(Clone)]
pub(super) struct DataSigns<'u> {
    text: &'u str,
    /// Whether a `%` without digits is data.
    takes_bare_percent: bool,
    /// The part of the text in which an `@` is data.
    login: Span,
    grammar: Grammar,
}

impl<'u> DataSigns<'u> {
    pub(super) fn new(context: ParseContext<'_>, text: &'u str) -> Self {
        let scheme = context.scheme;
        let has_login = context.compiled.head.is_none() && scheme.syntax.has(Slot::USER);
        let login = if has_login { syntax::login(text, context.begin) } else { Span::at(0) };
        Self { text, takes_bare_percent: scheme.syntax.takes_bare_percent, login, grammar: scheme.registration.grammar }
    }

    /// The offset of the next such character in a part of the text, or the end of the part.
    pub(super) fn next(&self, part: Range<usize>) -> usize {
        let bytes = &self.text.as_bytes()[..part.end];
        let mut at = part.start;
        while let Some(found) = memchr::memchr2(b'%', b'@', &bytes[at..]) {
            at += found;
            if self.is_data(at, part.end) {
                return at;
            }
            at += 1;
        }
        part.end
    }

    /// Whether the character at an offset is one, in a part that ends at `end`.
    pub(super) fn is_data(&self, at: usize, end: usize) -> bool {
        match self.text.as_bytes()[at] {
            b'%' => self.takes_bare_percent && escape::byte(&self.text.as_bytes()[at..end]).is_none(),
            b'@' => self.login.range().contains(&at),
            _ => false,
        }
    }

    fn requirement(&self, found: char) -> &'static Requirement {
        if found == '%' { self.grammar.bad_escape() } else { self.grammar.login_at() }
    }
}

/// Adjacent characters that break the same requirement, which get one warning.
#[derive(Default)]
struct Run(Option<(&'static Requirement, Span)>);

impl Run {
    fn add(&mut self, requirement: &'static Requirement, span: Span, at: &mut Cursor<'_>) {
        match &mut self.0 {
            Some((known, run)) if *known == requirement && run.end() == span.start() && is_merged(requirement) => {
                *run = Span::new(run.start(), span.end());
            }
            _ => {
                self.flush(at);
                self.0 = Some((requirement, span));
            }
        }
    }

    fn flush(&mut self, at: &mut Cursor<'_>) {
        if let Some((requirement, span)) = self.0.take() {
            at.warn(requirement, span);
        }
    }
}

/// Whether adjacent characters get one warning: each `%` and each `@` has its own.
fn is_merged(requirement: &Requirement) -> bool {
    !matches!(requirement.id(), "A-30" | "A-31")
}
