//! A URL that was read: its text, the spans of its components, and the registration it was read by.

mod check;
mod lenient;
pub(crate) mod parse;
mod warnings;

pub use check::Checked;
pub use warnings::Warnings;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::components::value::ComponentValue;
use crate::diagnostics::redact::{Accepted, Redaction};
use crate::plan::{Environment, Operation, Plan, PlanBuilder, PlanError};
use crate::registration::{Component, Registration};
use crate::registry::{Entry, EntryId, Implementation, Registry};
use crate::scheme::Scheme;
use crate::syntax::authority;
use crate::syntax::class;
use crate::syntax::escape;
use crate::syntax::options::{Mode, Options};
use crate::text::span::{Slot, Span, Spans};

/// What reading a text has found, apart from the text and the registry.
///
/// What can be found again at a glance is not kept, so that a [`Url`] fits into 128 bytes: it is copied out of every call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UrlData {
    pub(crate) spans: Spans,
    pub(crate) entry: EntryId,
    pub(crate) options: Options,
}

/// What reading has found, where it was found: whoever wants some of it takes it from here, and nothing else is moved.
pub(crate) struct Parsed<'a, 'f> {
    pub(crate) text: &'a str,
    pub(crate) home: &'a Registry,
    pub(crate) entry: EntryId,
    pub(crate) options: Options,
    pub(crate) spans: &'f Spans,
}

impl UrlData {
    /// The whole, from the scheme to the end of the fragment, without whitespace around.
    #[inline]
    fn whole(&self, text: &str) -> Span {
        match self.options.mode {
            Mode::Strict => Span::new(0, text.len()),
            Mode::Lenient => class::trimmed(text),
        }
    }

    /// The scheme's name: up to the first colon.
    #[inline]
    fn scheme(&self, text: &str) -> Span {
        let whole = self.whole(text);
        let bytes = whole.of(text).as_bytes();
        let len = bytes.iter().position(|byte| *byte == b':');
        Span::new(whole.start(), whole.start() + len.unwrap_or_default())
    }

    /// What the scheme has read: behind the colon, before the fragment.
    #[inline]
    fn schemepart(&self, text: &str) -> Span {
        let fragment = self.spans.get(Slot::FRAGMENT);
        let end = fragment.map_or_else(|| self.whole(text).end(), |fragment| fragment.start() - 1);
        Span::new(self.scheme(text).end() + 1, end)
    }
}

// With a pointer, a length and a registry: what is copied without a call.
const _: () = assert!(size_of::<Url<'_>>() <= 128);

/// A URL: borrows its text and its registry, and allocates nothing.
///
/// [`Url::as_str`] gives the text as it was written; `Display` writes the scheme in lower case (R-2.1-6); `Debug` hides
/// the password.
///
/// ```
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://joe@host.dom:70/a")?;
/// assert_eq!(url.scheme(), "x-foo");
/// assert_eq!((url.user(), url.host(), url.port()), (Some("joe"), Some("host.dom"), Some(70)));
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Url<'a> {
    text: &'a str,
    home: &'a Registry,
    layout: UrlData,
}

impl<'a> Url<'a> {
    /// All of what was found.
    #[inline(always)]
    pub(crate) fn of(parsed: &Parsed<'a, '_>) -> Self {
        Self {
            text: parsed.text,
            home: parsed.home,
            layout: UrlData { spans: *parsed.spans, entry: parsed.entry, options: parsed.options },
        }
    }

    /// The same, as it was found.
    #[inline]
    pub(crate) fn parsed(&self) -> Parsed<'a, '_> {
        Parsed {
            text: self.text,
            home: self.home,
            entry: self.layout.entry,
            options: self.layout.options,
            spans: &self.layout.spans,
        }
    }

    /// Text and spans without the scheme.
    pub fn as_url_ref(&self) -> UrlRef<'_> {
        UrlRef {
            text: self.text,
            spans: &self.layout.spans,
            scheme: self.scheme_span(),
            schemepart: self.layout.schemepart(self.text),
            registration: self.registration(),
            options: self.layout.options,
        }
    }

    /// The canonical form: one text for all ways to write the same URL.
    ///
    /// It is a URL under the same registry and options, it means the same, and it is its own canonical form: a text for
    /// which the rules of its scheme give anything else is left as it was written, but for the case of its scheme.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("X-Foo:%61%2f")?.to_canonical(), "x-foo:a%2F");
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn to_canonical(&self) -> String {
        let text = self.by_rules();
        if text == self.as_str() || self.is_said_by(&text) { text } else { canonical::least(&self.as_url_ref()) }
    }

    /// What the rules of the scheme make of it.
    fn by_rules(&self) -> String {
        let mut text = String::with_capacity(self.as_str().len());
        self.entry().scheme().canonicalize(&self.as_url_ref(), &mut text);
        text
    }

    /// Whether another text means the same as far as every scheme can tell, and nothing of it can be made simpler. Whoever
    /// wrote the rules of the scheme, a registry file or a library, may have missed a case.
    fn is_said_by(&self, text: &str) -> bool {
        let is_known = self.layout.entry != EntryId::GENERIC;
        let entry = is_known.then(|| self.entry());
        let read = self.home.read(text, self.options(), entry, None);
        read.is_ok_and(|other| self.has_the_authority_of(&other) && other.by_rules() == text)
    }

    fn has_the_authority_of(&self, other: &Url<'_>) -> bool {
        let common = [Slot::USER, Slot::PASSWORD, Slot::FRAGMENT];
        let mut common = common.into_iter();
        let host = canonical::host_of(&other.as_url_ref());
        // A scheme may write the empty host for a name of this machine.
        let is_empty = host.as_ref().is_some_and(String::is_empty);
        (is_empty || host == canonical::host_of(&self.as_url_ref()))
            && self.effective_port() == other.effective_port()
            && common.all(|slot| self.decoded(slot) == other.decoded(slot))
    }

    /// How its resource is accessed: steps as data, with what the environment supplies, and placeholders for the rest.
    ///
    /// Nothing is opened. What parsed can be refused here (RFC 1738 §6): bytes that came out of an escape and would act
    /// as protocol, and what no access method is known for.
    ///
    /// # Errors
    /// [`PlanError`]: what is refused, where, and how to fix it.
    pub fn plan(&self, environment: &Environment) -> Result<Plan, PlanError> {
        let mut to = PlanBuilder::new(self.as_url_ref(), environment, self.redaction());
        let planned = self.entry().scheme().plan(&mut to);
        planned.map_err(|error| self.discreet(error))?;
        Ok(to.finish())
    }

    /// How something else than access is done with its resource, where the scheme says so (R-2-2).
    ///
    /// # Errors
    /// [`PlanError::Unsupported`] for the schemes of RFC 1738; else as [`Url::plan`].
    pub fn plan_operation(&self, operation: Operation, environment: &Environment) -> Result<Plan, PlanError> {
        let mut to = PlanBuilder::new(self.as_url_ref(), environment, self.redaction());
        let planned = self.entry().scheme().operate(operation, &mut to);
        planned.map_err(|error| self.discreet(error))?;
        Ok(to.finish())
    }

    /// The refusal without the secrets of the URL, which the words of a plugin may repeat.
    fn discreet(&self, error: PlanError) -> PlanError {
        error.map_words(|words| {
            let masked = self.redaction().mask_words(self.text, &words);
            self.home.mask_words(&masked, [])
        })
    }

    /// The canonical form as a key, for maps and sets of many URLs: it is computed once, where `==` and `Hash` of a `Url`
    /// compute it each time.
    pub fn canonical_key(&self) -> CanonicalKey {
        CanonicalKey { text: self.to_canonical().into() }
    }

    /// Whether both mean the same: whether their canonical forms are equal (A-46). So says `==` too.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let (one, other) = (registry.parse("x-foo:%61")?, registry.parse("X-Foo:a")?);
    /// assert!(one.is_equivalent(&other));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn is_equivalent(&self, other: &Url<'_>) -> bool {
        self == other
    }

    /// The URL as written, with its fragment where there is one.
    pub fn as_str(&self) -> &'a str {
        self.whole().of(self.text)
    }

    /// The text that was given: all spans count its bytes. It differs from the URL only by whitespace around it, which
    /// lenient mode accepts.
    #[inline]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The name of the scheme, in lower case (R-2.1-4). Borrowed unless an unregistered name has upper case.
    pub fn scheme(&self) -> Cow<'a, str> {
        let written = self.scheme_span().of(self.text);
        match self.entry().implementation() {
            Implementation::Generic if written.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                Cow::Owned(written.to_ascii_lowercase())
            }
            Implementation::Generic => Cow::Borrowed(written),
            _ => Cow::Borrowed(self.entry().name()),
        }
    }

    /// What stands between the colon and the fragment.
    pub fn schemepart(&self) -> &'a str {
        self.layout.schemepart(self.text).of(self.text)
    }

    /// The user name, as written; empty and absent are different (R-3.1-4).
    pub fn user(&self) -> Option<&'a str> {
        self.slot(Slot::USER)
    }

    /// The password, as written.
    pub fn password(&self) -> Option<&'a str> {
        self.slot(Slot::PASSWORD)
    }

    /// The host, as written.
    pub fn host(&self) -> Option<&'a str> {
        self.slot(Slot::HOST)
    }

    /// The port that is written.
    pub fn port(&self) -> Option<u16> {
        self.slot(Slot::PORT).and_then(authority::port_number)
    }

    /// The port that is written, or else the default port of the scheme.
    pub fn effective_port(&self) -> Option<u16> {
        self.port().or_else(|| self.host().and(self.registration().default_port))
    }

    /// The fragment behind the URL, as written, where lenient mode, the current profile or the scheme's grammar allows
    /// one.
    pub fn fragment(&self) -> Option<&'a str> {
        self.slot(Slot::FRAGMENT)
    }

    /// The text of the component in a slot, as written.
    #[inline]
    pub fn slot(&self, slot: Slot) -> Option<&'a str> {
        self.span(slot).map(|span| span.of(self.text))
    }

    /// The span of the component in a slot.
    #[inline]
    pub fn span(&self, slot: Slot) -> Option<Span> {
        self.layout.spans.get(slot)
    }

    /// Every component that is present or has a default, in the order of the registration; a fragment last.
    pub fn components(&self) -> impl Iterator<Item = ComponentValue<'a>> {
        let url = *self;
        let fragment: &'static Component = const { &Component::FRAGMENT };
        let listed = self.registration().components.iter();
        listed
            .chain(std::iter::once(fragment))
            .filter_map(move |one| ComponentValue::of(one, url.text, url.span(one.slot)))
    }

    /// The component of this name, if it is present or has a default.
    pub fn component(&self, name: &str) -> Option<ComponentValue<'a>> {
        self.components().find(|part| part.name() == name)
    }

    /// Where the name of the scheme stands.
    pub fn scheme_span(&self) -> Span {
        self.layout.scheme(self.text)
    }

    /// Returns the span of the URL in the given text, without the whitespace around it.
    pub fn whole(&self) -> Span {
        self.layout.whole(self.text)
    }

    /// Every span there is: all lie inside the text.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.layout.spans.iter()
    }

    /// What is registered about its scheme; for an unregistered name, about the generic syntax.
    pub fn registration(&self) -> &'a Registration {
        self.entry().registration()
    }

    /// The entry of the registry that it was read by.
    #[inline]
    pub fn entry(&self) -> &'a Entry {
        self.home.entry(self.layout.entry)
    }

    /// The number of that entry in its registry: small, and the same for every URL that was read by it, so that who
    /// counts URLs by scheme need not look at names. 0 is the generic syntax of names that nothing is registered under.
    #[inline]
    pub fn entry_number(&self) -> usize {
        self.home.number(self.layout.entry) as usize
    }

    /// The registry that it was read with.
    pub fn registry(&self) -> &'a Registry {
        self.home
    }

    /// Whether only the generic syntax is known of its scheme: nothing is registered under the name, or nothing but a fact.
    pub fn is_generic(&self) -> bool {
        matches!(self.entry().implementation(), Implementation::Generic | Implementation::Fact)
    }

    /// Whether its scheme's name is known, be it only as a fact.
    pub fn is_known(&self) -> bool {
        self.entry().implementation() != Implementation::Generic
    }

    /// How it was read.
    #[inline]
    pub fn options(&self) -> Options {
        self.layout.options
    }

    /// Whether deviations were accepted.
    pub fn mode(&self) -> Mode {
        self.layout.options.mode
    }

    /// The scheme's own view of its components: `url.view::<Gopher>()`.
    ///
    /// `None` where the URL was read by another scheme, or by another version of it that has a type of its own.
    pub fn view<V: View<'a>>(&self) -> Option<V> {
        let scheme = self.entry().scheme();
        let scheme: &dyn std::any::Any = scheme.inner().unwrap_or(scheme);
        scheme.is::<V::Scheme>().then(|| V::of(*self))
    }

    /// What is to be hidden of it: the password, where one is written, those of URLs within it, and what may be one by
    /// [`Redaction::guess`]. What the grammar of a registered scheme has accepted in another place than after `//`, such as
    /// an address or a message-id, is no login.
    pub fn redaction(&self) -> Redaction {
        let url = Accepted {
            text: self.text,
            schemepart: self.layout.schemepart(self.text),
            host: self.span(Slot::HOST),
            user: self.span(Slot::USER),
            password: self.span(Slot::PASSWORD),
            is_generic: self.is_generic(),
        };
        Redaction::of_accepted(url, &|name| self.home.is_scheme(name))
    }

    /// A copy that owns its text and keeps its registry alive.
    pub fn to_owned(&self) -> OwnedUrl {
        OwnedUrl { text: self.text.into(), home: self.home.clone(), layout: self.layout }
    }

    /// The bytes of a component, decoded once.
    pub fn decoded(&self, slot: Slot) -> Option<Cow<'a, [u8]>> {
        self.slot(slot).map(escape::decode)
    }
}

impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = &self.text[self.scheme_span().end()..self.whole().end()];
        write!(f, "{}{rest}", self.scheme())
    }
}

impl fmt::Debug for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({:?})", self.redaction().slice(self.text, self.whole()))
    }
}

/// Equal are URLs whose canonical forms are: `http://H:80` and `http://h/`, but not `http://h/a%2Fb` and
/// `http://h/a/b`.
impl PartialEq for Url<'_> {
    fn eq(&self, other: &Url<'_>) -> bool {
        self.to_canonical() == other.to_canonical()
    }
}

impl Eq for Url<'_> {}

impl Hash for Url<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_canonical().hash(state);
    }
}

/// The canonical form of a URL: equal for URLs that mean the same. `Debug` hides passwords.
///
/// ```
/// use std::collections::HashSet;
///
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let texts = ["x-foo:a", "X-FOO:%61", "x-foo:b"];
/// let seen: HashSet<_> = texts.iter().map(|text| registry.parse(text).unwrap().canonical_key()).collect();
/// assert_eq!(seen.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey {
    text: Box<str>,
}

impl CanonicalKey {
    /// The canonical text, which parses to an equivalent URL.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = Redaction::guess(&self.text);
        write!(f, "CanonicalKey({:?})", shown.apply(&self.text))
    }
}

/// A scheme's own view of a URL, with its components by their own names and types.
///
/// Made by [`Url::view`], which checks that the URL was read by [`Self::Scheme`].
pub trait View<'a>: Sized {
    /// The scheme whose URLs it shows: a type, not a name, since another version may have other components.
    type Scheme: Scheme;

    /// The view of a URL that [`Self::Scheme`] has read.
    fn of(url: Url<'a>) -> Self;
}

/// A URL that owns its text and keeps the registry it was read with alive: what is registered or removed later does not
/// change its meaning.
///
/// ```
/// use locator_core::Registry;
///
/// let url = Registry::builder().build().parse_owned("x-foo:bar")?;
/// assert_eq!(url.as_url().schemepart(), "bar");
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone)]
pub struct OwnedUrl {
    text: Box<str>,
    home: Registry,
    layout: UrlData,
}

impl OwnedUrl {
    /// The URL, borrowed: all it can tell.
    pub fn as_url(&self) -> Url<'_> {
        Url { text: &self.text, home: &self.home, layout: self.layout }
    }

    /// The URL as written.
    pub fn as_str(&self) -> &str {
        self.layout.whole(&self.text).of(&self.text)
    }
}

/// Equal as [`Url`]s are.
impl PartialEq for OwnedUrl {
    fn eq(&self, other: &Self) -> bool {
        self.as_url() == other.as_url()
    }
}

impl Eq for OwnedUrl {}

impl Hash for OwnedUrl {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_url().hash(state);
    }
}

impl fmt::Display for OwnedUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.as_url(), f)
    }
}

impl fmt::Debug for OwnedUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_url(), f)
    }
}
