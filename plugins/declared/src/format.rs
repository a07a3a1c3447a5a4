//! The registry file: what stands in it, and where.

pub mod at;
mod canonical;
mod document;
mod draft;
mod draw;
mod error;
mod finding;
mod glob;
mod include;
mod known;
mod layer;
mod lint;
mod model;
mod near;
mod read;
mod rules;
mod shape;
mod source;
mod tidy;
mod words;

pub use at::{At, Date, NoDate};
pub use canonical::{Hash, NoHash, Value};
pub use document::{Document, Place};
pub use draft::{draft, draft_entry};
pub use error::LoadError;
pub use finding::{Finding, Findings, MOST_OF_ONE_RULE};
pub use glob::glob;
pub use layer::{Layer, Reading};
pub use lint::{CHECKS, Check, Context, Lint};
pub use model::*;
pub use rules::{Level, RULES, Rule, rule};
pub use source::{Disk, Folder, MOST_OCTETS, Memory};
pub use tidy::tidy;
pub use words::*;
