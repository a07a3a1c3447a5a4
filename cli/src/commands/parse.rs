//! `anyurl parse`: prints the components of each URL, some of them by a format, or the URL with changes.

mod editor;
mod expand;
mod names;
mod pairs;
mod template;

use std::io;

use crate::{OwnedUrl, Url};
use anyurl::{BuildError, Error};
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input, note, print_rejected};
use crate::input::reader::InputReader;
use crate::input::rejected::RejectedInput;
use crate::output::components::Masked;
use crate::output::object::Field;
use crate::output::{json, table};
use crate::session::Session;

use editor::Editor;
use expand::Expander;
use template::Template;

pub(crate) fn run(session: &mut Session, args: &args::Parse) -> Result<Exit, CliError> {
    let registry = session.reader.registry;
    let template = args.get.as_deref().map(|format| Template::parse(format, registry)).transpose()?;
    let editor = Editor::new(&args.edits, registry)?;
    let is_edited = args.edits.is_given();
    let has_lines = (template.is_some() || is_edited) && !session.json;
    let shape = if has_lines { Shape::Lines } else { Shape::Other };
    let printer = Printer { args, template, is_edited };
    for_each_input(session, &args.inputs, "parse", shape, |session, url| {
        if !has_lines && !is_edited {
            return printer.whole(session, url, None);
        }
        let mut worst = Exit::Success;
        editor.for_each(&url, |edited| {
            let exit = match edited {
                Ok(edited) => match session.reader.warnings.check(&edited.as_url()) {
                    Ok(()) => printer.edited(session, url, edited.as_url(), editor.pairs.separator)?,
                    Err(error) => deny(session, &edited, error)?,
                },
                Err(error) => refuse(session, url, &error)?,
            };
            worst = worst.max(exit);
            io::Result::Ok(())
        })?;
        Ok(worst)
    })
}

struct Printer<'a> {
    args: &'a args::Parse,
    template: Option<Template>,
    is_edited: bool,
}

impl Printer<'_> {
    /// Prints a table or an object of a URL, which may have been changed from another.
    fn whole(&self, session: &mut Session, url: Url<'_>, from: Option<Url<'_>>) -> io::Result<Exit> {
        if session.json {
            json::print_object(session, |reader| {
                let mut object = json::changed_url(url, from, reader);
                if self.args.params {
                    object.insert("params", params(url, self.args.edits.query_separator, reader));
                }
                object
            })?;
        } else {
            let style = table::TableStyle { palette: session.out.palette, verbose: session.verbose };
            session.begin_print()?;
            table::url(&mut session.out, url, &session.reader, style)?;
        }
        Ok(Exit::Success)
    }

    /// Prints a URL that may have been changed, or parts of it, on one line.
    fn edited(&self, session: &mut Session, from: Url<'_>, url: Url<'_>, separator: char) -> io::Result<Exit> {
        if session.json {
            return self.whole(session, url, Some(from).filter(|_| self.is_edited));
        }
        let expanders = [false, true].map(|shows_secrets| {
            let reader = InputReader { shows_secrets, ..session.reader };
            Expander::new(reader, url, from, separator, &self.args.edits)
        });
        let expander = |reader: &InputReader| &expanders[usize::from(reader.shows_secrets)];
        let Some(template) = &self.template else {
            session.write_data(|reader| expander(reader).line(url, false) + "\n")?;
            return Ok(Exit::Success);
        };
        let input = expander(&session.reader).input();
        let data = session.data_reader();
        // Line by line, because a URL can have a million hosts.
        if let Some(message) =
            expand::hosts(template, url).find_map(|host| expander(&data).expand(template, host).err())
        {
            note(session, &input, "error", &message)?;
            return Ok(Exit::Invalid);
        }
        let mut notes = Vec::new();
        for host in expand::hosts(template, url) {
            let line = |reader: &InputReader| expander(reader).expand(template, host).unwrap_or_default();
            session.write_data(|reader| line(reader).text + "\n")?;
            notes.extend(line(&data).notes.into_iter().filter(|note| !notes.contains(note)).collect::<Vec<_>>());
        }
        notes.iter().try_for_each(|text| note(session, &input, "note", text))?;
        Ok(Exit::Success)
    }
}

/// Prints the warning that makes a changed URL invalid.
fn deny(session: &mut Session, edited: &OwnedUrl, error: Error) -> io::Result<Exit> {
    let rejected = RejectedInput::from_text(edited.as_str(), error, session.reader.registry);
    print_rejected(session, &rejected, Some("the result"))
}

/// Prints why a URL is not changed.
fn refuse(session: &mut Session, url: Url<'_>, error: &BuildError) -> io::Result<Exit> {
    if session.json {
        let mut refused = json!({ "component": error.component(), "message": error.to_string() });
        if let Some(offset) = error.offset() {
            refused["offset"] = offset.into();
        }
        json::print(session, |reader| json!({ "input": Masked::new(url, reader).text(), "refused": refused }))?;
    } else {
        note(session, &Masked::new(url, &session.reader).text(), "error", &error.to_string())?;
    }
    Ok(Exit::Invalid)
}

/// The names and values of the query, decoded: `[["q", "a b"], ["flag", null]]`.
fn params<'u>(url: Url<'u>, separator: Option<char>, reader: &InputReader) -> Field<'u> {
    let query = url.query_span().map(|span| Masked::new(url, reader).slice(span)).unwrap_or_default();
    Field::Params { query, separator: separator.unwrap_or('&'), is_form: url.registration().form_query }
}
