//! The schemes of Locator: one scheme, one file, for each of the ten of RFC 1738, and one for the web of today.
//!
//! Every scheme has the same shape, from the door inwards: its grammar, its access and its deviations in words; the view
//! of its URLs; the slots of its components; `parse` and the rules of the grammar, one function each; the registration
//! with examples and rejects; the requirements that its errors cite. Open [`nntp`] first: it is the reference scheme.
//!
//! [`rules`] holds what two schemes share, under the RFC's names; [`rfc822`] the syntax of an address.

#![forbid(unsafe_code)]

pub mod file;
pub mod ftp;
pub mod gopher;
pub mod http;
pub mod mailto;
pub mod news;
pub mod nntp;
pub mod prospero;
pub mod telnet;
pub mod wais;
pub mod web;

pub mod gopher_form;
pub mod rfc822;
pub mod rules;

use locator_core::Scheme;
use locator_core::registry::{Origin, Submission};

/// The ten schemes of RFC 1738, in its order. For targets where constructors do not run, and the same as what
/// `discover()` finds: a test compares them.
pub const RFC1738: [&dyn Scheme; 10] = [
    &ftp::FTP,
    &http::HTTP,
    &gopher::GOPHER,
    &mailto::MAILTO,
    &news::NEWS,
    &nntp::NNTP,
    &telnet::TELNET,
    &wais::WAIS,
    &file::FILE,
    &prospero::PROSPERO,
];

/// The schemes of the web as it is now.
pub const WEB: [&dyn Scheme; 4] = [&web::HTTP, &web::HTTPS, &web::WS, &web::WSS];

/// The name of this package: who brings the built-in schemes.
pub const PACKAGE: &str = env!("CARGO_PKG_NAME");

/// The same schemes as submissions of this package.
pub fn submissions(schemes: &[&'static dyn Scheme]) -> Vec<Submission> {
    let origin = Origin::from_crate(PACKAGE, env!("CARGO_PKG_VERSION"), file!(), line!());
    schemes.iter().map(|scheme| Submission::new(*scheme, origin.clone())).collect()
}
