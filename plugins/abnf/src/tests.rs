//! Tests of the whole: notations, hostile texts, and random grammars against a matcher that tries everything.

mod hostile;
mod nasty;
mod notation;
mod oracle;
mod random;
mod texts;
mod words;
