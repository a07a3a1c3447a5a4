//! The proof that a scheme reads what its document derives: the automata of both grammars are compared.
//!
//! `testdata/abnf` has the grammars as the documents print them, and `testdata/proofs.toml` a row for each scheme. Where
//! the two languages differ, a row has reasons: rules in place of those of the document, with the words for it. With all
//! of them the two languages are equal, so no difference is behind another one; and without any one of them they are not,
//! as a shortest text shows in each direction in which there is one.
//!
//! What a scheme checks after its grammar is no part of the proof: hosts, ports, lengths, ranges of numbers, and fields.

mod document;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use anyurl_abnf::{Budget, GrammarSource, Language, Limits, RuleSet};
use toml::Table;

use crate::schemes_page::{list, text};
use document::Document;

/// No part of a path or query, but of any URL: RFC 3986 §3.5.
const FRAGMENT: &str =
    "\nproof-fragment = *( \"%\" 2HEXDIG / %x21 / %x24 / %x26-3B / %x3D / %x3F-5A / %x5F / %x61-7A / %x7E )\n";

/// More than a scheme may take: filters of ldap are large.
const LIMITS: Limits = Limits {
    states: 1 << 20,
    steps: 1 << 32,
    total: 1 << 40,
    pairs: 1 << 22,
    positions: 1 << 26,
    table: 1 << 26,
    ..Limits::STANDARD
};

static PROOFS: LazyLock<Table> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/proofs.toml");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
});

/// What the page of the schemes says about the proof of one; nothing if there is no proof.
pub(crate) fn proved(scheme: &str) -> String {
    let Some(row) = list(&PROOFS, "proof").find(|row| text(row, "scheme") == scheme) else { return String::new() };
    let reasons: Vec<_> = list(row, "reason").map(|reason| text(reason, "why")).collect();
    match reasons.len() {
        0 => format!("{}, equal", text(row, "document")),
        1 => format!("{}, equal but for this. {}", text(row, "document"), reasons[0]),
        n => format!("{}, equal but for {n} reasons. {}", text(row, "document"), reasons.join(" ")),
    }
}

/// What the page says about a scheme without a proof; nothing if there is no line about it.
pub(crate) fn not_proved(scheme: &Table) -> String {
    if !proved(text(scheme, "name")).is_empty() {
        return String::new();
    }
    let (schemes, documents) = (unproved("schemes"), unproved("documents"));
    if let Some(why) = schemes.get(text(scheme, "name")).and_then(toml::Value::as_str) {
        return why.to_owned();
    }
    let title = unproved_document(scheme).unwrap_or_default();
    documents.get(title).and_then(toml::Value::as_str).map_or_else(String::new, |what| format!("{what} in {title}"))
}

fn unproved(key: &str) -> &'static Table {
    PROOFS["unproved"][key].as_table().unwrap()
}

/// The first document of a scheme that has a line.
fn unproved_document(scheme: &Table) -> Option<&str> {
    list(scheme, "reference").map(|one| text(one, "title")).find(|title| unproved("documents").contains_key(*title))
}

/// The clients that `ci/clients` compares a scheme with, and the number of rows where they differ.
pub(crate) fn clients(scheme: &str) -> String {
    static TABLE: LazyLock<Table> = LazyLock::new(|| include_str!("../clients/disagreements.toml").parse().unwrap());
    let names = |table: &Table, key: &str| -> Vec<String> {
        let names = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
        names.filter_map(|name| Some(name.as_str()?.to_owned())).collect()
    };
    let clients = TABLE["clients"].as_table().unwrap();
    let compared = clients.keys().filter(|client| names(clients, client).iter().any(|name| name == scheme));
    let compared = compared.map(|client| {
        let rows = list(&TABLE, "disagreement").filter(|row| names(row, "clients").contains(client)).count();
        format!("{client} ({rows} kinds of differences)")
    });
    compared.collect::<Vec<_>>().join(", ")
}

fn compile(text: &str, start: &str, imports: &[RuleSet]) -> Language {
    let source = GrammarSource::new(text).start(start).imports(imports);
    let compiled = Language::compile_within(&source, &mut Budget::new(LIMITS));
    compiled.unwrap_or_else(|error| panic!("{start}: {error}"))
}

/// The language of the whole URL of a scheme, with its fragment.
fn ours(scheme: &Table) -> Language {
    let syntax = scheme["syntax"].as_table().unwrap();
    let imports = syntax.get("imports").and_then(toml::Value::as_array).into_iter().flatten();
    let imports: Vec<_> = imports.filter_map(|name| RuleSet::from_name(name.as_str()?)).collect();
    let fragment = match text(syntax, "fragment") {
        "" | "separate" => " [ \"#\" proof-fragment ]",
        _ => "",
    };
    let whole = format!("{}{FRAGMENT}proof-url = {}{fragment}\n", text(syntax, "abnf"), text(syntax, "start"));
    compile(&whole, "proof-url", &imports)
}

/// The language of the document, with the rules of some reasons.
///
/// # Errors
/// What of the document is prose.
fn theirs(row: &Table, reasons: &[&Table]) -> Result<Language, String> {
    document(row, reasons, row.contains_key("selects"))
}

fn document(row: &Table, reasons: &[&Table], with_selection: bool) -> Result<Language, String> {
    let names = row["files"].as_array().unwrap().iter().filter_map(toml::Value::as_str).chain(["reasons", "rfc3986"]);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/abnf");
    let texts = names.map(|name| {
        std::fs::read_to_string(format!("{folder}/{name}.abnf")).unwrap_or_else(|error| panic!("{name}: {error}"))
    });
    let mut document = Document::new(&texts.collect::<Vec<_>>());
    if with_selection {
        document.replace(text(row, "selects"));
    }
    for escaped in list(row, "escaped") {
        document.escape(text(escaped, "rule"), plain(text(escaped, "not")));
    }
    if let Some(depth) = row.get("depth").and_then(toml::Value::as_integer) {
        document.unfold(text(row, "recursive"), u32::try_from(depth).unwrap());
    }
    // A document whose start rule has no fragment leaves it to RFC 3986.
    let has_fragment = row.get("fragment") == Some(&toml::Value::Boolean(true));
    let fragment = if has_fragment { "" } else { " [ \"#\" proof-fragment ]" };
    document.replace(&format!("proof-url = {}{fragment}{FRAGMENT}", text(row, "start")));
    for reason in reasons {
        if let Some(rules) = reason.get("rules").and_then(toml::Value::as_str) {
            document.replace(rules);
        }
        for escaped in list(reason, "escaped") {
            document.escape(text(escaped, "rule"), plain(text(escaped, "not")));
        }
    }
    document.text("proof-url").map(|(text, start)| compile(&text, &start, &[]))
}

/// The characters of a path segment and of a query, but for some.
fn plain(not: &str) -> BTreeSet<u8> {
    let all = (0x21..=0x7E).filter(|byte| !b"\"#%<>[\\]^`{|}".contains(byte));
    all.filter(|byte| !not.as_bytes().contains(byte)).collect()
}

/// A shortest text of the first grammar that the second does not derive.
fn witness(first: &Language, second: &Language) -> Option<String> {
    let found = first.difference(second, &mut Budget::new(LIMITS)).unwrap();
    found.map(|text| text.escape_ascii().to_string())
}

/// What is wrong about a row.
fn check(row: &Table, scheme: &Table) -> Vec<String> {
    let ours = ours(scheme);
    let reasons: Vec<_> = list(row, "reason").collect();
    let mut wrong = match theirs(row, &reasons) {
        Ok(theirs) => {
            let found = [("ours", witness(&ours, &theirs)), ("the document", witness(&theirs, &ours))];
            found.into_iter().filter_map(|(whose, text)| Some(format!("only {whose}: {}", text?))).collect()
        }
        Err(prose) => vec![prose],
    };
    if row.contains_key("selects") {
        let whole = document(row, &reasons, false);
        let part = theirs(row, &reasons).and_then(|part| Ok(witness(&part, &whole?)));
        wrong.extend(part.unwrap_or_else(Some).map(|text| format!("what it selects is no part of it: {text}")));
    }
    for reason in &reasons {
        let others: Vec<_> = reasons.iter().copied().filter(|other| !std::ptr::eq(*other, *reason)).collect();
        wrong.extend(check_reason(reason, &ours, &theirs(row, &others)));
    }
    wrong
}

/// What is wrong about a reason, by the document without it.
fn check_reason(reason: &Table, ours: &Language, theirs: &Result<Language, String>) -> Option<String> {
    let found = match theirs {
        Ok(theirs) => [witness(ours, theirs), witness(theirs, ours)],
        // Without the rules, the document has prose.
        Err(_) => [None, None],
    };
    let listed = ["ours", "document"].map(|key| Some(text(reason, key)).filter(|text| !text.is_empty()));
    let is_needed = theirs.is_err() || found != [None, None];
    if is_needed && found.each_ref().map(Option::as_deref) == listed {
        return None;
    }
    let [ours, document] = found;
    Some(format!("without {:?}: only ours: {ours:?}, only the document: {document:?}", text(reason, "why")))
}

#[test]
fn schemes_read_what_their_documents_derive() {
    let schemes = crate::shipped_schemes();
    let mut wrong = Vec::new();
    for row in list(&PROOFS, "proof") {
        let name = text(row, "scheme");
        let scheme = schemes.iter().find(|scheme| text(scheme, "name") == name && scheme.contains_key("syntax"));
        let scheme = scheme.unwrap_or_else(|| panic!("no scheme {name}"));
        wrong.extend(check(row, scheme).into_iter().map(|what| format!("{name}: {what}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each scheme is proved, or it is said why not; and nothing else is.
#[test]
fn each_scheme_is_proved_or_it_is_said_why_not() {
    let rows: Vec<_> = list(&PROOFS, "proof").map(|row| text(row, "scheme")).collect();
    let names: BTreeSet<_> = rows.iter().copied().collect();
    assert_eq!(rows.len(), names.len(), "a scheme twice");
    let mut unused: BTreeSet<_> = unproved("schemes").keys().chain(unproved("documents").keys()).collect();
    let mut missing = Vec::new();
    for scheme in crate::shipped_schemes().iter().filter(|scheme| scheme.contains_key("syntax")) {
        let name = text(scheme, "name");
        if names.contains(name) {
            continue;
        }
        if !unused.remove(&name.to_owned()) {
            unused.remove(&unproved_document(scheme).unwrap_or_default().to_owned());
        }
        if not_proved(scheme).is_empty() {
            missing.push(name.to_owned());
        }
    }
    assert!(missing.is_empty(), "add them, or their documents, to testdata/proofs.toml: {missing:?}");
    assert!(unused.is_empty(), "no scheme needs these lines: {unused:?}");
}
