//! Grammars that are read by their definition: [`Definition::derives`] knows nothing of automata.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use anyurl_abnf::{Dialect, Element, Limits, rules};
use anyurl_testkit::Rng;

/// The core rules (RFC 5234 Appendix B.1).
const CORE: &str = include_str!("../../../abnf/src/compiler/core.abnf");

/// The steps of one question: a larger grammar has no answer.
const STEPS: usize = 20_000;

/// Limits of a compilation that is worth the time.
pub const LIMITS: Limits = Limits { text: 2_000, states: 2_000, steps: 300_000, pairs: 20_000, ..Limits::STANDARD };

/// The rules of a grammar by name, in lower case.
pub struct Definition {
    start: String,
    rules: BTreeMap<String, Element>,
}

impl Definition {
    /// Reads the rules of a grammar that compiles.
    ///
    /// # Panics
    /// If the text has no rules.
    pub fn new(text: &str) -> Self {
        static CORE_RULES: LazyLock<BTreeMap<String, Element>> = LazyLock::new(|| by_name(CORE));
        let own = rules(text, Dialect::Rfc5234).expect("a grammar that compiles has rules");
        let start = own[0].name.to_ascii_lowercase();
        let mut all = CORE_RULES.clone();
        all.extend(by_name(text));
        Self { start, rules: all }
    }

    /// The names of the rules of the grammar itself, without the start rule.
    pub fn names(text: &str) -> Vec<String> {
        let own = rules(text, Dialect::Rfc5234).unwrap_or_default();
        own.into_iter().skip(1).map(|rule| rule.name).collect()
    }

    /// Returns whether the grammar derives a text; `None` if that takes too many steps.
    pub fn derives(&self, text: &[u8]) -> Option<bool> {
        self.rule_derives(&self.start, text)
    }

    /// Returns whether a rule derives a text; `None` if that takes too many steps.
    pub fn rule_derives(&self, rule: &str, text: &[u8]) -> Option<bool> {
        let mut search = Search { rules: &self.rules, text, steps: STEPS };
        let ends = search.ends(&Element::Rule(rule.to_owned()), &BTreeSet::from([0]))?;
        Some(ends.contains(&text.len()))
    }

    /// Returns a random text of the grammar; `None` if it becomes too long.
    pub fn text(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let mut steps = STEPS / 10;
        self.write(&Element::Rule(self.start.clone()), rng, &mut text, &mut steps)?;
        Some(text)
    }

    fn write(&self, element: &Element, rng: &mut Rng, to: &mut Vec<u8>, steps: &mut usize) -> Option<()> {
        *steps = steps.checked_sub(1)?;
        match element {
            Element::Choice(all) => self.write(rng.pick(all), rng, to, steps)?,
            Element::Sequence(all) => all.iter().try_for_each(|one| self.write(one, rng, to, steps))?,
            Element::Repeat { min, max, element } => {
                let more = max.map_or(3, |max| (max - min).min(3)) as usize;
                let count = *min as usize + rng.below(more + 1);
                (0..count).try_for_each(|_| self.write(element, rng, to, steps))?;
            }
            Element::Rule(name) | Element::Prose(name) => self.write(find(&self.rules, name), rng, to, steps)?,
            Element::Literal { bytes, is_case_sensitive } => {
                let upper = |byte: &u8| if rng.one_in(4) { byte.to_ascii_uppercase() } else { *byte };
                to.extend(if *is_case_sensitive { bytes.clone() } else { bytes.iter().map(upper).collect() });
            }
            Element::Range(first, last) => {
                to.push(u8::try_from(usize::from(*first) + rng.below(usize::from(last - first) + 1)).ok()?);
            }
        }
        Some(())
    }
}

fn by_name(text: &str) -> BTreeMap<String, Element> {
    let all = rules(text, Dialect::Rfc5234).expect("rules").into_iter();
    all.map(|rule| (rule.name.to_ascii_lowercase(), rule.element)).collect()
}

/// The rule of a name, which `< name >` can have spaces around.
fn find<'r>(rules: &'r BTreeMap<String, Element>, name: &str) -> &'r Element {
    &rules[&name.trim().to_ascii_lowercase()]
}

/// A search for the ends of what elements derive.
struct Search<'s> {
    rules: &'s BTreeMap<String, Element>,
    text: &'s [u8],
    steps: usize,
}

impl Search<'_> {
    /// Returns where texts of an element can end that begin at one of `starts`.
    fn ends(&mut self, element: &Element, starts: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        self.steps = self.steps.checked_sub(1 + starts.len())?;
        if starts.is_empty() {
            return Some(BTreeSet::new());
        }
        let text = self.text;
        let after = |len: usize, matches: &dyn Fn(&[u8]) -> bool| {
            let is_match = |start: &&usize| text.get(**start..**start + len).is_some_and(matches);
            starts.iter().filter(is_match).map(|start| start + len).collect()
        };
        Some(match element {
            Element::Choice(all) => {
                let mut ends = BTreeSet::new();
                for one in all {
                    ends.extend(self.ends(one, starts)?);
                }
                ends
            }
            Element::Sequence(all) => {
                let mut ends = starts.clone();
                for one in all {
                    ends = self.ends(one, &ends)?;
                }
                ends
            }
            Element::Repeat { min, max, element } => self.repeated((*min, *max), element, starts)?,
            Element::Rule(name) | Element::Prose(name) => self.ends(find(self.rules, name), starts)?,
            Element::Literal { bytes, is_case_sensitive: true } => after(bytes.len(), &|found| found == bytes),
            Element::Literal { bytes, .. } => after(bytes.len(), &|found| found.eq_ignore_ascii_case(bytes)),
            Element::Range(first, last) => after(1, &|found| (first..=last).contains(&&found[0])),
        })
    }

    fn repeated(
        &mut self,
        (min, max): (u32, Option<u32>),
        element: &Element,
        starts: &BTreeSet<usize>,
    ) -> Option<BTreeSet<usize>> {
        let (mut last, mut ends) = (starts.clone(), BTreeSet::new());
        for count in 0.. {
            if count >= min {
                let known = ends.len();
                ends.extend(&last);
                if ends.len() == known {
                    break;
                }
            }
            if last.is_empty() || Some(count) == max {
                break;
            }
            last = self.ends(element, &last)?;
        }
        Some(ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_by_definition() {
        let grammar = Definition::new("t = \"x:\" 1*2name [ %s\"Q\" ] / %x00-02\nname = ALPHA \".\"");
        for (text, derives) in
            [("x:a.", true), ("X:a.b.Q", true), ("x:", false), ("x:a.b.c.", false), ("x:a.q", false), ("\x01", true)]
        {
            assert_eq!(grammar.derives(text.as_bytes()), Some(derives), "{text:?}");
        }
        assert_eq!(Definition::new("t = < a >\na = \"b\"").derives(b"b"), Some(true));
        let mut rng = Rng::new(1);
        for _ in 0..50 {
            let text = grammar.text(&mut rng).unwrap();
            assert_eq!(grammar.derives(&text), Some(true), "{text:?}");
        }
    }
}
