//! Each lint rule of layers, with a layer that violates it.

use std::collections::BTreeSet;

use super::*;
use crate::format::{Findings, Hash, Keyword, Level, LintOptions, ParsedFile, lint_rule};

/// Reads the layer of [`org`] with other claims.
fn reading(claims: &[&str], body: &str) -> ParsedFile {
    let text = format!(
        "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"T\"\nversion = \"1.0.0\"\nserial = 5\n\
         contact = [\"a@b.example\"]\nchange_controller = \"C\"\nclaims = {claims:?}\n{body}"
    );
    RegistryFile::from_text("org.toml", text).unwrap()
}

fn echo() -> Stack {
    stack([public(&scheme("echo", "1.0.0", "permanent"))])
}

fn override_of(facet: &str, table: &str) -> String {
    format!("[[override]]\nname = \"echo\"\nof = \"public\"\nfacet = \"{facet}\"\nreason = \"r\"\n{table}\n")
}

/// Returns an override with the current hash as `expect`.
fn expecting(facet: Facet, table: &str) -> String {
    let resolved = echo().resolve(&base(), None).unwrap();
    let expect = hash(&resolved, "echo", facet);
    override_of(facet.as_str(), &format!("expect = \"{expect}\"\n{table}"))
}

const SYNTAX: &str = "[override.syntax]\ngrammar = \"rfc1738\"\nform = [\"echo://<host>\"]";
const PLUGIN: &str = "[scheme.plugin]\nlibrary = \"vault\"\nversion = \"^1\"\nabi = 1\nsigned_by = \"k\"\n[[scheme.plugin.artifact]]\n\
    target = \"x86_64-unknown-linux-gnu\"\nversion = \"1.0.0\"\n\
    sha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"\n";

fn vault() -> String {
    let dylib = scheme("com.example.vault", "1.0.0", "private").replace("kind = \"steps\"", "kind = \"dylib\"");
    let steps = dylib.find("steps = ").unwrap_or(dylib.len());
    dylib[..steps].to_owned() + PLUGIN
}

/// Locks a layer and changes the lock.
fn locked(body: &str, change: impl Fn(&mut RegistryLock)) -> RegistryLock {
    let mut lock = resolve([org(body)]).lock();
    change(&mut lock);
    lock
}

/// The rule, the lower layers, and the layer that violates it.
fn rows() -> Vec<(&'static str, Stack, ParsedFile)> {
    let claims = ["com.example.*"];
    let old = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let row = |id, stack, body: &str| (id, stack, reading(&claims, body));
    let source = "[registry.source]\nupdated = 2026-01-01\n";
    let cycle = gateway("a", "\"com.example.a\"", "").replace("echo://gw", "com.example.a://gw");
    vec![
        row(
            "SR417",
            Stack::new().with_lock(locked(&vault(), |lock| {
                lock.plugins[0].sha256 = Hash::new("other");
            })),
            &vault(),
        ),
        row("SR501", echo(), &gateway("a", "\"echo\"", "").replace("{url}", "{host}")),
        row("SR502", echo(), &(cycle + &scheme("com.example.a", "1.0.0", "private"))),
        row("SR601", echo(), &scheme("org.example.a", "1.0.0", "private")),
        row("SR602", echo(), &expecting(Facet::Syntax, SYNTAX)),
        row("SR602", echo(), &override_of("syntax", &format!("expect = \"{old}\"\n{SYNTAX}"))),
        row("SR603", echo(), &override_of("port", "port = { default = 8 }")),
        row("SR603", echo(), &override_of("port", &format!("expect = \"{old}\"\nport = {{ default = 8 }}"))),
        ("SR604", echo(), reading(&["echo"], &scheme("echo", "1.0.0", "private"))),
        (
            "SR604",
            stack([layer("organization", "org.other", &["com.example.*"], "")]),
            reading(&claims, &scheme("com.example.a", "1.0.0", "private")),
        ),
        row(
            "SR607",
            stack([layer("public", "public", &[], "[policy]\nnever = [\"builtin\"]\n")]),
            "[policy]\nalways = [\"builtin\"]\n",
        ),
        row("SR608", echo(), &override_of("port", "port = { default = 8 }").replace("\"echo\"", "\"ecco\"")),
        row("SR609", echo(), &expecting(Facet::Port, "port = { default = 7, transport = [\"tcp\"] }")),
        row("SR611", echo().with_date("2026-04-02".parse().unwrap()), source),
        row("SR612", Stack::new().with_lock(locked("", |lock| lock.layers[0].serial = 6)), ""),
        row("SR710", Stack::new().with_lock(locked("", |lock| lock.layers[0].sha256 = Hash::new("other"))), ""),
        row("SR614", echo(), "[policy]\nalways = [\"nowhere\"]\n"),
        row("SR615", echo(), &scheme("com.example.a:b", "1.0.0", "private")),
        row(
            "SR707",
            stack([public("[[tombstone]]\nname = \"com.example.a\"\nremoved = 2026-01-01\n")]),
            &scheme("com.example.a", "1.0.0", "private"),
        ),
        ("SR709", stack([public(&scheme("echo", "1.0.0", "provisional"))]), reading(&["echo"], "")),
    ]
}

/// Returns the rules of the rows.
pub(crate) fn fired() -> BTreeSet<&'static str> {
    rows().into_iter().map(|row| row.0).collect()
}

fn lint(stack: &Stack, reading: &ParsedFile) -> Findings {
    stack.lint(reading, LintOptions::default(), &base(), None)
}

/// Lint with the lower layers finds what loading would report.
#[test]
fn lint_sees_the_layers_below() {
    for (id, stack, reading) in rows() {
        let found = lint(&stack, &reading);
        let level = found.iter().find(|one| one.id() == id).map(Finding::level);
        assert_eq!(level, lint_rule(id).map(|rule| rule.level), "{id}: {found}");
        // Lint reports an error exactly if loading fails, or refuses the name.
        let loaded = stack.push(reading.layer().clone()).resolve(&base(), None);
        let is_refused = loaded.map_or(true, |resolved| resolved.findings().has_errors());
        let has_error = found.iter().any(|one| one.level() == Level::Error && one.id() == id);
        assert_eq!(is_refused, has_error, "{id}: {found}");
        assert!(!found.iter().any(|one| one.id() == id && one.is_lint_only()), "{id}: {found}");
    }
}

/// Two faults of one rule in one entry are two findings.
#[test]
fn each_fault_is_reported() {
    let entry = scheme("com.example.a", "1.0.0", "private");
    let entry = entry.replace("\nversion", "\nalias = [\"org.other.a\", \"org.other.b\"]\nversion");
    let found = lint(&echo(), &reading(&["com.example.*"], &entry));
    assert_eq!(found.iter().filter(|one| one.id() == "SR601").count(), 2, "{found}");
}

#[test]
fn a_layer_replaces_its_older_copy() {
    let body = scheme("com.example.a", "1.0.0", "private");
    let below = stack([public(""), org(&body)]);
    let found = lint(&below, &reading(&["com.example.*"], &body));
    assert!(!found.iter().any(|one| one.id() == "SR604"), "{found}");
}

/// `[lint]` can change the level of warnings but not of errors.
#[test]
fn lint_tables_lower_warnings_only() {
    let ids = |body: &str| {
        let body = format!("{body}[lint]\nSR603 = \"allow\"\nSR611 = \"note\"\n");
        let stack = echo().with_date("2026-04-02".parse().unwrap());
        let found = lint(&stack, &reading(&["com.example.*"], &body));
        found.iter().map(|one| (one.id(), one.level())).collect::<Vec<_>>()
    };
    assert_eq!(ids("[registry.source]\nupdated = 2026-01-01\n"), [("SR611", Level::Note)]);
    assert_eq!(ids(&override_of("port", "port = { default = 8 }")), [("SR603", Level::Error)]);
}

/// Lint does not report problems of lower layers.
#[test]
fn problems_of_other_layers_are_not_reported() {
    let below = stack([org(&override_of("port", "port = { default = 8 }").replace("\"echo\"", "\"ecco\""))]);
    let user = RegistryFile::from_text(
        "me.toml",
        "schema = 1\n[registry]\nid = \"com.example.me\"\nkind = \"user\"\ntitle = \"T\"\nversion = \"1.0.0\"\nserial = 5\n\
         contact = [\"a@b.example\"]\nchange_controller = \"C\"\nclaims = [\"com.example.me.*\"]\n",
    );
    assert_eq!(lint(&below, &user.unwrap()).to_string(), "");
}
