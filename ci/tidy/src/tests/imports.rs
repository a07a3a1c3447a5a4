//! Module order and import cycles, for every crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{code, crates, read, root, sources};

/// The modules of a crate, each with the files of other modules that it imports.
struct Graph {
    files: BTreeMap<Vec<String>, PathBuf>,
    imports: BTreeMap<Vec<String>, BTreeSet<Vec<String>>>,
}

impl Graph {
    fn new(folder: &str) -> Self {
        let files: BTreeMap<_, _> = sources(folder).into_iter().map(|file| (module(folder, &file), file)).collect();
        let mut imports = BTreeMap::new();
        for (own, file) in &files {
            // Macros and re-exports at the root of the crate are reached by `$crate::`, and are no modules.
            let code = code(&read(file)).replace("$crate::", "");
            let found = paths(&code).into_iter().filter_map(|path| {
                let path = absolute(own, &path)?;
                (0..=path.len()).rev().map(|len| path[..len].to_vec()).find(|module| files.contains_key(module))
            });
            imports.insert(own.clone(), found.filter(|other| other != own).collect());
        }
        Self { files, imports }
    }

    /// A cycle of modules of which none contains another, if there is one.
    fn cycle(&self) -> Option<Vec<String>> {
        self.files.keys().find_map(|start| {
            let mut trail = vec![start.clone()];
            self.search(start, &mut trail, &mut BTreeSet::new())
                .then(|| trail.iter().map(|module| module.join("::")).collect())
        })
    }

    fn search(&self, start: &[String], trail: &mut Vec<Vec<String>>, seen: &mut BTreeSet<Vec<String>>) -> bool {
        let here = trail.last().cloned().unwrap_or_default();
        let is_nested = |other: &[String]| here.starts_with(other) || other.starts_with(&here);
        for next in self.imports[&here].iter().filter(|next| !is_nested(next)) {
            if next == start {
                return true;
            }
            if seen.insert(next.clone()) {
                trail.push(next.clone());
                if self.search(start, trail, seen) {
                    return true;
                }
                trail.pop();
            }
        }
        false
    }
}

/// The module of a file: `["url", "parse"]` for `url/parse.rs`.
fn module(folder: &str, file: &Path) -> Vec<String> {
    let inner = file.strip_prefix(root().join(folder)).unwrap_or(file).with_extension("");
    let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match parts.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["lib" | "main"] => Vec::new(),
        [.., "mod"] => parts[..parts.len() - 1].to_vec(),
        _ => parts,
    }
}

/// A path from the root of the crate; `None` for one of another crate.
fn absolute(own: &[String], path: &[String]) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    match path.first().map(String::as_str)? {
        "crate" => Some(path[1..].to_vec()),
        "super" => Some([&own[..own.len().checked_sub(supers)?], &path[supers..]].concat()),
        _ => None,
    }
}

/// The paths in code that begin with `crate` or `super`, those in braces one by one.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for keyword in ["crate::", "super::"] {
        for (at, _) in code.match_indices(keyword) {
            let before = code[..at].chars().next_back();
            let is_start = !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
            if is_start {
                expand(&code[at..], &mut Vec::new(), &mut paths);
            }
        }
    }
    paths
}

/// Reads one path with its braces, and returns what follows it.
fn expand<'c>(mut code: &'c str, prefix: &mut Vec<String>, to: &mut Vec<Vec<String>>) -> &'c str {
    let depth = prefix.len();
    loop {
        code = code.trim_start();
        if let Some(mut inner) = code.strip_prefix('{') {
            while !inner.trim_start().starts_with('}') && !inner.trim_start().is_empty() {
                inner = expand(inner, prefix, to).trim_start();
                inner = inner.strip_prefix(',').unwrap_or(inner);
            }
            prefix.truncate(depth);
            return inner.trim_start().strip_prefix('}').unwrap_or("");
        }
        let len = code.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len());
        prefix.push(code[..len].to_owned());
        code = &code[len..];
        match code.strip_prefix("::") {
            Some(rest) if len > 0 => code = rest,
            _ => {
                to.push(prefix.clone());
                prefix.truncate(depth);
                // Skips `as name`, and whatever else is not part of a path.
                let end = code.find([',', '}', ';', '\n']).unwrap_or(code.len());
                return if len == 0 { code.get(1..).unwrap_or("") } else { &code[end..] };
            }
        }
    }
}

/// The top-level modules that a file imports by `crate::`.
pub(super) fn imports(text: &str) -> Vec<String> {
    let paths = paths(&code(text));
    paths.into_iter().filter(|path| path[0] == "crate" && path.len() > 1).map(|mut path| path.remove(1)).collect()
}

/// The modules of a crate in the order of its `lib.rs`.
pub(super) fn order(lib: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.trim_start_matches("pub ").strip_prefix("mod ")?;
        line.strip_suffix(';').map(str::to_owned)
    };
    read(lib).lines().filter_map(name).collect()
}

/// House rule 18: the groups of the core look one way, in the order of `lib.rs`.
#[test]
fn core_modules_import_only_earlier_ones() {
    let order = order("core/src/lib.rs");
    assert!(order.len() > 10, "{order:?}");
    let place = |name: &str| order.iter().position(|module| module == name);
    let graph = Graph::new("core/src");
    for (module, imports) in graph.imports.iter().filter(|(module, _)| !module.is_empty()) {
        for import in imports.iter().filter_map(|import| import.first()) {
            let path = module.join("::");
            assert!(place(import) <= place(&module[0]), "{path} imports `{import}`, which comes later in lib.rs");
        }
    }
}

/// The table of contents of the core names every module, in order.
#[test]
fn the_core_lists_its_modules() {
    let lib = read("core/src/lib.rs");
    let rows = lib
        .lines()
        .filter_map(|line| line.strip_prefix("//! | ")?.trim_start_matches('[').strip_prefix('`')?.split('`').next());
    let rows: Vec<_> = rows.map(|name| name.trim_start_matches("mod@")).collect();
    assert_eq!(rows, order("core/src/lib.rs"), "the table in core/src/lib.rs");
}

#[test]
fn no_crate_has_an_import_cycle() {
    let cycle = |folder: &String| Graph::new(folder).cycle().map(|cycle| format!("{folder}: {}", cycle.join(" -> ")));
    let crates = crates();
    assert!(crates.len() > 30, "{crates:?}");
    let cycles: Vec<_> = crates.iter().filter_map(cycle).collect();
    assert!(cycles.is_empty(), "modules import each other:\n{}", cycles.join("\n"));
}

#[test]
fn paths_in_braces_are_found() {
    let paths = paths("use crate::{a::{b, c::D as E}, f};\nlet x = super::g::h(crate::i); $crate");
    let paths: Vec<_> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::a::b", "crate::a::c::D", "crate::f", "crate::i", "super::g::h"]);
}
