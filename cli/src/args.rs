//! What can be asked of the command: the arguments, once; help comes from here.

mod later;
mod plugin;
mod registry;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};

use crate::exit;

pub(crate) use later::Later;
pub(crate) use plugin::{Hash, Inspect, Language, NewPlugin, Plugin, Probe};
pub(crate) use registry::{Diff, Export, Fmt, Import, Lint, Lock, Merge, New, Promote, Registry};

/// Reads any URL by its scheme's own rules (RFC 1738), and says why when it cannot.
#[derive(Parser, Debug)]
#[command(name = "locator", version, arg_required_else_help = true, after_help = exit::TABLE)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What every command takes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Global options")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line, independent of the others")]
pub(crate) struct Global {
    /// Accept what real-world URLs need, each deviation with a warning
    #[arg(long, global = true)]
    pub(crate) lenient: bool,

    /// Which version of a scheme is meant where there are several; `rfc1738` unless the configuration says otherwise
    #[arg(long, global = true, value_enum)]
    pub(crate) profile: Option<Profile>,

    /// Know only the ten schemes of RFC 1738 and the generic rule
    #[arg(long, global = true)]
    pub(crate) no_default_registry: bool,

    /// A registry file (TOML) over what comes with Locator. One path; give the option once for each file, and the later
    /// stand above. Without it, those of `LOCATOR_REGISTRY`, which is a list divided as in `PATH`
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) registry: Vec<PathBuf>,

    /// Refuse to run when registries differ from `registry.lock` beside the last registry file; without one, beside the
    /// configuration
    #[arg(long, global = true)]
    pub(crate) locked: bool,

    /// A shared library (.so, .dylib, .dll) that brings schemes, and no registry file. It has all rights of this command:
    /// name what you would run
    #[arg(long = "plugin", global = true, value_name = "FILE")]
    pub(crate) plugins: Vec<PathBuf>,

    /// The environment of the policy, `policy.env.NAME`; one that a registry file of the run names, if any names one
    #[arg(long, global = true, value_name = "NAME", env = "LOCATOR_ENV", hide_env_values = true)]
    pub(crate) env: Option<String>,

    /// Tell what an id means that stands in an output, and do nothing else: SR209, A-24, R-3.1-9, password-in-url …
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) explain: Option<String>,

    /// Print JSON, one object a line
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// When to use colours; `auto` obeys `NO_COLOR`
    #[arg(long, global = true, value_enum, value_name = "WHEN")]
    pub(crate) color: Option<Color>,

    /// Print passwords instead of ***
    #[arg(long, global = true)]
    pub(crate) show_password: bool,

    /// Print nothing: the exit code tells
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print more: where components stand; every failure instead of the first ten
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub(crate) verbose: bool,

    /// The process that waits for this one, which loads libraries
    #[arg(long, hide = true, value_name = "PROCESS")]
    pub(crate) supervised_by: Option<u32>,
}

/// Which version of a scheme is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Profile {
    /// The ten as RFC 1738 defines them, every other name at its highest version
    #[default]
    Rfc1738,
    /// Every name at its highest version; a fragment may follow any URL whose scheme does not forbid one, as ws does
    Current,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
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
    Plan(Plan),
    Canonical(Canonical),
    Same(Same),
    Extract(Extract),
    Resolve(Resolve),
    Gateway(Gateway),
    Build(Build),
    Schemes(Schemes),
    /// Keep registry files: schemes without code, in TOML
    #[command(subcommand, after_help = exit::TABLE)]
    Registry(Later<Registry>),
    /// Keep libraries that bring schemes
    #[command(subcommand, after_help = exit::TABLE)]
    Plugin(Later<Plugin>),
    /// Print what a shell needs to complete the arguments of this command
    Completions {
        /// The shell
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for `man -l -`
    Man {
        /// The command that it is about: `locator man registry lint`
        #[arg(value_name = "COMMAND")]
        of: Vec<String>,
    },
}

impl Command {
    /// Whether texts are read, so that the registry files of the run are needed.
    pub(crate) const fn is_reading(&self) -> bool {
        !matches!(self, Self::Registry(_) | Self::Plugin(_) | Self::Completions { .. } | Self::Man { .. })
    }
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

    /// Write every failing line to FILE with its reason; `-` stands for standard output
    ///
    /// Columns, with a tab between them: `file:line`, id of the rule, column (bytes, from 1), message, the line itself
    /// with passwords masked and control characters as pictures.
    #[arg(long, value_name = "FILE")]
    pub(crate) failures: Option<PathBuf>,

    /// Work on N threads; as many as the machine has processors, and eight at most, unless given
    ///
    /// What is printed does not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZero<usize>>,
}

/// Show how the resource of each URL is accessed: the steps, as data.
///
/// Nothing is opened. What the environment has to supply stands as {email}, {news-server} … unless an option gives it;
/// {password} and {answers} are what the person is asked for on the way.
///
/// A URL that parses can be refused here: bytes that came out of an escape and would act as protocol (RFC 1738 §6), and
/// what no access method is known for.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Plan {
    /// URLs; `-` stands for standard input, one URL a line
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// Print the bytes that are sent, escaped, one line for each step
    ///
    /// What must be known before stands for itself here: without --email or --news-server a plan that needs it is refused.
    #[arg(long, conflicts_with = "json")]
    pub(crate) wire: bool,

    /// The e-mail address of the end user, which is the password of an anonymous login
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) email: Option<String>,

    /// The news server, which no news URL names; without a port, 119
    #[arg(long, value_name = "HOST[:PORT]", value_parser = server)]
    pub(crate) news_server: Option<(String, u16)>,

    /// An answer to a Gopher+ form; once for each question
    #[arg(long, value_name = "ANSWER")]
    pub(crate) answers: Vec<String>,

    /// Omit the TAB of an empty search before a Gopher+ string, as Gopher+ servers expect it
    #[arg(long)]
    pub(crate) compact: bool,

    /// Open the files of this host below a directory of this machine; `--map HOST=` for a name of this machine
    #[arg(long, value_name = "HOST=DIRECTORY", value_parser = mapping)]
    pub(crate) map: Vec<(String, Vec<String>)>,

    #[command(flatten)]
    pub(crate) gateways: Gateways,
}

/// Gateways for the schemes that nobody here can access.
#[derive(clap::Args, Debug)]
pub(crate) struct Gateways {
    /// Reach the URLs of these schemes by a gateway
    ///
    /// The template is one of RFC 6570, level 1: `x-foo,wais=http://gw.dom/get?{url}` inserts the whole URL, and
    /// `wais=http://gw.dom/{host}/{database}` components of it. User name, password and fragment are never sent.
    #[arg(long = "gateway", value_name = "SCHEME[,SCHEME]=TEMPLATE")]
    pub(crate) gateways: Vec<String>,
}

/// `host[:port]`
pub(crate) fn server(text: &str) -> Result<(String, u16), String> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') && !port.ends_with(']') => (host, port),
        _ => (text, "119"),
    };
    match port.parse() {
        Ok(port) if !host.is_empty() => Ok((host.to_owned(), port)),
        _ => Err("write it as `news.host.dom` or `news.host.dom:119`".to_owned()),
    }
}

/// `host=directory`
fn mapping(text: &str) -> Result<(String, Vec<String>), String> {
    match text.split_once('=') {
        Some((host, folder)) if !host.is_empty() => {
            let names = folder.split('/').filter(|name| !name.is_empty());
            Ok((host.to_owned(), names.map(str::to_owned).collect()))
        }
        _ => Err("write it as `host.dom=/mnt/host`".to_owned()),
    }
}

/// Print the canonical form of each URL: one text for all ways to write the same.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Canonical {
    /// URLs; `-` stands for standard input, one URL a line
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,
}

/// Tell whether two URLs mean the same: exit code 0 if they do, 1 if they do not.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Same {
    /// One URL
    #[arg(value_name = "A")]
    pub(crate) one: OsString,

    /// The other
    #[arg(value_name = "B")]
    pub(crate) other: OsString,
}

/// Find the URLs in running text.
///
/// Strictly, those in `<URL:…>`, as the Appendix of RFC 1738 has it: whitespace within is ignored, and a hyphen at the end
/// of a line may be the typesetter's, so that there are other readings (--verbose, --json). With --lenient also `<http:…>`,
/// `URL=<…>` and bare URLs of registered schemes.
///
/// With `--json` one object for each: `{"url", "fragment", "valid", "span", "alternatives"}`; spans count bytes.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Extract {
    /// Files; `-` stands for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Tell what a partial form means at a base.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Resolve {
    /// The URL of the object in which the partial form stands
    #[arg(value_name = "BASE")]
    pub(crate) base: OsString,

    /// The partial form: `../x`, `/x`, `//host/x`, `#top`
    #[arg(value_name = "PARTIAL", allow_hyphen_values = true)]
    pub(crate) partial: OsString,

    /// By which rules; by default those of the document that the base is read by: rfc3986 for profile current and for
    /// schemes with the grammar of RFC 3986, url6 for those of RFC 1738
    #[arg(long, value_enum)]
    pub(crate) rules: Option<Rules>,
}

/// By which rules a partial form is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Rules {
    /// The draft of 1993, literally: for schemes whose names are a hierarchy
    Url6,
    /// RFC 3986 section 5.2: for every scheme
    Rfc3986,
}

/// Print the URL by which a gateway reaches what each URL locates.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Gateway {
    /// URLs; `-` stands for standard input, one URL a line
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    #[command(flatten)]
    pub(crate) gateways: Gateways,
}

/// Build a URL from its parts, given in plain bytes; what must be escaped is.
///
/// Parts are the components that `locator schemes NAME` lists. An element of a list is given by itself, so `cwd=a cwd=b`
/// stands for `a/b/`; a field as `fields=name=value`; and `wildcard` needs no value.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Build {
    /// The scheme
    #[arg(value_name = "SCHEME")]
    pub(crate) scheme: String,

    /// Components
    #[arg(value_name = "PART=VALUE")]
    pub(crate) parts: Vec<OsString>,
}

/// List the schemes, or show one in full.
#[derive(clap::Args, Debug)]
#[command(after_help = exit::TABLE)]
pub(crate) struct Schemes {
    /// The scheme to show in full: every version of it
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}
