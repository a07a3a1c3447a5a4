//! The components of a syntax and their slots.

use std::collections::HashSet;
use std::fmt;

use anyurl_core::Slot;
use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Delimiter, FieldSyntax};

use super::{ByMode, LOGINS, USERINFO, form, forms};
use crate::format::{self, Case, ComponentType, ExplicitDefault, FieldCase, HostKind, Located, SyntaxTable};
use crate::scheme::DeclareError;
use crate::scheme::text_rule::TextRule;
use anyurl_abnf::{AuthorityPrefix, Capture};

/// A component and its slot.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a component, not states")]
pub(in crate::scheme) struct Component {
    pub(in crate::scheme) name: String,
    pub(in crate::scheme) rule: String,
    pub(in crate::scheme) slot: Slot,
    pub(in crate::scheme) kind: ComponentType,
    pub(in crate::scheme) case: Case,
    pub(in crate::scheme) default: Option<String>,
    /// The position of the delimiter of a list.
    pub(in crate::scheme) delimiter: Option<Delimiter>,
    /// How fields are divided, and what of them does not count.
    pub(in crate::scheme) fields: Option<Fields>,
    /// The names of the fields that are secrets.
    pub(in crate::scheme) secret: Vec<String>,
    /// The characters that do not count.
    pub(in crate::scheme) skip: String,
    /// What the host is.
    pub(in crate::scheme) host: Option<HostKind>,
    /// The rules that the decoded text must match in strict and lenient mode.
    pub(in crate::scheme) decoded: ByMode<Option<TextRule>>,
    /// Whether writing the default makes another URL.
    pub(in crate::scheme) is_default_significant: bool,
    /// Whether the strict and the lenient grammar have it.
    pub(in crate::scheme) is_in_grammar: ByMode<bool>,
    /// Whether the file declares it as secret.
    pub(in crate::scheme) sensitive: bool,
    /// Whether an imported rule implies it.
    pub(in crate::scheme) is_implied: bool,
    /// Whether it consists of other components.
    pub(in crate::scheme) is_divided: bool,
    /// The bytes that are written without escapes.
    pub(in crate::scheme) escaping: Escaping,
    /// The numbers that it can have, if it is a whole number with limits.
    pub(in crate::scheme) range: Option<Range>,
    /// The greatest number of characters, if there is one.
    pub(in crate::scheme) max_length: Option<i64>,
}

/// The least and the greatest number of a component.
#[derive(Clone, Copy)]
pub(in crate::scheme) struct Range {
    least: Option<i128>,
    greatest: Option<i128>,
}

impl Range {
    fn new(table: &format::ComponentTable) -> Option<Self> {
        let greatest: u64 = match table.kind?.value {
            ComponentType::U16 => u16::MAX.into(),
            ComponentType::U32 => u32::MAX.into(),
            ComponentType::U64 => u64::MAX,
            _ => {
                let [least, greatest] = [table.min, table.max].map(|limit| limit.map(|limit| limit.value.into()));
                return (least.is_some() || greatest.is_some()).then_some(Self { least, greatest });
            }
        };
        Some(Self { least: Some(0), greatest: Some(greatest.into()) })
    }

    /// Whether the number in a text of digits with or without a sign is in the range.
    pub(in crate::scheme) fn contains(self, text: &str) -> bool {
        let Ok(number) = text.parse::<i128>() else {
            // More digits than any limit has.
            return if text.starts_with('-') { self.least.is_none() } else { self.greatest.is_none() };
        };
        self.least.is_none_or(|least| least <= number) && self.greatest.is_none_or(|greatest| number <= greatest)
    }
}

/// `from 0 to 255`, `at least 1`, `at most 9`
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.greatest) {
            (Some(least), Some(greatest)) => write!(f, "from {least} to {greatest}"),
            (Some(least), None) => write!(f, "at least {least}"),
            (None, Some(greatest)) => write!(f, "at most {greatest}"),
            (None, None) => f.write_str("any number"),
        }
    }
}

/// How fields are divided, and what of them does not count.
#[derive(Clone, Copy)]
pub(in crate::scheme) struct Fields {
    pub(in crate::scheme) syntax: FieldSyntax,
    pub(in crate::scheme) case: FieldCase,
    pub(in crate::scheme) any_order: bool,
    /// Whether no two fields have the same name.
    pub(in crate::scheme) unique: bool,
}

impl Fields {
    fn new(table: &format::ComponentTable) -> Option<Self> {
        table.kind.filter(|kind| **kind == ComponentType::Fields)?;
        let delimiter = written_delimiter(table).unwrap_or(Delimiter::Between(b'&'));
        let syntax = FieldSyntax::new(delimiter, byte(table.equals.as_ref()).unwrap_or(b'='));
        let lead = table.prefix.as_ref().and_then(|prefix| prefix.bytes().nth(1));
        let syntax = lead.map_or(syntax, |lead| syntax.with_lead(lead));
        let case = table.field_case.map_or(FieldCase::Preserve, |case| case.value);
        Some(Self { syntax, case, any_order: table.any_order, unique: table.unique })
    }
}

impl Component {
    pub(in crate::scheme) fn capture(&self) -> Capture<'_> {
        if self.is_implied {
            Capture::implied(&self.name, &self.rule, LOGINS)
        } else {
            Capture::new(&self.name, &self.rule)
        }
    }

    /// The component of a table.
    pub(super) fn from_table(table: &format::ComponentTable, slot: Slot) -> Self {
        let mut component = Self::implied(&table.name, slot).explicit();
        component.rule.clone_from(&table.rule);
        component.kind = table.kind.map_or(component.kind, |kind| kind.value);
        component.case = table.case.map_or(component.case, |case| case.value);
        component.default = table.default.as_ref().map(|default| default.value.clone());
        component.delimiter = delimiter(table);
        component.fields = Fields::new(table);
        component.range = Range::new(table);
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
        Self {
            name: name.to_owned(),
            rule: name.to_owned(),
            slot,
            kind: ComponentType::String,
            case: Case::Preserve,
            default: None,
            delimiter: None,
            fields: None,
            secret: Vec::new(),
            host: None,
            decoded: ByMode::default(),
            is_default_significant: false,
            is_in_grammar: ByMode::default(),
            skip: String::new(),
            sensitive: false,
            is_implied: true,
            is_divided: false,
            escaping: Escaping::NONE,
            range: None,
            max_length: None,
        }
    }

    /// Whether the core parses it as part of a prefix.
    pub(in crate::scheme) fn is_in(&self, head: AuthorityPrefix) -> bool {
        head.components().contains(&&*self.name)
    }

    /// Whether it is not part of the common Internet syntax.
    pub(in crate::scheme) fn is_own(&self) -> bool {
        !self.is_implied && common_slot(&self.name).is_none()
    }
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

/// The components of the table, and those of the imported rules.
pub(super) fn components(name: &str, table: &SyntaxTable) -> Result<Vec<Component>, DeclareError> {
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
