//! The arguments of `anyurl registry`.

use std::path::PathBuf;

use anyurl_declared::format::ChangeSeverity;
use anyurl_registry_tools::ExportFormat;
use clap::{Subcommand, ValueEnum};

/// Check, create and compare registry files: schemes in TOML
#[derive(Subcommand, Debug)]
#[command(before_help = "\
Examples:
  anyurl registry new com.example.ticket
  anyurl registry lint org.toml
  anyurl registry why ldap")]
pub(crate) enum Registry {
    Lint(Lint),
    Fmt(Fmt),
    New(New),
    Add(Add),
    Diff(Diff),
    Changelog(Changelog),
    Merge(Merge),
    Export(Export),
    Import(Import),
    Promote(Promote),
    Move(Move),
    Rename(Rename),
    /// Show which layer defines a scheme, and what that layer hides
    Why {
        /// The scheme
        #[arg(value_name = "SCHEME")]
        name: String,
    },
    Delta(Delta),
    Lock(Lock),
    Bundle(Bundle),
    Verify(Verify),
    Site(Site),
    /// Print the JSON Schema of registry files (draft-07), for editors
    Schema,
}

/// Report problems in registry files
///
/// Checks each file by itself, and as a layer over the shipped registry and the other registry files of the run
/// (--registry, the configuration). Reports everything that loading the file would refuse, and more.
#[derive(clap::Args, Debug)]
pub(crate) struct Lint {
    /// Registry files; included files are checked, too
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Report only problems in entries that were added or changed since this git revision
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,

    /// Report layers that are older than in this lock, and libraries that differ from it
    #[arg(long, value_name = "LOCK")]
    pub(crate) lock: Option<PathBuf>,

    /// The date for expired experiments and stale layers [default: today]
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<anyurl_declared::format::Date>,

    /// Require names of experiments to begin with `x-`
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print SARIF 2.1.0, for code hosts
    #[arg(long, conflicts_with = "json")]
    pub(crate) sarif: bool,

    /// How to print findings: `human` (default), `json`, `sarif`, or `github` for annotations in GitHub workflows
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true, conflicts_with_all = ["json", "sarif"])]
    pub(crate) format: Option<FindingFormat>,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FindingFormat {
    /// With the line of the file, and a summary
    Human,
    /// One JSON object on each line
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// Format registry files
///
/// Other files, such as bundles and locks, are refused.
#[derive(clap::Args, Debug)]
pub(crate) struct Fmt {
    /// Registry files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write nothing; exit with 1 if a file would change
    #[arg(long)]
    pub(crate) check: bool,
}

/// Print a template of a registry file with one scheme or one override
#[derive(clap::Args, Debug)]
pub(crate) struct New {
    /// Write the file, which must not exist, and beside it the schema for editors that it names
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The scheme, such as `x-me-thing` or `com.example.thing`
    #[arg(value_name = "SCHEME", required_unless_present = "replace")]
    pub(crate) name: Option<String>,

    /// Replace one facet of an existing scheme, in every version that has the facet
    #[arg(long = "override", value_name = "SCHEME", conflicts_with_all = ["name", "expires"])]
    pub(crate) replace: Option<String>,

    /// The facet to replace: `access`, `port` or `syntax`
    #[arg(long, value_name = "FACET", default_value = "access", requires = "replace")]
    pub(crate) facet: String,

    #[command(flatten)]
    pub(crate) draft: DraftArgs,
}

/// What a new file or entry has.
#[derive(clap::Args, Debug)]
pub(crate) struct DraftArgs {
    /// The id of the file, a domain in reverse [default: that of the name]
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,

    /// The kind of the file: `organization`, `team` or `user` [default: by the name]
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,

    /// The last day of the experiment [default: a year from now]
    #[arg(long, value_name = "DATE")]
    pub(crate) expires: Option<anyurl_declared::format::Date>,

    /// How URLs are written, such as `//<host>/<box>`, after the name of the scheme; repeat for more
    #[arg(long = "form", value_name = "FORM", conflicts_with = "replace")]
    pub(crate) forms: Vec<String>,

    /// The registration status [default: `private`, or `experimental` for `x-`]
    #[arg(long, value_name = "STATUS", conflicts_with = "replace")]
    pub(crate) status: Option<String>,

    /// What a URL locates, in a few words
    #[arg(long, value_name = "TEXT", conflicts_with = "replace")]
    pub(crate) description: Option<String>,

    /// An application that uses the scheme; repeat for more
    #[arg(long = "application", value_name = "TEXT", conflicts_with = "replace")]
    pub(crate) applications: Vec<String>,

    /// The team or person that maintains the entry
    #[arg(long, value_name = "OWNER", conflicts_with = "replace")]
    pub(crate) owner: Option<String>,

    /// The address for questions; repeat for more
    #[arg(long = "contact", value_name = "ADDRESS", conflicts_with = "replace")]
    pub(crate) contact: Vec<String>,

    /// The person or body that decides on changes
    #[arg(long, value_name = "TEXT", conflicts_with = "replace")]
    pub(crate) change_controller: Option<String>,

    /// What an attacker can do with a URL, and what a URL reveals
    #[arg(long, value_name = "TEXT", conflicts_with = "replace")]
    pub(crate) security: Option<String>,

    /// The encoding of characters, and what must be escaped
    #[arg(long, value_name = "TEXT", conflicts_with = "replace")]
    pub(crate) encoding: Option<String>,
}

/// Add schemes to a registry file, which is created if it does not exist
///
/// Everything else in the file stays as it is. The claims are extended by names in the domain of the file. Serial and version
/// are raised above those of the lock beside the file and of git's `HEAD`, unless they are already. To a file that another one
/// includes nothing is added: name the other one.
#[derive(clap::Args, Debug)]
pub(crate) struct Add {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The schemes, such as `com.example.thing`
    #[arg(value_name = "SCHEME", required_unless_present = "replace")]
    pub(crate) names: Vec<String>,

    /// Propose a form that accepts these URLs, and add them as examples
    #[arg(long, value_name = "URL", num_args = 1.., conflicts_with = "forms")]
    pub(crate) from_url: Vec<String>,

    /// Add an override of one facet of an existing scheme
    #[arg(long = "override", value_name = "SCHEME", conflicts_with_all = ["names", "expires", "from_url"])]
    pub(crate) replace: Option<String>,

    /// The facet to replace: `access`, `port` or `syntax`
    #[arg(long, value_name = "FACET", default_value = "access", requires = "replace")]
    pub(crate) facet: String,

    /// Claim names outside the domain of the file
    #[arg(long)]
    pub(crate) claim: bool,

    /// Print the file, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) draft: DraftArgs,
}

/// Compare two versions of a registry file
///
/// Reports every change of behaviour, with an id and a severity: breaking (URLs are rejected, mean something else, or are
/// accessed in another way), loosening (a policy allows more, a gateway leads elsewhere, a claim widens), tightening, or
/// harmless. Of two grammars, finds a URL that only one accepts. Proposes a version. With the files of layers above
/// (--registry), lists what becomes faulty there, such as a stale override.
#[derive(clap::Args, Debug)]
pub(crate) struct Diff {
    #[command(flatten)]
    pub(crate) versions: Versions,

    /// Exit with 1 if a change is at least so severe: `breaking`, `loosening`, `tightening` or `harmless`
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<ChangeSeverity>,
}

/// Write the changes between two versions of a registry file as Markdown
#[derive(clap::Args, Debug)]
pub(crate) struct Changelog {
    #[command(flatten)]
    pub(crate) versions: Versions,
}

/// Two versions of a registry file.
#[derive(clap::Args, Debug)]
pub(crate) struct Versions {
    /// The older file, then the newer one; with --since, only the newer one
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,

    /// Compare with the file in this git revision
    #[arg(long, value_name = "REV")]
    pub(crate) since: Option<String>,
}

/// List everything that a layer changes in the layers below it
///
/// Lists the lines of policies for all environments.
#[derive(clap::Args, Debug)]
pub(crate) struct Delta {
    /// Exit with 1 if a change is at least so severe: `breaking`, `loosening`, `tightening` or `harmless`
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<ChangeSeverity>,
}

/// Merge two registry files, entry by entry
///
/// Included files are merged one by one, each by this command, and `include` stays as it is.
#[derive(clap::Args, Debug)]
pub(crate) struct Merge {
    /// The file that wins a conflict
    #[arg(value_name = "A")]
    pub(crate) ours: PathBuf,

    /// The other file
    #[arg(value_name = "B")]
    pub(crate) theirs: PathBuf,

    /// The common ancestor of both files
    #[arg(long, value_name = "FILE")]
    pub(crate) base: Option<PathBuf>,

    /// Exit with 1 if a change to A is at least so severe: `breaking`, `loosening`, `tightening` or `harmless`
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<ChangeSeverity>,
}

/// Print a registry in another format
#[derive(clap::Args, Debug)]
pub(crate) struct Export {
    /// The format: `json`, `markdown`, `json-schema`, `codeowners`; `resolved` for the npm package; `iana-csv` and `rfc7595` for
    /// IANA; or what applications register: `android`, `electron`, `ios`, `tauri`, `web-manifest` or `x-scheme-handler`
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: ExportFormat,

    /// The registry file [default: the layers of the run, after all overrides: the shipped one, and those of --registry]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// Show the changes in a newer copy of IANA's XML, and print the updated file
#[derive(clap::Args, Debug)]
pub(crate) struct Import {
    /// IANA's registry of URI schemes (XML)
    #[arg(value_name = "XML")]
    pub(crate) xml: PathBuf,

    /// The public layer [default: the shipped one]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Accept an older copy, or one that lacks names
    #[arg(long)]
    pub(crate) accept: bool,
}

/// Print a registry file with a new status of a scheme, if the scheme qualifies
///
/// Without --to, lists what is missing for each status that the scheme may have next.
#[derive(clap::Args, Debug)]
pub(crate) struct Promote {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The scheme
    #[arg(value_name = "SCHEME")]
    pub(crate) name: String,

    /// The status, one of those that the command lists without it
    #[arg(long, value_name = "STATUS")]
    pub(crate) to: Option<String>,
}

/// Move a scheme to the file of another layer
///
/// The other file gets the entry, and a claim of its exact name, and this one loses it. Readers who get one file before the
/// other need the scheme all the time: publish the other file after `--keep`, and run the command again without it when all
/// have that file. Two layers may define a scheme alike for this time.
#[derive(clap::Args, Debug)]
pub(crate) struct Move {
    /// The file that has the scheme
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The scheme
    #[arg(value_name = "SCHEME")]
    pub(crate) name: String,

    /// The file of the other layer
    #[arg(value_name = "TO-FILE")]
    pub(crate) to: PathBuf,

    /// Only copy the scheme
    #[arg(long)]
    pub(crate) keep: bool,
}

/// Give a scheme another name; the old one becomes an alias, so that all its URLs stay valid
///
/// Forms, grammars and URLs of the entry have the new name, and so have its subschemes, and gateways, pins, policies and imports
/// of the same file. A name after which the file would have an error that it does not have is refused.
#[derive(clap::Args, Debug)]
pub(crate) struct Rename {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The scheme
    #[arg(value_name = "SCHEME")]
    pub(crate) name: String,

    /// The new name
    #[arg(value_name = "NEW-NAME")]
    pub(crate) new: String,

    /// Claim a name outside the domain of the file
    #[arg(long)]
    pub(crate) claim: bool,
}

/// Record the layers and schemes in use, with their hashes
///
/// The lock also says which layer had a name first: a name that a lower layer registers later stays that of the upper layer,
/// with the warning `shadows-public`.
#[derive(clap::Args, Debug)]
pub(crate) struct Lock {
    /// The lock [default: where `--locked` expects it]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Write nothing; report differences from the lock
    #[arg(long)]
    pub(crate) check: bool,

    /// Keep the name NAME, which a lower layer has registered since the lock was written; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "check")]
    pub(crate) acknowledge: Vec<String>,
}

/// Write all layers in use and their lock into one file
///
/// `--registry FILE` reads it. Included files and grammars in files of their own are in it; libraries are not.
#[derive(clap::Args, Debug)]
pub(crate) struct Bundle {
    /// The file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// Check the SHA-256 of a bundle or another file, and list the layers of a bundle
#[derive(clap::Args, Debug)]
pub(crate) struct Verify {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The expected hash: 64 hexadecimal digits, with or without `sha256:` [default: print the hash]
    #[arg(long, value_name = "HASH")]
    pub(crate) sha256: Option<String>,
}

/// Write a static web site of the layers in use
///
/// Writes an index with a search, a page for each name, and all data as `registry.json`. The pages work from any web
/// server and from a folder, make no request to another site, and can be read without JavaScript, except the tester.
#[derive(clap::Args, Debug)]
pub(crate) struct Site {
    /// The folder: a new or empty one, or one that this command wrote before
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// The title of the site [default: that of the organization, or of the lowest layer over the shipped one]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// The address of the site, such as `https://example.org/registry/`: adds canonical links and a site map
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// The file of an earlier release of a layer in use, for a page of its changes; with --base also for a feed
    ///
    /// Of several releases of a layer, each is compared with the next one.
    #[arg(long, value_name = "FILE")]
    pub(crate) earlier: Vec<PathBuf>,

    /// The WebAssembly module of the tester, which `bindings/web/build` makes [default: the one that this command contains]
    #[arg(long, value_name = "FILE", conflicts_with = "no_tester")]
    pub(crate) tester: Option<PathBuf>,

    /// Write pages without the tester
    #[arg(long)]
    pub(crate) no_tester: bool,
}
