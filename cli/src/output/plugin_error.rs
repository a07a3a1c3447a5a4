//! Why a library or a module is not loaded.

use std::path::PathBuf;

use anyurl::plugins::{PluginError, PluginErrorKind, Violation};
use anyurl::visible;
use serde_json::{Value, json};

use crate::{input, secrets};

/// A plugin that is not loaded: the file, the problem, and how to fix it with this command.
#[derive(Debug)]
pub(crate) struct PluginFault {
    file: PathBuf,
    problem: String,
    remedy: String,
}

impl From<PluginError> for PluginFault {
    fn from(error: PluginError) -> Self {
        let (file, problem) = (error.path().to_owned(), error.kind().to_string());
        Self { file, problem, remedy: remedy(&error) }
    }
}

impl PluginFault {
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
fn remedy(error: &PluginError) -> String {
    let remedy = match error.kind() {
        PluginErrorKind::Elsewhere => "add its folder to `folders` under `[plugins]` in config.toml",
        PluginErrorKind::TooLarge { .. } => {
            "strip it: a library by `strip -x`, a module by `strip = true` of a release build"
        }
        PluginErrorKind::NotLoaded(_) => "link that statically",
        PluginErrorKind::Start(Violation::Memory) => "set a larger `memory` under `[plugins]` in config.toml",
        PluginErrorKind::Start(Violation::Fuel) => "set a larger `fuel` under `[plugins]` in config.toml",
        PluginErrorKind::NameNotAllowed(_) => "rename it: `x-…`, or a domain of yours in reverse",
        PluginErrorKind::Taken { .. } => "omit one of the two",
        _ => return error.remedy(),
    };
    remedy.to_owned()
}
