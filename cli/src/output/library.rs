//! Why a library is not loaded.

use locator::dynamic::{LoadError, LoadErrorKind};
use locator::report::visible;
use serde_json::{Value, json};

use crate::input;
use crate::secrets;

/// The error for people: the file, the problem, and how to fix it.
pub(crate) fn to_text(error: &LoadError) -> String {
    let (fault, remedy) = (error.kind().to_string(), remedy(error));
    format!("{}: {}\n  help: {}", input::name(error.path()), visible(&fault), visible(&remedy))
}

/// The error for programs.
pub(crate) fn to_json(error: &LoadError) -> Value {
    json!({
        "kind": "plugin",
        "file": secrets::mask_path(error.path()),
        "message": secrets::mask_message(&error.kind().to_string()),
        "help": remedy(error),
    })
}

/// How to fix it with this command, where the library's own advice is about its API.
fn remedy(error: &LoadError) -> String {
    let remedy = match error.kind() {
        LoadErrorKind::Elsewhere => "add its folder to `folders` under `[plugins]` in config.toml",
        LoadErrorKind::TooLarge { .. } => "strip it: `strip -x`",
        LoadErrorKind::Needed(_) | LoadErrorKind::NotLoaded(_) => "link that statically",
        LoadErrorKind::NameNotAllowed(_) => "rename it: `x-…`, or a domain of yours in reverse",
        LoadErrorKind::Taken { .. } => "omit one of the two",
        _ => return error.remedy(),
    };
    remedy.to_owned()
}
