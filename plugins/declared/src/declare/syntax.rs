//! The syntax of an entry: its grammar, and its components with their slots.

use std::sync::Arc;

use anyurl_core::authors::canonical::EscapeRule;
use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Class, Fix, Grammar as Generic, Requirement};
use anyurl_core::{Mode, Severity, Slot};

use super::component::{DeclaredComponent, components, forms};
use super::grammars::{GrammarText, Grammars};
use super::{DeclareError, form};
use crate::format::{
    self, ComponentType, DefaultPort, DeviationTable, Dialect as Written, DotSegments, EqualityTable, Escapes, Located,
    MistakeTable, SyntaxTable,
};
use crate::scheme::deviation::{Deviation, HELP, Place};
use crate::scheme::syntax::{Equality, Mistake, Syntax, has};
use crate::scheme::text_rule::TextRule;
use crate::scheme::{ByMode, USERINFO};
use anyurl_abnf::{AuthorityPrefix, Capture, Dialect, GrammarError, GrammarRule, GrammarSource, RuleSet, Skeleton};

/// A checked syntax.
pub(super) struct DeclaredSyntax {
    pub(super) grammar: Generic,
    text: GrammarText,
    pub(super) components: Vec<DeclaredComponent>,
    pub(super) template: Option<String>,
    /// The components of which the canonical form writes a rule in another way.
    pub(super) rewritten: Vec<String>,
    /// The prefixes that the core parses.
    pub(super) heads: ByMode<Option<AuthorityPrefix>>,
}

impl DeclaredSyntax {
    /// Parses and checks the syntax of a table.
    pub(super) fn new(name: &str, table: &SyntaxTable) -> Result<Self, DeclareError> {
        let mut syntax = Self::unanalyzed(name, table)?;
        syntax.analyze(name, |error| unusable(name, table, error))?;
        syntax.rewritten = syntax.rewritten(table).map_err(|error| unusable(name, table, error))?;
        syntax.resolve(name, table)?;
        Ok(syntax)
    }

    /// What the table says, without what follows from the grammar.
    fn unanalyzed(name: &str, table: &SyntaxTable) -> Result<Self, DeclareError> {
        let forms = forms(table);
        form::check(&forms).map_err(|error| DeclareError::Form { name: name.to_owned(), error })?;
        Ok(Self {
            grammar: generic_grammar(table.grammar.value),
            text: grammar_text(table),
            components: components(name, table)?,
            template: None,
            rewritten: Vec::new(),
            heads: ByMode::default(),
        })
    }

    /// Analyzes the grammars for their components, template and prefix.
    fn analyze(&mut self, name: &str, unusable: impl Fn(GrammarError) -> DeclareError) -> Result<(), DeclareError> {
        let outline = |mode: Mode| self.skeleton(mode).map_err(&unusable);
        let lenient = self.text.has_lenient().then(|| outline(Mode::Lenient)).transpose()?;
        let outline = outline(Mode::Strict)?;
        let of = lenient.as_ref().unwrap_or(&outline);
        for (n, component) in self.components.iter_mut().enumerate() {
            component.is_in_grammar = ByMode { strict: outline.reached[n], lenient: of.reached[n] };
            let of = if outline.reached[n] { &outline } else { of };
            component.is_divided = of.divided[n];
            component.escaping = escaping(&of.literals[n]);
        }
        let is_missing =
            |one: &&DeclaredComponent| !one.is_implied && !one.is_in_grammar.strict && !one.is_in_grammar.lenient;
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

    /// The skeleton of the grammar of a mode.
    fn skeleton(&self, mode: Mode) -> Result<Skeleton, GrammarError> {
        let captures: Vec<_> = self.components.iter().map(DeclaredComponent::capture).collect();
        Skeleton::new(&self.text.source(mode).captures(&captures))
    }

    /// The components that a rule of a deviation is in, and those that are in such a rule.
    fn rewritten(&self, table: &SyntaxTable) -> Result<Vec<String>, GrammarError> {
        let source = self.text.source(Mode::Strict);
        let mut names = Vec::new();
        for component in &self.components {
            let rules: Vec<&str> = component.rule.split('/').map(str::trim).collect();
            for rewritten in table.deviations.iter().filter_map(rewritten) {
                let within = [rewritten];
                let captures = [
                    Capture::implied("rewritten", rewritten, &rules),
                    Capture::implied("component", &component.rule, &within),
                ];
                if Skeleton::new(&source.captures(&captures))?.reached.contains(&true) || rules.contains(&rewritten) {
                    names.push(component.name.clone());
                }
            }
        }
        Ok(names)
    }

    /// A text whose elements are another component consists of these, too,
    /// and the template is written with these.
    fn mark_wholes(&mut self, mut template: Option<String>) -> Option<String> {
        let is_list = |one: &DeclaredComponent| one.delimiter.is_some() || one.fields.is_some();
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

    /// Finds the rules that the text of components must match.
    fn resolve(&mut self, name: &str, table: &SyntaxTable) -> Result<(), DeclareError> {
        let text = &self.text;
        let source = ByMode { strict: text.source(Mode::Strict), lenient: text.source(Mode::Lenient) };
        let grammar = |error| DeclareError::Grammar { name: name.to_owned(), error };
        let rule = |mode: Mode, rule: &Option<Located<String>>| -> Result<Option<TextRule>, DeclareError> {
            rule.as_ref().map(|rule| TextRule::in_grammar(rule, source.of(mode))).transpose().map_err(grammar)
        };
        for component in &mut self.components {
            let Some(table) = table.components.iter().find(|table| *table.name == component.name) else { continue };
            component.decoded.strict = rule(Mode::Strict, &table.decoded.strict)?;
            component.decoded.lenient = rule(Mode::Lenient, &table.decoded.lenient)?;
            for (field, table) in component.parsed.known_fields.iter_mut().zip(&table.field) {
                field.rule = rule(Mode::Strict, &table.rule)?;
            }
            if let Some(rule) = rule(Mode::Strict, &table.skip_rule)? {
                component.parsed.form.skip = Some((std::mem::take(&mut component.skip), rule));
            }
        }
        Ok(())
    }

    /// The grammar of strict mode.
    pub(super) fn source(&self) -> GrammarSource<'_> {
        self.text.source(Mode::Strict)
    }

    /// Returns whether only lenient mode has a component in a slot.
    pub(super) fn is_only_lenient(&self, slot: Slot) -> bool {
        let mut components = self.components.iter().filter(|one| one.slot == slot || one.name == USERINFO);
        components.all(|one| !one.is_in_grammar.strict)
    }

    /// The slot of a component.
    pub(super) fn slot_of(&self, name: &str) -> Option<Slot> {
        self.components.iter().find(|one| one.name == name).map(|one| one.slot)
    }

    /// Whether the grammar has a component with a slot.
    pub(super) fn has(&self, slot: Slot) -> bool {
        has(self.components.iter().map(|one| &one.parsed), slot)
    }

    /// The rules by which URLs are parsed, and the grammars that find the components.
    pub(super) fn into_parts(self, table: &SyntaxTable) -> (Syntax, Grammars) {
        let slot_of = |name: &str| self.slot_of(name);
        let deviations: Vec<_> = table.deviations.iter().map(|one| deviation(one, slot_of)).collect();
        let hosts = table.hosts.iter().map(|rule| rule.value.clone()).collect();
        let grammars = Grammars::new(self.text, &self.components, (hosts, &deviations), self.heads);
        let forms = forms(table);
        let syntax = Syntax {
            forms: table.abnf.is_none().then(|| forms.join("` or `")),
            components: self.components.into_iter().map(|one| one.parsed).collect(),
            deviations,
            mistakes: table.mistakes.iter().map(mistake).collect(),
            takes_bare_percent: table.bare_percent && *table.grammar != format::Generic::Opaque,
            has_lenient_grammar: table.lenient.is_some(),
            is_lenient_first: table.lenient_first,
            equality: equality(&table.equality),
            ignored: table.equality.ignore.iter().map(|name| name.value.clone()).collect(),
        };
        (syntax, grammars)
    }
}

/// The rule of a deviation that the canonical form of strict mode writes in another way.
fn rewritten(deviation: &DeviationTable) -> Option<&str> {
    let rule = deviation.rule.as_ref().filter(|_| deviation.strict && deviation.write.is_some())?;
    Some(&rule.value)
}

/// A template that writes the texts of flags, whose components have no value.
fn with_flags(template: String, flags: &[(String, Option<String>)]) -> String {
    flags.iter().fold(template, |template, (name, text)| {
        let place = format!("{{{name}}}");
        template.replace(&place, &format!("{}{place}", text.as_deref().unwrap_or_default()))
    })
}

/// What the canonical form changes.
fn equality(table: &EqualityTable) -> Equality {
    let text = |text: &Option<Located<String>>| text.as_ref().map(|text| text.value.clone()).unwrap_or_default();
    Equality {
        escapes: match table.escapes.map(|escapes| escapes.value) {
            Some(Escapes::Keep) => EscapeRule::Keep,
            Some(Escapes::Case) => EscapeRule::Case,
            Some(Escapes::Decode) | None => EscapeRule::Decode,
        },
        keeps_default_port: table.default_port.is_some_and(|port| *port == DefaultPort::Keep),
        removes_dot_segments: table.dot_segments.is_some_and(|dots| *dots == DotSegments::Remove),
        empty_path: text(&table.empty_path),
        local_host: text(&table.local_host),
    }
}

fn mistake(table: &MistakeTable) -> Mistake {
    let within = table.within.iter().map(|name| name.value.clone()).collect();
    Mistake { within, message: table.message.value.clone(), help: table.help.value.clone() }
}

/// Literal bytes of the grammar are written without escapes, except `%`.
fn escaping(literals: &[u8]) -> Escaping {
    let unescaped: Vec<u8> = literals.iter().copied().filter(|byte| *byte != b'%').collect();
    Escaping::outside(&Class::none("component").and(&unescaped))
}

/// The rule of RFC 3986 that contains both user and password.
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

/// The syntax as a regular expression for other programs, which matches what the grammar derives: the checks of hosts,
/// ports and numbers are not in it. `None` for a grammar that is too large for one.
pub fn syntax_pattern(table: &SyntaxTable) -> Option<String> {
    anyurl_abnf::pattern(&grammar_text(table).source(Mode::Strict))
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

/// The grammar of a table.
fn grammar_text(table: &SyntaxTable) -> GrammarText {
    let (text, dialect) = written(table);
    let is_form = table.abnf.is_none();
    let start = table.start.as_ref().filter(|_| !is_form);
    GrammarText {
        text,
        dialect,
        start: start.map(|start| start.value.clone()),
        lenient: table.lenient.as_ref().map(|rules| rules.value.clone()),
        imports: if is_form { vec![form::import(*table.grammar)] } else { imports(table) },
    }
}

/// The deviation of a table. `slot_of` gives the slot of a component.
fn deviation(table: &DeviationTable, slot_of: impl Fn(&str) -> Option<Slot>) -> Deviation {
    let slots = table.within.iter().filter_map(|name| slot_of(name)).collect();
    let characters = table.characters.as_ref().map(|characters| characters.value.clone());
    let place = match (&table.rule, table.escapes) {
        (Some(rule), _) => Place::Rule(rule.value.clone()),
        (None, true) => Place::Escapes(slots, characters),
        (None, false) => Place::Characters(slots, characters.unwrap_or_default()),
    };
    let requirement = table.warning.as_ref().map(|warning| {
        let [id, section, text] = [&warning.id, &warning.section, &warning.message].map(|text| text.value.clone());
        Arc::new(Requirement::owned(id, section, text, HELP, Fix::Unknown))
    });
    let write = table.write.as_ref().map(|write| write.value.clone());
    let severity = table.warning.as_ref().and_then(|warning| warning.severity);
    let severity = severity.map_or(Severity::Note, |severity| severity.value);
    Deviation { place, is_strict: table.strict, severity, requirement, write }
}
