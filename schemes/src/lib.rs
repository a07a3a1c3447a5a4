//! The built-in schemes of anyurl: one file for each of the ten schemes of RFC 1738, and [`web`] for the current ones.
//!
//! All files have the same structure: grammar, access and deviations in prose; the view of a URL; the slots of the
//! components; `parse` with one function per grammar rule; the registration with examples and rejects; the requirements
//! that errors cite. Start with [`nntp`], the reference scheme.
//!
//! [`file_path`] converts paths of the system; `rules` contains the rules that two schemes
//! share, under the names of the RFC; `rfc822` the syntax of an address.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::exhaustive_enums)]

use crate::prelude::*;

#[macro_use]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod prelude;

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
mod gopher_form;
mod rfc822;
mod rules;
mod simple;

use alloc::sync::Arc;

use anyurl_core::authors::{Origin, Scheme};
use anyurl_core::internal::Submission;

use simple::Simple;

/// The ten schemes of RFC 1738, in its order. Needs no constructors; a test compares the list with `discover()`.
pub const RFC1738: [&dyn Scheme; 10] = [
    ftp::FTP,
    http::HTTP,
    gopher::GOPHER,
    mailto::MAILTO,
    news::NEWS,
    nntp::NNTP,
    telnet::TELNET,
    wais::WAIS,
    file::FILE,
    prospero::PROSPERO,
];

/// The current schemes of the web.
pub const WEB: [&dyn Scheme; 4] = [web::HTTP, web::HTTPS, web::WS, web::WSS];

/// The name of this package, the owner of the built-in schemes.
pub const PACKAGE: &str = env!("CARGO_PKG_NAME");

/// A scheme that `registry.toml` declares, with the reader of its simple URLs if its name has one. The reader finds what the
/// grammar finds (`docs/decisions/0036-simple-urls-of-the-ten.md`).
#[doc(hidden)]
pub fn with_simple_reader<S: Scheme>(name: &str, scheme: S) -> Arc<dyn Scheme> {
    match name {
        "file" => Arc::new(Simple { scheme, read: file::simple }),
        "ftp" => Arc::new(Simple { scheme, read: ftp::simple }),
        "gopher" => Arc::new(Simple { scheme, read: gopher::simple }),
        "mailto" => Arc::new(Simple { scheme, read: mailto::simple }),
        "news" => Arc::new(Simple { scheme, read: news::simple }),
        "nntp" => Arc::new(Simple { scheme, read: nntp::simple }),
        "telnet" => Arc::new(Simple { scheme, read: telnet::simple }),
        _ => Arc::new(scheme),
    }
}

/// Returns the schemes as submissions of this package.
pub fn submissions(schemes: &[&'static dyn Scheme]) -> Vec<Submission> {
    let origin = Origin::from_crate(PACKAGE, env!("CARGO_PKG_VERSION"), file!(), line!());
    schemes.iter().map(|scheme| Submission::new(*scheme, origin.clone())).collect()
}
