//! `[registry]`, `[pin]`, `[policy]` and `[lint]`.

use toml::Spanned;
use toml::de::DeValue;

use super::fields::{Fields, span_of};
use super::from_toml::{FromToml, ValueError};
use crate::format::finding::quoted;
use crate::format::folder::check_path;
use crate::format::keywords::{LayerKind, Profile, Setting};
use crate::format::located::Located;
use crate::format::model::{Header, LintLevel, LintTable, Pin, PolicyRules, PolicyTable, SourceFile, SourceTable};
use crate::format::rules::{RULES, lint_rule};
use crate::format::schema;
use locator_core::text::did_you_mean::similar_names;

pub(super) fn fill(file: &mut SourceFile, fields: &Fields<'_, '_>) {
    if !fields.has("registry") {
        fields.missing("registry", "the table `[registry]` with id, kind, title, version …");
    }
    let registry = fields.table("registry", &schema::REGISTRY);
    file.header = registry.map(|fields| header(&fields));
    file.pins = pins(fields);
    file.policy = fields.table("policy", &schema::POLICY).map(|fields| policy(&fields));
    file.lint = lint(fields);
}

/// `[registry]`
fn header(fields: &Fields<'_, '_>) -> Header {
    let kind: Located<LayerKind> = fields.need("kind");
    if *kind != LayerKind::Public && !fields.has("claims") {
        let expected = "globs of the names that the file may add, such as [\"com.example.*\"]";
        fields.missing("claims", expected);
    }
    let plugins: Option<Located<String>> = fields.get("plugins");
    if let Some(plugins) = plugins.as_ref().filter(|folder| check_path(folder).is_err()) {
        let message = "the folder of the libraries is outside the folder of the registry";
        fields.error("SR009", plugins.span, message, "name a folder below that of the file, with `/`");
    }
    Header {
        id: fields.need("id"),
        kind,
        title: fields.need("title"),
        version: fields.need("version"),
        serial: fields.need("serial"),
        contact: fields.need_list("contact"),
        change_controller: fields.need("change_controller"),
        claims: fields.list("claims"),
        source: fields.table("source", &schema::SOURCE).map(|fields| source(&fields)),
        license: fields.get("license"),
        docs: fields.get("docs"),
        include: fields.list("include"),
        plugins,
        span: fields.span,
    }
}

/// `[registry.source]`
fn source(fields: &Fields<'_, '_>) -> SourceTable {
    SourceTable {
        url: fields.get("url"),
        updated: fields.get("updated"),
        sha256: fields.get("sha256"),
        via: fields.get("via"),
    }
}

/// The members of a table whose keys are names, in source order.
fn members<'r, 'i>(fields: &Fields<'r, 'i>, key: &'static str) -> Vec<(Located<String>, &'r Spanned<DeValue<'i>>)> {
    let Some(value) = fields.value(key) else {
        return Vec::new();
    };
    let Some(table) = value.get_ref().as_table() else {
        fields.wrong("SR009", key, value, "a table");
        return Vec::new();
    };
    let member = |(key, value)| {
        let key: &'r Spanned<std::borrow::Cow<'i, str>> = key;
        (Located::new(key.get_ref().to_string(), span_of(key)), value)
    };
    let mut members: Vec<_> = table.iter().map(member).collect();
    members.sort_by_key(|(name, _)| name.span);
    members
}

/// `[pin]`
fn pins(fields: &Fields<'_, '_>) -> Vec<Pin> {
    let pin = |(name, value): (Located<String>, &Spanned<DeValue<'_>>)| {
        let requirement = fields.parse("SR009", &name, value)?;
        Some(Pin { name, requirement })
    };
    members(fields, "pin").into_iter().filter_map(pin).collect()
}

/// `[policy]`
fn policy(fields: &Fields<'_, '_>) -> PolicyTable {
    let environment = |(name, value): (Located<String>, _)| {
        let inner = fields.as_table(&name, value, &schema::POLICY_ENV)?;
        let rules = rules(&inner);
        Some((name, rules))
    };
    PolicyTable {
        everywhere: PolicyRules { relaxable: fields.list("relaxable"), ..rules(fields) },
        environments: members(fields, "env").into_iter().filter_map(environment).collect(),
    }
}

/// The keys that `[policy]` and `[policy.env.NAME]` share.
fn rules(fields: &Fields<'_, '_>) -> PolicyRules {
    PolicyRules {
        default: fields.get("default"),
        always: fields.list("always"),
        user: fields.list("user"),
        never: fields.list("never"),
        relaxable: Vec::new(),
        allow_dylib: fields.list("allow_dylib"),
        allow_wasm: fields.list("allow_wasm"),
        max_redirects: fields.get("max_redirects"),
        span: fields.span,
    }
}

/// `[lint]`, whose keys are rules.
fn lint(fields: &Fields<'_, '_>) -> Option<LintTable> {
    let span = span_of(fields.value("lint")?);
    let mut table = LintTable { profile: None, levels: Vec::new(), span };
    for (key, value) in members(fields, "lint") {
        if key.as_str() == "profile" {
            table.profile = fields.parse::<Profile>("SR009", &key, value);
        } else {
            table.levels.extend(level(fields, &key, value));
        }
    }
    Some(table)
}

/// `SRnnn = "warn"`, or with a reason.
fn level(fields: &Fields<'_, '_>, key: &Located<String>, value: &Spanned<DeValue<'_>>) -> Option<LintLevel> {
    let rule = configurable_rule(fields, key)?;
    if value.get_ref().is_table() {
        let inner = fields.as_table(key, value, &schema::LINT_LEVEL)?;
        let (setting, reason) = (inner.need("level"), inner.get("reason"));
        return Some(LintLevel { rule, setting, reason });
    }
    let setting = match Setting::from_toml(value.get_ref()) {
        Err(ValueError::Type) => {
            fields.wrong("SR009", key, value, "a level, or { level, reason }");
            return None;
        }
        _ => fields.parse("SR009", key, value)?,
    };
    Some(LintLevel { rule, setting, reason: None })
}

/// The rule that a key of `[lint]` names, if its level can be changed.
fn configurable_rule(fields: &Fields<'_, '_>, key: &Located<String>) -> Option<Located<&'static str>> {
    let Some(rule) = lint_rule(key) else {
        let message = format!("{} is not a lint rule", quoted(key));
        let ids = RULES.iter().map(|rule| rule.id).chain(["profile"]);
        let help = match similar_names(key, ids).first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the keys of `[lint]` are profile and the ids of rules".to_owned(),
        };
        fields.error("SR001", key.span, &message, &help);
        return None;
    };
    if rule.is_fixed() {
        let message = format!("the level of {} cannot be changed", rule.id);
        let help = "this rule reports what cannot be read: remove the line";
        fields.error("SR009", key.span, &message, help);
        return None;
    }
    Some(Located::new(rule.id, key.span))
}
