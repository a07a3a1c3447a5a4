//! The conformance kit, for x-whois.

#[test]
fn conforms() {
    anyurl_testkit::check(&x_whois::WHOIS);
}
