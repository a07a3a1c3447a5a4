//! What all parts are given.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::args::Args;
use crate::corpora::Corpora;

/// Rounds of a whole run, and of a quick one.
const ROUNDS: (usize, usize) = (41, 3);

/// What all parts are given.
pub(crate) struct Setting {
    /// Whether it is merely to be seen that all works.
    pub(crate) quick: bool,
    /// How often each contestant runs.
    pub(crate) rounds: usize,
    pub(crate) corpora: Corpora,
    /// The folder that Cargo builds into.
    pub(crate) target: PathBuf,
    /// A folder for files that are needed for a while.
    pub(crate) scratch: PathBuf,
    /// Where the results are written.
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

    /// `whole`, or `quick` where a run is to be quick.
    pub(crate) fn size<T>(&self, whole: T, quick: T) -> T {
        if self.quick { quick } else { whole }
    }
}

/// This program stands in `TARGET/release`.
fn target() -> Result<PathBuf, Box<dyn Error>> {
    let program = env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("this program stands in no target folder")?;
    Ok(target.to_owned())
}
