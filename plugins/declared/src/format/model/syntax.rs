//! `[scheme.syntax]` and its tables.

use std::sync::Arc;

use locator_core::Span;

use crate::format::document::Document;
use crate::format::keywords::{
    Case, ComponentType, DefaultPort, Dialect, DotSegments, Escapes, ExplicitDefault, FieldCase, Fragment, Generic,
    HostKind, RelativeTo,
};
use crate::format::located::Located;

/// `[scheme.syntax]`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SyntaxTable {
    /// The generic grammar that bounds it.
    pub grammar: Located<Generic>,
    /// The prose form: `x-lake://<host>/<path>`.
    pub form: Vec<Located<String>>,
    /// The grammar, inline or from a file.
    pub abnf: Option<Abnf>,
    /// The notation of the grammar.
    pub dialect: Option<Located<Dialect>>,
    /// The rule for a complete URL.
    pub start: Option<Located<String>>,
    /// The rule sets that resolve undefined rule names.
    pub imports: Vec<Located<String>>,
    /// The components of a URL.
    pub components: Vec<ComponentTable>,
    /// What relative references may omit, if they are supported.
    pub relative: Option<Located<RelativeTo>>,
    /// Whether scheme, host and port are an origin (RFC 6454 §4).
    pub origin: Option<Located<bool>>,
    /// What a `#` is; it begins a fragment by default.
    pub fragment: Option<Located<Fragment>>,
    /// The rules that replace those of the same names in lenient mode.
    pub lenient: Option<Located<String>>,
    /// Whether lenient mode tries them before those that they replace.
    pub lenient_first: bool,
    /// Whether lenient mode takes a `%` without digits as data.
    pub bare_percent: bool,
    /// What lenient mode reports.
    pub deviations: Vec<DeviationTable>,
    /// The rules whose text must be a host, besides components of that type.
    pub hosts: Vec<Located<String>>,
    /// What is the same URL.
    pub equality: EqualityTable,
    /// The start of the table.
    pub span: Span,
}

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

/// `[scheme.syntax.equality]`
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct EqualityTable {
    /// Whether the default port is part of the canonical form.
    pub default_port: Option<Located<DefaultPort>>,
    /// What happens to escapes.
    pub escapes: Option<Located<Escapes>>,
    /// What happens to dot segments.
    pub dot_segments: Option<Located<DotSegments>>,
    /// What an empty path after an authority stands for.
    pub empty_path: Option<Located<String>>,
    /// The host that means the same as none.
    pub local_host: Option<Located<String>>,
    /// The components that do not count.
    pub ignore: Vec<Located<String>>,
}

/// `[[scheme.syntax.component]]`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ComponentTable {
    /// The name.
    pub name: Located<String>,
    /// The grammar rule.
    pub rule: Located<String>,
    /// The type; text by default.
    pub kind: Option<Located<ComponentType>>,
    /// The character between the elements of a list.
    pub separator: Option<Located<String>>,
    /// The character after each element of a list.
    pub terminator: Option<Located<String>>,
    /// The character before each element of a list.
    pub prefix: Option<Located<String>>,
    /// The character between the name and the value of a field.
    pub equals: Option<Located<String>>,
    /// Whether the case of fields counts.
    pub field_case: Option<Located<FieldCase>>,
    /// Whether the order of fields counts.
    pub any_order: bool,
    /// The names of the fields that are secrets; `None` if the file does not say whether there are any.
    pub secret: Option<Vec<Located<String>>>,
    /// What the host is.
    pub host: Option<Located<HostKind>>,
    /// The rules that the decoded text must match.
    pub decoded: DecodedRules,
    /// Its case in the canonical form.
    pub case: Option<Located<Case>>,
    /// The characters that the canonical form lacks, because they do not count.
    pub skip: Option<Located<String>>,
    /// What it is taken to be when it is absent.
    pub default: Option<Located<String>>,
    /// Whether writing the default makes another URL.
    pub explicit_default: Option<Located<ExplicitDefault>>,
    /// Whether it is a secret.
    pub sensitive: bool,
    /// The start of the table.
    pub span: Span,
}

/// The warning about a deviation.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeviationWarning {
    /// The id.
    pub id: Located<String>,
    /// The broken requirement in words.
    pub message: Located<String>,
    /// The section of the document that states it.
    pub section: Located<String>,
}

/// `decoded = "rule"`, or `decoded = { strict = "rule", lenient = "rule" }`
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct DecodedRules {
    /// In strict mode.
    pub strict: Option<Located<String>>,
    /// In lenient mode.
    pub lenient: Option<Located<String>>,
}

/// `[[scheme.syntax.deviation]]`: text that only lenient mode accepts.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeviationTable {
    /// The rule of the lenient grammar that matches the text.
    pub rule: Option<Located<String>>,
    /// The components that contain the text.
    pub within: Vec<Located<String>>,
    /// The characters of those components that deviate.
    pub characters: Option<Located<String>>,
    /// Whether the escapes of those components deviate.
    pub escapes: bool,
    /// The warning, if there is one.
    pub warning: Option<DeviationWarning>,
    /// What the canonical form writes instead.
    pub write: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}
