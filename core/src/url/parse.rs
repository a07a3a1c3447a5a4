//! From text to URL, once through: split, look up, parse.

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{common, modern};
use crate::diagnostics::warning::Warning;
use crate::registration::Grammar;
use crate::registry::{Entry, EntryId, Implementation, Registry};
use crate::simd::ByteMasks;
use crate::syntax::class::{self, FRAGMENT};
use crate::syntax::cursor::Cursor;
use crate::syntax::options::{Mode, Options, Profile};
use crate::syntax::split::{self, Key};
use crate::text::span::{Slot, Span};
use crate::url::lenient;
use crate::url::{OwnedUrl, Parsed, Url};

impl Registry {
    /// Reads a URL strictly, by RFC 1738. Allocates nothing.
    ///
    /// # Errors
    /// The first place at which the text deviates from the syntax of its scheme.
    #[inline]
    pub fn parse<'a>(&'a self, text: &'a str) -> Result<Url<'a>, Error> {
        self.parse_strict(text, Url::of)
    }

    /// Reads a URL in the given mode and profile. Allocates nothing.
    ///
    /// What lenient mode let pass is told by [`Url::warnings`].
    ///
    /// # Errors
    /// The first place at which the text deviates from the syntax, and lenient mode, if chosen, does not forgive it.
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
    /// As [`Registry::parse`]; [`ErrorKind::UnknownScheme`] where the text has another scheme, or the entry is not of this
    /// registry.
    pub fn parse_as<'a>(&'a self, text: &'a str, entry: &Entry, options: Options) -> Result<Url<'a>, Error> {
        self.read(text, options, Some(entry), None)
    }

    /// Reads a URL, and tells every deviation that lenient mode lets pass to `remark`.
    pub(crate) fn read<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        on_warning: Option<&mut dyn FnMut(Warning)>,
    ) -> Result<Url<'a>, Error> {
        self.parse_reporting(text, options, entry, on_warning, Url::of)
    }

    /// What nearly every call asks for, compiled apart: nothing of it is asked again on the backend.
    #[inline]
    pub(crate) fn parse_strict<'a, T>(
        &'a self,
        text: &'a str,
        keep: impl Fn(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        self.backend().dispatch(
            text,
            0,
            #[inline(always)]
            |text, marks| {
                let whole = Span::known(0, split::checked_len(text)?);
                let at = Cursor::with_marks(text, whole, Mode::Strict, None, marks);
                self.parse_at(text, Options::new(), None, at, keep)
            },
        )
    }

    /// What every other call asks for.
    pub(crate) fn parse_reporting<'a, T>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        mut on_warning: Option<&mut dyn FnMut(Warning)>,
        keep: impl Fn(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        let len = split::checked_len(text)?;
        let whole = match options.mode {
            Mode::Strict => Span::known(0, len),
            Mode::Lenient => trimmed(text, &mut on_warning),
        };
        let marks = ByteMasks::of(text.as_bytes(), whole.start());
        let at = Cursor::with_marks(text, whole, options.mode, again(&mut on_warning), marks);
        self.parse_at(text, options, entry, at, keep)
    }

    /// Split, look up, have the scheme read the rest, and keep what is wanted of it.
    #[inline(always)]
    fn parse_at<'a, T>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<&Entry>,
        mut at: Cursor<'_>,
        keep: impl Fn(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        let (id, entry) = match entry {
            None => self.begin(&mut at, options.profile)?,
            Some(entry) => (self.chosen(text, at.split()?.scheme, entry)?, entry),
        };
        if takes_fragment(options, entry.grammar()) && at.may_have_hash() {
            before_fragment(&mut at, entry.grammar(), options)?;
        }
        let start = at.position();
        entry.scheme().parse(&mut at)?;
        if options.is_lenient() {
            let is_generic = matches!(entry.implementation(), Implementation::Generic | Implementation::Fact);
            lenient::check(&at, start, entry.registration(), is_generic)?;
        }
        Ok(keep(&Parsed { text, home: self, entry: id, options, spans: at.spans() }))
    }

    /// Reads the name and the colon, and looks up the name.
    #[inline(always)]
    fn begin(&self, at: &mut Cursor<'_>, profile: Profile) -> Result<(EntryId, &Entry), Error> {
        if let Some(key) = Key::short(at.rest())
            && let Some(known) = self.find_fast(key, profile)
        {
            at.skip_past(key);
            return Ok(known);
        }
        let id = self.begin_slow(at, profile)?;
        Ok((id, self.entry(id)))
    }

    /// The same for names that are long, or loaded later, or not registered, or no names.
    #[inline(never)]
    fn begin_slow(&self, at: &mut Cursor<'_>, profile: Profile) -> Result<EntryId, Error> {
        let parts = at.split()?;
        let name = at.text(parts.scheme);
        Ok(self.find(parts.key, name, profile).unwrap_or(EntryId::GENERIC))
    }

    /// The place of an entry that was asked for, if it is the URL's.
    fn chosen(&self, text: &str, scheme: Span, entry: &Entry) -> Result<EntryId, Error> {
        let written = scheme.of(text);
        self.id_of(entry)
            .filter(|_| entry.name().eq_ignore_ascii_case(written))
            .ok_or_else(|| Error::new(ErrorKind::UnknownScheme, "scheme", "scheme", scheme, &common::OTHER_SCHEME))
    }
}

/// The listener, lent once more.
fn again<'r>(on_warning: &'r mut Option<&mut dyn FnMut(Warning)>) -> Option<&'r mut dyn FnMut(Warning)> {
    match on_warning {
        Some(on_warning) => Some(&mut **on_warning),
        None => None,
    }
}

/// The text without the whitespace around it.
#[cold]
fn trimmed(text: &str, on_warning: &mut Option<&mut dyn FnMut(Warning)>) -> Span {
    let whole = class::trimmed(text);
    if let Some(on_warning) = on_warning {
        for span in [Span::new(0, whole.start()), Span::new(whole.end(), text.len())] {
            if !span.is_empty() {
                on_warning(Warning::deviation((&common::AROUND).into(), span));
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

/// Takes off the fragment: everything behind the first `#`. What is left to read ends before it.
#[cold]
fn before_fragment(at: &mut Cursor<'_>, grammar: Grammar, options: Options) -> Result<(), Error> {
    let (start, end) = (at.position(), at.position() + at.rest().len());
    let Some(hash) = memchr::memchr(b'#', at.rest()) else {
        return Ok(());
    };
    let hash = start + hash;
    // Only what the strict reading would refuse is worth a remark.
    if grammar == Grammar::Rfc1738 && options.profile == Profile::Rfc1738 {
        at.warn(&common::FRAGMENT, Span::new(hash, end));
    }
    let span = Span::new(hash + 1, end);
    at.within(span, fragment)?;
    at.set(Slot::FRAGMENT, span);
    at.end_at(hash);
    Ok(())
}

/// Reads a span of a text as a fragment, whatever stands before it.
///
/// # Errors
/// The first place at which it deviates from the rule `fragment`.
pub(crate) fn check_fragment(text: &str, span: Span, mode: Mode) -> Result<(), Error> {
    fragment(&mut Cursor::new(text, span, mode, None))
}

/// `fragment = *( pchar / "/" / "?" )` (RFC 3986 §3.5)
fn fragment(at: &mut Cursor<'_>) -> Result<(), Error> {
    loop {
        at.run(&FRAGMENT, "fragment")?;
        if at.peek() != Some(b'#') {
            return at.finish(&FRAGMENT, "fragment");
        }
        let second = Span::new(at.position(), at.position() + 1);
        at.tolerate(at.error(ErrorKind::Unexpected, "fragment", "fragment", second, &modern::FRAGMENT))?;
        at.skip_to(second.end());
    }
}
