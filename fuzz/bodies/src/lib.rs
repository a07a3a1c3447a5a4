//! The bodies of the fuzz targets: functions that take the bytes of an input and panic if a property fails.
//!
//! `cargo fuzz` calls them by the files of `fuzz/fuzz_targets`, and `tests/replay.rs` by [`TARGETS`], with the committed
//! corpora and with mutations of [seeds](Target::seeds). Where the tests of the library have such a function, the body uses
//! their file.

#![forbid(unsafe_code)]

pub mod abnf;
pub mod answers;
pub mod builder;
pub mod compare;
pub mod corpus;
pub mod difference;
pub mod extract;
pub mod fast_path;
pub mod form;
pub mod gateways;
pub mod grammar;
pub mod input;
pub mod module;
pub mod mutation;
pub mod parse;
pub mod redaction;
pub mod registry_file;
pub mod resolve;
pub mod same;
pub mod scrub;
pub mod seeds;

/// URLs of the registries that the bodies make.
pub(crate) use anyurl::{AnyOwnedUrl as OwnedUrl, AnyUrl as Url, AnyUrlBuilder as UrlBuilder};

/// A fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name: that of its module here, of its file in `fuzz/fuzz_targets`, and of its corpus.
    pub name: &'static str,
    /// The body, which panics if the input violates a property.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many mutations the tests run where a target that takes little time has a thousand.
    pub rate: usize,
}

macro_rules! targets {
    ($($name:ident: $rate:literal),* $(,)?) => {
        /// All targets, in the order of their names.
        pub const TARGETS: &[Target] = &[
            $(Target { name: stringify!($name), run: $name::run, seeds: $name::seeds, rate: $rate }),*
        ];
    };
}

targets! {
    abnf: 1000,
    answers: 1000,
    builder: 1000,
    compare: 1000,
    difference: 1000,
    extract: 500,
    fast_path: 1000,
    form: 250,
    gateways: 1000,
    module: 500,
    parse: 1000,
    redaction: 1000,
    registry_file: 150,
    resolve: 1000,
    same: 1000,
    scrub: 1000,
}

/// Returns the target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
