//! The parse path: split the text, look up the scheme, parse the schemepart.

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{common, modern};
use crate::diagnostics::warning::Warning;
use crate::registration::{FragmentUse, Grammar, Registration};
use crate::registry::{Entry, EntryIndex, Implementation, Prefixed, Registry};
use crate::simd::ByteMasks;
use crate::syntax::authority::split_port;
use crate::syntax::class::{self, FRAGMENT};
use crate::syntax::cursor::Cursor;
use crate::syntax::options::{Mode, Options, Profile};
use crate::syntax::split::{self, Key};
use crate::text::span::{Slot, Span, Spans};
use crate::url::lenient;
use crate::url::parse_only::Chosen;
use crate::url::{Parsed, Url};

impl Registry {
    /// Parses a URL with the default options of the registry, which are strict and by the current
    /// documents unless [`Registry::with_options`] changed them. Does not allocate. [`Registry::parser`] parses with other options.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("x-foo://joe@h/")?.host(), Some("h"));
    /// assert_eq!(registry.parse("x-foo://h/<joe").unwrap_err().span().range(), 10..11);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first deviation from the syntax of the scheme.
    #[inline]
    pub fn parse<'a>(&'a self, text: &'a str) -> Result<Url<'a>, Error> {
        let options = self.options();
        if options.is_lenient() {
            return self.parse_url(text, options, None, None);
        }
        self.read_strict(text, options.profile)
    }

    /// Parses strictly with the profile of a registry or a parser; the caller knows that this is how `D` reads.
    #[inline]
    pub(crate) fn read_strict<'a, D>(&'a self, text: &'a str, profile: Profile) -> Result<Url<'a, D>, Error> {
        self.backend().dispatch(
            text,
            0,
            #[inline(always)]
            |text, masks| {
                // Within the dispatch, so that each branch writes its result where the caller wants it.
                match profile {
                    Profile::Current => self.parse_masked(text, masks, Profile::Current, Url::new),
                    Profile::Rfc1738 => self.parse_masked(text, masks, Profile::Rfc1738, Url::new),
                }
            },
        )
    }

    /// Parses a URL with any options; `on_warning` gets the deviations that lenient mode tolerates. Not generic, so
    /// that it is compiled once, in this crate.
    pub(crate) fn parse_url<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<Chosen<'_>>,
        on_warning: Option<&mut dyn FnMut(Warning)>,
    ) -> Result<Url<'a>, Error> {
        self.parse_reporting(text, options, entry, on_warning, Url::new)
    }

    /// Parses in strict mode without warnings; `keep` selects the result. Specialised because nearly every call has these
    /// options; the profile is known when a call is compiled.
    ///
    /// Everything after the dispatch is in a closure, so that it is inlined into a function that is compiled with the
    /// target features of the backend. A normal call could not be inlined there.
    #[inline]
    pub(crate) fn parse_strict<'a, T>(
        &'a self,
        text: &'a str,
        profile: Profile,
        keep: impl FnOnce(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        self.backend().dispatch(
            text,
            0,
            #[inline(always)]
            |text, masks| self.parse_masked(text, masks, profile, keep),
        )
    }

    /// [`Registry::parse_strict`], after the dispatch.
    #[inline(always)]
    fn parse_masked<'a, T>(
        &'a self,
        text: &'a str,
        masks: ByteMasks,
        profile: Profile,
        keep: impl FnOnce(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        split::checked_len(text.len())?;
        match self.scheme_by_prefix(text.as_bytes(), profile) {
            Some(found) => self.parse_prefixed(text, masks, profile, found, keep),
            None => self.parse_unindexed(text, profile, keep),
        }
    }

    /// Parses a text that begins with the name of a scheme: by the shape of the scheme, if the text has it.
    #[inline(always)]
    fn parse_prefixed<'a, T>(
        &'a self,
        text: &'a str,
        masks: ByteMasks,
        profile: Profile,
        found: &Prefixed,
        keep: impl FnOnce(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        let shape = found.shape.get();
        if let Some(spans) = shape.and_then(|shape| shape.read(text.as_bytes(), usize::from(found.colon), &masks)) {
            return Ok(keep(&Parsed::strict(text, self, profile, found.index, &spans)));
        }
        self.parse_general(text, masks, profile, found, keep)
    }

    /// Parses a text that begins with the name of a scheme, whatever its shape.
    #[inline(always)]
    fn parse_general<'a, T>(
        &'a self,
        text: &'a str,
        masks: ByteMasks,
        profile: Profile,
        found: &Prefixed,
        keep: impl FnOnce(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        let mut at = Cursor::with_masks(text, Span::known(0, text.len()), Mode::Strict, None, masks);
        at.advance_to(usize::from(found.colon) + 1);
        let options = Options::strict(profile);
        if takes_fragment(options, found.grammar) && at.may_have_hash() {
            read_fragment(&mut at, found.handle.scheme().registration(), options)?;
        }
        found.handle.scheme().parse(&mut at)?;
        found.shape.learn(|| found.handle.scheme().shape());
        Ok(keep(&Parsed::strict(text, self, profile, found.index, at.spans())))
    }

    /// Parses a text with another name. Classifies it again: if the masks were passed to a function, they would have to
    /// be in memory on the fast path, too.
    #[inline(never)]
    fn parse_unindexed<'a, T>(
        &'a self,
        text: &'a str,
        profile: Profile,
        keep: impl FnOnce(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        self.parse_reporting(text, Options::strict(profile), None, None, keep)
    }

    /// [`Registry::parse_url`], with a result that `keep` selects.
    pub(crate) fn parse_reporting<'a, T>(
        &'a self,
        text: &'a str,
        options: Options,
        entry: Option<Chosen<'_>>,
        on_warning: Option<&mut dyn FnMut(Warning)>,
        keep: impl FnOnce(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        let (entry, spans) = self.find_spans(text, options, entry, on_warning)?;
        Ok(keep(&Parsed { text, registry: self, entry, options, spans: &spans }))
    }

    /// The entry and the spans of a URL. Not generic: two kilobytes of code, once.
    fn find_spans(
        &self,
        text: &str,
        options: Options,
        entry: Option<Chosen<'_>>,
        mut on_warning: Option<&mut dyn FnMut(Warning)>,
    ) -> Result<(EntryIndex, Spans), Error> {
        let len = split::checked_len(text.len())?;
        if options.is_lenient() && entry.is_none() && on_warning.is_none() {
            if let Some((id, spans)) = self.read_shape(text, options.profile) {
                return Ok((id, spans));
            }
        }
        let whole = match options.mode {
            Mode::Strict => Span::known(0, len),
            Mode::Lenient => trimmed(text, &mut on_warning),
        };
        let masks = ByteMasks::new(text.as_bytes(), whole.start());
        let at = Cursor::with_masks(text, whole, options.mode, reborrow(&mut on_warning), masks);
        self.parse_at(options, entry, at)
    }

    /// The entry and the spans of a URL that has the shape of its scheme: lenient mode tolerates nothing in it.
    fn read_shape(&self, text: &str, profile: Profile) -> Option<(EntryIndex, Spans)> {
        self.backend().dispatch(
            text,
            0,
            #[inline(always)]
            |text, masks| {
                let bytes = text.as_bytes();
                let found = self.scheme_by_prefix(bytes, profile)?;
                found.shape.learn(|| found.handle.scheme().shape());
                Some((found.index, found.shape.get()?.read(bytes, usize::from(found.colon), &masks)?))
            },
        )
    }

    /// Splits the text, looks up the scheme, and parses the schemepart.
    fn parse_at(
        &self,
        options: Options,
        entry: Option<Chosen<'_>>,
        mut at: Cursor<'_>,
    ) -> Result<(EntryIndex, Spans), Error> {
        let may_select = entry.is_none();
        let (mut id, mut entry) = match entry {
            None => self.look_up(&mut at, options.profile)?,
            Some(chosen) => (self.check_entry(&mut at, chosen)?, chosen.entry),
        };
        if takes_fragment(options, entry.grammar()) && at.may_have_hash() {
            read_fragment(&mut at, entry.registration(), options)?;
        }
        let start = at.position();
        match entry.subschemes().filter(|_| may_select) {
            None => entry.scheme().parse(&mut at)?,
            Some(slot) => {
                let selected = self.parse_subscheme(&mut at, entry, slot, options.profile)?;
                (id, entry) = selected.unwrap_or((id, entry));
            }
        }
        if options.is_lenient() {
            let is_generic = matches!(entry.implementation(), Implementation::Generic | Implementation::Fact);
            lenient::check(&at, start, entry.registration(), is_generic)?;
        }
        Ok((id, *at.spans()))
    }

    /// Parses the schemepart by a scheme, and then by the subscheme that a component selects, which is returned.
    #[cold]
    fn parse_subscheme(
        &self,
        at: &mut Cursor<'_>,
        scheme: &Entry,
        selecting: Slot,
        profile: Profile,
    ) -> Result<Option<(EntryIndex, &Entry)>, Error> {
        at.select(
            |at| {
                scheme.scheme().parse(at)?;
                let value = at.get(selecting).map(|value| at.text(value));
                let found = value.and_then(|value| self.index_of_subscheme(scheme.name(), value, profile));
                Ok(found.map(|id| (id, self.entry_at(id))))
            },
            |at, (_, subscheme)| subscheme.scheme().parse(at),
        )
    }

    /// Reads the scheme name and the colon, and looks up the name.
    #[inline(always)]
    fn look_up(&self, at: &mut Cursor<'_>, profile: Profile) -> Result<(EntryIndex, &Entry), Error> {
        if let Some(key) = Key::short(at.rest()) {
            if let Some(known) = self.entry_by_short_name(key, profile) {
                at.skip_scheme(key);
                return Ok(known);
            }
        }
        let id = self.look_up_slow(at, profile)?;
        Ok((id, self.entry_at(id)))
    }

    /// Slow path of [`Registry::look_up`], for names that are long, loaded lazily, not registered, or invalid.
    #[inline(never)]
    fn look_up_slow(&self, at: &mut Cursor<'_>, profile: Profile) -> Result<EntryIndex, Error> {
        let parts = at.split()?;
        let name = at.text(parts.scheme);
        let Some(found) = self.index_by_name(Some(parts.key), name, profile) else {
            check_first_letter(at, parts.scheme, profile)?;
            return Ok(EntryIndex::generic(profile));
        };
        self.load_prefix(parts.key, found, profile);
        Ok(found)
    }

    /// The id of the entry that the caller chose, if the URL has its scheme.
    fn check_entry(&self, at: &mut Cursor<'_>, chosen: Chosen<'_>) -> Result<EntryIndex, Error> {
        let scheme = at.split()?.scheme;
        let no_entry = || Error::new(ErrorKind::UnknownScheme, "scheme", "scheme", scheme, &common::OTHER_REGISTRY);
        let (entry, written) = (chosen.entry, at.text(scheme));
        let index = self.index_of(entry).ok_or_else(no_entry)?;
        if entry.is_called(written) {
            return Ok(index);
        }
        Err((chosen.other_scheme)(&[entry.name()], written, scheme, false))
    }
}

/// Checks that a scheme begins with a letter, which RFC 3986 §3.1 requires and RFC 1738 does not (A-04).
#[cold]
fn check_first_letter(at: &mut Cursor<'_>, scheme: Span, profile: Profile) -> Result<(), Error> {
    if profile == Profile::Rfc1738 || at.text(scheme).starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Ok(());
    }
    let first = Span::new(scheme.start(), scheme.start() + 1);
    at.tolerate(at.error(ErrorKind::Unexpected, "scheme", "scheme", first, &modern::SCHEME_LETTER))
}

/// Reborrows the callback.
fn reborrow<'r>(on_warning: &'r mut Option<&mut dyn FnMut(Warning)>) -> Option<&'r mut dyn FnMut(Warning)> {
    match on_warning {
        Some(on_warning) => Some(&mut **on_warning),
        None => None,
    }
}

/// The span of the text without the whitespace around it, which is reported (A-44).
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

/// Whether a `#` begins a fragment, instead of being a character that must be encoded.
#[inline]
pub(crate) fn takes_fragment(options: Options, grammar: Grammar) -> bool {
    options.is_lenient() || options.profile == Profile::Current || grammar == Grammar::Rfc3986
}

/// Reads the fragment, which begins after the first `#` (A-40), and sets the limit before it, unless a `#` is data or
/// not allowed in the scheme.
#[cold]
fn read_fragment(at: &mut Cursor<'_>, registration: &Registration, options: Options) -> Result<(), Error> {
    let (start, end) = (at.position(), at.limit());
    let Some(hash) = memchr::memchr(b'#', at.rest()).filter(|_| registration.fragment != FragmentUse::Data) else {
        return Ok(());
    };
    let hash = start + hash;
    if registration.fragment == FragmentUse::Forbidden {
        no_fragment(at, Span::new(hash, end))?;
    }
    // Only if strict mode would reject the fragment.
    if registration.grammar == Grammar::Rfc1738 && options.profile == Profile::Rfc1738 {
        at.warn(&common::FRAGMENT, Span::new(hash, end));
    }
    let span = Span::new(hash + 1, end);
    at.within(span, fragment)?;
    at.set(Slot::FRAGMENT, span);
    at.truncate(hash);
    Ok(())
}

/// Rejects a fragment that a scheme does not have. Lenient mode splits it off, but not if it contains the host: programs
/// that read the `#` as a part of the password find one after the `@`.
fn no_fragment(at: &mut Cursor<'_>, fragment: Span) -> Result<(), Error> {
    let before = at.text(Span::new(at.position(), fragment.start()));
    if ends_in_login(before) && at.text(fragment).contains('@') {
        let hash = Span::new(fragment.start(), fragment.start() + 1);
        return Err(at.error(ErrorKind::Forbidden, "password", "password", hash, &common::HASH_IN_LOGIN));
    }
    at.tolerate(at.error(ErrorKind::Forbidden, "fragment", "fragment", fragment, &common::NO_FRAGMENT).found(None))
}

/// Whether a schemepart ends with `name:…` in its authority, where the password of a login can be.
fn ends_in_login(schemepart: &str) -> bool {
    let authority = schemepart.strip_prefix("//").filter(|authority| !authority.contains(['/', '?']));
    authority.is_some_and(|authority| split_port(authority).1.is_some())
}

/// Checks that a span of a text is a valid fragment.
///
/// # Errors
/// The first deviation from the rule `fragment`.
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
