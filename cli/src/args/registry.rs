//! What can be asked of `locator registry`.

use std::path::PathBuf;

use clap::Subcommand;

/// Keep registry files: schemes without code, in TOML
#[derive(Subcommand, Debug)]
pub(crate) enum Registry {
    Lint(Lint),
    Fmt(Fmt),
    New(New),
    Diff(Diff),
    Merge(Merge),
    Export(Export),
    Import(Import),
    Promote(Promote),
    /// Tell where a scheme comes from: which layer won, and what it hid
    Why {
        /// The scheme
        #[arg(value_name = "SCHEME")]
        name: String,
    },
    /// List everything that a layer changes about those below it
    Delta,
    Lock(Lock),
}

/// Tell what a registry file should not hold
///
/// Each file is looked at by itself, and laid over what comes with Locator and over the other registry files of the run
/// (--registry, the configuration): what loading would refuse is found, too.
#[derive(clap::Args, Debug)]
pub(crate) struct Lint {
    /// Registry files; what they include is looked at too
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Tell only what is found in entries that were not there, or otherwise, at this revision of git
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,

    /// Compare with this lock: nothing may be older than it was, nor a library another
    #[arg(long, value_name = "LOCK")]
    pub(crate) lock: Option<PathBuf>,

    /// The day on which experiments end and layers are stale; today unless given
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<locator::declared::format::Date>,

    /// Experiments must begin with `x-`
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print SARIF 2.1.0, for code hosts
    #[arg(long, conflicts_with = "json")]
    pub(crate) sarif: bool,
}

/// Put registry files in the order of the format
#[derive(clap::Args, Debug)]
pub(crate) struct Fmt {
    /// Registry files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Change nothing; the exit code tells whether something would change
    #[arg(long)]
    pub(crate) check: bool,
}

/// Print a registry file with one scheme, or one override, to be filled in
#[derive(clap::Args, Debug)]
pub(crate) struct New {
    /// The scheme: `x-me-thing`, or `com.example.thing`
    #[arg(value_name = "SCHEME", required_unless_present = "replace")]
    pub(crate) name: Option<String>,

    /// A scheme that exists: of it one facet is replaced, in every version that has it
    #[arg(long = "override", value_name = "SCHEME", conflicts_with_all = ["name", "expires"])]
    pub(crate) replace: Option<String>,

    /// The facet that is replaced: `access`, `port` or `syntax`
    #[arg(long, value_name = "FACET", default_value = "access", requires = "replace")]
    pub(crate) facet: String,

    /// When the experiment ends; a year from now unless given
    #[arg(long, value_name = "DATE")]
    pub(crate) expires: Option<locator::declared::format::Date>,
}

/// Compare two registry files: schemes, status, facets, and a URL that tells two grammars apart
#[derive(clap::Args, Debug)]
pub(crate) struct Diff {
    /// The older file
    #[arg(value_name = "A")]
    pub(crate) before: PathBuf,

    /// The newer file
    #[arg(value_name = "B")]
    pub(crate) after: PathBuf,
}

/// Merge two registry files, entry by entry
#[derive(clap::Args, Debug)]
pub(crate) struct Merge {
    /// One file, which wins where they conflict
    #[arg(value_name = "A")]
    pub(crate) ours: PathBuf,

    /// The other
    #[arg(value_name = "B")]
    pub(crate) theirs: PathBuf,

    /// The file that both were made from
    #[arg(long, value_name = "FILE")]
    pub(crate) base: Option<PathBuf>,
}

/// Print a registry in another form
#[derive(clap::Args, Debug)]
pub(crate) struct Export {
    /// `iana-csv`, `json`, `markdown`, `rfc7595` or `x-scheme-handler`
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: String,

    /// The file; what comes with Locator unless given
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// Show what a newer copy of IANA's XML changes, and print the file with it
#[derive(clap::Args, Debug)]
pub(crate) struct Import {
    /// IANA's registry of URI schemes, in XML
    #[arg(value_name = "XML")]
    pub(crate) xml: PathBuf,

    /// The public layer; what comes with Locator unless given
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Take an older copy, or one in which names have vanished
    #[arg(long)]
    pub(crate) accept: bool,
}

/// Print a registry file with the next status of a scheme, if it has what that asks for
#[derive(clap::Args, Debug)]
pub(crate) struct Promote {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The scheme
    #[arg(value_name = "SCHEME")]
    pub(crate) name: String,

    /// The status: `provisional`, `permanent` or `historical`
    #[arg(long, value_name = "STATUS")]
    pub(crate) to: String,
}

/// Write down which layers and schemes are in use, with their hashes
#[derive(clap::Args, Debug)]
pub(crate) struct Lock {
    /// The lock; where `--locked` looks for it unless given
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Write nothing; tell what differs from the lock
    #[arg(long)]
    pub(crate) check: bool,
}
