//! The arguments of `anyurl plugin`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

/// Create and check libraries and modules that provide schemes
#[derive(Subcommand, Debug)]
#[command(before_help = "\
Examples:
  anyurl plugin new --lang rust x-ticket
  anyurl plugin probe target/release/libx_ticket.so
  anyurl plugin hash x-ticket.wasm")]
pub(crate) enum Plugin {
    Probe(Probe),
    #[command(hide = true)]
    Inspect(Inspect),
    Hash(Hash),
    New(NewPlugin),
}

/// Load a library or a module in a separate process, show its schemes, and test its examples
///
/// The process has limits on time, processor time and memory, so that a library that crashes or hangs is reported. It
/// is no sandbox: a library runs with your rights. A WebAssembly module does not.
#[derive(clap::Args, Debug)]
pub(crate) struct Probe {
    /// The library or the module
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
}

/// Runs in a separate process for `probe`, which reads the output.
#[derive(clap::Args, Debug)]
pub(crate) struct Inspect {
    /// The library
    pub(crate) file: PathBuf,

    /// The limit on processor time
    pub(crate) seconds: u64,
}

/// Print the SHA-256 of a library or a module, and the lines of a registry file that pin it
#[derive(clap::Args, Debug)]
pub(crate) struct Hash {
    /// The library or the module; it is not loaded
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The target triple of the library [default: that of this machine, or that of modules]
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,

    /// Add the bytes of the module, so that the registry file contains it
    #[arg(long)]
    pub(crate) inline: bool,
}

/// Create a project that builds and tests a library or a WebAssembly module with one scheme
#[derive(clap::Args, Debug)]
pub(crate) struct NewPlugin {
    /// The scheme, such as `x-me-thing` or `com.example.thing`
    #[arg(value_name = "SCHEME")]
    pub(crate) name: String,

    /// The language
    #[arg(long, value_enum)]
    pub(crate) lang: Language,

    /// The folder of the project [default: the name of the scheme]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) path: Option<PathBuf>,

    /// Use the crates of a checkout of anyurl instead of the published ones
    #[arg(long, value_name = "CHECKOUT")]
    pub(crate) local: Option<PathBuf>,
}

/// The language of a plugin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Language {
    /// Rust, without `unsafe`
    Rust,
    /// C99
    C,
    /// Rust, as a WebAssembly module
    Wasm,
    /// C99, as a WebAssembly module
    WasmC,
}
