//! Compares four implementations of one scheme: built in, a registry file, a Rust plugin and a C plugin. For random texts,
//! all return the same spans, plan and canonical form, or the same error at the same position.

mod builtin;
mod urls;

use locator_core::{Options, Registry};
use locator_declared::format::RegistryFile;
use locator_declared::layers::Stack;
use locator_testkit::{Rng, describe, describe_url, iterations, plugin};

/// The number of texts, with `LOCATOR_THOROUGH=1`.
const TEXTS: usize = 100_000;

fn declared() -> Registry {
    let layer = RegistryFile::from_text("shelf.toml", include_str!("../../shelf.toml"));
    let layer = layer.unwrap().load().unwrap();
    let resolved = Stack::new().push(layer).resolve(&Registry::builder().build(), None);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    resolved.registry().clone()
}

fn library(path: &std::path::Path) -> Registry {
    locator_testkit::registry(&plugin::load(path).schemes()[0])
}

fn rust_plugin() -> Registry {
    library(&plugin::build("x-shelf-plugin"))
}

/// Returns the C plugin; `None` without a compiler.
fn c_plugin() -> Option<Registry> {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    plugin::compile("x-shelf", &[shelf], &["-O2"]).map(|path| library(&path))
}

#[test]
fn builtin_scheme_and_plugins_agree() {
    let scheme = locator_testkit::registry(&builtin::SCHEME);
    let plugins = [Some(rust_plugin()), c_plugin()];
    let mut rng = Rng::new(1738);
    let (count, mut valid) = (iterations(TEXTS), 0);
    for _ in 0..count {
        let text = urls::text(&mut rng);
        let expected = describe(&scheme, &text, Options::new());
        valid += usize::from(expected.contains("| x-shelf:"));
        for plugin in plugins.iter().flatten() {
            assert_eq!(describe(plugin, &text, Options::new()), expected, "{text:?}");
        }
    }
    assert!((count / 5..count * 4 / 5).contains(&valid), "{valid} of {count}");
}

/// Only the plugins are compared, because they receive escapes for the characters that a built-in scheme sees.
#[test]
fn plugins_agree_in_lenient_mode() {
    let Some(c_plugin) = c_plugin() else { return };
    let rust_plugin = rust_plugin();
    let lenient = Options::new().lenient();
    let mut rng = Rng::new(1080);
    for _ in 0..iterations(TEXTS) {
        let text = urls::text(&mut rng);
        let expected = describe(&rust_plugin, &text, lenient);
        assert_eq!(describe(&c_plugin, &text, lenient), expected, "{text:?}");
    }
}

#[test]
fn builtin_scheme_and_registry_file_agree() {
    let scheme = locator_testkit::registry(&builtin::SCHEME);
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
