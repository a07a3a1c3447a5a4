//! What can be asked of `locator plugin`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

/// Keep libraries that bring schemes
#[derive(Subcommand, Debug)]
pub(crate) enum Plugin {
    Probe(Probe),
    #[command(hide = true)]
    Inspect(Inspect),
    Hash(Hash),
    New(NewPlugin),
}

/// Load a library in a process of its own, show what it brings, and try its examples
///
/// The process has a limit of time, of processor time and of memory, so that a library which crashes or hangs is told and
/// does no more. It is no sandbox: what the library does is done with your rights.
#[derive(clap::Args, Debug)]
pub(crate) struct Probe {
    /// The library
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// How long it may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
}

/// What `probe` runs in a process of its own: its answer is for `probe`.
#[derive(clap::Args, Debug)]
pub(crate) struct Inspect {
    /// The library
    pub(crate) file: PathBuf,

    /// How much processor time it may take
    pub(crate) seconds: u64,
}

/// Print the SHA-256 of a library, and the lines of a registry file that pin it
#[derive(clap::Args, Debug)]
pub(crate) struct Hash {
    /// The library; it is not loaded
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The machine that it was built for; the one of this command unless given
    #[arg(long, value_name = "TRIPLE", default_value = locator::dynamic::TARGET)]
    pub(crate) target: String,
}

/// Write a project that builds a library with one scheme, and tests it
#[derive(clap::Args, Debug)]
pub(crate) struct NewPlugin {
    /// The scheme: `x-me-thing`, or `com.example.thing`
    #[arg(value_name = "SCHEME")]
    pub(crate) name: String,

    /// In which language
    #[arg(long, value_enum)]
    pub(crate) lang: Language,

    /// Where to write it; a folder with the name of the scheme unless given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) path: Option<PathBuf>,

    /// Build with the crates of this checkout of Locator, and not with the published ones
    #[arg(long, value_name = "CHECKOUT")]
    pub(crate) local: Option<PathBuf>,
}

/// In which language a plugin is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Language {
    /// Rust, without `unsafe`
    Rust,
    /// C99
    C,
}
