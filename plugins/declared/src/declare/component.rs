//! The components that an entry declares, and their slots.

use std::ops::{Deref, DerefMut};

use anyurl_core::Slot;
use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Delimiter, FieldSyntax};

use super::{DeclareError, form};
use crate::format::{self, Case, ComponentType, ExplicitDefault, FieldCase, HostKind, Located, SyntaxTable};
use crate::scheme::component::{Component, Fields, KnownField, Range};
use crate::scheme::text_form::TextForm;
use crate::scheme::{ByMode, USERINFO};
use anyurl_abnf::Capture;

/// The rules by which a grammar imports the common Internet syntax.
const LOGINS: &[&str] = &["login", "hostport", "authority"];

/// A component as an entry declares it: the part that URLs are parsed with, and what only the registration says.
pub(super) struct DeclaredComponent {
    pub(super) parsed: Component,
    /// The position of the delimiter of a list.
    pub(super) delimiter: Option<Delimiter>,
    /// The names of the fields that are secrets.
    pub(super) secret: Vec<String>,
    /// The characters that do not count.
    pub(super) skip: String,
    /// Whether the strict and the lenient grammar have it.
    pub(super) is_in_grammar: ByMode<bool>,
    /// Whether the file declares it as secret.
    pub(super) sensitive: bool,
    /// Whether an imported rule implies it.
    pub(super) is_implied: bool,
    /// Whether it consists of other components.
    pub(super) is_divided: bool,
    /// The bytes that are written without escapes.
    pub(super) escaping: Escaping,
}

impl Deref for DeclaredComponent {
    type Target = Component;

    fn deref(&self) -> &Component {
        &self.parsed
    }
}

impl DerefMut for DeclaredComponent {
    fn deref_mut(&mut self) -> &mut Component {
        &mut self.parsed
    }
}

impl DeclaredComponent {
    pub(super) fn capture(&self) -> Capture<'_> {
        capture(&self.name, &self.rule, self.is_implied)
    }

    /// The component of a table.
    pub(super) fn from_table(table: &format::ComponentTable, slot: Slot) -> Self {
        let mut component = Self::implied(&table.name, slot).explicit();
        component.rule.clone_from(&table.rule);
        component.kind = table.kind.map_or(component.kind, |kind| kind.value);
        component.case = table.case.map_or(component.case, |case| case.value);
        component.default = table.default.as_ref().map(|default| default.value.clone());
        component.is_empty_default = table.empty_default;
        component.delimiter = delimiter(table);
        component.form.delimiter = component.delimiter.or_else(|| parts(table));
        component.unordered = component.form.delimiter.filter(|_| table.any_order);
        component.form.unescaped = table.unescape.as_ref().map(|all| all.value.clone()).unwrap_or_default();
        component.form.case_after = byte(table.case_after.as_ref());
        component.known_fields = table.field.iter().map(known_field).collect();
        component.fields = fields(table);
        component.range = range(table);
        component.max_length = table.max_length.map(|max| max.value);
        component.secret = table.secret.iter().flatten().map(|name| name.value.clone()).collect();
        component.host = table.host.map(|host| host.value);
        component.is_default_significant = table.explicit_default.is_some_and(|is| *is == ExplicitDefault::Other);
        component.skip = table.skip.as_ref().map(|skip| skip.value.clone()).unwrap_or_default();
        if matches!(component.kind, ComponentType::Keyword | ComponentType::Hex) && table.case.is_none() {
            component.case = Case::Lower;
        }
        component.sensitive = table.sensitive;
        component
    }

    /// Marks it as named by the file.
    pub(super) fn explicit(mut self) -> Self {
        self.is_implied = false;
        self
    }

    pub(super) fn implied(name: &str, slot: Slot) -> Self {
        let parsed = Component {
            name: name.to_owned(),
            rule: name.to_owned(),
            slot,
            kind: ComponentType::String,
            case: Case::Preserve,
            default: None,
            is_empty_default: false,
            fields: None,
            known_fields: Vec::new(),
            unordered: None,
            form: TextForm::default(),
            host: None,
            decoded: ByMode::default(),
            is_default_significant: false,
            range: None,
            max_length: None,
        };
        Self {
            parsed,
            delimiter: None,
            secret: Vec::new(),
            skip: String::new(),
            is_in_grammar: ByMode::default(),
            sensitive: false,
            is_implied: true,
            is_divided: false,
            escaping: Escaping::NONE,
        }
    }

    /// Whether it is not part of the common Internet syntax.
    pub(super) fn is_own(&self) -> bool {
        !self.is_implied && common_slot(&self.name).is_none()
    }
}

/// The capture of a component with a name and a rule; an implied one counts only in the common Internet syntax.
pub(super) fn capture<'c>(name: &'c str, rule: &'c str, is_implied: bool) -> Capture<'c> {
    if is_implied { Capture::implied(name, rule, LOGINS) } else { Capture::new(name, rule) }
}

fn range(table: &format::ComponentTable) -> Option<Range> {
    let greatest: u64 = match table.kind?.value {
        ComponentType::U16 => u16::MAX.into(),
        ComponentType::U32 => u32::MAX.into(),
        ComponentType::U64 => u64::MAX,
        _ => {
            let [least, greatest] = [table.min, table.max].map(|limit| limit.map(|limit| limit.value.into()));
            return (least.is_some() || greatest.is_some()).then_some(Range { least, greatest });
        }
    };
    Some(Range { least: Some(0), greatest: Some(greatest.into()) })
}

fn fields(table: &format::ComponentTable) -> Option<Fields> {
    table.kind.filter(|kind| **kind == ComponentType::Fields)?;
    let delimiter = written_delimiter(table).unwrap_or(Delimiter::Between(b'&'));
    let syntax = FieldSyntax::new(delimiter, byte(table.equals.as_ref()).unwrap_or(b'='));
    let lead = table.prefix.as_ref().and_then(|prefix| prefix.bytes().nth(1));
    let syntax = lead.map_or(syntax, |lead| syntax.with_lead(lead));
    let case = table.field_case.map_or(FieldCase::Preserve, |case| case.value);
    Some(Fields { syntax, case, any_order: table.any_order, unique: table.unique, only_known: table.only_known })
}

/// A field without its rule, which needs the grammar.
fn known_field(table: &format::FieldTable) -> KnownField {
    let default = table.default.as_ref().map(|default| default.value.clone());
    KnownField { name: table.name.value.clone(), rule: None, default, is_required: table.required }
}

/// The position of the delimiter of a list; by default a slash between the elements.
fn delimiter(table: &format::ComponentTable) -> Option<Delimiter> {
    match table.kind.map(|kind| kind.value) {
        Some(ComponentType::List) => written_delimiter(table).or(Some(Delimiter::Between(b'/'))),
        Some(ComponentType::Host) => {
            table.host.filter(|kind| **kind == HostKind::List).map(|_| Delimiter::Between(b','))
        }
        _ => None,
    }
}

/// The character between the parts of a text that is no list.
fn parts(table: &format::ComponentTable) -> Option<Delimiter> {
    let is_text = table.kind.is_none_or(|kind| *kind == ComponentType::String);
    byte(table.separator.as_ref()).filter(|_| is_text).map(Delimiter::Between)
}

fn written_delimiter(table: &format::ComponentTable) -> Option<Delimiter> {
    let before = byte(table.prefix.as_ref()).map(Delimiter::Before);
    let between = || byte(table.separator.as_ref()).map(Delimiter::Between);
    before.or_else(between).or_else(|| byte(table.terminator.as_ref()).map(Delimiter::After))
}

fn byte(text: Option<&Located<String>>) -> Option<u8> {
    text.and_then(|text| text.bytes().next())
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

pub(super) fn forms(table: &SyntaxTable) -> Vec<&str> {
    let forms = table.form.iter().filter(|_| table.abnf.is_none());
    forms.map(|form| form.as_str()).collect()
}

/// The components of the table, and those of the imported rules.
pub(super) fn components(name: &str, table: &SyntaxTable) -> Result<Vec<DeclaredComponent>, DeclareError> {
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
        let is_in_form = |one: &&format::ComponentTable| names.contains(&one.name.as_str()) && one.name == one.rule;
        if let Some(missing) = table.components.iter().find(|one| !is_in_form(one)) {
            return Err(DeclareError::NotInForm { name: name.to_owned(), component: missing.name.value.clone() });
        }
        for name in names {
            let one = table.components.iter().find(|one| *one.name == name);
            let slot = slot_of(name)?;
            let default = || DeclaredComponent::implied(name, slot).explicit();
            let mut component = one.map_or_else(default, |one| DeclaredComponent::from_table(one, slot));
            component.rule = form::rule_name(name, *table.grammar);
            components.push(component);
        }
        return Ok(components);
    }
    for component in &table.components {
        components.push(DeclaredComponent::from_table(component, slot_of(&component.name)?));
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
        if !components.iter().any(|known: &DeclaredComponent| known.slot == slot && !known.is_implied) {
            components.push(DeclaredComponent::implied(name, slot));
        }
    }
    Ok(components)
}
