//! Checks the facts of a scheme, and converts them to a [`Registration`].

use std::cell::Cell;
use std::sync::Arc;

use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{
    Class, Component, Delimiter, Example, FieldSyntax, Fix, Grammar, List, Registration, Reject, Requirement, Role,
    Shape, Status, Text,
};
use anyurl_core::{ErrorKind, Slot};
use anyurl_declared::Steps;
use anyurl_plugin::abi;

use crate::facts::{ComponentFacts, ExampleFacts, FactsError, MAX_NAME, RejectFacts, RequirementFacts, SchemeFacts};

/// The largest number of requirements, examples, rejects or references of a scheme.
pub(crate) const MAX_LIST: usize = 4096;

/// The largest total length of all texts of a scheme, in bytes; a text that occurs twice counts twice.
const MAX_TEXT: usize = 1 << 20;

/// The checked facts of a scheme.
pub(crate) struct CheckedFacts {
    pub(crate) registration: Registration,
    pub(crate) requirements: Vec<RuleRequirement>,
    /// `None` if a function of the plugin plans.
    pub(crate) steps: Option<Steps>,
    pub(crate) shape: Option<Shape>,
}

/// A requirement, and the grammar rule that it belongs to.
pub(crate) type RuleRequirement = (String, Arc<Requirement>);

/// Checks and converts the facts of a scheme. Errors contain its name.
pub(crate) fn check(facts: &SchemeFacts, has_plan: bool) -> Result<CheckedFacts, FactsError> {
    let name = &facts.name;
    if name.len() > MAX_NAME {
        return Err(FactsError::Invalid(format!("the name of a scheme is a text of {} bytes", name.len())));
    }
    if !anyurl_core::internal::is_scheme(name) || name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(FactsError::BadScheme(name.clone()));
    }
    let checker = SchemeChecker { name, text_len: Cell::new(0) };
    let registration = checker.registration(facts)?;
    let steps = checker.steps(facts, has_plan, &registration)?;
    let shape = checker.shape(facts, &registration)?;
    Ok(CheckedFacts { requirements: checker.requirements(facts)?, registration, steps, shape })
}

/// Checks the facts of one scheme.
struct SchemeChecker<'n> {
    name: &'n str,
    /// The total length of the texts so far.
    text_len: Cell<usize>,
}

impl SchemeChecker<'_> {
    fn error(&self, problem: impl std::fmt::Display) -> FactsError {
        FactsError::Invalid(format!("scheme `{}`: {problem}", self.name))
    }

    fn text(&self, text: &str) -> Result<String, FactsError> {
        self.count(text.len())?;
        Ok(text.to_owned())
    }

    /// Adds to the total length of the texts.
    fn count(&self, len: usize) -> Result<(), FactsError> {
        self.text_len.set(self.text_len.get().saturating_add(len));
        if self.text_len.get() > MAX_TEXT {
            return Err(self.error(format_args!("the texts have more than {MAX_TEXT} bytes in total")));
        }
        Ok(())
    }

    fn name(&self, text: &str, what: &str) -> Result<String, FactsError> {
        if text.len() > MAX_NAME {
            return Err(self.error(format_args!("{what} is a text of {} bytes", text.len())));
        }
        self.display_text(text, what)
    }

    /// Checks a text for display: it must not contain terminal control sequences.
    fn display_text(&self, text: &str, what: &str) -> Result<String, FactsError> {
        let text = self.text(text)?;
        if text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            return Err(self.error(format_args!("{what} has control characters")));
        }
        Ok(text)
    }

    fn owned(&self, text: &str, what: &str) -> Result<Text, FactsError> {
        self.display_text(text, what).map(Text::Owned)
    }

    /// Checks the length of a list.
    fn list<'f, T>(&self, list: &'f [T], what: &str) -> Result<std::slice::Iter<'f, T>, FactsError> {
        if list.len() > MAX_LIST {
            return Err(self.error(format_args!("{what} is a list of {} elements", list.len())));
        }
        Ok(list.iter())
    }

    fn registration(&self, facts: &SchemeFacts) -> Result<Registration, FactsError> {
        let version = self.name(&facts.version, "`version`")?;
        let access = self.display_text(&facts.access, "`access`")?;
        let lines = access.lines().filter(|line| !line.trim().is_empty());
        let mut registration = Registration::new(
            self.name.to_owned(),
            version
                .parse()
                .map_err(|error| self.error(format_args!("`version` is `{version}`, not a version: {error}")))?,
            status(facts.status).ok_or_else(|| self.error("`status` is unknown"))?,
        );
        registration.grammar = grammar(facts.grammar).ok_or_else(|| self.error("`grammar` is unknown"))?;
        registration.description = self.owned(&facts.description, "`description`")?;
        registration.default_port = self.port(facts.default_port)?;
        registration.components = List::Owned(self.components(facts)?);
        registration.template = self.owned(&facts.template, "`composition`")?;
        registration.reserved = self.owned(&facts.reserved, "`reserved`")?;
        registration.syntax = self.owned(&facts.syntax, "`syntax`")?;
        registration.access = List::Owned(lines.map(|line| Text::Owned(line.to_owned())).collect());
        registration.hierarchical = facts.flags & abi::SCHEME_HIERARCHICAL != 0;
        registration.data_object = facts.flags & abi::SCHEME_DATA_OBJECT != 0;
        registration.name_properties = self.owned(&facts.name_properties, "`name_properties`")?;
        registration.demonstration = self.owned(&facts.demonstration, "`demonstration`")?;
        registration.references = List::Owned(self.references(facts)?);
        registration.examples = self.examples(facts)?.into();
        registration.rejects = self.rejects(facts)?.into();
        Ok(registration)
    }

    /// Returns the shape, whose components must exist.
    fn shape(&self, facts: &SchemeFacts, registration: &Registration) -> Result<Option<Shape>, FactsError> {
        let has = |flag| facts.flags & flag != 0;
        let path = match registration.grammar {
            Grammar::Rfc1738 => Shape::RFC1738,
            Grammar::Rfc3986 => Shape::RFC3986.with_host_name(),
        };
        let (shape, slots) = match (has(abi::SCHEME_SHAPE), has(abi::SCHEME_SHAPE_QUERY)) {
            (false, false) => return Ok(None),
            (false, true) => return Err(self.error("a shape with a query needs `AUP_SCHEME_SHAPE`")),
            (true, false) => (path, &[Slot::HOST, Slot::own(0)][..]),
            (true, true) => (path.with_query(), &[Slot::HOST, Slot::own(0), Slot::own(1)][..]),
        };
        let is_component = |slot: &Slot| registration.components.iter().any(|one| one.slot == *slot && !one.lenient);
        if !slots.iter().all(is_component) {
            return Err(self.error("its shape needs the components host, `AUP_C_OWN`, and for a query `AUP_C_OWN + 1`"));
        }
        Ok(Some(shape))
    }

    fn port(&self, port: u32) -> Result<Option<u16>, FactsError> {
        let port = u16::try_from(port).map_err(|_| self.error("`default_port` is out of range"))?;
        Ok((port != 0).then_some(port))
    }

    fn references(&self, facts: &SchemeFacts) -> Result<Vec<Text>, FactsError> {
        let references = self.list(&facts.references, "`references`")?;
        references.map(|text| self.owned(text, "a reference")).collect()
    }

    fn examples(&self, facts: &SchemeFacts) -> Result<Vec<Example>, FactsError> {
        let examples = self.list(&facts.examples, "`examples`")?;
        if facts.examples.is_empty() {
            return Err(self.error("`examples` is empty"));
        }
        examples.map(|example| self.example(example)).collect()
    }

    fn example(&self, facts: &ExampleFacts) -> Result<Example, FactsError> {
        let mut example = Example::new(self.text(&facts.url)?, self.text(&facts.components)?);
        let canonical = facts.canonical.as_deref().map(|text| self.text(text)).transpose()?;
        example.canonical = canonical.map(Text::Owned);
        self.count(facts.wire.as_ref().map_or(0, Vec::len))?;
        example.wire = facts.wire.clone().map(List::Owned);
        Ok(example)
    }

    fn rejects(&self, facts: &SchemeFacts) -> Result<Vec<Reject>, FactsError> {
        let rejects = self.list(&facts.rejects, "`rejects`")?;
        if facts.rejects.is_empty() {
            return Err(self.error("`rejects` is empty"));
        }
        let reject = |reject: &RejectFacts| {
            let kind = i32::try_from(reject.kind).ok().and_then(error_kind);
            let kind = kind.ok_or_else(|| self.error("the kind of a reject is unknown"))?;
            let rule = self.name(&reject.rule, "the rule of a reject")?;
            let span = (reject.start as usize, reject.end as usize);
            Ok(Reject::new(self.text(&reject.url)?).with_error(kind, rule, span))
        };
        rejects.map(reject).collect()
    }

    fn requirements(&self, facts: &SchemeFacts) -> Result<Vec<RuleRequirement>, FactsError> {
        let requirements = self.list(&facts.requirements, "`requirements`")?;
        let text = |text: &str| self.display_text(text, "a requirement");
        let requirement = |requirement: &RequirementFacts| {
            let rule = self.name(&requirement.rule, "the rule of a requirement")?;
            let id = self.name(&requirement.id, "the id of a requirement")?;
            let section = self.name(&requirement.section, "the section of a requirement")?;
            let replacement = text(&requirement.replacement)?;
            let fix = match requirement.fix {
                abi::FIX_UNKNOWN => Fix::Unknown,
                abi::FIX_ENCODE => Fix::Encode,
                abi::FIX_DECODE => Fix::Decode,
                abi::FIX_REMOVE => Fix::Remove,
                abi::FIX_REPLACE => Fix::Replace(replacement.into()),
                _ => return Err(self.error("the fix of a requirement is unknown")),
            };
            let requirement = Requirement::owned(id, section, text(&requirement.text)?, text(&requirement.help)?, fix);
            Ok((rule, Arc::new(requirement)))
        };
        requirements.map(requirement).collect()
    }

    /// Reads the access algorithm as an array of steps. Required unless a function plans (RFC 1738 §4).
    fn steps(
        &self,
        facts: &SchemeFacts,
        has_plan: bool,
        registration: &Registration,
    ) -> Result<Option<Steps>, FactsError> {
        let text = self.display_text(&facts.steps, "`steps`")?;
        if has_plan && text.is_empty() {
            return Ok(None);
        }
        if text.is_empty() {
            return Err(self.error("the access algorithm is missing: neither `steps` nor `plan` is set"));
        }
        let steps = Steps::from_text(&text, registration);
        steps.map(Some).map_err(|error| self.error(format_args!("`steps`: {error}")))
    }

    /// Checks the components: the kinds are known and unique, and the scheme's own are numbered without gaps.
    fn components(&self, facts: &SchemeFacts) -> Result<Vec<Component>, FactsError> {
        let all = &facts.components;
        if all.len() > SLOT_COUNT {
            return Err(self.error(format_args!("`components` is a list of {} elements", all.len())));
        }
        let own = (abi::C_OWN..).zip(all.iter().filter(|one| one.kind >= abi::C_OWN));
        let end = own.last().map_or(abi::C_OWN, |(last, _)| last + 1);
        let mut components: Vec<Component> = Vec::new();
        for one in all {
            let slot = slot(one.kind).filter(|_| one.kind < end);
            let slot = slot.ok_or_else(|| self.error("the kind of a component is unknown or leaves a gap"))?;
            if components.iter().any(|other| other.slot == slot) {
                return Err(self.error("two components have the same kind"));
            }
            components.push(self.component(one, slot)?);
        }
        add_unwanted_login(facts.grammar, &mut components);
        Ok(components)
    }

    fn component(&self, facts: &ComponentFacts, slot: Slot) -> Result<Component, FactsError> {
        let name = self.name(&facts.name, "the name of a component")?;
        let is_lenient = facts.flags & abi::COMPONENT_LENIENT != 0;
        let mut component = match common(slot) {
            Some(common) if name.is_empty() || name == common.name => common,
            Some(common) => {
                return Err(self.error(format_args!("the component `{}` is named `{name}`", common.name)));
            }
            None if name.is_empty() => return Err(self.error("a component has no name")),
            None => {
                let role = role(facts).ok_or_else(|| self.error("the role of a component is unknown"))?;
                let mut own = Component::new("", slot, role);
                own.name = Text::Owned(name);
                own
            }
        };
        let fallback = facts.fallback.as_ref();
        component.default = fallback.map(|text| self.owned(text, "`fallback`")).transpose()?;
        component.lenient = is_lenient;
        component.escaping = self.escaping(facts, &component)?;
        Ok(component)
    }

    /// Returns which bytes of a component are escaped when a URL is built.
    fn escaping(&self, facts: &ComponentFacts, component: &Component) -> Result<Escaping, FactsError> {
        let plain = self.display_text(&facts.plain, "`plain`")?;
        let is_default = common(component.slot).is_some() && plain.is_empty();
        if facts.flags & abi::COMPONENT_UNESCAPED != 0 {
            Ok(Escaping::NONE)
        } else if is_default || matches!(component.role, Role::Keyword | Role::Flag | Role::Number) {
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

/// Returns the index of a kind of component, from 0; the common ones come first.
#[inline]
pub(crate) fn index(kind: u32) -> Option<usize> {
    let (own, common) = (kind.wrapping_sub(abi::C_OWN) as usize, kind.wrapping_sub(abi::C_USER) as usize);
    if own < Slot::OWN { Some(COMMON + own) } else { (common < COMMON).then_some(common) }
}

/// The slots of components, in the order of [`index`]: all but that of the fragment.
pub(crate) const SLOTS: [Slot; SLOT_COUNT] = {
    let [user, password, host, port, _, own @ ..] = Slot::ALL;
    let [a, b, c, d, e, f, g] = own;
    [user, password, host, port, a, b, c, d, e, f, g]
};

/// Returns the slot of a kind of component.
#[inline]
pub(crate) fn slot(kind: u32) -> Option<Slot> {
    Some(SLOTS[index(kind)?])
}

/// A set of components: a bit for each [`index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KindSet(u32);

impl KindSet {
    pub(crate) const NONE: Self = Self(0);

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

fn role(facts: &ComponentFacts) -> Option<Role> {
    let delimiter = u8::try_from(facts.delimiter).ok().filter(u8::is_ascii_graphic);
    match facts.role {
        abi::R_TEXT => Some(Role::Text),
        abi::R_WHOLE => Some(Role::Whole),
        abi::R_KEYWORD => Some(Role::Keyword),
        abi::R_FLAG => Some(Role::Flag),
        abi::R_LIST_BETWEEN => Some(Role::List(Delimiter::Between(delimiter?))),
        abi::R_LIST_AFTER => Some(Role::List(Delimiter::After(delimiter?))),
        abi::R_FIELDS => Some(Role::Fields(FieldSyntax::SEMICOLON)),
        abi::R_NUMBER => Some(Role::Number),
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
