//! Command-line arguments.

use std::path::PathBuf;

use clap::Parser;

/// Measures anyurl and its peers, and writes RESULTS.md and plots
#[derive(Parser)]
pub(crate) struct Args {
    /// Few rounds and small inputs, to check that everything works. The figures are meaningless
    #[arg(long)]
    pub(crate) quick: bool,

    /// Only this part, such as `p1`; may be given several times
    #[arg(long, value_name = "PART")]
    pub(crate) only: Vec<String>,

    /// Number of rounds; by default 41, and 3 with --quick
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) rounds: Option<u16>,

    /// Folder with weblinks.txt and mixed.txt, one URL per line; by default URLs are generated from a seed
    #[arg(long, value_name = "FOLDER", env = "ANYURL_CORPORA")]
    pub(crate) corpora: Option<PathBuf>,

    /// Folder for RESULTS.md and plots; by default bench/, and the target folder with --quick and --only
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}
