//! From text to URL, once through: split, look up, parse.

use crate::chars::{self, FRAGMENT};
use crate::clause::{common, modern};
use crate::cursor::Cursor;
use crate::error::{Departure, Error, Kind};
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
        self.parse_with(text, Options::new())
    }

    /// Reads a URL in the given mode and profile. Allocates nothing.
    ///
    /// What lenient mode let pass is told by [`Url::warnings`].
    ///
    /// # Errors
    /// The first place at which the text departs from the syntax, and lenient mode, if chosen, does not forgive it.
    #[inline]
    pub fn parse_with<'a>(&'a self, text: &'a str, options: Options) -> Result<Url<'a>, Error> {
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

    /// Reads a URL, and tells every departure that lenient mode lets pass to `remark`.
    #[inline]
    pub(crate) fn read<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        mut remark: Option<&mut dyn FnMut(Departure)>,
    ) -> Result<Url<'a>, Error> {
        let len = split::checked_len(text)?;
        let whole = match options.mode {
            Mode::Strict => Span::new(0, len),
            Mode::Lenient => trim(text, &mut remark),
        };
        let parts = split::split_within(text, whole)?;
        let id = match entry {
            None => self
                .find(parts.key, parts.scheme.of(text), options.profile)
                .unwrap_or(EntryId::GENERIC),
            Some(entry) => self.chosen(text, parts, entry)?,
        };
        let scheme = self.entry(id).scheme();
        let mut layout = Layout {
            spans: Spans::NONE,
            scheme: parts.scheme,
            schemepart: parts.schemepart,
            whole,
            entry: id,
            options,
        };
        let grammar = scheme.registration().grammar;
        if takes_fragment(options, grammar) {
            split_fragment(text, grammar, &mut layout, &mut remark)?;
        }
        let spans = &mut layout.spans;
        scheme.parse(&mut Cursor::new(
            text,
            layout.schemepart,
            options.mode,
            spans,
            again(&mut remark),
        ))?;
        Ok(Url::new(text, self, layout))
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
fn trim(text: &str, remark: &mut Option<&mut dyn FnMut(Departure)>) -> Span {
    let inner = text.trim_matches(chars::is_whitespace);
    if inner.is_empty() {
        return Span::new(0, text.len());
    }
    let start = text.len() - text.trim_start_matches(chars::is_whitespace).len();
    let end = start + inner.len();
    if let Some(remark) = remark {
        for span in [Span::new(0, start), Span::new(end, text.len())] {
            if !span.is_empty() {
                remark(Departure {
                    clause: &common::AROUND,
                    span,
                });
            }
        }
    }
    Span::new(start, end)
}

/// Whether `#` ends the URL, rather than being a character that must be encoded.
#[inline]
pub(crate) fn takes_fragment(options: Options, grammar: Grammar) -> bool {
    options.is_lenient() || options.profile == Profile::Current || grammar == Grammar::Rfc3986
}

/// Takes the fragment off the end of the schemepart: everything behind the first `#`.
#[inline]
fn split_fragment(
    text: &str,
    grammar: Grammar,
    layout: &mut Layout,
    remark: &mut Option<&mut dyn FnMut(Departure)>,
) -> Result<(), Error> {
    let part = layout.schemepart;
    match memchr::memchr(b'#', part.of(text).as_bytes()) {
        None => Ok(()),
        Some(hash) => {
            // Only what the strict reading would refuse is worth a remark.
            let departs = grammar == Grammar::Rfc1738 && layout.options.profile == Profile::Rfc1738;
            fragment(text, part.start() + hash, departs, layout, remark)
        }
    }
}

/// Reads the fragment behind the `#` at `hash`.
#[cold]
fn fragment(
    text: &str,
    hash: usize,
    departs: bool,
    layout: &mut Layout,
    remark: &mut Option<&mut dyn FnMut(Departure)>,
) -> Result<(), Error> {
    let Layout {
        schemepart,
        options,
        spans,
        ..
    } = layout;
    let span = Span::new(hash + 1, schemepart.end());
    if let Some(remark) = remark.as_mut().filter(|_| departs) {
        let span = Span::new(hash, schemepart.end());
        remark(Departure {
            clause: &common::FRAGMENT,
            span,
        });
    }
    *schemepart = Span::new(schemepart.start(), hash);
    let mut unused = Spans::NONE;
    let mut at = Cursor::new(text, span, options.mode, &mut unused, again(remark));
    loop {
        at.run(&FRAGMENT, "fragment")?;
        if at.peek() != Some(b'#') {
            break;
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
    at.finish(&FRAGMENT, "fragment")?;
    spans.set(Slot::FRAGMENT, span);
    Ok(())
}
