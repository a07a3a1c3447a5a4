//! `anyurl plugin hash`: prints the hash of a library or a module, which is not loaded.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyurl::dynamic::{self, sha256_of};
use anyurl_declared::format::{MAX_INLINE_BYTES, MODULE_TARGET};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::{modules, plugins};
use crate::output::json;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Hash) -> Result<Exit, CliError> {
    let file = plugins::absolute(&args.file)?;
    let hash = sha256_of(&file)?;
    let size = fs::metadata(&file);
    let size = size.map_err(|error| CliError::File(input::name(&file), error))?.len();
    let default = if modules::is_module(&file) { MODULE_TARGET } else { dynamic::TARGET };
    let (digits, target) = (plugins::digits(&hash), args.target.as_deref().unwrap_or(default));
    let inline = args.inline.then(|| inline(&file, size)).transpose()?;
    if session.json {
        let name = file.display().to_string();
        let mut value = json!({ "file": name, "sha256": digits, "target": target, "size": size });
        if let Some(inline) = inline {
            value["inline"] = inline.into();
        }
        json::line(&mut session.out, &value)?;
        return Ok(Exit::Success);
    }
    write!(
        session.out,
        r#"{hash}

    [[scheme.plugin.artifact]]
    target = {}
    version = "TODO: the version of the {}"
    sha256 = "{digits}"
    size = {size}
"#,
        toml::Value::from(target),
        if target == MODULE_TARGET { "module" } else { "library" },
    )?;
    if let Some(inline) = inline {
        writeln!(session.out, "    inline = \"{inline}\"")?;
    }
    Ok(Exit::Success)
}

/// The bytes of a module as a registry file contains them.
fn inline(file: &Path, size: u64) -> Result<String, CliError> {
    let name = || input::name(file);
    if !modules::is_module(file) {
        return Err(CliError::Usage(format!("{} is not a WebAssembly module: only a module can be inline", name())));
    }
    if size > MAX_INLINE_BYTES as u64 {
        return Err(CliError::Usage(format!(
            "{} has {size} bytes, but a module inside a registry file has at most {MAX_INLINE_BYTES}: put it into the \
             folder `plugins`",
            name()
        )));
    }
    let bytes = fs::read(file).map_err(|error| CliError::File(name(), error))?;
    Ok(STANDARD.encode(bytes))
}
