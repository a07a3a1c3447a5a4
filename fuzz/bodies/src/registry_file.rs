//! A registry file.

use std::sync::LazyLock;

use anyurl::{Registry, Style};
use anyurl_declared::format::{CHECKS, Findings, LintOptions, ParsedFile, RegistryFile, format_toml};
use anyurl_declared::layers::Stack;

use crate::{input, seeds};

/// The longest file that is worth the time.
const MAX_LEN: usize = 8192;

/// Reads, lints, formats and resolves a file, and parses its examples by its schemes.
///
/// # Panics
/// If a finding is outside the file, the formatting is not stable, or a scheme violates a property.
pub fn run(data: &[u8]) {
    if data.len() > MAX_LEN {
        return;
    }
    format(data);
    let Ok(parsed) = RegistryFile::from_text("x.toml", data) else { return };
    check_findings(parsed.findings());
    check_findings(&lint(&parsed));
    let Ok(file) = parsed.load() else { return };
    match Stack::new().push(file).resolve(base(), None) {
        Ok(resolved) => {
            check_findings(resolved.findings());
            let layers = resolved.layers();
            let entries = layers.flat_map(|placed| placed.layer().schemes().collect::<Vec<_>>());
            for example in entries.flat_map(|entry| &entry.examples).take(4) {
                check_canonical(resolved.registry(), &example.url);
            }
        }
        Err(error) => check_findings(error.findings()),
    }
}

/// Lints a file with all checks.
pub(crate) fn lint(parsed: &ParsedFile) -> Findings {
    parsed.lint_with(LintOptions::default(), &[CHECKS, anyurl_declared::scheme_lint::CHECKS].concat())
}

/// Checks the canonical form of a text, for which a registry vouches whatever a file says: it is a URL with the same options,
/// is equivalent, and is its own canonical form.
pub(crate) fn check_canonical(registry: &Registry, text: &str) {
    for options in input::OPTIONS {
        let parser = registry.parser().options(options);
        let Ok(url) = parser.parse(text) else { continue };
        let canonical = url.to_canonical();
        let again =
            parser.parse(&canonical).unwrap_or_else(|error| panic!("{text:?} {options:?}: {canonical}: {error}"));
        assert_eq!(again.to_canonical(), canonical, "{text:?} {options:?}");
        assert!(again.is_equivalent(&url), "{text:?} {options:?}: {canonical}");
    }
}

/// A registry of few schemes, so that it resolves quickly.
fn base() -> &'static Registry {
    static BASE: LazyLock<Registry> = LazyLock::new(|| Registry::builder().build());
    &BASE
}

/// Formatting again changes nothing, and what can be read before can be read after.
fn format(data: &[u8]) {
    let Ok(once) = format_toml("x.toml", data) else { return };
    let twice = format_toml("x.toml", once.as_str()).unwrap_or_else(|error| panic!("{error}\n{once}"));
    assert_eq!(once, twice);
    let count = |text: &[u8]| {
        let file = RegistryFile::from_text("x.toml", text).ok()?.load().ok()?;
        Some((file.schemes().count(), file.gateways().len(), file.masks().len(), file.overrides().len()))
    };
    assert_eq!(count(data), count(once.as_bytes()), "{once}");
}

/// Each finding is at a place in its file, and can be drawn.
fn check_findings(findings: &Findings) {
    for finding in findings.iter() {
        let text = finding.document().text();
        assert!(text.get(finding.span().range()).is_some(), "{finding:?} is outside the file");
        assert!(finding.line() >= 1 && finding.column() >= 1, "{finding:?}");
        assert!(!finding.drawn(Style::default()).to_string().is_empty());
    }
}

/// Files of the tests, and each entry of the public registry in a file of its own.
pub fn seeds() -> Vec<Vec<u8>> {
    const FILES: [&str; 6] = [
        include_str!("../../../plugins/declared/tests/data/import.toml"),
        include_str!("../../../plugins/declared/tests/data/public.toml"),
        include_str!("../../../plugins/examples/shelf/shelf.toml"),
        include_str!("../../../cli/tests/data/override.toml"),
        include_str!("../../../cli/tests/data/bad.toml"),
        include_str!("../../../cli/tests/data/robots.toml"),
    ];
    let entries = seeds::entries();
    let defined = entries.iter().filter(|entry| entry.contains("[scheme.syntax]") || entry.contains("syntax ="));
    let files = defined.map(|entry| anyurl_testkit::registry_file("organization", "com.example", "*", entry));
    FILES.into_iter().map(str::to_owned).chain(files).map(String::into_bytes).collect()
}
