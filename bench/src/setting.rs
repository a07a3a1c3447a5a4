//! The configuration of all parts.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::args::Args;
use crate::corpora::Corpora;

/// The number of rounds of a full and a quick run.
const ROUNDS: (usize, usize) = (41, 3);

/// The configuration of all parts.
pub(crate) struct Setting {
    /// Whether this run only checks that everything works.
    pub(crate) quick: bool,
    /// The number of rounds.
    pub(crate) rounds: usize,
    pub(crate) corpora: Corpora,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    /// A folder for temporary files.
    pub(crate) scratch: PathBuf,
    /// The folder for the results.
    pub(crate) out: PathBuf,
}

impl Setting {
    pub(crate) fn new(args: &Args) -> Result<Self, Box<dyn Error>> {
        let target = target()?;
        let scratch = target.join("bench");
        fs::create_dir_all(&scratch)?;
        let is_whole = !args.quick && args.only.is_empty();
        let out = if is_whole { Path::new(env!("CARGO_MANIFEST_DIR")) } else { &scratch };
        let rounds = if args.quick { ROUNDS.1 } else { ROUNDS.0 };
        Ok(Self {
            quick: args.quick,
            rounds: args.rounds.map_or(rounds, usize::from),
            corpora: Corpora::load(args.corpora.as_deref(), args.quick)?,
            out: args.out.clone().unwrap_or_else(|| out.to_owned()),
            target,
            scratch,
        })
    }

    /// Returns `whole`, or `quick` in a quick run.
    pub(crate) fn size<T>(&self, whole: T, quick: T) -> T {
        if self.quick { quick } else { whole }
    }
}

/// This program is in `TARGET/release`.
fn target() -> Result<PathBuf, Box<dyn Error>> {
    let program = env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("this program is not in a target folder")?;
    Ok(target.to_owned())
}
