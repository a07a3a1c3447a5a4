//! Plain English, and one name for one thing (house style 56 to 60).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{read, root, sources};

/// Words and phrases that comments, messages and pages do not use, each with what they say instead.
const WORDS: &[(&str, &str)] = &[
    ("leave away", "omit, skip"),
    ("leaves away", "omits, skips"),
    ("left away", "omitted, skipped"),
    ("cannot be had", "is unavailable, is already registered"),
    ("is none of", "is not"),
    ("are none of", "are not"),
    ("nobody", "no one, or the passive"),
    ("somebody", "someone, or the passive"),
    ("anybody", "anyone"),
    ("whoever", "name the subject: the caller, the client, the author"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("remark", "warning"),
    ("remarks", "warnings"),
    ("departure", "deviation"),
    ("departures", "deviations"),
    ("clauses", "requirements"),
    ("for ever", "'static, leaked, until the process ends"),
    ("stands behind", "follows, comes after"),
    ("stand behind", "follow, come after"),
    ("slip of the pen", "typo"),
    ("slip of the fingers", "typo"),
    ("look at it again", "parse it again"),
    ("lays down", "names the action"),
    ("no more can be", "at most"),
];

/// How a comment does not begin: its subject is the thing.
const BEGINNINGS: &[&str] = &["The same, ", "The same:", "Who ", "Whoever ", "Of what ", "Nobody ", "Somebody "];

/// Where text is read: every Rust file and page of the repository but quotations, old names in the changelog and this file.
fn texts() -> Vec<PathBuf> {
    let folders =
        ["abnf", "cli", "compare", "core", "gateway", "plugins", "registry", "schemes", "src", "testkit", "tests"];
    let rust = folders.iter().flat_map(|folder| sources(folder));
    let pages = ["", "docs", "docs/decisions", "plugins", "plugins/examples", "registry", "bench"];
    let pages = pages.iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).into_iter().flatten());
    let pages = pages.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let is_quoted = |path: &Path| {
        ["docs/conformance.md", "CHANGELOG.md", "ci/tidy/src/tests/words.rs"].iter().any(|name| path.ends_with(name))
    };
    rust.chain(pages).filter(|path| !is_quoted(path)).collect()
}

/// What a line says to a reader: of Rust its comment or its texts, of a page all of it but quotations.
fn prose(line: &str, is_rust: bool) -> String {
    let line = line.trim_start();
    if !is_rust {
        return if line.starts_with('>') { String::new() } else { line.to_owned() };
    }
    match line.strip_prefix("//") {
        Some(comment) => comment.trim_start_matches(['/', '!']).trim_start().to_owned(),
        None => line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" "),
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
    text.match_indices(word)
        .any(|(at, _)| !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next()))
}

#[test]
fn comments_and_messages_use_the_usual_words() {
    let mut found = Vec::new();
    for path in texts() {
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        for (n, line) in read(&path).lines().enumerate() {
            let prose = prose(line, is_rust);
            let lower = prose.to_ascii_lowercase();
            for (word, instead) in WORDS.iter().filter(|(word, _)| has_word(&lower, word)) {
                found.push(format!("{name}:{}: `{word}`: write {instead}", n + 1));
            }
            let is_comment = line.trim_start().starts_with("//");
            for beginning in BEGINNINGS.iter().filter(|beginning| is_comment && prose.starts_with(**beginning)) {
                found.push(format!("{name}:{}: begins with `{}`", n + 1, beginning.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}

/// Types with one name: the SDK mirrors the core for authors of plugins, a facade names a type of the core, and a key of the
/// format has the name of the type that it becomes.
const MIRRORS: [&str; 7] = [
    "anyurl_plugin::",
    "anyurl_core::MaskedUrl",
    "anyurl_core::internal::serde::Text",
    "anyurl_declared::Steps",
    "anyurl_declared::format::Dialect",
    "anyurl_declared::format::Profile",
    "anyurl_declared::format::Until",
];

/// The types and traits of the listing of the public API, at their paths.
#[test]
fn no_public_type_name_is_used_twice() {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in read("docs/public-api.txt").lines() {
        let item = line
            .split_once("pub ")
            .map_or("", |(attributes, item)| if attributes.starts_with(' ') { "" } else { item });
        let path = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| item.strip_prefix(kind));
        let path = path.unwrap_or_default().split(['<', '(', ' ']).next().unwrap_or_default().trim_end_matches(':');
        if !path.is_empty() && !MIRRORS.iter().any(|mirror| path.starts_with(mirror)) {
            names.entry(path.rsplit("::").next().unwrap_or(path).to_owned()).or_default().push(path.to_owned());
        }
    }
    assert!(names.len() > 100, "{names:?}");
    names.retain(|_, paths| paths.len() > 1);
    assert!(names.is_empty(), "{names:?}");
}

/// Each item of the public API has one path, and no module has the name of a crate that is used beside anyurl.
#[test]
fn each_item_has_one_path() {
    let listing = read("docs/public-api.txt");
    let aliases: Vec<_> = listing.lines().filter(|line| line.starts_with("    also ")).collect();
    assert!(aliases.is_empty(), "{aliases:?}");
    for name in ["fluent_uri", "http", "miette", "serde", "url"] {
        let module = format!("pub mod anyurl::{name}");
        assert!(!listing.lines().any(|line| line.ends_with(&module)), "{module}");
    }
}
