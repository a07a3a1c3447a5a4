//! What can be asked of a run.

use std::path::PathBuf;

use clap::Parser;

/// Measures Locator and its peers, and writes RESULTS.md and plots
#[derive(Parser)]
pub(crate) struct Args {
    /// Few rounds and small inputs: whether all of it works. The figures are worth nothing
    #[arg(long)]
    pub(crate) quick: bool,

    /// Only this part, such as `p1`; may be given several times
    #[arg(long, value_name = "PART")]
    pub(crate) only: Vec<String>,

    /// How often each contestant runs; 41 unless given, and 3 with --quick
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) rounds: Option<u16>,

    /// The folder with weblinks.txt and mixed.txt, one URL a line. Without it, URLs are made from a seed
    #[arg(long, value_name = "FOLDER", env = "LOCATOR_CORPORA")]
    pub(crate) corpora: Option<PathBuf>,

    /// Where RESULTS.md and plots are written: bench/ for a whole run, the target folder for --quick and --only
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}
