//! Compiles a grammar to an automaton.
//!
//! | step | modules |
//! |---|---|
//! | input | `source` |
//! | notation | `lexer`, `parser`, `ast` |
//! | names, imports, core rules | `resolve`, `prelude` |
//! | recursion, depth and size, before any expansion | `check`, `limits` |
//! | components and template, rule by rule | `occurrences`, `template`, `skeleton`, `authority_prefix` |
//! | nondeterministic automaton | `nfa`, `followpos`, `alternatives` |
//! | deterministic automaton with registers for components | `byte_classes`, `determinize`, `minimize` |
//! | packing for speed | `find_runs`, `pack`, `compile`, `grammar` |
//! | errors in a grammar | `error` |
//! | analysis for the author of a grammar | `find_mistakes`, `delimiters`, `ambiguity`, `difference`, `witness` |
//! | shapes, for core's fast path | `shape_parts` |
//! | for other programs: rules as they are written, and a regular expression | `rules`, `pattern` |

mod alternatives;
mod ambiguity;
mod ast;
mod authority_prefix;
mod byte_classes;
mod check;
mod compile;
mod delimiters;
mod determinize;
mod difference;
mod error;
mod find_mistakes;
mod find_runs;
mod finding;
mod followpos;
mod grammar;
mod lexer;
mod limits;
mod minimize;
mod nfa;
mod occurrences;
mod origin;
mod pack;
mod parser;
mod pattern;
mod prelude;
mod resolve;
mod rules;
mod shape_parts;
mod skeleton;
mod source;
mod template;
mod witness;

#[cfg(test)]
mod tests;

use crate::automaton::{Dfa, ErrorLocation, Expected, Labels, Mismatch, Start, StateId};

pub use ambiguity::Ambiguity;
pub use delimiters::DataBytes;
pub use difference::{GenericSyntax, Language, difference, outside};
pub use error::{AbnfErrorKind, GrammarError};
pub use finding::GrammarFinding;
pub use grammar::CompiledGrammar;
pub use limits::{Budget, Limit, LimitExceeded, Limits, Usage};
pub use origin::{RuleOrigin, RulePlace, RuleSet};
pub use pattern::pattern;
pub use rules::{Element, GrammarRule, core_rules, rules};
pub use shape_parts::{ShapePart, ShapeRest};
pub use skeleton::Skeleton;
pub use source::{Capture, Dialect, GrammarSource};
