//! The items that a program can name, each once, at its shortest path.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::crates::{Crates, Item};
use super::signature;

/// The first lines of the file.
const HEAD: &str = "\
The public API of all published libraries with all features, hidden items included: each item at its
shortest path in the first crate that exports it, with its members. The users' part is `anyurl` without
`anyurl::authors`; all else is the authors' part: that module, the testkit, the plugin SDK, and what the
crates below `anyurl` export to each other. Written and compared by tests/anyurl/public_api.";

/// The module for authors of schemes.
const AUTHORS: &str = "anyurl::authors::";

/// Items by path.
pub(crate) struct Listing<'c>(BTreeMap<String, Entry<'c>>);

struct Entry<'c> {
    /// `None` if it is an item of another package.
    item: Option<Item<'c>>,
    /// Whether it, or the module that it is in, is left out of the documentation.
    is_hidden: bool,
    /// The declaration.
    line: String,
    /// Its other paths in the same crate.
    aliases: BTreeSet<String>,
    /// Implemented traits.
    traits: BTreeSet<String>,
    /// Methods, fields, variants and constants.
    members: BTreeSet<String>,
}

impl<'c> Listing<'c> {
    /// Lists the items of the crates, each at its path in the first crate that exports it.
    pub(crate) fn of(crates: &'c Crates, names: &[&str]) -> Self {
        let (mut entries, mut listed) = (BTreeMap::new(), BTreeMap::new());
        for name in names {
            let name = name.replace('-', "_");
            let root = crates.root(&name).expect("the crate is described");
            list(crates, (name, root), &mut entries, &mut listed);
        }
        Self(entries)
    }

    /// The items for people who read the documentation of `anyurl`, with their paths.
    pub(crate) fn documented(&self) -> impl Iterator<Item = (&str, Item<'c>)> {
        let is_documented = |path: &str| path == "anyurl" || path.starts_with("anyurl::");
        let shown = self.0.iter().filter(move |(path, entry)| is_documented(path) && !entry.is_hidden);
        shown.filter_map(|(path, entry)| Some((path.as_str(), entry.item?)))
    }

    /// The number of items and members of each part, and of each module.
    pub(crate) fn summary(&self) -> String {
        let mut parts = BTreeMap::<&str, (usize, usize)>::new();
        let mut modules = BTreeMap::<&str, (usize, usize)>::new();
        for (path, entry) in &self.0 {
            let mut names = path.match_indices("::").map(|(at, _)| &path[..at]);
            let root = names.next().unwrap_or(path);
            let top = names.next().unwrap_or(if entry.is_module() { path } else { root });
            let is_users = root == "anyurl" && !format!("{path}::").starts_with(AUTHORS);
            let part = if is_users { "users" } else { "authors" };
            for count in [parts.entry(part).or_default(), modules.entry(top).or_default()] {
                *count = (count.0 + 1, count.1 + entry.members.len());
            }
        }
        let count =
            |(name, (items, members)): (&&str, &(usize, usize))| format!("{name}: {items} items, {members} members");
        parts.iter().rev().map(count).chain(modules.iter().map(count)).collect::<Vec<_>>().join("\n")
    }
}

/// Lists what can be reached from an item, and is not listed at a path of an earlier crate.
fn list<'c>(
    crates: &'c Crates,
    root: (String, Item<'c>),
    entries: &mut BTreeMap<String, Entry<'c>>,
    listed: &mut BTreeMap<*const serde_json::Value, String>,
) {
    let package = root.0.clone();
    let is_here = |path: &str| path.split("::").next() == Some(&package);
    // Breadth first, so that the first path of an item is the shortest.
    let mut queue = VecDeque::from([(root, false)]);
    while let Some(((path, item), is_hidden)) = queue.pop_front() {
        if let Some(first) = listed.get(&item.identity()) {
            if is_here(first) {
                entries.get_mut(first).expect("it is listed").aliases.insert(path);
            }
            continue;
        }
        listed.insert(item.identity(), path.clone());
        let is_hidden = is_hidden || item.is_hidden();
        if item.kind() == "module" {
            for child in item.all(&item.inner()["module"]["items"]) {
                let is_hidden = is_hidden || child.is_hidden();
                queue.extend(exported(crates, &path, child, entries).map(|child| (child, is_hidden)));
            }
        }
        entries.insert(path.clone(), Entry { is_hidden, ..Entry::of(&path, item) });
    }
}

/// A child of a module with its path. Items of other packages are listed as such.
fn exported<'c>(
    crates: &'c Crates,
    parent: &str,
    child: Item<'c>,
    entries: &mut BTreeMap<String, Entry<'c>>,
) -> Option<(String, Item<'c>)> {
    let path = format!("{parent}::{}", child.name()?);
    if child.kind() != "use" {
        return Some((path, child));
    }
    let used = crates.used(child);
    if used.is_none() {
        let source = child.inner()["use"]["source"].as_str().unwrap_or_default();
        entries.insert(path.clone(), Entry::line(format!("pub use {source} as {path}")));
    }
    used.map(|item| (path, item))
}

impl<'c> Entry<'c> {
    fn line(line: String) -> Self {
        Self {
            item: None,
            is_hidden: false,
            line,
            aliases: BTreeSet::new(),
            traits: BTreeSet::new(),
            members: BTreeSet::new(),
        }
    }

    fn of(path: &str, item: Item<'c>) -> Self {
        let mut entry = Self { item: Some(item), ..Self::line(signature::declaration(path, item)) };
        entry.members.extend(item.members().into_iter().map(signature::member));
        entry.traits.extend(item.impls().into_iter().filter_map(|block| signature::implemented(block, item)));
        // The compiler derives it with `PartialEq`; it is not stable.
        entry.traits.remove("StructuralPartialEq");
        entry
    }

    fn is_module(&self) -> bool {
        self.line.starts_with("pub mod ")
    }
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\n\n{}\n", self.summary())?;
        for entry in self.0.values() {
            writeln!(f, "{}{}", if entry.is_hidden { "#[doc(hidden)] " } else { "" }, entry.line)?;
            for alias in &entry.aliases {
                writeln!(f, "    also {alias}")?;
            }
            if !entry.traits.is_empty() {
                let traits: Vec<_> = entry.traits.iter().map(String::as_str).collect();
                writeln!(f, "    impl {}", traits.join(", "))?;
            }
            for member in &entry.members {
                writeln!(f, "    {member}")?;
            }
        }
        Ok(())
    }
}
