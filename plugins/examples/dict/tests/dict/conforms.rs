//! The conformance kit, for the library of x-dict.

#[test]
fn conforms() {
    anyurl_testkit::plugin::check_library(&anyurl_testkit::plugin::build("x-dict-plugin"));
}
