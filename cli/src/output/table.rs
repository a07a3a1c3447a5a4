//! The table of a URL for people: its components, aligned, without control characters.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::Url;
use anyurl::{PairList, Span, visible};
use unicode_width::UnicodeWidthStr;

use super::Palette;
use super::components::{self, Masked, MaskedComponent, Value};
use super::json::MAX_WARNINGS;
use super::numbers::count;
use crate::encoding::escape_non_utf8;
use crate::input::reader::InputReader;

/// Wider texts do not move the column of decoded texts.
const MAX_WIDTH: usize = 48;

/// Longer names, of pairs in a query, do not move the column of texts.
const MAX_NAME_WIDTH: usize = 24;

/// A row of a table.
struct Row<'a> {
    name: Cow<'a, str>,
    colour: &'static str,
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
    /// Between the pairs of a query.
    pub(crate) separator: char,
}

/// Writes a valid URL: its text, its components, its registration and the warnings.
pub(crate) fn url(to: &mut impl Write, url: Url<'_>, reader: &InputReader, style: TableStyle) -> io::Result<()> {
    let Palette { warning, faint, reset, .. } = style.palette;
    let masked = Masked::new(url, reader);
    let components: Vec<_> = masked.components().collect();
    writeln!(to, "{}", heading(&masked, &components, style.palette))?;
    let facts = facts(&masked, style);
    let mut widths = Widths::default();
    rows(&masked, &components, style, &facts, |row| {
        widths.add(row);
        Ok(())
    })?;
    rows(&masked, &components, style, &facts, |row| write(to, row, widths, style))?;
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

/// The URL, with its parts in the colours of their names.
fn heading(masked: &Masked<'_>, components: &[MaskedComponent<'_>], palette: &Palette) -> String {
    let Palette { title, reset, .. } = palette;
    let pieces = pieces(masked, components).into_iter().map(|(n, text)| {
        let colour = n.map_or("", |n| colour(n, palette));
        [title, colour, &text, reset].concat()
    });
    pieces.collect()
}

/// The URL in pieces, each with the number of its component.
pub(crate) fn pieces(masked: &Masked<'_>, components: &[MaskedComponent<'_>]) -> Vec<(Option<usize>, String)> {
    let whole = visible(&masked.text()).into_owned();
    let spans = || components.iter().enumerate().filter_map(|(n, component)| Some((component.span?, n)));
    let mut ends: Vec<_> = spans().flat_map(|(span, _)| [span.start(), span.end()]).collect();
    ends.extend([0, masked.url.text().len()]);
    ends.sort_unstable();
    ends.dedup();
    let pieces = ends.windows(2).map(|ends| Span::new(ends[0], ends[1])).map(|piece| {
        // A part can be divided into others.
        let around = spans().filter(|(span, _)| span.start() <= piece.start() && piece.end() <= span.end());
        let number = around.min_by_key(|(span, _)| span.len()).map(|(_, n)| n);
        (number, visible(&masked.slice(piece)).into_owned())
    });
    let pieces: Vec<_> = pieces.collect();
    // A secret that ends inside a part would be masked twice.
    let is_whole = pieces.iter().map(|(_, text)| &**text).collect::<String>() == whole;
    if is_whole { pieces } else { vec![(None, whole)] }
}

/// The colour of the `n`th part.
const fn colour(n: usize, palette: &Palette) -> &'static str {
    palette.parts[n % palette.parts.len()]
}

/// Calls `work` with each row. The rows of components are not stored, because a list may have millions of elements.
fn rows<'a>(
    masked: &Masked<'_>,
    components: &'a [MaskedComponent<'_>],
    style: TableStyle,
    facts: &[Row<'_>],
    mut work: impl FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for (n, component) in components.iter().enumerate() {
        let colour = colour(n, style.palette);
        let mut name = component.name;
        let mut span = component.span;
        let mut row = |text: Cow<'a, str>, decoded| {
            // Only the first of several rows has the name.
            let (name, span) = (std::mem::take(&mut name), span.take());
            work(&Row { name: name.into(), colour, text, decoded, span })
        };
        let none = || "(none)".into();
        match &component.value {
            Value::Text(text) | Value::Unsplit(text) if is_query(component, masked) && text.contains('=') => {
                row(visible(text), None)?;
                let is_form = masked.url.registration().form_query;
                pairs(text, style.separator, is_form, |name, text| {
                    work(&Row { name: name.into(), colour, text: text.into(), decoded: None, span: None })
                })?;
            }
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

/// Whether a component is the query of the URL.
fn is_query(component: &MaskedComponent<'_>, masked: &Masked<'_>) -> bool {
    component.span.is_some() && component.span == masked.url.query_span()
}

/// Calls `work` with each name and value of a query, decoded.
fn pairs(
    query: &str,
    separator: char,
    is_form: bool,
    mut work: impl FnMut(String, String) -> io::Result<()>,
) -> io::Result<()> {
    let pairs = PairList::separated_by(separator, query).of_form(is_form);
    let shown = |text: &str| visible(&escape_non_utf8(&pairs.decode(text))).into_owned();
    pairs.iter().try_for_each(|(name, value)| {
        let value = match value {
            Some("") => "\"\"".to_owned(),
            Some(value) => shown(value),
            None => "(no value)".to_owned(),
        };
        work(format!("  {}", shown(name)), value)
    })
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
        self.names = self.names.max(width(&row.name).min(MAX_NAME_WIDTH));
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
fn facts(masked: &Masked<'_>, TableStyle { palette, verbose, .. }: TableStyle) -> Vec<Row<'static>> {
    let url = masked.url;
    let row = |name: &'static str, text: String| Row {
        name: name.into(),
        colour: palette.name,
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
    let Palette { decoded: green, faint, reset, .. } = style.palette;
    let Row { name, colour, text, decoded, span } = row;
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
