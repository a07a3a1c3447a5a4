//! From text to URL, once through: split, look up, parse.

use crate::chars::{self, FRAGMENT};
use crate::clause::{common, modern};
use crate::cursor::Cursor;
use crate::error::{Departure, Error, Kind};
use crate::marks::Marks;
use crate::options::{Mode, Options, Profile};
use crate::registration::Grammar;
use crate::registry::{Entry, EntryId, Registry};
use crate::span::{Slot, Span, Spans};
use crate::split::{self, Split};
use crate::url::{Layout, OwnedUrl, Url};

impl Registry {
    /// Reads a URL strictly, by RFC 1738. Allocates nothing.
    ///
    /// # Errors
    /// The first place at which the text departs from the syntax of its scheme.
    #[inline]
    pub fn parse<'a>(&'a self, text: &'a str) -> Result<Url<'a>, Error> {
        let mut spans = Spans::NONE;
        let entry = self.read_strictly(text, &mut spans)?;
        let layout = Layout::new(spans, entry, Options::new());
        Ok(Url::new(text, self, layout))
    }

    /// Reads a URL in the given mode and profile. Allocates nothing.
    ///
    /// What lenient mode let pass is told by [`Url::warnings`].
    ///
    /// # Errors
    /// The first place at which the text departs from the syntax, and lenient mode, if chosen, does not forgive it.
    #[inline]
    pub fn parse_with<'a>(&'a self, text: &'a str, options: Options) -> Result<Url<'a>, Error> {
        if options == Options::new() {
            return self.parse(text);
        }
        self.read(text, options, None, None)
    }

    /// Reads a URL into a value that owns its text.
    ///
    /// # Errors
    /// As [`Registry::parse`].
    pub fn parse_owned(&self, text: &str) -> Result<OwnedUrl, Error> {
        self.parse(text).map(|url| url.to_owned())
    }

    /// Reads a URL by one entry of this registry, such as a certain version of its scheme that
    /// [`Registry::select`] found.
    ///
    /// # Errors
    /// As [`Registry::parse`]; [`Kind::UnknownScheme`] where the text has another scheme, or the entry is not of this
    /// registry.
    pub fn parse_as<'a>(
        &'a self,
        text: &'a str,
        entry: &Entry,
        options: Options,
    ) -> Result<Url<'a>, Error> {
        self.read(text, options, Some(entry), None)
    }

    /// What nearly every call asks for, compiled apart: nothing of it is asked again on the way.
    ///
    /// It gives the entry and writes the spans, of which the caller makes a [`Url`]: a value as large as that is best
    /// put together where it is wanted, instead of being copied from one call to the next.
    fn read_strictly(&self, text: &str, spans: &mut Spans) -> Result<EntryId, Error> {
        self.go_through(text, Options::new(), None, spans, &mut None)
    }

    /// Reads a URL, and tells every departure that lenient mode lets pass to `remark`.
    pub(crate) fn read<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        mut remark: Option<&mut dyn FnMut(Departure)>,
    ) -> Result<Url<'a>, Error> {
        let mut spans = Spans::NONE;
        let entry = self.go_through(text, options, entry, &mut spans, &mut remark)?;
        Ok(Url::new(text, self, Layout::new(spans, entry, options)))
    }

    /// Split, look up, and have the scheme read the rest.
    #[inline(always)]
    fn go_through(
        &self,
        text: &str,
        options: Options,
        entry: Option<&Entry>,
        spans: &mut Spans,
        remark: &mut Option<&mut dyn FnMut(Departure)>,
    ) -> Result<EntryId, Error> {
        let mut marks = Marks::NONE;
        let (id, schemepart) = self.begin(text, options, entry, &mut marks, remark)?;
        let entry = self.entry(id);
        go_on(entry, text, schemepart, options, spans, &mut marks, remark)?;
        Ok(id)
    }

    /// Split and look up: the entry, and what follows the colon.
    #[inline(always)]
    fn begin(
        &self,
        text: &str,
        options: Options,
        entry: Option<&Entry>,
        marks: &mut Marks,
        remark: &mut Option<&mut dyn FnMut(Departure)>,
    ) -> Result<(EntryId, Span), Error> {
        let len = split::checked_len(text)?;
        let whole = match options.mode {
            Mode::Strict => Span::known(0, len),
            Mode::Lenient => trimmed(text, remark),
        };
        marks.look(text.as_bytes(), whole.start());
        let parts = match split::split_marked(text, whole, marks) {
            Some(parts) => parts,
            None => split::split_rarely(text, whole)?,
        };
        let id = match entry {
            None => self
                .find(parts.key, || parts.scheme.of(text), options.profile)
                .unwrap_or(EntryId::GENERIC),
            Some(entry) => self.chosen(text, parts, entry)?,
        };
        Ok((id, parts.schemepart))
    }

    /// The place of an entry that was asked for, if it is the URL's.
    fn chosen(&self, text: &str, parts: Split, entry: &Entry) -> Result<EntryId, Error> {
        let written = parts.scheme.of(text);
        self.id_of(entry)
            .filter(|_| entry.name().eq_ignore_ascii_case(written))
            .ok_or_else(|| {
                Error::new(
                    Kind::UnknownScheme,
                    "scheme",
                    "scheme",
                    parts.scheme,
                    &common::OTHER_SCHEME,
                )
            })
    }
}

/// Takes off the fragment, and has the scheme read the rest.
#[inline(always)]
fn go_on(
    entry: &Entry,
    text: &str,
    mut schemepart: Span,
    options: Options,
    spans: &mut Spans,
    marks: &mut Marks,
    remark: &mut Option<&mut dyn FnMut(Departure)>,
) -> Result<(), Error> {
    let grammar = entry.grammar();
    if takes_fragment(options, grammar) && marks.may_have_hash(text.as_bytes()) {
        schemepart = before_fragment(text, schemepart, grammar, options, spans, remark)?;
    }
    let mut at = Cursor::new(text, schemepart, options.mode, spans, marks, again(remark));
    entry.scheme().parse(&mut at)
}

/// The listener, lent once more.
fn again<'r>(
    remark: &'r mut Option<&mut dyn FnMut(Departure)>,
) -> Option<&'r mut dyn FnMut(Departure)> {
    match remark {
        Some(remark) => Some(&mut **remark),
        None => None,
    }
}

/// The text without the whitespace around it.
#[cold]
fn trimmed(text: &str, remark: &mut Option<&mut dyn FnMut(Departure)>) -> Span {
    let whole = chars::trimmed(text);
    if let Some(remark) = remark {
        for span in [
            Span::new(0, whole.start()),
            Span::new(whole.end(), text.len()),
        ] {
            if !span.is_empty() {
                remark(Departure {
                    clause: &common::AROUND,
                    span,
                });
            }
        }
    }
    whole
}

/// Whether `#` ends the URL, rather than being a character that must be encoded.
#[inline]
pub(crate) fn takes_fragment(options: Options, grammar: Grammar) -> bool {
    options.is_lenient() || options.profile == Profile::Current || grammar == Grammar::Rfc3986
}

/// The schemepart without the fragment: everything behind the first `#`, whose span is set.
#[cold]
fn before_fragment(
    text: &str,
    part: Span,
    grammar: Grammar,
    options: Options,
    spans: &mut Spans,
    remark: &mut Option<&mut dyn FnMut(Departure)>,
) -> Result<Span, Error> {
    let Some(hash) = memchr::memchr(b'#', part.of(text).as_bytes()) else {
        return Ok(part);
    };
    let hash = part.start() + hash;
    // Only what the strict reading would refuse is worth a remark.
    let departs = grammar == Grammar::Rfc1738 && options.profile == Profile::Rfc1738;
    if let Some(remark) = remark.as_mut().filter(|_| departs) {
        let span = Span::new(hash, part.end());
        remark(Departure {
            clause: &common::FRAGMENT,
            span,
        });
    }
    let span = Span::new(hash + 1, part.end());
    fragment(text, span, options.mode, remark)?;
    spans.set(Slot::FRAGMENT, span);
    Ok(Span::new(part.start(), hash))
}

/// `fragment = *( pchar / "/" / "?" )` (RFC 3986 §3.5)
fn fragment(
    text: &str,
    span: Span,
    mode: Mode,
    remark: &mut Option<&mut dyn FnMut(Departure)>,
) -> Result<(), Error> {
    let mut unused = Spans::NONE;
    let mut marks = Marks::NONE;
    let mut at = Cursor::new(text, span, mode, &mut unused, &mut marks, again(remark));
    loop {
        at.run(&FRAGMENT, "fragment")?;
        if at.peek() != Some(b'#') {
            return at.finish(&FRAGMENT, "fragment");
        }
        let second = Span::new(at.position(), at.position() + 1);
        at.depart(at.error(
            Kind::Unexpected,
            "fragment",
            "fragment",
            second,
            &modern::FRAGMENT,
        ))?;
        at.skip_to(second.end());
    }
}
