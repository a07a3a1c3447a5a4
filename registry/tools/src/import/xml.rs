//! Parses IANA's XML into the rows of its table.

use roxmltree::{Document, Node, ParsingOptions};

use super::ImportError;
use crate::row::{IanaColumn, IanaRow};
use anyurl_declared::format::Date;

/// The limit on nodes; the copy of 2026 has about 15,000.
const MOST_NODES: u32 = 1_000_000;

/// IANA's registry.
pub(super) struct IanaRegistry {
    pub(super) date: Date,
    pub(super) rows: Vec<IanaRow>,
}

/// Parses the registry of URI schemes. Rejects a document that defines entities.
pub(super) fn parse(xml: &str) -> Result<IanaRegistry, ImportError> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options);
    let document = document.map_err(|error| ImportError::NoXml(error.to_string()))?;
    let root = document.root_element();
    if root.attribute("id") != Some("uri-schemes") {
        return Err(ImportError::OtherDocument("another id than `uri-schemes`"));
    }
    let date = child(root, "updated").map(text).and_then(|text| text.parse().ok());
    let date = date.ok_or(ImportError::OtherDocument("no date in `updated`"))?;
    let is_table = |node: &Node<'_, '_>| node.attribute("id") == Some("uri-schemes-1");
    let table = children(root, "registry").find(is_table);
    let table = table.ok_or(ImportError::OtherDocument("no table `uri-schemes-1`"))?;
    let rows: Vec<_> = children(table, "record").filter_map(row).collect();
    if rows.is_empty() {
        return Err(ImportError::OtherDocument("no records"));
    }
    Ok(IanaRegistry { date, rows })
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    let is = move |child: &Node<'a, 'i>| child.is_element() && child.tag_name().name() == name;
    node.children().filter(is)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// Returns the row of a `<record>`, or `None` if it has no name.
fn row(record: Node<'_, '_>) -> Option<IanaRow> {
    let cell = |name| child(record, name).map(text).unwrap_or_default();
    let value = cell("value");
    // `shttp (OBSOLETE)`
    let (name, note) = match value.split_once(" (") {
        Some((name, note)) => (name, note.trim_end_matches(')')),
        None => (value.as_str(), ""),
    };
    let notes: Vec<_> = [note.to_owned(), cell("notes")].into_iter().filter(|one| !one.is_empty()).collect();
    let attribute = |name| record.attribute(name).unwrap_or_default().to_owned();
    let references: String = children(record, "xref").map(reference).collect();
    let mut row = IanaRow::new([
        (IanaColumn::Scheme, name.to_owned()),
        (IanaColumn::Status, cell("status")),
        (IanaColumn::Description, cell("description")),
        (IanaColumn::Reference, references),
        (IanaColumn::Notes, notes.join(" ")),
        (IanaColumn::Template, cell("file")),
        (IanaColumn::Cri, cell("cri")),
        (IanaColumn::Date, attribute("date")),
        (IanaColumn::Updated, attribute("updated")),
    ]);
    let well_known = cell("well-known");
    if !well_known.is_empty() {
        row.set(IanaColumn::WellKnown, well_known);
    }
    (!name.is_empty()).then_some(row)
}

/// Returns the content of an element in one line, with its references in brackets.
fn text(node: Node<'_, '_>) -> String {
    let segment = |child: Node<'_, '_>| match child.is_element() {
        true if child.tag_name().name() == "xref" => reference(child),
        true => text(child),
        false => child.text().unwrap_or_default().to_owned(),
    };
    let content: String = node.children().map(segment).collect();
    normalize_space(&content)
}

fn normalize_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the label of an `<xref>`, or its target if it has no label.
fn reference(xref: Node<'_, '_>) -> String {
    let data = xref.attribute("data").unwrap_or_default();
    let label: String = xref.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
    let label = normalize_space(&label);
    if !label.is_empty() {
        return format!("[{label}]");
    }
    match xref.attribute("type") {
        Some("rfc") => format!("[{}]", data.to_ascii_uppercase()),
        Some("registry") => format!("[IANA registry {data}]"),
        _ => format!("[{data}]"),
    }
}
