//! The text of one file with its name, and line and column lookup.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use anyurl_core::Span;

use super::located::Located;

/// Columns count characters up to this many bytes into a line, and bytes after that.
const LONG_LINE: usize = 1 << 16;

/// A file as it was read: the name given by the user, and the text.
///
/// ```
/// use anyurl_core::Span;
/// use anyurl_declared::format::Document;
///
/// let document = Document::new("org.toml", "schema = 1\nüx = 2\n");
/// let place = document.place(Span::new(13, 14));
/// assert_eq!((place.line, place.column), (2, 2));
/// assert_eq!(place.to_string(), "org.toml:2:2");
/// ```
pub struct Document {
    name: String,
    text: Cow<'static, str>,
    /// The offset of each line, computed on first use.
    lines: OnceLock<Vec<usize>>,
    /// Two documents in place of a text.
    joined: Option<[Arc<Document>; 2]>,
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Document {}

/// A location for display: lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Place<'d> {
    /// The name of the file.
    pub file: &'d str,
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl Document {
    /// Creates a document from a name and its text.
    pub fn new(name: impl Into<String>, text: impl Into<Cow<'static, str>>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into(), lines: OnceLock::new(), joined: None })
    }

    /// A document with the name and the text of the first, in which spans after its end are those of the second, so that an
    /// entry can have values of another file. The first may be joined itself.
    pub(super) fn joined(first: &Arc<Self>, second: &Arc<Self>) -> Arc<Self> {
        let joined = Some([Arc::clone(first), Arc::clone(second)]);
        Arc::new(Self { name: first.name.clone(), text: Cow::Borrowed(""), lines: OnceLock::new(), joined })
    }

    /// The offset of a second document that is joined to this one.
    pub(super) fn offset_of_second(&self) -> usize {
        1 + match &self.joined {
            Some([first, second]) => first.offset_of_second() + second.text.len(),
            None => self.text.len(),
        }
    }

    /// The document of a span, if it is one of two, and the span in it.
    pub(super) fn part(&self, span: Span) -> Option<(&Arc<Self>, Span)> {
        let [first, second] = self.joined.as_ref()?;
        let begin = first.offset_of_second();
        match span.start().checked_sub(begin).zip(span.end().checked_sub(begin)) {
            Some((start, end)) => Some((second, Span::new(start, end))),
            None => first.part(span).or(Some((first, span))),
        }
    }

    /// The file name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The complete text.
    pub fn text(&self) -> &str {
        self.joined.as_ref().map_or(&*self.text, |[first, _]| first.text())
    }

    /// Returns line and column of the start of a span.
    pub fn place(&self, span: Span) -> Place<'_> {
        if let Some((part, span)) = self.part(span) {
            return part.place(span);
        }
        let offset = span.start().min(self.text.len());
        let line = self.line_number(offset);
        let start = self.lines()[line];
        let before = offset - start;
        let column = match self.text.get(start..offset) {
            Some(text) if before <= LONG_LINE => text.chars().count(),
            _ => before,
        };
        Place { file: &self.name, line: line + 1, column: column + 1 }
    }

    /// Returns the line in which a span begins, without its line end.
    pub(crate) fn line_of(&self, span: Span) -> &str {
        match self.part(span) {
            Some((part, span)) => part.line_of(span),
            None => &self.text[self.line_span(span).range()],
        }
    }

    /// The span of the line in which a span begins, without its line end.
    pub(super) fn line_span(&self, span: Span) -> Span {
        let offset = span.start().min(self.text.len());
        let start = self.lines()[self.line_number(offset)];
        let rest = &self.text[start..];
        let line = rest.split('\n').next().unwrap_or(rest);
        Span::new(start, start + line.strip_suffix('\r').unwrap_or(line).len())
    }

    /// Maps a range of a text value, such as an error position in a grammar, to a span of the file.
    ///
    /// Returns the span of the whole value if the file writes the text with escapes.
    ///
    /// ```
    /// use anyurl_core::Span;
    /// use anyurl_declared::format::{Located, Document};
    ///
    /// let document = Document::new("x", "abnf = '''\na = b\n'''\n");
    /// let value = Located::new("a = b\n".to_owned(), Span::new(7, 20));
    /// assert_eq!(document.inside(&value, 4..5), Span::new(15, 16));
    /// ```
    pub fn inside(&self, value: &Located<String>, part: Range<usize>) -> Span {
        let written = self.text().get(value.span.range()).unwrap_or_default();
        let fits = part.start <= part.end && part.end <= value.len();
        match written.find(value.as_str()) {
            Some(at) if fits => {
                let start = value.span.start() + at;
                Span::new(start + part.start, start + part.end)
            }
            _ => value.span,
        }
    }

    /// The index of the line that contains an offset, from 0.
    fn line_number(&self, offset: usize) -> usize {
        self.lines().partition_point(|start| *start <= offset) - 1
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(ends).collect()
        })
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Document").field(&self.name).finish()
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}
