//! Converts an entry to the [`Registration`] of the core.

use anyurl_core::authors::{
    Component, Deprecation, Example, FragmentUse, InnerHosts, List, Registration, Reject, Relative, Role, Text,
};
use anyurl_core::internal::template;
use anyurl_core::{RegisterError, Slot};

use super::component::DeclaredComponent;
use super::syntax::DeclaredSyntax;
use crate::format::{
    AccessStep, AccessTable, ComponentType, Fragment, HostKind, Located, Locates, Metadata, ReferenceTable, RelativeTo,
    SchemeEntry, SyntaxTable,
};
use crate::keywords::Case;
use crate::scheme::USERINFO;
use anyurl_abnf::AuthorityPrefix;

/// The registration of an entry with a valid syntax.
pub(super) fn registration(entry: &SchemeEntry, syntax: &DeclaredSyntax) -> Registration {
    let name = entry.key();
    let access = entry.access.as_ref();
    let metadata = &entry.metadata;
    let text = |text: &str| Text::Owned(text.to_owned());
    let of = |value: Option<&str>| text(value.unwrap_or_default());
    let references: Vec<Text> = metadata.references.iter().map(reference).map(Text::Owned).collect();
    let table = entry.syntax.as_deref();
    let mut registration = Registration::new(name, entry.version.value.clone(), entry.status.value);
    registration.deprecated = deprecation(metadata);
    registration.grammar = syntax.grammar;
    registration.description = text(&entry.description);
    registration.default_port = entry.port.as_ref().and_then(|port| port.default).map(|port| port.value);
    registration.components = List::Owned(components(syntax));
    registration.syntax = text(&source_text(table));
    registration.access = List::Owned(
        access.and_then(|access| access.algorithm.as_ref()).map(|algorithm| text(algorithm)).into_iter().collect(),
    );
    registration.has_origin = table.and_then(|table| table.origin).is_some_and(|origin| origin.value);
    let mut deviations = table.iter().flat_map(|table| &table.deviations);
    registration.advises = deviations.any(|one| one.strict && one.warning.is_some());
    registration.form_query = table.and_then(|table| table.form_query).is_some_and(|is_form| is_form.value);
    registration.subschemes = table.and_then(|table| syntax.slot_of(table.subschemes.as_ref()?));
    registration.hierarchical =
        table.and_then(|table| table.relative).is_some_and(|relative| relative.value == RelativeTo::Path);
    registration.connects = connects(entry.access.as_deref(), syntax);
    registration.local_host = table.is_some_and(|table| table.equality.local_host.is_some());
    registration.command_line = access.is_some_and(|access| access.command_line);
    registration.fragment = fragment_use(table);
    registration.data_object = access.is_some_and(|access| access.locates.value == Locates::DataObject);
    registration.name_properties = name_properties(entry);
    registration.demonstration = match &metadata.demonstration {
        Some(demonstration) => text(demonstration),
        None => text(&references.join(", ")),
    };
    registration.references = List::Owned(references);
    registration.examples = examples(entry).into();
    registration.rejects = rejects(entry).into();

    registration.template = of(valid_template(&registration, syntax).as_deref());
    registration
}

/// What a reference may omit.
pub(super) fn relative(table: &SyntaxTable) -> Relative {
    match table.relative.map(|relative| relative.value) {
        Some(RelativeTo::Path) => Relative::Path,
        Some(RelativeTo::Name) => Relative::Name,
        Some(RelativeTo::Nothing) | None => Relative::No,
    }
}

/// Whether the host is one to connect to: steps connect to it, a service is there, or a port follows it.
fn connects(access: Option<&AccessTable>, syntax: &DeclaredSyntax) -> bool {
    let is_service = access.is_some_and(|access| access.locates.value == Locates::Service);
    let has_step = access.is_some_and(connects_to_host);
    syntax.has(Slot::HOST) && (has_step || is_service || syntax.has(Slot::PORT))
}

/// Whether a step connects to the host of the URL.
pub(crate) fn connects_to_host(access: &AccessTable) -> bool {
    let mut connects = false;
    let mut is_connect =
        |step: &AccessStep| connects |= matches!(step, AccessStep::Connect(target) if target.starts_with("{host}"));
    access.steps.iter().for_each(|step| step.visit(&mut is_connect));
    connects
}

/// What a `#` is.
fn fragment_use(table: Option<&SyntaxTable>) -> FragmentUse {
    match table.and_then(|table| table.fragment).map(|fragment| fragment.value) {
        None | Some(Fragment::Separate) => FragmentUse::Separate,
        Some(Fragment::None) => FragmentUse::Forbidden,
        Some(Fragment::Data) => FragmentUse::Data,
    }
}

/// The notice of a deprecated scheme.
pub(crate) fn deprecation(metadata: &Metadata) -> Option<Deprecation> {
    let text = |value: &Option<Located<String>>| value.as_ref().map(|value| Text::Owned(value.value.clone()));
    let table = metadata.deprecated.as_ref()?;
    let mut notice = Deprecation::new();
    notice.since = text(&table.since);
    notice.reason = text(&table.reason);
    notice.replacement = text(&table.replacement);
    notice.remove_after = table.remove_after.as_ref().map(|day| Text::Owned(day.to_string()));
    Some(notice)
}

/// The source of the syntax: the grammar, or the prose form.
fn source_text(table: Option<&SyntaxTable>) -> String {
    let Some(table) = table else {
        return String::new();
    };
    if let Some(abnf) = &table.abnf {
        return abnf.text.trim_matches('\n').to_owned();
    }
    let forms: Vec<_> = table.form.iter().map(|form| form.as_str()).collect();
    forms.join("\n")
}

/// The meaning of the names, if URLs locate no data object; for a service, its description by default.
fn name_properties(entry: &SchemeEntry) -> Text {
    let access = entry.access.as_ref();
    let written = access.and_then(|access| access.name_properties.as_ref());
    let is_service = access.is_some_and(|access| access.locates.value == Locates::Service);
    match written {
        Some(properties) => Text::Owned(properties.value.clone()),
        None if is_service => Text::Owned(format!("names a service: {}", *entry.description)),
        None => Text::Borrowed(""),
    }
}

/// Formats a reference: `RFC 4516 §3`, or a title, URL or person.
pub(crate) fn reference(reference: &ReferenceTable) -> String {
    let first = [&reference.title, &reference.url, &reference.person];
    let other = first.into_iter().flatten().next();
    let what = match (&reference.rfc, other) {
        (Some(rfc), _) => format!("RFC {rfc}"),
        (None, other) => other.map_or_else(String::new, |other| other.value.clone()),
    };
    match &reference.section {
        Some(section) => format!("{what} §{section}"),
        None => what,
    }
}

/// The components that the grammar can produce, those of the common syntax first.
fn components(syntax: &DeclaredSyntax) -> Vec<Component> {
    let common = [Component::USER, Component::PASSWORD, Component::HOST, Component::PORT];
    let common = common.into_iter();
    let common = common.filter(|component| syntax.has(component.slot));
    let is_sensitive = |slot| syntax.components.iter().any(|own| own.slot == slot && own.sensitive);
    let mut components: Vec<Component> = common
        .map(|component| {
            let mut component = with_own_escapes(component, syntax);
            component.sensitive = is_sensitive(component.slot);
            component.lenient = syntax.is_only_lenient(component.slot);
            component
        })
        .collect();
    // In lenient mode the core accepts a login where none is allowed, with a warning.
    if syntax.heads.strict == Some(AuthorityPrefix::HostPort) {
        let unwanted = [Component::UNWANTED_USER, Component::UNWANTED_PASSWORD];
        let unwanted = unwanted.into_iter().filter(|one| !syntax.has(one.slot));
        components.splice(0..0, unwanted);
    }
    let own = syntax.components.iter();
    components.extend(own.filter(|own| own.is_own()).map(|own| {
        let role = match own.kind {
            ComponentType::Keyword => Role::Keyword,
            ComponentType::Flag => Role::Flag,
            _ if own.kind.is_number() => Role::Number,
            ComponentType::List | ComponentType::Host if own.delimiter.is_some() => {
                own.delimiter.map_or(Role::Text, Role::List)
            }
            ComponentType::Fields => own.fields.map_or(Role::Text, |fields| Role::Fields(fields.syntax)),
            _ if own.is_divided => Role::Whole,
            _ => Role::Text,
        };
        let mut component = Component::new("", own.slot, role);
        component.name = Text::Owned(own.name.clone());
        component.escaping = own.escaping;
        component.default = own.default.clone().map(Text::Owned);
        component.sensitive = own.sensitive;
        component.secret_fields = List::Owned(own.secret.iter().cloned().map(Text::Owned).collect());
        component.lenient = !own.is_in_grammar.strict;
        component.insignificant = Text::Owned(own.skip.clone());
        component.hosts = inner_hosts(own);
        let is_rewritten = syntax.rewritten.contains(&own.name);
        component.rewritten = is_rewritten || own.form.is_other(Case::Preserve) || own.is_empty_default;
        component
    }));
    components
}

/// The hosts in a component other than `host`.
fn inner_hosts(own: &DeclaredComponent) -> Option<InnerHosts> {
    match (own.kind, own.host) {
        (ComponentType::Url, _) => Some(InnerHosts::OfUrl),
        (ComponentType::Host, Some(HostKind::List | HostKind::Authority)) => Some(InnerHosts::List),
        _ => None,
    }
}

/// What a user name or password escapes is what its rule in this grammar does not hold: the `;` of `a;AUTH=*` divides.
fn with_own_escapes(component: Component, syntax: &DeclaredSyntax) -> Component {
    if !matches!(component.role, Role::User | Role::Password) {
        return component;
    }
    let mut rules = syntax.components.iter();
    let rule = rules.find(|own| own.slot == component.slot && own.name != USERINFO);
    if let Some(rule) = rule {
        return component.escaped(rule.escaping);
    }
    // RFC 3986 has one rule for both, divided by the first colon.
    let mut rules = syntax.components.iter();
    match (rules.find(|own| own.name == USERINFO), component.role) {
        (Some(userinfo), Role::User) => component.escaped(userinfo.escaping.and(b':')),
        (Some(userinfo), _) => component.escaped(userinfo.escaping),
        (None, _) => component,
    }
}

/// The template that builds a URL from its components, if one exists.
fn valid_template(registration: &Registration, syntax: &DeclaredSyntax) -> Option<String> {
    let prefix = format!("{}:", registration.scheme_name());
    let template = syntax.template.as_deref()?;
    let alternatives = alternatives(template).map(|one| one.strip_prefix(&prefix));
    let template = alternatives.collect::<Option<Vec<_>>>()?.join("|");
    let mut tried = registration.clone();
    tried.template = Text::Owned(template.clone());
    template::check(&tried).is_ok().then_some(template)
}

/// The alternatives of a template, each with the prefix `name:`.
fn alternatives(template: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    template.split(move |sign: char| {
        match sign {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        sign == '|' && depth == 0
    })
}

/// The accepted examples with their components.
fn examples(entry: &SchemeEntry) -> Vec<Example> {
    let accepted = entry.examples.iter().filter(|example| *example.accept);
    accepted
        .map(|example| {
            let parts = example.components.iter();
            let parts: Vec<_> = parts.map(|(name, text)| format!("{}={}", **name, **text)).collect();
            Example::new(example.url.value.clone(), parts.join(" "))
        })
        .collect()
}

/// The examples that the scheme rejects. A registry file does not say with which error.
fn rejects(entry: &SchemeEntry) -> Vec<Reject> {
    let rejected = entry.examples.iter().filter(|example| !*example.accept);
    rejected.map(|example| Reject::new(example.url.value.clone())).collect()
}

/// The lint rule for a registration that RFC 1738 §4 does not allow.
pub(crate) fn rule_of(error: &RegisterError) -> &'static str {
    match error {
        RegisterError::Name(_) | RegisterError::EmptyExperiment => "SR101",
        RegisterError::NotExperimental { .. } => "SR103",
        RegisterError::Reserved(_) => "SR109",
        RegisterError::NoAccess(_) => "SR210",
        RegisterError::NoDemonstration(_) => "SR205",
        RegisterError::NoNameProperties(_) => "SR211",
        RegisterError::ReservedSet { .. } => "SR306",
        RegisterError::DefaultPort(_) | RegisterError::NoHost { .. } => "SR402",
        RegisterError::TwoComponents { .. } => "SR307",
        RegisterError::Template { .. } => "SR308",
        RegisterError::Taken { .. } => "SR604",
        RegisterError::Alias { .. } => "SR114",
        _ => "SR209",
    }
}
