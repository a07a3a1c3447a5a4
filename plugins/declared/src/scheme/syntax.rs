//! The syntax of an entry: its grammar, and its components with their slots.

use std::collections::HashSet;

use locator_core::components::canonical::{CanonicalRules, EscapeRule};
use locator_core::registration::{Delimiter, Grammar as Generic};
use locator_core::syntax::escape::Escaping;
use locator_core::{Class, Slot};

use super::{DeclareError, form};
use crate::format::{
    self, Case, ComponentType, DefaultPort, Dialect as Written, DotSegments, EqualityTable, Escapes, Located,
    SyntaxTable,
};
use locator_abnf::{AuthorityPrefix, Capture, Dialect, GrammarSource, RuleSet, Skeleton};

/// The maximum number of components of a match: those of the common syntax and the scheme's own.
pub(super) const MAX_COMPONENTS: usize = 16;

/// The rules by which a grammar imports the common Internet syntax.
const LOGINS: &[&str] = &["login", "hostport", "authority"];

/// A checked syntax.
pub(super) struct Syntax {
    /// The forms, such as `x-a:<b>` or `x-a://<host>`, if the entry has no grammar.
    pub(super) forms: Option<String>,
    pub(super) grammar: Generic,
    text: String,
    dialect: Dialect,
    start: Option<String>,
    imports: Vec<RuleSet>,
    pub(super) components: Vec<Component>,
    pub(super) template: Option<String>,
    /// The prefix that the core parses.
    pub(super) head: Option<AuthorityPrefix>,
    /// What the canonical form changes.
    pub(super) rules: CanonicalRules,
    /// The components that do not count when URLs are compared.
    pub(super) ignored: Vec<String>,
}

/// A component and its slot.
pub(super) struct Component {
    pub(super) name: String,
    pub(super) rule: String,
    pub(super) slot: Slot,
    pub(super) kind: ComponentType,
    pub(super) case: Case,
    pub(super) default: Option<String>,
    /// The position of the delimiter of a list.
    pub(super) delimiter: Option<Delimiter>,
    /// The characters that do not count.
    pub(super) skip: String,
    /// Whether the file declares it as secret.
    pub(super) sensitive: bool,
    /// Whether an imported rule implies it.
    is_implied: bool,
    /// Whether it consists of other components.
    pub(super) is_divided: bool,
    /// The bytes that are written without escapes.
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

    /// The component of a table.
    fn from_table(table: &format::ComponentTable, slot: Slot) -> Self {
        let mut component = Self::implied(&table.name, slot).explicit();
        component.rule.clone_from(&table.rule);
        component.kind = table.kind.map_or(component.kind, |kind| kind.value);
        component.case = table.case.map_or(component.case, |case| case.value);
        component.default = table.default.as_ref().map(|default| default.value.clone());
        component.delimiter = delimiter(table);
        component.skip = table.skip.as_ref().map(|skip| skip.value.clone()).unwrap_or_default();
        if component.kind == ComponentType::Keyword && table.case.is_none() {
            component.case = Case::Lower;
        }
        component.sensitive = table.sensitive;
        component
    }

    /// Marks it as named by the file.
    fn explicit(mut self) -> Self {
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
            delimiter: None,
            skip: String::new(),
            sensitive: false,
            is_implied: true,
            is_divided: false,
            escaping: Escaping::NONE,
        }
    }

    /// Whether the core parses it as part of a prefix.
    pub(super) fn is_in(&self, head: AuthorityPrefix) -> bool {
        head.components().contains(&&*self.name)
    }

    /// Whether it is not part of the common Internet syntax.
    pub(super) fn is_own(&self) -> bool {
        !self.is_implied && common_slot(&self.name).is_none()
    }
}

impl Syntax {
    /// Parses and checks the syntax of a table.
    pub(super) fn new(name: &str, table: &SyntaxTable) -> Result<Self, DeclareError> {
        let forms = forms(table);
        form::check(&forms).map_err(|error| DeclareError::Form { name: name.to_owned(), error })?;
        let (text, imports) = match &table.abnf {
            Some(abnf) => (abnf.text.value.clone(), imports(table)),
            None => (form::abnf(&forms, *table.grammar), vec![form::import(*table.grammar)]),
        };
        let dialect = match table.dialect.map(|dialect| dialect.value) {
            Some(Written::Rfc1738Bnf) => Dialect::Rfc1738Bnf,
            Some(Written::Rfc5234) | None => Dialect::Rfc5234,
        };
        let start = table.start.as_ref().filter(|_| table.abnf.is_some());
        let is_form = table.abnf.is_none();
        let mut syntax = Self {
            forms: is_form.then(|| forms.join("` or `")),
            grammar: generic_grammar(table.grammar.value),
            text,
            dialect,
            start: start.map(|start| start.value.clone()),
            imports,
            components: components(name, table)?,
            template: None,
            head: None,
            rules: rules(&table.equality),
            ignored: table.equality.ignore.iter().map(|name| name.value.clone()).collect(),
        };
        syntax.analyze(name, &forms, *table.grammar)?;
        Ok(syntax)
    }

    /// Analyzes the grammar for its components, template and prefix.
    fn analyze(&mut self, name: &str, forms: &[&str], grammar: format::Generic) -> Result<(), DeclareError> {
        let captures: Vec<_> = self.components.iter().map(Component::capture).collect();
        let outline = Skeleton::new(&self.source().captures(&captures));
        let name_of = || name.to_owned();
        let outline = outline.map_err(|error| match forms {
            [] => DeclareError::Grammar { name: name_of(), error },
            forms => DeclareError::Form { name: name_of(), error: form::in_forms(forms, grammar, &error) },
        })?;
        if let Some((missing, _)) = self
            .components
            .iter()
            .zip(&outline.reached)
            .find(|(component, reached)| !component.is_implied && !**reached)
        {
            return Err(DeclareError::NoRule {
                name: name.to_owned(),
                component: missing.name.clone(),
                rule: missing.rule.clone(),
            });
        }
        for (n, component) in self.components.iter_mut().enumerate() {
            component.is_divided = outline.divided[n];
            component.escaping = escaping(&outline.literals[n]);
        }
        let flags = self.components.iter().zip(&outline.constants).filter(|(one, _)| one.kind == ComponentType::Flag);
        let flags: Vec<_> = flags.map(|(one, text)| (one.name.clone(), text.clone())).collect();
        if let Some((component, _)) = flags.iter().find(|(_, text)| text.is_none()) {
            return Err(DeclareError::Flag { name: name.to_owned(), component: component.clone() });
        }
        let mut reached = outline.reached.into_iter();
        self.components.retain(|_| reached.next().unwrap_or(false));
        self.template = outline.template.map(|template| with_flags(template, &flags));
        // The authority of RFC 3986 allows other characters.
        self.head = outline.authority.filter(|_| self.grammar == Generic::Rfc1738);
        Ok(())
    }

    pub(super) fn source(&self) -> GrammarSource<'_> {
        let source = GrammarSource::new(&self.text).dialect(self.dialect).imports(&self.imports);
        match &self.start {
            Some(start) => source.start(start),
            None => source,
        }
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

/// The position of the delimiter of a list; by default a slash between the elements.
fn delimiter(table: &format::ComponentTable) -> Option<Delimiter> {
    if table.kind.map(|kind| kind.value) != Some(ComponentType::List) {
        return None;
    }
    let byte = |text: &Option<Located<String>>| text.as_ref().and_then(|text| text.bytes().next());
    let after = byte(&table.terminator).map(Delimiter::After);
    Some(after.unwrap_or(Delimiter::Between(byte(&table.separator).unwrap_or(b'/'))))
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

/// The slots of the common Internet syntax, by name.
fn common_slot(name: &str) -> Option<Slot> {
    match name {
        "user" => Some(Slot::USER),
        "password" => Some(Slot::PASSWORD),
        "host" => Some(Slot::HOST),
        "port" => Some(Slot::PORT),
        _ => None,
    }
}

fn forms(table: &SyntaxTable) -> Vec<&str> {
    let forms = table.form.iter().filter(|_| table.abnf.is_none());
    forms.map(|form| form.as_str()).collect()
}

fn imports(table: &SyntaxTable) -> Vec<RuleSet> {
    let names = table.imports.iter();
    names.filter_map(|name| RuleSet::from_name(name)).collect()
}

/// The components of the table, and those of the imported rules.
fn components(name: &str, table: &SyntaxTable) -> Result<Vec<Component>, DeclareError> {
    let mut components = Vec::new();
    let mut own = 0;
    let mut slot_of = |component: &str| match common_slot(component) {
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
        let is_in_form = |one: &&format::ComponentTable| known.contains(one.name.as_str()) && one.name == one.rule;
        if let Some(missing) = table.components.iter().find(|one| !is_in_form(one)) {
            return Err(DeclareError::NotInForm { name: name.to_owned(), component: missing.name.value.clone() });
        }
        for name in names {
            let one = table.components.iter().find(|one| *one.name == name);
            let slot = slot_of(name)?;
            let default = || Component::implied(name, slot).explicit();
            let mut component = one.map_or_else(default, |one| Component::from_table(one, slot));
            component.rule = form::rule_name(name, *table.grammar);
            components.push(component);
        }
        return Ok(components);
    }
    for component in &table.components {
        components.push(Component::from_table(component, slot_of(&component.name)?));
    }
    // Components that the table names are not implied in addition.
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
