//! The schemes of `docs/schemes-as-data.md`, and what the page says about their URLs.

use anyurl_core::Registry;
use anyurl_declared::format::{CHECKS, Level, LintOptions, RegistryFile, format_toml};
use anyurl_declared::layers::Stack;
use anyurl_declared::scheme_lint;
use anyurl_testkit::registry_file;

mod rows;

const PAGE: &str = include_str!("../../../../docs/schemes-as-data.md");

/// The rows of the page that are checked.
const ROWS: usize = 135;

/// What the schemes of the page omit: contacts, security considerations and examples.
const OMITTED: &str = "\n[lint]\nSR203 = \"allow\"\nSR204 = \"allow\"\nSR206 = \"allow\"\nSR212 = \"allow\"\nSR213 = \"allow\"\nSR309 = \"allow\"\n";

/// The blocks of the page in a language.
fn blocks(language: &str) -> impl Iterator<Item = &'static str> {
    let start = format!("```{language}\n");
    let blocks: Vec<_> =
        PAGE.split(start.as_str()).skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    blocks.into_iter()
}

/// A registry file with all schemes of the page.
fn file() -> String {
    let schemes: String = blocks("toml").filter(|block| block.starts_with("[[scheme]]")).collect();
    registry_file("organization", "com.example", "com.example.*", &schemes)
}

pub(crate) fn registry() -> Registry {
    let layer = RegistryFile::from_text("page.toml", file()).unwrap().load().unwrap_or_else(|found| panic!("{found}"));
    let resolved = Stack::new().push(layer).resolve(anyurl::ten(), None);
    resolved.unwrap_or_else(|found| panic!("{found}")).registry().clone()
}

#[test]
fn every_row_of_the_page_holds() {
    let registry = registry();
    let lines: Vec<_> = blocks("text").flat_map(str::lines).collect();
    let wrong: Vec<_> = lines.iter().filter_map(|line| rows::check(&registry, line).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert_eq!(lines.len(), ROWS);
}

/// A row is false if its right side is another one.
#[test]
fn rows_can_be_wrong() {
    let registry = registry();
    for line in [
        "com.example.shelf://h/a/1 = com.example.shelf://h/a/2",
        "com.example.shelf://h/a/1 ≠ com.example.shelf://h/a/1",
        "com.example.shelf://h/a/1 → host: h",
        "com.example.shelf://h/a/1 ✗ `1`",
        "com.example.shelf://h/a/1 ~ nothing",
        "com.example.shelf://h/a/1 ⇒ connect tcp h:7777",
        "com.example.shelf://h/a/1 ⊳ com.example.shelf://h/a/***",
        "com.example.shelf://h/a/1 + b = com.example.shelf://h/a/1b",
    ] {
        assert!(rows::check(&registry, line).is_err(), "{line}");
    }
}

#[test]
fn the_schemes_of_the_page_have_no_errors() {
    let reading = RegistryFile::from_text("page.toml", file() + OMITTED).unwrap();
    let found = reading.lint_with(LintOptions::default(), &[CHECKS, scheme_lint::CHECKS].concat());
    let errors: Vec<_> = found.iter().filter(|one| one.level() == Level::Error).map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// Formatting changes nothing on the page except the order of its schemes.
#[test]
fn the_schemes_of_the_page_are_formatted() {
    for block in blocks("toml").filter(|block| block.starts_with("[[scheme]]")) {
        assert_eq!(format_toml("page.toml", block).unwrap(), block);
    }
}

#[test]
fn lists_are_built_from_their_elements() {
    let registry = registry();
    let built = registry.build("com.example.shelf").unwrap().host("h").push("shelves", "a/b").push("shelves", "c");
    assert_eq!(built.flag("all").build().unwrap().as_str(), "com.example.shelf://h/a%2Fb/c/*");
}
