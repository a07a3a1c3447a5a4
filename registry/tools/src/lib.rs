//! Tools to maintain registry files: compare, merge, export, import, resolve and promote.
//!
//! Every tool is a function from layers to data: none opens a file or prints. A tool that returns a new text of a file
//! keeps the order and comments of everything it does not change.
//!
//! | tool | input | output |
//! |---|---|---|
//! | [`diff()`] | two layers | the changes, with a URL that only one grammar accepts |
//! | [`merge()`], [`join`] | files | one text, and the conflicts |
//! | [`export()`] | a layer and the built-in schemes | IANA's table, JSON, Markdown, the RFC 7595 template … |
//! | [`import()`] | IANA's XML and a layer | the changes, and the new text |
//! | [`draft_override`] | layers and a scheme | a draft layer that replaces one facet |
//! | [`resolved_file`] | layers and a scheme | a file with what the scheme is after all overrides and masks |
//! | [`add()`] | a layer and a draft | the text with a new scheme |
//! | [`propose_form`] | URLs of a new scheme | a form that accepts them |
//! | [`promote()`] | an entry | the text with the next status, or the missing parts |

#![forbid(unsafe_code)]

mod add;
mod diff;
mod edit;
mod export;
mod import;
mod merge;
mod promote;
mod propose;
mod replace;
mod resolved;
mod row;

pub use add::{AddError, Addition, add};
pub use diff::{
    Change, GrammarChange, RegistryDiff, SchemeChange, SchemeVersion, WitnessUrl, diff, is_allowed_step, next_version,
    override_changes, status_differences,
};
pub use edit::EditError;
pub use export::{ExportError, ExportFormat, export, export_layers, layers_in_use};
pub use import::{CellChange, ImportError, ImportRefusal, ImportReport, RowChange, import};
pub use merge::{MergeConflict, Merged, join, merge};
pub use promote::{PromoteError, Promotion, next_statuses, promote};
pub use propose::{ProposeError, propose_form};
pub use replace::{OverrideError, draft_override};
pub use resolved::resolved_file;
pub use row::{IanaColumn, IanaRow, iana_rows};
