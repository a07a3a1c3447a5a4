//! The grammars of a scheme: they are compiled on first use, or were compiled before, as those of the shipped schemes.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use anyurl_abnf::{AuthorityPrefix, Budget, Capture, CompiledGrammar, Dfa, GrammarError, Limits, Skeleton, Start};
use anyurl_core::Mode;
use anyurl_core::authors::Shape;

use super::parse::Target;
use super::syntax::{ByMode, Component, Syntax};
use super::{DeclareError, Declared, shape};
use crate::format::{GatewayEntry, SchemeEntry};

/// The automaton of a mode and its entry points after `name:`.
pub(super) struct Compiled {
    /// Finds the components that the core does not parse.
    pub(super) dfa: Arc<Dfa>,
    /// The entry point after `name:`; `None` if the grammar derives no URL of this scheme, or one with a component in its
    /// name.
    pub(super) start: Option<Start>,
    /// The prefix that the core parses, and the entry point after it.
    pub(super) head: Option<(AuthorityPrefix, Start)>,
    /// What to do with each component that the automaton finds.
    pub(super) targets: Vec<Target>,
    /// The grammar of the automaton, which describes errors.
    grammar: OnceLock<Result<Arc<CompiledGrammar>, GrammarError>>,
}

/// The compiled grammars of a scheme, for [`Declared::from_automata`]: bytes that only this version of the crate can read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Automata {
    /// The grammar of strict mode.
    pub strict: Cow<'static, [u8]>,
    /// That of lenient mode, if the scheme has one.
    pub lenient: Cow<'static, [u8]>,
}

impl Automata {
    /// The bytes of the grammars of strict and lenient mode; the latter are empty if the scheme has no grammar for it.
    pub const fn from_static(strict: &'static [u8], lenient: &'static [u8]) -> Self {
        Self { strict: Cow::Borrowed(strict), lenient: Cow::Borrowed(lenient) }
    }

    /// Compiles the grammars of an entry, whose access may refer to one of `gateways`.
    ///
    /// # Errors
    /// Those of [`Declared::new`] and [`Declared::grammar`].
    pub fn compile(entry: &SchemeEntry, gateways: &[GatewayEntry]) -> Result<Self, DeclareError> {
        let scheme = Declared::new(entry, gateways)?;
        let name = entry.key();
        let table = entry.syntax.as_ref().ok_or_else(|| DeclareError::NoSyntax(name.clone()))?;
        let (strict, lenient) = Syntax::skeletons(&name, table)?;
        let bytes = |mode: Mode, skeleton: Skeleton| {
            let error = |error| DeclareError::Grammar { name: name.clone(), error };
            let compiled = scheme.compile(mode).map_err(error)?;
            let shape = if mode == Mode::Strict { shape::shape(&scheme, &compiled) } else { None };
            let (skeleton, dfa) = (skeleton.to_bytes(), compiled.dfa.to_bytes());
            Ok(Parts { has_head: compiled.head.is_some(), shape, skeleton: &skeleton, dfa: &dfa }.to_bytes().into())
        };
        let lenient = lenient.map(|skeleton| bytes(Mode::Lenient, skeleton)).transpose()?.unwrap_or_default();
        Ok(Self { strict: bytes(Mode::Strict, strict)?, lenient })
    }

    fn of(&self, mode: Mode) -> Option<Parts<'_>> {
        Parts::read(if mode == Mode::Lenient { &self.lenient } else { &self.strict })
    }

    /// The shape of the scheme, if it has one; `find` finds it if it is not known.
    pub(super) fn shape_or(&self, find: impl FnOnce() -> Option<Shape>) -> Option<Shape> {
        self.of(Mode::Strict).map_or_else(find, |parts| parts.shape)
    }

    /// The skeleton of the grammar of a mode, if it is here.
    pub(super) fn skeleton(&self, mode: Mode) -> Option<Skeleton> {
        Skeleton::from_bytes(self.of(mode)?.skeleton)
    }
}

/// The compiled grammar of a mode.
struct Parts<'b> {
    /// Whether the core parses the authority.
    has_head: bool,
    /// The shape of the scheme, if the mode is strict.
    shape: Option<Shape>,
    /// [`Skeleton::to_bytes`]
    skeleton: &'b [u8],
    /// [`Dfa::to_bytes`]
    dfa: &'b [u8],
}

/// The shapes that a grammar can have.
const SHAPES: [Option<Shape>; 5] = [
    None,
    Some(Shape::RFC1738),
    Some(Shape::RFC1738.with_query()),
    Some(Shape::RFC3986.with_host_name()),
    Some(Shape::RFC3986.with_host_name().with_query()),
];

impl<'b> Parts<'b> {
    fn read(bytes: &'b [u8]) -> Option<Self> {
        let ([has_head, shape], rest) = bytes.split_first_chunk()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (skeleton, dfa) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        Some(Self { has_head: *has_head != 0, shape: *SHAPES.get(usize::from(*shape))?, skeleton, dfa })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let len = u32::try_from(self.skeleton.len()).expect("a skeleton has a few kilobytes");
        let shape = SHAPES.iter().zip(0..).find(|(shape, _)| **shape == self.shape);
        let (_, shape) = shape.expect("grammars have no other shapes");
        [&[u8::from(self.has_head), shape], &len.to_le_bytes()[..], self.skeleton, self.dfa].concat()
    }
}

impl Compiled {
    /// The grammar of the automaton, of a scheme and mode. Compiles it if the automaton was compiled before.
    pub(super) fn grammar(&self, scheme: &Declared, mode: Mode) -> Result<&CompiledGrammar, &GrammarError> {
        let head = self.head.as_ref().map(|(head, _)| *head);
        let compile = || scheme.compile_grammar_after(head, mode);
        self.grammar.get_or_init(compile).as_ref().map(|grammar| &**grammar)
    }

    fn from_grammar(
        scheme: &Declared,
        mode: Mode,
        grammar: Arc<CompiledGrammar>,
        head: Option<AuthorityPrefix>,
    ) -> Option<Self> {
        let compiled = Self::new(scheme, mode, Arc::clone(grammar.dfa()), head)?;
        Some(Self { grammar: OnceLock::from(Ok(grammar)), ..compiled })
    }

    /// Reads the automaton of a mode, if it was compiled before.
    fn read(scheme: &Declared, mode: Mode) -> Option<Self> {
        let Parts { has_head, dfa, .. } = scheme.automata.of(mode)?;
        let head = scheme.syntax.heads.of(mode).filter(|_| has_head);
        Self::new(scheme, mode, Arc::new(Dfa::from_bytes(dfa)?), head).filter(|read| read.head.is_some() == has_head)
    }

    /// `None` if the automaton has other captures, or no entry point after the prefix.
    fn new(scheme: &Declared, mode: Mode, dfa: Arc<Dfa>, head: Option<AuthorityPrefix>) -> Option<Self> {
        let prefix = format!("{}:", scheme.registration.name);
        let start = dfa.start_after(prefix.as_bytes()).filter(|start| !dfa.has_capture_before(start));
        let head = match head.filter(|_| start.is_some()) {
            Some(head) => Some((head, dfa.start_after_authority(prefix.as_bytes())?)),
            None => None,
        };
        let components = scheme.syntax.components.iter().enumerate();
        let found = components.filter(|(_, one)| is_found(one, mode, head.as_ref().map(|(head, _)| *head)));
        let mut targets: Vec<_> = found.map(|(n, component)| Target::new(n, component)).collect();
        targets.extend(scheme.syntax.hidden(mode).map(|(_, _, hidden)| Target::Hidden(hidden)));
        (targets.len() == dfa.captures()).then_some(Self { dfa, start, head, targets, grammar: OnceLock::new() })
    }
}

/// Whether the automaton of a mode finds a component; `head` is what the core parses before.
fn is_found(component: &Component, mode: Mode, head: Option<AuthorityPrefix>) -> bool {
    *component.is_in_grammar.of(mode) && head.is_none_or(|head| !component.is_in(head))
}

impl Declared {
    /// Returns the compiled grammar with all components.
    ///
    /// # Errors
    /// Returns a [`GrammarError`] if compilation exceeds a limit, which parsing the grammar cannot detect.
    pub fn grammar(&self) -> Result<&CompiledGrammar, &GrammarError> {
        self.grammar_within(&mut Budget::new(Limits::STANDARD))
    }

    /// [`Declared::grammar`], with a budget for the compilation.
    pub(crate) fn grammar_within(&self, budget: &mut Budget) -> Result<&CompiledGrammar, &GrammarError> {
        self.full_grammar(budget).map(|grammar| &**grammar)
    }

    fn full_grammar(&self, budget: &mut Budget) -> Result<&Arc<CompiledGrammar>, &GrammarError> {
        let compile = || self.compile_grammar(Mode::Strict, |one| one.is_in_grammar.strict, budget);
        self.full.get_or_init(compile).as_ref()
    }

    /// Compiles the grammar of a mode, which finds the selected components, the hosts and the deviations.
    pub(super) fn compile_grammar(
        &self,
        mode: Mode,
        is_selected: impl Fn(&Component) -> bool,
        budget: &mut Budget,
    ) -> Result<Arc<CompiledGrammar>, GrammarError> {
        let components = self.syntax.components.iter();
        let mut captures: Vec<_> =
            components.filter(|component| is_selected(component)).map(Component::capture).collect();
        captures.extend(self.syntax.hidden(mode).map(|(name, rule, _)| Capture::new(name, rule)));
        CompiledGrammar::compile_within(&self.syntax.source_of(mode).captures(&captures), budget).map(Arc::new)
    }

    /// Compiles the grammar of a mode without the components of the authority that the core parses.
    fn compile_grammar_after(
        &self,
        head: Option<AuthorityPrefix>,
        mode: Mode,
    ) -> Result<Arc<CompiledGrammar>, GrammarError> {
        let mut budget = Budget::new(Limits::STANDARD);
        match (head, mode) {
            (None, Mode::Strict) => self.full_grammar(&mut budget).cloned().map_err(Clone::clone),
            _ => self.compile_grammar(mode, |one| is_found(one, mode, head), &mut budget),
        }
    }

    /// The automaton of a mode.
    pub(super) fn compiled(&self, mode: Mode) -> Result<&Compiled, &GrammarError> {
        let read = || Compiled::read(self, mode).ok_or(());
        self.compiled.of(mode).get_or_init(|| read().or_else(|()| self.compile(mode))).as_ref()
    }

    fn compile(&self, mode: Mode) -> Result<Compiled, GrammarError> {
        let after = |head: AuthorityPrefix| {
            let grammar = self.compile_grammar_after(Some(head), mode).ok()?;
            Compiled::from_grammar(self, mode, grammar, Some(head))
        };
        if let Some(compiled) = self.syntax.heads.of(mode).and_then(after) {
            return Ok(compiled);
        }
        let grammar = self.compile_grammar_after(None, mode)?;
        Ok(Compiled::from_grammar(self, mode, grammar, None).expect("the automaton has the captures of its grammar"))
    }
}

impl ByMode<OnceLock<Result<Compiled, GrammarError>>> {
    /// Nothing is compiled yet.
    pub(super) const fn new() -> Self {
        Self { strict: OnceLock::new(), lenient: OnceLock::new() }
    }
}
