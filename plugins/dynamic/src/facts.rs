//! What a plugin says about one of its schemes, as the registration that every scheme has.

use std::cell::Cell;
use std::sync::Arc;

use locator_core::registration::{
    Component, Delimiter, Example, Grammar, List, Registration, Reject, Role, Status, Text,
};
use locator_core::syntax::escape::Escaping;
use locator_core::{Class, ErrorKind, Fix, Requirement, Slot, syntax::split};
use locator_declared::Steps;
use locator_plugin::abi::{self, Str};

use crate::call::Functions;
use crate::error::Fault;
use crate::memory::{Memory, Wrong};

/// More requirements, examples, rejects or references than this no scheme has.
const MOST: usize = 4096;

/// No name is longer, in bytes: of a scheme, a component, a rule or a requirement.
pub(crate) const LONGEST_NAME: usize = 128;

/// All texts of one scheme together are not longer, in bytes: each may be lent more than once.
const LONGEST: usize = 1 << 20;

/// One scheme of a plugin.
pub(crate) struct Facts {
    pub(crate) registration: Registration,
    pub(crate) requirements: Vec<Ruled>,
    /// `None` where `plan` has them.
    pub(crate) steps: Option<Steps>,
    pub(crate) functions: Functions,
}

/// A requirement, and the rule of the grammar that it is about.
pub(crate) struct Ruled {
    pub(crate) rule: String,
    pub(crate) id: String,
    pub(crate) section: String,
    pub(crate) says: String,
    pub(crate) help: String,
    pub(crate) fix: Option<String>,
    pub(crate) kind: u32,
}

impl Ruled {
    /// The rule, and the requirement that errors share.
    pub(crate) fn into_shared(self) -> (String, Arc<Requirement>) {
        let fix = match self.kind {
            abi::FIX_ENCODE => Fix::Encode,
            abi::FIX_DECODE => Fix::Decode,
            abi::FIX_REMOVE => Fix::Remove,
            abi::FIX_REPLACE => Fix::Replace(self.fix.unwrap_or_default().into()),
            _ => Fix::Unknown,
        };
        (self.rule, Arc::new(Requirement::owned(self.id, self.section, self.says, self.help, fix)))
    }
}

/// Reads one scheme, and names it in whatever is wrong.
pub(crate) fn read(memory: Memory, raw: &abi::Scheme, functions: Functions) -> Result<Facts, Fault> {
    let name = memory.text(raw.name).map_err(|wrong| Fault::Descriptor(format!("the name of a scheme is {wrong}")))?;
    if name.len() > LONGEST_NAME {
        return Err(Fault::Descriptor(format!("the name of a scheme is {}", Wrong::Length(name.len()))));
    }
    if !split::is_scheme(&name) || name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(Fault::BadScheme(name));
    }
    let reader = Reader { memory, name: &name, read: Cell::new(0) };
    let registration = reader.registration(raw)?;
    let steps = reader.steps(raw, &registration)?;
    Ok(Facts { requirements: reader.requirements(raw)?, registration, steps, functions })
}

/// Reads what belongs to one scheme.
struct Reader<'n> {
    memory: Memory,
    name: &'n str,
    /// How many bytes of texts were read.
    read: Cell<usize>,
}

impl Reader<'_> {
    fn fault(&self, what: impl std::fmt::Display) -> Fault {
        Fault::Descriptor(format!("of its scheme `{}`, {what}", self.name))
    }

    fn wrong(&self, what: &str) -> impl Fn(Wrong) -> Fault {
        move |wrong| self.fault(format_args!("{what} is {wrong}"))
    }

    fn text(&self, text: Str, what: &str) -> Result<String, Fault> {
        self.read.set(self.read.get().saturating_add(text.len));
        if self.read.get() > LONGEST {
            return Err(self.fault(format_args!("all texts together have more than {LONGEST} bytes")));
        }
        self.memory.text(text).map_err(self.wrong(what))
    }

    /// A name, which is not long.
    fn name(&self, text: Str, what: &str) -> Result<String, Fault> {
        if text.len > LONGEST_NAME {
            return Err(self.wrong(what)(Wrong::Length(text.len)));
        }
        self.said(text, what)
    }

    /// A text for people: no character in it acts on a terminal.
    fn said(&self, text: Str, what: &str) -> Result<String, Fault> {
        let text = self.text(text, what)?;
        let acts = |found: char| found.is_control() && !matches!(found, '\n' | '\r' | '\t');
        if text.contains(acts) {
            return Err(self.fault(format_args!("{what} has control characters")));
        }
        Ok(text)
    }

    fn owned(&self, text: Str, what: &str) -> Result<Text, Fault> {
        self.said(text, what).map(Text::Owned)
    }

    fn list<T: Copy>(&self, pointer: *const T, len: u32, what: &str) -> Result<Vec<T>, Fault> {
        self.memory.list(pointer, len, MOST).map_err(self.wrong(what))
    }

    fn registration(&self, raw: &abi::Scheme) -> Result<Registration, Fault> {
        let version = self.name(raw.version, "the version")?;
        let access = self.said(raw.access, "`access`")?;
        let lines = access.lines().filter(|line| !line.trim().is_empty());
        Ok(Registration {
            name: Text::Owned(self.name.to_owned()),
            version: version.parse().map_err(|error| self.fault(format_args!("the version `{version}`: {error}")))?,
            status: status(raw.status).ok_or_else(|| self.fault("the status is none"))?,
            grammar: grammar(raw.grammar).ok_or_else(|| self.fault("the grammar is none"))?,
            rfc1738: false,
            description: self.owned(raw.description, "the description")?,
            default_port: self.port(raw.default_port)?,
            components: List::Owned(self.components(raw)?),
            template: self.owned(raw.composition, "`composition`")?,
            reserved: self.owned(raw.reserved, "`reserved`")?,
            syntax: self.owned(raw.syntax, "the syntax")?,
            access: List::Owned(lines.map(|line| Text::Owned(line.to_owned())).collect()),
            hierarchical: raw.flags & abi::SCHEME_HIERARCHICAL != 0,
            data_object: raw.flags & abi::SCHEME_DATA_OBJECT != 0,
            name_properties: self.owned(raw.name_properties, "`name_properties`")?,
            demonstration: self.owned(raw.demonstration, "`demonstration`")?,
            references: List::Owned(self.references(raw)?),
            examples: List::Owned(self.examples(raw)?),
            rejects: List::Owned(self.rejects(raw)?),
        })
    }

    fn port(&self, port: u32) -> Result<Option<u16>, Fault> {
        let port = u16::try_from(port).map_err(|_| self.fault("the default port is none"))?;
        Ok((port != 0).then_some(port))
    }

    fn references(&self, raw: &abi::Scheme) -> Result<Vec<Text>, Fault> {
        let references = self.list(raw.references, raw.n_references, "`references`")?;
        let references = references.into_iter();
        references.map(|text| self.owned(text, "a reference")).collect()
    }

    fn examples(&self, raw: &abi::Scheme) -> Result<Vec<Example>, Fault> {
        let examples = self.list(raw.examples, raw.n_examples, "`examples`")?;
        if examples.is_empty() {
            return Err(self.fault("there is no example"));
        }
        let example = |example: abi::Example| {
            Ok(Example {
                url: Text::Owned(self.text(example.url, "an example")?),
                components: Text::Owned(self.text(example.components, "an example")?),
            })
        };
        examples.into_iter().map(example).collect()
    }

    fn rejects(&self, raw: &abi::Scheme) -> Result<Vec<Reject>, Fault> {
        let rejects = self.list(raw.rejects, raw.n_rejects, "`rejects`")?;
        if rejects.is_empty() {
            return Err(self.fault("there is no text that it refuses"));
        }
        let reject = |reject: abi::Reject| {
            let number = i32::try_from(reject.kind).ok();
            let kind = number.and_then(kind);
            Ok(Reject {
                url: Text::Owned(self.text(reject.url, "a reject")?),
                kind: kind.ok_or_else(|| self.fault("the kind of a reject is none"))?,
                rule: Text::Owned(self.name(reject.rule, "the rule of a reject")?),
                span: (reject.start as usize, reject.end as usize),
            })
        };
        rejects.into_iter().map(reject).collect()
    }

    fn requirements(&self, raw: &abi::Scheme) -> Result<Vec<Ruled>, Fault> {
        let requirements = self.list(raw.requirements, raw.n_requirements, "`requirements`")?;
        let text = |text| self.said(text, "a requirement");
        let requirement = |requirement: abi::Requirement| {
            if requirement.fix > abi::FIX_REPLACE {
                return Err(self.fault("the repair of a requirement is none"));
            }
            Ok(Ruled {
                rule: self.name(requirement.rule, "the rule of a requirement")?,
                id: self.name(requirement.id, "the id of a requirement")?,
                section: self.name(requirement.section, "the section of a requirement")?,
                says: text(requirement.says)?,
                help: text(requirement.help)?,
                fix: Some(text(requirement.replacement)?),
                kind: requirement.fix,
            })
        };
        requirements.into_iter().map(requirement).collect()
    }

    /// The algorithm as an array of steps, unless `plan` has it. One of the two there must be (RFC 1738 §4).
    fn steps(&self, raw: &abi::Scheme, registration: &Registration) -> Result<Option<Steps>, Fault> {
        let text = self.said(raw.steps, "`steps`")?;
        if raw.plan.is_some() && text.is_empty() {
            return Ok(None);
        }
        if text.is_empty() {
            return Err(self.fault("there is no algorithm of access, neither `steps` nor `plan`"));
        }
        let steps = Steps::from_text(&text, registration);
        steps.map(Some).map_err(|error| self.fault(format_args!("`steps`: {error}")))
    }

    /// The components: their kinds are known, each stands once, and their own are numbered without gaps.
    fn components(&self, raw: &abi::Scheme) -> Result<Vec<Component>, Fault> {
        let all = self.memory.list(raw.components, raw.n_components, PLACES).map_err(self.wrong("`components`"))?;
        let own = (abi::C_OWN..).zip(all.iter().filter(|one| one.kind >= abi::C_OWN));
        let end = own.last().map_or(abi::C_OWN, |(last, _)| last + 1);
        let mut components: Vec<Component> = Vec::new();
        for one in &all {
            let slot = slot(one.kind).filter(|_| one.kind < end);
            let slot = slot.ok_or_else(|| self.fault("a component has no place"))?;
            if components.iter().any(|other| other.slot == slot) {
                return Err(self.fault("two components have one place"));
            }
            components.push(self.component(one, slot)?);
        }
        unwanted(raw.grammar, &mut components);
        Ok(components)
    }

    fn component(&self, raw: &abi::Component, slot: Slot) -> Result<Component, Fault> {
        let name = self.name(raw.name, "the name of a component")?;
        let is_lenient = raw.flags & abi::COMPONENT_LENIENT != 0;
        let mut component = match common(slot) {
            Some(usual) if name.is_empty() || name == usual.name => usual,
            Some(usual) => {
                return Err(self.fault(format_args!("`{name}` stands in place of `{}`", usual.name)));
            }
            None if name.is_empty() => return Err(self.fault("a component has no name")),
            None => {
                let role = role(raw).ok_or_else(|| self.fault("the role of a component is none"))?;
                let mut own = Component::new("", slot, role);
                own.name = Text::Owned(name);
                own
            }
        };
        let fallback = self.said(raw.fallback, "what a component is by default")?;
        component.default = (!raw.fallback.ptr.is_null()).then_some(Text::Owned(fallback));
        component.lenient = is_lenient;
        component.escaping = self.escaping(raw, &component)?;
        Ok(component)
    }

    /// What of a component is written as it is when a URL is built.
    fn escaping(&self, raw: &abi::Component, component: &Component) -> Result<Escaping, Fault> {
        let plain = self.said(raw.plain, "`plain`")?;
        let is_usual = common(component.slot).is_some() && plain.is_empty();
        if raw.flags & abi::COMPONENT_UNESCAPED != 0 {
            Ok(Escaping::NONE)
        } else if is_usual || matches!(component.role, Role::Keyword | Role::Flag) {
            Ok(component.escaping)
        } else if plain.is_ascii() && !plain.contains('%') {
            Ok(Escaping::outside(&Class::alphadigit("plain").and(plain.as_bytes())))
        } else {
            Err(self.fault("`plain` has other bytes than those that can stand for themselves"))
        }
    }
}

/// How many components a scheme can have: those of the common Internet syntax, and its own.
pub(crate) const PLACES: usize = COMMON + Slot::OWN;

/// User, password, host and port.
const COMMON: usize = 4;

/// The kinds of components, by their numbers.
pub(crate) const KINDS: [u32; PLACES] = [
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

/// The number of a kind of component, from 0: the common ones first.
#[inline]
pub(crate) fn place(kind: u32) -> Option<usize> {
    let (first, kinds, before) =
        if kind < abi::C_OWN { (abi::C_USER, COMMON, 0) } else { (abi::C_OWN, Slot::OWN, COMMON) };
    let number = kind.checked_sub(first)? as usize;
    (number < kinds).then_some(before + number)
}

/// The slot of a kind of component.
#[inline]
pub(crate) fn slot(kind: u32) -> Option<Slot> {
    const SLOTS: [Slot; PLACES] = [
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
    Some(SLOTS[place(kind)?])
}

/// The component of a place of the common Internet syntax.
fn common(slot: Slot) -> Option<Component> {
    let mut all = [Component::USER, Component::PASSWORD, Component::HOST, Component::PORT].into_iter();
    all.find(|one| one.slot == slot)
}

/// The kind of fault that a status says, where the URL is bad.
pub(crate) fn kind(status: abi::Status) -> Option<ErrorKind> {
    match status {
        abi::E_MISSING => Some(ErrorKind::Missing),
        abi::E_RANGE => Some(ErrorKind::OutOfRange),
        abi::E_ESCAPE => Some(ErrorKind::BadEscape),
        abi::E_FORBIDDEN => Some(ErrorKind::Forbidden),
        abi::E_UNEXPECTED => Some(ErrorKind::Unexpected),
        _ => None,
    }
}

fn role(raw: &abi::Component) -> Option<Role> {
    let delimiter = u8::try_from(raw.delimiter).ok().filter(u8::is_ascii_graphic);
    match raw.role {
        abi::R_TEXT => Some(Role::Text),
        abi::R_WHOLE => Some(Role::Whole),
        abi::R_KEYWORD => Some(Role::Keyword),
        abi::R_FLAG => Some(Role::Flag),
        abi::R_LIST_BETWEEN => Some(Role::List(Delimiter::Between(delimiter?))),
        abi::R_LIST_AFTER => Some(Role::List(Delimiter::After(delimiter?))),
        abi::R_FIELDS => Some(Role::Fields),
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

/// A login where none is allowed: lenient mode keeps it. It is read here, so no plugin need list it; one whose own
/// components have these names has no place for it.
fn unwanted(grammar: u32, components: &mut Vec<Component>) {
    let unwanted = [Component::UNWANTED_USER, Component::UNWANTED_PASSWORD];
    let has_host = components.iter().any(|one| one.slot == Slot::HOST);
    let mut known = components.iter().flat_map(|one| unwanted.iter().map(move |other| (one, other)));
    let is_taken = known.any(|(one, other)| one.slot == other.slot || one.name == other.name);
    if grammar == abi::GRAMMAR_RFC1738 && has_host && !is_taken {
        components.extend(unwanted);
    }
}
