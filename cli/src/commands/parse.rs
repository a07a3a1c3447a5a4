//! `anyurl parse`: prints the components of each URL, some of them by a format, or the URL with changes.

mod editor;
mod expand;
mod names;
mod pairs;
mod template;

use std::borrow::Cow;
use std::io;

use crate::{OwnedUrl, Url};
use anyurl::batch::Content;
use anyurl::{BuildError, Error, Span};
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Done, Shape, for_each_text, note, print_rejected};
use crate::input::guess::with_scheme;
use crate::input::reader::{InputReader, text_of};
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
    let each = |session: &mut Session, input: Input<'_>| {
        let url = input.url;
        if !has_lines && !is_edited {
            return printer.whole(session, url, input);
        }
        let mut worst = Exit::Success;
        editor.for_each(&url, |edited| {
            let exit = match edited {
                Ok(edited) => match session.reader.warnings.check(&edited.as_url()) {
                    Ok(()) => printer.edited(session, input, edited.as_url(), editor.pairs.separator)?,
                    Err(error) => deny(session, &url, &edited, error)?,
                },
                Err(error) => refuse(session, input, &error)?,
            };
            worst = worst.max(exit);
            io::Result::Ok(())
        })?;
        Ok(worst)
    };
    for_each_text(session, &args.inputs, "parse", shape, &mut |session, input, place| {
        let text = text_of(input).ok().filter(|_| args.guess_scheme);
        let guessed = text.and_then(|text| with_scheme(text, &session.reader));
        let start = guessed.as_ref().zip(text).map_or(0, |(url, text)| url.len() - text.len());
        match session.reader.read(guessed.as_deref().map_or(input, Content::Text)) {
            Ok(url) => each(session, Input { url, start }).map(Done::from),
            Err(rejected) => print_rejected(session, &rejected, place).map(Done::from),
        }
    })
}

/// A URL that was read.
#[derive(Clone, Copy)]
struct Input<'u> {
    url: Url<'u>,
    /// Where the text that was given begins: after a scheme that was guessed.
    start: usize,
}

impl<'u> Input<'u> {
    /// The text that was given, as it may be shown.
    fn text(self, reader: &InputReader) -> Cow<'u, str> {
        Masked::new(self.url, reader).slice(Span::new(self.start, self.url.text().len()))
    }
}

struct Printer<'a> {
    args: &'a args::Parse,
    template: Option<Template>,
    is_edited: bool,
}

impl Printer<'_> {
    /// Prints a table or an object of a URL, which may have been changed.
    fn whole<'u>(&self, session: &mut Session, url: Url<'u>, input: Input<'u>) -> io::Result<Exit> {
        if session.json {
            let is_other = self.is_edited || input.start > 0;
            json::print_object(session, |reader| {
                let masked = Masked::changed(url, input.url, reader);
                let mut object = json::changed_url(&masked, is_other.then(|| input.text(reader)), reader);
                if self.args.params {
                    object.insert("params", params(&masked, self.args.edits.query_separator));
                }
                object
            })?;
        } else {
            let separator = self.args.edits.query_separator.unwrap_or('&');
            let style = table::TableStyle { palette: session.out.palette, verbose: session.verbose, separator };
            session.begin_print()?;
            table::url(&mut session.out, url, &session.reader, style)?;
        }
        Ok(Exit::Success)
    }

    /// Prints a URL that may have been changed, or parts of it, on one line.
    fn edited<'u>(&self, session: &mut Session, input: Input<'u>, url: Url<'u>, separator: char) -> io::Result<Exit> {
        if session.json {
            return self.whole(session, url, input);
        }
        let expanders = [false, true].map(|shows_secrets| {
            let reader = InputReader { shows_secrets, ..session.reader };
            let masked = Masked::changed(url, input.url, &reader);
            Expander::new(reader, masked, input.text(&reader), separator, &self.args.edits)
        });
        let expander = |reader: &InputReader| &expanders[usize::from(reader.shows_secrets)];
        let Some(template) = &self.template else {
            session.write_data(|reader| expander(reader).line(url, false) + "\n")?;
            return Ok(Exit::Success);
        };
        let input = input.text(&session.reader);
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
fn deny(session: &mut Session, url: &Url<'_>, edited: &OwnedUrl, error: Error) -> io::Result<Exit> {
    let rejected = RejectedInput::changed(edited.as_str(), url, error, session.reader.registry);
    print_rejected(session, &rejected, Some("the result"))
}

/// Prints why a URL is not changed.
fn refuse(session: &mut Session, input: Input<'_>, error: &BuildError) -> io::Result<Exit> {
    if session.json {
        let mut refused = json!({ "component": error.component(), "message": error.to_string() });
        if let Some(offset) = error.offset() {
            refused["offset"] = offset.into();
        }
        json::print(session, |reader| json!({ "input": input.text(reader), "refused": refused }))?;
    } else {
        let input = input.text(&session.reader);
        note(session, &input, "error", &error.to_string())?;
    }
    Ok(Exit::Invalid)
}

/// The names and values of the query, decoded: `[["q", "a b"], ["flag", null]]`.
fn params<'u>(masked: &Masked<'u>, separator: Option<char>) -> Field<'u> {
    let query = masked.url.query_span().map(|span| masked.slice(span)).unwrap_or_default();
    Field::Params { query, separator: separator.unwrap_or('&'), is_form: masked.url.registration().form_query }
}
