//! `anyurl registry move` and `rename`: a scheme in another layer, or under another name.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyurl::visible;
use anyurl_declared::format::RegistryFile;
use anyurl_registry_tools as tools;
use anyurl_registry_tools::{AddOptions, LayerEdit};

use super::add::{refused, since_release};
use super::files;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input};

pub(super) fn move_to(session: &mut Session, args: &args::Move) -> Result<Exit, CliError> {
    let (from, to) = (files::layer(session, &args.file)?, files::layer(session, &args.to)?);
    let before = to.main().document.text().to_owned();
    let copied = tools::copy_scheme(&from, &to, &before, &args.name, &options(session, &args.to, &to));
    let copied = match copied {
        Ok(copied) => copied,
        Err(error @ tools::RelocateError::Same { .. }) => return Err(CliError::Usage(error.to_string())),
        Err(error) => return refused(session, error),
    };
    let remove = || tools::remove_scheme(&from, &args.name, &options(session, &args.file, &from));
    let removed = match (!args.keep).then(remove).transpose() {
        Ok(removed) => removed,
        Err(error) => return refused(session, error),
    };
    let (name, to_name) = (visible(&args.name).into_owned(), input::name(&args.to));
    if copied.text == before {
        writeln!(session.out, "{name} is in {to_name} already")?;
    } else {
        fs::write(&args.to, &copied.text).map_err(|error| CliError::File(to_name.clone(), error))?;
        writeln!(session.out, "{name} added to {to_name}")?;
        list(session, &copied.changes)?;
    }
    let from_name = input::name(&args.file);
    match removed {
        Some(removed) => {
            write(&args.file, &removed)?;
            writeln!(session.out, "{name} removed from {from_name}")?;
            list(session, &removed.changes)?;
        }
        None => writeln!(
            session.out,
            "{name} stays in {from_name}: when all its readers have {to_name}, run the command again without `--keep`"
        )?,
    }
    Ok(Exit::Success)
}

pub(super) fn rename(session: &mut Session, args: &args::Rename) -> Result<Exit, CliError> {
    let layer = files::layer(session, &args.file)?;
    let options = options(session, &args.file, &layer).claims(args.claim);
    let edit = match tools::rename_scheme(&layer, &args.name, &args.new, &options) {
        Ok(edit) => edit,
        Err(error) => return refused(session, error),
    };
    write(&args.file, &edit)?;
    let (old, new) = (visible(&args.name), visible(&args.new));
    writeln!(session.out, "{old} is {new} in {}, with the old name as an alias", input::name(&args.file))?;
    list(session, &edit.changes)?;
    writeln!(
        session.out,
        "  overrides, masks, pins and gateways of other layers name the scheme: change them as well"
    )?;
    Ok(Exit::Success)
}

fn options(session: &Session, file: &Path, layer: &RegistryFile) -> AddOptions {
    since_release(&session.sources, AddOptions::default(), file, &layer.header.id)
}

fn list(session: &mut Session, changes: &[String]) -> Result<(), CliError> {
    for change in changes {
        writeln!(session.out, "  {}", visible(change))?;
    }
    Ok(())
}

/// Writes the files of a layer, and removes those that are no longer needed.
fn write(main: &Path, edit: &LayerEdit) -> Result<(), CliError> {
    let folder = main.parent().unwrap_or(Path::new(""));
    for file in &edit.files {
        // The main file keeps the name that was given.
        let path = folder.join(&file.path);
        let done = match &file.text {
            Some(text) => fs::write(&path, text),
            None => fs::remove_file(&path),
        };
        done.map_err(|error| CliError::File(input::name(&path), error))?;
    }
    Ok(())
}
