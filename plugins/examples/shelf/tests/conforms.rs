//! Runs the conformance kit on both plugins.

use locator_testkit::plugin;

#[test]
fn the_rust_plugin_conforms() {
    plugin::check_library(&plugin::build("x-shelf-plugin"));
}

#[test]
fn the_c_plugin_conforms() {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    let flags = ["-pedantic", "-Wall", "-Wextra", "-Werror"];
    if let Some(library) = plugin::compile("x-shelf-conforms", &[shelf], &flags) {
        plugin::check_library(&library);
    }
}
