//! `anyurl registry add`: adds a scheme to a registry file.

use std::fs;
use std::io::{self, Write};

use anyurl::visible;
use anyurl_declared::format::{Keyword, LayerKind, SchemeDraft};
use anyurl_registry_tools as tools;

use super::today::Today;
use super::{files, name_check};
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::numbers::count;
use crate::secrets::mask_message;
use crate::session::Session;
use crate::{args, input};

pub(super) fn run(session: &mut Session, args: &args::Add) -> Result<Exit, CliError> {
    let mut draft = draft(&args.name, &args.draft)?;
    if !args.from_url.is_empty() {
        match tools::propose_form(draft.name(), &args.from_url) {
            Ok(syntax) => draft = draft.syntax(syntax),
            Err(error) => {
                let message = mask_message(&error.to_string()).into_owned();
                session.eprint(&format!("{}\n", visible(&message)))?;
                return Ok(Exit::Invalid);
            }
        }
    }
    let shown = input::name(&args.file);
    let before = match fs::read_to_string(&args.file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(CliError::Registry(format!("{shown}: {error}"))),
    };
    let (text, changes) = match &before {
        Some(before) => {
            let layer = files::layer(session, &args.file)?;
            check_header(&layer.header.id, *layer.header.kind, &args.draft, &shown)?;
            match tools::add(&layer, before, &draft) {
                Ok(addition) => (addition.text, addition.changes),
                Err(error) => {
                    session.eprint(&format!("{}\n", visible(&error.to_string())))?;
                    return Ok(Exit::Invalid);
                }
            }
        }
        None => (draft.file(), Vec::new()),
    };
    if !name_check::is_available(session, &draft, Some(&args.file))? {
        return Ok(Exit::Usage);
    }
    if args.dry_run {
        write!(session.out.exact(), "{text}")?;
        return Ok(Exit::Success);
    }
    fs::write(&args.file, &text).map_err(|error| CliError::File(shown.clone(), error))?;
    let verb = if before.is_some() { "added to" } else { "written to the new file" };
    writeln!(session.out, "{} {verb} {shown}", visible(draft.name()))?;
    for change in changes {
        writeln!(session.out, "  {}", visible(&change))?;
    }
    for form in draft.forms() {
        writeln!(session.out, "  form: {}", visible(form))?;
    }
    let todos = draft.entry().matches("TODO").count() as u64;
    writeln!(session.out, "{} to fill in: `anyurl registry lint {shown}` lists them", count(todos, "TODO"))?;
    Ok(Exit::Success)
}

/// The draft that the options ask for.
pub(super) fn draft(name: &str, args: &args::DraftArgs) -> Result<SchemeDraft, CliError> {
    let expires = args.expires.unwrap_or_else(|| Today::now().next_year());
    let mut draft = SchemeDraft::new(name, expires);
    if let Some(id) = &args.id {
        draft = draft.id(id);
    }
    if let Some(kind) = kind(args)? {
        draft = draft.kind(kind);
    }
    Ok(draft)
}

fn kind(args: &args::DraftArgs) -> Result<Option<LayerKind>, CliError> {
    let Some(word) = &args.kind else { return Ok(None) };
    let kind = LayerKind::parse(word).filter(|kind| *kind != LayerKind::Public);
    let kind = kind.ok_or_else(|| {
        CliError::Usage(format!("unknown kind `{}`: expected organization, team or user", visible(word)))
    })?;
    Ok(Some(kind))
}

/// Refuses options that contradict the file.
fn check_header(id: &str, kind: LayerKind, args: &args::DraftArgs, file: &str) -> Result<(), CliError> {
    let differs = |key: &str, value: &str| {
        CliError::Usage(format!("`{file}` has the {key} `{value}`: omit `--{key}`, or choose another file"))
    };
    if args.id.as_ref().is_some_and(|given| given != id) {
        return Err(differs("id", id));
    }
    match self::kind(args)? {
        Some(given) if given != kind => Err(differs("kind", kind.as_str())),
        _ => Ok(()),
    }
}
