//! Reads a URL by a grammar: the automaton finds the components, the core's rules check hosts and ports.

use locator_core::clause::{common, modern};
use locator_core::escape::Escaping;
use locator_core::registration::Grammar as Generic;
use locator_core::{Class, Clause, Cursor, Error, Kind, Slot, Span, chars, escape, host, internet};

use super::{Compiled, DeclareError, Declared, form, registration, words};
use crate::format::{Case, ComponentType, Dialect as Written, Syntax as Table};
use crate::grammar::{Capture, Dialect, RuleSet, Scan, Source, outline};

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
    rule: String,
    pub(super) slot: Slot,
    kind: ComponentType,
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
const USERINFO: &str = "userinfo";

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

/// Reads what follows the colon.
pub(super) fn parse(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let Ok(compiled) = scheme.compiled() else {
        return Err(too_large(at));
    };
    let begin = at.position();
    let Some(start) = &compiled.start else {
        return Err(at.error(
            Kind::Unexpected,
            "scheme",
            "schemepart",
            Span::at(begin),
            &TOO_LARGE,
        ));
    };
    let mut scan = compiled.grammar.begin(start, begin);
    read(scheme, compiled, &mut scan, at)?;
    let mut end = begin + at.rest().len();
    // A grammar that gives the fragment a meaning reads it too; to all others it is none of theirs.
    if let Some(fragment) = at.get(Slot::FRAGMENT)
        && scan.step(b'#', end)
    {
        let octets = at.text(fragment).as_bytes();
        let read = scan.run(octets, fragment.start());
        if read < octets.len() {
            return Err(failure(
                scheme,
                compiled,
                &scan,
                at,
                fragment.start() + read,
            ));
        }
        end = fragment.end();
    }
    let mut spans = [None; MOST];
    if !scan.finish(end, &mut spans) {
        return Err(failure(scheme, compiled, &scan, at, end));
    }
    for (component, span) in scheme.syntax.components.iter().zip(spans) {
        if let Some(span) = span {
            found(scheme, component, span, at)?;
        }
    }
    at.skip_to(begin + at.rest().len());
    Ok(())
}

/// Reads to the end of the schemepart; lenient mode reads an unsafe character as the escape it should be.
fn read(
    scheme: &Declared,
    compiled: &Compiled,
    scan: &mut Scan<'_>,
    at: &mut Cursor<'_>,
) -> Result<(), Error> {
    let (begin, octets) = (at.position(), at.rest());
    let mut read = 0;
    loop {
        read += scan.run(&octets[read..], begin + read);
        if read == octets.len() {
            return Ok(());
        }
        let place = begin + read;
        let rest = at.text(Span::new(place, begin + octets.len()));
        match rest
            .chars()
            .next()
            .filter(|found| at.is_lenient() && chars::is_tolerated(*found))
        {
            Some(found) if escaped(scan, found, place) => {
                let written = Span::new(place, place + found.len_utf8());
                at.remark(tolerance(scheme.registration.grammar, found), written);
                read += found.len_utf8();
            }
            _ => return Err(failure(scheme, compiled, scan, at, place)),
        }
    }
}

/// Feeds the escapes that a character stands for.
fn escaped(scan: &mut Scan<'_>, found: char, place: usize) -> bool {
    let mut ahead = scan.clone();
    let mut buffer = [0; 4];
    let all = found.encode_utf8(&mut buffer).bytes().all(|octet| {
        let mut escape = escape::of(octet).into_iter();
        escape.all(|octet| ahead.step(octet, place))
    });
    if all {
        *scan = ahead;
    }
    all
}

fn tolerance(grammar: Generic, found: char) -> &'static Clause {
    match (grammar, found) {
        (Generic::Rfc1738, ' ') => &common::SPACE,
        (Generic::Rfc1738, found) if found.is_ascii() => &common::UNSAFE,
        (Generic::Rfc1738, _) => &common::NON_ASCII,
        (Generic::Rfc3986, ' ') => &modern::SPACE,
        (Generic::Rfc3986, found) if found.is_ascii() => &modern::UNSAFE,
        (Generic::Rfc3986, _) => &modern::NON_ASCII,
    }
}

/// A component that was found: its span is set, and what the grammar cannot count is counted.
fn found(
    scheme: &Declared,
    component: &Component,
    span: Span,
    at: &mut Cursor<'_>,
) -> Result<(), Error> {
    let text = at.text(span);
    if component.name == USERINFO {
        let colon = text.find(':').map(|colon| span.start() + colon);
        at.set(
            Slot::USER,
            Span::new(span.start(), colon.unwrap_or(span.end())),
        );
        if let Some(colon) = colon {
            at.set(Slot::PASSWORD, Span::new(colon + 1, span.end()));
        }
        return Ok(());
    }
    let is_host = component.slot == Slot::HOST || component.kind == ComponentType::Host;
    if is_host && !text.is_empty() {
        check_host(scheme, span, at)?;
    }
    if component.slot == Slot::PORT {
        // Without a number the port is the default one: RFC 3986 lets the colon stand alone.
        if text.is_empty() {
            return Ok(());
        }
        if internet::port_number(text).is_none() {
            return Err(at.error(Kind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
        }
    }
    if !fits(component.kind, text) {
        let name = words::forever(&component.name);
        return Err(at.error(
            Kind::OutOfRange,
            words::forever(&component.rule),
            name,
            span,
            &NUMBER,
        ));
    }
    at.set(component.slot, span);
    Ok(())
}

/// The host by the core's own rules: those of RFC 1738, or what they count where the characters are those of RFC 3986.
fn check_host(scheme: &Declared, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    if scheme.registration.grammar == Generic::Rfc1738 {
        return at.within(span, host::host).map(drop);
    }
    let text = at.text(span);
    let error = |clause| Err(at.error(Kind::OutOfRange, "host", "host", span, clause));
    let is_group =
        |group: &str| !group.is_empty() && group.bytes().all(|octet| octet.is_ascii_digit());
    let groups = text.split('.').count();
    if text.starts_with('[') {
        Ok(())
    } else if text.len() > 255 {
        error(&common::NAME_LONG)
    } else if text.split('.').any(|label| label.len() > 63) {
        error(&common::LABEL_LONG)
    } else if groups == 4
        && text.split('.').all(is_group)
        && text.split('.').any(|group| group.parse::<u8>().is_err())
    {
        error(&common::GROUP_RANGE)
    } else {
        Ok(())
    }
}

fn fits(kind: ComponentType, text: &str) -> bool {
    match kind {
        ComponentType::U16 => text.parse::<u16>().is_ok(),
        ComponentType::U32 => text.parse::<u32>().is_ok(),
        ComponentType::U64 => text.parse::<u64>().is_ok(),
        ComponentType::String | ComponentType::Path | ComponentType::Host => true,
    }
}

/// Why the text cannot go on at a place.
#[cold]
fn failure(
    scheme: &Declared,
    compiled: &Compiled,
    scan: &Scan<'_>,
    at: &Cursor<'_>,
    place: usize,
) -> Error {
    let expected = compiled.grammar.expected(scan.state());
    let rule = words::forever(expected.rule());
    let component = words::forever(expected.component().unwrap_or("schemepart"));
    let rest = at.text(Span::new(
        place,
        at.position() + at.rest().len().max(place - at.position()),
    ));
    let clause = scheme.clause();
    let Some(found) = rest.chars().next() else {
        return at
            .error(Kind::Missing, rule, component, Span::at(place), clause)
            .found(None);
    };
    let is_escape = escape::octet(rest.as_bytes()).is_some();
    let width = if is_escape { 3 } else { found.len_utf8() };
    let here = Span::new(place, place + width);
    let kind = if found == '%' && !is_escape {
        Kind::BadEscape
    } else {
        Kind::Unexpected
    };
    at.error(kind, rule, component, here, clause)
}

/// What could have stood where the error is.
pub(super) fn expected(scheme: &Declared, text: &str, error: &Error) -> Option<String> {
    if !std::ptr::eq(error.clause(), scheme.clause()) {
        return None;
    }
    let compiled = scheme.compiled().ok()?;
    let behind = text.find(':')? + 1;
    let place = error.span().start();
    let mut scan = compiled.grammar.begin(compiled.start.as_ref()?, behind);
    let octets = text.as_bytes().get(behind..place)?;
    (scan.run(octets, behind) == octets.len()).then(|| {
        let items = compiled.grammar.expected(scan.state()).items();
        items.join("; or ")
    })
}

#[cold]
fn too_large(at: &Cursor<'_>) -> Error {
    let here = Span::at(at.position());
    at.error(Kind::TooLong, "grammar", "schemepart", here, &TOO_LARGE)
        .found(None)
}

/// A grammar that was read, and cannot be compiled.
static TOO_LARGE: Clause = Clause {
    id: "SR301",
    section: "registry file",
    says: "the grammar of the scheme cannot be compiled",
    help: "`locator registry lint` says why",
    mend: locator_core::Mend::Unknown,
};

/// A number beyond the type of its component.
static NUMBER: Clause = Clause {
    id: "number",
    section: "registry file",
    says: "the number is larger than the type of the component",
    help: "write a smaller number",
    mend: locator_core::Mend::Unknown,
};
