//! Runs the conformance kit on the libraries and the modules.

use anyurl_testkit::{module, plugin};

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

#[test]
fn the_rust_module_conforms() {
    if let Some(path) = module::build("x-shelf-plugin") {
        module::check_module(&path);
    }
}

#[test]
fn the_c_module_conforms() {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    if let Some(path) = module::compile("x-shelf-conforms", &[shelf], &[]) {
        module::check_module(&path);
    }
}
