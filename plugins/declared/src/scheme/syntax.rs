//! The syntax of an entry: its grammar, and its components with their slots.

use anyurl_core::authors::canonical::{CanonicalRules, EscapeRule};
use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Class, Grammar as Generic};
use anyurl_core::{Mode, Slot};

use super::deviation::Deviation;
use super::text_rule::TextRule;
use super::{Automata, DeclareError, form};
use crate::format::{
    self, ComponentType, DefaultPort, Dialect as Written, DotSegments, EqualityTable, Escapes, Located, MistakeTable,
    SyntaxTable,
};
use anyurl_abnf::{AuthorityPrefix, Dialect, GrammarError, GrammarRule, GrammarSource, RuleSet, Skeleton};

mod component;

pub(super) use component::Component;
use component::components;

/// A value for strict and one for lenient mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ByMode<T> {
    pub(super) strict: T,
    pub(super) lenient: T,
}

impl<T> ByMode<T> {
    /// The value of a mode.
    pub(super) fn of(&self, mode: Mode) -> &T {
        if mode == Mode::Lenient { &self.lenient } else { &self.strict }
    }
}

/// A capture that is not a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hidden {
    /// Its text must be a host.
    Host,
    /// It is the deviation of this index.
    Deviation(usize),
}

/// The maximum number of components of a match: those of the common syntax and the scheme's own.
pub(super) const MAX_COMPONENTS: usize = 16;

/// The rules by which a grammar imports the common Internet syntax.
pub(super) const LOGINS: &[&str] = &["login", "hostport", "authority"];

/// A checked syntax.
pub(super) struct Syntax {
    /// The forms, such as `x-a:<b>` or `x-a://<host>`, if the entry has no grammar.
    pub(super) forms: Option<String>,
    pub(super) grammar: Generic,
    text: String,
    dialect: Dialect,
    start: Option<String>,
    /// The rules that lenient mode replaces.
    lenient: Option<String>,
    imports: Vec<RuleSet>,
    pub(super) components: Vec<Component>,
    pub(super) template: Option<String>,
    /// The prefixes that the core parses.
    pub(super) heads: ByMode<Option<AuthorityPrefix>>,
    /// The rules whose text must be a host.
    pub(super) hosts: Vec<String>,
    /// What lenient mode tolerates besides what it tolerates in all schemes.
    pub(super) deviations: Vec<Deviation>,
    /// What errors in components say.
    pub(super) mistakes: Vec<MistakeTable>,
    /// Whether lenient mode takes a `%` without digits as data.
    pub(super) takes_bare_percent: bool,
    /// Whether lenient mode tries its own grammar first.
    pub(super) is_lenient_first: bool,
    /// What the canonical form changes.
    pub(super) rules: CanonicalRules,
    /// The components that do not count when URLs are compared.
    pub(super) ignored: Vec<String>,
}

impl Syntax {
    /// Parses and checks the syntax of a table, or reads what was parsed before.
    pub(super) fn new(name: &str, table: &SyntaxTable, automata: &Automata) -> Result<Self, DeclareError> {
        let mut syntax = Self::unanalyzed(name, table)?;
        syntax.analyze(name, automata, |error| unusable(name, table, error))?;
        syntax.resolve(name, table)?;
        Ok(syntax)
    }

    /// What the table says, without what follows from the grammar.
    fn unanalyzed(name: &str, table: &SyntaxTable) -> Result<Self, DeclareError> {
        let forms = forms(table);
        form::check(&forms).map_err(|error| DeclareError::Form { name: name.to_owned(), error })?;
        let (text, dialect) = written(table);
        let is_form = table.abnf.is_none();
        let imports = if is_form { vec![form::import(*table.grammar)] } else { imports(table) };
        let start = table.start.as_ref().filter(|_| !is_form);
        Ok(Self {
            forms: is_form.then(|| forms.join("` or `")),
            grammar: generic_grammar(table.grammar.value),
            text,
            dialect,
            start: start.map(|start| start.value.clone()),
            imports,
            components: components(name, table)?,
            lenient: table.lenient.as_ref().map(|rule| rule.value.clone()),
            template: None,
            heads: ByMode::default(),
            hosts: table.hosts.iter().map(|rule| rule.value.clone()).collect(),
            deviations: Vec::new(),
            mistakes: table.mistakes.clone(),
            takes_bare_percent: table.bare_percent && *table.grammar != format::Generic::Opaque,
            is_lenient_first: table.lenient_first,
            rules: rules(&table.equality),
            ignored: table.equality.ignore.iter().map(|name| name.value.clone()).collect(),
        })
    }

    /// Analyzes the grammars for their components, template and prefix.
    fn analyze(
        &mut self,
        name: &str,
        automata: &Automata,
        unusable: impl Fn(GrammarError) -> DeclareError,
    ) -> Result<(), DeclareError> {
        let outline = |mode: Mode| match automata.skeleton(mode) {
            Some(outline) if outline.reached.len() == self.components.len() => Ok(outline),
            _ => self.skeleton(mode).map_err(&unusable),
        };
        let lenient = self.lenient.is_some().then(|| outline(Mode::Lenient)).transpose()?;
        let outline = outline(Mode::Strict)?;
        let of = lenient.as_ref().unwrap_or(&outline);
        for (n, component) in self.components.iter_mut().enumerate() {
            component.is_in_grammar = ByMode { strict: outline.reached[n], lenient: of.reached[n] };
            let of = if outline.reached[n] { &outline } else { of };
            component.is_divided = of.divided[n];
            component.escaping = escaping(&of.literals[n]);
        }
        let is_missing = |one: &&Component| !one.is_implied && !one.is_in_grammar.strict && !one.is_in_grammar.lenient;
        if let Some(missing) = self.components.iter().find(is_missing) {
            let (component, rule) = (missing.name.clone(), missing.rule.clone());
            return Err(DeclareError::NoRule { name: name.to_owned(), component, rule });
        }
        let flags = self.components.iter().zip(&outline.constants).filter(|(one, _)| one.kind == ComponentType::Flag);
        let flags: Vec<_> = flags.map(|(one, text)| (one.name.clone(), text.clone())).collect();
        if let Some((component, _)) = flags.iter().find(|(_, text)| text.is_none()) {
            return Err(DeclareError::Flag { name: name.to_owned(), component: component.clone() });
        }
        self.components.retain(|one| one.is_in_grammar.strict || one.is_in_grammar.lenient);
        let template = outline.template.map(|template| with_flags(template, &flags));
        self.template = self.mark_wholes(template);
        // The authority of RFC 3986 allows other characters.
        let is_old = self.grammar == Generic::Rfc1738;
        let lenient = lenient.map_or(outline.authority, |outline| outline.authority);
        self.heads = ByMode { strict: outline.authority, lenient };
        self.heads = if is_old { self.heads } else { ByMode::default() };
        Ok(())
    }

    /// The skeletons of the grammars of a table, the second of which is for lenient mode.
    pub(super) fn skeletons(name: &str, table: &SyntaxTable) -> Result<(Skeleton, Option<Skeleton>), DeclareError> {
        let syntax = Self::unanalyzed(name, table)?;
        let skeleton = |mode| syntax.skeleton(mode).map_err(|error| unusable(name, table, error));
        let lenient = syntax.lenient.is_some().then(|| skeleton(Mode::Lenient)).transpose()?;
        Ok((skeleton(Mode::Strict)?, lenient))
    }

    /// The skeleton of the grammar of a mode.
    fn skeleton(&self, mode: Mode) -> Result<Skeleton, GrammarError> {
        let captures: Vec<_> = self.components.iter().map(Component::capture).collect();
        Skeleton::new(&self.source_of(mode).captures(&captures))
    }

    /// A text whose elements are another component consists of these, too,
    /// and the template is written with these.
    fn mark_wholes(&mut self, mut template: Option<String>) -> Option<String> {
        let is_list = |one: &Component| one.delimiter.is_some() || one.fields.is_some();
        let lists = self.components.iter().filter(|one| is_list(one)).map(|one| (one.rule.clone(), one.name.clone()));
        let lists: Vec<_> = lists.collect();
        for component in self.components.iter_mut().filter(|one| !is_list(one)) {
            let list = lists.iter().find(|(rule, _)| rule.eq_ignore_ascii_case(&component.rule));
            if let Some((_, list)) = list {
                component.is_divided = true;
                let name = format!("{{{}}}", component.name);
                template = template.map(|template| template.replace(&name, &format!("{{{list}}}")));
            }
        }
        template
    }

    /// Finds the rules that components, hosts and deviations name.
    fn resolve(&mut self, name: &str, table: &SyntaxTable) -> Result<(), DeclareError> {
        let source = ByMode { strict: self.source(), lenient: self.source_of(Mode::Lenient) };
        let grammar = |error| DeclareError::Grammar { name: name.to_owned(), error };
        let rule = |mode: Mode, rule: &Option<Located<String>>| -> Result<Option<TextRule>, DeclareError> {
            rule.as_ref().map(|rule| TextRule::new(rule, source.of(mode))).transpose().map_err(grammar)
        };
        let mut decoded = Vec::new();
        for component in &self.components {
            let table = table.components.iter().find(|table| *table.name == component.name);
            let Some(table) = table else { continue };
            let strict = rule(Mode::Strict, &table.decoded.strict)?;
            let lenient = rule(Mode::Lenient, &table.decoded.lenient)?;
            decoded.push((component.name.clone(), ByMode { strict, lenient }));
        }
        for (name, rules) in decoded {
            if let Some(component) = self.components.iter_mut().find(|one| one.name == name) {
                component.decoded = rules;
            }
        }
        let slot_of = |name: &str| self.components.iter().find(|one| one.name == name).map(|one| one.slot);
        self.deviations = table.deviations.iter().map(|one| Deviation::new(one, slot_of)).collect();
        Ok(())
    }

    /// The grammar of strict mode.
    pub(super) fn source(&self) -> GrammarSource<'_> {
        self.source_of(Mode::Strict)
    }

    /// The grammar of a mode.
    pub(super) fn source_of(&self, mode: Mode) -> GrammarSource<'_> {
        let source = GrammarSource::new(&self.text).dialect(self.dialect).imports(&self.imports);
        let source = match &self.start {
            Some(start) => source.start(start),
            None => source,
        };
        match &self.lenient {
            Some(rules) if mode == Mode::Lenient => source.replacements(rules),
            _ => source,
        }
    }

    /// The captures of a mode that are not components: each with a name, its rule, and what to do with its span.
    pub(super) fn hidden(&self, mode: Mode) -> impl Iterator<Item = (&str, &str, Hidden)> {
        let hosts = self.hosts.iter().map(|rule| (rule.as_str(), rule.as_str(), Hidden::Host));
        let deviations = self.deviations.iter().enumerate().filter(move |_| mode == Mode::Lenient);
        let deviations = deviations.filter_map(|(n, one)| Some((one.rule()?, one.rule()?, Hidden::Deviation(n))));
        hosts.chain(deviations)
    }

    /// Whether lenient mode has a grammar of its own.
    pub(super) fn has_lenient_grammar(&self) -> bool {
        self.lenient.is_some()
    }

    /// Returns whether only lenient mode has a component in a slot.
    pub(super) fn is_only_lenient(&self, slot: Slot) -> bool {
        let mut components = self.components.iter().filter(|one| one.slot == slot || one.name == USERINFO);
        components.all(|one| !one.is_in_grammar.strict)
    }

    /// Returns whether URLs can have a component in a slot.
    pub(super) fn has(&self, slot: Slot) -> bool {
        let is_userinfo = slot == Slot::USER || slot == Slot::PASSWORD;
        let mut components = self.components.iter();
        components.any(|one| one.slot == slot || is_userinfo && one.name == USERINFO)
    }
}

/// A template that writes the texts of flags, whose components have no value.
fn with_flags(template: String, flags: &[(String, Option<String>)]) -> String {
    flags.iter().fold(template, |template, (name, text)| {
        let place = format!("{{{name}}}");
        template.replace(&place, &format!("{}{place}", text.as_deref().unwrap_or_default()))
    })
}

/// What the canonical form changes.
fn rules(table: &EqualityTable) -> CanonicalRules {
    let text = |text: &Option<Located<String>>| text.as_ref().map(|text| text.value.clone()).unwrap_or_default();
    let escapes = match table.escapes.map(|escapes| escapes.value) {
        Some(Escapes::Keep) => EscapeRule::Keep,
        Some(Escapes::Case) => EscapeRule::Case,
        Some(Escapes::Decode) | None => EscapeRule::Decode,
    };
    CanonicalRules::GENERAL
        .escapes(escapes)
        .keep_default_port(table.default_port.is_some_and(|port| *port == DefaultPort::Keep))
        .remove_dot_segments(table.dot_segments.is_some_and(|dots| *dots == DotSegments::Remove))
        .empty_path(text(&table.empty_path))
        .local_host(text(&table.local_host))
}

/// Literal bytes of the grammar are written without escapes, except `%`.
fn escaping(literals: &[u8]) -> Escaping {
    let unescaped: Vec<u8> = literals.iter().copied().filter(|byte| *byte != b'%').collect();
    Escaping::outside(&Class::none("component").and(&unescaped))
}

/// The rule of RFC 3986 that contains both user and password.
pub(super) const USERINFO: &str = "userinfo";

/// The core's grammar for one of the format.
fn generic_grammar(generic: format::Generic) -> Generic {
    match generic {
        format::Generic::Rfc1738 => Generic::Rfc1738,
        // An opaque text also ends before its fragment, and has addresses in brackets.
        format::Generic::Rfc3986 | format::Generic::Opaque => Generic::Rfc3986,
    }
}

/// The rules of a syntax as they are written, for programs that show them; those of a form begin with the rule `form`.
///
/// # Errors
/// The error in its grammar. An entry that is part of a registry has none.
pub fn syntax_rules(table: &SyntaxTable) -> Result<Vec<GrammarRule>, GrammarError> {
    let (text, dialect) = written(table);
    anyurl_abnf::rules(&text, dialect)
}

/// The grammar of a table, which for forms is made from them.
fn written(table: &SyntaxTable) -> (String, Dialect) {
    let dialect = match table.dialect.map(|dialect| dialect.value) {
        Some(Written::Rfc1738Bnf) => Dialect::Rfc1738Bnf,
        Some(Written::Rfc5234) | None => Dialect::Rfc5234,
    };
    let text = match &table.abnf {
        Some(abnf) => abnf.text.value.clone(),
        None => form::abnf(&forms(table), *table.grammar),
    };
    (text, dialect)
}

fn forms(table: &SyntaxTable) -> Vec<&str> {
    let forms = table.form.iter().filter(|_| table.abnf.is_none());
    forms.map(|form| form.as_str()).collect()
}

fn imports(table: &SyntaxTable) -> Vec<RuleSet> {
    let names = table.imports.iter();
    names.filter_map(|name| RuleSet::from_name(name)).collect()
}

/// The error about the grammar or the forms of a table.
fn unusable(name: &str, table: &SyntaxTable, error: GrammarError) -> DeclareError {
    let name = name.to_owned();
    match forms(table).as_slice() {
        [] => DeclareError::Grammar { name, error },
        forms => DeclareError::Form { name, error: form::in_forms(forms, *table.grammar, &error) },
    }
}
