//! Every item has an example that runs, or is obvious from one line.

use super::crates::Item;
use super::listing::Listing;

/// The longest documentation, in characters, of an item without an example.
const ONE_LINE: usize = 130;

/// What to do about an item that is reported.
pub(crate) const HELP: &str = "add a short example with `assert_eq!` to the documentation, or shorten it to one \
                               paragraph of 130 characters (`# Errors`, `# Panics` and `# Safety` are not counted)";

/// The items of a module have examples of their own; the type of a field or variant explains it.
const WITHOUT: [&str; 4] = ["module", "struct_field", "variant", "use"];

/// Sections that do not count as documentation to be explained by an example.
const CONDITIONS: [&str; 3] = ["Errors", "Panics", "Safety"];

/// The documented items and methods that have more than one line of documentation and no example: `file:line: item`.
pub(crate) fn missing(listing: &Listing<'_>) -> Vec<String> {
    let mut missing: Vec<_> = listing.documented().flat_map(|(path, item)| unexplained(path, item)).collect();
    missing.sort();
    missing
}

/// The item, and its methods and constants, as far as they lack an example.
fn unexplained(path: &str, item: Item<'_>) -> Vec<String> {
    let named = |member: Item<'_>| format!("{path}::{}", member.name().unwrap_or_default());
    let members = item.members().into_iter().filter(|member| !member.is_hidden()).map(|member| (named(member), member));
    let all = [(path.to_owned(), item)].into_iter().chain(members);
    let lacking = all.filter(|(_, item)| !WITHOUT.contains(&item.kind()) && !is_explained(item.docs()));
    lacking.map(|(path, item)| format!("{}: {path}", item.place())).collect()
}

/// Whether a documentation contains an example or is one line.
fn is_explained(docs: &str) -> bool {
    has_example(docs) || is_one_line(docs)
}

/// Whether a block of code is compiled as Rust and run.
fn has_example(docs: &str) -> bool {
    let mut fences = docs.lines().filter_map(|line| line.trim_start().strip_prefix("```"));
    // Every second fence closes a block.
    let mut openings = std::iter::from_fn(|| {
        let opening = fences.next();
        fences.next();
        opening
    });
    openings.any(|language| matches!(language.trim(), "" | "rust" | "no_run" | "should_panic"))
}

/// Whether the documentation, without its sections on conditions, is one short paragraph.
fn is_one_line(docs: &str) -> bool {
    let mut counts = true;
    let counted = docs.lines().filter(|line| {
        if let Some(title) = line.strip_prefix("# ") {
            counts = !CONDITIONS.contains(&title.trim());
        }
        counts
    });
    let text = counted.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    !text.contains("\n\n") && text.chars().count() <= ONE_LINE
}

#[test]
fn one_line_or_an_example_explains_an_item() {
    let long = "word ".repeat(27);
    let cases = [
        ("Returns the host.", true),
        ("Returns the host.\n\n# Errors\n\nIf there is none, and more than that.\n\n# Panics\n\nNever.", true),
        ("Returns the host.\n\n# Order\n\nThat of the text.", false),
        ("Returns the host.\n\nIt is never empty.", false),
        (&long, false),
        (&format!("{long}\n\n```\nassert_eq!(1, 1);\n```"), true),
        (&format!("{long}\n\n```text\na picture\n```"), false),
        (&format!("{long}\n\n```text\na picture\n```\n\n```no_run\nserve();\n```"), true),
    ];
    for (docs, expected) in cases {
        assert_eq!(is_explained(docs), expected, "{docs}");
    }
}
