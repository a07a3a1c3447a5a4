//! `anyurl registry add`: adds schemes, or an override, to a registry file.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyurl::authors::Status;
use anyurl::visible;
use anyurl_declared::format::{Facet, Keyword, LayerKind, Override, ParsedFile, RegistryFile, SchemeDraft};
use anyurl_registry_tools as tools;
use anyurl_registry_tools::{AddError, AddOptions, ProposeError};

use super::git_revision::GitRevision;
use super::today::Today;
use super::{files, included, name_check};
use crate::error::CliError;
use crate::exit::Exit;
use crate::load::layers::resolve_all;
use crate::load::lock;
use crate::load::sources::LayerSources;
use crate::output::numbers::count;
use crate::session::Session;
use crate::{args, input};

pub(super) fn run(session: &mut Session, args: &args::Add) -> Result<Exit, CliError> {
    if let Some(main) = included::including_file(&args.file) {
        let (part, main) = (input::name(&args.file), input::name(&main));
        return Err(CliError::Usage(format!("`{part}` is a part of `{main}`, which includes it: add to `{main}`")));
    }
    if let Some(name) = &args.replace {
        return replace(session, args, name);
    }
    let mut drafts = Vec::new();
    for name in &args.names {
        let draft = match with_syntax(draft(name, &args.draft)?, args) {
            Ok(draft) => draft,
            Err(error) => return refused(session, error),
        };
        if drafts.iter().all(|other: &SchemeDraft| other.name() != draft.name()) {
            drafts.push(draft);
        }
    }
    let shown = input::name(&args.file);
    let before = text_of(&args.file)?;
    let added = added(session, args, before.as_deref(), &drafts)?;
    let reading = match &added {
        // Of a file that has the name, lint would say that it has the name twice.
        Err(error @ AddError::Known { .. }) => return refused(session, error),
        Err(_) => name_check::alone(&drafts)?,
        Ok((_, reading)) => reading.clone(),
    };
    if !name_check::are_available(session, &drafts, &reading, Some(&args.file))? {
        return Ok(Exit::Usage);
    }
    let (text, changes) = match added {
        Ok((added, _)) => added,
        Err(error) => return refused(session, error),
    };
    let verb = if before.is_some() { "added to" } else { "written to the new file" };
    let names: Vec<_> = drafts.iter().map(|draft| visible(draft.name())).collect();
    if !write_file(session, args, &text, &format!("{} {verb}", names.join(", ")), &changes)? {
        return Ok(Exit::Success);
    }
    for form in drafts.iter().flat_map(SchemeDraft::forms) {
        writeln!(session.out, "  form: {}", visible(form))?;
    }
    if before.is_none() {
        write_schema(session, &args.file)?;
    }
    let todos = |text: &str| text.matches("TODO").count() as u64;
    let todos = todos(&text) - before.as_deref().map_or(0, todos);
    if todos > 0 {
        writeln!(session.out, "{} to fill in: `anyurl registry lint {shown}` lists them", count(todos, "TODO"))?;
    }
    Ok(Exit::Success)
}

/// Writes the new text of the file, and says what was done and what changed in its header. In a dry run, prints the text, and
/// returns `false`.
fn write_file(
    session: &mut Session,
    args: &args::Add,
    text: &str,
    done: &str,
    changes: &[String],
) -> Result<bool, CliError> {
    if args.dry_run {
        write!(session.out.exact(), "{text}")?;
        return Ok(false);
    }
    let shown = input::name(&args.file);
    fs::write(&args.file, text).map_err(|error| CliError::File(shown.clone(), error))?;
    writeln!(session.out, "{done} {shown}")?;
    for change in changes {
        writeln!(session.out, "  {}", visible(change))?;
    }
    Ok(true)
}

/// The new text of the file, what changed in its header, and the layer as it is read with them.
type Added = ((String, Vec<String>), ParsedFile);

/// Adds drafts to the text of a file, or to a new one.
fn added(
    session: &mut Session,
    args: &args::Add,
    before: Option<&str>,
    drafts: &[SchemeDraft],
) -> Result<Result<Added, AddError>, CliError> {
    let Some(before) = before else {
        return Ok(Ok(((SchemeDraft::file_of(drafts), Vec::new()), name_check::alone(drafts)?)));
    };
    let layer = files::layer(session, &args.file)?;
    check_header(&layer.header.id, *layer.header.kind, &args.draft, &input::name(&args.file))?;
    let addition = tools::add(&layer, before, drafts, &options(session, args, &layer));
    Ok(addition
        .and_then(|added| Ok((added.read(&layer)?, added)))
        .map(|(read, added)| ((added.text, added.changes), read)))
}

/// Prints why nothing is written.
pub(super) fn refused(session: &mut Session, error: impl fmt::Display) -> Result<Exit, CliError> {
    session.eprint_message(error)?;
    Ok(Exit::Invalid)
}

/// Adds an override at the end of a file.
fn replace(session: &mut Session, args: &args::Add, name: &str) -> Result<Exit, CliError> {
    let resolved = resolve_all(&session.sources.without(Some(&args.file)), session.environment.as_deref())?;
    let facet = facet(&args.facet)?;
    let tables = tools::override_tables(&resolved, name, facet);
    let tables = tables.map_err(|error| CliError::Usage(error.to_string()))?;
    let shown = input::name(&args.file);
    let before = text_of(&args.file)?.ok_or_else(|| {
        CliError::Usage(format!("{shown}: there is no such file: write it with `anyurl registry new --override`"))
    })?;
    let layer = files::layer(session, &args.file)?;
    let is_known = |one: &&Override| *one.facet == facet && one.name.eq_ignore_ascii_case(name);
    if let Some(known) = layer.overrides().iter().find(is_known) {
        let line = layer.main().document.place(known.name.span).line;
        let facet = facet.as_str();
        let known = format_args!("`{shown}` already has an override of the {facet} of `{name}` (line {line})");
        return refused(session, known);
    }
    let addition = match tools::append(&layer, &before, &tables, &options(session, args, &layer)) {
        Ok(addition) => addition,
        Err(error) => return refused(session, error),
    };
    let done = format!("override of the {} of {} added to", args.facet, visible(name));
    write_file(session, args, &addition.text, &done, &addition.changes).map(|_| Exit::Success)
}

/// The text of a file; `None` if there is none.
fn text_of(file: &Path) -> Result<Option<String>, CliError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::Registry(format!("{}: {error}", input::name(file)))),
    }
}

/// Writes the schema that a new file names, unless it is there.
pub(super) fn write_schema(session: &mut Session, file: &Path) -> Result<(), CliError> {
    let schema = file.with_file_name("registry.schema.json");
    if schema.exists() {
        return Ok(());
    }
    let shown = input::name(&schema);
    fs::write(&schema, super::schema_text()).map_err(|error| CliError::File(shown.clone(), error))?;
    writeln!(session.out, "  schema for editors: {shown}")?;
    Ok(())
}

fn options(session: &Session, args: &args::Add, layer: &RegistryFile) -> AddOptions {
    since_release(&session.sources, AddOptions::default().claims(args.claim), &args.file, &layer.header.id)
}

/// Options with version and serial of a layer in the lock, or at git's `HEAD`, if that is later.
pub(super) fn since_release(sources: &LayerSources, options: AddOptions, file: &Path, id: &str) -> AddOptions {
    let lock = lock::read(&lock::path_for(sources, file)).unwrap_or_default();
    let locked = lock.layers.into_iter().find(|layer| layer.id == id).map(|layer| (layer.serial, layer.version));
    let head = GitRevision::new(file, "HEAD").ok().and_then(|head| head.layer(file).ok()).map(ParsedFile::load);
    let committed = head.and_then(Result::ok).map(|layer| (layer.header.serial.value, layer.header.version.value));
    match locked.max(committed) {
        Some((serial, version)) => options.released(version, serial),
        None => options,
    }
}

/// A draft with the syntax that the options ask for.
fn with_syntax(draft: SchemeDraft, args: &args::Add) -> Result<SchemeDraft, ProposeError> {
    if args.from_url.is_empty() {
        return Ok(draft);
    }
    let syntax = tools::propose_form(draft.name(), &args.from_url)?;
    Ok(draft.syntax(syntax))
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
    if let Some(word) = args.status.as_ref().filter(|word| Status::parse(word).is_none()) {
        return Err(CliError::Usage(format!("unknown status `{}`: expected private, experimental …", visible(word))));
    }
    if !args.forms.is_empty() {
        let syntax = tools::example_urls(draft.name(), &args.forms);
        draft = draft.syntax(syntax.map_err(|error| CliError::Usage(error.to_string()))?);
    }
    let one = |text: &Option<String>| text.iter().cloned().collect::<Vec<_>>();
    for (key, texts) in [
        ("status", one(&args.status)),
        ("description", one(&args.description)),
        ("applications", args.applications.clone()),
        ("owner", one(&args.owner)),
        ("contact", args.contact.clone()),
        ("change_controller", one(&args.change_controller)),
        ("security", one(&args.security)),
        ("encoding", one(&args.encoding)),
    ] {
        draft = draft.value(key, &texts);
    }
    Ok(draft)
}

pub(super) fn facet(word: &str) -> Result<Facet, CliError> {
    Facet::parse(word)
        .ok_or_else(|| CliError::Usage(format!("unknown facet `{}`: expected access, port or syntax", visible(word))))
}

pub(super) fn kind(args: &args::DraftArgs) -> Result<Option<LayerKind>, CliError> {
    let Some(word) = &args.kind else { return Ok(None) };
    let kind = LayerKind::parse(word).filter(|kind| *kind != LayerKind::Public).map(Some);
    let message = || format!("unknown kind `{}`: expected organization, team or user", visible(word));
    kind.ok_or_else(|| CliError::Usage(message()))
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
