//! The syntax of an entry: its grammar, and its components with where they go.

use std::collections::HashSet;

use locator_core::registration::Grammar as Generic;
use locator_core::syntax::escape::Escaping;
use locator_core::{Class, Slot};

use super::{DeclareError, form, registration};
use crate::format::{self, Case, ComponentType, Dialect as Written, SyntaxTable};
use locator_abnf::{AuthorityPrefix, Capture, Dialect, RuleSet, Source, outline};

/// The most components that a scan finds: those of the common syntax, and the scheme's own.
pub(super) const MOST: usize = 16;

/// The rules through which a grammar reaches the common Internet syntax.
const LOGINS: &[&str] = &["login", "hostport", "authority"];

/// What of the syntax the scheme needs.
pub(super) struct Syntax {
    /// The forms, where it has no grammar: `x-a:<b>` or `x-a://<host>`.
    pub(super) forms: Option<String>,
    pub(super) grammar: Generic,
    text: String,
    dialect: Dialect,
    start: Option<String>,
    imports: Vec<RuleSet>,
    pub(super) components: Vec<Component>,
    pub(super) template: Option<String>,
    /// What the core reads of it.
    pub(super) head: Option<AuthorityPrefix>,
}

/// A component and where its span goes.
pub(super) struct Component {
    pub(super) name: String,
    pub(super) rule: String,
    pub(super) slot: Slot,
    pub(super) kind: ComponentType,
    pub(super) case: Case,
    pub(super) default: Option<String>,
    /// Whether it comes with an imported rule.
    is_implied: bool,
    /// Whether other components divide it.
    pub(super) is_divided: bool,
    /// Which bytes stand for themselves when it is written.
    pub(super) escaping: Escaping,
}

impl Component {
    pub(super) fn capture(&self) -> Capture<'_> {
        if self.is_implied {
            Capture::implied(&self.name, &self.rule, LOGINS)
        } else {
            Capture::new(&self.name, &self.rule)
        }
    }

    /// What a table says of one.
    fn of(table: &format::ComponentTable, slot: Slot) -> Self {
        let mut component = Self::implied(&table.name, slot).written();
        component.rule.clone_from(&table.rule);
        component.kind = table.kind.map_or(component.kind, |kind| kind.value);
        component.case = table.case.map_or(component.case, |case| case.value);
        component.default = table.default.as_ref().map(|default| default.value.clone());
        component
    }

    /// The same, named by the file.
    fn written(mut self) -> Self {
        self.is_implied = false;
        self
    }

    fn implied(name: &str, slot: Slot) -> Self {
        Self {
            name: name.to_owned(),
            rule: name.to_owned(),
            slot,
            kind: ComponentType::String,
            case: Case::Preserve,
            default: None,
            is_implied: true,
            is_divided: false,
            escaping: Escaping::NONE,
        }
    }

    /// Whether the core finds it in a head.
    pub(super) fn is_of(&self, head: AuthorityPrefix) -> bool {
        head.components().contains(&&*self.name)
    }

    /// Whether it is no part of the common Internet syntax.
    pub(super) fn is_own(&self) -> bool {
        !self.is_implied && registration::common_slot(&self.name).is_none()
    }
}

impl Syntax {
    /// The syntax of a table, read and checked.
    pub(super) fn of(name: &str, table: &SyntaxTable) -> Result<Self, DeclareError> {
        let forms = forms(table);
        form::check(&forms).map_err(|error| DeclareError::Form { name: name.to_owned(), error })?;
        let (text, imports) = match &table.abnf {
            Some(abnf) => (abnf.text.value.clone(), imports(table)),
            None => (form::abnf(&forms), vec![RuleSet::Rfc1738]),
        };
        let dialect = match table.dialect.map(|dialect| dialect.value) {
            Some(Written::Rfc1738Bnf) => Dialect::Rfc1738Bnf,
            Some(Written::Rfc5234) | None => Dialect::Rfc5234,
        };
        let start = table.start.as_ref().filter(|_| table.abnf.is_some());
        let is_form = table.abnf.is_none();
        let mut syntax = Self {
            forms: is_form.then(|| forms.join("` or `")),
            grammar: registration::grammar(table.grammar.value),
            text,
            dialect,
            start: start.map(|start| start.value.clone()),
            imports,
            components: components(name, table)?,
            template: None,
            head: None,
        };
        syntax.outline(name, &forms)?;
        Ok(syntax)
    }

    /// Finds out which components there are, and how they are put together.
    fn outline(&mut self, name: &str, forms: &[&str]) -> Result<(), DeclareError> {
        let captures: Vec<_> = self.components.iter().map(Component::capture).collect();
        let outline = outline(&self.source().captures(&captures));
        let name_of = || name.to_owned();
        let outline = outline.map_err(|error| match forms {
            [] => DeclareError::Grammar { name: name_of(), error },
            forms => DeclareError::Form { name: name_of(), error: form::in_forms(forms, &error) },
        })?;
        if let Some((lost, _)) = self
            .components
            .iter()
            .zip(&outline.reached)
            .find(|(component, reached)| !component.is_implied && !**reached)
        {
            return Err(DeclareError::NoRule {
                name: name.to_owned(),
                component: lost.name.clone(),
                rule: lost.rule.clone(),
            });
        }
        for (n, component) in self.components.iter_mut().enumerate() {
            component.is_divided = outline.divided[n];
            component.escaping = escaping(&outline.literals[n]);
        }
        let mut reached = outline.reached.into_iter();
        self.components.retain(|_| reached.next().unwrap_or(false));
        self.template = outline.template;
        // A grammar over RFC 3986 has an authority, in which other characters may stand.
        self.head = outline.head.filter(|_| self.grammar == Generic::Rfc1738);
        Ok(())
    }

    pub(super) fn source(&self) -> Source<'_> {
        let source = Source::new(&self.text).dialect(self.dialect).imports(&self.imports);
        match &self.start {
            Some(start) => source.start(start),
            None => source,
        }
    }

    /// Whether URLs have a component in this slot.
    pub(super) fn has(&self, slot: Slot) -> bool {
        let is_userinfo = slot == Slot::USER || slot == Slot::PASSWORD;
        let mut components = self.components.iter();
        components.any(|one| one.slot == slot || is_userinfo && one.name == USERINFO)
    }
}

/// What the grammar has literally stays as it is. A `%` begins an escape, and is one itself.
fn escaping(literals: &[u8]) -> Escaping {
    let plain: Vec<u8> = literals.iter().copied().filter(|byte| *byte != b'%').collect();
    Escaping::outside(&Class::none("component").and(&plain))
}

/// The one rule of RFC 3986 that holds two components.
pub(super) const USERINFO: &str = "userinfo";

fn forms(table: &SyntaxTable) -> Vec<&str> {
    let forms = table.form.iter().filter(|_| table.abnf.is_none());
    forms.map(|form| form.as_str()).collect()
}

fn imports(table: &SyntaxTable) -> Vec<RuleSet> {
    let names = table.imports.iter();
    names.filter_map(|name| RuleSet::named(name)).collect()
}

/// The components of the table, and those of the imported rules.
fn components(name: &str, table: &SyntaxTable) -> Result<Vec<Component>, DeclareError> {
    let mut components = Vec::new();
    let mut own = 0;
    let mut slot_of = |component: &str| match registration::common_slot(component) {
        Some(slot) => Ok(slot),
        None if own < Slot::OWN => {
            own += 1;
            Ok(Slot::own(u8::try_from(own - 1).unwrap_or_default()))
        }
        None => Err(DeclareError::TooMany(name.to_owned())),
    };
    if table.abnf.is_none() {
        let names = form::names(&forms(table));
        let known: HashSet<&str> = names.iter().copied().collect();
        let is_there = |one: &&format::ComponentTable| known.contains(one.name.as_str()) && one.name == one.rule;
        if let Some(lost) = table.components.iter().find(|one| !is_there(one)) {
            return Err(DeclareError::NotInForm { name: name.to_owned(), component: lost.name.value.clone() });
        }
        for name in names {
            let mut said = table.components.iter();
            let said = said.find(|one| *one.name == name);
            let slot = slot_of(name)?;
            let plain = || Component::implied(name, slot).written();
            components.push(said.map_or_else(plain, |said| Component::of(said, slot)));
        }
        return Ok(components);
    }
    for component in &table.components {
        components.push(Component::of(component, slot_of(&component.name)?));
    }
    // What the table names itself is not implied once more.
    let implied = [
        ("user", Slot::USER),
        ("password", Slot::PASSWORD),
        (USERINFO, Slot::USER),
        ("host", Slot::HOST),
        ("port", Slot::PORT),
    ];
    for (name, slot) in implied {
        if !components.iter().any(|known: &Component| known.slot == slot && !known.is_implied) {
            components.push(Component::implied(name, slot));
        }
    }
    Ok(components)
}
