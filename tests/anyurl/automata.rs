//! `src/shipped/automata`: the compiled grammars of the shipped schemes.

#[path = "../../src/shipped/automata.rs"]
mod files;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyurl::authors::Origin;
use anyurl::{Implementation, Layer, Options, Registry, RegistryBuilder};
use anyurl_declared::Declared;
use anyurl_declared::format::{RegistryFile, SchemeEntry};
use anyurl_testkit::{Rng, describe, mutate};

use files::Automata;

/// The contents of a file.
fn file(automata: &Automata, entry: &str) -> Vec<u8> {
    let Automata { strict, lenient } = automata;
    let len = u32::try_from(strict.len()).unwrap();
    [&files::hash(entry).to_le_bytes()[..], &len.to_le_bytes(), strict, lenient].concat()
}

/// Calls a function with each declared scheme of the registry and the text that its automata are made from.
fn for_each_declared(mut each: impl FnMut(&SchemeEntry, &str)) {
    let text = anyurl::REGISTRY_FILE;
    let file = RegistryFile::from_text("registry.toml", text.to_owned()).unwrap().load().unwrap();
    let starts: Vec<usize> = text.match_indices("\n[[scheme]]\n").map(|(at, _)| at + 1).chain([text.len()]).collect();
    let texts = starts.windows(2).map(|pair| &text[pair[0]..pair[1]]);
    let entries: Vec<_> = file.schemes().zip(texts).filter(|(entry, _)| entry.syntax.is_some()).collect();
    let original = |like: &str| entries.iter().find(|(entry, _)| *entry.name == *like).map(|(_, text)| *text);
    for (entry, text) in &entries {
        let like = entry.like.as_ref().and_then(|like| original(like));
        each(entry, &files::source(text, like));
    }
}

/// The files have what the compiler makes of `registry.toml`. `SNAPSHOTS=overwrite` writes them again.
#[test]
fn the_files_are_those_of_the_registry() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_written = std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite");
    let mut names = BTreeSet::new();
    for_each_declared(|scheme, entry| {
        let name = scheme.key();
        let automata = anyurl_declared::Automata::compile(scheme, &[]).unwrap();
        let automata = Automata { strict: automata.strict.into_owned(), lenient: automata.lenient.into_owned() };
        let path = folder.join(files::path(&name));
        let file = file(&automata, entry);
        assert!(Automata::from_file(&file, entry).is_some_and(|read| read == automata), "{name}");
        assert!(Automata::from_file(&file, "another entry").is_none(), "{name}");
        if is_written {
            fs::write(&path, file).unwrap();
        } else {
            assert!(fs::read(&path).is_ok_and(|read| read == file), "{name}: run this test with SNAPSHOTS=overwrite");
        }
        names.insert(name);
    });
    for file in fs::read_dir(folder.join("src/shipped/automata")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "no declared scheme: remove src/shipped/automata/{name}");
    }
}

/// Shipped schemes, whose examples are loaded when they are read, have those of the file.
#[test]
fn shipped_schemes_have_the_examples_of_the_file() {
    for_each_declared(|scheme, _| {
        let name = scheme.key();
        let mut found = anyurl::registry().versions(&name);
        let entry = found.find(|entry| entry.registration().version == scheme.version.value).unwrap();
        let registration = entry.registration();
        let accepted = registration.examples.iter().map(|example| (&*example.url, true));
        let rejected = registration.rejects.iter().map(|reject| (&*reject.url, false));
        let mut written: Vec<_> = scheme.examples.iter().map(|one| (one.url.as_str(), *one.accept)).collect();
        written.sort_by_key(|(_, accept)| !accept);
        assert_eq!(accepted.chain(rejected).collect::<Vec<_>>(), written, "{name}");
    });
}

/// A scheme with automata parses as one that compiles its grammar, with the same errors.
#[test]
fn schemes_parse_alike_with_automata() {
    let registry = |has_automata: bool| {
        let origin = || Origin::from_crate("public", "1", "registry.toml", 1);
        let mut builder = Registry::builder();
        for_each_declared(|entry, _| {
            let scheme = if has_automata {
                Declared::from_automata(entry, &[], anyurl_declared::Automata::compile(entry, &[]).unwrap())
            } else {
                Declared::new(entry, &[])
            };
            let add = |to: RegistryBuilder| {
                to.add_from(Arc::new(scheme.unwrap()), Layer::Public, Implementation::Declared, origin())
            };
            builder = add(std::mem::take(&mut builder)).unwrap();
        });
        builder
    };
    let (read, compiled) = (registry(true).build(), registry(false).build());
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
    for_each_declared(|entry, _| {
        let automata = anyurl_declared::Automata::compile(entry, &[]).unwrap();
        let fresh = || Declared::from_automata(entry, &[], automata.clone()).unwrap();
        let compiled = registry(Arc::new(Declared::new(entry, &[]).unwrap()));
        for example in &entry.examples {
            for text in [example.url.to_string(), mutate(&example.url, &mut rng)] {
                let first = describe(&registry(Arc::new(fresh())), &text, Options::new());
                assert_eq!(first, describe(&compiled, &text, Options::new()), "{text:?}");
            }
        }
    });
}

fn registry(scheme: Arc<Declared>) -> Registry {
    let origin = Origin::from_crate("public", "1", "registry.toml", 1);
    Registry::builder().add_from(scheme, Layer::Public, Implementation::Declared, origin).unwrap().build()
}
