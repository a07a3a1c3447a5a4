//! The bytes of a file before it is TOML: UTF-8, LF, no BOM, no blanks at the ends of lines.

use std::borrow::Cow;

use locator_core::Span;

use super::fields::Reader;
use crate::format::document::Document;

const BOM: char = '\u{FEFF}';

/// What was fixed in a text before it was read.
#[derive(Clone, Copy, Default)]
pub(in crate::format) struct Mended {
    /// Where the bytes ceased to be UTF-8.
    not_utf8: Option<usize>,
    has_bom: bool,
    /// Where the first line ends with CR LF.
    crlf: Option<usize>,
}

impl Mended {
    /// Where the bytes ceased to be UTF-8.
    pub(in crate::format) fn not_utf8(self) -> Option<usize> {
        self.not_utf8
    }
}

/// The text of some bytes, with LF at the ends of its lines, so that no value depends on who checked the file out.
///
/// Places are those of this text: lines and columns are the same as in the file.
pub(in crate::format) fn decode(bytes: Vec<u8>) -> (String, Mended) {
    let mut fixed = Mended::default();
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            fixed.not_utf8 = Some(error.utf8_error().valid_up_to());
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
    };
    if text.starts_with(BOM) {
        fixed.has_bom = true;
        fixed.not_utf8 = fixed.not_utf8.map(|at| at - BOM.len_utf8());
        text.remove(0);
    }
    fixed.crlf = text.find("\r\n");
    if fixed.crlf.is_some() {
        let before = |at: usize| at - text[..at].matches("\r\n").count();
        fixed.not_utf8 = fixed.not_utf8.map(before);
        text = text.replace("\r\n", "\n");
    }
    (text, fixed)
}

/// Says what was fixed, and where blanks end a line: of each kind the first.
pub(super) fn check(reader: &Reader, fixed: Mended) {
    if let Some(at) = fixed.not_utf8 {
        let message = "this byte is not UTF-8".to_owned();
        reader.fault("SR003", Span::at(at), message, "write the file in UTF-8".into());
    }
    let remark = |span, message: Cow<'static, str>| {
        let finding = reader.finding("SR003", span, message.into_owned());
        reader.add(finding.fix("`locator registry fmt` fixes it"));
    };
    if fixed.has_bom {
        remark(Span::at(0), "a byte order mark stands before the text".into());
    }
    if let Some(at) = fixed.crlf {
        remark(Span::at(at), "lines end with CR LF".into());
    }
    if let Some((span, count)) = blanks(&reader.document) {
        remark(span, format!("blanks end {}", lines(count)).into());
    }
}

fn lines(count: usize) -> String {
    match count {
        1 => "this line".to_owned(),
        _ => format!("this line and {} more", count - 1),
    }
}

/// The first blanks at the end of a line, and how many lines have some.
fn blanks(document: &Document) -> Option<(Span, usize)> {
    let text = document.text();
    let mut first = None;
    let (mut count, mut start) = (0, 0);
    for line in text.split_inclusive('\n') {
        let written = line.strip_suffix('\n').unwrap_or(line);
        let kept = written.trim_end_matches([' ', '\t']).len();
        if kept < written.len() {
            count += 1;
            first.get_or_insert(Span::new(start + kept, start + written.len()));
        }
        start += line.len();
    }
    first.map(|span| (span, count))
}
