//! Compares the implementations of one scheme: built in, a registry file, libraries in Rust and in C, and modules in Rust
//! and in C. For random texts, all return the same spans, plan and canonical form, or the same error at the same position.

mod builtin;
mod urls;

use anyurl_core::{Options, Registry};
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::Stack;
use anyurl_testkit::{Rng, describe, describe_url, iterations, module, plugin};

/// The number of texts, with `ANYURL_THOROUGH=1`.
const TEXTS: usize = 100_000;

fn declared() -> Registry {
    let layer = RegistryFile::from_text("shelf.toml", include_str!("../../shelf.toml"));
    let layer = layer.unwrap().load().unwrap();
    let resolved = Stack::new().push(layer).resolve(&Registry::builder().build(), None);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    resolved.registry().clone()
}

fn library(path: &std::path::Path) -> Registry {
    anyurl_testkit::registry(&plugin::load(path).schemes()[0])
}

fn rust_plugin() -> Registry {
    library(&plugin::build("x-shelf-plugin"))
}

/// Returns the C plugin; `None` without a compiler.
fn c_plugin() -> Option<Registry> {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    plugin::compile("x-shelf", &[shelf], &["-O2"]).map(|path| library(&path))
}

fn loaded(path: &std::path::Path) -> Registry {
    anyurl_testkit::registry(module::load(path).schemes()[0].clone())
}

/// Returns the Rust module; `None` without the standard library of its target.
fn rust_module() -> Option<Registry> {
    module::build("x-shelf-plugin").map(|path| loaded(&path))
}

/// Returns the C module; `None` without a compiler.
fn c_module() -> Option<Registry> {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    module::compile("x-shelf", &[shelf], &[]).map(|path| loaded(&path))
}

/// Returns the plugins that this machine can build, but for the library in Rust.
fn other_plugins() -> Vec<Registry> {
    [c_plugin(), rust_module(), c_module()].into_iter().flatten().collect()
}

#[test]
fn builtin_scheme_and_plugins_agree() {
    let scheme = anyurl_testkit::registry(&builtin::SCHEME);
    let mut plugins = other_plugins();
    plugins.push(rust_plugin());
    let mut rng = Rng::new(1738);
    let (count, mut valid) = (iterations(TEXTS), 0);
    for _ in 0..count {
        let text = urls::text(&mut rng);
        let expected = describe(&scheme, &text, Options::new());
        valid += usize::from(expected.contains("| x-shelf:"));
        for plugin in &plugins {
            assert_eq!(describe(plugin, &text, Options::new()), expected, "{text:?}");
        }
    }
    assert!((count / 5..count * 4 / 5).contains(&valid), "{valid} of {count}");
}

/// Only the plugins are compared, because they receive escapes for the characters that a built-in scheme sees.
#[test]
fn plugins_agree_in_lenient_mode() {
    let others = other_plugins();
    let rust_plugin = rust_plugin();
    let lenient = Options::new().lenient();
    let mut rng = Rng::new(1080);
    for _ in 0..iterations(TEXTS) {
        let text = urls::text(&mut rng);
        let expected = describe(&rust_plugin, &text, lenient);
        for plugin in &others {
            assert_eq!(describe(plugin, &text, lenient), expected, "{text:?}");
        }
    }
}

#[test]
fn builtin_scheme_and_registry_file_agree() {
    let scheme = anyurl_testkit::registry(&builtin::SCHEME);
    let declared = declared();
    let mut rng = Rng::new(862);
    for _ in 0..iterations(TEXTS) {
        let text = urls::text(&mut rng);
        match (scheme.parse(&text), declared.parse(&text)) {
            (Ok(scheme), Ok(declared)) => {
                assert_eq!(describe_url(&scheme), describe_url(&declared), "{text:?}");
            }
            (Err(scheme), Err(declared)) => {
                assert_eq!(scheme.span().start(), declared.span().start(), "{text:?}: {scheme}, {declared}");
            }
            (scheme, declared) => panic!("{text:?}: {scheme:?}, {declared:?}"),
        }
    }
}
