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
use crate::url::{OwnedUrl, Url};

impl Registry {
    /// Reads a URL strictly, by RFC 1738. Allocates nothing.
    ///
    /// # Errors
    /// The first place at which the text departs from the syntax of its scheme.
    #[inline]
    pub fn parse<'a>(&'a self, text: &'a str) -> Result<Url<'a>, Error> {
        self.read_strictly(text)
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
            return self.read_strictly(text);
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
    fn read_strictly<'a>(&'a self, text: &'a str) -> Result<Url<'a>, Error> {
        self.read_any(text, Options::new(), None, None)
    }

    /// Reads a URL, and tells every departure that lenient mode lets pass to `remark`.
    pub(crate) fn read<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        remark: Option<&mut dyn FnMut(Departure)>,
    ) -> Result<Url<'a>, Error> {
        self.read_any(text, options, entry, remark)
    }

    #[inline(always)]
    fn read_any<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        mut remark: Option<&mut dyn FnMut(Departure)>,
    ) -> Result<Url<'a>, Error> {
        let mut marks = Marks::NONE;
        let (entry, schemepart) = self.begin(text, options, entry, &mut marks, &mut remark)?;
        let mut url = Url::unread(text, self, entry, options);
        go_on(&mut url, schemepart, &mut marks, &mut remark)?;
        Ok(url)
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
            None => split::split_within(text, whole)?,
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
    url: &mut Url<'_>,
    mut schemepart: Span,
    marks: &mut Marks,
    remark: &mut Option<&mut dyn FnMut(Departure)>,
) -> Result<(), Error> {
    let (text, options, entry) = (url.text(), url.options(), url.entry());
    let grammar = entry.grammar();
    if takes_fragment(options, grammar) && marks.may_have_hash(text.as_bytes()) {
        let spans = url.spans_mut();
        schemepart = before_fragment(text, schemepart, grammar, options, spans, remark)?;
    }
    let spans = url.spans_mut();
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
