//! The modules of both plugins have the same facts, and need nothing of a host.

use std::fs;
use std::path::Path;

use anyurl_testkit::module;
use toml::Table;

/// The number of a custom section, and of the section of imports.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;

/// Reads an unsigned LEB128 number.
fn number(bytes: &mut &[u8]) -> usize {
    let mut value = 0;
    for shift in (0..32).step_by(7) {
        let (first, rest) = bytes.split_first().expect("a number");
        *bytes = rest;
        value |= usize::from(first & 0x7F) << shift;
        if *first < 0x80 {
            break;
        }
    }
    value
}

/// The sections of a module, each with its number.
fn sections(module: &[u8]) -> Vec<(u8, &[u8])> {
    let mut rest = module.strip_prefix(b"\0asm\x01\0\0\0").expect("a module");
    let mut sections = Vec::new();
    while let Some((id, after)) = rest.split_first() {
        rest = after;
        let len = number(&mut rest);
        let (section, after) = rest.split_at(len);
        sections.push((*id, section));
        rest = after;
    }
    sections
}

/// Reads the facts of a module that has no imports.
fn facts(path: &Path) -> Table {
    let module = fs::read(path).unwrap();
    let sections = sections(&module);
    assert!(sections.iter().all(|(id, _)| *id != IMPORTS), "{} has imports", path.display());
    let custom = sections.into_iter().filter(|(id, _)| *id == CUSTOM).map(|(_, section)| section);
    let named = custom.filter_map(|mut section| {
        let len = number(&mut section);
        section.split_at(len).0.eq(b"anyurl.plugin").then(|| &section[len..])
    });
    let [facts] = named.collect::<Vec<_>>()[..] else { panic!("{} has no facts", path.display()) };
    std::str::from_utf8(facts).unwrap().parse().unwrap()
}

#[test]
fn both_modules_have_the_same_facts() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    let c = module::compile("x-shelf", &[source], &["-pedantic", "-Wall", "-Wextra", "-Werror"]);
    let (Some(rust), Some(c)) = (module::build("x-shelf-plugin"), c) else { return };
    let (mut rust, mut c) = (facts(&rust), facts(&c));
    for key in ["name", "built_with"] {
        assert_ne!(rust.remove(key), c.remove(key), "{key}");
    }
    assert_eq!(rust, c);
}
