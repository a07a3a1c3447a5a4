//! The URLs that a command works on.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

/// URLs in arguments, files and standard input.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct Inputs {
    /// URLs, or `-` for standard input with one URL on each line
    ///
    /// Without URLs and files, reads standard input unless it is a terminal. Lines end with LF or CR LF; an empty line is
    /// an invalid URL. Lines of more than 16 MiB are reported and skipped.
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// Read URLs from a file, one on each line, after those of the arguments; repeat for more
    #[arg(short = 'f', long = "url-file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Lines end with NUL, of the input and of the output
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// For an invalid URL print `blank`, an empty line, or `skip` it, or stop: `fail`
    ///
    /// The default is `blank` where each URL gives one line, so that lines stay paired; a single URL in the arguments
    /// prints nothing. `skip` is the default elsewhere. With --json, an invalid URL gives an object.
    #[arg(long, value_enum, value_name = "ACTION", hide_possible_values = true)]
    pub(crate) on_error: Option<OnError>,
}

/// What is printed for an invalid input, besides the error on standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OnError {
    /// An empty line
    Blank,
    /// Nothing
    Skip,
    /// Nothing, and the command ends
    Fail,
}

impl Inputs {
    /// Whether there is one input at most, so that outputs need not be told apart.
    pub(crate) fn is_single(&self) -> bool {
        self.files.is_empty() && matches!(&*self.urls, [url] if url != "-")
    }

    /// The streams and arguments, in the order in which they are read.
    pub(crate) fn each(&self) -> impl Iterator<Item = Input<'_>> {
        let stdin = (self.urls.is_empty() && self.files.is_empty()).then_some(Input::Lines(Path::new("-")));
        let urls = self.urls.iter().map(|url| if url == "-" { Input::Lines(Path::new("-")) } else { Input::Text(url) });
        stdin.into_iter().chain(urls).chain(self.files.iter().map(|file| Input::Lines(file)))
    }
}

/// One input of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    /// An argument.
    Text(&'a OsString),
    /// The lines of a file, or of standard input for `-`.
    Lines(&'a Path),
}
