//! Loads the library as a program does, and runs the conformance kit on it.

use anyurl_testkit::plugin;

#[test]
fn conforms() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/plugin.c").as_ref();
    if let Some(library) = plugin::compile("{{package}}", &[source], &["-Wall", "-Wextra"]) {
        plugin::check_library(&library);
    }
}
