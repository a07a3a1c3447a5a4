//! Converts the description of a scheme to a [`Registration`].

use std::cell::Cell;
use std::sync::Arc;

use locator_core::registration::{
    Component, Delimiter, Example, FieldSyntax, Grammar, List, Registration, Reject, Role, Status, Text,
};
use locator_core::syntax::escape::Escaping;
use locator_core::{Class, ErrorKind, Fix, Requirement, Shape, Slot, syntax::split};
use locator_declared::Steps;
use locator_plugin::abi::{self, LocStr};

use crate::error::LoadErrorKind;
use crate::ffi_call::Functions;
use crate::ffi_read::{PluginMemory, ReadError};

/// The largest number of requirements, examples, rejects or references of a scheme.
const MAX_LIST: usize = 4096;

/// The longest name of a scheme, a component, a rule or a requirement, in bytes.
pub(crate) const MAX_NAME: usize = 128;

/// The largest total length of all texts of a scheme, in bytes; a text that occurs twice counts twice.
const MAX_TEXT: usize = 1 << 20;

/// The converted description of a scheme.
pub(crate) struct SchemeDescriptor {
    pub(crate) registration: Registration,
    pub(crate) requirements: Vec<RuleRequirement>,
    /// `None` if the plugin has `plan`.
    pub(crate) steps: Option<Steps>,
    pub(crate) functions: Functions,
    pub(crate) shape: Option<Shape>,
}

/// A requirement, and the grammar rule that it belongs to.
pub(crate) type RuleRequirement = (String, Arc<Requirement>);

/// Converts the description of a scheme. Errors contain its name.
pub(crate) fn read(
    memory: PluginMemory,
    raw: &abi::LocScheme,
    functions: Functions,
) -> Result<SchemeDescriptor, LoadErrorKind> {
    let invalid = |error| LoadErrorKind::Descriptor(format!("the name of a scheme is {error}"));
    let name = memory.text(raw.name).map_err(invalid)?;
    if name.len() > MAX_NAME {
        return Err(invalid(ReadError::TextLength(name.len())));
    }
    if !split::is_scheme(&name) || name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(LoadErrorKind::BadScheme(name));
    }
    let reader = SchemeReader { memory, name: &name, text_len: Cell::new(0) };
    let registration = reader.registration(raw)?;
    let steps = reader.steps(raw, &registration)?;
    let shape = reader.shape(raw, &registration)?;
    Ok(SchemeDescriptor { requirements: reader.requirements(raw)?, registration, steps, functions, shape })
}

/// Reads the structs of one scheme.
struct SchemeReader<'n> {
    memory: PluginMemory,
    name: &'n str,
    /// The total length of the texts so far.
    text_len: Cell<usize>,
}

impl SchemeReader<'_> {
    fn error(&self, problem: impl std::fmt::Display) -> LoadErrorKind {
        LoadErrorKind::Descriptor(format!("scheme `{}`: {problem}", self.name))
    }

    fn invalid(&self, what: &str) -> impl Fn(ReadError) -> LoadErrorKind {
        move |error| self.error(format_args!("{what} is {error}"))
    }

    fn text(&self, text: LocStr, what: &str) -> Result<String, LoadErrorKind> {
        self.text_len.set(self.text_len.get().saturating_add(text.len));
        if self.text_len.get() > MAX_TEXT {
            return Err(self.error(format_args!("the texts have more than {MAX_TEXT} bytes in total")));
        }
        self.memory.text(text).map_err(self.invalid(what))
    }

    fn name(&self, text: LocStr, what: &str) -> Result<String, LoadErrorKind> {
        if text.len > MAX_NAME {
            return Err(self.invalid(what)(ReadError::TextLength(text.len)));
        }
        self.display_text(text, what)
    }

    /// Reads a text for display: it must not contain terminal control sequences.
    fn display_text(&self, text: LocStr, what: &str) -> Result<String, LoadErrorKind> {
        let text = self.text(text, what)?;
        if text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            return Err(self.error(format_args!("{what} has control characters")));
        }
        Ok(text)
    }

    fn owned(&self, text: LocStr, what: &str) -> Result<Text, LoadErrorKind> {
        self.display_text(text, what).map(Text::Owned)
    }

    fn list<T: Copy>(&self, pointer: *const T, len: u32, what: &str) -> Result<Vec<T>, LoadErrorKind> {
        self.memory.list(pointer, len, MAX_LIST).map_err(self.invalid(what))
    }

    fn registration(&self, raw: &abi::LocScheme) -> Result<Registration, LoadErrorKind> {
        let version = self.name(raw.version, "`version`")?;
        let access = self.display_text(raw.access, "`access`")?;
        let lines = access.lines().filter(|line| !line.trim().is_empty());
        let mut registration = Registration::new(
            self.name.to_owned(),
            version
                .parse()
                .map_err(|error| self.error(format_args!("`version` is `{version}`, not a version: {error}")))?,
            status(raw.status).ok_or_else(|| self.error("`status` is unknown"))?,
        );
        registration.grammar = grammar(raw.grammar).ok_or_else(|| self.error("`grammar` is unknown"))?;
        registration.description = self.owned(raw.description, "`description`")?;
        registration.default_port = self.port(raw.default_port)?;
        registration.components = List::Owned(self.components(raw)?);
        registration.template = self.owned(raw.composition, "`composition`")?;
        registration.reserved = self.owned(raw.reserved, "`reserved`")?;
        registration.syntax = self.owned(raw.syntax, "`syntax`")?;
        registration.access = List::Owned(lines.map(|line| Text::Owned(line.to_owned())).collect());
        registration.hierarchical = raw.flags & abi::SCHEME_HIERARCHICAL != 0;
        registration.data_object = raw.flags & abi::SCHEME_DATA_OBJECT != 0;
        registration.name_properties = self.owned(raw.name_properties, "`name_properties`")?;
        registration.demonstration = self.owned(raw.demonstration, "`demonstration`")?;
        registration.references = List::Owned(self.references(raw)?);
        registration.examples = self.examples(raw)?.into();
        registration.rejects = self.rejects(raw)?.into();
        Ok(registration)
    }

    /// Reads the shape, whose components must exist.
    fn shape(&self, raw: &abi::LocScheme, registration: &Registration) -> Result<Option<Shape>, LoadErrorKind> {
        let has = |flag| raw.flags & flag != 0;
        let path = match registration.grammar {
            Grammar::Rfc1738 => Shape::RFC1738,
            Grammar::Rfc3986 => Shape::RFC3986.with_host_name(),
        };
        let (shape, slots) = match (has(abi::SCHEME_SHAPE), has(abi::SCHEME_SHAPE_QUERY)) {
            (false, false) => return Ok(None),
            (false, true) => return Err(self.error("a shape with a query needs `LOC_SCHEME_SHAPE`")),
            (true, false) => (path, &[Slot::HOST, Slot::own(0)][..]),
            (true, true) => (path.with_query(), &[Slot::HOST, Slot::own(0), Slot::own(1)][..]),
        };
        let is_component = |slot: &Slot| registration.components.iter().any(|one| one.slot == *slot && !one.lenient);
        if !slots.iter().all(is_component) {
            return Err(self.error("its shape needs the components host, `LOC_C_OWN`, and for a query `LOC_C_OWN + 1`"));
        }
        Ok(Some(shape))
    }

    fn port(&self, port: u32) -> Result<Option<u16>, LoadErrorKind> {
        let port = u16::try_from(port).map_err(|_| self.error("`default_port` is out of range"))?;
        Ok((port != 0).then_some(port))
    }

    fn references(&self, raw: &abi::LocScheme) -> Result<Vec<Text>, LoadErrorKind> {
        let references = self.list(raw.references, raw.n_references, "`references`")?;
        let references = references.into_iter();
        references.map(|text| self.owned(text, "a reference")).collect()
    }

    fn examples(&self, raw: &abi::LocScheme) -> Result<Vec<Example>, LoadErrorKind> {
        let examples = self.list(raw.examples, raw.n_examples, "`examples`")?;
        if examples.is_empty() {
            return Err(self.error("`examples` is empty"));
        }
        let example = |example: abi::LocExample| {
            Ok(Example::new(self.text(example.url, "an example")?, self.text(example.components, "an example")?))
        };
        examples.into_iter().map(example).collect()
    }

    fn rejects(&self, raw: &abi::LocScheme) -> Result<Vec<Reject>, LoadErrorKind> {
        let rejects = self.list(raw.rejects, raw.n_rejects, "`rejects`")?;
        if rejects.is_empty() {
            return Err(self.error("`rejects` is empty"));
        }
        let reject = |reject: abi::LocReject| {
            let kind = i32::try_from(reject.kind).ok().and_then(error_kind);
            let kind = kind.ok_or_else(|| self.error("the kind of a reject is unknown"))?;
            let rule = self.name(reject.rule, "the rule of a reject")?;
            let span = (reject.start as usize, reject.end as usize);
            Ok(Reject::new(self.text(reject.url, "a reject")?).with_error(kind, rule, span))
        };
        rejects.into_iter().map(reject).collect()
    }

    fn requirements(&self, raw: &abi::LocScheme) -> Result<Vec<RuleRequirement>, LoadErrorKind> {
        let requirements = self.list(raw.requirements, raw.n_requirements, "`requirements`")?;
        let text = |text| self.display_text(text, "a requirement");
        let requirement = |requirement: abi::LocRequirement| {
            let rule = self.name(requirement.rule, "the rule of a requirement")?;
            let id = self.name(requirement.id, "the id of a requirement")?;
            let section = self.name(requirement.section, "the section of a requirement")?;
            let replacement = text(requirement.replacement)?;
            let fix = match requirement.fix {
                abi::FIX_UNKNOWN => Fix::Unknown,
                abi::FIX_ENCODE => Fix::Encode,
                abi::FIX_DECODE => Fix::Decode,
                abi::FIX_REMOVE => Fix::Remove,
                abi::FIX_REPLACE => Fix::Replace(replacement.into()),
                _ => return Err(self.error("the fix of a requirement is unknown")),
            };
            let requirement = Requirement::owned(id, section, text(requirement.text)?, text(requirement.help)?, fix);
            Ok((rule, Arc::new(requirement)))
        };
        requirements.into_iter().map(requirement).collect()
    }

    /// Reads the access algorithm as an array of steps. Required unless there is a `plan` (RFC 1738 §4).
    fn steps(&self, raw: &abi::LocScheme, registration: &Registration) -> Result<Option<Steps>, LoadErrorKind> {
        let text = self.display_text(raw.steps, "`steps`")?;
        if raw.plan.is_some() && text.is_empty() {
            return Ok(None);
        }
        if text.is_empty() {
            return Err(self.error("the access algorithm is missing: neither `steps` nor `plan` is set"));
        }
        let steps = Steps::from_text(&text, registration);
        steps.map(Some).map_err(|error| self.error(format_args!("`steps`: {error}")))
    }

    /// Reads the components: the kinds are known and unique, and the scheme's own are numbered without gaps.
    fn components(&self, raw: &abi::LocScheme) -> Result<Vec<Component>, LoadErrorKind> {
        let all =
            self.memory.list(raw.components, raw.n_components, SLOT_COUNT).map_err(self.invalid("`components`"))?;
        let own = (abi::C_OWN..).zip(all.iter().filter(|one| one.kind >= abi::C_OWN));
        let end = own.last().map_or(abi::C_OWN, |(last, _)| last + 1);
        let mut components: Vec<Component> = Vec::new();
        for one in &all {
            let slot = slot(one.kind).filter(|_| one.kind < end);
            let slot = slot.ok_or_else(|| self.error("the kind of a component is unknown or leaves a gap"))?;
            if components.iter().any(|other| other.slot == slot) {
                return Err(self.error("two components have the same kind"));
            }
            components.push(self.component(one, slot)?);
        }
        add_unwanted_login(raw.grammar, &mut components);
        Ok(components)
    }

    fn component(&self, raw: &abi::LocComponent, slot: Slot) -> Result<Component, LoadErrorKind> {
        let name = self.name(raw.name, "the name of a component")?;
        let is_lenient = raw.flags & abi::COMPONENT_LENIENT != 0;
        let mut component = match common(slot) {
            Some(common) if name.is_empty() || name == common.name => common,
            Some(common) => {
                return Err(self.error(format_args!("the component `{}` is named `{name}`", common.name)));
            }
            None if name.is_empty() => return Err(self.error("a component has no name")),
            None => {
                let role = role(raw).ok_or_else(|| self.error("the role of a component is unknown"))?;
                let mut own = Component::new("", slot, role);
                own.name = Text::Owned(name);
                own
            }
        };
        let fallback = self.display_text(raw.fallback, "`fallback`")?;
        component.default = (!raw.fallback.ptr.is_null()).then_some(Text::Owned(fallback));
        component.lenient = is_lenient;
        component.escaping = self.escaping(raw, &component)?;
        Ok(component)
    }

    /// Returns which bytes of a component are escaped when a URL is built.
    fn escaping(&self, raw: &abi::LocComponent, component: &Component) -> Result<Escaping, LoadErrorKind> {
        let plain = self.display_text(raw.plain, "`plain`")?;
        let is_default = common(component.slot).is_some() && plain.is_empty();
        if raw.flags & abi::COMPONENT_UNESCAPED != 0 {
            Ok(Escaping::NONE)
        } else if is_default || matches!(component.role, Role::Keyword | Role::Flag) {
            Ok(component.escaping)
        } else if plain.is_ascii() && !plain.contains('%') {
            Ok(Escaping::outside(&Class::alphadigit("plain").and(plain.as_bytes())))
        } else {
            Err(self.error("`plain` has a `%` or a byte outside US-ASCII"))
        }
    }
}

/// The number of component slots: those of the common Internet syntax, and the scheme's own.
pub(crate) const SLOT_COUNT: usize = COMMON + Slot::OWN;

/// User, password, host and port.
pub(crate) const COMMON: usize = 4;

/// The kinds of components, in the order of [`index`].
pub(crate) const KINDS: [u32; SLOT_COUNT] = [
    abi::C_USER,
    abi::C_PASSWORD,
    abi::C_HOST,
    abi::C_PORT,
    abi::C_OWN,
    abi::C_OWN + 1,
    abi::C_OWN + 2,
    abi::C_OWN + 3,
    abi::C_OWN + 4,
    abi::C_OWN + 5,
    abi::C_OWN + 6,
];

/// Returns the index of a kind of component, from 0; the common ones come first.
#[inline]
pub(crate) fn index(kind: u32) -> Option<usize> {
    let (own, common) = (kind.wrapping_sub(abi::C_OWN) as usize, kind.wrapping_sub(abi::C_USER) as usize);
    if own < Slot::OWN { Some(COMMON + own) } else { (common < COMMON).then_some(common) }
}

/// The slots of components, in the order of [`index`].
pub(crate) const SLOTS: [Slot; SLOT_COUNT] = [
    Slot::USER,
    Slot::PASSWORD,
    Slot::HOST,
    Slot::PORT,
    Slot::own(0),
    Slot::own(1),
    Slot::own(2),
    Slot::own(3),
    Slot::own(4),
    Slot::own(5),
    Slot::own(6),
];

/// Returns the slot of a kind of component.
#[inline]
pub(crate) fn slot(kind: u32) -> Option<Slot> {
    Some(SLOTS[index(kind)?])
}

/// A set of components: a bit for each [`index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KindSet(u32);

impl KindSet {
    /// User, password and port, without which the order of the common components needs no check.
    const ORDERED: u32 = 0b1011;

    #[inline]
    pub(crate) const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    /// Removes a component, and returns whether it was in the set.
    #[inline]
    pub(crate) const fn take(&mut self, index: usize) -> bool {
        let bit = 1 << index;
        let had = self.0 & bit != 0;
        self.0 &= !bit;
        had
    }

    /// Returns the components that are in this set and not in `other`.
    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether a common component other than the host is in the set.
    #[inline]
    pub(crate) const fn has_order(self) -> bool {
        self.0 & Self::ORDERED != 0
    }
}

impl FromIterator<usize> for KindSet {
    fn from_iter<I: IntoIterator<Item = usize>>(all: I) -> Self {
        Self(all.into_iter().fold(0, |bits, index| bits | 1 << index))
    }
}

/// Returns the component of a slot of the common Internet syntax.
fn common(slot: Slot) -> Option<Component> {
    let mut all = [Component::USER, Component::PASSWORD, Component::HOST, Component::PORT].into_iter();
    all.find(|one| one.slot == slot)
}

/// Converts a status that reports an error in the URL.
pub(crate) fn error_kind(status: abi::LocStatus) -> Option<ErrorKind> {
    match status {
        abi::E_MISSING => Some(ErrorKind::Missing),
        abi::E_RANGE => Some(ErrorKind::OutOfRange),
        abi::E_ESCAPE => Some(ErrorKind::BadEscape),
        abi::E_FORBIDDEN => Some(ErrorKind::Forbidden),
        abi::E_UNEXPECTED => Some(ErrorKind::Unexpected),
        _ => None,
    }
}

fn role(raw: &abi::LocComponent) -> Option<Role> {
    let delimiter = u8::try_from(raw.delimiter).ok().filter(u8::is_ascii_graphic);
    match raw.role {
        abi::R_TEXT => Some(Role::Text),
        abi::R_WHOLE => Some(Role::Whole),
        abi::R_KEYWORD => Some(Role::Keyword),
        abi::R_FLAG => Some(Role::Flag),
        abi::R_LIST_BETWEEN => Some(Role::List(Delimiter::Between(delimiter?))),
        abi::R_LIST_AFTER => Some(Role::List(Delimiter::After(delimiter?))),
        abi::R_FIELDS => Some(Role::Fields(FieldSyntax::SEMICOLON)),
        _ => None,
    }
}

fn status(status: u32) -> Option<Status> {
    match status {
        abi::STATUS_PERMANENT => Some(Status::Permanent),
        abi::STATUS_PROVISIONAL => Some(Status::Provisional),
        abi::STATUS_HISTORICAL => Some(Status::Historical),
        abi::STATUS_EXPERIMENTAL => Some(Status::Experimental),
        abi::STATUS_RESERVED => Some(Status::Reserved),
        abi::STATUS_PRIVATE => Some(Status::Private),
        _ => None,
    }
}

fn grammar(grammar: u32) -> Option<Grammar> {
    match grammar {
        abi::GRAMMAR_RFC1738 => Some(Grammar::Rfc1738),
        abi::GRAMMAR_RFC3986 => Some(Grammar::Rfc3986),
        _ => None,
    }
}

/// Adds components for an unwanted login, which lenient mode keeps, unless the scheme uses their names or slots
/// itself. The host parses the login, so plugins need not list these components.
fn add_unwanted_login(grammar: u32, components: &mut Vec<Component>) {
    let unwanted = [Component::UNWANTED_USER, Component::UNWANTED_PASSWORD];
    let has_host = components.iter().any(|one| one.slot == Slot::HOST);
    let mut known = components.iter().flat_map(|one| unwanted.iter().map(move |other| (one, other)));
    let is_taken = known.any(|(one, other)| one.slot == other.slot || one.name == other.name);
    if grammar == abi::GRAMMAR_RFC1738 && has_host && !is_taken {
        components.extend(unwanted);
    }
}
