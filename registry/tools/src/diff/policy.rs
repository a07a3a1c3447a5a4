//! Compares `[policy]` line by line, and `[lint]` rule by rule.

use std::collections::{BTreeMap, BTreeSet};

use anyurl_core::Span;
use anyurl_declared::format::{
    ChangeSeverity, Decision, Keyword, Level, LintTable, Located, PolicyRules, RegistryFile, Selector, Setting,
    lint_rule,
};
use serde_json::Value;

use super::change::{Change, Subject};

use ChangeSeverity::{Loosening, Tightening};

pub(super) fn compare(before: &RegistryFile, after: &RegistryFile, to: &mut Vec<Change>) {
    let (old, new) = (tables(before), tables(after));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let (was, is) = (old.get(name), new.get(name));
        let (layer, rules) = match (was, is) {
            (_, Some(rules)) => (after, *rules),
            (Some(rules), None) => (before, *rules),
            (None, None) => continue,
        };
        let subject = Subject::new(name, &layer.main().document, rules.span);
        Tables { subject, was: was.copied(), is: is.copied() }.compare(to);
    }
}

/// `[policy]` and each `[policy.env.NAME]`, by the name of the table.
fn tables(layer: &RegistryFile) -> BTreeMap<String, &PolicyRules> {
    let policy = layer.policy().into_iter();
    let environments = policy.clone().flat_map(|policy| &policy.environments);
    let environments = environments.map(|(name, rules)| (format!("policy.env.{}", **name), rules));
    policy.map(|policy| ("policy".to_owned(), &policy.everywhere)).chain(environments).collect()
}

/// A table of both files.
struct Tables<'p> {
    subject: Subject,
    was: Option<&'p PolicyRules>,
    is: Option<&'p PolicyRules>,
}

impl Tables<'_> {
    fn compare(&self, to: &mut Vec<Change>) {
        self.default(to);
        self.lines(to);
        self.list("relaxable", |rules| rules.relaxable.iter().map(ToString::to_string).collect(), to);
        self.list("allow_dylib", |rules| rules.allow_dylib.iter().map(|one| one.to_ascii_lowercase()).collect(), to);
        self.list("allow_wasm", |rules| rules.allow_wasm.iter().map(|one| one.to_ascii_lowercase()).collect(), to);
        self.max_redirects(to);
    }

    fn push(&self, key: &str, severity: ChangeSeverity, values: [Option<Value>; 2], to: &mut Vec<Change>) {
        let [before, after] = values;
        to.push(self.subject.change("SR738", severity, key).values(before.as_ref(), after.as_ref()));
    }

    fn default(&self, to: &mut Vec<Change>) {
        let (was, is) = (default_of(self.was), default_of(self.is));
        if was != is {
            let severity = if strictness(is) > strictness(was) { Tightening } else { Loosening };
            let text = |decision: Option<Decision>| decision.map(|one| Value::from(one.as_str()));
            self.push("default", severity, [text(was), text(is)], to);
        }
    }

    /// Compares the decision on each selector.
    fn lines(&self, to: &mut Vec<Change>) {
        let (old, new) = (decisions(self.was), decisions(self.is));
        let is_strict = |decision: &Decision| *decision == Decision::Never;
        let has_never = old.values().chain(new.values()).any(is_strict) || default_of(self.is) == Some(Decision::Never);
        let selectors: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for selector in selectors {
            let (was, is) = (old.get(selector).copied(), new.get(selector).copied());
            if was == is {
                continue;
            }
            let severity = match (was, is) {
                (Some(was), Some(is)) if strictness(Some(is)) > strictness(Some(was)) => Tightening,
                (None, Some(Decision::Never)) | (Some(Decision::Always), None) => Tightening,
                // The line is more exact than a pattern or a default that forbids.
                (None, Some(Decision::User)) if !has_never => Tightening,
                (Some(Decision::User), None) if default_of(self.is) == Some(Decision::Never) => Tightening,
                _ => Loosening,
            };
            let line = Value::from(selector.as_str());
            let list = |decision: Option<Decision>| decision.map_or("", Keyword::as_str);
            match (was, is) {
                (Some(_), Some(_)) => {
                    self.push(selector, severity, [Some(list(was).into()), Some(list(is).into())], to);
                }
                (None, _) => self.push(list(is), severity, [None, Some(line)], to),
                (_, None) => self.push(list(was), severity, [Some(line), None], to),
            }
        }
    }

    /// Compares a list of permissions.
    fn list(&self, key: &str, of: impl Fn(&PolicyRules) -> BTreeSet<String>, to: &mut Vec<Change>) {
        let (old, new) = (self.was.map(&of).unwrap_or_default(), self.is.map(&of).unwrap_or_default());
        for line in old.difference(&new) {
            self.push(key, Tightening, [Some(line.as_str().into()), None], to);
        }
        for line in new.difference(&old) {
            self.push(key, Loosening, [None, Some(line.as_str().into())], to);
        }
    }

    fn max_redirects(&self, to: &mut Vec<Change>) {
        let of = |rules: Option<&PolicyRules>| rules.and_then(|rules| rules.max_redirects.as_ref().map(|one| **one));
        let (was, is) = (of(self.was), of(self.is));
        if was != is {
            let most = |limit: Option<u32>| limit.unwrap_or(u32::MAX);
            let severity = if most(is) < most(was) { Tightening } else { Loosening };
            self.push("max_redirects", severity, [was.map(Value::from), is.map(Value::from)], to);
        }
    }
}

fn default_of(rules: Option<&PolicyRules>) -> Option<Decision> {
    rules.and_then(|rules| rules.default.as_ref().map(|one| **one))
}

/// How strict a decision is; without one, URLs are accessed.
fn strictness(decision: Option<Decision>) -> u8 {
    match decision {
        Some(Decision::Never) => 2,
        Some(Decision::User) => 1,
        _ => 0,
    }
}

/// The decision on each selector, in lower case.
fn decisions(rules: Option<&PolicyRules>) -> BTreeMap<String, Decision> {
    let Some(rules) = rules else { return BTreeMap::new() };
    let list = |selectors: &[Located<Selector>], decision| -> Vec<_> {
        selectors.iter().map(|selector| (selector.to_string().to_ascii_lowercase(), decision)).collect()
    };
    // Of a selector in two lists, the strictest counts.
    let lists =
        [list(&rules.always, Decision::Always), list(&rules.user, Decision::User), list(&rules.never, Decision::Never)];
    lists.into_iter().flatten().collect()
}

/// Compares the levels of `[lint]`: a level that is lowered reports less.
pub(super) fn compare_lint(before: &RegistryFile, after: &RegistryFile, to: &mut Vec<Change>) {
    let (old, new) = (levels(before.lint_table()), levels(after.lint_table()));
    let layer = if after.lint_table().is_some() { after } else { before };
    let span = layer.lint_table().map_or(Span::at(0), |table| table.span);
    let subject = Subject::new("lint", &layer.main().document, span);
    let rules: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    for rule in rules {
        let (was, is) = (old.get(rule).copied(), new.get(rule).copied());
        if was != is {
            let default = lint_rule(rule).map_or(Setting::Deny, |rule| setting_of(rule.level));
            let is_lower = reported(is.unwrap_or(default)) < reported(was.unwrap_or(default));
            let severity = if is_lower { Loosening } else { Tightening };
            let text = |setting: Option<Setting>| setting.map(|one| Value::from(one.as_str()));
            to.push(subject.change("SR741", severity, rule).values(text(was).as_ref(), text(is).as_ref()));
        }
    }
    let profile = |layer: &RegistryFile| {
        let profile = layer.lint_table()?.profile.as_ref()?;
        Some(Value::from(profile.as_str()))
    };
    let (was, is) = (profile(before), profile(after));
    if was != is {
        to.push(subject.change("SR741", Loosening, "profile").values(was.as_ref(), is.as_ref()));
    }
}

fn levels(table: Option<&LintTable>) -> BTreeMap<&'static str, Setting> {
    let levels = table.into_iter().flat_map(|table| &table.levels);
    levels.map(|level| (*level.rule, *level.setting)).collect()
}

fn setting_of(level: Level) -> Setting {
    match level {
        Level::Error => Setting::Deny,
        Level::Warning => Setting::Warn,
        _ => Setting::Note,
    }
}

fn reported(setting: Setting) -> u8 {
    match setting {
        Setting::Deny => 3,
        Setting::Warn => 2,
        Setting::Note => 1,
        _ => 0,
    }
}
