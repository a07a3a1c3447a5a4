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
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use tables::SCHEMES;

/// The number of lines of the file before its first entry. Then a line for each entry, in the order of the file, which is
/// that of the names, with tabs between: name, number of lines, aliases with commas between.
static INDEX: &str = include_str!("shipped/index.tsv");

/// A line for each fact, which is a name without a syntax, with tabs between: name, status, port, description, documents.
static FACTS: LazyLock<String> = LazyLock::new(|| String::from_utf8(tables::FACTS.unpack()).unwrap_or_default());

/// The index, divided.
#[derive(Default)]
struct Index {
    names: Vec<&'static str>,
    /// Where each entry begins in the file.
    lines: Vec<u32>,
    aliases: Vec<(&'static str, usize)>,
}

static ENTRIES: LazyLock<Index> = LazyLock::new(|| Index::new(INDEX));

impl Index {
    fn new(text: &'static str) -> Self {
        let mut rows = text.lines();
        let mut line = 1 + rows.next().and_then(|before| before.parse().ok()).unwrap_or(0);
        let mut index = Self::default();
        for row in rows {
            let mut parts = row.split('\t');
            let mut next = || parts.next().unwrap_or_default();
            let (name, len, aliases) = (next(), next(), next());
            for alias in aliases.split(',').filter(|alias| !alias.is_empty()) {
                // A sort for this type would be more code than all of this file.
                let place = index.aliases.partition_point(|(known, _)| *known < alias);
                index.aliases.insert(place, (alias, index.names.len()));
            }
            index.names.push(name);
            index.lines.push(line);
            line += len.parse().unwrap_or(0);
        }
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
        let (name, line) = (ENTRIES.names[n], ENTRIES.lines[n]);
        let origin = Origin::from_crate("public", env!("CARGO_PKG_VERSION"), "registry.toml", line);
        match SCHEMES.binary_search_by_key(&name, |packed| packed.name) {
            Ok(place) => Entry::of_scheme(scheme(place), Layer::Public, Implementation::Declared, origin),
            Err(_) => Entry::of_fact(fact(name), Layer::Public, origin),
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

/// Reads the fact of a name.
fn fact(name: &'static str) -> Fact {
    let row = FACTS.lines().find_map(|row| row.strip_prefix(name)?.strip_prefix('\t'));
    let mut parts = row.unwrap_or_default().split('\t');
    let mut next = || parts.next().unwrap_or_default();
    let mut fact = Fact::new(name, next().parse().unwrap_or(Status::Provisional));
    fact.default_port = next().parse().ok();
    fact.description = Text::Borrowed(next());
    fact.references = parts.map(Text::Borrowed).collect();
    fact
}

/// The tables of a scheme, compressed (DEFLATE). Half of them is in those of another scheme, which comes before them as a
/// dictionary.
struct Packed {
    name: &'static str,
    /// The place of the other scheme.
    dictionary: Option<u8>,
    /// The number of bytes of the tables.
    len: u32,
    bytes: &'static [u8],
}

impl Packed {
    /// The tables.
    fn unpack(&self) -> Vec<u8> {
        let mut tables = self.dictionary.map_or(Vec::new(), |other| SCHEMES[usize::from(other)].unpack());
        let begin = tables.len();
        tables.resize(begin + self.len as usize, 0);
        let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        decompress(&mut DecompressorOxide::new(), self.bytes, &mut tables, begin, flags);
        tables.split_off(begin)
    }
}

/// Reads the scheme at a place.
fn scheme(place: usize) -> Arc<dyn Scheme> {
    let name = SCHEMES[place].name;
    let scheme = Declared::from_tables(SCHEMES[place].unpack());
    let scheme = scheme.unwrap_or_else(|| unreachable!("a test reads the tables of {name}"));
    #[cfg(feature = "texts")]
    let scheme = scheme.with_texts(tables::TEXTS[place]);
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
