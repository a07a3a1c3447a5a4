//! `[scheme.syntax]`, `[scheme.access]` and `[scheme.plugin]`.

use std::sync::Arc;

use locator_core::Span;

use super::Beside;
use super::fields::Fields;
use crate::format::document::Document;
use crate::format::finding::quoted;
use crate::format::keywords::AccessKind;
use crate::format::located::Located;
use crate::format::model::{Abnf, AccessStep, AccessTable, Artifact, ComponentTable, PluginTable, SyntaxTable};
use crate::format::schema;

/// A file with a grammar is at most so long.
const MOST_ABNF: usize = 64 << 10;

/// `[scheme.syntax]`
pub(super) fn syntax(fields: &Fields<'_, '_>, beside: &Beside<'_>) -> SyntaxTable {
    let components = fields.tables("component", &schema::COMPONENT);
    let abnf = abnf(fields, beside);
    let form: Vec<Located<String>> = fields.list("form");
    if abnf.is_some() {
        if let Some(form) = form.first() {
            let message = "a form and a grammar are both written";
            fields.fault("SR009", form.span, message, "keep one");
        }
        for (key, expected) in [("dialect", "`rfc5234` or `rfc1738-bnf`"), ("start", "the rule that a whole URL is of")]
        {
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
        relative: fields.get("relative"),
        span: fields.span,
    }
}

/// `abnf`, or the text of `abnf_file`.
fn abnf(fields: &Fields<'_, '_>, beside: &Beside<'_>) -> Option<Abnf> {
    let written: Option<Located<String>> = fields.get("abnf");
    let file: Option<Located<String>> = fields.get("abnf_file");
    match (written, file) {
        (Some(_), Some(file)) => {
            let message = "`abnf` and `abnf_file` are both written";
            fields.fault("SR009", file.span, message, "keep one");
            None
        }
        (Some(text), None) => {
            let document = Arc::clone(&fields.reader.document);
            Some(Abnf { text, document })
        }
        (None, Some(file)) => from_file(fields, &file, beside),
        (None, None) => None,
    }
}

/// The text of a file that stands beside the registry's.
fn from_file(fields: &Fields<'_, '_>, file: &Located<String>, beside: &Beside<'_>) -> Option<Abnf> {
    let Beside { folder, inside, shown } = beside;
    let path = match *inside {
        "" => file.value.clone(),
        inside => format!("{inside}/{file}"),
    };
    let fault = |message: String| {
        let help = "name a file below the folder of this one, in UTF-8 and of 64 KiB at most";
        fields.fault("SR009", file.span, &message, help);
    };
    let bytes = match folder.read(&path, MOST_ABNF) {
        Ok(bytes) => bytes,
        Err(error) => {
            fault(error.to_string());
            return None;
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        fault(format!("{} is not UTF-8", quoted(&path)));
        return None;
    };
    let text = text.replace("\r\n", "\n");
    let document = Document::new(format!("{shown}{path}"), text.clone());
    let text = Located::new(text, Span::new(0, document.text().len()));
    Some(Abnf { text, document })
}

/// `[[scheme.syntax.component]]`
fn component(fields: &Fields<'_, '_>) -> ComponentTable {
    ComponentTable {
        name: fields.need("name"),
        rule: fields.need("rule"),
        kind: fields.get("type"),
        case: fields.get("case"),
        default: fields.get("default"),
        sensitive: fields.get("sensitive").is_some_and(|flag| *flag),
        span: fields.span,
    }
}

/// `[scheme.access]`
pub(super) fn access(fields: &Fields<'_, '_>) -> AccessTable {
    let kind: Located<AccessKind> = fields.need_as("SR401", "kind");
    let steps = steps(fields);
    if *kind == AccessKind::Steps && !fields.has("steps") {
        fields.missing("steps", "an array such as [{ connect = \"{host}:{port}\" }, …]");
    }
    let operations: Vec<Located<String>> = fields.need_list("operations");
    if !operations.is_empty() && !fields.has("default") {
        fields.missing("default", "the operation that is meant when none is named");
    }
    let default: Option<Located<String>> = fields.get("default");
    if let Some(default) = default.as_ref().filter(|default| !operations.contains(default)) {
        let message = format!("`scheme.access.default` cannot be {}", quoted(default));
        fields.fault("SR009", default.span, &message, "take one of `operations`");
    }
    AccessTable {
        kind,
        locates: fields.need("locates"),
        algorithm: fields.get("algorithm"),
        operations,
        default,
        gateway: fields.get("gateway"),
        steps,
        name_properties: fields.get("name_properties"),
        span: fields.span,
    }
}

/// `steps = [{ connect = … }, { send = … }, { receive = … }]`
fn steps(fields: &Fields<'_, '_>) -> Vec<Located<AccessStep>> {
    let steps = fields.tables("steps", &schema::STEP);
    let step = |fields: &Fields<'_, '_>| Some(Located::new(step(fields)?, fields.span));
    steps.iter().filter_map(step).collect()
}

fn step(fields: &Fields<'_, '_>) -> Option<AccessStep> {
    let rest_of_line = fields.get("rest_of_line").map(|is: Located<bool>| is.value);
    let modifiers = usize::from(rest_of_line.is_some());
    if modifiers > 0 && !fields.has("send") {
        let message = "`rest_of_line` says how a component is sent, and this step sends nothing";
        fields.fault("SR009", fields.span, message, "write it beside `send`");
        return None;
    }
    if fields.table.len() > 1 + modifiers {
        let message = "a step does one thing";
        fields.fault("SR009", fields.span, message, "write a step for each, in order");
        return None;
    }
    let step = fields.get("connect").map(|to: Located<String>| AccessStep::Connect(to.value));
    let step = step.or_else(|| {
        fields.get("send").map(|text: Located<String>| AccessStep::Send {
            text: text.value,
            rest_of_line: rest_of_line.unwrap_or(false),
        })
    });
    let step = step.or_else(|| fields.get("receive").map(|until| AccessStep::Receive(until.value)));
    if fields.table.is_empty() {
        let message = "a step does something";
        fields.fault("SR009", fields.span, message, "write `connect`, `send` or `receive`");
    }
    step
}

/// `[scheme.plugin]`: whatever is wrong with its versions is SR411.
pub(super) fn plugin(fields: &Fields<'_, '_>) -> PluginTable {
    let artifacts = fields.tables("artifact", &schema::ARTIFACT);
    if !fields.has("version") {
        fields.missing("version", "a requirement of versions such as ^1.2");
    }
    PluginTable {
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
        span: fields.span,
    }
}
