//! Why a library or a module is not loaded.

use std::path::PathBuf;

use locator::dynamic::{LoadError, LoadErrorKind};
use locator::report::visible;
use locator::wasm::{ModuleError, ModuleErrorKind, Violation};
use serde_json::{Value, json};

use crate::input;
use crate::secrets;

/// A plugin that is not loaded: the file, the problem, and how to fix it with this command.
#[derive(Debug)]
pub(crate) struct PluginError {
    file: PathBuf,
    problem: String,
    remedy: String,
}

impl From<LoadError> for PluginError {
    fn from(error: LoadError) -> Self {
        let (file, problem) = (error.path().to_owned(), error.kind().to_string());
        Self { file, problem, remedy: library_remedy(&error) }
    }
}

impl From<ModuleError> for PluginError {
    fn from(error: ModuleError) -> Self {
        let (file, problem) = (PathBuf::from(error.module()), error.kind().to_string());
        Self { file, problem, remedy: module_remedy(&error) }
    }
}

impl PluginError {
    /// The error for people: the file, the problem, and how to fix it.
    pub(crate) fn to_text(&self) -> String {
        let Self { file, problem, remedy } = self;
        format!("{}: {}\n  help: {}", input::name(file), visible(problem), visible(remedy))
    }

    /// The error for programs.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "kind": "plugin",
            "file": secrets::mask_path(&self.file),
            "message": secrets::mask_message(&self.problem),
            "help": self.remedy,
        })
    }
}

/// How to fix it with this command, where the library's own advice is about its API.
fn library_remedy(error: &LoadError) -> String {
    let remedy = match error.kind() {
        LoadErrorKind::Elsewhere => "add its folder to `folders` under `[plugins]` in config.toml",
        LoadErrorKind::TooLarge { .. } => "strip it: `strip -x`",
        LoadErrorKind::NotLoaded(_) => "link that statically",
        LoadErrorKind::NameNotAllowed(_) => RENAME,
        LoadErrorKind::Taken { .. } => OMIT,
        _ => return error.remedy(),
    };
    remedy.to_owned()
}

/// As [`library_remedy`], for a module.
fn module_remedy(error: &ModuleError) -> String {
    let remedy = match error.kind() {
        ModuleErrorKind::TooLarge { .. } => "build it in release mode, and with `strip = true`",
        ModuleErrorKind::Start(Violation::Memory) => "set a larger `memory` under `[plugins]` in config.toml",
        ModuleErrorKind::Start(Violation::Fuel) => "set a larger `fuel` under `[plugins]` in config.toml",
        ModuleErrorKind::NameNotAllowed(_) => RENAME,
        ModuleErrorKind::Taken { .. } => OMIT,
        _ => return error.remedy(),
    };
    remedy.to_owned()
}

const RENAME: &str = "rename it: `x-…`, or a domain of yours in reverse";
const OMIT: &str = "omit one of the two";
