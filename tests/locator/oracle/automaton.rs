//! Compiles a rule to a finite automaton, which is possible because no rule refers to itself.
//!
//! Thompson's construction keeps the automaton an obvious image of the rule, and following all its
//! states at once means that no order of alternatives can hide a match, as it could in a parser
//! which tries one after another. The sets of states met on the way are kept as rows of a table, so
//! that after the first few texts each byte costs one look-up.

use std::collections::{BTreeSet, HashMap};

use super::grammar::{Element, Grammar};

impl Grammar {
    /// The recogniser of a rule; panics if the rule needs an undefined rule, or needs itself.
    pub(crate) fn recogniser(&self, start: &str) -> Recogniser {
        let mut compiler = Compiler { grammar: self, open: Vec::new(), states: vec![State::Accept] };
        let entry = compiler.rule(start, ACCEPT);
        Recogniser::new(compiler.states, entry)
    }
}

/// A state of the automaton, known by its index.
enum State {
    /// The whole rule has been read.
    Accept,
    /// Any one of the bytes leads on to the state.
    Byte(Vec<u8>, usize),
    /// All these states are reached at no cost.
    Split(Vec<usize>),
}

/// The compiler begins with this state.
const ACCEPT: usize = 0;

/// Builds the automaton from its end: each method is given the state to go on to, and returns the
/// state at which to begin.
struct Compiler<'g> {
    grammar: &'g Grammar,
    /// The rules being compiled, outermost first.
    open: Vec<String>,
    states: Vec<State>,
}

impl<'g> Compiler<'g> {
    fn element(&mut self, element: &'g Element, next: usize) -> usize {
        match element {
            Element::Literal(literal) => self.literal(literal, next),
            Element::Rule(name) => self.rule(name, next),
            Element::Sequence(elements) => self.sequence(elements, next),
            Element::Choice(alternatives) => self.choice(alternatives, next),
            Element::Optional(inside) => self.optional(inside, next),
            Element::Repeated(least, inside) => self.repeated(*least, inside, next),
        }
    }

    fn literal(&mut self, literal: &str, next: usize) -> usize {
        let byte = |next, byte| self.push(State::Byte(vec![byte], next));
        literal.bytes().rev().fold(next, byte)
    }

    fn rule(&mut self, name: &str, next: usize) -> usize {
        self.within(name, |compiler, definition| compiler.element(definition, next))
    }

    fn sequence(&mut self, elements: &'g [Element], next: usize) -> usize {
        let before = |next, element| self.element(element, next);
        elements.iter().rev().fold(next, before)
    }

    /// The alternatives of one byte become a single state, so that `alphadigit` is not 62 of them.
    fn choice(&mut self, alternatives: &'g [Element], next: usize) -> usize {
        let mut bytes = Vec::new();
        let mut branches = Vec::new();
        for alternative in alternatives {
            match self.single_bytes(alternative) {
                Some(more) => bytes.extend(more),
                None => branches.push(self.element(alternative, next)),
            }
        }
        branches.push(self.push(State::Byte(bytes, next)));
        self.push(State::Split(branches))
    }

    fn optional(&mut self, inside: &'g Element, next: usize) -> usize {
        let taken = self.element(inside, next);
        self.push(State::Split(vec![taken, next]))
    }

    /// The required copies one after another, and then a loop for those beyond.
    fn repeated(&mut self, least: usize, inside: &'g Element, next: usize) -> usize {
        let again = self.push(State::Split(Vec::new()));
        let body = self.element(inside, again);
        self.states[again] = State::Split(vec![body, next]);
        (0..least).fold(again, |next, _| self.element(inside, next))
    }

    /// The bytes an element stands for, if it always stands for exactly one.
    fn single_bytes(&mut self, element: &'g Element) -> Option<Vec<u8>> {
        match element {
            Element::Literal(literal) if literal.len() == 1 => Some(literal.clone().into_bytes()),
            Element::Rule(name) => self.within(name, Self::single_bytes),
            Element::Choice(alternatives) => {
                let each = alternatives.iter().map(|one| self.single_bytes(one));
                Some(each.collect::<Option<Vec<_>>>()?.concat())
            }
            _ => None,
        }
    }

    /// Works on a rule's definition; panics if that is being done further out already, because an
    /// automaton cannot count how deep it is.
    fn within<T>(&mut self, name: &str, work: impl FnOnce(&mut Self, &'g Element) -> T) -> T {
        let recursive = self.open.iter().any(|open| open == name);
        assert!(!recursive, "rule `{name}` refers to itself");
        self.open.push(name.to_owned());
        let done = work(self, self.grammar.definition(name));
        self.open.pop();
        done
    }

    fn push(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }
}

/// Tells whether texts belong to a rule, and grows its table while it does.
pub(crate) struct Recogniser {
    states: Vec<State>,
    rows: Vec<Row>,
    /// The index of the row for each set of states met so far.
    known: HashMap<BTreeSet<usize>, usize>,
}

/// A set of states which hold together, and the row each byte leads to, once that is known.
struct Row {
    members: BTreeSet<usize>,
    moves: [Option<usize>; 256],
}

/// The row made first is that of the states reached by no byte at all.
const START: usize = 0;

impl Recogniser {
    fn new(states: Vec<State>, entry: usize) -> Recogniser {
        let (rows, known) = (Vec::new(), HashMap::new());
        let mut recogniser = Recogniser { states, rows, known };
        recogniser.row(vec![entry]);
        recogniser
    }

    /// Whether the whole text belongs to the rule.
    pub(crate) fn matches(&mut self, text: &str) -> bool {
        let end = text.bytes().fold(START, |row, byte| self.step(row, byte));
        self.rows[end].members.contains(&ACCEPT)
    }

    /// The row after a byte, from the table or else into it.
    fn step(&mut self, row: usize, byte: u8) -> usize {
        let column = usize::from(byte);
        if let Some(next) = self.rows[row].moves[column] {
            return next;
        }
        let next = self.row(self.successors(row, byte));
        self.rows[row].moves[column] = Some(next);
        next
    }

    /// The states which consuming a byte reaches: none, once the text has left the rule.
    fn successors(&self, row: usize, byte: u8) -> Vec<usize> {
        let successor = |&member: &usize| match &self.states[member] {
            State::Byte(bytes, next) if bytes.contains(&byte) => Some(*next),
            _ => None,
        };
        self.rows[row].members.iter().filter_map(successor).collect()
    }

    /// The row for these states and those they reach at no cost.
    fn row(&mut self, reached: Vec<usize>) -> usize {
        let members = self.closure(reached);
        if let Some(&row) = self.known.get(&members) {
            return row;
        }
        self.known.insert(members.clone(), self.rows.len());
        self.rows.push(Row { members, moves: [None; 256] });
        self.rows.len() - 1
    }

    fn closure(&self, mut pending: Vec<usize>) -> BTreeSet<usize> {
        let mut members = BTreeSet::new();
        while let Some(state) = pending.pop() {
            // A state met before is not followed again, or a loop of free moves would never end.
            if members.insert(state)
                && let State::Split(branches) = &self.states[state]
            {
                pending.extend(branches);
            }
        }
        members
    }
}
