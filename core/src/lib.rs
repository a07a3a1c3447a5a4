//! The core of anyurl, the URL scheme registry.
//!
//! ```text
//! &str ──split──▶ scheme, schemepart ──look up──▶ &dyn Scheme ──parse──▶ Url (text + spans + registration) ──plan──▶ Plan
//! ```
//!
//! Data flows one way, and so do the modules: each imports only those above it in this table, and a test checks that.
//!
//! | module | contents |
//! |---|---|
//! | [`simd`] | bitmaps of the bytes that can end a token: [`ByteMasks`](simd::ByteMasks) |
//! | [`text`] | [`Span`], [`Slot`], [`Spans`]; digits; similar names |
//! | [`diagnostics`] | [`Requirement`], [`Error`], [`Warning`], [`Secrets`], and the one place that hides them |
//! | [`syntax`] | the generic and the common Internet syntax: character classes, escapes, [`Cursor`], host, authority |
//! | [`registration`] | what RFC 1738 §4 asks of a scheme: [`Registration`], and the template that URLs are built with |
//! | [`components`] | the values of components, and the canonical form |
//! | [`plan`] | how the resource is accessed: [`Step`]s as data, and the guard against protocol injection |
//! | [`scheme`] | the contract of a scheme: [`Scheme`] |
//! | [`registry`] | names and schemes as a value: [`Registry`], [`RegistryBuilder`] |
//! | [`mod@url`] | [`Url`] and [`OwnedUrl`]: parsing, warnings |
//! | [`scheme_map`] | an application's own values by scheme and version: [`SchemeMap`] |
//! | [`builder`] | from components to a URL: [`UrlBuilder`], and the setters of [`Url`] |
//! | [`batch`] | many lines, each a URL: in blocks, on threads, in order |
//! | [`policy`] | whether a client allows, asks or denies: [`Policy`] |
//! | [`report`] | carets, help and proposed repair: [`Report`], [`Explanation`] |
//! | [`extract`] | URLs in running text: `<URL:…>` |
//! | [`mod@scrub`] | secrets masked in a stream of text: [`Scrubber`](scrub::Scrubber) |
//! | [`mod@reference`] | relative references: [`Url::resolve`] |
//! | [`interop`] | serde, miette, and the URL types of other crates |
//!
//! The examples of these pages say `anyurl_core`; a program that depends on `anyurl` writes `anyurl` instead.
//!
//! The core opens no socket and no file, and names no scheme.

#![deny(unsafe_code)] // except in the backends of `simd`, and for one cast in `url::default`
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]
#![expect(
    clippy::inline_always,
    reason = "on the parse path a call costs as much as the called code; measured (docs/decisions/0020-byte-masks.md)"
)]

pub mod simd;
pub mod text;

pub mod diagnostics;

pub mod syntax;

pub mod registration;

pub mod components;

pub mod plan;

pub mod scheme;

pub mod registry;

pub mod url;

pub mod scheme_map;

pub mod builder;

pub mod batch;

pub mod policy;

pub mod report;

pub mod extract;

pub mod scrub;

pub mod reference;

pub mod interop;

#[doc(hidden)]
pub use inventory;
pub use semver;

pub use builder::{BuildError, UrlBuilder};
pub use components::url_ref::UrlRef;
pub use diagnostics::error::{Error, ErrorKind};
pub use diagnostics::redact::{Masked, Redaction};
pub use diagnostics::requirement::{Fix, Requirement, RequirementRef};
pub use diagnostics::secrets::{PathTemplateError, Secrets};
pub use diagnostics::warning::{Severity, Warning};
pub use plan::{Environment, Plan, PlanBuilder, PlanError, Step};
pub use policy::Policy;
pub use registration::Registration;
pub use registry::{
    Conflict, Entry, EntryId, EntryMap, Implementation, Layer, RegisterError, Registry, RegistryBuilder,
};
pub use report::{Explanation, Report, Style};
pub use scheme::Scheme;
pub use scheme_map::{Bound, SchemeMap, Unused};
pub use syntax::class::Class;
pub use syntax::cursor::Cursor;
pub use syntax::options::{Mode, Options, Profile};
pub use syntax::shape::Shape;
pub use syntax::split::{Split, split};
pub use text::span::{Slot, Span, Spans};
pub use url::{
    AnyRegistry, AsUrl, CanonicalKey, Checked, DefaultParser, Host, HostPort, MaskedUrl, OwnedHost, OwnedUrl, PairList,
    Parser, QueryPairs, Url, View, Warnings, WebOrigin,
};
