//! The arguments of `anyurl scp-to-url` and `anyurl url-to-scp`.

use clap::ValueEnum;

use super::Inputs;
use super::escapes::Texts;

/// Print addresses of scp and git, `user@host:path`, as URLs of ssh.
///
/// As git reads them: `host:/path` is `ssh://host/path`, and `host:path`, which is relative to the home of the user, is
/// `ssh://host/~/path`. For the user `git` it is `ssh://git@host/path`, since forges have no homes. What is a URL already
/// is printed as it is.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl scp-to-url git@h.example:o/r.git
  anyurl scp-to-url --relative-to home git@h.example:o/r.git
  git config --get-regexp 'remote.*url' | cut -d ' ' -f 2 | anyurl scp-to-url -")]
pub(crate) struct ScpToUrl {
    #[command(flatten)]
    pub(crate) texts: Texts,

    #[command(flatten)]
    pub(crate) paths: ScpPaths,
}

/// Print URLs of ssh as addresses of scp and git, `user@host:path`.
///
/// Refuses a URL that has no such address, as one with a port or a password.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl url-to-scp ssh://git@h.example/o/r.git
  anyurl url-to-scp ssh://joe@h.example/~/r.git
  anyurl url-to-scp --relative-to home ssh://git@h.example/srv/r.git")]
pub(crate) struct UrlToScp {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) paths: ScpPaths,
}

/// How paths are read.
#[derive(clap::Args, Debug)]
pub(crate) struct ScpPaths {
    /// The folder in which a path without a slash begins [default: `root` for the user `git`, `home` for others]
    #[arg(long, value_enum, value_name = "FOLDER")]
    pub(crate) relative_to: Option<ScpFolder>,
}

/// The folder in which a path without a slash begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ScpFolder {
    /// The home of the user, as ssh has it
    Home,
    /// The root, as forges have it
    Root,
}
