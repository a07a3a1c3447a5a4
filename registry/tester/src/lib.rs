//! The module of the tester of a registry's web site, which `anyurl registry site` copies into the site: the library,
//! compiled to WebAssembly by `bindings/web/build`.

#![forbid(unsafe_code)]

use std::io::Read;

use flate2::read::GzDecoder;

const PLAIN: &[u8] = include_bytes!(env!("PLAIN"));

/// Has an interpreter for schemes that are WebAssembly modules themselves.
const WITH_INTERPRETER: &[u8] =
    if cfg!(feature = "interpreter") { include_bytes!(env!("WITH_INTERPRETER")) } else { &[] };

/// The module, which reads schemes that are WebAssembly modules if it is `with_interpreter`. `None` if it is not in this
/// package, or in a checkout where it was not built.
pub fn module(with_interpreter: bool) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(if with_interpreter { WITH_INTERPRETER } else { PLAIN }).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
