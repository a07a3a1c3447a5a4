//! Libraries for tests: compiled from `testdata/plugin.c`, and copied to a folder that only its owner can write to.

#![allow(dead_code, reason = "each test binary uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyurl_core::{Registry, RegistryBuilder};
use anyurl_host::dynamic::AddLibrary;
use anyurl_host::{PluginError, PluginErrorKind, PluginPolicy};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/plugin.c");

/// A temporary folder for one test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Returns the path without symbolic links.
    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().canonicalize().expect("a folder")
    }

    /// Creates a file in it that only its owner can write to.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).expect("a file");
        chmod(&path, 0o644);
        path
    }

    /// Compiles the plugin of `testdata/plugin.c` with these flags; `None` without a compiler.
    pub(crate) fn plugin(&self, name: &str, flags: &[&str]) -> Option<PathBuf> {
        let built = anyurl_testkit::plugin::compile(name, &[Path::new(SOURCE)], flags)?;
        let bytes = fs::read(&built).expect("what was compiled");
        let name = built.file_name().expect("a name").to_string_lossy().into_owned();
        Some(self.file(&name, &bytes))
    }
}

#[cfg(unix)]
pub(crate) fn chmod(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

#[cfg(not(unix))]
pub(crate) fn chmod(_: &Path, _: u32) {}

/// Returns the policy for a file that the user has named.
pub(crate) fn trusting() -> PluginPolicy {
    PluginPolicy::new().allow_libraries(true).require_sha256(false)
}

pub(crate) fn load(path: &Path) -> Result<RegistryBuilder, PluginError> {
    Registry::builder().add_library(path, &trusting())
}

/// Returns a registry with the schemes of a library.
pub(crate) fn registry(path: &Path) -> Registry {
    match load(path) {
        Ok(builder) => builder.build(),
        Err(error) => panic!("{error}"),
    }
}

/// Asserts that a library is refused for a certain reason, that nothing is registered, and that a good one still loads.
#[track_caller]
pub(crate) fn refused(
    builder: &RegistryBuilder,
    path: &Path,
    policy: &PluginPolicy,
    is_it: fn(&PluginErrorKind) -> bool,
) -> PluginError {
    let before: Vec<_> = names(builder);
    let Err(error) = builder.clone().add_library(path, policy) else {
        panic!("{} is loaded", path.display());
    };
    assert!(is_it(error.kind()), "{}: {:?}", path.display(), error.kind());
    assert_eq!(error.path(), path);
    assert!(!error.remedy().is_empty());
    assert_eq!(names(builder), before);
    let folder = Folder::new();
    if let Some(bytes) = &*GOOD {
        let good = folder.file("good.so", bytes);
        assert!(registry(&good).parse("x-pigeon://h/roof/7").is_ok());
    }
    error
}

/// A good plugin, compiled once per process.
static GOOD: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| {
    let folder = Folder::new();
    let path = folder.plugin("pigeon-good", &[])?;
    Some(fs::read(path).expect("what was compiled"))
});

fn names(builder: &RegistryBuilder) -> Vec<String> {
    let registry = builder.clone().build();
    registry.names().map(str::to_owned).collect()
}

/// Prints that a test is skipped. `eprintln!` would be captured.
pub(crate) fn skip(what: &str, why: &str) {
    use std::io::Write;
    writeln!(std::io::stderr(), "\nskipped: {what}: {why}").expect("a standard error");
}
