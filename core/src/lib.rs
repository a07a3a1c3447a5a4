//! The core of Locator, the URL scheme registry.
//!
//! ```text
//! &str ──split──▶ scheme, schemepart ──look up──▶ &dyn Scheme ──parse──▶ Url (text + spans + registration) ──plan──▶ Plan
//!       split                         registry                a scheme                                      the same scheme
//! ```
//!
//! Data flows one way, and so do the modules: each imports only those that stand before it here, and a test reads the
//! `use` lines.
//!
//! | module | what |
//! |---|---|
//! | [`span`] | where a component stands: [`Span`], [`Slot`], [`Spans`] |
//! | [`requirement`] | what the documents say: one [`Requirement`] for each rule, with id, section and remedy |
//! | [`marks`] | where a run of plain bytes ends, by wide registers |
//! | [`chars`] | the character classes of §2.2 and §5 |
//! | [`near`] | what a slip of the fingers was meant to be |
//! | [`escape`] | `%` and two digits: check, decode once, encode |
//! | [`error`] | [`Error`] refuses, [`Warning`] remarks |
//! | [`options`] | strict or lenient, RFC 1738 or current: per call |
//! | [`mod@split`] | `scheme ":" schemepart` |
//! | [`registration`] | what Section 4 asks of a scheme |
//! | [`template`] | how its components are put together |
//! | [`cursor`] | what a scheme reads with |
//! | [`mod@host`] | a domain name or an address |
//! | [`internet`] | `//user:password@host:port/` |
//! | [`value`] | the value of a component, by its role |
//! | [`parts`] | a URL without its scheme: [`UrlRef`] |
//! | [`mod@canonical`] | one text for all ways to write the same URL |
//! | [`redact`] | the one place that hides passwords |
//! | [`plan`] | how the resource is accessed: steps as data, and the one guard |
//! | [`scheme`] | the contract: [`Scheme`] |
//! | `generic` | the syntax of names that nothing is registered under |
//! | [`registry`] | names and schemes as a value: [`Registry`], [`RegistryBuilder`] |
//! | [`url`] | [`Url`] and [`OwnedUrl`] |
//! | `parse` | `Registry::parse` |
//! | [`builder`] | from components to URL: [`UrlBuilder`], and the setters of [`Url`] |
//! | `remarks` | `Url::access_warnings`, `Url::warnings` |
//! | [`batch`] | many lines, each a URL: in blocks, on threads, in order |
//! | [`policy`] | what a client does about remarks: allow, ask or deny |
//! | `explain` | what to do about an error: [`Explanation`] |
//! | [`report`] | carets, help and proposed repair |
//! | [`context`] | URLs in running text: `<URL:…>`, found and written |
//! | [`partial`] | what a partial form means at a base: [`Url::resolve`] |
//!
//! The examples of these pages say `locator_core`; a program that depends on `locator` writes `locator` instead.
//!
//! The core opens no socket and no file, and names no scheme.

#![deny(unsafe_code)] // but for `marks/avx2.rs`
#![expect(
    clippy::inline_always,
    reason = "on the parse path, where a call costs as much as what it does; measured (docs/decisions/0020-marks.md)"
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

pub mod builder;

pub mod batch;

pub mod policy;

pub mod report;

pub mod extract;

pub mod reference;

#[doc(hidden)]
pub use inventory;
pub use semver;

pub use builder::{BuildError, UrlBuilder};
pub use components::url_ref::UrlRef;
pub use diagnostics::error::{Error, ErrorKind};
pub use diagnostics::redact::Redaction;
pub use diagnostics::requirement::{Fix, Requirement, RequirementRef};
pub use diagnostics::warning::{Severity, Warning};
pub use plan::{Environment, Plan, PlanBuilder, PlanError, Step};
pub use policy::WarningPolicy;
pub use registration::Registration;
pub use registry::{Conflict, Entry, Implementation, Layer, RegisterError, Registry, RegistryBuilder};
pub use report::{Explanation, Report, Style};
pub use scheme::Scheme;
pub use simd::ByteMasks;
pub use syntax::class::Class;
pub use syntax::cursor::Cursor;
pub use syntax::options::{Mode, Options, Profile};
pub use syntax::split::{Split, split};
pub use text::span::{Slot, Span, Spans};
pub use url::{CanonicalKey, Checked, OwnedUrl, Url, View, Warnings};
