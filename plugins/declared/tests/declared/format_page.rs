//! The schemes of `docs/registry-format.md`, and what the page says about their URLs.

use locator_core::Registry;
use locator_declared::format::RegistryFile;
use locator_declared::layers::Stack;
use locator_testkit::registry_file;

const PAGE: &str = include_str!("../../../../docs/registry-format.md");

/// The blocks of the page in a language.
fn blocks(language: &str) -> impl Iterator<Item = &'static str> {
    let start = format!("```{language}\n");
    let blocks: Vec<_> =
        PAGE.split(start.as_str()).skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    blocks.into_iter()
}

fn registry() -> Registry {
    let schemes: String = blocks("toml").filter(|block| block.starts_with("[[scheme]]")).collect();
    let file = registry_file("organization", "com.example", "com.example.*", &schemes);
    let layer = RegistryFile::from_text("page.toml", file).unwrap().load().unwrap_or_else(|found| panic!("{found}"));
    let resolved = Stack::new().push(layer).resolve(locator::rfc1738(), None);
    resolved.unwrap_or_else(|found| panic!("{found}")).registry().clone()
}

#[test]
fn urls_mean_the_same_where_the_page_says_so() {
    let registry = registry();
    let mut rows = 0;
    for line in blocks("text").flat_map(str::lines) {
        let (Some((one, other)), expect) = (match line.split_once('≠') {
            Some(sides) => (Some(sides), false),
            None => (line.split_once(" = "), true),
        }) else {
            continue;
        };
        let [one, other] =
            [one, other].map(|text| registry.parse(text.trim()).unwrap_or_else(|e| panic!("{text}: {e}")));
        assert_eq!(one.is_equivalent(&other), expect, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 7);
}

#[test]
fn components_have_their_types() {
    let registry = registry();
    let url = registry.parse("com.example.shelf://h/a%2Fb/c/*;mode=READ").unwrap();
    let values: Vec<_> = url.components().map(|part| format!("{}: {:?}", part.name(), part.value())).collect();
    assert_eq!(
        values,
        [
            r#"host: Text("h")"#,
            r#"shelves: List(["a%2Fb", "c"])"#,
            r#"number: Text("*")"#,
            "all: True",
            r#"mode: Text("read")"#
        ]
    );
    let built = registry.build("com.example.shelf").unwrap().host("h").push("shelves", "a/b").push("shelves", "c");
    assert_eq!(built.flag("all").build().unwrap().as_str(), "com.example.shelf://h/a%2Fb/c/*");
}
