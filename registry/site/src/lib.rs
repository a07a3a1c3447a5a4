//! Writes a web site of a registry: a page for each scheme, and an index that can be searched.
//!
//! The crate takes plain data, a [`Scheme`] at a time, and writes files that need no server and make no request to
//! elsewhere. Pages are readable without JavaScript.
//!
//! | file | contents |
//! |---|---|
//! | `index.html`, `names/2.html` … | the table of all names, 1,000 on a page; the search |
//! | `schemes/NAME.html` | the page of a scheme |
//! | `index.js` | the same table for the search, as a script, because a page of `file://` cannot fetch data |
//! | `registry.json` | all data as one JSON document |
//! | `changes.html`, `changes.xml` | the changes of releases, if there are any; the feed with a base URL only |
//! | `sitemap.xml` | with a base URL only |
//! | `anyurl.wasm`, `data/` | the tester: the module, and what it loads |
//! | `assets/` | style sheet and scripts |

#![forbid(unsafe_code)]

mod abnf;
mod changes;
mod data;
pub mod diagram;
mod file_names;
mod folder;
mod index;
mod links;
mod page;
mod render;
mod sequence;
mod tester;
mod text;
mod write;

pub use data::{
    Change, Considerations, Deprecation, Deviation, Example, Facet, Gateway, Hidden, Layer, Line, Link, Owner, Part,
    Place, Plan, PlanStep, Policy, Reject, Release, Removal, Scheme, Version,
};
pub use folder::SiteError;
pub use tester::module_version;
pub use write::{Site, Written};
