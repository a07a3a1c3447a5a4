//! The core of anyurl, the URL scheme registry.
//!
//! ```text
//! &str ──split──▶ scheme, schemepart ──look up──▶ &dyn Scheme ──parse──▶ Url (text + spans + registration) ──plan──▶ Plan
//! ```
//!
//! Data flows one way, and so do the modules: each imports only those above it in this table, and a test checks that.
//! What users need of the private ones is at the top of the crate, and each thing has one path.
//!
//! | module | contents |
//! |---|---|
//! | `simd` | bitmaps of the bytes that can end a token: `ByteMasks` |
//! | `text` | [`Span`], [`Slot`], [`Spans`](authors::Spans); digits; similar names |
//! | `diagnostics` | [`Requirement`](authors::Requirement), [`Error`], [`Warning`], [`Secrets`], and the one place that hides them |
//! | `syntax` | the generic and the common Internet syntax: character classes, escapes, [`Cursor`](authors::Cursor), host, authority |
//! | `registration` | what RFC 1738 §4 asks of a scheme: [`Registration`](authors::Registration), and the template that URLs are built with |
//! | [`components`] | the values of components, and the canonical form |
//! | [`plan`] | how the resource is accessed: [`Step`]s as data, and the guard against protocol injection |
//! | `scheme` | the contract of a scheme: [`Scheme`](authors::Scheme) |
//! | `registry` | names and schemes as a value: [`Registry`], [`RegistryBuilder`] |
//! | `url` | [`Url`] and [`OwnedUrl`]: parsing, warnings |
//! | `scheme_map` | an application's own values by scheme and version: [`SchemeMap`] |
//! | `builder` | from components to a URL: [`UrlBuilder`], and the setters of [`Url`] |
//! | [`batch`] | many lines, each a URL: in blocks, on threads, in order |
//! | `policy` | whether a client allows, asks or denies: [`Policy`] |
//! | `report` | carets, help and proposed repair: [`Report`], [`Explanation`] |
//! | [`extract`] | URLs in running text: `<URL:…>` |
//! | [`mod@scrub`] | secrets masked in a stream of text: [`Scrubber`](scrub::Scrubber) |
//! | [`mod@reference`] | relative references: [`Url::resolve`] |
//! | `interop` | serde, miette, and the URL types of other crates |
//! | [`authors`] | what a scheme is written with |
//! | [`internal`] | what only the other crates of anyurl need |
//!
//! The examples of these pages say `anyurl_core`; a program that depends on `anyurl` writes `anyurl` instead.
//!
//! The core opens no socket and no file, and names no scheme.
//!
//! Without the default feature `std`, but with the feature `alloc`, it has neither [`batch`] nor `ScrubWriter`, and a
//! registry has only the schemes that it is given.

#![no_std]
#![deny(unsafe_code)] // except in the backends of `simd`, and for one cast in `url::default`
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]
#![expect(
    clippy::inline_always,
    reason = "on the parse path a call costs as much as the called code; measured (docs/decisions/0020-byte-masks.md)"
)]

#[macro_use]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(not(any(feature = "std", feature = "alloc")))]
compile_error!("anyurl-core needs the feature `std`, or `alloc` for programs without `std`");

mod simd;

mod text;

mod diagnostics;

mod syntax;

mod registration;

pub mod components;

pub mod plan;

mod scheme;

mod registry;

mod url;

mod scheme_map;

mod builder;

#[cfg(feature = "std")]
pub mod batch;

mod policy;

mod report;

pub mod extract;

pub mod scrub;

pub mod reference;

mod interop;

pub mod authors;

#[doc(hidden)]
pub mod internal;

pub use semver;

pub use builder::{BuildError, UrlBuilder};
pub use diagnostics::error::{Error, ErrorKind};
pub use diagnostics::names::UnknownName;
pub use diagnostics::redact::Masked;
pub use diagnostics::secrets::{PathTemplateError, Secrets};
pub use diagnostics::warning::{Severity, Warning};
pub use diagnostics::warning_id;
pub use interop::ConversionError;
pub use plan::environment::Environment;
pub use plan::error::PlanError;
pub use plan::steps::{Plan, Step};
pub use policy::{Judgement, Policy, Verdict};
pub use registry::{
    Conflict, Entry, EntryId, EntryMap, Implementation, Layer, RegisterError, Registry, RegistryBuilder,
};
pub use report::{Explanation, LineIndex, OptionNames, Report, Style, visible};
pub use scheme_map::{Bound, SchemeMap, SchemeMapError, Unused};
pub use syntax::options::{Mode, Options, Profile};
pub use syntax::split::{Split, split};
pub use text::span::{Slot, Span};
pub use url::{
    AnyRegistry, AsUrl, CanonicalKey, Checked, DefaultParser, Host, HostPort, MaskedUrl, OwnedHost, OwnedUrl, PairList,
    Parser, QueryPairs, Url, View, Warnings, WebOrigin,
};
