//! Functions over Arrow columns of URLs, by the rules of any scheme that a [registry](anyurl_core::Registry) has.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{Array, StringArray};
//! use anyurl_arrow::Kernels;
//!
//! let registry = anyurl::registry();
//! let kernels = Kernels::new(registry.parser());
//! let urls = StringArray::from(vec![Some("gopher://h.dom/1/docs"), Some("http://exa mple/"), None]);
//!
//! let hosts = kernels.host(&urls)?;
//! assert_eq!((hosts.value(0), hosts.is_null(1), hosts.is_null(2)), ("h.dom", true, true));
//! let selectors = kernels.part(&urls, "selector")?;
//! assert_eq!(selectors.value(0), "/docs");
//! let reasons = kernels.error(&urls)?;
//! assert!(reasons.is_null(0) && reasons.value(1).starts_with("unexpected space in the host"));
//!
//! let urls = StringArray::from(vec!["https://example.com\\@evil.com/", "https://EXAMPLE.com/"]);
//! let verdicts = kernels.verdict(&urls)?;
//! assert_eq!((verdicts.value(0), verdicts.value(1)), ("host-differs", "same"));
//! let hosts = kernels.consensus_host(&urls)?;
//! assert_eq!((hosts.is_null(0), hosts.column(0).as_string_view().value(1)), (true, "example.com"));
//! # Ok::<(), arrow_schema::ArrowError>(())
//! ```
//!
//! Columns are `Utf8`, `LargeUtf8` or `Utf8View`; or `Binary`, `LargeBinary` or `BinaryView`, in which a row that is not
//! UTF-8 is not valid, with an error.
//!
//! * NULL in, NULL out.
//! * NULL for what is not there, and for all parts of a text that is not valid; never an empty text in place of it. A part
//!   that is there and empty, such as the query of `http://h/?`, is an empty text.
//! * No row fails a column. An [`ArrowError`](arrow_schema::ArrowError) is about the column: its type, or two columns of
//!   different lengths.
//!
//! Parts are as written, with their escapes. They are views: a result shares the texts of its input where it is a slice of
//! one, and therefore keeps them in memory.
//!
//! Parts and canonical forms are data, and exact. The reasons of [`Kernels::error`], [`Kernels::parse`] and
//! [`Kernels::consensus_error`] are for people, and have no secret of the registry
//! ([`Secrets::of`](anyurl_core::Secrets::of)).

#![forbid(unsafe_code)]

mod comparisons;
mod error_column;
mod hosts;
mod kernels;
mod parsed;
mod slices;
mod texts;

pub use hosts::hosts_type;
pub use kernels::{Kernels, components_type, consensus_host_type, parse_type};
pub use texts::wrong_type;
