//! The conformance kit, for x-whois.

#[test]
fn conforms() {
    locator_testkit::check(&x_whois::WHOIS);
}
