//! `src/shipped`: the schemes of `registry.toml` as tables.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyurl::authors::Origin;
use anyurl::{Implementation, Layer, Options, Registry, RegistryBuilder};
use anyurl_declared::Declared;
use anyurl_declared::format::{RegistryFile, SchemeEntry};
use anyurl_declared::layers::Stack;
use anyurl_testkit::{Rng, describe, mutate};
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};

/// The shipped registry file.
pub(crate) fn file() -> RegistryFile {
    RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE).unwrap().load().unwrap()
}

/// Calls a function with each entry that has a syntax, and its scheme.
fn for_each_declared(mut each: impl FnMut(&SchemeEntry, Declared)) {
    let file = file();
    let declared = file.schemes().filter(|entry| entry.syntax.is_some());
    declared.for_each(|entry| each(entry, Declared::new(entry, &[]).unwrap()));
}

/// A scheme that is read from its tables.
fn read(scheme: &Declared) -> Declared {
    Declared::from_tables(scheme.to_tables().unwrap()).unwrap().with_texts(scheme.to_texts().leak())
}

/// The scheme whose tables have most in common with those of others: the first dictionary.
const DICTIONARY: &str = "amqp";

/// Compresses tables that follow a dictionary.
fn packed(tables: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(10, -15, 0));
    let mut compress = |bytes: &[u8], flush| {
        let mut to = Vec::new();
        let (status, _) = compress_to_output(&mut compressor, bytes, flush, |part| {
            to.extend_from_slice(part);
            true
        });
        assert!(matches!(status, TDEFLStatus::Okay | TDEFLStatus::Done), "{status:?}");
        to
    };
    // What the dictionary becomes ends with a byte, and is not kept.
    compress(dictionary, TDEFLFlush::Sync);
    compress(tables, TDEFLFlush::Finish)
}

/// The number of dictionaries that are tried for each scheme.
const TRIED: usize = 3;

/// The greatest number of dictionaries that follow one another: each is unpacked for the first URL of a scheme.
const DEPTH: usize = 2;

/// A dictionary: the name and the tables of its scheme, each eight bytes of them, and the dictionaries that it needs.
struct Dictionary<'a> {
    name: &'a str,
    tables: &'a [u8],
    eights: HashSet<&'a [u8]>,
    depth: usize,
}

/// Compresses the tables of each scheme after those of `amqp`, or of another scheme that saves a quarter more bytes, and
/// returns both.
fn pack_all(all: &BTreeMap<String, Vec<u8>>) -> BTreeMap<&str, (Option<&str>, Vec<u8>)> {
    let dictionary = |name, depth| {
        let tables = &all[name];
        Dictionary { name, tables, eights: tables.windows(8).collect(), depth }
    };
    let mut dictionaries = vec![dictionary(DICTIONARY, 0)];
    let mut result = BTreeMap::from([(DICTIONARY, (None, packed(&all[DICTIONARY], &[])))]);
    for (name, tables) in all.iter().filter(|(name, _)| *name != DICTIONARY) {
        let own = dictionary(name, 0);
        let mut alike: Vec<_> = dictionaries.iter().filter(|other| other.depth <= DEPTH).collect();
        alike.sort_by_cached_key(|other| Reverse(own.eights.intersection(&other.eights).count()));
        let tried = alike.into_iter().take(TRIED).map(|other| (packed(tables, other.tables), other));
        let (bytes, other) = tried.min_by_key(|(bytes, _)| bytes.len()).unwrap();
        let first = packed(tables, &all[DICTIONARY]);
        let is_twin = bytes.len() * 4 < first.len() * 3;
        let (bytes, other) = if is_twin { (bytes, other) } else { (first, &dictionaries[0]) };
        let (depth, other) = (other.depth + 1, other.name);
        dictionaries.push(Dictionary { depth, ..own });
        result.insert(name, (Some(other), bytes));
    }
    result
}

/// The file of a name: not every system allows a `*` and a `:` in one, and no name has an underscore.
fn file_of(name: &str) -> String {
    name.replace(['*', ':'], "_")
}

/// The tables are those of `registry.toml`. `SNAPSHOTS=overwrite` writes them again.
#[test]
fn the_tables_are_those_of_the_registry() {
    let (mut all, mut rows, mut texts) = (BTreeMap::new(), String::new(), String::new());
    for_each_declared(|entry, scheme| {
        compare(&format!("texts/{}", file_of(&entry.key())), &scheme.to_texts());
        all.insert(entry.key(), scheme.to_tables().unwrap());
    });
    for (name, (other, bytes)) in pack_all(&all) {
        let file = file_of(name);
        compare(&format!("schemes/{file}"), &bytes);
        let place = other.map(|other| all.keys().position(|name| name == other).unwrap());
        let len = all[name].len();
        let _ = writeln!(
            rows,
            "    Packed {{ name: {name:?}, dictionary: {place:?}, len: {len}, bytes: include_bytes!(\"schemes/{file}\") }},"
        );
        let _ = writeln!(texts, "    include_bytes!(\"texts/{file}\"),");
    }
    let [index, facts] = index();
    compare("index.tsv", index.as_bytes());
    compare("facts", &packed(facts.as_bytes(), &[]));
    let (count, facts) = (all.len(), facts.len());
    let source = format!(
        "//! Generated by tests/anyurl/shipped.rs: the schemes by name, as `Declared::to_tables` and `Declared::to_texts` write them.\n\n\
         use super::Packed;\n\n\
         pub(super) static FACTS: Packed = Packed {{ name: \"\", dictionary: None, len: {facts}, bytes: include_bytes!(\"facts\") }};\n\n\
         #[rustfmt::skip]\n\
         pub(super) static SCHEMES: [Packed; {count}] = [\n{rows}];\n\n\
         #[cfg(feature = \"texts\")]\npub(super) static TEXTS: [&[u8]; {count}] = [\n{texts}];\n"
    );
    compare("tables.rs", source.as_bytes());
    for folder in ["schemes", "texts"] {
        for file in fs::read_dir(folder_of_tables().join(folder)).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            assert!(
                all.keys().any(|key| file_of(key) == name),
                "no declared scheme: remove src/shipped/{folder}/{name}"
            );
        }
    }
}

fn folder_of_tables() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/shipped"))
}

/// Compares a file with what it should have, or writes it.
fn compare(file: &str, contents: &[u8]) {
    let path = folder_of_tables().join(file);
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        fs::write(path, contents).unwrap();
    } else {
        let is_same = fs::read(path).is_ok_and(|read| read == contents);
        assert!(is_same, "src/shipped/{file} is of another registry.toml: run this test with SNAPSHOTS=overwrite");
    }
}

/// A line for each entry of the file, and one for each fact; `src/shipped.rs` tells what they have.
fn index() -> [String; 2] {
    let (file, text) = (file(), anyurl::REGISTRY_FILE);
    let resolved = Stack::new().push(file.clone()).resolve(anyurl::rfc1738(), None).unwrap();
    let resolved = resolved.registry();
    let starts: Vec<_> = text.match_indices("\n[[scheme]]\n").map(|(at, _)| at + 1).chain([text.len()]).collect();
    let lines = |from: usize, to: usize| text[from..to].matches('\n').count();
    let (mut index, mut facts) = (format!("{}\n", lines(0, starts[0])), String::new());
    for (entry, place) in file.schemes().zip(starts.windows(2)) {
        let (name, begin) = (entry.key(), format!("[[scheme]]\nname = \"{}\"", entry.name.value));
        assert!(text[place[0]..].starts_with(&begin), "entries are in the order of the file");
        let aliases: Vec<_> = entry.aliases.iter().map(|alias| alias.as_str()).collect();
        let _ = writeln!(index, "{name}\t{}\t{}", lines(place[0], place[1]), aliases.join(","));
        if entry.syntax.is_none() {
            let fact = resolved.versions(&name).next().expect("a name of the file is registered").registration();
            let port = fact.default_port.map_or(String::new(), |port| port.to_string());
            let _ = write!(facts, "{name}\t{}\t{port}\t{}", fact.status.as_str(), fact.description);
            for document in &*fact.references {
                let _ = write!(facts, "\t{document}");
            }
            facts.push('\n');
        }
    }
    [index, facts]
}

/// The shipped schemes are what a registry of the file has, aliases, lines and examples included.
#[test]
fn shipped_schemes_are_those_of_the_file() {
    let mut ours = anyurl::Registry::builder();
    for entry in file().schemes().filter(|entry| entry.syntax.is_some()) {
        let origin = Origin::from_crate("public", "1", "registry.toml", 1);
        let scheme = Arc::new(Declared::new(entry, &[]).unwrap());
        // This also checks what a registry demands of a scheme.
        ours = ours.add_from(scheme, Layer::Public, Implementation::Declared, origin).unwrap();
    }
    let ours = ours.build();
    for entry in file().schemes() {
        let name = entry.key();
        let mut found = anyurl::registry().versions(&name);
        let shipped = found.find(|one| one.registration().version == entry.version.value).unwrap();
        assert_eq!(shipped.origin().line as usize, entry.document.place(entry.span).line, "{name}");
        let aliases: Vec<_> = entry.aliases.iter().map(|alias| alias.as_str().into()).collect();
        assert_eq!(shipped.aliases(), aliases, "{name}");
        // A family has facts as members, such as `web+ap`.
        let Some(declared) = ours.versions(&name).next().filter(|one| one.registration().name == name) else {
            assert_eq!(shipped.registration().description, entry.description.value, "{name}");
            continue;
        };
        assert_eq!(format!("{:?}", shipped.registration()), format!("{:?}", declared.registration()), "{name}");
        assert_eq!(shipped.scheme().shape(), declared.scheme().shape(), "{name}");
    }
}

/// The tables of an entry do not change with the lines before it.
#[test]
fn tables_do_not_depend_on_the_place_of_an_entry() {
    let text = format!("# A line more.\n\n{}", anyurl::REGISTRY_FILE);
    let moved = RegistryFile::from_text("registry.toml", text).unwrap().load().unwrap();
    let mut moved = moved.schemes().filter(|entry| entry.syntax.is_some());
    for_each_declared(|entry, scheme| {
        let other = Declared::new(moved.next().unwrap(), &[]).unwrap();
        assert_eq!(other.to_tables(), scheme.to_tables(), "{}", *entry.name);
    });
}

/// A scheme of tables parses as one that compiles its grammar, with the same errors.
#[test]
fn schemes_parse_alike_with_tables() {
    let registry = |has_tables: bool| {
        let origin = || Origin::from_crate("public", "1", "registry.toml", 1);
        let mut builder = Registry::builder();
        for_each_declared(|_, scheme| {
            let scheme = Arc::new(if has_tables { read(&scheme) } else { scheme });
            let add = |to: RegistryBuilder| to.add_from(scheme, Layer::Public, Implementation::Declared, origin());
            builder = add(std::mem::take(&mut builder)).unwrap();
        });
        builder.build()
    };
    let (read, compiled) = (registry(true), registry(false));
    let mut rng = Rng::new(1738);
    for entry in compiled.entries() {
        for example in entry.registration().examples.iter() {
            for n in 0..crate::cases(20, 200) {
                let text = if n == 0 { example.url.to_string() } else { mutate(&example.url, &mut rng) };
                for options in [Options::new(), Options::new().lenient()] {
                    assert_eq!(describe(&read, &text, options), describe(&compiled, &text, options), "{text:?}");
                }
            }
        }
    }
}

/// The first URL of a scheme is read by its shape, before the automaton.
#[test]
fn first_urls_parse_alike() {
    let mut rng = Rng::new(13);
    for_each_declared(|entry, scheme| {
        let fresh = || Declared::from_tables(scheme.to_tables().unwrap()).unwrap();
        let compiled = registry(Arc::new(Declared::new(entry, &[]).unwrap()));
        for example in &entry.examples {
            for text in [example.url.to_string(), mutate(&example.url, &mut rng)] {
                let first =
                    describe(&registry(Arc::new(fresh().with_texts(scheme.to_texts().leak()))), &text, Options::new());
                assert_eq!(first, describe(&compiled, &text, Options::new()), "{text:?}");
            }
        }
    });
}

/// Tables that were cut or altered are refused, or are another scheme: nothing panics.
#[test]
fn altered_tables_do_not_panic() {
    let mut rng = Rng::new(2718);
    for_each_declared(|entry, scheme| {
        let tables = scheme.to_tables().unwrap();
        for _ in 0..crate::cases(10, 200) {
            let cut = &tables[..rng.below(tables.len())];
            assert!(Declared::from_tables(cut.to_vec()).is_none(), "{}", *entry.name);
            let mut altered = tables.clone();
            let at = rng.below(altered.len());
            altered[at] = rng.below(256).try_into().unwrap();
            let _ = Declared::from_tables(altered);
        }
    });
}

fn registry(scheme: Arc<Declared>) -> Registry {
    let origin = Origin::from_crate("public", "1", "registry.toml", 1);
    Registry::builder().add_from(scheme, Layer::Public, Implementation::Declared, origin).unwrap().build()
}
