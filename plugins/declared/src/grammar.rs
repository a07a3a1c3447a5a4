//! From ABNF to an automaton.
