//! The section of a scheme in Markdown.

use std::fmt::Write as _;

use anyurl_core::authors::{Registration, Status};
use anyurl_declared::format::{Deprecated, ExampleTable, Located, SchemeEntry};

use super::template::{list, references, semantics, syntax};

/// The keys of metadata with a place of their own.
const KEYS: [&str; 7] =
    ["applications", "owner", "contact", "change_controller", "security", "encoding", "interoperability"];

/// The section of an entry.
pub(super) fn of_entry(origin: &str, entry: &SchemeEntry) -> String {
    let metadata = &entry.metadata;
    let text = |text: &Option<Located<String>>| text.as_ref().map_or_else(String::new, ToString::to_string);
    let mut section = title(&entry.key(), &entry.version.to_string(), &entry.description);
    let port = entry.port.as_ref();
    let transport = port.map_or_else(String::new, |port| port.transports().join(", "));
    let port = port.and_then(|port| port.default.as_ref());
    let port = port.map_or_else(String::new, |port| match transport.as_str() {
        "" => port.to_string(),
        transport => format!("{port} ({transport})"),
    });
    let aliases = list(&entry.aliases);
    let others = metadata.others(&KEYS);
    facts(
        &mut section,
        [
            ("Deprecated", metadata.deprecated.as_ref().map(deprecation).unwrap_or_default()),
            ("Status", status(*entry.status)),
            ("Aliases", aliases),
            ("Default port", port),
            ("Used by", list(&metadata.applications)),
            ("Owner", text(&metadata.owner)),
            ("Contact", list(&metadata.contact)),
            ("Change controller", text(&metadata.change_controller)),
            ("Layer", origin.to_owned()),
        ]
        .into_iter()
        .chain(others.iter().map(|(name, text)| (name.as_str(), text.clone()))),
    );
    let language = if entry.syntax.as_ref().is_some_and(|syntax| syntax.abnf.is_some()) { "abnf" } else { "text" };
    code(&mut section, "Syntax", language, &syntax(entry));
    paragraph(&mut section, "Access", &semantics(entry));
    let accepted = entry.examples.iter().map(example);
    table(&mut section, &accepted.collect::<Vec<_>>());
    paragraph(&mut section, "Security", &text(&metadata.security));
    paragraph(&mut section, "Encoding", &text(&metadata.encoding));
    paragraph(&mut section, "Interoperability", &text(&metadata.interoperability));
    paragraph(&mut section, "References", &references(entry));
    section
}

/// The section of a scheme in code.
pub(super) fn of_builtin(builtin: &Registration) -> String {
    let mut section = title(&builtin.name, &builtin.version.to_string(), &builtin.description);
    let port = builtin.default_port.map_or_else(String::new, |port| port.to_string());
    let facts_of = [
        ("Status", status(builtin.status)),
        ("Default port", port),
        ("Used by", builtin.demonstration.to_string()),
        ("Layer", "builtin".to_owned()),
    ];
    facts(&mut section, facts_of);
    code(&mut section, "Syntax", "abnf", &builtin.syntax);
    paragraph(&mut section, "Access", &builtin.access.join("; "));
    let accepted = builtin.examples.iter().map(|one| (one.url.to_string(), "accepted".to_owned(), String::new()));
    let rejected = builtin.rejects.iter().map(|one| (one.url.to_string(), "rejected".to_owned(), String::new()));
    table(&mut section, &accepted.chain(rejected).collect::<Vec<_>>());
    paragraph(&mut section, "References", &builtin.references.join(", "));
    section
}

fn title(name: &str, version: &str, description: &str) -> String {
    format!("\n## `{name}` {version}\n\n{}\n\n", cell(description))
}

fn status(status: Status) -> String {
    status.as_str().to_owned()
}

/// A list of what is known.
fn facts<'n>(to: &mut String, rows: impl IntoIterator<Item = (&'n str, String)>) {
    for (name, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
        // Writing to a `String` does not fail.
        let _ = writeln!(to, "* **{name}**: {}", cell(&text));
    }
}

fn code(to: &mut String, heading: &str, language: &str, text: &str) {
    let text = text.trim_matches('\n');
    if text.is_empty() {
        return;
    }
    // A fence is longer than each run of backticks in it.
    let fence = "`".repeat(text.split(|sign| sign != '`').map(str::len).max().unwrap_or_default().max(2) + 1);
    let _ = write!(to, "\n### {heading}\n\n{fence}{language}\n{text}\n{fence}\n");
}

fn paragraph(to: &mut String, heading: &str, text: &str) {
    if !text.trim().is_empty() {
        let _ = write!(to, "\n### {heading}\n\n{}\n", cell(text.trim()));
    }
}

/// URLs with their verdicts and reasons.
fn table(to: &mut String, rows: &[(String, String, String)]) {
    if rows.is_empty() {
        return;
    }
    to.push_str("\n### Examples\n\n| URL | | |\n|---|---|---|\n");
    for (url, verdict, why) in rows {
        // Code in a table has no escapes, except of the bar.
        let url: String = url.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
        let url = url.replace('|', "\\|");
        let tick = if url.contains('`') { "``" } else { "`" };
        let _ = writeln!(to, "| {tick}{url}{tick} | {verdict} | {} |", cell(why));
    }
}

fn example(example: &ExampleTable) -> (String, String, String) {
    let verdict = if *example.accept { "accepted" } else { "rejected" };
    let why = example.why.as_ref().or(example.section.as_ref());
    let why = why.map_or_else(String::new, ToString::to_string);
    (example.url.value.clone(), verdict.to_owned(), why)
}

fn deprecation(notice: &Deprecated) -> String {
    let since = notice.since.as_ref().map(|since| format!("since {since}"));
    let reason = notice.reason.as_ref().map(ToString::to_string);
    let replacement = notice.replacement.as_ref().map(|name| format!("use {name}"));
    let removal = notice.remove_after.as_ref().map(|date| format!("to be removed after {date}"));
    let parts: Vec<_> = [since, reason, replacement, removal].into_iter().flatten().collect();
    if parts.is_empty() { "yes".to_owned() } else { parts.join("; ") }
}

/// Escapes a text for a table cell.
pub(super) fn cell(text: &str) -> String {
    let special = |letter: char| matches!(letter, '|' | '\\' | '<' | '[' | ']' | '*' | '_' | '`');
    let mut written = String::new();
    for letter in text.chars() {
        if special(letter) {
            written.push('\\');
        }
        written.push(if letter.is_control() { ' ' } else { letter });
    }
    written
}
