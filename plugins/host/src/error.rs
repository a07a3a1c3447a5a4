//! [`PluginError`]: the library or module, the problem, and a remedy.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use anyurl_core::RegisterError;
use anyurl_declared::format::{Hash, PluginKind};

use crate::facts::FactsError;
use crate::violation::Violation;

/// The error of loading a library or a module. Nothing has been registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PluginError {
    path: PathBuf,
    kind: Box<PluginErrorKind>,
}

impl PluginError {
    /// Creates an error, for loaders.
    #[doc(hidden)]
    pub fn new(path: impl Into<PathBuf>, kind: PluginErrorKind) -> Self {
        Self { path: path.into(), kind: Box::new(kind) }
    }

    /// Returns the path of the library, or the name of the module, which is the path of a file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the problem.
    pub fn kind(&self) -> &PluginErrorKind {
        &self.kind
    }

    /// Returns advice on how to fix the problem, in the imperative.
    pub fn remedy(&self) -> String {
        self.kind.remedy()
    }
}

impl fmt::Display for PluginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, kind } = self;
        write!(f, "{}: {kind}; {}", path.display(), kind.remedy())
    }
}

impl std::error::Error for PluginError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.kind {
            PluginErrorKind::Facts(error) => Some(error),
            PluginErrorKind::Refused(error) => Some(error),
            _ => None,
        }
    }
}

/// The problem with a library or a module, in the order of the checks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PluginErrorKind {
    /// The policy loads no plugin of this kind.
    #[error("{}", disabled(*.0))]
    NotAllowed(PluginKind),
    /// The path is relative.
    #[error("the path is relative to the current folder")]
    Relative,
    /// The file cannot be read.
    #[error("{message}")]
    Open {
        /// The kind of the I/O error.
        kind: io::ErrorKind,
        /// The message of the system.
        message: String,
    },
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
    #[error("not a plugin: the library has no function `anyurl_plugin_entry`")]
    NoEntry,
    /// The plugin was built under the former name of this project.
    #[error("the plugin was built for `locator`, the former name of anyurl")]
    FormerName,
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
    #[error("the function `anyurl_plugin_entry` belongs to another library, {0}")]
    Foreign(String),
    /// The program is optimized and has debug assertions, so that a module could overflow its stack.
    #[error("this program is optimized and has debug assertions, so that a module could overflow its stack")]
    Build,
    /// The bytes are not a valid module, or use a feature that this host does not allow.
    #[error("not a valid module: {0}")]
    Invalid(String),
    /// A function has so many local variables that a call of it takes much longer than its fuel allows.
    #[error("the function {function} has {locals} local variables; the limit is {limit}")]
    Locals {
        /// The number of the function, from 0.
        function: usize,
        /// The number of its local variables, without its parameters.
        locals: u64,
        /// The largest number.
        limit: u64,
    },
    /// The module imports something.
    #[error("the module imports `{0}`, but a plugin has no imports")]
    Import(String),
    /// The module has no section with facts, or several.
    #[error("not a plugin: the module has {0} sections `anyurl.plugin`")]
    Sections(usize),
    /// The module lacks an export, or has it with another type.
    #[error("the module does not export {0}")]
    Export(&'static str),
    /// What the plugin says of itself and of its schemes is invalid, or it needs another version.
    #[error("{}", of_facts(.0))]
    Facts(FactsError),
    /// A panic of the plugin would end the program.
    #[error("the plugin does not set the flag AUP_PLUGIN_PANIC_SAFE, so a panic in it could end this program")]
    NotPanicSafe,
    /// The module cannot be instantiated, or its start function fails.
    #[error("the module cannot be started: {}", .0.requirement().text())]
    Start(Violation),
    /// The policy does not allow the name of a scheme.
    #[error("the scheme name `{0}` is not allowed: it begins with neither `x-` nor a reversed domain name")]
    NameNotAllowed(String),
    /// The plugin does not have the scheme that a registry file expects.
    #[error("the plugin has no scheme {wanted}, but {found}")]
    NoScheme {
        /// The name and the version.
        wanted: String,
        /// Those of the schemes that it has.
        found: String,
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
    /// The registry file has no artifact for modules, or an invalid one.
    #[error("{0}")]
    Artifact(String),
    /// No registry file allows a plugin of this kind for the scheme.
    #[error("no registry file allows {} for `{name}`", noun(*.kind))]
    NotListed {
        /// The scheme.
        name: String,
        /// The kind.
        kind: PluginKind,
    },
    /// The registry file names no folder for libraries.
    #[error("the registry file names no folder for libraries")]
    NoFolder,
    /// The module is not in the folder of its registry file.
    #[error("the module {0} is not in the folder `plugins` of its registry file")]
    Missing(String),
}

impl PluginErrorKind {
    /// Returns advice on how to fix the problem, in the imperative.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Self::NotAllowed(PluginKind::Wasm) => "enable it with `PluginPolicy::allow_modules`",
            Self::NotAllowed(_) => "enable it with `PluginPolicy::allow_libraries`, if you trust the library",
            Self::Relative => "use an absolute path",
            Self::Open { .. } => "name an existing, readable file",
            Self::Symlink => "name the target of the link",
            Self::NotRegular => "name a regular file",
            Self::TooLarge { .. } => "strip it (a library by `strip -x`), or raise `PluginPolicy::largest`",
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
            Self::NoEntry => "build the library with `export_plugin!` or `anyurl_plugin.h`",
            Self::FormerName => "build it again with the crate `anyurl-plugin`, or with `anyurl_plugin.h`",
            // The archive for musl: there is no loader in the program.
            Self::NotLoaded(_) if cfg!(target_feature = "crt-static") => {
                "this program is linked statically and loads no libraries: use one that is not, or a WebAssembly module"
            }
            Self::NotLoaded(_) => "link it statically, or link the program with it",
            Self::SearchPath(_) => "build the library without `-rpath`",
            Self::Already(_) => "load the plugin only once",
            Self::Changed => {
                "restart the program; replace a library by renaming the new file, not by overwriting the old one"
            }
            Self::Dlopen(_) | Self::Foreign(_) => "rebuild the library, and link it with all libraries that it uses",
            Self::Build => "build it without debug assertions, or with the feature `portable` of `anyurl-host`",
            Self::Invalid(_) => {
                "rebuild the module, and copy the whole file; it may use neither floats nor SIMD, and a function has one result"
            }
            Self::Locals { .. } => "rebuild the module with optimization, or divide the function",
            Self::Import(_) => "build it for `wasm32-unknown-unknown`, and without a C library that needs a system",
            Self::Sections(_) => {
                "build the module with `export_plugin!`, or with its facts as docs/plugin-in-wasm.md shows"
            }
            Self::Facts(FactsError::Major { .. }) => "install a version of the plugin that was built for this ABI",
            Self::Facts(FactsError::Minor { .. } | FactsError::HostReq { .. }) => {
                "install another version of the plugin, or of anyurl"
            }
            Self::Facts(FactsError::PluginReq { .. }) => "install a version that satisfies the requirement",
            Self::Facts(FactsError::BadScheme(_)) => "use lower-case letters, digits, `+`, `-` and `.`",
            Self::Start(Violation::Memory) => "raise `ModuleLimits::memory`, or build it with a smaller stack",
            Self::Start(Violation::Fuel) => "raise `ModuleLimits::fuel`, or report this to the module's author",
            Self::Facts(_) | Self::Export(_) | Self::Start(_) => "report this to the plugin's author",
            Self::NotPanicSafe => "build the plugin with `panic = \"unwind\"`, or set the flag in C",
            Self::NameNotAllowed(_) => "rename the scheme, or allow the name with `PluginPolicy::allow_name`",
            Self::NoScheme { .. } => {
                "correct `name` or `version` of the scheme in the registry file, or install the right plugin"
            }
            Self::Taken { .. } => "remove one of the two, or call `on_conflict`",
            Self::Refused(_) => "fix the scheme",
            Self::Init { .. } => "read the plugin's documentation",
            Self::NoArtifact(_) => "add a `[[scheme.plugin.artifact]]` for this target",
            Self::Artifact(_) => "correct the `[[scheme.plugin.artifact]]`",
            Self::NotListed { kind: PluginKind::Wasm, .. } => "add the scheme to `allow_wasm` under `[policy]`",
            Self::NotListed { .. } => "add the scheme to `allow_dylib` under `[policy]`",
            Self::NoFolder => "add `plugins = \"plugins\"` under `[registry]`",
            Self::Missing(_) => "install it there",
        };
        remedy.to_owned()
    }
}

impl From<FactsError> for PluginErrorKind {
    fn from(error: FactsError) -> Self {
        Self::Facts(error)
    }
}

impl PluginErrorKind {
    #[expect(clippy::needless_pass_by_value, reason = "`map_err` passes it by value")]
    pub(crate) fn open(error: io::Error) -> Self {
        Self::Open { kind: error.kind(), message: error.to_string() }
    }
}

fn disabled(kind: PluginKind) -> &'static str {
    match kind {
        PluginKind::Wasm => "loading modules is disabled",
        _ => "loading libraries is disabled, because a library runs with all rights of this program",
    }
}

/// A plugin that breaks the contract, or that does not fit.
fn of_facts(error: &FactsError) -> String {
    match error {
        FactsError::Invalid(_) | FactsError::Twice(_) => format!("invalid facts: {error}"),
        error => error.to_string(),
    }
}

fn noun(kind: PluginKind) -> &'static str {
    if kind == PluginKind::Wasm { "a module" } else { "a library" }
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
