//! Loads the library as a program does, and runs the conformance kit on it.

use anyurl_testkit::plugin;

#[test]
fn conforms() {
    plugin::check_library(&plugin::build("{{package}}-plugin"));
}
