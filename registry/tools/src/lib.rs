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
//! | [`export_resolved`] | resolved layers | the same, and one file of what all of their names are |
//! | [`draft_override`] | layers and a scheme | a draft layer that replaces one facet |
//! | [`resolved_file`] | layers and a scheme | a file with what the scheme is after all overrides and masks |
//! | [`add()`] | a layer and drafts | the text with new schemes |
//! | [`propose_form`], [`example_urls`] | URLs of a new scheme; forms of one | a form that accepts them; URLs |
//! | [`copy_scheme`], [`remove_scheme`] | two layers and a scheme of one | the texts after each half of a move |
//! | [`rename_scheme`] | a layer, a scheme and a new name | the texts with the old name as an alias |
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
mod relocate;
mod replace;
mod resolved;
mod row;

pub use add::{AddError, AddOptions, Addition, FileFault, add, append};
pub use diff::{
    Change, ChangeRow, GrammarChange, RegistryDiff, SchemeChange, SchemeVersion, WitnessUrl, diff, diff_beside,
    is_allowed_step, next_version, override_changes, status_differences,
};
pub use edit::{EditError, FileEdit};
pub use export::{ExportError, ExportFormat, export, export_resolved};
pub use import::{CellChange, ImportError, ImportRefusal, ImportReport, RowChange, import};
pub use merge::{MergeConflict, Merged, join, merge};
pub use promote::{PromoteError, Promotion, next_statuses, promote};
pub use propose::{ProposeError, example_urls, propose_form};
pub use relocate::{LayerEdit, RelocateError, copy_scheme, remove_scheme, rename_scheme};
pub use replace::{OverrideError, draft_override, override_tables};
pub use resolved::{left_out, resolved_file};
pub use row::{IanaColumn, IanaRow, iana_rows};
