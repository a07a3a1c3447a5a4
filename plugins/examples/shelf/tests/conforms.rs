//! The conformance kit, for the two libraries.

use locator_testkit::plugin;

#[test]
fn the_library_in_rust_conforms() {
    plugin::check_library(&plugin::build("x-shelf-plugin"));
}

#[test]
fn the_library_in_c_conforms() {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    let flags = ["-pedantic", "-Wall", "-Wextra", "-Werror"];
    if let Some(library) = plugin::compile("x-shelf-conforms", &[shelf], &flags) {
        plugin::check_library(&library);
    }
}
