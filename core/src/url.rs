//! A parsed URL: its text, the spans of its components, and its entry in the registry.

mod canonical;
mod canonical_key;
mod check;
mod default;
mod host;
mod hosts;
mod idn;
mod lenient;
mod masked;
mod masked_url;
mod origin;
mod owned;
mod owned_host;
mod pair_list;
pub(crate) mod parse;
mod parse_as;
mod parse_only;
mod parser;
mod path;
mod query;
mod view;
mod warnings;

pub use canonical_key::CanonicalKey;
pub use check::Checked;
pub use default::{AnyRegistry, AsUrl, DefaultParser};
pub use host::Host;
pub use hosts::HostPort;
pub use masked::redaction_after;
pub use masked_url::MaskedUrl;
pub use origin::WebOrigin;
pub use owned::OwnedUrl;
pub(crate) use owned::{UrlParts, forward};
pub use owned_host::OwnedHost;
pub use pair_list::PairList;
pub(crate) use parse_only::Chosen;
pub use parser::Parser;
pub use query::QueryPairs;
pub use view::View;
pub use warnings::Warnings;

use alloc::borrow::Cow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::components::canonical::WRITING;
use crate::components::url_ref::UrlRef;
use crate::components::value::ComponentValue;
use crate::diagnostics::redact::Redaction;
use crate::plan::{Environment, Operation, Plan, PlanBuilder, PlanError, Planner};
use crate::registration::{Component, Registration};
use crate::registry::{Entry, EntryId, EntryIndex, Implementation, Registry};
use crate::syntax::authority;
use crate::syntax::class;
use crate::syntax::escape;
use crate::syntax::options::{Mode, Options, Profile};
use crate::syntax::split::Key;
use crate::text::span::{Slot, Span, Spans};

/// The data of a parsed URL without the text and the registry.
///
/// The scheme and schemepart spans are computed when needed, so that a [`Url`], which every parse returns by value,
/// fits into 128 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UrlData {
    pub(crate) spans: Spans,
    pub(crate) entry: EntryIndex,
    pub(crate) options: Options,
}

/// The result of a parse, with the spans still in the cursor: callers copy only what they need.
pub(crate) struct Parsed<'a, 'f> {
    pub(crate) text: &'a str,
    pub(crate) registry: &'a Registry,
    pub(crate) entry: EntryIndex,
    pub(crate) options: Options,
    pub(crate) spans: &'f Spans,
}

impl<'a, 'f> Parsed<'a, 'f> {
    /// In strict mode.
    #[inline(always)]
    pub(crate) fn strict(
        text: &'a str,
        registry: &'a Registry,
        profile: Profile,
        entry: EntryIndex,
        spans: &'f Spans,
    ) -> Self {
        Self { text, registry, entry, options: Options::strict(profile), spans }
    }

    /// What was found in the text.
    #[inline(always)]
    pub(crate) fn data(&self) -> UrlData {
        UrlData { spans: *self.spans, entry: self.entry, options: self.options }
    }
}

impl UrlData {
    /// The span of the URL, from the scheme to the end of the fragment, without whitespace around it.
    #[inline]
    fn url_span(&self, text: &str) -> Span {
        match self.options.mode {
            Mode::Strict => Span::new(0, text.len()),
            Mode::Lenient => class::trimmed(text),
        }
    }

    /// The span of the scheme name: up to the first colon.
    #[inline]
    fn scheme(&self, text: &str) -> Span {
        let url = self.url_span(text);
        let bytes = url.of(text).as_bytes();
        let len = match Key::short(bytes) {
            Some(key) => key.len as usize,
            None => bytes.iter().position(|byte| *byte == b':').unwrap_or_default(),
        };
        Span::known(url.start(), url.start() + len)
    }

    /// The span of the schemepart: after the colon, before the fragment.
    #[inline]
    fn schemepart(&self, text: &str) -> Span {
        self.schemepart_after(self.scheme(text), text)
    }

    /// The span of the schemepart that follows a scheme name.
    #[inline]
    fn schemepart_after(&self, scheme: Span, text: &str) -> Span {
        let fragment = self.spans.get(Slot::FRAGMENT);
        let end = fragment.map_or_else(|| self.url_span(text).end(), |fragment| fragment.start() - 1);
        Span::known(scheme.end() + 1, end)
    }
}

// Larger values are copied by a call to `memcpy`.
const _: () = assert!(size_of::<Url<'_>>() <= 128);

/// A parsed URL, which borrows its text and its registry.
///
/// [`Url::as_str`] and `Display` write the URL as parsed; [`Url::to_canonical`] writes the scheme in lower case
/// (R-2.1-6); `Debug` hides the password. `==`, `Ord` and `Hash` compare the text as written, without allocating;
/// [`Url::is_equivalent`] compares the meaning.
///
/// ```
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://joe@host.dom:70/a")?;
/// assert_eq!(url.scheme(), "x-foo");
/// assert_eq!((url.user(), url.host(), url.port()), (Some("joe"), Some("host.dom"), Some(70)));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
///
/// The parameter is what [`OwnedUrl`] says of it. A URL with a [`DefaultParser`] can be used as one of
/// [any registry](AnyRegistry): it derefs to it.
#[repr(C)] // so that all have the same layout, whatever their parameter
pub struct Url<'a, D = AnyRegistry> {
    text: &'a str,
    registry: &'a Registry,
    data: UrlData,
    default: PhantomData<fn() -> D>,
}

impl<'a, D> Url<'a, D> {
    /// Copies the result of a parse.
    #[inline(always)]
    pub(crate) fn new(parsed: &Parsed<'a, '_>) -> Self {
        Self { text: parsed.text, registry: parsed.registry, data: parsed.data(), default: PhantomData }
    }

    /// The URL as written, with its fragment.
    pub fn as_str(&self) -> &'a str {
        self.data.url_span(self.text).of(self.text)
    }

    /// A copy that owns its text and keeps its registry alive; `OwnedUrl::from` is the same.
    pub fn into_owned(self) -> OwnedUrl<D> {
        self.into()
    }

    /// The same URL as one of any registry.
    #[inline]
    pub fn as_any(&self) -> Url<'a> {
        self.with_default()
    }

    /// The same URL with another parameter.
    pub(crate) fn with_default<E>(self) -> Url<'a, E> {
        let Self { text, registry, data, .. } = self;
        Url { text, registry, data, default: PhantomData }
    }
}

impl<'a> Url<'a> {
    /// The inverse of [`Url::new`].
    #[inline]
    pub(crate) fn parsed(&self) -> Parsed<'a, '_> {
        Parsed {
            text: self.text,
            registry: self.registry,
            entry: self.data.entry,
            options: self.data.options,
            spans: &self.data.spans,
        }
    }

    /// The URL without its scheme, as schemes get it.
    pub fn as_url_ref(&self) -> UrlRef<'_> {
        self.as_url_ref_of(self.entry())
    }

    /// [`Url::as_url_ref`] with the entry of the URL, for which callers that need it, too, look only once.
    pub(crate) fn as_url_ref_of(&self, entry: &'a Entry) -> UrlRef<'_> {
        let scheme = self.scheme_span();
        UrlRef {
            text: self.text,
            spans: &self.data.spans,
            scheme,
            schemepart: self.data.schemepart_after(scheme, self.text),
            registration: entry.registration(),
            options: self.data.options,
            writing: &WRITING,
        }
    }

    /// Plans how the resource is accessed: the steps as data, with values from the environment and placeholders for
    /// those that it lacks. Opens no connection.
    ///
    /// ```
    /// use anyurl_core::plan::Need;
    /// use anyurl_core::{Environment, Registry};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::news::NEWS)?.build();
    /// let url = registry.parse("news:comp.lang.c")?;
    /// assert_eq!(url.plan(&Environment::new())?.needs(), [Need::NewsServer]);
    /// let plan = url.plan(&Environment::new().news_server("news.dom", 119))?;
    /// assert!(plan.wire()?.starts_with(b"GROUP comp.lang.c\r\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlanError`] if a decoded byte would act as protocol (RFC 1738 §6), or if no access method is known.
    pub fn plan(&self, environment: &Environment) -> Result<Plan, PlanError> {
        self.plan_by(environment, |to| self.entry().scheme().plan(to))
    }

    /// Plans an operation other than access, if the scheme defines it (R-2-2).
    ///
    /// # Errors
    /// [`PlanError::Unsupported`] for the schemes of RFC 1738; otherwise as [`Url::plan`].
    pub fn plan_operation(&self, operation: Operation, environment: &Environment) -> Result<Plan, PlanError> {
        self.plan_by(environment, |to| self.entry().scheme().operate(operation, to))
    }

    /// The plan that a scheme makes, with the notice of a deprecated one.
    fn plan_by(
        &self,
        environment: &Environment,
        plan: impl Fn(&mut PlanBuilder<'_>) -> Result<(), PlanError>,
    ) -> Result<Plan, PlanError> {
        let mut planner = Planner::new(environment, self.redaction());
        let mut to = PlanBuilder::new(self.as_url_ref(), environment, &mut planner);
        plan(&mut to).map_err(|error| self.mask_error(error))?;
        if let Some(notice) = &self.entry().registration().deprecated {
            to.note("deprecated-scheme", format!("`{}` is {notice}", self.scheme()));
        }
        Ok(planner.finish())
    }

    /// Masks the secrets of the URL in an error, because the message of a plugin may repeat them.
    fn mask_error(&self, error: PlanError) -> PlanError {
        error.map_words(|words| {
            let masked = self.redaction().mask_words(self.text, &words);
            self.registry.mask_words(&masked, [])
        })
    }

    /// The caller's text: all spans are offsets in it. It differs from the URL only by whitespace around it, which
    /// lenient mode accepts.
    #[inline]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The name of the scheme, in lower case (R-2.1-4): the registered one, if an alias is written. Borrowed unless an
    /// unregistered name has upper case.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::http::HTTP)?.alias("hxxp", "http")?.build();
    /// assert_eq!(registry.parse("X-Foo:a")?.scheme(), "x-foo");
    /// assert_eq!(registry.parse("hxxp://h/")?.scheme(), "http");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scheme(&self) -> Cow<'a, str> {
        let written = self.scheme_span().of(self.text);
        let has_name = self.entry().implementation() != Implementation::Generic && self.entry().family_stem().is_none();
        match has_name {
            true => Cow::Borrowed(self.entry().scheme_name()),
            false if written.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Owned(written.to_ascii_lowercase()),
            false => Cow::Borrowed(written),
        }
    }

    /// The name of the scheme as written, which may be an [alias](crate::RegistryBuilder::alias) and have upper case.
    pub fn written_scheme(&self) -> &'a str {
        self.scheme_span().of(self.text)
    }

    /// The part between the colon and the fragment.
    pub fn schemepart(&self) -> &'a str {
        self.data.schemepart(self.text).of(self.text)
    }

    /// What stands between `//` and the path: `user:password@host:port`, or several hosts. `None` without `//`.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:pw@h.dom:70/a?b")?;
    /// assert_eq!((url.authority(), url.userinfo()), (Some("joe:pw@h.dom:70"), Some("joe:pw")));
    /// assert_eq!(registry.parse("x-foo:a")?.authority(), None);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn authority(&self) -> Option<&'a str> {
        let rest = self.schemepart().strip_prefix("//")?;
        let start = self.scheme_span().end() + "://".len();
        let end = self.as_url_ref().hostport_end().map(|end| end - start);
        Some(&rest[..end.or_else(|| rest.find(['/', '?'])).unwrap_or(rest.len())])
    }

    /// The user name and the password, with the colon between them, as written.
    pub fn userinfo(&self) -> Option<&'a str> {
        let (login, _) = self.authority()?.rsplit_once('@')?;
        Some(login)
    }

    /// The user name, as written; empty and absent are different (R-3.1-4).
    #[doc(alias = "username")]
    pub fn user(&self) -> Option<&'a str> {
        self.slot(Slot::USER)
    }

    /// The password, as written.
    pub fn password(&self) -> Option<&'a str> {
        self.slot(Slot::PASSWORD)
    }

    /// The host, as written; `None` if the URL has none, or several ([`Url::hosts`] has them all).
    pub fn host(&self) -> Option<&'a str> {
        self.slot(Slot::HOST)
    }

    /// The port as written in the URL.
    pub fn port(&self) -> Option<u16> {
        self.slot(Slot::PORT).and_then(authority::port_number)
    }

    /// The port of the URL, or else the default port of the scheme.
    #[doc(alias = "port_or_known_default")]
    pub fn effective_port(&self) -> Option<u16> {
        self.port().or_else(|| self.host().and(self.registration().default_port))
    }

    /// The fragment, as written, if lenient mode, the current profile or the grammar of the scheme allows one.
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
        self.data.spans.get(slot)
    }

    /// The components that are present or have a default, in the order of the registration; the fragment last.
    pub fn components(&self) -> impl Iterator<Item = ComponentValue<'a>> + use<'a> {
        let url = *self;
        let search = self.registry.search();
        let fragment: &'static Component = const { &Component::FRAGMENT };
        let listed = self.registration().components.iter();
        listed
            .chain(core::iter::once(fragment))
            .filter_map(move |one| ComponentValue::new(one, url.text, url.span(one.slot), search))
    }

    /// The component of this name, if it is present or has a default.
    pub fn component(&self, name: &str) -> Option<ComponentValue<'a>> {
        self.components().find(|part| part.name() == name)
    }

    /// The span of the scheme name.
    pub fn scheme_span(&self) -> Span {
        self.data.scheme(self.text)
    }

    /// The span of the URL in the caller's text: all of it except whitespace around the URL.
    pub fn url_span(&self) -> Span {
        self.data.url_span(self.text)
    }

    /// The spans of all components that are present.
    pub fn spans(&self) -> impl Iterator<Item = Span> + use<> {
        self.data.spans.iter()
    }

    /// The registration of the scheme; for an unregistered name, that of the generic syntax.
    pub fn registration(&self) -> &'a Registration {
        self.entry().registration()
    }

    /// The registry entry with which the URL was parsed.
    #[inline]
    pub fn entry(&self) -> &'a Entry {
        self.registry.entry_at(self.data.entry)
    }

    /// The identity of the [entry](Url::entry), for an [`EntryMap`](crate::EntryMap). All unregistered names share one.
    #[inline]
    pub fn entry_id(&self) -> EntryId {
        EntryId::new(self.registry.snapshot(), self.data.entry)
    }

    /// The registry with which the URL was parsed.
    pub fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// Whether the URL was parsed with the generic syntax: its scheme is not registered, or only its metadata is.
    pub fn is_generic(&self) -> bool {
        matches!(self.entry().implementation(), Implementation::Generic | Implementation::Fact)
    }

    /// Whether the scheme is registered, or at least its metadata.
    pub fn is_known(&self) -> bool {
        self.entry().implementation() != Implementation::Generic
    }

    /// The options with which the URL was parsed.
    #[inline]
    pub fn options(&self) -> Options {
        self.data.options
    }

    /// The mode with which the URL was parsed.
    pub fn mode(&self) -> Mode {
        self.data.options.mode
    }

    /// The scheme's own view of the components.
    ///
    /// `None` if the URL has another scheme, or a version of it that has other components.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_schemes::gopher::GopherUrl;
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::gopher::GOPHER)?.build();
    /// let url = registry.parse("gopher://h/1menu")?;
    /// assert_eq!(url.view::<GopherUrl<'_>>().unwrap().selector, "menu");
    /// assert!(registry.parse("x-foo:a")?.view::<GopherUrl<'_>>().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view<V: View<'a>>(&self) -> Option<V> {
        let entry = self.entry();
        let components = &entry.registration().components;
        let has = |name: &&str| components.iter().any(|component| component.name == **name);
        let fits = V::SCHEMES.contains(&entry.scheme_name()) && V::COMPONENTS.iter().all(has);
        fits.then(|| V::from_url(*self))
    }

    /// The secrets of [`Registry::secrets`] in the text.
    ///
    /// Outside the authority, what the grammar of a registered scheme accepts is not a login: an address or a
    /// message-id has none.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:secret@h/?ftp://jim:pw@g/")?;
    /// assert_eq!(url.redaction().apply(url.text()), "x-foo://joe:***@h/?ftp://jim:***@g/");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn redaction(&self) -> Redaction {
        Redaction::new(self.found_by(self.registry.search()))
    }

    /// The bytes of a component, decoded once.
    pub fn decoded(&self, slot: Slot) -> Option<Cow<'a, [u8]>> {
        self.slot(slot).map(escape::decode)
    }
}

impl<D> Copy for Url<'_, D> {}

impl<D> Clone for Url<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

/// Writes the URL as parsed.
impl<D> fmt::Display for Url<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<D> fmt::Debug for Url<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({:?})", self.as_any().masked())
    }
}

impl<D> AsRef<str> for Url<'_, D> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Compares the texts as written.
impl<D, E> PartialEq<Url<'_, E>> for Url<'_, D> {
    fn eq(&self, other: &Url<'_, E>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<D> Eq for Url<'_, D> {}

impl<D> PartialEq<str> for Url<'_, D> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<D> PartialEq<&str> for Url<'_, D> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<D> PartialOrd for Url<'_, D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares the texts as written.
impl<D> Ord for Url<'_, D> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<D> Hash for Url<'_, D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
