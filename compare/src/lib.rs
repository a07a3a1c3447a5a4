//! One URL, several rulebooks: what RFC 1738, RFC 3986 and the URL Standard of browsers read in a text, and where they
//! differ.
//!
//! The same text can name different hosts to different programs. A program that checks a URL by one rulebook, and hands
//! it to another that reads by a second one, can be deceived: server-side request forgery, passed filters and open
//! redirects are the known results.
//!
//! ```
//! use anyurl_compare::{Comparer, ComparisonVerdict};
//! use anyurl_core::Registry;
//!
//! let registry = Registry::builder().build();
//! let comparison = Comparer::new(&registry).compare("https://example.com\\@evil.com/");
//! assert_eq!(comparison.verdict(), ComparisonVerdict::HostDiffers);
//! let host = comparison.differences().iter().map(ToString::to_string).find(|text| text.starts_with("the host"));
//! assert_eq!(host.unwrap(), "the host is `example.com` to WHATWG: a `\\` counts as `/` and ends the authority (URL \
//!     Standard, authority state); `evil.com` to Appendix B: the authority ends at the first `/`, `?` or `#`, and its \
//!     host begins after the last `@` (RFC 3986 Appendix B)");
//! ```
//!
//! A [`Comparer`] reads a text by every [`Rulebook`]: [`rfc`](Rulebook) readings come from a registry, that of browsers
//! from the crate `url` ([`whatwg`], feature `url`), or another [`UrlStandard`]. [`Comparer::consensus_host`] is the guard for applications: it returns a host only if all
//! rulebooks name the same one.
//!
//! # How components are compared
//!
//! * The host: decoded, in lower case, in its ASCII form, addresses by value. `localhost` is no host of a file URL.
//! * The port: that of the scheme, if the text has none.
//! * User and password: decoded; empty ones are none.
//! * The authority of a scheme that divides it itself, such as a list of hosts: as a text, in place of host and port.
//! * Path, query and fragment: with escapes where browsers write them, and without escapes of unreserved characters (RFC
//!   3986 §6.2.2). A path is `/` if it is empty. Dot segments are part of a path, unless the rulebook removes them.

#![forbid(unsafe_code)]
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod base;
mod comparison;
mod consensus;
mod consensus_error;
mod consensus_host;
mod host_form;
mod masked;
mod normal;
mod parts;
mod plain;
mod public_address;
mod reading;
mod rfc;
mod rulebook;
mod rules;
mod special;
mod split;
mod standard;
mod verdict;
#[cfg(feature = "url")]
pub mod whatwg;

pub use comparison::{Comparer, Comparison, Difference, PartReading};
pub use consensus_error::{ConsensusError, ConsensusErrorKind};
pub use consensus_host::ConsensusHost;
pub use masked::MaskedValues;
pub use parts::Parts;
pub use public_address::is_public_address;
pub use reading::{Reading, Rejection};
pub use rulebook::{Part, Rulebook};
pub use standard::UrlStandard;
pub use verdict::{ComparisonVerdict, VerdictSeverity};
