//! Tables for people: the components of a URL, aligned, with nothing in them that steers a terminal.

use std::fmt::{self, Write};

use locator::report::visible;
use locator::{Span, Url};

use super::Palette;
use super::parts::{self, Masked, Shown, Value};
use crate::octets::readable;
use crate::session::Reader;

/// Texts longer than this do not push the decoded ones to the right.
const WIDEST: usize = 48;

/// A line of a table.
struct Row {
    name: String,
    /// As written, visible.
    text: String,
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

/// A URL that was accepted: its text, its components, where it leads, and what is to be remarked.
pub(crate) fn url(url: Url<'_>, reader: &Reader, look: Look) -> String {
    let mut text = String::new();
    // Nothing can fail in writing to a text.
    let _ = write_url(&mut text, url, reader, look);
    text
}

fn write_url(to: &mut String, url: Url<'_>, reader: &Reader, look: Look) -> fmt::Result {
    let Palette {
        title,
        warning,
        faint,
        reset,
        ..
    } = look.palette;
    let masked = Masked::new(url, reader);
    writeln!(to, "{title}{}{reset}", visible(&masked.text()))?;
    let mut rows: Vec<_> = masked.components().flat_map(rows).collect();
    rows.extend(facts(&masked, look.verbose));
    write(to, &rows, look)?;
    for found in url.warnings() {
        let message = visible(&found.message).into_owned();
        let id = found.id;
        // A departure can stand anywhere in the text; the remarks of every mode say themselves what they are about.
        let place = match id.strip_prefix("A-") {
            Some(_) => format!(", octet {}", found.span.start()),
            None => String::new(),
        };
        writeln!(
            to,
            "  {warning}warning{reset}: {message} {faint}[{id}{place}]{reset}"
        )?;
    }
    Ok(())
}

/// The lines of one component: several for a list.
fn rows(part: Shown<'_>) -> Vec<Row> {
    let Shown { name, span, value } = part;
    let texts: Vec<(String, Option<String>)> = match value {
        Value::Text(text) => vec![pair(&text)],
        Value::Verbatim(text) => vec![(pair(&text).0, None)],
        Value::Number(number) => vec![(number.to_string(), None)],
        Value::True => vec![("yes".to_owned(), None)],
        Value::List(list) if list.is_empty() => vec![("(none)".to_owned(), None)],
        Value::List(list) => list.iter().map(|text| pair(text)).collect(),
        Value::Fields(fields) if fields.is_empty() => vec![("(none)".to_owned(), None)],
        Value::Fields(fields) => fields
            .iter()
            .map(|(name, value)| pair(&format!("{name}={value}")))
            .collect(),
    };
    let row = |(place, (text, decoded))| Row {
        name: if place == 0 {
            name.to_owned()
        } else {
            String::new()
        },
        text,
        decoded,
        span: span.filter(|_| place == 0),
    };
    texts.into_iter().enumerate().map(row).collect()
}

/// A text as written, and decoded where that is different; an empty one can be seen.
fn pair(text: &str) -> (String, Option<String>) {
    if text.is_empty() {
        return ("\"\"".to_owned(), None);
    }
    let decoded = parts::decoded(text);
    let differs = *decoded != *text.as_bytes();
    (
        visible(text).into_owned(),
        differs.then(|| visible(&readable(&decoded)).into_owned()),
    )
}

/// What follows the components.
fn facts(masked: &Masked<'_>, verbose: bool) -> Vec<Row> {
    let url = masked.url;
    let row = |name: &str, text: String| Row {
        name: name.to_owned(),
        text: visible(&text).into_owned(),
        decoded: None,
        span: None,
    };
    let mut rows = Vec::new();
    let canonical = masked.canonical();
    if verbose || canonical != masked.text() {
        rows.push(row("canonical", canonical));
    }
    if let Some(port) = url.effective_port() {
        let default = if url.port().is_none() {
            ", the default"
        } else {
            ""
        };
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
        entry.sort().as_str(),
        registration.description
    )
}

fn write(to: &mut String, rows: &[Row], look: Look) -> fmt::Result {
    let Palette {
        name: colour,
        decoded: green,
        faint,
        reset,
        ..
    } = look.palette;
    let names = rows.iter().map(|row| width(&row.name)).max().unwrap_or(0);
    let texts = rows
        .iter()
        .filter(|row| row.decoded.is_some())
        .map(|row| width(&row.text).min(WIDEST))
        .max()
        .unwrap_or(0);
    for Row {
        name,
        text,
        decoded,
        span,
    } in rows
    {
        write!(to, "  {colour}{name:names$}{reset}")?;
        if look.verbose {
            let span = span.map_or_else(String::new, |span| format!("{span:?}"));
            write!(to, "  {faint}{span:>8}{reset}")?;
        }
        match decoded {
            None => writeln!(to, "  {text}")?,
            Some(decoded) => writeln!(to, "  {text:texts$}  {green}{decoded}{reset}")?,
        }
    }
    Ok(())
}

fn width(text: &str) -> usize {
    text.chars().count()
}
