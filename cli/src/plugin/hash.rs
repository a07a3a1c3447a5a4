//! `locator plugin hash`: what pins a library. It is not loaded.

use std::fs;
use std::io::Write;

use locator::dynamic::{Fault, sha256_of};
use serde_json::json;

use crate::args;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::libraries;
use crate::output::json;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Hash) -> Result<Exit, Trouble> {
    let file = libraries::absolute(&args.file)?;
    let unread = |error| Trouble::File(input::name(&file), error);
    let hash = sha256_of(&file).map_err(|error| match error.fault() {
        Fault::Open(cause) => unread(std::io::Error::new(cause.kind(), cause.to_string())),
        _ => error.into(),
    })?;
    let size = fs::metadata(&file).map_err(unread)?.len();
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
