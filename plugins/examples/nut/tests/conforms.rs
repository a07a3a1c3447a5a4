//! Runs the conformance kit on x-nut. Skipped without a C compiler.

use anyurl_testkit::plugin;

#[test]
fn conforms() {
    let nut = concat!(env!("CARGO_MANIFEST_DIR"), "/nut.c").as_ref();
    let flags = ["-pedantic", "-Wall", "-Wextra", "-Werror"];
    if let Some(library) = plugin::compile("x-nut", &[nut], &flags) {
        plugin::check_library(&library);
    }
}
