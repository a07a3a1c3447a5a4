//! What can be asked of the command: the arguments, once; help comes from here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};

use crate::exit;

/// Reads any URL by its scheme's own rules (RFC 1738), and says why when it cannot.
#[derive(Parser, Debug)]
#[command(name = "locator", version, arg_required_else_help = true, after_help = exit::TABLE)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Global options")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line, independent of the others"
)]
pub(crate) struct Global {
    /// Accept what real-world URLs need, each departure with a warning
    #[arg(long, global = true)]
    pub(crate) lenient: bool,

    /// Which version of a scheme is meant where there are several
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(crate) profile: Profile,

    /// Know only the ten schemes of RFC 1738 and the generic rule
    #[arg(long, global = true)]
    pub(crate) no_default_registry: bool,

    /// Print JSON, one object a line
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// When to use colours; `auto` obeys `NO_COLOR`
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,

    /// Print passwords instead of ***
    #[arg(long, global = true)]
    pub(crate) show_password: bool,

    /// Print nothing: the exit code tells
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print more: where components stand; every failure instead of the first ten
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub(crate) verbose: bool,
}

/// Which version of a scheme is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Profile {
    /// The ten as RFC 1738 defines them, every other name at its highest version
    #[default]
    Rfc1738,
    /// Every name at its highest version; a fragment may follow any URL
    Current,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that has them
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Parse(Parse),
    Check(Check),
    Schemes(Schemes),
}

/// Show the components of each URL.
///
/// For each URL its components as written and decoded, the port to connect to, the registration it was read by, and
/// warnings. A text that is refused is drawn on standard error, with carets under the fault.
///
/// With `--json` one object a line, in the order of the input, for valid and invalid texts alike.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Parse {
    /// URLs; `-` stands for standard input, one URL a line
    ///
    /// Without any, standard input is read unless it is a terminal. Lines end with LF or CR LF; an empty line is an
    /// invalid URL. Lines of more than 16 MiB are reported and skipped.
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,
}

/// Check files of URLs, one a line.
///
/// Counts lines by scheme and by fault, draws the first ten failures, and says how many of the refused lines lenient mode
/// and the current profile would accept.
///
/// With `--json` one object: `{"lines", "valid", "invalid", "by_scheme", "by_error", "warnings"}`.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Check {
    /// Files; `-` stands for standard input
    ///
    /// Without any, standard input is read unless it is a terminal. Lines end with LF or CR LF; empty lines are skipped
    /// and not counted. Lines of more than 16 MiB are reported and skipped.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Write every failing line to FILE with its reason
    ///
    /// Columns, with a tab between them: `file:line`, id of the rule, column (octets, from 1), message, the line itself
    /// with passwords masked and control characters as pictures.
    #[arg(long, value_name = "FILE")]
    pub(crate) failures: Option<PathBuf>,
}

/// List the schemes, or show one in full.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Schemes {
    /// The scheme to show in full: every version of it
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}
