//! A plugin exports only its entry point, whether it is written in Rust or in C.

use std::fs;
use std::path::Path;

use anyurl_testkit::plugin;
use object::{Object as _, ObjectSymbol as _};

/// Returns the symbols that a library exports.
fn exports(library: &Path) -> Vec<String> {
    let bytes = fs::read(library).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let symbols = file.dynamic_symbols().filter(object::ObjectSymbol::is_definition);
    symbols.map(|symbol| symbol.name().unwrap().to_owned()).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_rust_library_exports_its_entry_alone() {
    let library = plugin::build("x-dict-plugin");
    assert_eq!(exports(&library), [anyurl_plugin::abi::ENTRY]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_c_library_exports_its_entry_alone() {
    let nut = concat!(env!("CARGO_MANIFEST_DIR"), "/../nut/nut.c").as_ref();
    if let Some(library) = plugin::compile("x-nut-exports", &[nut], &[]) {
        assert_eq!(exports(&library), [anyurl_plugin::abi::ENTRY]);
    }
}
