//! The changes since earlier releases of the layers.

use std::path::PathBuf;

use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::Resolved;
use anyurl_registry_site as site;
use anyurl_registry_tools::{ChangeRow, diff_beside};

use crate::commands::registry::files;
use crate::error::CliError;
use crate::input;
use crate::session::Session;

/// The releases of each layer, the latest first; upper layers come first.
pub(super) fn since(
    session: &mut Session,
    resolved: &Resolved,
    earlier: &[PathBuf],
) -> Result<Vec<site::Release>, CliError> {
    let present: Vec<_> = resolved.layers().map(|placed| placed.layer().clone()).collect();
    let mut layers: Vec<Vec<RegistryFile>> = present.iter().map(|layer| vec![layer.clone()]).collect();
    for path in earlier {
        let old = files::layer(session, path)?;
        let Some(layer) = layers.iter_mut().find(|layer| *layer[0].header.id == *old.header.id) else {
            let (path, id) = (input::name(path), &*old.header.id);
            let help = "name its present file by --registry";
            return Err(CliError::Usage(format!("--earlier {path}: no layer in use has its id, `{id}`: {help}")));
        };
        layer.push(old);
    }
    for layer in &mut layers {
        layer[1..].sort_by_key(|old| std::cmp::Reverse(*old.header.serial));
    }
    let pairs = layers.iter().rev().flat_map(|layer| layer.windows(2));
    Ok(pairs.map(|pair| release(&pair[1], &pair[0], &present)).collect())
}

fn release(before: &RegistryFile, after: &RegistryFile, present: &[RegistryFile]) -> site::Release {
    let header = &after.header;
    let diff = diff_beside(before, after, present);
    let section = |(title, rows): (&str, Vec<ChangeRow<'_>>)| (title.to_owned(), rows.iter().map(change).collect());
    site::Release {
        layer: header.id.value.clone(),
        title: header.title.value.clone(),
        version: header.version.to_string(),
        serial: *header.serial,
        sections: diff.sections().map(section).collect(),
    }
}

fn change(row: &ChangeRow<'_>) -> site::Change {
    let (verb, text) = row.what();
    site::Change {
        subjects: row.subjects.iter().map(|&subject| subject.to_owned()).collect(),
        verb: verb.to_owned(),
        text,
        id: row.change.id().to_owned(),
        details: row.change.details.clone(),
    }
}
