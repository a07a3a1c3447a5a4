//! Tables for people: the components of a URL, aligned, with nothing in them that steers a terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use locator::report::visible;
use locator::{Span, Url};

use super::Palette;
use super::json::WARNINGS;
use super::parts::{self, Masked, Shown, Value};
use crate::bytes::readable;
use crate::session::Reader;
use crate::text::count;

/// Texts longer than this do not push the decoded ones to the right.
const WIDEST: usize = 48;

/// A line of a table.
struct Row<'a> {
    name: &'a str,
    /// As written, visible.
    text: Cow<'a, str>,
    /// What it stands for, visible, where that is different.
    decoded: Option<String>,
    span: Option<Span>,
}

/// What can be chosen about a table.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) palette: &'static Palette,
    /// Whether spans are shown, and what goes without saying.
    pub(crate) verbose: bool,
}

/// Writes a URL that was accepted: its text, its components, where it leads, and what is to be remarked.
pub(crate) fn url(to: &mut impl Write, url: Url<'_>, reader: &Reader, look: Look) -> io::Result<()> {
    let Palette { title, warning, faint, reset, .. } = look.palette;
    let masked = Masked::new(url, reader);
    writeln!(to, "{title}{}{reset}", visible(&masked.text()))?;
    let parts: Vec<_> = masked.components().collect();
    let facts = facts(&masked, look.verbose);
    let mut widths = Widths::default();
    rows(&parts, &facts, |row| {
        widths.add(row);
        Ok(())
    })?;
    rows(&parts, &facts, |row| write(to, row, widths, look))?;
    let warnings = url.warnings_within(WARNINGS);
    for found in &warnings.first {
        let message = found.message();
        let message = visible(&message);
        let id = found.id();
        // A deviation can stand anywhere in the text; the remarks of every mode say themselves what they are about.
        let place = match id.strip_prefix("A-") {
            Some(_) => format!(", byte {}", found.span().start()),
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

/// Every line, one after the other: those of the components are made anew each time, because a list may have millions.
fn rows<'a>(
    parts: &'a [Shown<'_>],
    facts: &[Row<'_>],
    mut work: impl FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for part in parts {
        let mut name = part.name;
        let mut span = part.span;
        let mut row = |text: Cow<'a, str>, decoded| {
            // Only the first line of several has the name.
            let (name, span) = (std::mem::take(&mut name), span.take());
            work(&Row { name, text, decoded, span })
        };
        let none = || "(none)".into();
        match &part.value {
            Value::Text(text) => {
                let (text, decoded) = pair(text);
                row(text, decoded)?;
            }
            Value::Verbatim(text) => row(pair(text).0, None)?,
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
                    let text = format!("{name}={value}");
                    let (text, decoded) = pair(&text);
                    row(text.into_owned().into(), decoded)?;
                }
            }
        }
    }
    facts.iter().try_for_each(work)
}

/// How wide the columns are.
#[derive(Clone, Copy, Default)]
struct Widths {
    names: usize,
    /// The texts that have a decoded one beside them.
    texts: usize,
}

impl Widths {
    fn add(&mut self, row: &Row<'_>) {
        self.names = self.names.max(width(row.name));
        if row.decoded.is_some() {
            self.texts = self.texts.max(width(&row.text).min(WIDEST));
        }
    }
}

/// A text as written, and decoded where that is different; an empty one can be seen.
fn pair(text: &str) -> (Cow<'_, str>, Option<String>) {
    if text.is_empty() {
        return ("\"\"".into(), None);
    }
    let decoded = parts::decoded(text);
    let differs = *decoded != *text.as_bytes();
    (visible(text), differs.then(|| visible(&readable(&decoded)).into_owned()))
}

/// What follows the components.
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

fn registration(url: Url<'_>) -> String {
    let entry = url.entry();
    if !url.is_known() {
        return "none: read by the generic syntax of RFC 1738 §2.1".to_owned();
    }
    let registration = entry.registration();
    if url.is_generic() {
        return format!(
            "{}, {} ({}), without a syntax here: read by the generic one of RFC 1738 §2.1",
            entry.name(),
            registration.status.as_str(),
            entry.layer().as_str()
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

fn write(to: &mut impl Write, row: &Row<'_>, widths: Widths, look: Look) -> io::Result<()> {
    let Palette { name: colour, decoded: green, faint, reset, .. } = look.palette;
    let Row { name, text, decoded, span } = row;
    let Widths { names, texts } = widths;
    write!(to, "  {colour}{name:names$}{reset}")?;
    if look.verbose {
        let span = span.map_or_else(String::new, |span| format!("{span:?}"));
        write!(to, "  {faint}{span:>8}{reset}")?;
    }
    match decoded {
        None => writeln!(to, "  {text}"),
        Some(decoded) => writeln!(to, "  {text:texts$}  {green}{decoded}{reset}"),
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
