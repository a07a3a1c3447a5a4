//! Pages name files and commands that exist.

use std::path::PathBuf;

use super::{read, root};

/// Every page, apart from what is copied for users and what tells the past.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_ours = !name.starts_with('.')
                && !["target", "templates", "testdata", "decisions", "node_modules"].contains(&&*name);
            if path.is_dir() && is_ours {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") && name != "CHANGELOG.md" {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// `{a,b}/c` is `a/c` and `b/c`.
fn alternatives(path: &str) -> Vec<String> {
    let braces = path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (inside, after))) = braces else { return vec![path.to_owned()] };
    inside.split(',').flat_map(|one| alternatives(&format!("{before}{}{after}", one.trim()))).collect()
}

/// The paths of the repository in a page: code that begins with one of its folders, without words for the reader to replace.
fn paths(page: &str) -> Vec<String> {
    let is_path = |code: &&str| {
        let first = code.split('/').next().unwrap_or_default();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./{},-".contains(c);
        let is_word = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase());
        code.contains('/')
            && !first.is_empty()
            && !first.starts_with('.')
            && first != "target"
            && root().join(first).is_dir()
            && code.chars().all(is_plain)
            && !code.split(['/', '.']).any(is_word)
    };
    let code = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    code.filter(is_path).flat_map(alternatives).collect()
}

#[test]
fn paths_in_pages_exist() {
    let mut missing = Vec::new();
    let mut count = 0;
    for page in pages() {
        let folder = page.parent().unwrap_or(root());
        for path in paths(&read(&page)) {
            count += 1;
            if !root().join(&path).exists() && !folder.join(&path).exists() {
                missing.push(format!("{}: {path}", page.strip_prefix(root()).unwrap_or(&page).display()));
            }
        }
    }
    assert!(missing.is_empty(), "{} paths:\n{}", missing.len(), missing.join("\n"));
    assert!(count > 300, "only {count} paths");
}

/// The words of each command of Cargo in a page.
fn commands(page: &str) -> Vec<Vec<String>> {
    let words = |line: &str| {
        let command = line.split_once("cargo ")?.1.split('`').next()?;
        Some(command.split_whitespace().map(str::to_owned).collect())
    };
    page.lines().filter_map(words).collect()
}

/// What follows one of these options in a command.
fn after<'c>(command: &'c [String], options: &[&str]) -> Option<&'c str> {
    let pair = command.windows(2).find(|pair| options.contains(&&*pair[0]))?;
    // A word for the reader to replace is no name.
    Some(&*pair[1]).filter(|name| !name.contains(|c: char| c.is_ascii_uppercase()))
}

#[test]
fn commands_in_pages_exist() {
    let package = |code: String| {
        let folder = root().join(code).parent().unwrap_or(root()).to_owned();
        let manifest: toml::Table = read(folder.join("Cargo.toml")).parse().unwrap();
        (manifest["package"]["name"].as_str().unwrap().to_owned(), folder)
    };
    let packages: Vec<(String, PathBuf)> = super::crates().into_iter().map(package).collect();
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for command in commands(&text) {
            let name = after(&command, &["-p", "--package"]);
            let is_it = |of: &str| name.is_none_or(|name| name == of);
            let folders: Vec<_> = packages.iter().filter(|(of, _)| is_it(of)).map(|(_, folder)| folder).collect();
            let has = |kind: &str, name: &str| {
                let places = [format!("{kind}/{name}.rs"), format!("{kind}/{name}/main.rs")];
                // A tutorial makes files of its own.
                places
                    .iter()
                    .any(|place| text.contains(&**place) || folders.iter().any(|folder| folder.join(place).is_file()))
            };
            let page = page.strip_prefix(root()).unwrap_or(&page).display();
            assert!(!folders.is_empty(), "{page}: no package in `cargo {}`", command.join(" "));
            for (option, kind) in [("--test", "tests"), ("--example", "examples")] {
                if let Some(name) = after(&command, &[option]) {
                    assert!(has(kind, name), "{page}: no {name} in `cargo {}`", command.join(" "));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 8, "only {count} commands");
}

/// The site of the documentation has each page of `docs`, and README leads to no page that it lacks.
#[test]
fn the_summary_has_every_page() {
    let summary = read("docs/SUMMARY.md");
    let mut missing: Vec<_> = std::fs::read_dir(root().join("docs"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| {
            name.strip_suffix(".md").is_some_and(|page| page != "SUMMARY") && !summary.contains(&format!("]({name})"))
        })
        .collect();
    let readme = read("README.md");
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split_once(".md)").map(|(page, _)| page));
    missing.extend(
        links
            .map(|page| page.strip_prefix("docs/").map_or_else(|| format!("../{page}.md"), |page| format!("{page}.md")))
            .filter(|page| !page.starts_with("decisions/") && !summary.contains(&format!("]({page})"))),
    );
    assert!(missing.is_empty(), "docs/SUMMARY.md has no line for {missing:?}");
}
