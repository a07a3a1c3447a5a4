//! The built-in schemes of anyurl: one file for each of the ten schemes of RFC 1738, and [`web`] for the current ones.
//!
//! All files have the same structure: grammar, access and deviations in prose; the view of a URL; the slots of the
//! components; `parse` with one function per grammar rule; the registration with examples and rejects; the requirements
//! that errors cite. Start with [`nntp`], the reference scheme.
//!
//! [`file_path`] converts paths of the system; `rules` contains the rules that two schemes
//! share, under the names of the RFC; `rfc822` the syntax of an address.

#![forbid(unsafe_code)]
#![warn(clippy::exhaustive_enums)]

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

pub mod file_path;
pub mod gopher_form;
#[doc(hidden)]
pub mod rfc822;
#[doc(hidden)]
pub mod rules;

use anyurl_core::registry::{Origin, Submission};
use anyurl_core::{Cursor, Scheme};

/// The ten schemes of RFC 1738, in its order. Needs no constructors; a test compares the list with `discover()`.
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

/// The current schemes of the web.
pub const WEB: [&dyn Scheme; 4] = [&web::HTTP, &web::HTTPS, &web::WS, &web::WSS];

/// The name of this package, the owner of the built-in schemes.
pub const PACKAGE: &str = env!("CARGO_PKG_NAME");

/// Reads the schemepart of a simple URL in strict mode: of letters, digits and the other bytes that nearly all URLs
/// consist of. Returns false, with the cursor anywhere, if the grammar must read the text.
#[doc(hidden)]
pub type SimpleReader = fn(&mut Cursor<'_>) -> bool;

/// The readers of simple URLs for the newest versions that `registry.toml` declares, by name. They find what the grammars
/// find (`docs/decisions/0036-simple-urls-of-the-ten.md`).
#[doc(hidden)]
pub const SIMPLE: [(&str, SimpleReader); 7] = [
    ("file", file::simple),
    ("ftp", ftp::simple),
    ("gopher", gopher::simple),
    ("mailto", mailto::simple),
    ("news", news::simple),
    ("nntp", nntp::simple),
    ("telnet", telnet::simple),
];

/// Returns the schemes as submissions of this package.
pub fn submissions(schemes: &[&'static dyn Scheme]) -> Vec<Submission> {
    let origin = Origin::from_crate(PACKAGE, env!("CARGO_PKG_VERSION"), file!(), line!());
    schemes.iter().map(|scheme| Submission::new(*scheme, origin.clone())).collect()
}
