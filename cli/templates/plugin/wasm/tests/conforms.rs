//! Loads the module as a program does, and runs the conformance kit on it.

use anyurl_testkit::module;

#[test]
fn conforms() {
    if let Some(module) = module::build("{{package}}-plugin") {
        module::check_module(&module);
    }
}
