//! [`Parser`]: a registry with the options of a parse.

use crate::diagnostics::error::Error;
use crate::diagnostics::warning::Warning;
use crate::registry::{Entry, Registry};
use crate::syntax::options::{Mode, Options, Profile};
use crate::text::prelude::*;
use crate::url::parse_only::Chosen;
use crate::url::{Checked, OwnedUrl, Parsed, Url};

/// Parses URLs with a registry and options: mode, profile, and a version of the scheme.
///
/// It is two pointers and the options: create one per call, or keep a copy.
///
/// ```
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let lenient = registry.parser().lenient();
/// let url = lenient.parse("x-foo:a b")?;
/// assert_eq!(url.warnings().iter().next().unwrap().id(), "A-43");
/// assert!(registry.parse("x-foo:a b").is_err());
///
/// // RFC 1738 has no fragments.
/// assert_eq!(registry.parse("x-foo:a#c")?.fragment(), Some("c"));
/// assert!(registry.parser().rfc1738().parse("x-foo:a#c").is_err());
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a parser does nothing until `parse` is called"]
pub struct Parser<'r> {
    registry: &'r Registry,
    options: Options,
    entry: Option<Chosen<'r>>,
}

impl Registry {
    /// Returns a parser with the default options of this registry.
    #[inline]
    pub const fn parser(&self) -> Parser<'_> {
        Parser { registry: self, options: self.options(), entry: None }
    }
}

impl<'r> Parser<'r> {
    /// Accepts common deviations from the documents: [`Mode::Lenient`].
    #[inline]
    pub const fn lenient(self) -> Self {
        self.mode(Mode::Lenient)
    }

    /// Accepts only what the documents allow: [`Mode::Strict`].
    #[inline]
    pub const fn strict(self) -> Self {
        self.mode(Mode::Strict)
    }

    /// Sets the mode.
    #[inline]
    pub const fn mode(mut self, mode: Mode) -> Self {
        self.options.mode = mode;
        self
    }

    /// Uses the schemes of RFC 1738 as that document defines them: [`Profile::Rfc1738`].
    #[inline]
    pub const fn rfc1738(self) -> Self {
        self.profile(Profile::Rfc1738)
    }

    /// Sets the profile.
    #[inline]
    pub const fn profile(mut self, profile: Profile) -> Self {
        self.options.profile = profile;
        self
    }

    /// Sets mode and profile together.
    #[inline]
    pub const fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Parses only with this entry of the registry, such as a version of the scheme that [`Registry::select`] found.
    #[inline]
    pub const fn entry(mut self, entry: &'r Entry) -> Self {
        self.entry = Some(Chosen::new(entry));
        self
    }

    /// Parses a URL. Does not allocate.
    ///
    /// [`Url::warnings`] reports the deviations that lenient mode tolerated.
    ///
    /// ```
    /// use anyurl_core::{ErrorKind, Registry};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::nntp::NNTP)?.build();
    /// let parser = registry.parser().lenient();
    /// assert_eq!(parser.parse("x-foo:a b")?.schemepart(), "a b");
    ///
    /// let (_, nntp) = registry.entries().map(|entry| (entry.name(), entry)).next().unwrap();
    /// assert_eq!(parser.entry(nntp).parse("x-foo:a").unwrap_err().kind(), ErrorKind::OtherScheme);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first deviation from the syntax that the mode does not tolerate. With [`Parser::entry`],
    /// [`ErrorKind::OtherScheme`](crate::ErrorKind) if the text has another scheme, and
    /// [`ErrorKind::UnknownScheme`](crate::ErrorKind) if the entry belongs to another registry.
    #[inline]
    pub fn parse<'a>(&self, text: &'a str) -> Result<Url<'a>, Error>
    where
        'r: 'a,
    {
        self.read(text)
    }

    /// [`Parser::parse`], where the caller knows that this is the parser of `D`.
    #[inline]
    pub(crate) fn read<'a, D>(&self, text: &'a str) -> Result<Url<'a, D>, Error>
    where
        'r: 'a,
    {
        let registry: &'a Registry = self.registry;
        if self.is_strict() {
            return registry.read_strict(text, self.options.profile);
        }
        registry.parse_reporting(text, self.options, self.entry, None, Url::new)
    }

    /// Parses a URL, and calls `on_warning` with each deviation that lenient mode tolerates. Does not allocate.
    ///
    /// # Errors
    /// As [`Parser::parse`]; warnings already reported must be discarded.
    pub fn parse_with_warnings<'a>(&self, text: &'a str, on_warning: &mut dyn FnMut(Warning)) -> Result<Url<'a>, Error>
    where
        'r: 'a,
    {
        let registry: &'a Registry = self.registry;
        registry.parse_url(text, self.options, self.entry, Some(on_warning))
    }

    /// Parses a URL into a value that owns its text.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub fn parse_owned(&self, text: &str) -> Result<OwnedUrl, Error> {
        self.parse(text).map(Url::into_owned)
    }

    /// [`Parser::read`] of a text that is moved into the value, or back.
    #[inline]
    pub(crate) fn read_string<D>(&self, text: String) -> Result<OwnedUrl<D>, (Error, String)> {
        let keep = |parsed: &Parsed<'_, '_>| parsed.data();
        let data = if self.is_strict() {
            self.registry.parse_strict(&text, self.options.profile, keep)
        } else {
            self.registry.parse_reporting(&text, self.options, self.entry, None, keep)
        };
        match data {
            Ok(data) => Ok(OwnedUrl::from_text(text, self.registry.clone(), data)),
            Err(error) => Err((error, text)),
        }
    }

    /// Parses a URL, and keeps only its scheme and its warnings.
    ///
    /// ```
    /// use anyurl_core::{Profile, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let checked = registry.parser().check("x-foo://joe:secret@host.dom/")?;
    /// assert_eq!(checked.entry_id(), registry.generic(Profile::Current).id());
    /// assert!(checked.warning_ids().eq(["password-in-url", "unregistered-scheme"]));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Parser::parse`].
    #[inline]
    pub fn check(&self, text: &str) -> Result<Checked, Error> {
        if self.is_default() {
            return self.registry.parse_strict(
                text,
                Profile::Current,
                #[inline(always)]
                |parsed| Checked::new(parsed),
            );
        }
        if self.is_strict() {
            return self.registry.parse_strict(text, Profile::Rfc1738, Checked::new);
        }
        self.check_with_warnings(text, &mut |_| {})
    }

    /// [`Parser::check`], which also reports each deviation that lenient mode tolerates.
    ///
    /// # Errors
    /// As [`Parser::parse`]; warnings already reported must be discarded.
    pub fn check_with_warnings(&self, text: &str, on_warning: &mut dyn FnMut(Warning)) -> Result<Checked, Error> {
        self.registry.parse_reporting(text, self.options, self.entry, Some(on_warning), Checked::new)
    }

    /// The registry whose schemes it knows.
    pub fn registry(&self) -> &'r Registry {
        self.registry
    }

    pub(crate) fn chosen_options(&self) -> Options {
        self.options
    }

    /// Whether the specialised parse applies, which knows the options when it is compiled.
    #[inline]
    pub(crate) fn is_default(&self) -> bool {
        self.entry.is_none() && self.options == Options::new()
    }

    /// Whether the specialised parse applies in this profile.
    #[inline]
    fn is_strict(&self) -> bool {
        self.entry.is_none() && !self.options.is_lenient()
    }
}
