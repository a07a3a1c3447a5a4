//! anyurl parses a URL of any scheme by that scheme's own rules, returns its components, and explains every error.
//!
//! ```
//! let url = anyurl::parse("gopher://boombox.micro.umn.edu:70/11/gopher")?;
//! assert_eq!(url.scheme(), "gopher");
//! assert_eq!((url.host(), url.port()), (Some("boombox.micro.umn.edu"), Some(70)));
//! assert_eq!(url.component("type").unwrap().text(), "1");
//! assert_eq!(url.component("selector").unwrap().text(), "1/gopher");
//!
//! // An error says what is wrong, and where a document says so. RFC 1738 itself is one word away.
//! let error = anyurl::parse("http://h/<joe>").unwrap_err();
//! assert_eq!(error.to_string(), "unexpected `<` in the path: this character is not allowed in a URI and must be encoded (RFC 3986 §2)");
//! let error = anyurl::rfc1738().parse("http://h/~joe").unwrap_err();
//! assert_eq!(error.to_string(), "unexpected `~` in the path: an unsafe character must always be encoded (RFC 1738 §2.2)");
//! # Ok::<(), anyurl::Error>(())
//! ```
//!
//! # Which registry
//!
//! | call | schemes |
//! |---|---|
//! | [`parse`], [`build`], [`registry()`], [`OwnedUrl`] | the ten of RFC 1738, the current web schemes (http 2.x, https, ws, wss) and, with the feature `shipped`, those of `registry.toml`; each at its highest version |
//! | [`rfc1738`] | only the ten of RFC 1738, as that document defines them |
//! | [`ten`] | only the ten names of RFC 1738, each at its highest version |
//! | [`discover`] | those of [`registry()`], and the schemes that linked crates register with [`register_scheme!`] |
//! | [`Registry::builder`] | only those that you add |
//!
//! A registry is a value: immutable, cheap to clone, and shared between threads without a lock. A URL keeps the
//! registration it was parsed with, so that adding or removing schemes never changes an existing URL. A registry that is
//! derived from another keeps its mode, profile and rules for secrets.
//!
//! An unregistered scheme is not an error: its URLs are parsed with the generic syntax of RFC 3986 §3, with the warning
//! `unregistered-scheme`, which suggests similar names.
//!
//! # Typed views
//!
//! Each scheme has a view with typed fields:
//!
//! ```
//! use anyurl::schemes::gopher::{GopherUrl, Plus};
//!
//! let url = anyurl::parse("gopher://h/0sel%09%09+application/postscript%20Es_ES")?;
//! let gopher: GopherUrl<'_> = url.view().unwrap();
//! assert_eq!((gopher.item_type, gopher.selector, gopher.search), (b'0', "sel", Some("")));
//! assert!(matches!(gopher.plus(), Some(Plus::View { language: Some(_), .. })));
//! # Ok::<(), anyurl::Error>(())
//! ```
//!
//! # A tour
//!
//! ```
//! use anyurl::semver::VersionReq;
//! use anyurl::components::value::Value;
//! use anyurl::{ErrorKind, Options, Report};
//!
//! // Components by name: as written, by role, and decoded.
//! let url = anyurl::parse("ftp://h/a%2Fb/c%20d;type=i")?;
//! let cwd = url.component("cwd").unwrap();
//! assert_eq!((cwd.text(), cwd.value()), ("a%2Fb/", Value::List(vec!["a%2Fb"])));
//! assert_eq!(url.component("name").unwrap().decoded().unwrap().as_ref(), b"c d");
//!
//! // Lenient mode and profiles, chosen per call; deviations are warnings.
//! let url = anyurl::registry().parser().lenient().parse("http://H:/a b#c")?;
//! assert_eq!((url.fragment(), url.to_canonical()), (Some("c"), "http://h/a%20b#c".to_owned()));
//! assert_eq!(url.warnings().len(), 1);
//!
//! // Errors can be matched, and drawn for people.
//! let text = "http://h:99999/";
//! let error = anyurl::parse(text).unwrap_err();
//! assert_eq!((error.kind(), error.component(), error.span().range()), (ErrorKind::OutOfRange, "port", 9..14));
//! println!("{}", Report::new(anyurl::registry(), text, Options::new(), &error));
//!
//! // A specific version of a scheme, and a URL that owns its text.
//! let registry = anyurl::registry();
//! let http = registry.select("http", &VersionReq::parse("^2").unwrap()).unwrap();
//! let owned = registry.parser().entry(http).parse("http://h/~joe")?.into_owned();
//! assert_eq!(owned.host(), Some("h"));
//! # Ok::<(), anyurl::Error>(())
//! ```
//!
//! # Relative references and gateways
//!
//! ```
//! use anyurl::gateway::{Gateway, Gateways, Expansion};
//! use anyurl::reference::ReferenceRules;
//!
//! // Resolve a reference, by the draft of 1993 or by RFC 3986.
//! let base = anyurl::parse("http://h/a/b/c")?;
//! assert_eq!(base.resolve("../d#top", ReferenceRules::Draft1993)?.as_str(), "http://h/a/d#top");
//! assert_eq!(base.resolve("/d/../e", ReferenceRules::Draft1993)?.url(), "http://h/d/../e");
//! assert_eq!(base.resolve("/d/../e", ReferenceRules::Rfc3986)?.url(), "http://h/e");
//!
//! // Access an unsupported scheme through a gateway (RFC 1738 §4).
//! let gateway = Gateway::new("lab", Expansion::Url, "https://gw.dom/wais?u={url}", ["wais"]);
//! let gateways = Gateways::new(anyurl::registry(), [gateway])?;
//! let url = anyurl::parse("wais://h/db?q")?;
//! let anyurl = gateways.locate(&url)?.unwrap();
//! assert_eq!(anyurl.as_str(), "https://gw.dom/wais?u=wais%3A%2F%2Fh%2Fdb%3Fq");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `shipped` | on | the schemes of `registry.toml`, as tables |
//! | `texts` | off | their texts for people: syntax, access in words, documents and examples |
//! | `declared` | off | registry files of your own: schemes without code |
//! | `live` | off | [`Live`]: a value that is replaced while other threads read it |
//! | `unicode-width` | on | pictures of errors count columns of wide characters |
//! | `dynamic` | off | schemes from shared libraries; a policy decides which are loaded. Enables `declared` |
//! | `wasm` | off | schemes from WebAssembly modules, which can compute and nothing else; a policy decides which are loaded. Enables `declared` |
//! | `idna` | off | internationalised hosts are looked up in their ASCII form; without it they have no plan |
//! | `whatwg` | off | [`compare`](compare()) and [`consensus_host`]: what other rulebooks read in a text, browsers among them |
//! | `serde` | off | URLs in serde formats: written as text, parsed when they are read |
//! | `miette` | off | errors as diagnostics of `miette`, with code, help and label |
//! | `url` | off | conversions from and to `url::Url` |
//! | `http` | off | conversions from and to `http::Uri` |
//! | `fluent-uri` | off | conversions from and to `fluent_uri::Uri` |
//!
//! A conversion keeps the text byte for byte, or fails with the reason.
//!
//! # Adding a scheme
//!
//! Implement [`Scheme`](authors::Scheme) for a type, register it, and run the conformance kit of `anyurl-testkit` on it. The page
//! `docs/adding-a-scheme.md` of the repository is a tutorial.
//!
//! The examples of most types use `anyurl_core`; write `anyurl` instead.

#![forbid(unsafe_code)]
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

use std::sync::LazyLock;

#[cfg(feature = "whatwg")]
mod comparison;
#[cfg(feature = "declared")]
pub mod declared;
pub mod familiar;
mod file_path;
#[cfg(feature = "live")]
mod live;
#[cfg(feature = "declared")]
mod portable;
#[cfg(feature = "shipped")]
mod shipped;
pub mod typed;

#[cfg(feature = "whatwg")]
pub use comparison::{compare, consensus_host};
pub use file_path::{from_file_path, to_file_path};

#[cfg(feature = "whatwg")]
pub use anyurl_compare as compare;
#[cfg(feature = "declared")]
pub use anyurl_declared::AddToml;
pub use anyurl_gateway as gateway;
#[cfg(feature = "dynamic")]
pub use anyurl_host::dynamic;
#[cfg(feature = "wasm")]
pub use anyurl_host::wasm;
#[cfg(any(feature = "dynamic", feature = "wasm"))]
pub mod plugins {
    //! What schemes of shared libraries and of WebAssembly modules share: facts, errors and the policy.
    pub use anyurl_host::{
        FactsError, PluginError, PluginErrorKind, PluginFacts, PluginPolicy, PluginScheme, Violation,
    };
}
pub use anyurl_schemes as schemes;
#[cfg(feature = "live")]
pub use live::{Live, LiveGuard};

pub use anyurl_core::{
    AnyRegistry, AsUrl, Bound, BuildError, CanonicalKey, Checked, Conflict, ConversionError, DefaultParser, Entry,
    EntryId, EntryMap, Environment, Error, ErrorKind, Explanation, Host, HostPort, Implementation, Judgement, Layer,
    LineIndex, Masked, Mode, OptionNames, Options, OwnedHost, OwnedUrl as AnyOwnedUrl, PairList, Parser,
    PathTemplateError, Plan, PlanError, Policy, Profile, QueryPairs, RegisterError, Registry, RegistryBuilder, Report,
    SchemeMap, SchemeMapError, Secrets, Severity, Slot, Span, Split, Step, Style, UnknownName, Unused, Url as AnyUrl,
    UrlBuilder as AnyUrlBuilder, Verdict, View, Warning, Warnings, WebOrigin, authors, batch, components, extract,
    plan, reference, register_scheme, scrub, semver, split, visible, warning_id,
};

/// The parameter of URLs that [`parse`] reads: strictly, by the highest version of each scheme of [`registry()`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Standard {}

impl DefaultParser for Standard {
    fn parser() -> Parser<'static> {
        registry().parser()
    }
}

/// A parsed URL that borrows its text; [`parse`] returns one.
///
/// A registry of your own, or a [`Parser`] with other options, returns an [`AnyUrl`]. A function that takes `&AnyUrl` also
/// takes a `&Url`.
///
/// ```
/// use anyurl::{AnyUrl, OwnedUrl, Url};
///
/// fn read(text: &str) -> Result<OwnedUrl, anyurl::Error> {
///     let url = Url::parse(text)?; // or anyurl::parse(text)
///     Ok(url.into_owned())
/// }
///
/// fn host_of<'a>(url: &AnyUrl<'a>) -> Option<&'a str> {
///     url.host()
/// }
///
/// let lenient = anyurl::registry().parser().lenient().parse("https://h/a b")?;
/// assert_eq!((host_of(&lenient), host_of(&read("https://h/")?.as_url())), (Some("h"), Some("h")));
/// // `parse` does not accept the space.
/// assert!(Url::try_from(lenient).is_err());
/// # Ok::<(), anyurl::Error>(())
/// ```
pub type Url<'a> = AnyUrl<'a, Standard>;

/// A URL that owns its text; `str::parse` and serde read it as [`parse`] does.
///
/// ```
/// use anyurl::OwnedUrl;
///
/// let url: OwnedUrl = "https://h/a?q=1".parse()?;
/// assert_eq!((url.host(), url.path(), url.query()), (Some("h"), "/a", Some("q=1")));
/// let built: OwnedUrl = anyurl::build("https")?.host("h").set("path", "/b").build()?;
/// assert_eq!(url.join("/b")?, built);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type OwnedUrl = AnyOwnedUrl<Standard>;

/// A URL that is printed without its secrets, such as a field of a configuration that logs show.
///
/// ```
/// use anyurl::{MaskedUrl, OwnedUrl};
///
/// #[derive(Debug)]
/// struct Config {
///     database: MaskedUrl,
/// }
///
/// let config = Config { database: OwnedUrl::parse("postgres://joe:S3CRET@h/shop")?.into() };
/// assert_eq!(config.database.to_string(), "postgres://joe:***@h/shop");
/// assert!(!format!("{config:?}").contains("S3CRET"));
/// # Ok::<(), anyurl::Error>(())
/// ```
pub type MaskedUrl<U = OwnedUrl> = anyurl_core::MaskedUrl<U>;

/// Builds a URL from decoded bytes; [`build`] returns one.
pub type UrlBuilder = AnyUrlBuilder<Standard>;

/// The built-in schemes, from const lists that need no constructors, and the shipped registry file.
static DEFAULT: LazyLock<Registry> = LazyLock::new(|| {
    let builder = builder_from(&[&schemes::RFC1738, &schemes::WEB]);
    #[cfg(feature = "shipped")]
    let builder = builder.lazy(&shipped::Shipped);
    builder.build()
});

/// The ten schemes of RFC 1738, read by that document.
static RFC1738: LazyLock<Registry> =
    LazyLock::new(|| builder_from(&[&schemes::RFC1738]).options(Options::new().rfc1738()).build());

/// The ten names of RFC 1738 at all their versions.
static TEN: LazyLock<Registry> = LazyLock::new(|| {
    let builder = builder_from(&[&schemes::RFC1738, &[schemes::web::HTTP]]);
    #[cfg(feature = "shipped")]
    let builder = builder.lazy(&shipped::Ten);
    builder.build()
});

fn builder_from(lists: &[&[&'static dyn authors::Scheme]]) -> RegistryBuilder {
    let submissions = lists.iter().flat_map(|list| schemes::submissions(list));
    Registry::builder().add_builtin(submissions)
}

/// The text of the shipped registry file, `registry.toml`.
#[cfg(feature = "declared")]
pub const REGISTRY_FILE: &str = include_str!("../registry.toml");

/// The page whose tables have the requirements, decisions and deviations, for `anyurl explain`.
#[cfg(feature = "texts")]
#[doc(hidden)]
pub const CONFORMANCE: &str = include_str!("../docs/conformance.md");

/// Parses a URL in strict mode by the highest version of its scheme, with the schemes of [`registry()`]. Does not allocate, except on
/// the first use of a lazily loaded scheme.
///
/// # Errors
/// The first deviation from the syntax of the scheme.
///
/// # Examples
/// ```
/// let url = anyurl::parse("ftp://myname@host.dom/%2Fetc/motd")?;
/// let cwd = url.component("cwd").unwrap();
/// assert_eq!(cwd.value(), anyurl::components::value::Value::List(vec!["%2Fetc"]));
/// # Ok::<(), anyurl::Error>(())
/// ```
#[inline]
pub fn parse(text: &str) -> Result<Url<'_>, Error> {
    Url::parse(text)
}

/// Returns a builder for URLs of a scheme, at its highest version. It takes unescaped bytes and escapes them as each
/// component requires.
///
/// # Errors
/// [`BuildError::Scheme`] if `scheme` is not a valid name. [`UrlBuilder::build`] reports invalid components.
///
/// # Examples
/// ```
/// let url = anyurl::build("ftp")?
///     .user("joe@example.com")
///     .host("host.dom")
///     .push("cwd", "/etc")
///     .set("name", "motd;1")
///     .set("typecode", "a")
///     .build()?;
/// assert_eq!(url.as_str(), "ftp://joe%40example.com@host.dom/%2Fetc/motd%3B1;type=a");
///
/// let error = anyurl::build("gopher")?.host("h").set("selector", "a\nb").build().unwrap_err();
/// assert_eq!((error.component(), error.offset()), ("selector", Some(1)));
///
/// // Setters derive another URL.
/// assert_eq!(url.with_host("other.dom")?.without("typecode")?.as_url().host(), Some("other.dom"));
/// # Ok::<(), anyurl::BuildError>(())
/// ```
pub fn build(scheme: &str) -> Result<UrlBuilder, BuildError> {
    UrlBuilder::new(scheme)
}

/// Returns the default registry: the ten schemes of RFC 1738, http 2.x, https, ws and wss and, with the feature
/// `shipped`, those of `registry.toml`.
///
/// # Examples
/// ```
/// use anyurl::Profile;
///
/// let version = |profile| anyurl::registry().get("http", profile).unwrap().registration().version.major;
/// assert_eq!((version(Profile::Rfc1738), version(Profile::Current)), (1, 2));
/// ```
pub fn registry() -> &'static Registry {
    &DEFAULT
}

/// Returns the registry of RFC 1738: its ten schemes and its generic syntax, as that document defines them.
///
/// For other schemes by the rules of their documents and these ten by RFC 1738, use [`Parser::rfc1738`] or
/// [`Options::rfc1738`] with [`registry()`].
///
/// # Examples
/// ```
/// assert_eq!(anyurl::rfc1738().entries().count(), 10);
/// // RFC 1738 does not allow a `~`.
/// assert!(anyurl::parse("http://h/~joe").is_ok() && anyurl::rfc1738().parse("http://h/~joe").is_err());
/// ```
pub fn rfc1738() -> &'static Registry {
    &RFC1738
}

/// Returns the registry of the ten names of RFC 1738 alone, at all their versions; every other name has the generic
/// syntax.
///
/// # Examples
/// ```
/// assert_eq!(anyurl::ten().names().count(), 10);
/// assert!(anyurl::ten().parse("http://h/~joe#top").is_ok());
/// ```
pub fn ten() -> &'static Registry {
    &TEN
}

/// Returns a registry of the default schemes and those that linked crates register with [`register_scheme!`].
///
/// The link order does not matter. Its options are those of [`registry()`]; [`Registry::with_options`] sets others.
///
/// # Errors
/// [`RegisterError::Taken`] if two crates register one name, [`RegisterError::NothingRegistered`] if constructors do not
/// run on this target, and other errors if a registration violates RFC 1738 Section 4.
///
/// # Examples
/// ```
/// let registry = anyurl::discover()?;
/// assert!(registry.entries().count() >= anyurl::registry().entries().count());
///
/// assert!(registry.parse("http://h/~joe").is_ok());
/// # Ok::<(), anyurl::RegisterError>(())
/// ```
pub fn discover() -> Result<Registry, RegisterError> {
    discover_with(Conflict::Error)
}

/// [`discover`], with a policy for names that two crates register.
///
/// # Errors
/// Those of [`discover`]; with [`Conflict::Keep`] and [`Conflict::Replace`] a registered name is not an error.
pub fn discover_with(conflict: Conflict) -> Result<Registry, RegisterError> {
    let builder = Registry::builder().on_conflict(conflict).discover(&[schemes::PACKAGE])?;
    #[cfg(feature = "shipped")]
    let builder = builder.lazy(&shipped::Shipped);
    Ok(builder.build())
}

/// Runs the examples of the README and of pages as doctests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/coming-from-url.md")]
    struct ComingFromUrl;

    #[cfg(feature = "declared")]
    #[doc = include_str!("../docs/handlers-and-policies.md")]
    struct HandlersAndPolicies;

    #[doc = include_str!("../docs/finding-and-hiding.md")]
    struct FindingAndHiding;

    #[cfg(all(feature = "dynamic", feature = "wasm"))]
    #[doc = include_str!("../docs/loading-a-plugin.md")]
    struct LoadingAPlugin;
}
