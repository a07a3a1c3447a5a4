//! Schemes that were written for a program, as a library: x-whois and three built-in schemes, without any change.

#![forbid(unsafe_code)]

locator_plugin::export_schemes! {
    schemes: [x_whois::WHOIS, locator_schemes::nntp::NNTP, locator_schemes::gopher::GOPHER, locator_schemes::http::HTTP],
    host_req: ">=0.1",
}
