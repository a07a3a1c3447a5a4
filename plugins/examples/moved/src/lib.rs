//! Schemes that were written for a program, as a library: x-whois and two built-in schemes, without any change.

#![forbid(unsafe_code)]

locator_plugin::export_schemes! {
    schemes: [x_whois::WHOIS, locator_schemes::nntp::NNTP, locator_schemes::gopher::GOPHER],
    host_req: ">=0.1",
}
