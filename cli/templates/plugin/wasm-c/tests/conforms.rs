//! Loads the module as a program does, and runs the conformance kit on it.

use anyurl_testkit::module;

#[test]
fn conforms() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/plugin.c").as_ref();
    if let Some(module) = module::compile("{{package}}", &[source], &["-Wall", "-Wextra"]) {
        module::check_module(&module);
    }
}
