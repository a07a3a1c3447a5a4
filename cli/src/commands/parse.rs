//! `locator parse`: prints the components of each URL, some of them by a format, or the URL with changes.

mod editor;
mod expand;
mod names;
mod pairs;
mod template;

use std::io::{self, Write};

use locator::report::visible;
use locator::{BuildError, Url};
use serde_json::json;

use crate::args;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input};
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
    let template = template.map(|template| template.masked(&session.reader));
    let editor = Editor::new(&args.edits, registry)?;
    let is_edited = args.edits.is_given();
    let has_lines = (template.is_some() || is_edited) && !session.json;
    let shape = if has_lines { Shape::Lines } else { Shape::Other };
    let mut printer = Printer { args, template, is_edited, has_masked: false };
    let exit = for_each_input(session, &args.inputs, "parse", shape, |session, url| {
        if !has_lines && !is_edited {
            return printer.whole(session, url, None);
        }
        let mut worst = Exit::Success;
        editor.for_each(&url, |edited| {
            let exit = match edited {
                Ok(edited) => printer.edited(session, url, edited.as_url(), editor.pairs.separator)?,
                Err(error) => refuse(session, url, &error)?,
            };
            worst = worst.max(exit);
            io::Result::Ok(())
        })?;
        Ok(worst)
    })?;
    if printer.has_masked && !session.quiet {
        session.finish()?;
        report(format_args!("passwords are masked as ***; --show-password prints them"));
    }
    Ok(exit)
}

struct Printer<'a> {
    args: &'a args::Parse,
    template: Option<Template>,
    is_edited: bool,
    /// Whether a line has `***` for a password.
    has_masked: bool,
}

impl Printer<'_> {
    /// Prints a table or an object of a URL, which may have been changed from another.
    fn whole(&self, session: &mut Session, url: Url<'_>, from: Option<Url<'_>>) -> io::Result<Exit> {
        if session.json {
            let mut object = json::changed_url(url, from, &session.reader);
            if self.args.params {
                object.insert("params", params(url, self.args.edits.query_separator, session));
            }
            json::line(&mut session.out, &object)?;
        } else {
            let style = table::TableStyle { palette: session.out.palette, verbose: session.verbose };
            session.begin_print()?;
            table::url(&mut session.out, url, &session.reader, style)?;
        }
        Ok(Exit::Success)
    }

    /// Prints a URL that may have been changed, or parts of it, on one line.
    fn edited(&mut self, session: &mut Session, from: Url<'_>, url: Url<'_>, separator: char) -> io::Result<Exit> {
        if session.json {
            return self.whole(session, url, Some(from).filter(|_| self.is_edited));
        }
        let edits = &self.args.edits;
        let expander =
            Expander { reader: &session.reader, separator, is_raw: edits.urlencode, is_unicode: edits.as_idn };
        self.has_masked |= Masked::new(url, &session.reader).is_redacted();
        let Some(template) = &self.template else {
            let line = expander.line(url, false);
            writeln!(session.out, "{line}")?;
            return Ok(Exit::Success);
        };
        let input = Masked::new(from, &session.reader).text();
        match expander.expand(template, url, &input) {
            Ok(line) => {
                writeln!(session.out, "{}", line.text)?;
                for note in line.notes {
                    self::note(session, &input, "note", &note)?;
                }
                Ok(Exit::Success)
            }
            Err(message) => {
                note(session, &input, "error", &message)?;
                Ok(Exit::Invalid)
            }
        }
    }
}

/// Prints a message about a URL on standard error.
fn note(session: &mut Session, input: &str, label: &str, message: &str) -> io::Result<()> {
    session.out.flush()?;
    let style = session.err.palette.report;
    let colour = if label == "error" { style.error } else { style.label };
    writeln!(session.err, "{colour}{label}{}: {}: {}", style.reset, visible(input), visible(message))
}

/// Prints why a URL is not changed.
fn refuse(session: &mut Session, url: Url<'_>, error: &BuildError) -> io::Result<Exit> {
    let masked = Masked::new(url, &session.reader);
    if session.json {
        let mut refused = json!({ "component": error.component(), "message": error.to_string() });
        if let Some(offset) = error.offset() {
            refused["offset"] = offset.into();
        }
        let value = json!({ "input": masked.text(), "refused": refused });
        json::line(&mut session.out, &json::with_redacted(value, masked.is_redacted()))?;
    } else {
        note(session, &masked.text(), "error", &error.to_string())?;
    }
    Ok(Exit::Invalid)
}

/// The names and values of the query, decoded as those of an HTML form: `[["q", "a b"], ["flag", null]]`.
fn params<'u>(url: Url<'u>, separator: Option<char>, session: &Session) -> Field<'u> {
    let query = url.query_span().map(|span| Masked::new(url, &session.reader).slice(span)).unwrap_or_default();
    Field::Params(query, separator.unwrap_or('&'))
}
