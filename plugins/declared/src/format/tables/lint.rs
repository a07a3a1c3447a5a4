//! `[lint]`: the configuration of lint.

use anyurl_core::Span;
use anyurl_core::internal::similar_names;
use toml::Spanned;
use toml::de::DeValue;

use crate::format::fields::{Fields, span_of};
use crate::format::finding::quoted;
use crate::format::from_toml::{FromToml, ValueError};
use crate::format::keywords::{Profile, Setting};
use crate::format::lint_rules::{RULES, lint_rule};
use crate::format::located::Located;
use crate::format::schema::ValueType::{self, OneOf, Table};
use crate::format::schema::word;
use crate::format::table::{Table as _, table};

/// `[lint]`: the lint configuration of the file.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LintTable {
    /// The profile.
    pub profile: Option<Located<Profile>>,
    /// The levels of single rules.
    pub levels: Vec<LintLevel>,
    /// The start of the table.
    pub span: Span,
}

/// `SRnnn = "warn"`, or `SRnnn = { level = "warn", reason = "…" }`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LintLevel {
    /// The rule.
    pub rule: Located<&'static str>,
    /// The level.
    pub setting: Located<Setting>,
    /// The reason.
    pub reason: Option<Located<String>>,
}
impl LintTable {
    /// Returns the configured level of a rule.
    pub fn setting(&self, id: &str) -> Option<Setting> {
        let level = self.levels.iter().find(|level| *level.rule == id)?;
        Some(*level.setting)
    }
}

table! {
    /// The level of a rule.
    #[derive(Clone, PartialEq, Debug)]
    struct LevelTable: LINT_LEVEL = "lint";

    /// The level.
    level: Located<Setting>;
    /// The reason.
    reason: Option<Located<String>>;
}

/// `SRnnn = "warn"`, or with a reason.
pub(in crate::format) static LEVEL: ValueType = OneOf(&[word::<Setting>(), Table(&LINT_LEVEL)]);

/// `[lint]`, whose keys are rules.
pub(super) fn lint(fields: &Fields<'_, '_>) -> Option<LintTable> {
    let span = span_of(fields.value("lint")?);
    let mut table = LintTable { profile: None, levels: Vec::new(), span };
    for (key, value) in fields.members("lint", "a table") {
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
        let inner = fields.as_table(key, value, &LINT_LEVEL)?;
        let LevelTable { level: setting, reason } = LevelTable::read(&inner);
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
