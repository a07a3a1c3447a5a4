//! The table of a URL for people: its components, aligned, without control characters.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::Url;
use anyurl::Span;
use anyurl::report::visible;
use unicode_width::UnicodeWidthStr;

use super::Palette;
use super::components::{self, Masked, MaskedComponent, Value};
use super::json::MAX_WARNINGS;
use super::numbers::count;
use crate::encoding::escape_non_utf8;
use crate::input::reader::InputReader;

/// Wider texts do not move the column of decoded texts.
const MAX_WIDTH: usize = 48;

/// A row of a table.
struct Row<'a> {
    name: &'a str,
    /// As written, visible.
    text: Cow<'a, str>,
    /// The decoded text, visible, if it differs.
    decoded: Option<String>,
    span: Option<Span>,
}

/// The style of a table.
#[derive(Clone, Copy)]
pub(crate) struct TableStyle {
    pub(crate) palette: &'static Palette,
    /// Whether to show spans, and facts that are obvious.
    pub(crate) verbose: bool,
}

/// Writes a valid URL: its text, its components, its registration and the warnings.
pub(crate) fn url(to: &mut impl Write, url: Url<'_>, reader: &InputReader, style: TableStyle) -> io::Result<()> {
    let Palette { title, warning, faint, reset, .. } = style.palette;
    let masked = Masked::new(url, reader);
    writeln!(to, "{title}{}{reset}", visible(&masked.text()))?;
    let components: Vec<_> = masked.components().collect();
    let facts = facts(&masked, style.verbose);
    let mut widths = Widths::default();
    rows(&components, &facts, |row| {
        widths.add(row);
        Ok(())
    })?;
    rows(&components, &facts, |row| write(to, row, widths, style))?;
    let mut warnings = url.warnings_within(MAX_WARNINGS);
    reader.warnings.retain(&mut warnings.first);
    for warning_of_url in &warnings.first {
        let message = warning_of_url.message();
        let message = visible(&message);
        let id = warning_of_url.id();
        // A deviation can be anywhere in the text; other warnings name the component they are about.
        let place = match id.strip_prefix("A-") {
            Some(_) => format!(", byte {}", warning_of_url.span().start()),
            None => String::new(),
        };
        writeln!(to, "  {warning}warning{reset}: {message} {faint}[{id}{place}]{reset}")?;
    }
    if warnings.dropped > 0 {
        let more = count(warnings.dropped as u64, "warning");
        writeln!(to, "  {faint}and {more} more of these ids{reset}")?;
    }
    Ok(())
}

/// Calls `work` with each row. The rows of components are not stored, because a list may have millions of elements.
fn rows<'a>(
    components: &'a [MaskedComponent<'_>],
    facts: &[Row<'_>],
    mut work: impl FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for component in components {
        let mut name = component.name;
        let mut span = component.span;
        let mut row = |text: Cow<'a, str>, decoded| {
            // Only the first of several rows has the name.
            let (name, span) = (std::mem::take(&mut name), span.take());
            work(&Row { name, text, decoded, span })
        };
        let none = || "(none)".into();
        match &component.value {
            Value::Text(text) => {
                let (text, decoded) = pair(text);
                row(text, decoded)?;
            }
            Value::Verbatim(text) | Value::Unsplit(text) => row(pair(text).0, None)?,
            Value::Number(number) => row(number.to_string().into(), None)?,
            Value::True => row("yes".into(), None)?,
            Value::List(list) if list.iter().next().is_none() => row(none(), None)?,
            Value::List(list) => {
                for text in list.iter() {
                    let (text, decoded) = pair(text);
                    row(text, decoded)?;
                }
            }
            Value::Fields(fields) if fields.iter().next().is_none() => row(none(), None)?,
            Value::Fields(fields) => {
                for (name, value) in fields.iter() {
                    let text = fields.text_of((name, value));
                    let (text, decoded) = pair(&text);
                    row(text.into_owned().into(), decoded)?;
                }
            }
        }
    }
    facts.iter().try_for_each(work)
}

/// The widths of the columns.
#[derive(Clone, Copy, Default)]
struct Widths {
    names: usize,
    /// Texts with a decoded text beside them.
    texts: usize,
}

impl Widths {
    fn add(&mut self, row: &Row<'_>) {
        self.names = self.names.max(width(row.name));
        if row.decoded.is_some() {
            self.texts = self.texts.max(width(&row.text).min(MAX_WIDTH));
        }
    }
}

/// A text as written, with quotes if it is empty, and decoded if that differs.
fn pair(text: &str) -> (Cow<'_, str>, Option<String>) {
    if text.is_empty() {
        return ("\"\"".into(), None);
    }
    let decoded = components::decoded(text);
    let differs = *decoded != *text.as_bytes();
    (visible(text), differs.then(|| visible(&escape_non_utf8(&decoded)).into_owned()))
}

/// The rows after the components.
fn facts(masked: &Masked<'_>, verbose: bool) -> Vec<Row<'static>> {
    let url = masked.url;
    let row = |name: &'static str, text: String| Row {
        name,
        text: visible(&text).into_owned().into(),
        decoded: None,
        span: None,
    };
    let mut rows = Vec::new();
    let canonical = masked.canonical();
    if verbose || canonical != masked.text() {
        rows.push(row("canonical", canonical));
    }
    if let Some(port) = url.effective_port() {
        let default = if url.port().is_none() { ", the default" } else { "" };
        rows.push(row("effective port", format!("{port}{default}")));
    }
    rows.push(row("registration", registration(url)));
    if verbose {
        let references = url.registration().references.join(", ");
        rows.push(row("references", references));
    }
    rows
}

/// The document of the generic syntax.
fn generic(url: Url<'_>) -> String {
    url.registry().generic(url.options().profile).registration().references.join(", ")
}

fn registration(url: Url<'_>) -> String {
    let entry = url.entry();
    if !url.is_known() {
        return format!("none: parsed with the generic syntax of {}", generic(url));
    }
    let registration = entry.registration();
    if url.is_generic() {
        return format!(
            "{}, {} ({}), has no syntax here: parsed with the generic syntax of {}",
            entry.name(),
            registration.status.as_str(),
            entry.layer().as_str(),
            generic(url)
        );
    }
    format!(
        "{} {}, {} ({}, {}): {}",
        entry.name(),
        registration.version,
        registration.status.as_str(),
        entry.layer().as_str(),
        entry.implementation().as_str(),
        registration.description
    )
}

fn write(to: &mut impl Write, row: &Row<'_>, widths: Widths, style: TableStyle) -> io::Result<()> {
    let Palette { name: colour, decoded: green, faint, reset, .. } = style.palette;
    let Row { name, text, decoded, span } = row;
    let Widths { names, texts } = widths;
    write!(to, "  {colour}{name:names$}{reset}")?;
    if style.verbose {
        let span = span.map_or_else(String::new, |span| format!("{span:?}"));
        write!(to, "  {faint}{span:>8}{reset}")?;
    }
    match decoded {
        None => writeln!(to, "  {text}"),
        Some(decoded) => writeln!(to, "  {text:texts$}  {green}{decoded}{reset}"),
    }
}

fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}
