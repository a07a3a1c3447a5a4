//! `[[scheme]]`, its metadata, port and examples, and `[[builtin]]`.

use std::sync::Arc;

use anyurl_core::authors::Status;
use anyurl_core::internal::{scheme_of, subscheme};
use semver::Version;

use super::access::AccessTable;
use super::plugin::PluginTable;
use super::syntax::SyntaxTable;
use crate::format::canonical::Hash;
use crate::format::change_severity::Compared::{Elsewhere, Set, Value};
use crate::format::change_severity::{CONTRACT, DOCUMENTATION, STANDING};
use crate::format::document::Document;
use crate::format::facets::Facets;
use crate::format::fields::{Fields, span_of};
use crate::format::from_toml::FromToml;
use crate::format::keywords::{Facet, Keyword as _, PortTransport, Rfc1738};
use crate::format::located::{Date, Located};
use crate::format::schema::KeySchema;
use crate::format::schema::ValueType::{False, Flattened, Integer, MapExcept, OneOf, Table, Text};
use crate::format::table::{Field, Table as _, flattened, table};

table! {
    /// A scheme: one version of one name.
    #[derive(Clone, Debug)]
    pub struct SchemeEntry: SCHEME = "scheme", span;

    /// The name of the scheme, in lower case: `com.example.thing` (SR101 to SR115).
    name: Located<String>, own(), change("SR720", Elsewhere, DOCUMENTATION);
    /// The scheme of the file that has everything that this entry does not state (SR007).
    like: Option<Located<String>>, own(), rule("SR007"), change("SR731", Elsewhere, DOCUMENTATION);
    /// Other names of the scheme; a URL with an alias is a URL of the scheme.
    aliases: Vec<Located<String>>, key("alias"), own(), change("SR723", Set, CONTRACT);
    /// The version of this definition, by semver; 1.0.0 by default.
    version: Located<Version>, value(crate::format::schema::ValueType::Version),
        own(), change("SR720", Elsewhere, DOCUMENTATION) => version;
    /// The registration status.
    status: Located<Status>, rule("SR202"), own(), change("SR722", Value, STANDING);
    /// What a URL locates, in a few words.
    description: Located<String>, own(), documents();
    /// The default port.
    port: Option<PortTable>, after("deprecated");
    /// Applications, contacts, references and similar data.
    metadata: Metadata, value(Flattened(&METADATA)) => flattened;
    /// How the URLs are written (SR209).
    syntax: Option<Box<SyntaxTable>>;
    /// How the resource is accessed (SR210).
    access: Option<Box<AccessTable>>;
    /// The library or module of the scheme, if `access.kind` is `dylib` or `wasm`.
    plugin: Option<Box<PluginTable>>;
    /// URLs with their verdicts, which lint checks: at least one accepted and one rejected (SR309).
    examples: Vec<ExampleTable>, key("example"), own(), change("SR732", Set, DOCUMENTATION);

    and {
        /// Its table as it is written.
        facets: Facets = facets;
        /// The file that contains the entry.
        document: Arc<Document> = document;
        /// Whether the entry has more than its own table.
        is_completed: bool = is_completed;
        /// Whether the entry has no reading errors; most lint rules skip entries that have some.
        sound: bool = Fields::has_no_errors;
    }
    check grammar_in_another_file;
}

fn version(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Located<Version> {
    fields.get(key.name).unwrap_or_else(|| Located::new(Version::new(1, 0, 0), fields.span))
}

fn facets(fields: &Fields<'_, '_>) -> Facets {
    let facets = Facets::in_file(&fields.reader.facets, fields.span);
    if fields.reader.completes { facets.with_table(fields.table) } else { facets }
}

fn is_completed(fields: &Fields<'_, '_>) -> bool {
    fields.reader.completes
}

fn document(fields: &Fields<'_, '_>) -> Arc<Document> {
    Arc::clone(&fields.reader.document)
}

/// The written table contains the grammar of `abnf_file`.
fn grammar_in_another_file(fields: &Fields<'_, '_>, entry: &mut SchemeEntry) {
    let grammar = entry.syntax.as_ref().and_then(|syntax| syntax.abnf.as_ref());
    if let Some(abnf) = grammar.filter(|abnf| !Arc::ptr_eq(&abnf.document, &entry.document)) {
        entry.facets = entry.facets.clone().with_grammar(fields.table, &abnf.text);
    }
}

table! {
    /// The metadata of a scheme, after the template of RFC 7595.
    #[derive(Clone, PartialEq, Debug, Default)]
    pub struct Metadata: METADATA = "override.metadata";

    /// The role of the name in RFC 1738.
    rfc1738: Option<Located<Rfc1738>>, own(), documents();
    /// The applications and protocols that use the scheme (SR206).
    applications: Vec<Located<String>>, change("SR731", Set, DOCUMENTATION);
    /// The team or person that maintains the entry: `@example/robotics`, or `robotics@example.com`.
    owner: Option<Located<String>>, documents();
    /// Addresses for questions about the scheme, of roles rather than of persons (SR203).
    contact: Vec<Located<String>>, change("SR731", Set, DOCUMENTATION);
    /// The person or body that decides on changes to the scheme (SR204).
    change_controller: Option<Located<String>>, documents();
    /// What an attacker can do with a URL, and what a URL reveals (SR212).
    security: Option<Located<String>>, documents();
    /// The character encoding of components, and what must be escaped (SR213).
    encoding: Option<Located<String>>, documents();
    /// What differs between implementations (RFC 7595).
    interoperability: Option<Located<String>>, documents();
    /// Demonstrates the use of the scheme (RFC 1738 §4).
    demonstration: Option<Located<String>>, own(), documents();
    /// When the registry added the scheme.
    since: Option<Located<String>>, own(), documents();
    /// The last day of an experiment (SR705), a date without quotes.
    expires: Option<Located<Date>>, own(), documents();
    /// The name of the scheme after the experiment.
    graduates_to: Option<Located<String>>, own(), documents();
    /// The deprecation notice.
    deprecated: Option<Deprecated>, own(), change("SR730", Value, DOCUMENTATION);
    /// IANA's columns where they differ, or `false`: IANA's table lacks the name (public layer only, SR220).
    iana: Option<Iana>, value(OneOf(&[False, Table(&IANA)])), own(), documents() => iana_or_false;
    /// The documents, the defining one first (SR205).
    references: Vec<ReferenceTable>, key("reference"), change("SR731", Set, DOCUMENTATION);
    /// What of its documents the syntax leaves out, and why.
    left_out: Option<Located<String>>, documents();
    /// URLs that mean the same, in lists of two or more (SR324, SR325).
    same: Vec<Located<Vec<String>>>, own(), change("SR732", Set, DOCUMENTATION);
    /// URLs of which no two mean the same, in lists of two or more (SR324).
    different: Vec<Located<Vec<String>>>, own(), change("SR732", Set, DOCUMENTATION);

    impl Merge;
}

impl Metadata {
    /// Returns the values of the other keys than these for people, each with its name: `Graduates to`.
    pub fn others(&self, keys: &[&str]) -> Vec<(String, String)> {
        let values = self.values().into_iter().filter(|(key, _)| !keys.contains(key));
        values.map(|(key, value)| (title(key), value.plain())).collect()
    }
}

/// The name of a key for people.
fn title(key: &str) -> String {
    let words = key.replace('_', " ");
    let (first, rest) = words.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

table! {
    /// A document about the scheme.
    #[derive(Clone, PartialEq, Debug)]
    pub struct ReferenceTable: REFERENCE = "scheme.reference", span;

    /// The number of an RFC.
    rfc: Option<Located<u32>>;
    /// The section.
    section: Option<Located<String>>;
    /// The address of the document.
    url: Option<Located<String>>;
    /// The title.
    title: Option<Located<String>>;
    /// A person, if there is no document.
    person: Option<Located<String>>;
    /// The errata that the definition follows.
    errata: Vec<Located<u32>>;
}

table! {
    /// IANA's columns where they differ from the entry.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Iana: IANA = "scheme.iana", span;

    /// IANA's spelling of the name.
    name: Option<Located<String>>;
    /// IANA's description.
    description: Option<Located<String>>;
    /// IANA's reference.
    reference: Option<Located<String>>;
    /// The CRI scheme number.
    cri: Option<Located<i64>>;
    /// The registration template.
    template: Option<Located<String>>;
    /// The support for well-known URIs.
    well_known: Option<Located<String>>;
    /// IANA's notes.
    notes: Option<Located<String>>;
    /// The date of registration.
    registered: Option<Located<Date>>;
    /// The date of the last change.
    updated: Option<Located<Date>>;
    /// The preceding name in IANA's table, if that is not the preceding name in alphabetical order.
    after: Option<Located<String>>;

    and {
        /// Whether IANA's table may have the name; not with `iana = false`.
        is_listed: bool = is_listed;
    }
    impl Merge;
}

/// A table says that the name is listed.
fn is_listed(_: &Fields<'_, '_>) -> bool {
    true
}

/// `iana = false`, or the table.
fn iana_or_false(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Option<Iana> {
    let value = fields.value(key.name)?;
    match value.get_ref().as_bool() {
        None => Option::read(fields, key),
        Some(false) => Some(Iana { is_listed: false, span: span_of(value), ..Iana::empty() }),
        Some(true) => {
            fields.wrong("SR009", key.name, value, "a table, or `false`");
            None
        }
    }
}

table! {
    /// The deprecation notice (SR701).
    #[derive(Clone, PartialEq, Debug)]
    pub struct Deprecated: DEPRECATED = "scheme.deprecated", span;

    /// The first deprecated version, or a date, as text.
    since: Option<Located<String>>;
    /// The reason.
    reason: Option<Located<String>>;
    /// The scheme to use instead.
    replacement: Option<Located<String>>;
    /// The date after which the scheme is removed, a date without quotes.
    remove_after: Option<Located<Date>>;

    impl Merge;
}

table! {
    /// The default port.
    #[derive(Clone, PartialEq, Debug)]
    pub struct PortTable: PORT = "scheme.port", span;

    /// The default port, from 1 to 65535 (SR402).
    default: Option<Located<u16>>, value(Integer(1, 65_535)), rule("SR402"), change("SR726", Value, CONTRACT) => port;
    /// The transports. Steps connect by the first.
    transport: Vec<Located<PortTransport>>, change("SR726", Value, CONTRACT);
    /// The source of the assignment.
    source: Option<Located<String>>, documents();
}

impl PortTable {
    /// The names of the transports.
    pub fn transports(&self) -> Vec<&'static str> {
        self.transport.iter().map(|one| one.as_str()).collect()
    }
}

fn port(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Option<Located<u16>> {
    let port: Located<u16> = fields.get_as(key.rule, key.name)?;
    if *port == 0 {
        let message = "`scheme.port.default` cannot be `0`";
        fields.error(key.rule, port.span, message, "a port is a number from 1 to 65535");
        return None;
    }
    Some(port)
}

table! {
    /// A URL with its verdict.
    #[derive(Clone, PartialEq, Debug)]
    pub struct ExampleTable: EXAMPLE = "scheme.example", span;

    /// The text.
    url: Located<String>;
    /// Whether the text is a URL of the scheme (SR310).
    accept: Located<bool>;
    /// Components by name, as texts (SR308); a port can be a number.
    components: Vec<(Located<String>, Located<String>)>,
        value(MapExcept(&Text, "port", &OneOf(&[Text, Integer(0, 65_535)]))) => components;
    /// The canonical form.
    canonical: Option<Located<String>>;
    /// Why the text is rejected.
    why: Option<Located<String>>;
    /// The document and section that decide: `RFC 7252 s6.3`.
    section: Option<Located<String>>;
}

/// `components = { host = "example.com", port = 70 }`. Values are texts; a port can also be a number.
fn components(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Vec<(Located<String>, Located<String>)> {
    let component = |(name, value): (Located<String>, _)| {
        let port = u16::from_toml(toml::Spanned::get_ref(value)).ok().filter(|_| *name == "port");
        let text = match port {
            Some(port) => Some(Located::new(port.to_string(), span_of(value))),
            None => fields.parse("SR009", key.name, value),
        };
        Some((name, text?))
    };
    fields.members(key.name, "a table of names and texts").into_iter().filter_map(component).collect()
}

table! {
    /// IANA's data for a built-in scheme that has no entry in the public layer.
    #[derive(Clone, PartialEq, Debug)]
    pub struct BuiltinFacts: BUILTIN = "builtin", span;

    /// The scheme.
    name: Located<String>;
    /// IANA's columns.
    iana: Option<Iana>;
}

impl SchemeEntry {
    /// Reads an entry; one without a name is findings alone.
    pub(in crate::format) fn named(fields: &Fields<'_, '_>) -> Option<Self> {
        let entry = Self::read(fields);
        fields.value("name").is_some_and(|name| name.get_ref().is_str()).then_some(entry)
    }

    /// Returns the name in lower case, which identifies the scheme.
    pub fn key(&self) -> String {
        self.name.to_ascii_lowercase()
    }

    /// The name that its URLs begin with, in lower case: `urn` of the subscheme `urn:isbn`.
    pub(crate) fn scheme_name(&self) -> String {
        scheme_of(&self.key()).to_owned()
    }

    /// Returns whether IANA's table may have the name: the entry is of no subscheme, and does not have `iana = false`.
    ///
    /// ```
    /// use anyurl_declared::format::RegistryFile;
    ///
    /// let text = "schema = 1\n[[scheme]]\nname = \"s3\"\nstatus = \"private\"\ndescription = \"objects\"\niana = false\n";
    /// let file = RegistryFile::from_text("x.toml", text)?;
    /// assert!(!file.layer().schemes().next().unwrap().is_listed());
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    pub fn is_listed(&self) -> bool {
        subscheme(&self.name).is_none() && self.metadata.iana.as_ref().is_none_or(|iana| iana.is_listed)
    }

    /// Returns whether the syntax has a component of this name.
    pub(crate) fn has_component(&self, name: &str) -> bool {
        let written = [format!("<{name}>"), format!("<{name}...>")];
        self.syntax.as_ref().is_some_and(|syntax| {
            let is_in_form = |form: &Located<String>| written.iter().any(|name| form.contains(&**name));
            syntax.components.iter().any(|one| *one.name == name) || syntax.form.iter().any(is_in_form)
        })
    }

    /// Returns whether the entry has neither syntax nor access: a fact, or a mistake.
    pub fn is_bare(&self) -> bool {
        self.syntax.is_none() && self.access.is_none()
    }

    /// Returns whether the format requires syntax and access.
    pub fn is_defined(&self) -> bool {
        !matches!(*self.status, Status::Reserved | Status::Historical)
    }

    /// Returns the canonical text of a facet, if the entry has it.
    pub fn canonical(&self, facet: Facet) -> Option<String> {
        self.facets.get(facet)
    }

    /// Returns the hash of a facet, which `expect` is compared with: of its canonical text without documentation.
    pub fn hash(&self, facet: Facet) -> Option<Hash> {
        self.facets.hash(facet)
    }
}
