//! The items that a program can name, each once, at its shortest path.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::crates::{Crates, Item};
use super::signature;

/// Items by path.
pub(crate) struct Listing<'c>(BTreeMap<String, Entry<'c>>);

struct Entry<'c> {
    /// `None` if it is an item of another package.
    item: Option<Item<'c>>,
    /// The declaration.
    line: String,
    /// Its other paths.
    aliases: BTreeSet<String>,
    /// Implemented traits.
    traits: BTreeSet<String>,
    /// Methods, fields, variants and constants.
    members: BTreeSet<String>,
}

impl<'c> Listing<'c> {
    /// Lists the items of a crate and of what it re-exports from the others.
    pub(crate) fn of(crates: &'c Crates, name: &str) -> Self {
        let mut entries = BTreeMap::<String, Entry<'c>>::new();
        let mut listed = BTreeMap::new();
        // Breadth first, so that the first path of an item is the shortest.
        let mut queue = VecDeque::from([(name.to_owned(), crates.root(name).expect("the crate is described"))]);
        while let Some((path, item)) = queue.pop_front() {
            if let Some(first) = listed.get(&item.identity()) {
                let entry = entries.get_mut(first).expect("it is listed");
                entry.aliases.insert(path);
                continue;
            }
            listed.insert(item.identity(), path.clone());
            if item.kind() == "module" {
                let children = item.all(&item.inner()["module"]["items"]);
                queue.extend(children.into_iter().filter_map(|child| exported(crates, &path, child, &mut entries)));
            }
            entries.insert(path.clone(), Entry::of(&path, item));
        }
        Self(entries)
    }

    /// The items of the library with their paths.
    pub(crate) fn items(&self) -> impl Iterator<Item = (&str, Item<'c>)> {
        self.0.iter().filter_map(|(path, entry)| Some((path.as_str(), entry.item?)))
    }

    /// The number of items and members, in total and by module.
    pub(crate) fn summary(&self) -> String {
        let mut counts = BTreeMap::<&str, (usize, usize)>::new();
        for (path, entry) in &self.0 {
            let mut names = path.match_indices("::").map(|(at, _)| &path[..at]);
            let root = names.next().unwrap_or(path);
            let top = names.next().unwrap_or(if entry.is_module() { path } else { root });
            for name in ["all", top] {
                let (items, members) = counts.entry(name).or_default();
                *items += 1;
                *members += entry.members.len();
            }
        }
        let lines = counts.iter().map(|(name, (items, members))| format!("{name}: {items} items, {members} members"));
        lines.collect::<Vec<_>>().join("\n")
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
        Self { item: None, line, aliases: BTreeSet::new(), traits: BTreeSet::new(), members: BTreeSet::new() }
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
        writeln!(
            f,
            "The public API of the crate `anyurl` with all features: each item at its shortest path, with its"
        )?;
        writeln!(f, "members. Written and compared by tests/anyurl/public_api. The numbers of items by module:\n")?;
        writeln!(f, "{}\n", self.summary())?;
        for entry in self.0.values() {
            writeln!(f, "{}", entry.line)?;
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
