//! Random texts that a grammar derives, the same on every run.

use std::collections::HashMap;

use anyurl_abnf::{Dialect, Element, GrammarError, GrammarRule, RuleSet, core_rules, rules};
use anyurl_core::authors::Grammar;

use crate::mutation::Rng;

/// The length after which repetitions end as soon as they may.
const LONGEST: usize = 200;

/// How often something is repeated that may be repeated any number of times.
const REPEATS: [u32; 12] = [0, 1, 1, 2, 2, 3, 4, 5, 7, 10, 16, 20];

/// Hosts that every scheme allows, short and long. `host` derives more, which the core parses by rules of its own.
const HOSTS: [&str; 6] = ["h", "H.Example", "internal.example.evil.com", "a-b.c0.dom", "127.0.0.1", "dict.example"];

/// Ports that every scheme allows.
const PORTS: [&str; 5] = ["80", "1", "65535", "0080", "7071"];

/// What a scheme that compares only the beginning, or that knows more than its grammar, may accept after a word.
const ENDINGS: [&str; 9] = ["s", "er", "est", "ed", "ing", "0", "9", "x", "X"];

/// Generates texts from the first rule of a grammar.
pub(crate) struct Generator {
    own: Vec<GrammarRule>,
    /// The imported rules and the core rules, by their names in lower case.
    others: HashMap<String, Element>,
    rng: Rng,
}

impl Generator {
    /// Reads the rules of a text that compiles.
    pub(crate) fn new(text: &str, dialect: Dialect, imports: RuleSet) -> Result<Self, GrammarError> {
        let imported = rules(imports.text(), Dialect::Rfc5234)?;
        let others = core_rules().into_iter().chain(imported);
        let others = others.map(|rule| (rule.name.to_ascii_lowercase(), rule.element)).collect();
        Ok(Self { own: rules(text, dialect)?, others, rng: Rng::new(5234) })
    }

    /// Returns a text that the grammar derives, if it is US-ASCII.
    pub(crate) fn text(&mut self) -> Option<String> {
        let mut text = Vec::new();
        let start = self.own.first()?.element.clone();
        self.write(&start, &mut text);
        String::from_utf8(text).ok().filter(|text| text.is_ascii())
    }

    /// Returns a text with an ending after one of its words.
    pub(crate) fn with_ending(&mut self, text: &str) -> String {
        let is_word = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_alphanumeric);
        let ends: Vec<usize> = (1..=text.len()).filter(|at| is_word(at - 1) && !is_word(*at)).collect();
        let at = if ends.is_empty() { text.len() } else { *self.rng.pick(&ends) };
        format!("{}{}{}", &text[..at], self.rng.pick(&ENDINGS), &text[at..])
    }

    /// Returns the generator of random numbers, for mutations of the texts.
    pub(crate) fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn write(&mut self, element: &Element, to: &mut Vec<u8>) {
        match element {
            Element::Choice(all) => {
                let one = self.rng.pick(all).clone();
                self.write(&one, to);
            }
            Element::Sequence(all) => all.iter().for_each(|one| self.write(one, to)),
            Element::Repeat { min, max, element } => {
                for _ in 0..self.count(*min, *max, to.len()) {
                    self.write(element, to);
                }
            }
            Element::Rule(name) => self.rule(name, to),
            Element::Literal { bytes, is_case_sensitive } => {
                let flips = !is_case_sensitive && self.rng.one_in(8);
                to.extend(bytes.iter().map(|byte| if flips { byte.to_ascii_uppercase() } else { *byte }));
            }
            Element::Range(first, last) => {
                let width = usize::from(last - first) + 1;
                let ends = [*first, *last, first + u8::try_from(self.rng.below(width)).unwrap_or_default()];
                to.push(*self.rng.pick(&ends));
            }
            Element::Prose(_) => {}
        }
    }

    fn rule(&mut self, name: &str, to: &mut Vec<u8>) {
        let key = name.to_ascii_lowercase();
        if let Some(own) = self.own.iter().find(|rule| rule.name.eq_ignore_ascii_case(&key)) {
            let element = own.element.clone();
            return self.write(&element, to);
        }
        match (&*key, self.others.get(&key).cloned()) {
            ("host", _) => to.extend(self.rng.pick(&HOSTS).bytes()),
            ("port", _) => to.extend(self.rng.pick(&PORTS).bytes()),
            (_, Some(element)) => self.write(&element, to),
            (_, None) => {}
        }
    }

    /// Returns how often an element is repeated: the least and the greatest number, and some between.
    fn count(&mut self, min: u32, max: Option<u32>, len: usize) -> u32 {
        let limit = max.unwrap_or(u32::MAX);
        if len > LONGEST {
            return min;
        }
        if max.is_some_and(|max| max <= 64) && self.rng.one_in(4) {
            return limit;
        }
        min.saturating_add(*self.rng.pick(&REPEATS)).min(limit)
    }
}

/// The rules that the syntax of a scheme can refer to, besides its own and the core rules.
pub(crate) fn imports(grammar: Grammar) -> RuleSet {
    match grammar {
        Grammar::Rfc1738 => RuleSet::Rfc1738,
        Grammar::Rfc3986 => RuleSet::Rfc3986,
    }
}
