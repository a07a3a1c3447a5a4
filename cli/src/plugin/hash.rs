//! `locator plugin hash`: what pins a library. It is not loaded.

use std::fs;
use std::io::Write;

use locator::dynamic::sha256_of;
use serde_json::json;

use crate::args;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::libraries;
use crate::output::json;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Hash) -> Result<Exit, Trouble> {
    let file = libraries::absolute(&args.file)?;
    let hash = sha256_of(&file)?;
    let size = fs::metadata(&file);
    let size = size.map_err(|error| Trouble::File(input::name(&file), error))?.len();
    let (digits, target) = (libraries::digits(&hash), &args.target);
    if session.json {
        let name = file.display().to_string();
        let value = json!({ "file": name, "sha256": digits, "target": target, "size": size });
        json::line(&mut session.out, &value)?;
        return Ok(Exit::Well);
    }
    write!(
        session.out,
        r#"{hash}

    [[scheme.plugin.artifact]]
    target = {}
    version = "TODO: that of the library"
    sha256 = "{digits}"
    size = {size}
"#,
        toml::Value::from(target.as_str()),
    )?;
    Ok(Exit::Well)
}
