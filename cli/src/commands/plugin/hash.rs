//! `locator plugin hash`: prints the hash of a library, which is not loaded.

use std::fs;
use std::io::Write;

use locator::dynamic::sha256_of;
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::plugins;
use crate::output::json;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Hash) -> Result<Exit, CliError> {
    let file = plugins::absolute(&args.file)?;
    let hash = sha256_of(&file)?;
    let size = fs::metadata(&file);
    let size = size.map_err(|error| CliError::File(input::name(&file), error))?.len();
    let (digits, target) = (plugins::digits(&hash), &args.target);
    if session.json {
        let name = file.display().to_string();
        let value = json!({ "file": name, "sha256": digits, "target": target, "size": size });
        json::line(&mut session.out, &value)?;
        return Ok(Exit::Success);
    }
    write!(
        session.out,
        r#"{hash}

    [[scheme.plugin.artifact]]
    target = {}
    version = "TODO: the version of the library"
    sha256 = "{digits}"
    size = {size}
"#,
        toml::Value::from(target.as_str()),
    )?;
    Ok(Exit::Success)
}
