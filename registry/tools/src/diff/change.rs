//! One change between two layers: what it is, how much it matters, and where it is.

use std::fmt;
use std::sync::Arc;

use anyurl_core::{Span, visible};
use anyurl_declared::format::{ChangeSeverity, Document, LintRule, lint_rule};
use serde_json::{Value, json};

/// A change of one key or entry.
#[derive(Clone, Debug)]
pub struct Change {
    rule: &'static LintRule,
    /// How much it matters.
    pub severity: ChangeSeverity,
    /// What was changed: `com.example.robot 1.2.0`, `gateway archive`, `policy.env.prod`.
    pub subject: String,
    /// The key, such as `port.default`; empty for an entry that was added or removed.
    pub key: String,
    /// The old value as JSON, if there was one.
    pub before: Option<String>,
    /// The new value as JSON, if there is one.
    pub after: Option<String>,
    /// More lines: a URL that is no longer accepted, or a diff of the steps.
    pub details: Vec<String>,
    document: Arc<Document>,
    span: Span,
}

/// Where changes are reported: a table of a file.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) document: Arc<Document>,
    pub(super) span: Span,
}

impl Subject {
    pub(super) fn new(name: impl Into<String>, document: &Arc<Document>, span: Span) -> Self {
        Self { name: name.into(), document: Arc::clone(document), span }
    }

    /// A change of this subject.
    pub(super) fn change(&self, id: &'static str, severity: ChangeSeverity, key: &str) -> Change {
        let Some(rule) = lint_rule(id) else { unreachable!("`{id}` is not in the table of rules") };
        Change {
            rule,
            severity,
            subject: self.name.clone(),
            key: key.to_owned(),
            before: None,
            after: None,
            details: Vec::new(),
            document: Arc::clone(&self.document),
            span: self.span,
        }
    }
}

/// The characters of two values that fit in one line.
const ONE_LINE: usize = 100;

impl Change {
    pub(super) fn values(mut self, before: Option<&Value>, after: Option<&Value>) -> Self {
        self.before = before.map(Value::to_string);
        self.after = after.map(Value::to_string);
        self
    }

    pub(super) fn with_details(mut self, details: impl IntoIterator<Item = String>) -> Self {
        self.details.extend(details);
        self
    }

    /// Returns the id of the kind of change, such as `SR726`.
    pub fn id(&self) -> &'static str {
        self.rule.id
    }

    /// Returns the name of the file as the user gave it.
    pub fn file(&self) -> &str {
        self.document.name()
    }

    /// Returns the line of the entry, from 1; of the earlier file if the entry was removed.
    pub fn line(&self) -> usize {
        self.document.place(self.span).line
    }

    /// Returns the key with the old and the new value: `port.default: 5870 -> 5871`, `claims: + "x-*"`.
    pub fn summary(&self) -> String {
        let value = |value: &String| visible(value).into_owned();
        let values = match (&self.before, &self.after) {
            (None, None) => return self.key.clone(),
            (None, Some(after)) => format!("+ {}", value(after)),
            (Some(before), None) => format!("- {}", value(before)),
            (Some(before), Some(after)) => format!("{} -> {}", value(before), value(after)),
        };
        if self.key.is_empty() { values } else { format!("{}: {values}", self.key) }
    }

    /// Returns the change as JSON.
    pub fn to_json(&self) -> Value {
        // The values are JSON that was written here.
        let value = |text: &Option<String>| -> Option<Value> { serde_json::from_str(text.as_deref()?).ok() };
        json!({
            "id": self.id(),
            "severity": self.severity.as_str(),
            "subject": self.subject,
            "key": self.key,
            "before": value(&self.before),
            "after": value(&self.after),
            "details": self.details,
            "file": self.file(),
            "line": self.line(),
        })
    }
}

/// Writes the change without its subject, in one or several lines.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(before), Some(after)) = (&self.before, &self.after) {
            // Long texts are below each other, so that a reader can compare them.
            if before.chars().count() + after.chars().count() > ONE_LINE {
                let (before, after) = (visible(before), visible(after));
                return write!(f, "{}[{}]: {}\n    - {before}\n    + {after}", self.severity, self.id(), self.key);
            }
        }
        let summary = self.summary();
        let gap = if summary.is_empty() { "" } else { ": " };
        write!(f, "{}[{}]{gap}{summary}", self.severity, self.id())?;
        self.details.iter().flat_map(|detail| detail.lines()).try_for_each(|line| write!(f, "\n    {}", visible(line)))
    }
}
