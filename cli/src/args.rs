//! The command line, and its help: that of each command begins with three examples, which a test runs.

mod compare;
mod deferred;
mod escapes;
mod help;
mod inputs;
mod parse;
mod plan;
mod plugin;
mod registry;
mod scp;
mod text;
mod unused;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{ArgAction, CommandFactory, Parser, Subcommand, ValueEnum};

pub(crate) use compare::Compare;
pub(crate) use deferred::Deferred;
pub(crate) use escapes::{Decode, Encode};
pub(crate) use inputs::{Input, Inputs, OnError};
pub(crate) use parse::{Edits, Parse};
pub(crate) use plan::{Gateway, Gateways, Plan, server};
pub(crate) use plugin::{Hash, Inspect, Language, NewPlugin, Plugin, Probe};
pub(crate) use registry::{
    Add, Bundle, Changelog, Delta, Diff, DraftArgs, Export, FindingFormat, Fmt, Import, Lint, Lock, Merge, Move, New,
    Promote, Registry, Rename, Site, Verify, Versions,
};
pub(crate) use scp::{ScpFolder, ScpPaths, ScpToUrl, UrlToScp};
pub(crate) use text::{Extract, Scrub};

/// What follows the options in `anyurl --help`. clap finds most usage errors and has the same exit code for them.
const AFTER_HELP: &str = "\
`anyurl URL` means `anyurl parse URL`.

Exit codes:
  0  success
  1  some input was invalid, refused or not equivalent, or a name is not registered
  2  usage error, or `same` has a text that is not a URL
  3  a registry or plugin could not be loaded
  4  a file or stream could not be read or written";

/// Parses any URL by its scheme's own rules (RFC 1738), and explains why when it cannot.
#[derive(Parser, Debug)]
#[command(name = "anyurl", version, arg_required_else_help = true, after_help = AFTER_HELP)]
#[command(before_help = "\
Examples:
  anyurl 'https://joe@h.example:8443/a?q=1#top'
  anyurl check urls.txt
  anyurl extract --all app.log")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The options of every command.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Global options")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line, independent of the others")]
pub(crate) struct Global {
    /// Accept common deviations, each with a warning
    #[arg(long, global = true)]
    pub(crate) lenient: bool,

    /// Scheme versions: `current` (default) or `rfc1738`; `whatwg` reads as browsers do [env: `ANYURL_PROFILE`]
    #[arg(long, global = true, value_enum, hide_possible_values = true)]
    pub(crate) profile: Option<Profile>,

    /// Use only the ten schemes of RFC 1738 and the generic syntax
    #[arg(long, global = true)]
    pub(crate) no_default_registry: bool,

    /// Add a registry file (TOML); repeat for more [env: `ANYURL_REGISTRY`]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) registry: Vec<PathBuf>,

    /// Fail if the registry files differ from `registry.lock`
    #[arg(long, global = true)]
    pub(crate) locked: bool,

    /// Load schemes from a module, or from a shared library, which runs with all your rights
    #[arg(long = "plugin", global = true, value_name = "FILE")]
    pub(crate) plugins: Vec<PathBuf>,

    /// Apply the policy of `[policy.env.NAME]`
    #[arg(long, global = true, value_name = "NAME", env = "ANYURL_ENV", hide_env_values = true)]
    pub(crate) env: Option<String>,

    /// Do not report a warning; repeat for more
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) allow: Vec<String>,

    /// Treat URLs with a warning as invalid; repeat for more
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) deny: Vec<String>,

    /// Explain an id from any output, such as SR209, A-24, R-3.1-9 or password-in-url
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) explain: Option<String>,

    /// Print JSON, one object on each line
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Use colours: `auto` (default, obeys `NO_COLOR`), `always` or `never`
    #[arg(long, global = true, value_enum, value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Option<Color>,

    /// Print passwords and other secrets instead of ***, also in tables, JSON and messages
    #[arg(long, global = true)]
    pub(crate) show_password: bool,

    /// Print *** for secrets also where URLs are printed for programs
    #[arg(long, global = true, conflicts_with = "show_password")]
    pub(crate) mask: bool,

    /// Do not count the field with this name as a secret, as in `?NAME=…`; repeat for more
    #[arg(long = "keep-field", global = true, value_name = "NAME")]
    pub(crate) keep_fields: Vec<String>,

    /// Print nothing; the exit code is the answer
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print more, such as positions, or all failures instead of ten
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub(crate) verbose: bool,

    /// The process that runs this one to load libraries
    #[arg(long, hide = true, value_name = "PROCESS")]
    pub(crate) supervised_by: Option<u32>,
}

/// The version of a scheme, if it has several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Profile {
    /// The highest version of every scheme; a fragment may follow a URL unless its scheme forbids one, as ws does
    #[default]
    Current,
    /// RFC 1738 for its ten schemes, and the highest version of all others
    Rfc1738,
    /// The URL Standard of browsers
    Whatwg,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    /// On a terminal that supports them
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Parse(Deferred<Parse>),
    Check(Deferred<Check>),
    Plan(Deferred<Plan>),
    Canonical(Deferred<Canonical>),
    Same(Deferred<Same>),
    Compare(Deferred<Compare>),
    Extract(Deferred<Extract>),
    Scrub(Deferred<Scrub>),
    Resolve(Deferred<Resolve>),
    Relativize(Deferred<Relativize>),
    Gateway(Deferred<Gateway>),
    Build(Deferred<Build>),
    Encode(Deferred<Encode>),
    Decode(Deferred<Decode>),
    ScpToUrl(Deferred<ScpToUrl>),
    UrlToScp(Deferred<UrlToScp>),
    Schemes(Deferred<Schemes>),
    /// Check, create and compare registry files: schemes in TOML
    #[command(subcommand)]
    Registry(Deferred<Registry>),
    /// Create and check libraries and modules that provide schemes
    #[command(subcommand)]
    Plugin(Deferred<Plugin>),
    /// Print the completion script of a shell
    Completions {
        /// The shell
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for `man -l -`
    #[command(before_help = "\
Examples:
  anyurl man
  anyurl man registry lint
  anyurl man | man -l -")]
    Man {
        /// The command, as in `anyurl man registry lint`
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

impl Args {
    /// The command line with all commands, for help and errors.
    pub(crate) fn definition() -> clap::Command {
        let mut command = Self::command();
        command.build();
        help::fold(command)
    }
}

impl Command {
    /// The name on the command line.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Parse(_) => "parse",
            Self::Check(_) => "check",
            Self::Plan(_) => "plan",
            Self::Canonical(_) => "canonical",
            Self::Same(_) => "same",
            Self::Compare(_) => "compare",
            Self::Extract(_) => "extract",
            Self::Scrub(_) => "scrub",
            Self::Resolve(_) => "resolve",
            Self::Relativize(_) => "relativize",
            Self::Gateway(_) => "gateway",
            Self::Build(_) => "build",
            Self::Encode(_) => "encode",
            Self::Decode(_) => "decode",
            Self::ScpToUrl(_) => "scp-to-url",
            Self::UrlToScp(_) => "url-to-scp",
            Self::Schemes(_) => "schemes",
            Self::Registry(_) => "registry",
            Self::Plugin(_) => "plugin",
            Self::Completions { .. } => "completions",
            Self::Man { .. } => "man",
        }
    }

    /// Whether the profile says how the command reads URLs.
    pub(crate) const fn parses_urls(&self) -> bool {
        self.needs_layers() && !matches!(self, Self::Compare(_) | Self::Schemes(_) | Self::Scrub(_))
    }

    /// Whether the command reads URLs, or their secrets, and so needs the registry files of the run.
    pub(crate) const fn needs_layers(&self) -> bool {
        !matches!(
            self,
            Self::Decode(_) | Self::Registry(_) | Self::Plugin(_) | Self::Completions { .. } | Self::Man { .. }
        )
    }
}

/// Check files with one URL on each line.
///
/// Counts lines by scheme and by cause, prints the first failure of each kind, ten at most, and shows how many of the
/// invalid lines lenient mode and the profile `current` would accept.
///
/// With `--json`, prints one object: `{"lines", "valid", "invalid", "by_scheme", "by_error", "warnings"}`.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl check urls.txt
  anyurl check --lenient --failures bad.tsv urls.txt
  anyurl check --json < urls.txt")]
pub(crate) struct Check {
    /// Files, or `-` for standard input
    ///
    /// Without files, reads standard input unless it is a terminal. Lines end with LF or CR LF; empty lines are skipped
    /// and not counted. Lines of more than 16 MiB are reported and skipped.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Lines of the input end with NUL
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Write every failing line to FILE with its error, or to standard output for `-`
    ///
    /// The columns, separated by tabs: `file:line`, id of the requirement, column (bytes, from 1), message, and the
    /// line with passwords masked and control characters as pictures.
    #[arg(long, value_name = "FILE")]
    pub(crate) failures: Option<PathBuf>,

    /// Compare what the rulebooks read in each line, and count the verdicts
    ///
    /// The summary has a table of the verdicts of `anyurl compare`, with the first line of each.
    #[arg(long)]
    pub(crate) compare: bool,

    /// Use N threads [default: one for each processor, at most 8]
    ///
    /// The output does not depend on the number of threads.
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<NonZero<usize>>,
}

/// Parses a number of threads.
fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| "expected a number of threads, 1 or more".to_owned())
}

/// Print the canonical form of each URL, which all ways to write it share.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl canonical HTTP://H.example:80
  anyurl canonical - < urls.txt
  anyurl canonical --json https://h.example/a/../b")]
pub(crate) struct Canonical {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Compare two URLs: exit code 0 if they are equivalent, 1 if they are not.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl same http://h.example:80 http://H.example/
  anyurl same --quiet https://h.example/%7Ejoe https://h.example/~joe
  anyurl same --json https://h.example/a https://h.example/b")]
pub(crate) struct Same {
    /// The first URL
    #[arg(value_name = "A")]
    pub(crate) one: OsString,

    /// The second URL
    #[arg(value_name = "B")]
    pub(crate) other: OsString,
}

/// Print the shortest reference from a base URL to each URL.
///
/// `anyurl resolve BASE REFERENCE` leads back. Where no relative reference leads, such as to another scheme, the whole URL
/// is printed. With `--json`, prints `{"url", "reference"}`.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl relativize https://h.example/a/b https://h.example/c
  anyurl relativize https://h.example/ - < urls.txt
  anyurl relativize --json https://h.example/a https://h.example/b")]
pub(crate) struct Relativize {
    /// The URL of the document that will contain the references
    #[arg(value_name = "BASE")]
    pub(crate) base: OsString,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Resolve relative references against a base URL.
#[derive(clap::Args, Debug)]
#[command(override_usage = "anyurl resolve [OPTIONS] <BASE> [REFERENCE]...")]
#[command(before_help = "\
Examples:
  anyurl resolve https://h.example/a/b ../c
  anyurl resolve https://h.example/a/ - < links.txt
  anyurl resolve --rules url6 http://h.example/a/b ../c")]
pub(crate) struct Resolve {
    /// The URL of the document that contains the references
    #[arg(value_name = "BASE")]
    pub(crate) base: OsString,

    /// References, such as `../x`, `/x`, `//host/x` and `#top`, or `-` for standard input with one on each line
    ///
    /// Without references, reads standard input unless it is a terminal. An empty reference is the base itself.
    #[arg(value_name = "REFERENCE", allow_hyphen_values = true)]
    pub(crate) reference: Option<OsString>,

    #[arg(value_name = "REFERENCE", hide = true)]
    pub(crate) more: Vec<OsString>,

    /// Lines end with NUL, of the input and of the output
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Read references from a file, one on each line; repeat for more
    #[arg(short = 'f', long = "url-file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// For a reference that cannot be resolved print `blank`, an empty line, or `skip` it, or stop: `fail`
    ///
    /// The default is `blank`, so that lines stay paired; a single reference in the arguments prints nothing.
    #[arg(long, value_enum, value_name = "ACTION", hide_possible_values = true)]
    pub(crate) on_error: Option<OnError>,

    /// The rules [default: `rfc3986`; with `--profile rfc1738`, `url6` for the schemes with its grammar]
    #[arg(long, value_enum)]
    pub(crate) rules: Option<Rules>,
}

/// The rules for relative references.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Rules {
    /// The draft of 1993, for hierarchical schemes
    Url6,
    /// RFC 3986 section 5.2, for every scheme
    Rfc3986,
}

/// Build a URL from unescaped components.
///
/// `anyurl schemes NAME` lists the components. Give each element of a list by itself: `cwd=a cwd=b` is `a/b/`. Write a
/// field as `fields=name=value`; the flag `wildcard` has no value. `PART:=TEXT` writes a text with its escapes.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl build https host=h.example path='/a b'
  anyurl build https host=h.example --segment a/b --pair 'q=c&d'
  anyurl build mailto addr_spec=joe@h.example")]
pub(crate) struct Build {
    /// The scheme
    #[arg(value_name = "SCHEME")]
    pub(crate) scheme: String,

    /// Components
    #[arg(value_name = "PART=VALUE")]
    pub(crate) parts: Vec<OsString>,

    /// Add a segment to the path; its slashes are escaped
    #[arg(long = "segment", value_name = "TEXT")]
    pub(crate) segments: Vec<OsString>,

    /// Add a name and a value to the query; their `&` and `=` are escaped
    #[arg(long = "pair", value_name = "NAME=VALUE")]
    pub(crate) pairs: Vec<OsString>,
}

/// List all schemes, or show one in full.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl schemes
  anyurl schemes postgres
  anyurl schemes --json https")]
pub(crate) struct Schemes {
    /// The scheme to show, with all its versions
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Print railroad diagrams of its syntax as an SVG file, in the version that the profile selects
    #[arg(long, requires = "name", conflicts_with = "json")]
    pub(crate) svg: bool,
}
