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
//! | module | what |
//! |---|---|
//! | `automaton` | matching and its errors, without the grammar |
//! | `compiler` | makes automata of grammars: the feature `compiler`, which is on by default |
//!
//! If a text can be read in several ways, the first alternative and the longest repetition win, as in backtracking
//! regular expressions; [`CompiledGrammar::ambiguity`] finds such texts. A component that can occur twice in one text
//! is an error.

#![forbid(unsafe_code)]
#![expect(clippy::inline_always, reason = "a match is one loop: a call in it costs as much as the called code")]

mod automaton;
#[cfg(feature = "compiler")]
mod compiler;

pub use automaton::{
    AuthorityPrefix, ByteSet, Dfa, ErrorLocation, Expected, Labels, Matcher, Mismatch, Start, StateId, encoding,
};
#[cfg(feature = "compiler")]
pub use compiler::{
    AbnfErrorKind, Ambiguity, Budget, Capture, CompiledGrammar, DataBytes, Dialect, Element, GenericSyntax,
    GrammarError, GrammarFinding, GrammarRule, GrammarSource, Language, Limit, LimitExceeded, Limits, RuleOrigin,
    RulePlace, RuleSet, ShapePart, ShapeRest, Skeleton, Usage, core_rules, difference, outside, pattern, rules,
};
