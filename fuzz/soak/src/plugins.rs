//! Libraries and modules that are loaded, used and dropped, and broken ones that are refused.

use std::fs;
use std::path::{Path, PathBuf};

use anyurl::dynamic::AddLibrary;
use anyurl::plugins::PluginPolicy;
use anyurl::wasm::AddModule;
use anyurl::{Registry, RegistryBuilder};
use anyurl_testkit::{module, plugin};
use tempfile::TempDir;

use crate::usage::{Growth, Usage};
use crate::{Outcome, row};

const ROWS: u64 = 10;

/// The files of one scheme, `x-shelf`, whole and cut in half.
struct Files {
    /// Removed when dropped.
    _folder: TempDir,
    library: PathBuf,
    broken_library: PathBuf,
    module: Option<Vec<u8>>,
}

/// Loads the plugins some number of times.
pub(crate) fn run(turns: f64) -> Outcome {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and far from the limits")]
    let turns = turns as u64;
    let files = Files::new()?;
    row(&[&"turns", &"memory, MiB", &"descriptors"]);
    row(&[&"---:", &"---:", &"---:"]);
    let mut growth = Growth::default();
    for turn in 1..=turns {
        files.turn()?;
        if turn % turns.div_ceil(ROWS) == 0 || turn == turns {
            let usage = Usage::of("self")?;
            row(&[&turn, &format!("{:.1}", usage.memory), &usage.descriptors]);
            growth.add(turn, turns, usage)?;
        }
    }
    Ok(())
}

impl Files {
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let folder = TempDir::new()?;
        let bytes = fs::read(plugin::build("x-shelf-plugin"))?;
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).map(|()| path)
        };
        let (library, broken_library) = (write("whole.so", &bytes)?, write("half.so", &bytes[..bytes.len() / 2])?);
        let module = module::build("x-shelf-plugin").map(fs::read).transpose()?;
        Ok(Self { _folder: folder, library, broken_library, module })
    }

    /// Loads each plugin into a registry, reads URLs, and drops it; then loads what is refused.
    fn turn(&self) -> Result<(), Box<dyn std::error::Error>> {
        read(&with_library(&self.library)?.build())?;
        with_library(&self.broken_library).err().ok_or("half a library is loaded")?;
        if let Some(module) = &self.module {
            read(&with_module(module)?.build())?;
            with_module(&module[..module.len() / 2]).err().ok_or("half a module is loaded")?;
        }
        Ok(())
    }
}

fn with_library(path: &Path) -> Result<RegistryBuilder, anyurl::plugins::PluginError> {
    let policy = PluginPolicy::new().allow_libraries(true).require_sha256(false).check_permissions(false);
    Registry::builder().add_library(path, &policy)
}

fn with_module(bytes: &[u8]) -> Result<RegistryBuilder, anyurl::plugins::PluginError> {
    let policy = PluginPolicy::new().allow_modules(true).require_sha256(false);
    Registry::builder().add_module("shelf.wasm", bytes, &policy)
}

/// Reads the examples of a registry.
fn read(registry: &Registry) -> Outcome {
    for entry in registry.entries() {
        for example in entry.registration().examples.iter() {
            registry.parse(&example.url)?;
        }
    }
    Ok(())
}
