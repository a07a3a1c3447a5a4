//! `[scheme.syntax]` and `[scheme.plugin]`.

use std::sync::Arc;

use locator_core::Span;
use toml::de::DeValue;

use super::FileLocation;
use super::fields::{Fields, span_of};
use crate::format::document::Document;
use crate::format::finding::quoted;
use crate::format::keywords::{PluginKind, RelativeTo};
use crate::format::located::Located;
use crate::format::model::{
    Abnf, Artifact, ComponentTable, DecodedRules, DeviationTable, DeviationWarning, EqualityTable, PluginTable,
    SyntaxTable,
};
use crate::format::schema;

/// The maximum size of a grammar file.
const MAX_ABNF_BYTES: usize = 64 << 10;

/// `[scheme.syntax]`
pub(super) fn syntax(fields: &Fields<'_, '_>, location: &FileLocation<'_>) -> SyntaxTable {
    let components = fields.tables("component", &schema::COMPONENT);
    let abnf = abnf(fields, location);
    let form: Vec<Located<String>> = fields.list("form");
    if abnf.is_some() {
        if let Some(form) = form.first() {
            let message = "`form` and a grammar cannot be used together";
            fields.error("SR009", form.span, message, "keep one");
        }
        for (key, expected) in [("dialect", "`rfc5234` or `rfc1738-bnf`"), ("start", "the rule for a complete URL")] {
            if !fields.has(key) {
                fields.missing(key, expected);
            }
        }
    }
    SyntaxTable {
        grammar: fields.need("grammar"),
        form,
        abnf,
        dialect: fields.get("dialect"),
        start: fields.get("start"),
        imports: fields.list("imports"),
        components: components.iter().map(component).collect(),
        relative: relative(fields),
        origin: fields.get("origin"),
        fragment: fields.get("fragment"),
        lenient: fields.get("lenient"),
        lenient_first: fields.get("lenient_first").is_some_and(|flag| *flag),
        bare_percent: fields.get("bare_percent").is_none_or(|flag| *flag),
        deviations: fields.tables("deviation", &schema::DEVIATION).iter().map(deviation).collect(),
        hosts: fields.list("hosts"),
        equality: fields.table("equality", &schema::EQUALITY).as_ref().map(equality).unwrap_or_default(),
        span: fields.span,
    }
}

/// `abnf`, or the text of `abnf_file`.
fn abnf(fields: &Fields<'_, '_>, location: &FileLocation<'_>) -> Option<Abnf> {
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
        (None, Some(file)) => from_file(fields, &file, location),
        (None, None) => None,
    }
}

/// Reads the grammar from `abnf_file`, whose path is relative to the registry file.
fn from_file(fields: &Fields<'_, '_>, file: &Located<String>, location: &FileLocation<'_>) -> Option<Abnf> {
    let FileLocation { folder, parent, prefix } = location;
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

/// `[scheme.syntax.equality]`
fn equality(fields: &Fields<'_, '_>) -> EqualityTable {
    EqualityTable {
        default_port: fields.get("default_port"),
        escapes: fields.get("escapes"),
        dot_segments: fields.get("dot_segments"),
        empty_path: fields.get("empty_path"),
        local_host: fields.get("local_host"),
        ignore: fields.list("ignore"),
    }
}

/// `[[scheme.syntax.component]]`
fn component(fields: &Fields<'_, '_>) -> ComponentTable {
    ComponentTable {
        name: fields.need("name"),
        rule: fields.need("rule"),
        kind: fields.get("type"),
        separator: delimiter(fields, "separator", 1),
        terminator: delimiter(fields, "terminator", 1),
        prefix: delimiter(fields, "prefix", 2),
        equals: delimiter(fields, "equals", 1),
        field_case: fields.get("field_case"),
        any_order: fields.get("any_order").is_some_and(|flag| *flag),
        secret: fields.has("secret").then(|| fields.list("secret")),
        host: fields.get("host"),
        decoded: decoded(fields),
        explicit_default: fields.get("explicit_default"),
        case: fields.get("case"),
        skip: fields.get("skip"),
        default: fields.get("default"),
        sensitive: fields.get("sensitive").is_some_and(|flag| *flag),
        span: fields.span,
    }
}

/// `relative = true` is `relative = "path"`, and `relative = false` is `relative = "nothing"`.
fn relative(fields: &Fields<'_, '_>) -> Option<Located<RelativeTo>> {
    let value = fields.value("relative")?;
    match value.get_ref().as_bool() {
        Some(true) => Some(Located::new(RelativeTo::Path, span_of(value))),
        Some(false) => Some(Located::new(RelativeTo::Nothing, span_of(value))),
        None => fields.get("relative"),
    }
}

/// `id`, `message` and `section`: all of them, or none if the canonical form only writes the text differently.
fn warning(fields: &Fields<'_, '_>) -> Option<DeviationWarning> {
    let keys = ["id", "message", "section"];
    if !keys.iter().any(|key| fields.has(key)) && fields.has("write") {
        return None;
    }
    Some(DeviationWarning { id: fields.need("id"), message: fields.need("message"), section: fields.need("section") })
}

/// `decoded = "rule"`, or one rule for each mode.
fn decoded(fields: &Fields<'_, '_>) -> DecodedRules {
    if let Some(DeValue::Table(_)) = fields.value("decoded").map(toml::Spanned::get_ref) {
        let rules = fields.table("decoded", &schema::DECODED);
        let rules = rules.map(|rules| DecodedRules { strict: rules.get("strict"), lenient: rules.get("lenient") });
        return rules.unwrap_or_default();
    }
    let rule: Option<Located<String>> = fields.get("decoded");
    DecodedRules { strict: rule.clone(), lenient: rule }
}

/// `[[scheme.syntax.deviation]]`
fn deviation(fields: &Fields<'_, '_>) -> DeviationTable {
    let has_place = fields.has("characters") || fields.has("escapes");
    if fields.has("rule") == (fields.has("within") || has_place) || fields.has("within") != has_place {
        let message = "a deviation is the text of a `rule`, or `characters` or `escapes` of components";
        fields.error("SR009", fields.span, message, "write `rule`, or `within` and `characters` or `escapes`");
    }
    DeviationTable {
        rule: fields.get("rule"),
        within: fields.list("within"),
        characters: fields.get("characters"),
        escapes: fields.get("escapes").is_some_and(|flag| *flag),
        warning: warning(fields),
        write: fields.get("write"),
        span: fields.span,
    }
}

/// A text of one US-ASCII character, or at most `max`.
fn delimiter(fields: &Fields<'_, '_>, key: &'static str, max: usize) -> Option<Located<String>> {
    let text: Located<String> = fields.get(key)?;
    if (1..=max).contains(&text.len()) && text.is_ascii() {
        return Some(text);
    }
    let number = if max == 1 { "one US-ASCII character" } else { "one or two US-ASCII characters" };
    let message = format!("`{key}` must be {number}, not {}", quoted(&text));
    fields.error("SR009", text.span, &message, "write the character that divides the list");
    None
}

/// `[scheme.plugin]`. An invalid version is SR411.
pub(super) fn plugin(fields: &Fields<'_, '_>) -> PluginTable {
    let artifacts = fields.tables("artifact", &schema::ARTIFACT);
    if !fields.has("version") {
        fields.missing("version", "a version requirement such as ^1.2");
    }
    PluginTable {
        kind: fields.get("kind").unwrap_or(Located::new(PluginKind::Dylib, fields.span)),
        library: fields.need("library"),
        version: fields.get_as("SR411", "version"),
        abi: fields.need("abi"),
        capabilities: fields.list("capabilities"),
        signed_by: fields.get("signed_by"),
        artifacts: artifacts.iter().map(artifact).collect(),
        span: fields.span,
    }
}

/// `[[scheme.plugin.artifact]]`
fn artifact(fields: &Fields<'_, '_>) -> Artifact {
    Artifact {
        target: fields.need("target"),
        version: fields.need_as("SR411", "version"),
        sha256: fields.get_as("SR414", "sha256"),
        url: fields.get("url"),
        size: fields.get("size"),
        inline: fields.get("inline"),
        span: fields.span,
    }
}
