//! Compiles a rule to a finite automaton, which is possible because no rule is recursive.
//!
//! Thompson's construction mirrors the rule, and simulating all states at once cannot miss a match because of the order of
//! alternatives. A table caches the sets of states, so that after a few texts each byte costs one lookup.

use std::collections::{BTreeSet, HashMap};

use super::grammar::{Element, Grammar};

impl Grammar {
    /// The recogniser of a rule; panics if the rule is recursive or uses an undefined rule.
    pub(crate) fn recogniser(&self, start: &str) -> Recogniser {
        let mut compiler = Compiler { grammar: self, open: Vec::new(), states: vec![State::Accept] };
        let entry = compiler.rule(start, ACCEPT);
        Recogniser::new(compiler.states, entry)
    }
}

/// A state of the automaton, identified by its index.
enum State {
    /// The rule matches.
    Accept,
    /// Each of the bytes leads to the state.
    Byte(Vec<u8>, usize),
    /// Empty transitions to these states.
    Split(Vec<usize>),
}

/// The accepting state, which is compiled first.
const ACCEPT: usize = 0;

/// Builds the automaton backwards: each method takes the next state and returns the start state.
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

    /// The required copies, followed by a loop.
    fn repeated(&mut self, least: usize, inside: &'g Element, next: usize) -> usize {
        let again = self.push(State::Split(Vec::new()));
        let body = self.element(inside, again);
        self.states[again] = State::Split(vec![body, next]);
        (0..least).fold(again, |next, _| self.element(inside, next))
    }

    /// The bytes that an element matches, if it always matches exactly one.
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

    /// Compiles the definition of a rule; panics on recursion, which a finite automaton cannot express.
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

/// Decides whether texts match a rule, and extends its table on the way.
pub(crate) struct Recogniser {
    states: Vec<State>,
    rows: Vec<Row>,
    /// The index of the row of each known set of states.
    known: HashMap<BTreeSet<usize>, usize>,
}

/// A set of simultaneous states, and the row that each byte leads to, if known.
struct Row {
    members: BTreeSet<usize>,
    moves: [Option<usize>; 256],
}

/// The first row: the states before any byte.
const START: usize = 0;

impl Recogniser {
    fn new(states: Vec<State>, entry: usize) -> Recogniser {
        let (rows, known) = (Vec::new(), HashMap::new());
        let mut recogniser = Recogniser { states, rows, known };
        recogniser.row(vec![entry]);
        recogniser
    }

    /// Whether the complete text matches the rule.
    pub(crate) fn matches(&mut self, text: &str) -> bool {
        let end = text.bytes().fold(START, |row, byte| self.step(row, byte));
        self.rows[end].members.contains(&ACCEPT)
    }

    /// The row after a byte, cached in the table.
    fn step(&mut self, row: usize, byte: u8) -> usize {
        let column = usize::from(byte);
        if let Some(next) = self.rows[row].moves[column] {
            return next;
        }
        let next = self.row(self.successors(row, byte));
        self.rows[row].moves[column] = Some(next);
        next
    }

    /// The states after a byte; none if the text does not match.
    fn successors(&self, row: usize, byte: u8) -> Vec<usize> {
        let successor = |&member: &usize| match &self.states[member] {
            State::Byte(bytes, next) if bytes.contains(&byte) => Some(*next),
            _ => None,
        };
        self.rows[row].members.iter().filter_map(successor).collect()
    }

    /// The row of these states and their empty transitions.
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
            // Visit each state once: empty transitions can form a loop.
            if members.insert(state)
                && let State::Split(branches) = &self.states[state]
            {
                pending.extend(branches);
            }
        }
        members
    }
}
