//! `[scheme.syntax]` and its tables.

use std::sync::Arc;

use anyurl_core::{Severity, Span};
use toml::de::DeValue;

use crate::format::change_severity::Compared::{Elsewhere, Set, Tables, Value};
use crate::format::change_severity::{CONTRACT, DOCUMENTATION, MEANING, PERMISSION, PROTECTION};
use crate::format::document::Document;
use crate::format::fields::{Fields, FileLocation, span_of};
use crate::format::finding::quoted;
use crate::format::keywords::{
    Case, ComponentType, DefaultPort, Dialect, DotSegments, Escapes, ExplicitDefault, FieldCase, Fragment, Generic,
    HostKind, RelativeTo,
};
use crate::format::located::Located;
use crate::format::schema::ValueType::{Characters, Flag, Flattened, OneOf, Table, Text};
use crate::format::schema::{Condition, KeySchema, TableSchema, word};
use crate::format::table::{Table as _, or_default, table};

/// The maximum size of a grammar file.
const MAX_ABNF_BYTES: usize = 64 << 10;

table! {
    /// How the URLs are written: a form, or a grammar.
    #[derive(Clone, PartialEq, Debug)]
    pub struct SyntaxTable: SYNTAX = "scheme.syntax", span;

    /// The generic grammar that bounds the syntax (SR306), and the characters of a form.
    grammar: Located<Generic>, change("SR724", Elsewhere, MEANING);
    /// Forms such as `x-lake://<host>[:<port>]/<path...>[?<query>]`: names in angle brackets are components, parts in square brackets are optional.
    form: Vec<Located<String>>, change("SR724", Elsewhere, MEANING);
    /// The notation of the grammar; required with a grammar.
    dialect: Option<Located<Dialect>>, change("SR724", Elsewhere, MEANING);
    /// The rule for a complete URL; required with a grammar.
    start: Option<Located<String>>, change("SR724", Elsewhere, MEANING);
    /// The grammar, inline or from a file.
    abnf: Option<Abnf>, value(Flattened(&GRAMMAR)) => abnf;
    /// What resolves undefined names: the rule sets `rfc1738` and `rfc3986`, and grammars of other schemes of the layer (SR007).
    imports: Vec<Located<String>>, change("SR724", Elsewhere, MEANING);
    /// What relative references may omit; `true` is `path`, and `false`, the default, is `nothing`.
    relative: Option<Located<RelativeTo>>, value(OneOf(&[Flag, word::<RelativeTo>()])), change("SR725", Value, CONTRACT) => relative;
    /// Whether scheme, host and port are an origin (RFC 6454 §4); by default not.
    origin: Option<Located<bool>>, change("SR725", Value, MEANING);
    /// Whether the query is that of an HTML form, in which `+` is a space; by default `+` is itself.
    form_query: Option<Located<bool>>, change("SR725", Value, MEANING);
    /// The component whose value selects a subscheme: an entry such as `urn:isbn` (SR615).
    subschemes: Option<Located<String>>, own(), change("SR725", Value, MEANING);
    /// What a `#` is: it begins a fragment (`separate`, the default), is an error (`none`), or `data`.
    fragment: Option<Located<Fragment>>, change("SR725", Value, MEANING);
    /// The rules that lenient mode has in place of those of the same names; not for forms (SR320).
    lenient: Option<Located<String>>, change("SR725", Value, PERMISSION);
    /// `true`: lenient mode tries its own rules before the strict ones.
    lenient_first: bool, change("SR725", Value, PERMISSION);
    /// `false`: lenient mode rejects a `%` without digits.
    bare_percent: bool, value(Flag), change("SR725", Value, PERMISSION) => unless_false;
    /// Further rules whose text must be a host.
    hosts: Vec<Located<String>>, change("SR725", Value, MEANING);
    /// Which URLs mean the same.
    equality: EqualityTable, value(Table(&EQUALITY)), change("SR725", Value, MEANING) => or_default;
    /// The components of a grammar, or more about those of a form.
    components: Vec<ComponentTable>, key("component"), change("SR725", Tables(&["name"]), CONTRACT);
    /// Texts that only lenient mode accepts, or that are valid and unwise, or that need not be written so.
    deviations: Vec<DeviationTable>, key("deviation"), change("SR725", Set, PERMISSION);
    /// What errors in components say, in place of the rule that does not match.
    mistakes: Vec<MistakeTable>, key("mistake"), change("SR725", Set, DOCUMENTATION);

    conditions &[
        Condition::Excludes("abnf", "abnf_file"),
        Condition::Excludes("abnf", "form"),
        Condition::Excludes("abnf_file", "form"),
        Condition::Needs("abnf", &["dialect", "start"]),
        Condition::Needs("abnf_file", &["dialect", "start"]),
    ];
    check form_or_grammar;
}

fn form_or_grammar(fields: &Fields<'_, '_>, syntax: &mut SyntaxTable) {
    if syntax.abnf.is_none() {
        return;
    }
    if let Some(form) = syntax.form.first() {
        let message = "`form` and a grammar cannot be used together";
        fields.error("SR009", form.span, message, "keep one");
    }
    for (key, expected) in [("dialect", "`rfc5234` or `rfc1738-bnf`"), ("start", "the rule for a complete URL")] {
        if !fields.has(key) {
            fields.missing(key, expected);
        }
    }
}

/// `relative = true` is `relative = "path"`, and `relative = false` is `relative = "nothing"`.
fn relative(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Option<Located<RelativeTo>> {
    let value = fields.value(key.name)?;
    match value.get_ref().as_bool() {
        Some(true) => Some(Located::new(RelativeTo::Path, span_of(value))),
        Some(false) => Some(Located::new(RelativeTo::Nothing, span_of(value))),
        None => fields.get(key.name),
    }
}

fn unless_false(fields: &Fields<'_, '_>, key: &'static KeySchema) -> bool {
    fields.get(key.name).is_none_or(|flag| *flag)
}

/// The keys of the grammar.
static GRAMMAR: TableSchema = TableSchema {
    name: "scheme.syntax",
    about: "",
    rows: &[
        KeySchema::new("abnf", "The grammar.", Text, false).change("SR724", Elsewhere, MEANING),
        KeySchema::new("abnf_file", "The file of the grammar, relative to this one.", Text, false)
            .change("SR724", Elsewhere, MEANING),
    ],
    conditions: &[],
};

/// A grammar and the file that contains it. [`Document::inside`] maps its spans to the file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Abnf {
    /// The text.
    pub text: Located<String>,
    /// The registry file, or the file that `abnf_file` names.
    pub document: Arc<Document>,
}

impl PartialEq for Abnf {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// `abnf`, or the text of `abnf_file`.
fn abnf(fields: &Fields<'_, '_>, _: &'static KeySchema) -> Option<Abnf> {
    let written: Option<Located<String>> = fields.get("abnf");
    let file: Option<Located<String>> = fields.get("abnf_file");
    match (written, file) {
        (Some(_), Some(file)) => {
            let message = "`abnf` and `abnf_file` cannot be used together";
            fields.error("SR009", file.span, message, "keep one");
            None
        }
        (Some(text), None) => {
            let document = Arc::clone(&fields.reader.document);
            Some(Abnf { text, document })
        }
        (None, Some(file)) => from_file(fields, &file),
        (None, None) => None,
    }
}

/// Reads the grammar from `abnf_file`, whose path is relative to the registry file.
fn from_file(fields: &Fields<'_, '_>, file: &Located<String>) -> Option<Abnf> {
    let FileLocation { folder, parent, prefix } = fields.reader.location?;
    let path = match *parent {
        "" => file.value.clone(),
        parent => format!("{parent}/{file}"),
    };
    let error = |message: String| {
        let help = "name a file in UTF-8 of at most 64 KiB, in the folder of this file or below";
        fields.error("SR009", file.span, &message, help);
    };
    let bytes = match folder.read(&path, MAX_ABNF_BYTES) {
        Ok(bytes) => bytes,
        Err(io) => {
            error(io.to_string());
            return None;
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        error(format!("{} is not UTF-8", quoted(&path)));
        return None;
    };
    let text = text.replace("\r\n", "\n");
    let document = Document::new(format!("{prefix}{path}"), text.clone());
    let text = Located::new(text, Span::new(0, document.text().len()));
    Some(Abnf { text, document })
}

table! {
    /// Which URLs mean the same.
    #[derive(Clone, PartialEq, Debug, Default)]
    pub struct EqualityTable: EQUALITY = "scheme.syntax.equality";

    /// Whether the default port is the same as no port; `drop` by default.
    default_port: Option<Located<DefaultPort>>;
    /// What the canonical form does with escapes; `decode` by default.
    escapes: Option<Located<Escapes>>;
    /// Whether `/a/../b` is the same as `/b`; `keep` by default.
    dot_segments: Option<Located<DotSegments>>;
    /// What no path, and a path of only a slash, after host and port stand for: `/`.
    empty_path: Option<Located<String>>;
    /// The host that is the same as no host and no `//`.
    local_host: Option<Located<String>>;
    /// Components, and `fragment`, that do not count.
    ignore: Vec<Located<String>>;

    impl Merge;
}

table! {
    /// A component of a URL.
    #[derive(Clone, PartialEq, Debug)]
    pub struct ComponentTable: COMPONENT = "scheme.syntax.component", span;

    /// The component.
    name: Located<String>;
    /// The rule that matches it, or several: `a / b` (SR307).
    rule: Located<String>;
    /// The type of the value; `string` by default.
    kind: Option<Located<ComponentType>>, key("type");
    /// The kind of host, for the type `host`; by default that of `grammar`.
    host: Option<Located<HostKind>>;
    /// The character between the elements of a list (`/` by default), between fields (`&`), or between parts of a `string`.
    separator: Option<Located<String>>, value(Characters(1)) => characters;
    /// The character after each element or field.
    terminator: Option<Located<String>>, value(Characters(1)) => characters;
    /// The text before each element or field; of fields, it may have two characters.
    prefix: Option<Located<String>>, value(Characters(2)) => characters;
    /// The character between name and value of a field, `=` by default.
    equals: Option<Located<String>>, value(Characters(1)) => characters;
    /// Whose case does not count in fields; `preserve` by default.
    field_case: Option<Located<FieldCase>>;
    /// `true`: the order of the fields, or of the elements of a list, does not count.
    any_order: bool;
    /// `true`: no two fields have the same name.
    unique: bool;
    /// The fields that the scheme defines, for `fields`.
    field: Vec<FieldTable>;
    /// `true`: there are no other fields.
    only_known: bool;
    /// The least value of an `integer`.
    min: Option<Located<i64>>;
    /// The greatest value of an `integer`.
    max: Option<Located<i64>>;
    /// The greatest number of characters; an escape is one.
    max_length: Option<Located<i64>>;
    /// The case in the canonical form.
    case: Option<Located<Case>>;
    /// The character after whose last occurrence `case` applies, in the text or in each element of a list.
    case_after: Option<Located<String>>, value(Characters(1)) => characters;
    /// Characters that mean the same as their escapes; the canonical form has the characters.
    unescape: Option<Located<String>>;
    /// Characters that do not count: the canonical form lacks them.
    skip: Option<Located<String>>;
    /// The rule of the texts in which `skip` does not count: of the component, or of the elements of a list.
    skip_rule: Option<Located<String>>;
    /// The rule that the decoded text must match, or one for each mode.
    decoded: DecodedRules, value(OneOf(&[Text, Table(&DECODED)])) => decoded;
    /// The value of an absent component.
    default: Option<Located<String>>;
    /// Whether a written default is the same URL; `same` by default.
    explicit_default: Option<Located<ExplicitDefault>>;
    /// `true`: an empty text is the default as well.
    empty_default: bool;
    /// `true`: a secret, which output masks and gateways strip (SR504).
    sensitive: bool, change("SR725", Value, PROTECTION);
    /// The names of fields that are secrets; absent if the file does not say whether there are any.
    secret: Option<Vec<Located<String>>>, change("SR725", Value, PROTECTION);
}

table! {
    /// A field that the scheme defines.
    #[derive(Clone, PartialEq, Debug)]
    pub struct FieldTable: FIELD = "scheme.syntax.component.field", span;

    /// Its name.
    name: Located<String>;
    /// The rule that its decoded value must match.
    rule: Option<Located<String>>;
    /// The value of an absent field: a field with this value means the same as none.
    default: Option<Located<String>>;
    /// `true`: a URL with the component has the field.
    required: bool;
}

/// A text of at most so many US-ASCII characters as the schema says.
fn characters(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Option<Located<String>> {
    let text: Located<String> = fields.get(key.name)?;
    let max = if let Characters(max) = key.value { max } else { 1 };
    if (1..=max).contains(&text.len()) && text.is_ascii() {
        return Some(text);
    }
    let number = if max == 1 { "one US-ASCII character" } else { "one or two US-ASCII characters" };
    let message = format!("`{}` must be {number}, not {}", key.name, quoted(&text));
    fields.error("SR009", text.span, &message, "write the character that divides the list");
    None
}

table! {
    /// The rules that the decoded text must match.
    #[derive(Clone, PartialEq, Debug, Default)]
    pub struct DecodedRules: DECODED = "scheme.syntax.component.decoded";

    /// The rule in strict mode.
    strict: Option<Located<String>>;
    /// The rule in lenient mode; needs `lenient` of the syntax.
    lenient: Option<Located<String>>;
}

/// `decoded = "rule"`, or one rule for each mode.
fn decoded(fields: &Fields<'_, '_>, key: &'static KeySchema) -> DecodedRules {
    if let Some(DeValue::Table(_)) = fields.value(key.name).map(toml::Spanned::get_ref) {
        return or_default(fields, key);
    }
    let rule: Option<Located<String>> = fields.get(key.name);
    DecodedRules { strict: rule.clone(), lenient: rule }
}

table! {
    /// A text that only lenient mode accepts; with `strict`, one that has a warning or that need not be written so.
    #[derive(Clone, PartialEq, Debug)]
    pub struct DeviationTable: DEVIATION = "scheme.syntax.deviation", span;

    /// A rule of the lenient grammar (SR307).
    rule: Option<Located<String>>;
    /// `true`: the rule is in the grammar of strict mode as well, which accepts its text.
    strict: bool;
    /// The components that contain the text (SR307).
    within: Vec<Located<String>>;
    /// The characters that deviate; with `escapes`, those whose escapes deviate.
    characters: Option<Located<String>>;
    /// `true`: escapes deviate.
    escapes: bool;
    /// The warning, if there is one.
    warning: Option<DeviationWarning>, value(Flattened(&WARNING)) => warning;
    /// What the canonical form has in place of the text of a rule; may be empty.
    write: Option<Located<String>>;

    conditions &[
        Condition::Any(&["rule", "within"]),
        Condition::Any(&["id", "write"]),
        Condition::Excludes("rule", "within"),
        Condition::Excludes("rule", "characters"),
        Condition::Excludes("rule", "escapes"),
        Condition::Needs("strict", &["rule"]),
        Condition::Needs("characters", &["within"]),
        Condition::Needs("escapes", &["within"]),
        Condition::NeedsAny("within", &["characters", "escapes"]),
        Condition::Needs("severity", &["id"]),
        Condition::Needs("id", &["message", "section"]),
        Condition::Needs("message", &["id", "section"]),
        Condition::Needs("section", &["id", "message"]),
    ];
    check rule_or_components;
}

table! {
    /// What an error in some components says.
    #[derive(Clone, PartialEq, Debug)]
    pub struct MistakeTable: MISTAKE = "scheme.syntax.mistake";

    /// The components with the error.
    within: Vec<Located<String>>, required();
    /// The broken requirement: the second half of a sentence, such as `a bucket has 3 to 63 characters`.
    message: Located<String>, required();
    /// How to correct the URL, as a short command.
    help: Located<String>, required();
}

fn rule_or_components(fields: &Fields<'_, '_>, _: &mut DeviationTable) {
    let has_place = fields.has("characters") || fields.has("escapes");
    if fields.has("rule") == (fields.has("within") || has_place) || fields.has("within") != has_place {
        let message = "a deviation is the text of a `rule`, or `characters` or `escapes` of components";
        fields.error("SR009", fields.span, message, "write `rule`, or `within` and `characters` or `escapes`");
    }
}

table! {
    /// The warning about a deviation.
    #[derive(Clone, PartialEq, Debug)]
    pub struct DeviationWarning: WARNING = "scheme.syntax.deviation";

    /// The id of the warning.
    id: Located<String>, optional();
    /// The broken requirement.
    message: Located<String>, optional();
    /// The section that states it.
    section: Located<String>, optional();
    /// How serious it is if the resource is accessed; `note` by default.
    severity: Option<Located<Severity>>;
}

/// All keys, or none if the canonical form only writes the text differently.
fn warning(fields: &Fields<'_, '_>, _: &'static KeySchema) -> Option<DeviationWarning> {
    let is_given = WARNING.names().any(|key| fields.has(key)) || !fields.has("write");
    is_given.then(|| DeviationWarning::read(fields))
}
