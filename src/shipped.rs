//! The shipped schemes: those of `registry.toml`, as tables that need neither the file nor the compiler of grammars. A scheme
//! is read when its name is first looked up.
//!
//! `cargo test -p anyurl --all-features --test anyurl shipped` compares the tables in `src/shipped` with the file, and writes
//! them again with `SNAPSHOTS=overwrite`.

mod tables;

use std::sync::{Arc, LazyLock};

use anyurl_core::authors::{Fact, Origin, Scheme, Status, Text};
use anyurl_core::internal::LazySource;
use anyurl_core::{Entry, Implementation, Layer};
use anyurl_declared::Declared;
use anyurl_schemes as schemes;

use tables::SCHEMES;

/// The number of lines of the file before its first entry. Then a line for each entry, in the order of the file, which is
/// that of the names, with tabs between: name, number of lines, aliases; of a fact, which is a name without a syntax, also
/// status, port, description and documents.
static INDEX: &str = include_str!("shipped/index.tsv");

/// The index, divided.
struct Index {
    names: Vec<&'static str>,
    rows: Vec<Row>,
    aliases: Vec<(&'static str, usize)>,
}

struct Row {
    /// Where the entry begins.
    line: u32,
    /// What is known of a fact; empty for a scheme with a syntax.
    fact: &'static str,
}

static ENTRIES: LazyLock<Index> = LazyLock::new(|| Index::new(INDEX));

impl Index {
    fn new(text: &'static str) -> Self {
        let mut lines = text.lines();
        let mut line = 1 + lines.next().and_then(|before| before.parse().ok()).unwrap_or(0);
        let mut index = Self { names: Vec::new(), rows: Vec::new(), aliases: Vec::new() };
        for row in lines {
            let mut parts = row.splitn(4, '\t');
            let mut next = || parts.next().unwrap_or_default();
            let (name, len, aliases, fact) = (next(), next(), next(), next());
            let aliases = aliases.split(',').filter(|alias| !alias.is_empty());
            index.aliases.extend(aliases.map(|alias| (alias, index.names.len())));
            index.names.push(name);
            index.rows.push(Row { line, fact });
            line += len.parse().unwrap_or(0);
        }
        index.aliases.sort_unstable();
        index
    }
}

/// The entries of the file.
pub(crate) struct Shipped;

impl LazySource for Shipped {
    fn names(&self) -> &[&'static str] {
        &ENTRIES.names
    }

    fn aliases(&self) -> &[(&'static str, usize)] {
        &ENTRIES.aliases
    }

    fn load(&self, n: usize) -> Entry {
        let (name, Row { line, fact }) = (ENTRIES.names[n], &ENTRIES.rows[n]);
        let origin = Origin::from_crate("public", env!("CARGO_PKG_VERSION"), "registry.toml", *line);
        if fact.is_empty() {
            Entry::of_scheme(scheme(name), Layer::Public, Implementation::Declared, origin)
        } else {
            Entry::of_fact(self::fact(name, fact), Layer::Public, origin)
        }
    }
}

/// The entries of the file that are newer versions of the schemes of RFC 1738.
pub(crate) struct Ten;

static OF_TEN: LazyLock<(Vec<&str>, Vec<usize>)> = LazyLock::new(|| {
    let is_one_of_ten = |name: &str| schemes::RFC1738.iter().any(|scheme| scheme.registration().name == name);
    let names = ENTRIES.names.iter().enumerate();
    names.filter(|(_, name)| is_one_of_ten(name)).map(|(n, name)| (*name, n)).unzip()
});

impl LazySource for Ten {
    fn names(&self) -> &[&'static str] {
        &OF_TEN.0
    }

    fn load(&self, n: usize) -> Entry {
        Shipped.load(OF_TEN.1[n])
    }
}

/// Reads a fact.
fn fact(name: &'static str, text: &'static str) -> Fact {
    let mut parts = text.split('\t');
    let mut next = || parts.next().unwrap_or_default();
    let mut fact = Fact::new(name, next().parse().unwrap_or(Status::Provisional));
    fact.default_port = next().parse().ok();
    fact.description = Text::Borrowed(next());
    fact.references = parts.map(Text::Borrowed).collect();
    fact
}

/// Reads the scheme of a name.
fn scheme(name: &'static str) -> Arc<dyn Scheme> {
    let place = SCHEMES.binary_search_by_key(&name, |(name, _)| name);
    let scheme = place.ok().and_then(|place| {
        let scheme = Declared::from_tables(SCHEMES[place].1)?;
        #[cfg(feature = "texts")]
        let scheme = scheme.with_texts(tables::TEXTS[place]);
        Some(scheme)
    });
    let scheme = scheme.unwrap_or_else(|| unreachable!("a test reads all tables, and finds none for {name}"));
    schemes::with_simple_reader(name, with_built_in_access(scheme))
}

/// The scheme with the access of the built-in one of the same name, if there is one and the entry uses it.
fn with_built_in_access(scheme: Declared) -> Declared {
    let name = &scheme.registration().name;
    let mut builtins = schemes::RFC1738.iter().chain(schemes::WEB.iter());
    match builtins.find(|builtin| builtin.registration().name == *name) {
        Some(builtin) => scheme.built_in(*builtin),
        None => scheme,
    }
}
