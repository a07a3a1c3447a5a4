//! The conformance kit, for the library of x-dict.

#[test]
fn conforms() {
    locator_testkit::plugin::check_library(&locator_testkit::plugin::build("x-dict-plugin"));
}
