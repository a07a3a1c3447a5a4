//! IANA's XML: records, and what stands in them, as the rows of its table.

use roxmltree::{Document, Node, ParsingOptions};

use super::ImportError;
use crate::row::{Column, Row};
use locator_declared::format::Date;

/// A copy has at most so many nodes; that of 2026 has some 15,000.
const MOST_NODES: u32 = 1_000_000;

/// What IANA says.
pub(super) struct Read {
    pub(super) date: Date,
    pub(super) rows: Vec<Row>,
}

/// Reads the registry of URI schemes. No entity is expanded: a document that defines any is refused.
pub(super) fn read(xml: &str) -> Result<Read, ImportError> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options);
    let document = document.map_err(|error| ImportError::NoXml(error.to_string()))?;
    let root = document.root_element();
    if root.attribute("id") != Some("uri-schemes") {
        return Err(ImportError::Another("another id than `uri-schemes`"));
    }
    let date = child(root, "updated").map(text).and_then(|text| text.parse().ok());
    let date = date.ok_or(ImportError::Another("no date in `updated`"))?;
    let is_table = |node: &Node<'_, '_>| node.attribute("id") == Some("uri-schemes-1");
    let table = children(root, "registry").find(is_table);
    let table = table.ok_or(ImportError::Another("no table `uri-schemes-1`"))?;
    let rows: Vec<_> = children(table, "record").filter_map(row).collect();
    if rows.is_empty() {
        return Err(ImportError::Another("no records"));
    }
    Ok(Read { date, rows })
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    let is = move |child: &Node<'a, 'i>| child.is_element() && child.tag_name().name() == name;
    node.children().filter(is)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// `<record>`; none where it has no name.
fn row(record: Node<'_, '_>) -> Option<Row> {
    let said = |name| child(record, name).map(text).unwrap_or_default();
    let value = said("value");
    // `shttp (OBSOLETE)`
    let (name, note) = match value.split_once(" (") {
        Some((name, note)) => (name, note.trim_end_matches(')')),
        None => (value.as_str(), ""),
    };
    let notes: Vec<_> = [note.to_owned(), said("notes")].into_iter().filter(|one| !one.is_empty()).collect();
    let attribute = |name| record.attribute(name).unwrap_or_default().to_owned();
    let references: String = children(record, "xref").map(reference).collect();
    let mut row = Row::new([
        (Column::Scheme, name.to_owned()),
        (Column::Status, said("status")),
        (Column::Description, said("description")),
        (Column::Reference, references),
        (Column::Notes, notes.join(" ")),
        (Column::Template, said("file")),
        (Column::Cri, said("cri")),
        (Column::Date, attribute("date")),
        (Column::Updated, attribute("updated")),
    ]);
    let well_known = said("well-known");
    if !well_known.is_empty() {
        row.set(Column::WellKnown, well_known);
    }
    (!name.is_empty()).then_some(row)
}

/// What stands in an element, in one line, with its references in brackets.
fn text(node: Node<'_, '_>) -> String {
    let piece = |child: Node<'_, '_>| match child.is_element() {
        true if child.tag_name().name() == "xref" => reference(child),
        true => text(child),
        false => child.text().unwrap_or_default().to_owned(),
    };
    let whole: String = node.children().map(piece).collect();
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `<xref>`: what it is called where it is called something, and else what it leads to.
fn reference(xref: Node<'_, '_>) -> String {
    let data = xref.attribute("data").unwrap_or_default();
    let called: String = xref.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
    let called = called.split_whitespace().collect::<Vec<_>>().join(" ");
    if !called.is_empty() {
        return format!("[{called}]");
    }
    match xref.attribute("type") {
        Some("rfc") => format!("[{}]", data.to_ascii_uppercase()),
        Some("registry") => format!("[IANA registry {data}]"),
        _ => format!("[{data}]"),
    }
}
