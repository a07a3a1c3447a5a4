//! Locator reads a URL of any scheme by that scheme's own rules, gives its components, and says why when it cannot.
//!
//! ```
//! let url = locator::parse("gopher://boombox.micro.umn.edu:70/11/gopher")?;
//! assert_eq!(url.scheme(), "gopher");
//! assert_eq!((url.host(), url.port()), (Some("boombox.micro.umn.edu"), Some(70)));
//! assert_eq!(url.component("type").unwrap().text(), "1");
//! assert_eq!(url.component("selector").unwrap().text(), "1/gopher");
//!
//! // RFC 1738 refuses what the world writes, and says why; lenient mode and the current profile accept it.
//! let error = locator::parse("http://h/~joe").unwrap_err();
//! assert_eq!(error.to_string(), "`~` cannot stand in the path: an unsafe character must always be encoded (RFC 1738 §2.2)");
//! assert!(locator::parse_with("http://h/~joe", locator::Options::new().current()).is_ok());
//! # Ok::<(), locator::Error>(())
//! ```
//!
//! # Which registry
//!
//! | call | the schemes it knows |
//! |---|---|
//! | [`parse`], [`build`], [`registry()`] | the ten of RFC 1738, and the web's as they are now: http 2.x, https, ws, wss |
//! | [`rfc1738`] | the ten alone |
//! | [`discover`] | the built-in ones and everything that linked crates have registered with [`register_scheme!`] |
//! | [`Registry::builder`] | what you add |
//!
//! A registry is a value: immutable, cheap to clone, shared between threads without a lock. A URL remembers the
//! registration it was read by, so that adding or removing schemes never changes a value that exists.
//!
//! A name that nothing is registered under is no error: its URLs are read by the generic syntax of RFC 1738 §2.1, with
//! the warning `unregistered-scheme`, which names near names.
//!
//! # Typed views
//!
//! Each scheme's scheme shows its URLs with their components by name and type:
//!
//! ```
//! use locator::schemes::gopher::{GopherUrl, Plus};
//!
//! let url = locator::parse("gopher://h/0sel%09%09+application/postscript%20Es_ES")?;
//! let gopher: GopherUrl<'_> = url.view().unwrap();
//! assert_eq!((gopher.item_type, gopher.selector, gopher.search), (b'0', "sel", Some("")));
//! assert!(matches!(gopher.plus(), Some(Plus::View { language: Some(_), .. })));
//! # Ok::<(), locator::Error>(())
//! ```
//!
//! # A tour
//!
//! ```
//! use locator::semver::VersionReq;
//! use locator::components::value::Value;
//! use locator::{ErrorKind, Options, Report};
//!
//! // Components by name: as written, by their role, and decoded once.
//! let url = locator::parse("ftp://h/a%2Fb/c%20d;type=i")?;
//! let cwd = url.component("cwd").unwrap();
//! assert_eq!((cwd.text(), cwd.value()), ("a%2Fb/", Value::List(vec!["a%2Fb"])));
//! assert_eq!(url.component("name").unwrap().decoded().unwrap().as_ref(), b"c d");
//!
//! // Lenient mode and profiles, chosen per call; deviations are warnings.
//! let url = locator::parse_with("http://H:/a b#c", Options::new().lenient())?;
//! assert_eq!((url.fragment(), url.to_canonical()), (Some("c"), "http://h/a%20b#c".to_owned()));
//! assert_eq!(url.warnings().len(), 3);
//!
//! // Errors can be matched, and drawn for a person.
//! let text = "http://h:99999/";
//! let error = locator::parse(text).unwrap_err();
//! assert_eq!((error.kind(), error.component(), error.span().range()), (ErrorKind::OutOfRange, "port", 9..14));
//! println!("{}", Report::new(locator::registry(), text, Options::new(), &error));
//!
//! // A certain version of a scheme, and a value that owns its text.
//! let registry = locator::registry();
//! let http = registry.select("http", &VersionReq::parse("^2").unwrap()).unwrap();
//! let owned = registry.parse_as("http://h/~joe", http, Options::new())?.to_owned();
//! assert_eq!(owned.as_url().host(), Some("h"));
//! # Ok::<(), locator::Error>(())
//! ```
//!
//! # Partial forms and gateways
//!
//! ```
//! use locator::gateway::{Gateway, Gateways, Expansion};
//! use locator::reference::ReferenceRules;
//!
//! // What a link within a document means, by the draft of 1993 or by RFC 3986.
//! let base = locator::parse("http://h/a/b/c")?;
//! assert_eq!(base.resolve("../d#top", ReferenceRules::Draft1993)?.as_str(), "http://h/a/d#top");
//! assert_eq!(base.resolve("/d/../e", ReferenceRules::Draft1993)?.url(), "http://h/d/../e");
//! assert_eq!(base.resolve("/d/../e", ReferenceRules::Rfc3986)?.url(), "http://h/e");
//!
//! // Where an object is reached whose protocol one does not speak (RFC 1738 §4).
//! let gateway = Gateway::new("lab", Expansion::Url, "https://gw.dom/wais?u={url}", ["wais"]);
//! let gateways = Gateways::new(locator::registry(), [gateway])?;
//! let url = locator::parse("wais://h/db?q")?;
//! let locator = gateways.locate(&url)?.unwrap();
//! assert_eq!(locator.as_str(), "https://gw.dom/wais?u=wais%3A%2F%2Fh%2Fdb%3Fq");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Adding a scheme
//!
//! Implement [`Scheme`] for a type of your own, register it, run the conformance kit of `locator-testkit` over it. The
//! page `docs/adding-a-scheme.md` of the repository does so step by step.
//!
//! Examples on the pages of single types say `locator_core`: write `locator` instead.

#![forbid(unsafe_code)]

use std::sync::LazyLock;

#[cfg(feature = "declared")]
mod shipped;

#[cfg(feature = "declared")]
pub use locator_declared as declared;
#[cfg(feature = "dynamic")]
pub use locator_dynamic as dynamic;
pub use locator_schemes as schemes;

pub use locator_core::{
    BuildError, ByteMasks, CanonicalKey, Checked, Class, Conflict, Cursor, Entry, Environment, Error, ErrorKind,
    Explanation, Fix, Implementation, Layer, Mode, Options, OwnedUrl, Plan, PlanBuilder, PlanError, Profile, Redaction,
    RegisterError, Registration, Registry, RegistryBuilder, Report, Requirement, RequirementRef, Scheme, Severity,
    Slot, Span, Spans, Split, Step, Style, Url, UrlBuilder, UrlRef, View, Warning, WarningPolicy, Warnings, batch,
    components, diagnostics, extract, gateway, plan, policy, reference, register_scheme, registration, registry,
    report, semver, split, syntax, text,
};

/// The ten and the web's, from the const lists: no constructor has to run, and no linker can omit them. Behind them
/// stands the registry file that comes with Locator.
static DEFAULT: LazyLock<Registry> = LazyLock::new(|| {
    let builder = of_lists(&[&schemes::RFC1738, &schemes::WEB]);
    #[cfg(feature = "declared")]
    let builder = builder.lazy(&shipped::Shipped);
    builder.build()
});

/// The ten alone.
static RFC1738: LazyLock<Registry> = LazyLock::new(|| of_lists(&[&schemes::RFC1738]).build());

fn of_lists(lists: &[&[&'static dyn Scheme]]) -> RegistryBuilder {
    let mut builder = Registry::builder();
    for list in lists {
        builder = builder
            .add_submissions(Layer::Builtin, schemes::submissions(list))
            .unwrap_or_else(|error| unreachable!("a test registers every built-in scheme: {error}"));
    }
    builder
}

/// The text of the registry file that comes with Locator: `registry.toml`.
#[cfg(feature = "declared")]
pub const REGISTRY_FILE: &str = shipped::TEXT;

/// Reads a URL strictly, by the built-in schemes in the profile of RFC 1738. Allocates nothing.
///
/// # Errors
/// The first place at which the text deviates from the syntax of its scheme.
///
/// # Examples
/// ```
/// let url = locator::parse("ftp://myname@host.dom/%2Fetc/motd")?;
/// let cwd = url.component("cwd").unwrap();
/// assert_eq!(cwd.value(), locator::components::value::Value::List(vec!["%2Fetc"]));
/// # Ok::<(), locator::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Url<'_>, Error> {
    DEFAULT.parse(text)
}

/// Reads a URL by the built-in schemes, in the given mode and profile. Allocates nothing.
///
/// # Errors
/// The first place at which the text deviates from the syntax, and lenient mode, if chosen, does not forgive it.
///
/// # Examples
/// ```
/// use locator::Options;
///
/// let url = locator::parse_with("http://h:/a b", Options::new().lenient())?;
/// let warnings = url.warnings();
/// let ids: Vec<_> = warnings.iter().map(|warning| warning.id()).collect();
/// assert_eq!(ids, ["A-24", "A-43"]);
/// # Ok::<(), locator::Error>(())
/// ```
pub fn parse_with(text: &str, options: Options) -> Result<Url<'_>, Error> {
    DEFAULT.parse_with(text, options)
}

/// A builder for URLs of a built-in scheme, by RFC 1738: decoded bytes in, and each is escaped as its component asks.
///
/// # Errors
/// [`BuildError::Scheme`] where `scheme` cannot name a scheme. What is wrong with a component is told by
/// [`UrlBuilder::build`].
///
/// # Examples
/// ```
/// let url = locator::build("ftp")?
///     .user("joe@example.com")
///     .host("host.dom")
///     .push("cwd", "/etc")
///     .set("name", "motd;1")
///     .set("typecode", "a")
///     .build()?;
/// assert_eq!(url.as_str(), "ftp://joe%40example.com@host.dom/%2Fetc/motd%3B1;type=a");
///
/// let error = locator::build("gopher")?.host("h").set("selector", "a\nb").build().unwrap_err();
/// assert_eq!((error.component(), error.offset()), ("selector", Some(1)));
///
/// // And from a URL to another one.
/// assert_eq!(url.with_host("other.dom")?.without("typecode")?.as_url().host(), Some("other.dom"));
/// # Ok::<(), locator::BuildError>(())
/// ```
pub fn build(scheme: &str) -> Result<UrlBuilder, BuildError> {
    DEFAULT.build(scheme)
}

/// The built-in schemes: the ten of RFC 1738, and http 2.x, https, ws and wss.
///
/// # Examples
/// ```
/// use locator::Profile;
///
/// let version = |profile| locator::registry().get("http", profile).unwrap().registration().version.major;
/// assert_eq!((version(Profile::Rfc1738), version(Profile::Current)), (1, 2));
/// ```
pub fn registry() -> &'static Registry {
    &DEFAULT
}

/// The ten schemes of RFC 1738 alone.
///
/// # Examples
/// ```
/// assert_eq!(locator::rfc1738().entries().count(), 10);
/// ```
pub fn rfc1738() -> &'static Registry {
    &RFC1738
}

/// The built-in schemes, and everything that linked crates have registered with [`register_scheme!`].
///
/// The order in which crates are linked makes no difference.
///
/// # Errors
/// [`RegisterError::Taken`] where two crates register one name: it names both. [`RegisterError::NothingRegistered`]
/// where constructors do not run on this target. Whatever RFC 1738 Section 4 refuses.
///
/// # Examples
/// ```
/// let registry = locator::discover()?;
/// assert!(registry.entries().count() >= locator::registry().entries().count());
/// # Ok::<(), locator::RegisterError>(())
/// ```
pub fn discover() -> Result<Registry, RegisterError> {
    discover_with(Conflict::Error)
}

/// The same, with a decision on names that two crates register.
///
/// # Errors
/// As [`discover`]; with [`Conflict::Keep`] and [`Conflict::Replace`] a name that is taken is no error.
pub fn discover_with(conflict: Conflict) -> Result<Registry, RegisterError> {
    let builder = Registry::builder().on_conflict(conflict).discover(&[schemes::PACKAGE])?;
    #[cfg(feature = "declared")]
    let builder = builder.lazy(&shipped::Shipped);
    Ok(builder.build())
}

/// The examples of the README run like every other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
