//! Decodes the bytes of a file: UTF-8, LF line ends, no byte order mark, no trailing blanks.

use std::borrow::Cow;
use std::sync::OnceLock;

use anyurl_core::Span;

use crate::format::canonical::Hash;
use crate::format::document::Document;
use crate::format::fields::Reader;

const BOM: &str = "\u{FEFF}";

/// The deviations that [`decode`] repaired.
#[derive(Clone, Copy, Default)]
pub(in crate::format) struct Repairs {
    /// The offset of the first byte that is not UTF-8.
    pub(in crate::format) not_utf8: Option<usize>,
    has_bom: bool,
    /// The offset of the first CR LF.
    crlf: Option<usize>,
}

/// Decodes bytes and converts CR LF to LF, so that values do not depend on how the file was checked out.
///
/// Spans refer to the converted text; lines and columns are the same as in the file. The hash of the bytes is only set if
/// it is not that of the text.
pub(in crate::format) fn decode(bytes: Vec<u8>) -> (String, Repairs, OnceLock<Hash>) {
    let mut fixed = Repairs::default();
    let needs_repair =
        bytes.starts_with(BOM.as_bytes()) || bytes.contains(&b'\r') || std::str::from_utf8(&bytes).is_err();
    let hash = if needs_repair { OnceLock::from(Hash::new(&bytes)) } else { OnceLock::new() };
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            fixed.not_utf8 = Some(error.utf8_error().valid_up_to());
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
    };
    if text.starts_with(BOM) {
        fixed.has_bom = true;
        fixed.not_utf8 = fixed.not_utf8.map(|at| at - BOM.len());
        text.remove(0);
    }
    fixed.crlf = text.find("\r\n");
    if fixed.crlf.is_some() {
        let before = |at: usize| at - text[..at].matches("\r\n").count();
        fixed.not_utf8 = fixed.not_utf8.map(before);
        text = text.replace("\r\n", "\n");
    }
    (text, fixed, hash)
}

/// Reports the repairs and the first trailing blanks.
pub(super) fn check(reader: &Reader<'_>, fixed: Repairs) {
    if let Some(at) = fixed.not_utf8 {
        let message = "this byte is not UTF-8".to_owned();
        reader.error("SR003", Span::at(at), message, "write the file in UTF-8".into());
    }
    let report = |span, message: Cow<'static, str>| {
        let finding = reader.finding("SR003", span, message.into_owned());
        reader.add(finding.fix("`anyurl registry fmt` fixes it"));
    };
    if fixed.has_bom {
        report(Span::at(0), "the file begins with a byte order mark".into());
    }
    if let Some(at) = fixed.crlf {
        report(Span::at(at), "lines end with CR LF".into());
    }
    if let Some((span, count)) = blanks(&reader.document) {
        report(span, format!("trailing blanks in {}", lines(count)).into());
    }
}

fn lines(count: usize) -> String {
    match count {
        1 => "this line".to_owned(),
        _ => format!("this line and {} more", count - 1),
    }
}

/// The span of the first trailing blanks, and the number of lines with trailing blanks.
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
