//! The lines of policies, for `delta`.

use locator_core::Span;

use super::{AccessPolicy, Table, lists};
use crate::format::{Keyword, PolicyRules, Selector};
use crate::layers::delta::{Delta, DeltaKind};

impl AccessPolicy {
    /// Returns every line in use, by layer.
    pub(in crate::layers) fn lines(&self) -> Vec<Delta> {
        let mut all = Vec::new();
        for table in &self.tables {
            table.lines(&table.everywhere, "", &mut all);
            if let Some(here) = &table.here {
                table.lines(here, ", in this environment", &mut all);
            }
        }
        all
    }
}

impl Table {
    fn lines(&self, rules: &PolicyRules, when: &str, to: &mut Vec<Delta>) {
        let mut add = |name: String, span: Span, detail: &str| {
            to.push(Delta {
                kind: DeltaKind::Policy,
                name,
                by: self.by.place(span),
                over: Vec::new(),
                detail: Some(format!("{detail}{when}")),
            });
        };
        if let Some(default) = &rules.default {
            add("default".to_owned(), default.span, default.as_str());
        }
        for (decision, list) in lists(rules) {
            for selector in list {
                add(selector_text(selector), selector.span, decision.as_str());
            }
        }
        for selector in &rules.relaxable {
            add(selector_text(selector), selector.span, "upper layers may relax it");
        }
        for name in &rules.allow_dylib {
            add(name.to_ascii_lowercase(), name.span, "its library may be loaded");
        }
        if let Some(limit) = &rules.max_redirects {
            add("max_redirects".to_owned(), limit.span, &limit.to_string());
        }
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
