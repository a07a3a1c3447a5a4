//! `[scheme.syntax]`.

use super::ValueType::{Characters, Fixed, Flag, List, OneOf, Table, Tables, Text};
use super::{Condition, TEXTS, TableSchema, key, need, schema, word};
use crate::format::keywords::{
    Case, ComponentType, DefaultPort, Dialect, DotSegments, Escapes, ExplicitDefault, FieldCase, Fragment, Generic,
    HostKind, RelativeTo,
};

#[rustfmt::skip]
pub(in crate::format) static SYNTAX: TableSchema = schema("scheme.syntax", "How the URLs are written: a form, or a grammar.", &[
    need("grammar", word::<Generic>(), "The generic grammar that bounds the syntax (SR306), and the characters of a form."),
    key("form", TEXTS, "Forms such as `x-lake://<host>[:<port>]/<path...>[?<query>]`: names in angle brackets are components, parts in square brackets are optional."),
    key("dialect", word::<Dialect>(), "The notation of the grammar; required with a grammar."),
    key("start", Text, "The rule for a complete URL; required with a grammar."),
    key("abnf", Text, "The grammar."),
    key("abnf_file", Text, "The file of the grammar, relative to this one."),
    key("imports", List(&Fixed(&["rfc1738", "rfc3986"])), "Rule sets that resolve undefined names: `rfc1738`, `rfc3986`."),
    key("relative", OneOf(&[Flag, word::<RelativeTo>()]), "What relative references may omit; `true` is `path`, and `false`, the default, is `nothing`."),
    key("origin", Flag, "Whether scheme, host and port are an origin (RFC 6454 §4); by default not."),
    key("fragment", word::<Fragment>(), "What a `#` is: it begins a fragment (`separate`, the default), is an error (`none`), or `data`."),
    key("lenient", Text, "The rules that lenient mode has in place of those of the same names; not for forms (SR320)."),
    key("lenient_first", Flag, "`true`: lenient mode tries its own rules before the strict ones."),
    key("bare_percent", Flag, "`false`: lenient mode rejects a `%` without digits."),
    key("hosts", TEXTS, "Further rules whose text must be a host."),
    key("equality", Table(&EQUALITY), "Which URLs mean the same."),
    key("component", Tables(&COMPONENT), "The components of a grammar, or more about those of a form."),
    key("deviation", Tables(&DEVIATION), "Texts that only lenient mode accepts."),
]).where_(&[
    Condition::Excludes("abnf", "abnf_file"),
    Condition::Excludes("abnf", "form"),
    Condition::Excludes("abnf_file", "form"),
    Condition::Needs("abnf", &["dialect", "start"]),
    Condition::Needs("abnf_file", &["dialect", "start"]),
]);

#[rustfmt::skip]
pub(in crate::format) static EQUALITY: TableSchema = schema("scheme.syntax.equality", "Which URLs mean the same.", &[
    key("default_port", word::<DefaultPort>(), "Whether the default port is the same as no port; `drop` by default."),
    key("escapes", word::<Escapes>(), "What the canonical form does with escapes; `decode` by default."),
    key("dot_segments", word::<DotSegments>(), "Whether `/a/../b` is the same as `/b`; `keep` by default."),
    key("empty_path", Text, "What no path, and a path of only a slash, after host and port stand for: `/`."),
    key("local_host", Text, "The host that is the same as no host and no `//`."),
    key("ignore", TEXTS, "Components, and `fragment`, that do not count."),
]);

#[rustfmt::skip]
pub(in crate::format) static COMPONENT: TableSchema = schema("scheme.syntax.component", "A component of a URL.", &[
    need("name", Text, "The component."),
    need("rule", Text, "The rule that matches it, or several: `a / b` (SR307)."),
    key("type", word::<ComponentType>(), "The type of the value; `string` by default."),
    key("host", word::<HostKind>(), "The kind of host, for the type `host`; by default that of `grammar`."),
    key("separator", Characters(1), "The character between the elements of a list (`/` by default) or between fields (`&`)."),
    key("terminator", Characters(1), "The character after each element or field."),
    key("prefix", Characters(2), "The text before each element or field; of fields, it may have two characters."),
    key("equals", Characters(1), "The character between name and value of a field, `=` by default."),
    key("field_case", word::<FieldCase>(), "Whose case does not count in fields; `preserve` by default."),
    key("any_order", Flag, "`true`: the order of the fields does not count."),
    key("case", word::<Case>(), "The case in the canonical form."),
    key("skip", Text, "Characters that do not count: the canonical form lacks them."),
    key("decoded", OneOf(&[Text, Table(&DECODED)]), "The rule that the decoded text must match, or one for each mode."),
    key("default", Text, "The value of an absent component."),
    key("explicit_default", word::<ExplicitDefault>(), "Whether a written default is the same URL; `same` by default."),
    key("sensitive", Flag, "`true`: a secret, which output masks and gateways strip (SR504)."),
    key("secret", TEXTS, "The names of fields that are secrets."),
]);

/// `decoded = { strict = "…", lenient = "…" }`
#[rustfmt::skip]
pub(in crate::format) static DECODED: TableSchema = schema("scheme.syntax.component.decoded", "The rules that the decoded text must match.", &[
    key("strict", Text, "The rule in strict mode."),
    key("lenient", Text, "The rule in lenient mode; needs `lenient` of the syntax."),
]);

#[rustfmt::skip]
pub(in crate::format) static DEVIATION: TableSchema = schema("scheme.syntax.deviation", "A text that only lenient mode accepts.", &[
    key("rule", Text, "A rule of the lenient grammar (SR307)."),
    key("within", TEXTS, "The components that contain the text (SR307)."),
    key("characters", Text, "The characters that deviate; with `escapes`, those whose escapes deviate."),
    key("escapes", Flag, "`true`: escapes deviate."),
    key("id", Text, "The id of the warning."),
    key("message", Text, "The broken requirement."),
    key("section", Text, "The section that states it."),
    key("write", Text, "What the canonical form has in place of the text of a rule; may be empty."),
]).where_(&[
    Condition::Any(&["rule", "within"]),
    Condition::Any(&["id", "write"]),
    Condition::Excludes("rule", "within"),
    Condition::Excludes("rule", "characters"),
    Condition::Excludes("rule", "escapes"),
    Condition::Needs("characters", &["within"]),
    Condition::Needs("escapes", &["within"]),
    Condition::NeedsAny("within", &["characters", "escapes"]),
    Condition::Needs("id", &["message", "section"]),
    Condition::Needs("message", &["id", "section"]),
    Condition::Needs("section", &["id", "message"]),
]);
