//! Registrations and syntaxes as bytes.

use anyurl_abnf::AuthorityPrefix;
use anyurl_core::Slot;
use anyurl_core::authors::canonical::EscapeRule;
use anyurl_core::authors::{
    Component as Registered, Delimiter, Deprecation, Example, FieldSyntax, Fix, FragmentUse, Grammar, InnerHosts,
    LazyList, List, Registration, Reject, Relative, Requirement, Role, Shape, Text,
};

use super::codec::{Codec, Decoder, Encoder, fields, one_of, variants};
use crate::scheme::automaton::{Hidden, Target};
use crate::scheme::component::{Component, Fields, KnownField, Range};
use crate::scheme::deviation::{Deviation, HELP, Place};
use crate::scheme::syntax::{Equality, Mistake, Syntax};
use crate::scheme::text_form::TextForm;

/// The shapes that a grammar can have.
const SHAPES: [Shape; 4] = [
    Shape::RFC1738,
    Shape::RFC1738.with_query(),
    Shape::RFC3986.with_host_name(),
    Shape::RFC3986.with_host_name().with_query(),
];

one_of! {
    Slot: Slot::ALL,
    Shape: SHAPES,
    Grammar: [Grammar::Rfc1738, Grammar::Rfc3986],
    FragmentUse: [FragmentUse::Separate, FragmentUse::Forbidden, FragmentUse::Data],
    InnerHosts: [InnerHosts::List, InnerHosts::OfUrl],
    EscapeRule: [EscapeRule::Decode, EscapeRule::Case, EscapeRule::Keep],
    Relative: [Relative::No, Relative::Path, Relative::Name],
    AuthorityPrefix: [
        AuthorityPrefix::Login,
        AuthorityPrefix::HostPort,
        AuthorityPrefix::Host,
        AuthorityPrefix::OptionalHost,
        AuthorityPrefix::EmptyHost,
    ],
}

variants! { Hidden { 0 = Host, 1 = Deviation(n) } }
variants! { Target { 0 = Slot(slot), 1 = Host(slot), 2 = Port, 3 = Checked(n), 4 = Hidden(hidden) } }
variants! { Place { 0 = Rule(rule), 1 = Characters(slots, characters), 2 = Escapes(slots, characters) } }
fields! { Range { least, greatest } }
fields! { Fields { syntax, case, any_order, unique, only_known } }
fields! { KnownField { name, rule, default, is_required } }
fields! { TextForm { delimiter, unescaped, skip, case_after } }
fields! { Mistake { within, message, help } }
fields! { Equality { escapes, keeps_default_port, removes_dot_segments, empty_path, local_host } }
fields! {
    Component {
        name, rule, slot, kind, case, default, is_empty_default, fields, known_fields, unordered, form, host, decoded,
        is_default_significant, range, max_length
    }
}
fields! {
    Syntax {
        forms, components, deviations, mistakes, takes_bare_percent, has_lenient_grammar, is_lenient_first, equality, ignored
    }
}

impl Codec for FieldSyntax {
    fn encode(&self, to: &mut Encoder) {
        self.delimiter().encode(to);
        self.equals().encode(to);
        self.lead().encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let syntax = Self::new(Delimiter::decode(from)?, u8::decode(from)?);
        let lead: Option<u8> = Codec::decode(from)?;
        Some(lead.map_or(syntax, |lead| syntax.with_lead(lead)))
    }
}

impl Codec for Deviation {
    fn encode(&self, to: &mut Encoder) {
        self.place.encode(to);
        (self.is_strict, self.severity).encode(to);
        self.write.encode(to);
        let texts =
            |warning: &Requirement| [warning.id(), warning.section(), warning.text()].map(str::to_owned).to_vec();
        self.requirement.as_deref().map(texts).unwrap_or_default().encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let place = Codec::decode(from)?;
        let (is_strict, severity) = Codec::decode(from)?;
        let write = Codec::decode(from)?;
        let texts: Vec<Text> = Codec::decode(from)?;
        let requirement = <[Text; 3]>::try_from(texts).ok();
        let requirement =
            requirement.map(|[id, section, text]| Requirement::owned(id, section, text, HELP, Fix::Unknown));
        Some(Self { place, is_strict, severity, requirement: requirement.map(Into::into), write })
    }
}

impl Codec for Role {
    fn encode(&self, to: &mut Encoder) {
        let place = PLAIN.iter().position(|one| one == self);
        place.unwrap_or(if matches!(self, Self::List(_)) { LIST } else { FIELDS }).encode(to);
        match self {
            Self::List(delimiter) => delimiter.encode(to),
            Self::Fields(syntax) => syntax.encode(to),
            _ => {}
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        match usize::decode(from)? {
            LIST => Codec::decode(from).map(Self::List),
            FIELDS => Codec::decode(from).map(Self::Fields),
            plain => PLAIN.get(plain).copied(),
        }
    }
}

/// The roles without a value, by their numbers, and the numbers of the others.
const PLAIN: [Role; 9] = [
    Role::User,
    Role::Password,
    Role::Host,
    Role::Port,
    Role::Text,
    Role::Whole,
    Role::Keyword,
    Role::Number,
    Role::Flag,
];
const LIST: usize = PLAIN.len();
const FIELDS: usize = PLAIN.len() + 1;

impl Codec for Registered {
    fn encode(&self, to: &mut Encoder) {
        (self.name.clone(), self.slot).encode(to);
        (self.role, self.default.clone()).encode(to);
        (self.lenient, self.escaping).encode(to);
        (self.sensitive, self.insignificant.clone()).encode(to);
        (self.secret_fields.to_vec(), (self.hosts, self.rewritten)).encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let (name, slot) = Codec::decode(from)?;
        let mut component = Self::new("", slot, Codec::decode(from)?);
        component.name = name;
        component.default = Codec::decode(from)?;
        (component.lenient, component.escaping) = Codec::decode(from)?;
        (component.sensitive, component.insignificant) = Codec::decode(from)?;
        component.secret_fields = List::Owned(Codec::decode(from)?);
        (component.hosts, component.rewritten) = Codec::decode(from)?;
        Some(component)
    }
}

impl Codec for Deprecation {
    fn encode(&self, to: &mut Encoder) {
        (self.since.clone(), self.reason.clone()).encode(to);
        (self.replacement.clone(), self.remove_after.clone()).encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let mut notice = Self::new();
        (notice.since, notice.reason) = Codec::decode(from)?;
        (notice.replacement, notice.remove_after) = Codec::decode(from)?;
        Some(notice)
    }
}

/// Without the texts for people, but for the document that errors name.
impl Codec for Registration {
    fn encode(&self, to: &mut Encoder) {
        self.name.encode(to);
        (self.version.clone(), self.status).encode(to);
        (self.deprecated.clone(), self.grammar).encode(to);
        (self.description.clone(), self.default_port).encode(to);
        (self.fragment, self.connects).encode(to);
        (self.local_host, self.command_line).encode(to);
        (self.components.to_vec(), self.template.clone()).encode(to);
        (self.hierarchical, self.has_origin).encode(to);
        (self.form_query, (self.data_object, self.advises)).encode(to);
        self.subschemes.encode(to);
        self.references.first().cloned().encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let name: Text = Codec::decode(from)?;
        let (version, status) = Codec::decode(from)?;
        let mut registration = Self::new(name, version, status);
        (registration.deprecated, registration.grammar) = Codec::decode(from)?;
        (registration.description, registration.default_port) = Codec::decode(from)?;
        (registration.fragment, registration.connects) = Codec::decode(from)?;
        (registration.local_host, registration.command_line) = Codec::decode(from)?;
        registration.components = List::Owned(Codec::decode(from)?);
        registration.template = Codec::decode(from)?;
        (registration.hierarchical, registration.has_origin) = Codec::decode(from)?;
        (registration.form_query, (registration.data_object, registration.advises)) = Codec::decode(from)?;
        registration.subschemes = Codec::decode(from)?;
        let reference: Option<Text> = Codec::decode(from)?;
        registration.references = List::Owned(reference.into_iter().collect());
        Some(registration)
    }
}

/// The texts of a registration for people, and its examples.
pub(super) fn encode_texts(registration: &Registration, to: &mut Encoder) {
    (registration.syntax.clone(), registration.access.to_vec()).encode(to);
    (registration.name_properties.clone(), registration.demonstration.clone()).encode(to);
    registration.references.to_vec().encode(to);
    let examples = registration.examples.iter();
    let examples: Vec<_> = examples.map(|one| (one.url.clone(), one.components.clone())).collect();
    let rejects: Vec<_> = registration.rejects.iter().map(|one| one.url.clone()).collect();
    (examples, rejects).encode(to);
}

/// Adds what [`encode_texts`] wrote; the examples are read when they are first asked for.
pub(super) fn decode_texts(registration: &mut Registration, from: &mut Decoder<'static>) -> Option<()> {
    let access: Vec<Text>;
    (registration.syntax, access) = Codec::decode(from)?;
    registration.access = List::Owned(access);
    (registration.name_properties, registration.demonstration) = Codec::decode(from)?;
    registration.references = List::Owned(Codec::decode(from)?);
    let examples = from.from;
    registration.examples = LazyList::new(move || {
        let (examples, _) = decode_examples(examples);
        examples.into_iter().map(|(url, components)| Example::new(url, components)).collect()
    });
    registration.rejects = LazyList::new(move || decode_examples(examples).1.into_iter().map(Reject::new).collect());
    Some(())
}

/// Accepted URLs with their components, and rejected texts.
type Examples = (Vec<(Text, Text)>, Vec<Text>);

fn decode_examples(from: anyurl_abnf::encoding::Reader<'static>) -> Examples {
    Codec::decode(&mut Decoder::new(from)).unwrap_or_default()
}
