//! Why a library is not loaded: the path, what is wrong, and how to fix it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use locator_core::RegisterError;
use locator_declared::format::Hash;
use semver::{Version, VersionReq};

/// Why a library is not loaded. Nothing has been registered then.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    fault: Box<Fault>,
}

impl LoadError {
    pub(crate) fn new(path: &Path, fault: Fault) -> Self {
        Self { path: path.to_owned(), fault: Box::new(fault) }
    }

    /// The library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// How it is fixed: a short command.
    pub fn remedy(&self) -> String {
        self.fault.remedy()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, fault } = self;
        write!(f, "{}: {fault}; {}", path.display(), fault.remedy())
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.fault {
            Fault::Open(error) => Some(error),
            Fault::Refused(error) => Some(error),
            _ => None,
        }
    }
}

/// What is wrong with a library, in the order in which it is looked at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The policy loads nothing.
    #[error("libraries are not loaded: each has all rights of this program")]
    NotAllowed,
    /// The path depends on the current folder.
    #[error("the path is relative, so that what is loaded would depend on the current folder")]
    Relative,
    /// It cannot be read.
    #[error("{0}")]
    Open(io::Error),
    /// It is a symbolic link.
    #[error("it is a symbolic link")]
    Symlink,
    /// It is a folder, a pipe or a device.
    #[error("it is no file")]
    NotRegular,
    /// It is larger than the policy lets one be.
    #[error("it has {size} bytes, and {most} are read at most")]
    TooLarge {
        /// How many it has.
        size: u64,
        /// How many it may have.
        most: u64,
    },
    /// It lies in none of the folders from which libraries are loaded.
    #[error("it lies in none of the folders from which libraries are loaded")]
    Elsewhere,
    /// Somebody else may write it, or a folder that it lies in.
    #[error("{} can be written by others (mode {mode:03o}){}", what.display(), and_more(above))]
    Writable {
        /// The file or folder.
        what: PathBuf,
        /// Its permissions.
        mode: u32,
        /// The folders above it that others may write, too.
        above: Vec<PathBuf>,
    },
    /// Somebody else owns it, or a folder that it lies in.
    #[error("{} belongs to the user {owner}, who is neither root nor you", what.display())]
    Owner {
        /// The file or folder.
        what: PathBuf,
        /// The user.
        owner: u32,
    },
    /// The policy asks for a hash, and none is known.
    #[error("nobody has said what its SHA-256 is: it has {0}")]
    Unpinned(Hash),
    /// It is not the file that was meant.
    #[error("it has {found}, and {wanted} is wanted")]
    Hash {
        /// The pin.
        wanted: Hash,
        /// What it has.
        found: Hash,
    },
    /// It is no shared library, or not all of one.
    #[error("it is no shared library: {0}")]
    NotElf(String),
    /// It is for another machine.
    #[error("it is for {found}, and this program for {host}")]
    WrongArch {
        /// Its machine.
        found: String,
        /// The machine of this program.
        host: &'static str,
    },
    /// It is no plugin.
    #[error("it has no function `locator_plugin_entry`, so it is no plugin")]
    NoEntry,
    /// It needs a library that would be searched for.
    #[error("it needs the library `{0}`")]
    Needed(String),
    /// It needs a library that it may need, and that this program has not loaded, so that it would be searched for.
    #[error("it needs the library `{0}`, which this program has not loaded")]
    NotLoaded(String),
    /// It asks the system for something that nothing is known of here.
    #[error("its dynamic section has an entry that is not known here: {0}")]
    Tag(String),
    /// It says itself where libraries are searched.
    #[error("it has a search path for libraries of its own: `{0}`")]
    SearchPath(String),
    /// It is registered already.
    #[error("it is loaded already, from {}", .0.display())]
    Already(PathBuf),
    /// The file was loaded, and then changed: the old one stays until the process ends.
    #[error("it has changed since it was loaded")]
    Changed,
    /// The system refuses it.
    #[error("{0}")]
    Dlopen(String),
    /// The entry is a function of another file.
    #[error("its function `locator_plugin_entry` is that of {0}")]
    Foreign(String),
    /// What it says about itself breaks the contract.
    #[error("its description is wrong: {0}")]
    Descriptor(String),
    /// It was made for another major version of the ABI.
    #[error("it speaks ABI {plugin}, and this program ABI {host}")]
    Major {
        /// Its version.
        plugin: u16,
        /// The version of this program.
        host: u16,
    },
    /// It needs a later minor version of the ABI.
    #[error("it needs ABI 1.{needed}, and this program has 1.{host}")]
    Minor {
        /// What it needs.
        needed: u16,
        /// What there is.
        host: u16,
    },
    /// A panic of it would end the program.
    #[error("it does not say that no panic leaves it")]
    NotPanicSafe,
    /// It needs another version of Locator.
    #[error("it needs Locator {wanted}, and this is {host}")]
    HostReq {
        /// What it needs.
        wanted: VersionReq,
        /// This version, without its pre-release.
        host: Version,
    },
    /// Another version of it is wanted.
    #[error("it is version {version}, and {wanted} is wanted")]
    PluginReq {
        /// What is wanted.
        wanted: VersionReq,
        /// What it is.
        version: Version,
    },
    /// It brings a scheme with a name that is none.
    #[error("its scheme `{}` has no legal name", .0.escape_debug())]
    BadScheme(String),
    /// It brings a scheme that plugins may not bring.
    #[error("it brings the scheme `{0}`: a plugin brings names with `x-` or of a reversed domain only")]
    NameNotAllowed(String),
    /// It does not bring the scheme that a registry file says it does.
    #[error("it brings no scheme `{name}` {version}")]
    NoScheme {
        /// The name.
        name: String,
        /// The version.
        version: Version,
    },
    /// A name is taken.
    #[error("its scheme `{name}` is taken by {owner}")]
    Taken {
        /// The name.
        name: String,
        /// Who has it.
        owner: String,
    },
    /// RFC 1738 Section 4 refuses a scheme.
    #[error("{0}")]
    Refused(RegisterError),
    /// It cannot work.
    #[error("it cannot be prepared: it answers {status}{}{text}", if text.is_empty() { "" } else { ": " })]
    Init {
        /// What it answers.
        status: i32,
        /// What it says.
        text: String,
    },
    /// The registry file has no library for this machine.
    #[error("the registry file has no library for {0}")]
    NoArtifact(String),
    /// No `allow_dylib` of a registry file lists the scheme.
    #[error("no policy of a registry file lets a library bring `{0}`")]
    NotListed(String),
    /// The registry file says nothing of where libraries are.
    #[error("the registry file names no folder of libraries")]
    NoFolder,
}

impl Fault {
    /// How it is fixed: a short command.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Self::NotAllowed => "allow it in the `LoadPolicy` of the application",
            Self::Relative => "write the path from the root",
            Self::Open(_) => "name a file that is there and can be read",
            Self::Symlink => "name the file that it leads to",
            Self::NotRegular => "name a file",
            Self::TooLarge { .. } => "strip it (`strip -x`), or raise `LoadPolicy::largest`",
            Self::Writable { what, above, .. } => {
                let all = std::iter::once(what).chain(above);
                let all: Vec<_> = all.map(|one| quoted(one)).collect();
                return format!("run `chmod go-w {}`", all.join(" "));
            }
            Self::Elsewhere => "move it there, or name its folder by `LoadPolicy::folder`",
            Self::Owner { what, .. } => {
                return format!("copy it to a folder of yours, or run `chown root {}`", quoted(what));
            }
            Self::Unpinned(hash) => return format!("pin it: `sha256 = \"{}\"`", digits(hash)),
            Self::Hash { .. } => "find out who changed it; if you did, pin it anew",
            Self::NotElf(_) => "build it again, and copy all of it",
            Self::WrongArch { .. } => "take the one that was built for this machine",
            Self::NoEntry => "build it with `export_plugin!` or `locator_plugin.h`",
            Self::Needed(_) => "link it statically, or allow it by `LoadPolicy::allow_library`",
            Self::NotLoaded(_) => "link it statically, or link the program with it",
            Self::Tag(_) => "build it again, with a linker for this system",
            Self::SearchPath(_) => "build it without `-rpath`",
            Self::Already(_) => "load it once",
            Self::Changed => "start the program again; install by renaming, not by writing over",
            Self::Dlopen(_) | Self::Foreign(_) => "build it again, with all that it needs",
            Self::Descriptor(_) => "tell its author",
            Self::Major { .. } => "take a version of it that was built for this ABI",
            Self::Minor { .. } | Self::HostReq { .. } => "take another version of it, or of Locator",
            Self::NotPanicSafe => "build it with `panic = \"unwind\"`, or with the C header",
            Self::PluginReq { .. } => "install a version that is wanted",
            Self::BadScheme(_) => "name it with letters, digits, `+`, `-` and `.`, in lower case",
            Self::NameNotAllowed(_) => "rename it, or allow the name by `LoadPolicy::allow_name`",
            Self::NoScheme { .. } => "correct the registry file, or install the right library",
            Self::Taken { .. } => "take one of the two away, or say `on_conflict`",
            Self::Refused(_) => "fix the scheme",
            Self::Init { .. } => "read what its author says of it",
            Self::NoArtifact(_) => "add a `[[scheme.plugin.artifact]]` for it",
            Self::NotListed(_) => "add it to `allow_dylib` under `[policy]`",
            Self::NoFolder => "write `plugins = \"plugins\"` under `[registry]`",
        };
        remedy.to_owned()
    }
}

/// The digits of a hash, as a registry file writes them.
fn digits(hash: &Hash) -> String {
    hash.to_string().replace("sha256:", "")
}

fn and_more(folders: &[PathBuf]) -> String {
    match folders.len() {
        0 => String::new(),
        1 => ", and so can a folder above it".to_owned(),
        more => format!(", and so can {more} folders above it"),
    }
}

/// A path as a shell takes it for one word.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,=@".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remedy_can_be_pasted() {
        for (path, word) in [
            ("/a/lib-b.so", "/a/lib-b.so"),
            ("/my plugins", "'/my plugins'"),
            ("/joe's", r"'/joe'\''s'"),
            ("/$(reboot)", "'/$(reboot)'"),
        ] {
            assert_eq!(quoted(Path::new(path)), word);
        }
    }
}
