//! Matching and its errors: an automaton, and what its states mean in the grammar. Neither needs the grammar.
//!
//! | what | modules |
//! |---|---|
//! | matching | `byte_set`, `runs`, `dfa`, `matcher`, `scan` |
//! | what the core parses before the automaton | `authority_prefix` |
//! | error messages | `labels`, `alternatives`, `expected`, `locate_error` |
//! | what is compiled before a program runs, as bytes | `encoding`, `dfa/bytes`, `labels/bytes` |

mod alternatives;
mod authority_prefix;
mod byte_set;
mod dfa;
pub mod encoding;
mod expected;
mod labels;
mod locate_error;
mod matcher;
pub(crate) mod runs;
mod scan;

pub use authority_prefix::AuthorityPrefix;
pub use byte_set::ByteSet;
pub use dfa::Dfa;
pub use expected::Expected;
pub use labels::Labels;
pub use locate_error::ErrorLocation;
pub use matcher::{Matcher, Mismatch, Start, StateId};

#[cfg(feature = "compiler")]
pub(crate) use alternatives::{Alternatives, MAX_ALTERNATIVES, Summary};
#[cfg(feature = "compiler")]
pub(crate) use byte_set::{or_list, quote, readability_rank};
#[cfg(feature = "compiler")]
pub(crate) use dfa::{COLUMNS, DEAD, FIRST, FIRST_LIST, MOVES_BIT, Moves, NOW, ROW, RUN, SPARE};
#[cfg(feature = "compiler")]
pub(crate) use encoding::index;
#[cfg(feature = "compiler")]
pub(crate) use labels::{Label, RuleId};
