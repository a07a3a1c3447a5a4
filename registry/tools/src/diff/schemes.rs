//! Compares two entries of one scheme.

use anyurl_declared::format::{ChangeSeverity, RegistryFile, SchemeEntry};
use serde_json::Value;

use super::SchemeVersion;
use super::change::{Change, Subject};
use super::grammar_change::{GrammarChange, WitnessUrl};
use super::tree::{Comparison, Key};

/// The keys of `[scheme.syntax]` that make the grammar.
const GRAMMAR: [&str; 6] = ["grammar", "form", "dialect", "start", "abnf", "imports"];

/// The subject of a scheme's changes.
pub(super) fn subject(entry: &SchemeEntry) -> Subject {
    Subject::new(name(&SchemeVersion::from_entry(entry)), &entry.document, entry.span)
}

/// The name of a subject.
pub(super) fn name(version: &SchemeVersion) -> String {
    format!("{} {}", version.name, version.version)
}

/// Adds the changes of a scheme; returns those of its grammar.
pub(super) fn compare(
    old: (&RegistryFile, &SchemeEntry),
    new: (&RegistryFile, &SchemeEntry),
    to: &mut Vec<Change>,
) -> Option<GrammarChange> {
    let subject = subject(new.1);
    let (before, after) = (canonical(old.1), canonical(new.1));
    let of = Key { path: "scheme", shown: "" };
    Comparison { subject: &subject, changes: to }.members(of, Some(&before), Some(&after));
    if before["syntax"] == after["syntax"] {
        return None;
    }
    let change = GrammarChange::compare(old, new);
    let keys: Vec<_> = GRAMMAR.into_iter().filter(|key| before["syntax"][key] != after["syntax"][key]).collect();
    // Other keys, such as the type of a component, can reject URLs, too.
    let has_witness = change.as_ref().is_some_and(|change| change.refused().or(change.accepted()).is_some());
    if !keys.is_empty() || has_witness {
        let severity = change.as_ref().map_or(severity_of_syntax(&before, &after), GrammarChange::severity);
        let key = format!("syntax: {}", keys.join(", "));
        let details = change.iter().flat_map(lines);
        to.push(subject.change("SR724", severity, key.trim_end_matches(": ")).with_details(details));
    }
    change
}

/// The severity if one version has no syntax.
fn severity_of_syntax(before: &Value, after: &Value) -> ChangeSeverity {
    if before["syntax"].is_null() && !after["syntax"].is_null() {
        ChangeSeverity::Tightening
    } else {
        ChangeSeverity::Loosening
    }
}

/// The lines of a change of a grammar.
pub(super) fn lines(change: &GrammarChange) -> Vec<String> {
    match change {
        GrammarChange::Same => vec!["the grammars derive the same texts".to_owned()],
        GrammarChange::Reads(urls) => urls.iter().map(|url| format!("read otherwise: {url}")).collect(),
        GrammarChange::Unknown(why) => vec![format!("not compared: {why}")],
        GrammarChange::Other { refused, accepted, alike } => {
            let refused = refused
                .iter()
                .flat_map(|WitnessUrl { url, error }| [format!("no longer accepted: {url}"), format!("  {error}")]);
            let accepted = accepted.iter().map(|WitnessUrl { url, .. }| format!("accepted now: {url}"));
            let alike = alike.iter().map(|text| format!("only the grammars differ on {text}"));
            refused.chain(accepted).chain(alike).collect()
        }
    }
}

/// The entry as JSON.
fn canonical(entry: &SchemeEntry) -> Value {
    // The canonical text is JSON.
    serde_json::from_str(&entry.facets.whole()).unwrap_or_default()
}
