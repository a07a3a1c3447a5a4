//! `--changed-since REV` and `--since REV`: reads registry files from a git revision.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use locator_declared::format::{Folder, ParsedFile, RegistryFile, RegistryFileError};

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

    fn show(&self, path: &str) -> Result<Vec<u8>, RegistryFileError> {
        let object = format!("{}:./{path}", self.commit);
        self.output(path, ["show", &object])
    }

    fn output<'a>(&self, path: &str, args: impl IntoIterator<Item = &'a str>) -> Result<Vec<u8>, RegistryFileError> {
        let name = format!("{}:{path}", self.revision);
        let unreadable = |error: &io::Error| RegistryFileError::unreadable(&name, error);
        let output = run(&self.folder, args).map_err(|error| unreadable(&error))?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(unreadable(&io::Error::from(io::ErrorKind::NotFound)))
        }
    }
}

impl Folder for GitRevision {
    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, RegistryFileError> {
        let bytes = self.show(path)?;
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

fn run<'a>(folder: &Path, args: impl IntoIterator<Item = &'a str>) -> io::Result<Output> {
    let args = args.into_iter().map(OsString::from);
    Command::new("git").args([OsStr::new("-C"), folder.as_os_str()]).args(args).output()
}
