//! What keepers of a registry do with it: compare, merge, export, import and promote.
//!
//! Every tool is a function from layers to data: nothing here opens a file or prints. What a file says besides keeps its
//! place and its comments wherever a tool gives a new text of it.
//!
//! | tool | from | to |
//! |---|---|---|
//! | [`diff()`] | two layers | what changed, with a URL that only one grammar accepts |
//! | [`merge()`], [`join`] | files | one text, and what nobody but a person can decide |
//! | [`export()`] | a layer and the built-in schemes | IANA's table, JSON, Markdown, the form of RFC 7595 … |
//! | [`import()`] | IANA's XML and a layer | what changed there, and the new text |
//! | [`draft_override`] | layers and a scheme | a layer that replaces one facet, to be edited |
//! | [`promote()`] | an entry | the text with its next status, or what it lacks |

#![forbid(unsafe_code)]

mod diff;
mod edit;
mod export;
mod import;
mod merge;
mod promote;
mod replace;
mod row;

pub use diff::{Change, Diff, FacetChange, GrammarChange, Named, Witness, allowed, diff, unlike_snapshot};
pub use edit::ToolError;
pub use export::{ExportError, Format, export};
pub use import::{CellChange, Import, ImportError, Refusal, RowChange, import};
pub use merge::{Conflict, Merge, join, merge};
pub use promote::{PromoteError, Promotion, promote};
pub use replace::{NoOverride, draft_override};
pub use row::{Column, Row, rows};
