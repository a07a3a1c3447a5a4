//! `--changed-since REV` and `--since REV`: reads registry files from a git revision.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyurl_declared::format::{Folder, ParsedFile, RegistryFile, RegistryFileError};

use crate::error::CliError;
use crate::input;

/// A revision of the checkout that contains a file.
pub(super) struct GitRevision {
    /// The folder of the file, where git runs.
    folder: PathBuf,
    /// The hash of the commit, which git cannot mistake for an option.
    commit: String,
    /// As the user named it.
    revision: String,
}

impl GitRevision {
    /// Looks up a revision in the checkout of a file.
    pub(super) fn new(file: &Path, revision: &str) -> Result<Self, CliError> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new(".")).to_owned();
        let name = input::name(file);
        let inside = git(&folder, ["rev-parse", "--is-inside-work-tree"])?;
        if !inside.status.success() {
            let message = format!("{name} is not in a git checkout, so `{revision}` is unknown");
            return Err(CliError::Usage(message));
        }
        let wanted = format!("{revision}^{{commit}}");
        let options = ["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted];
        let commit = git(&folder, options)?;
        if !commit.status.success() {
            let message = format!("unknown git revision `{revision}` in the checkout of {name}");
            return Err(CliError::Usage(message));
        }
        let commit = String::from_utf8_lossy(&commit.stdout).trim().to_owned();
        Ok(Self { folder, commit, revision: revision.to_owned() })
    }

    /// The layer at the revision.
    pub(super) fn layer(&self, file: &Path) -> Result<ParsedFile, RegistryFileError> {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        RegistryFile::read(self, &format!("{}:", self.revision), name)
    }

    /// The bytes of a file. The tree is read first, so that a file that the revision does not have is distinguished from
    /// one whose object is missing.
    fn blob(&self, path: &str) -> Result<Vec<u8>, RegistryFileError> {
        let row = self.output(path, ["ls-tree", "-z", &self.commit, "--", path])?;
        let row = String::from_utf8_lossy(&row);
        // `100644 blob 81c545ef\ta.toml`
        let mut words = row.split([' ', '\t']).skip(1);
        match (words.next(), words.next()) {
            (Some("blob"), Some(hash)) => self.output(path, ["cat-file", "blob", hash]),
            _ => Err(self.unreadable(path, &io::Error::new(io::ErrorKind::NotFound, "the revision has no such file"))),
        }
    }

    fn output<'a>(&self, path: &str, args: impl IntoIterator<Item = &'a str>) -> Result<Vec<u8>, RegistryFileError> {
        let output = run(&self.folder, args).map_err(|error| self.unreadable(path, &error))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let says = String::from_utf8_lossy(&output.stderr);
        let why = says.lines().next().unwrap_or("git does not say why").trim_start_matches("fatal: ");
        Err(self.unreadable(path, &io::Error::other(why)))
    }

    fn unreadable(&self, path: &str, error: &io::Error) -> RegistryFileError {
        RegistryFileError::unreadable(&format!("{}:{path}", self.revision), error)
    }
}

impl Folder for GitRevision {
    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, RegistryFileError> {
        let bytes = self.blob(path)?;
        if bytes.len() > max {
            let path = path.to_owned();
            return Err(RegistryFileError::TooLong { path, most: max });
        }
        Ok(bytes)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError> {
        let tree = match folder {
            "" => format!("{}:./", self.commit),
            _ => format!("{}:./{folder}", self.commit),
        };
        let names = self.output(folder, ["ls-tree", "-z", "--name-only", &tree])?;
        let names = names.split(|byte| *byte == 0);
        // A name that is not UTF-8 matches no pattern.
        let names = names.filter_map(|name| String::from_utf8(name.to_vec()).ok());
        Ok(names.filter(|name| !name.is_empty()).collect())
    }
}

/// Runs git; fails if it is not installed.
fn git<'a>(folder: &Path, args: impl IntoIterator<Item = &'a str>) -> Result<Output, CliError> {
    run(folder, args).map_err(|error| CliError::File("git".to_owned(), error))
}

/// Variables with which git looks for the repository, its index or its objects elsewhere than from the folder. A hook of
/// git, in which lint may run, has them.
const ELSEWHERE: [&str; 9] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Runs git so that nothing in the checkout, whose configuration may be that of a stranger, makes it run or fetch
/// anything. What the environment and the command line say, no configuration of a repository overrides.
fn run<'a>(folder: &Path, args: impl IntoIterator<Item = &'a str>) -> io::Result<Output> {
    let mut git = Command::new("git");
    for variable in ELSEWHERE {
        git.env_remove(variable);
    }
    // A missing object is not fetched (git 2.45 and later), and by no protocol, which could run a program (any git).
    git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
    git.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0");
    git.args(["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]);
    // A repository without a work tree, which can be among the files of another one, is not used.
    git.args(["-c", "safe.bareRepository=explicit"]);
    git.arg("-C").arg(folder).args(args.into_iter().map(OsString::from)).output()
}
