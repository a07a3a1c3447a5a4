//! Labels as bytes, so that a program describes errors without the grammar.
//!
//! | part | contents |
//! |---|---|
//! | names | of the rules that labels have, the start rule first; of the components |
//! | literals, sets | as they are numbered by labels |
//! | labels | set, rule, and what else each has; one that continues a literal is a label like the one before it |
//! | alternatives | the length before them, then for each what its texts contain and how long they are |
//! | lists | the labels of each, as differences; the list of each state |

use super::{Label, Labels};
use crate::automaton::ByteSet;
use crate::automaton::alternatives::{Alternatives, MAX_ALTERNATIVES, Summary};
use crate::automaton::encoding::{Reader, Writer, index, unzigzag, zigzag};

/// The bits of a label that say what it has.
const COMPONENT: u32 = 1;
const LITERAL: u32 = 2;
const ALTERNATIVE: u32 = 4;
const HOST: u32 = 8;
const RULE_BIT: u32 = 4;

impl Labels {
    /// The labels as bytes, for [`Labels::from_bytes`] of this version of the crate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        let rules = distinct([self.start].into_iter().chain(self.all.iter().map(|label| label.rule)));
        let sets = distinct(self.all.iter().map(|label| label.set));
        to.each(&rules, |rule, to| to.text(&self.rules[*rule]));
        to.each(&self.components, |name, to| to.text(name));
        to.each(&self.literals, |literal, to| to.bytes(literal));
        to.each(&sets, ByteSet::write);
        to.each(&self.all, |label, to| label.write((&sets, &rules), to));
        to.option(self.alternatives.as_ref(), Alternatives::write);
        to.each(&self.lists, |list, to| to.differences(list));
        to.differences(&self.of_state);
        to.0
    }

    /// The labels of [`Labels::to_bytes`]; `None` for other bytes. No bytes make it panic, but altered ones may be other
    /// labels.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let rules: Vec<String> = from.each(|from| Some(from.text()?.to_owned()))?;
        let components = from.each(|from| Some(from.text()?.to_owned()))?;
        let literals = from.each(|from| Some(from.bytes()?.to_vec()))?;
        let sets = from.each(ByteSet::read)?;
        let labels = from.each(|from| Label::read(&sets, from))?;
        let alternatives = from.option(Alternatives::read)?;
        let lists = from.each(Reader::differences)?;
        let of_state = from.differences()?;
        let labels = Self { all: labels, literals, alternatives, lists, of_state, rules, start: 0, components };
        from.0.is_empty().then_some(labels)
    }
}

/// The values in the order of their first occurrence.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    values.for_each(|value| {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    });
    distinct
}

/// The place of a value in a list that has it.
fn place<T: PartialEq>(value: &T, among: &[T]) -> u32 {
    index(among.iter().position(|one| one == value).unwrap_or_default())
}

impl Label {
    fn write(&self, (sets, rules): (&[ByteSet], &[usize]), to: &mut Writer) {
        let has = |is: bool, bit: u32| if is { bit } else { 0 };
        let parts = has(self.component.is_some(), COMPONENT)
            | has(self.literal.is_some(), LITERAL)
            | has(self.alternative.is_some(), ALTERNATIVE)
            | has(self.is_host, HOST);
        to.number(parts | place(&self.rule, rules) << RULE_BIT);
        to.number(place(&self.set, sets));
        self.component.into_iter().for_each(|component| to.number(component.into()));
        self.literal.into_iter().for_each(|(literal, at)| {
            to.number(literal);
            to.number(at);
        });
        self.alternative.into_iter().for_each(|alternative| to.number(alternative.into()));
    }

    fn read(sets: &[ByteSet], from: &mut Reader<'_>) -> Option<Self> {
        let parts = from.number()?;
        let small = |bit: u32, from: &mut Reader<'_>| match parts & bit {
            0 => Some(None),
            _ => from.number().and_then(|number| u8::try_from(number).ok()).map(Some),
        };
        let set = *sets.get(from.number()? as usize)?;
        let component = small(COMPONENT, from)?;
        let literal = if parts & LITERAL == 0 { None } else { Some((from.number()?, from.number()?)) };
        let alternative = small(ALTERNATIVE, from)?.filter(|n| usize::from(*n) < MAX_ALTERNATIVES);
        let rule = (parts >> RULE_BIT) as usize;
        Some(Self { set, rule, component, literal, alternative, is_host: parts & HOST != 0 })
    }
}

impl Alternatives {
    fn write(&self, to: &mut Writer) {
        to.number(index(self.prefix_len));
        to.each(&self.summaries, |one, to| {
            one.required.write(to);
            to.option(one.max_len.as_ref(), |max, to| to.number(index(*max)));
        });
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let prefix_len = from.number()? as usize;
        let summaries = from.each(|from| {
            let required = ByteSet::read(from)?;
            Some(Summary { required, max_len: from.option(Reader::number)?.map(|max| max as usize) })
        })?;
        (summaries.len() <= MAX_ALTERNATIVES).then_some(Self { prefix_len, summaries })
    }
}

impl Writer {
    /// Numbers as differences, each to the one before it, with their count.
    fn differences(&mut self, numbers: &[u32]) {
        let mut before = 0;
        self.each(numbers, |number, to| {
            to.number(zigzag(number.wrapping_sub(before)));
            before = *number;
        });
    }
}

impl Reader<'_> {
    /// [`Writer::differences`]
    fn differences(&mut self) -> Option<Vec<u32>> {
        let mut before = 0_u32;
        self.each(|from| {
            before = before.wrapping_add(unzigzag(from.number()?));
            Some(before)
        })
    }
}
