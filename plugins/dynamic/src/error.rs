//! [`LoadError`]: the library, the problem, and a remedy.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use locator_contract::{FactsError, PinFault};
use locator_core::RegisterError;
use locator_declared::format::Hash;
use semver::{Version, VersionReq};

/// The error of loading a library. Nothing has been registered.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    kind: Box<LoadErrorKind>,
}

impl LoadError {
    pub(crate) fn new(path: &Path, kind: LoadErrorKind) -> Self {
        Self { path: path.to_owned(), kind: Box::new(kind) }
    }

    /// Returns the path of the library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the problem.
    pub fn kind(&self) -> &LoadErrorKind {
        &self.kind
    }

    /// Returns advice on how to fix the problem, in the imperative.
    pub fn remedy(&self) -> String {
        self.kind.remedy()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, kind } = self;
        write!(f, "{}: {kind}; {}", path.display(), kind.remedy())
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.kind {
            LoadErrorKind::Open(error) => Some(error),
            LoadErrorKind::Refused(error) => Some(error),
            _ => None,
        }
    }
}

/// The problem with a library. The variants are in the order of the checks.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// The policy loads nothing.
    #[error("loading libraries is disabled, because a library runs with all rights of this program")]
    NotAllowed,
    /// The path is relative.
    #[error("the path is relative to the current folder")]
    Relative,
    /// The file cannot be read.
    #[error("{0}")]
    Open(io::Error),
    /// The file is a symbolic link.
    #[error("the file is a symbolic link")]
    Symlink,
    /// The path names a folder, a pipe or a device.
    #[error("not a regular file")]
    NotRegular,
    /// The file is larger than the policy allows.
    #[error("the file has {size} bytes; the limit is {limit}")]
    TooLarge {
        /// The size of the file.
        size: u64,
        /// The largest size that the policy allows.
        limit: u64,
    },
    /// The file is not in any allowed folder.
    #[error("the file is not in any allowed folder")]
    Elsewhere,
    /// Other users can write to the file or to a folder above it.
    #[error("{} is writable by other users (mode {mode:03o}){}", path.display(), and_folders(above))]
    Writable {
        /// The file or folder.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
        /// The folders above it that are writable by other users, too.
        above: Vec<PathBuf>,
    },
    /// Another user owns the file or a folder above it.
    #[error("{} belongs to the user with the id {owner}, who is neither root nor you", path.display())]
    Owner {
        /// The file or folder.
        path: PathBuf,
        /// The user id.
        owner: u32,
    },
    /// The policy requires a pinned hash, and none is configured.
    #[error("no SHA-256 pin is configured; the file's hash is {0}")]
    Unpinned(Hash),
    /// The file does not have the pinned hash.
    #[error("the file's hash is {found}, but {expected} is pinned")]
    Hash {
        /// The pinned hash.
        expected: Hash,
        /// The hash of the file.
        found: Hash,
    },
    /// The file is not a complete and well-formed shared library.
    #[error("not a valid shared library: {0}")]
    NotElf(String),
    /// The library was built for another machine.
    #[error("the library was built for {found}, but this program for {host}")]
    WrongArch {
        /// The machine of the library.
        found: String,
        /// The machine of this program.
        host: &'static str,
    },
    /// The library is not a plugin.
    #[error("not a plugin: the library has no function `locator_plugin_entry`")]
    NoEntry,
    /// The library needs another one that the program has not loaded.
    #[error("the plugin needs the library `{0}`, which this program has not loaded")]
    NotLoaded(String),
    /// The library sets a search path.
    #[error("the library sets a search path: `{0}`")]
    SearchPath(String),
    /// The library is already registered.
    #[error("the plugin is already loaded, from {}", .0.display())]
    Already(PathBuf),
    /// The file changed after it was loaded: the loaded one stays until the process ends.
    #[error("the file has changed since it was loaded")]
    Changed,
    /// The system does not load the library.
    #[error("{0}")]
    Dlopen(String),
    /// The entry point is a function of another library.
    #[error("the function `locator_plugin_entry` belongs to another library, {0}")]
    Foreign(String),
    /// The descriptor violates the contract.
    #[error("invalid plugin descriptor: {0}")]
    Descriptor(String),
    /// The plugin was built for another major version of the ABI.
    #[error("the plugin was built for ABI {plugin}, but this program supports ABI {host}")]
    Major {
        /// The plugin's major version.
        plugin: u16,
        /// The program's major version.
        host: u16,
    },
    /// The plugin needs a later minor version of the ABI.
    #[error("the plugin needs ABI 1.{needed}, but this program supports ABI 1.{host}")]
    Minor {
        /// The minor version that the plugin needs.
        needed: u16,
        /// The program's minor version.
        host: u16,
    },
    /// A panic of the plugin would end the program.
    #[error("the plugin does not set the flag LOC_PLUGIN_PANIC_SAFE, so a panic in it could end this program")]
    NotPanicSafe,
    /// The plugin needs another version of Locator.
    #[error("the plugin needs Locator {required}, but this program has Locator {host}")]
    HostReq {
        /// The plugin's requirement.
        required: VersionReq,
        /// This version, without its pre-release.
        host: Version,
    },
    /// The policy or the registry file requires another version of the plugin.
    #[error("the plugin has version {version}, but {required} is required")]
    PluginReq {
        /// The required versions.
        required: VersionReq,
        /// The version of the plugin.
        version: Version,
    },
    /// A scheme of the plugin has an invalid name.
    #[error("the scheme name `{}` is invalid", .0.escape_debug())]
    BadScheme(String),
    /// The policy does not allow the name of a scheme.
    #[error("the scheme name `{0}` is not allowed: it begins with neither `x-` nor a reversed domain name")]
    NameNotAllowed(String),
    /// The plugin does not have the scheme that a registry file expects.
    #[error("the plugin has no scheme `{name}` {version}")]
    NoScheme {
        /// The name.
        name: String,
        /// The version.
        version: Version,
    },
    /// The name of a scheme is already registered.
    #[error("the scheme `{name}` is already registered by {owner}")]
    Taken {
        /// The name.
        name: String,
        /// The provider of the registered scheme.
        owner: String,
    },
    /// The registry rejects a scheme (RFC 1738 §4).
    #[error("{0}")]
    Refused(RegisterError),
    /// The initialization of the plugin failed.
    #[error("the plugin's `init` returned {status}{}{text}", if text.is_empty() { "" } else { ": " })]
    Init {
        /// The returned status.
        status: i32,
        /// The plugin's message.
        text: String,
    },
    /// The registry file has no library for this target.
    #[error("the registry file lists no library for the target `{0}`")]
    NoArtifact(String),
    /// No `allow_dylib` of a registry file lists the scheme.
    #[error("no registry file allows a library for `{0}`")]
    NotListed(String),
    /// The registry file names no folder for libraries.
    #[error("the registry file names no folder for libraries")]
    NoFolder,
}

impl LoadErrorKind {
    /// Returns advice on how to fix the problem, in the imperative.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Self::NotAllowed => "enable it with `PluginPolicy::allow_libraries`, if you trust the library",
            Self::Relative => "use an absolute path",
            Self::Open(_) => "name an existing, readable file",
            Self::Symlink => "name the target of the link",
            Self::NotRegular => "name a regular file",
            Self::TooLarge { .. } => "strip the library (`strip -x`), or raise `PluginPolicy::largest`",
            Self::Writable { path, above, .. } => {
                let paths: Vec<_> = std::iter::once(path).chain(above).map(|path| shell_quoted(path)).collect();
                return format!("run `chmod go-w {}`", paths.join(" "));
            }
            Self::Elsewhere => "move the file, or add its folder with `PluginPolicy::folder`",
            Self::Owner { path, .. } => {
                return format!("copy the file to a folder of your own, or run `chown root {}`", shell_quoted(path));
            }
            Self::Unpinned(hash) => {
                return format!("pin it: `sha256 = \"{}\"`", hash.to_string().replace("sha256:", ""));
            }
            Self::Hash { .. } => "find out who changed the file; if it was you, update the pin",
            Self::NotElf(_) => "rebuild the library, and copy the whole file",
            Self::WrongArch { .. } => "install the library that was built for this machine",
            Self::NoEntry => "build the library with `export_plugin!` or `locator_plugin.h`",
            Self::NotLoaded(_) => "link it statically, or link the program with it",
            Self::SearchPath(_) => "build the library without `-rpath`",
            Self::Already(_) => "load the plugin only once",
            Self::Changed => {
                "restart the program; replace a library by renaming the new file, not by overwriting the old one"
            }
            Self::Dlopen(_) | Self::Foreign(_) => "rebuild the library, and link it with all libraries that it uses",
            Self::Descriptor(_) => "report this to the plugin's author",
            Self::Major { .. } => "install a version of the plugin that was built for this ABI",
            Self::Minor { .. } | Self::HostReq { .. } => "install another version of the plugin, or of Locator",
            Self::NotPanicSafe => "build the plugin with `panic = \"unwind\"`, or set the flag in C",
            Self::PluginReq { .. } => "install a version that satisfies the requirement",
            Self::BadScheme(_) => "use lower-case letters, digits, `+`, `-` and `.`",
            Self::NameNotAllowed(_) => "rename the scheme, or allow the name with `PluginPolicy::allow_name`",
            Self::NoScheme { .. } => "correct the registry file, or install the right library",
            Self::Taken { .. } => "remove one of the two, or call `on_conflict`",
            Self::Refused(_) => "fix the scheme",
            Self::Init { .. } => "read the plugin's documentation",
            Self::NoArtifact(_) => "add a `[[scheme.plugin.artifact]]` for this target",
            Self::NotListed(_) => "add the scheme to `allow_dylib` under `[policy]`",
            Self::NoFolder => "add `plugins = \"plugins\"` under `[registry]`",
        };
        remedy.to_owned()
    }
}

impl From<FactsError> for LoadErrorKind {
    fn from(error: FactsError) -> Self {
        match error {
            FactsError::Major { plugin, host } => Self::Major { plugin, host },
            FactsError::Minor { needed, host } => Self::Minor { needed, host },
            FactsError::HostReq { required, host } => Self::HostReq { required, host },
            FactsError::PluginReq { required, version } => Self::PluginReq { required, version },
            FactsError::BadScheme(name) => Self::BadScheme(name),
            FactsError::Twice(name) => Self::Taken { name, owner: "the same library".to_owned() },
            error => Self::Descriptor(error.to_string()),
        }
    }
}

impl From<PinFault> for LoadErrorKind {
    fn from(fault: PinFault) -> Self {
        match fault {
            PinFault::Missing(found) => Self::Unpinned(found),
            PinFault::Other { expected, found } => Self::Hash { expected, found },
            PinFault::Invalid(problem) => Self::Descriptor(format!("`sha256` in the registry file: {problem}")),
        }
    }
}

fn and_folders(above: &[PathBuf]) -> String {
    match above.len() {
        0 => String::new(),
        1 => ", and so is a folder above it".to_owned(),
        count => format!(", and so are {count} folders above it"),
    }
}

/// Quotes a path for a shell, if necessary.
fn shell_quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_safe = |c: char| c.is_alphanumeric() || "/._-+,=@".contains(c);
    if text.chars().all(is_safe) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
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
            assert_eq!(shell_quoted(Path::new(path)), word);
        }
    }
}
