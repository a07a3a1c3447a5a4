//! The syntax of an entry: its grammar, and its components with where they go.

use locator_core::escape::Escaping;
use locator_core::registration::Grammar as Generic;
use locator_core::{Class, Slot};

use super::{DeclareError, form, registration};
use crate::format::{Case, ComponentType, Dialect as Written, Syntax as Table};
use crate::grammar::{Capture, Dialect, RuleSet, Source, outline};

/// The most components that a scan finds: those of the common syntax, and the scheme's own.
pub(super) const MOST: usize = 16;

/// The rules through which a grammar reaches the common Internet syntax.
const LOGINS: &[&str] = &["login", "hostport", "authority"];

/// What of the syntax the scheme needs.
pub(super) struct Syntax {
    pub(super) grammar: Generic,
    text: String,
    dialect: Dialect,
    start: Option<String>,
    imports: Vec<RuleSet>,
    pub(super) components: Vec<Component>,
    pub(super) template: Option<String>,
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
    /// Which octets stand for themselves when it is written.
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

    /// Whether it is no part of the common Internet syntax.
    pub(super) fn is_own(&self) -> bool {
        !self.is_implied && registration::common_slot(&self.name).is_none()
    }
}

impl Syntax {
    /// The syntax of a table, read and checked.
    pub(super) fn of(name: &str, table: &Table) -> Result<Self, DeclareError> {
        let forms: Vec<_> = table.form.iter().map(|form| form.as_str()).collect();
        let (text, imports) = match &table.abnf {
            Some(abnf) => (abnf.text.value.clone(), imports(table)),
            None => (form::abnf(&forms), vec![RuleSet::Rfc1738]),
        };
        let dialect = match table.dialect.map(|dialect| dialect.value) {
            Some(Written::Rfc1738Bnf) => Dialect::Rfc1738Bnf,
            Some(Written::Rfc5234) | None => Dialect::Rfc5234,
        };
        let start = table.start.as_ref().filter(|_| table.abnf.is_some());
        let mut syntax = Self {
            grammar: registration::grammar(table.grammar.value),
            text,
            dialect,
            start: start.map(|start| start.value.clone()),
            imports,
            components: components(name, table)?,
            template: None,
        };
        syntax.outline(name)?;
        Ok(syntax)
    }

    /// Finds out which components there are, and how they are put together.
    fn outline(&mut self, name: &str) -> Result<(), DeclareError> {
        let captures: Vec<_> = self.components.iter().map(Component::capture).collect();
        let outline = outline(&self.source().captures(&captures));
        let outline = outline.map_err(|error| DeclareError::Grammar {
            name: name.to_owned(),
            error,
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
        Ok(())
    }

    pub(super) fn source(&self) -> Source<'_> {
        let source = Source::new(&self.text)
            .dialect(self.dialect)
            .imports(&self.imports);
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
    let plain: Vec<u8> = literals
        .iter()
        .copied()
        .filter(|octet| *octet != b'%')
        .collect();
    Escaping::outside(&Class::none("component").and(&plain))
}

/// The one rule of RFC 3986 that holds two components.
pub(super) const USERINFO: &str = "userinfo";

fn imports(table: &Table) -> Vec<RuleSet> {
    let names = table.imports.iter();
    names.filter_map(|name| RuleSet::named(name)).collect()
}

/// The components of the table, and those of the imported rules.
fn components(name: &str, table: &Table) -> Result<Vec<Component>, DeclareError> {
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
        let forms: Vec<_> = table.form.iter().map(|form| form.as_str()).collect();
        for name in form::names(&forms) {
            let mut component = Component::implied(name, slot_of(name)?);
            component.is_implied = false;
            components.push(component);
        }
        return Ok(components);
    }
    for component in &table.components {
        components.push(Component {
            name: component.name.value.clone(),
            rule: component.rule.value.clone(),
            slot: slot_of(&component.name)?,
            kind: component
                .kind
                .map_or(ComponentType::String, |kind| kind.value),
            case: component.case.map_or(Case::Preserve, |case| case.value),
            default: component
                .default
                .as_ref()
                .map(|default| default.value.clone()),
            is_implied: false,
            is_divided: false,
            escaping: Escaping::NONE,
        });
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
        if !components
            .iter()
            .any(|known: &Component| known.slot == slot && !known.is_implied)
        {
            components.push(Component::implied(name, slot));
        }
    }
    Ok(components)
}
