//! Libraries for tests: compiled from `testdata/plugin.c`, and copied to a folder that nobody else may write.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use locator_core::{Registry, RegistryBuilder};
use locator_dynamic::{AddLibrary, Fault, LoadError, LoadPolicy};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/plugin.c");

/// A folder and what is in it, for one test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Without symbolic links.
    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().canonicalize().expect("a folder")
    }

    /// A file in it that only its owner may write.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).expect("a file");
        chmod(&path, 0o644);
        path
    }

    /// The plugin of `testdata/plugin.c` with these flags; `None` where there is no compiler.
    pub(crate) fn plugin(&self, name: &str, flags: &[&str]) -> Option<PathBuf> {
        let built = locator_testkit::plugin::compile(name, &[Path::new(SOURCE)], flags)?;
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

/// A policy as for a file that a person has named.
pub(crate) fn trusting() -> LoadPolicy {
    LoadPolicy::new().allow_dynamic(true).require_sha256(false)
}

pub(crate) fn load(path: &Path) -> Result<RegistryBuilder, LoadError> {
    Registry::builder().add_library(path, &trusting())
}

/// A registry with the schemes of a library.
pub(crate) fn registry(path: &Path) -> Registry {
    match load(path) {
        Ok(builder) => builder.build(),
        Err(error) => panic!("{error}"),
    }
}

/// Asserts that a library is refused for a certain reason, that nothing was registered, and that a good one still loads.
#[track_caller]
pub(crate) fn refused(
    builder: &RegistryBuilder,
    path: &Path,
    policy: &LoadPolicy,
    is_it: fn(&Fault) -> bool,
) -> LoadError {
    let before: Vec<_> = names(builder);
    let Err(error) = builder.clone().add_library(path, policy) else {
        panic!("{} is loaded", path.display());
    };
    assert!(is_it(error.fault()), "{}: {:?}", path.display(), error.fault());
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

/// A good plugin, compiled once for all tests of a process.
static GOOD: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| {
    let folder = Folder::new();
    let path = folder.plugin("pigeon-good", &[])?;
    Some(fs::read(path).expect("what was compiled"))
});

fn names(builder: &RegistryBuilder) -> Vec<String> {
    let registry = builder.clone().build();
    registry.names().map(str::to_owned).collect()
}

/// Says on standard error that a test is skipped, and why: not `eprintln!`, which is captured.
pub(crate) fn skip(what: &str, why: &str) {
    use std::io::Write;
    writeln!(std::io::stderr(), "\nskipped: {what}: {why}").expect("a standard error");
}
