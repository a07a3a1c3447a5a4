//! `--changed-since REV`: the files as git has them at a revision.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use locator::declared::format::{Folder, ParsedFile, RegistryFile, RegistryFileError};

use crate::exit::Trouble;
use crate::input;

/// A revision, of the checkout in which a file stands.
pub(super) struct Since {
    /// The folder of the file: git is run there.
    folder: PathBuf,
    /// The commit; never an option of git, whatever was written on the command line.
    commit: String,
}

impl Since {
    /// The revision that `rev` names in the checkout of a file.
    pub(super) fn new(file: &Path, rev: &str) -> Result<Self, Trouble> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new(".")).to_owned();
        let name = input::name(file);
        let inside = git(&folder, ["rev-parse", "--is-inside-work-tree"])?;
        if !inside.status.success() {
            let message = format!("{name} is in no git checkout, so nothing is known of `{rev}`");
            return Err(Trouble::Usage(message));
        }
        let wanted = format!("{rev}^{{commit}}");
        let options = ["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted];
        let commit = git(&folder, options)?;
        if !commit.status.success() {
            let message = format!("git knows no revision `{rev}` where {name} is");
            return Err(Trouble::Usage(message));
        }
        let commit = String::from_utf8_lossy(&commit.stdout).trim().to_owned();
        Ok(Self { folder, commit })
    }

    /// The layer as it was; none where the file was not there, or could not be read.
    pub(super) fn layer(&self, file: &Path) -> Option<ParsedFile> {
        let name = file.file_name()?.to_str()?;
        RegistryFile::read(self, "", name).ok()
    }

    fn show(&self, path: &str) -> Result<Vec<u8>, RegistryFileError> {
        let object = format!("{}:./{path}", self.commit);
        self.output(path, ["show", &object])
    }

    fn output<'a>(&self, path: &str, args: impl IntoIterator<Item = &'a str>) -> Result<Vec<u8>, RegistryFileError> {
        let absent = |error: &io::Error| RegistryFileError::unreadable(path, error);
        let output = run(&self.folder, args).map_err(|error| absent(&error))?;
        if output.status.success() { Ok(output.stdout) } else { Err(absent(&io::Error::from(io::ErrorKind::NotFound))) }
    }
}

impl Folder for Since {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError> {
        let bytes = self.show(path)?;
        if bytes.len() > most {
            let path = path.to_owned();
            return Err(RegistryFileError::TooLong { path, most });
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
        // A name that is not UTF-8 is of no pattern.
        let names = names.filter_map(|name| String::from_utf8(name.to_vec()).ok());
        Ok(names.filter(|name| !name.is_empty()).collect())
    }
}

/// Runs git, which has to be there.
fn git<'a>(folder: &Path, args: impl IntoIterator<Item = &'a str>) -> Result<Output, Trouble> {
    run(folder, args).map_err(|error| Trouble::File("git".to_owned(), error))
}

fn run<'a>(folder: &Path, args: impl IntoIterator<Item = &'a str>) -> io::Result<Output> {
    let args = args.into_iter().map(OsString::from);
    Command::new("git").args([OsStr::new("-C"), folder.as_os_str()]).args(args).output()
}
