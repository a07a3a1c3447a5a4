//! Compiles ABNF (RFC 5234) to a deterministic automaton that matches a text in one pass and finds its components.
//!
//! ```text
//! text ──lexer, parser──▶ ast ──resolve, check──▶ resolved rules ──nfa, followpos──▶ positions
//!      ──determinize, minimize──▶ automaton ──dfa──▶ table ──matcher──▶ spans
//! ```
//!
//! A grammar is the text of its document, in RFC 5234 with RFC 7405 or in the notation of RFC 1738 §5; it may import
//! the common rules of RFC 1738 or RFC 3986. A match reads the text once from left to right without allocation and
//! gives the span of each component. For a text that does not match, the grammar reports what could have followed.
//!
//! | step | modules |
//! |---|---|
//! | input | `source` |
//! | notation | `lexer`, `parser`, `ast` |
//! | names, imports, core rules | `resolve`, `prelude` |
//! | recursion, depth and size, before any expansion | `check`, `limits` |
//! | components and template, rule by rule | `occurrences`, `template`, `skeleton`, `authority_prefix` |
//! | nondeterministic automaton | `nfa`, `followpos`, `alternatives` |
//! | deterministic automaton with registers for components | `byte_set`, `byte_classes`, `determinize`, `minimize` |
//! | matching | `compile`, `grammar`, `runs`, `dfa`, `matcher`, `scan`, `encoding` |
//! | error messages | `error`, `expected`, `locate_error` |
//! | analysis for the author of a grammar | `find_mistakes`, `delimiters`, `ambiguity`, `difference`, `witness` |
//! | shapes, for core's fast path | `shape_parts` |
//! | rules as they are written, for diagrams | `rules` |
//!
//! If a text can be read in several ways, the first alternative and the longest repetition win, as in backtracking
//! regular expressions; [`CompiledGrammar::ambiguity`] finds such texts. A component that can occur twice in one text
//! is an error.

#![forbid(unsafe_code)]
#![expect(clippy::inline_always, reason = "a match is one loop: a call in it costs as much as the called code")]

mod alternatives;
mod ambiguity;
mod ast;
mod authority_prefix;
mod byte_classes;
mod byte_set;
mod check;
mod compile;
mod delimiters;
mod determinize;
mod dfa;
mod difference;
mod encoding;
mod error;
mod expected;
mod find_mistakes;
mod finding;
mod followpos;
mod grammar;
mod lexer;
mod limits;
mod locate_error;
mod matcher;
mod minimize;
mod nfa;
mod occurrences;
mod origin;
mod parser;
mod prelude;
mod resolve;
mod rules;
mod runs;
mod scan;
mod shape_parts;
mod skeleton;
mod source;
mod template;
mod witness;

#[cfg(test)]
mod tests;

pub use ambiguity::Ambiguity;
pub use authority_prefix::AuthorityPrefix;
pub use byte_set::ByteSet;
pub use delimiters::DataBytes;
pub use dfa::{Dfa, Size};
pub use difference::{GenericSyntax, difference, outside};
pub use error::{AbnfErrorKind, GrammarError};
pub use expected::Expected;
pub use finding::GrammarFinding;
pub use grammar::CompiledGrammar;
pub use limits::{Budget, Limit, LimitExceeded, Limits, Usage};
pub use locate_error::ErrorLocation;
pub use matcher::{Matcher, Mismatch, Start, StateId};
pub use origin::RuleSet;
pub use origin::{RuleOrigin, RulePlace};
pub use rules::{Element, GrammarRule, core_rules, rules};
pub use shape_parts::{ShapePart, ShapeRest};
pub use skeleton::Skeleton;
pub use source::{Capture, Dialect, GrammarSource};
