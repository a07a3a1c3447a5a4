//! Generates random texts of a rule.

use anyurl_testkit::Rng;

use super::grammar::{Element, Grammar};

/// At this length, a sample gets only required text.
const LONG_ENOUGH: usize = 70;

impl Grammar {
    /// A random text of a rule, of up to about 100 bytes; the rule must not be recursive.
    pub(crate) fn sample(&self, start: &str, rng: &mut Rng) -> String {
        let mut text = String::new();
        self.write(self.definition(start), &mut text, rng);
        text
    }

    fn write(&self, element: &Element, text: &mut String, rng: &mut Rng) {
        match element {
            Element::Literal(literal) => text.push_str(literal),
            Element::Rule(name) => self.write(self.definition(name), text, rng),
            Element::Sequence(elements) => {
                for element in elements {
                    self.write(element, text, rng);
                }
            }
            Element::Choice(alternatives) => self.write(rng.pick(alternatives), text, rng),
            Element::Optional(inside) => self.write_optional(inside, text, rng),
            Element::Repeated(least, inside) => self.write_repeated(*least, inside, text, rng),
        }
    }

    /// Writes an optional part with probability 1/2.
    fn write_optional(&self, inside: &Element, text: &mut String, rng: &mut Rng) {
        if text.len() < LONG_ENOUGH && rng.one_in(2) {
            self.write(inside, text, rng);
        }
    }

    /// Each optional repetition stops with the same probability, so that short texts are common and long ones occur.
    fn write_repeated(&self, least: usize, inside: &Element, text: &mut String, rng: &mut Rng) {
        for _ in 0..least {
            self.write(inside, text, rng);
        }
        while text.len() < LONG_ENOUGH && !rng.one_in(4) {
            self.write(inside, text, rng);
        }
    }
}
