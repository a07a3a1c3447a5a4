//! The lines of policies, for `delta`.

use anyurl_core::Span;

use super::{AccessPolicy, Table, lists};
use crate::format::{ChangeSeverity, Decision, Keyword, PolicyRules, Selector};
use crate::layers::delta::{Delta, DeltaKind};

impl AccessPolicy {
    /// Returns every line, by layer, including those for other environments.
    pub(in crate::layers) fn lines(&self) -> Vec<Delta> {
        let mut all = Vec::new();
        for table in &self.tables {
            table.lines(&table.everywhere, "", &mut all);
            if let Some(here) = &table.here {
                table.lines(here, ", in this environment", &mut all);
            }
            for (name, rules) in &table.elsewhere {
                table.lines(rules, &format!(", in the environment `{name}`"), &mut all);
            }
        }
        all
    }
}

impl Table {
    fn lines(&self, rules: &PolicyRules, when: &str, to: &mut Vec<Delta>) {
        let mut add = |name: String, span: Span, severity: ChangeSeverity, detail: &str| {
            to.push(Delta {
                kind: DeltaKind::Policy,
                severity,
                name,
                by: self.by.place(span),
                over: Vec::new(),
                detail: Some(format!("{detail}{when}")),
            });
        };
        if let Some(default) = &rules.default {
            add("default".to_owned(), default.span, severity(**default), default.as_str());
        }
        for (decision, list) in lists(rules) {
            for selector in list {
                add(selector_text(selector), selector.span, severity(decision), decision.as_str());
            }
        }
        for selector in &rules.relaxable {
            add(selector_text(selector), selector.span, ChangeSeverity::Loosening, "upper layers may relax it");
        }
        for name in &rules.allow_dylib {
            add(name.to_ascii_lowercase(), name.span, ChangeSeverity::Loosening, "its library may be loaded");
        }
        for name in &rules.allow_wasm {
            add(name.to_ascii_lowercase(), name.span, ChangeSeverity::Loosening, "its module may be loaded");
        }
        if let Some(limit) = &rules.max_redirects {
            add("max_redirects".to_owned(), limit.span, ChangeSeverity::Tightening, &limit.to_string());
        }
    }
}

/// The severity of a line that makes a decision.
pub(in crate::layers) fn severity(decision: Decision) -> ChangeSeverity {
    match decision {
        Decision::Always => ChangeSeverity::Loosening,
        Decision::User | Decision::Never => ChangeSeverity::Tightening,
    }
}

/// Writes a selector in the form of a file.
fn selector_text(selector: &Selector) -> String {
    match selector {
        Selector::Name(pattern) => pattern.to_ascii_lowercase(),
        Selector::Status(status) => format!("status:{}", status.as_str()),
        Selector::Kind(kind) => format!("kind:{}", kind.as_str()),
        Selector::Layer(layer) => format!("layer:{layer}"),
    }
}
