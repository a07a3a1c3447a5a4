//! Writing URLs into text: adds the wrapper, and breaks it into lines.

use super::url_start::PREFIX;
use crate::syntax::class;
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::AsUrl;

/// Returns a URL in its wrapper, `<URL:…>`, with an optional fragment (R-A-2, R-A-3).
///
/// The default for `fragment` is the fragment of the URL. Characters with a meaning in a wrapper are encoded:
/// whitespace, which lenient mode accepts in a URL, and angle brackets in a fragment.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_core::extract::wrap;
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo:a")?;
/// assert_eq!(wrap(&url, None), "<URL:x-foo:a>");
/// assert_eq!(wrap(&url, Some("b c")), "<URL:x-foo:a#b%20c>");
/// # Ok::<(), anyurl_core::Error>(())
/// ```
pub fn wrap(url: &impl AsUrl, fragment: Option<&str>) -> String {
    let url = url.as_any();
    let bare = Span::new(url.scheme_span().start(), url.as_url_ref().schemepart().end());
    let mut to = format!("<{PREFIX}");
    write(bare.of(url.text()), &mut to);
    if let Some(fragment) = fragment.or(url.fragment()) {
        to.push('#');
        write(fragment, &mut to);
    }
    to.push('>');
    to
}

fn write(text: &str, to: &mut String) {
    for found in text.chars() {
        match u8::try_from(found) {
            Ok(byte) if class::is_whitespace(found) || matches!(byte, b'<' | b'>') => {
                escape::push_escape(byte, to);
            }
            _ => to.push(found),
        }
    }
}

/// The position of a wrapper among the lines of a text, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Margins {
    /// The maximum length of a line.
    pub width: usize,
    /// The number of characters before the wrapper in its first line.
    pub column: usize,
    /// The number of spaces at the beginning of the other lines.
    pub indent: usize,
}

impl Margins {
    /// Lines of at most `width` characters, without indentation.
    pub const fn new(width: usize) -> Self {
        Self { width, column: 0, indent: 0 }
    }

    /// Sets the number of characters before the wrapper in its first line.
    #[must_use]
    pub const fn column(self, column: usize) -> Self {
        Self { column, ..self }
    }

    /// Sets the number of spaces at the beginning of the other lines.
    #[must_use]
    pub const fn indent(self, indent: usize) -> Self {
        Self { indent, ..self }
    }
}

impl Default for Margins {
    /// Lines of 72 characters, as in an RFC, without indentation.
    fn default() -> Self {
        Self::new(72)
    }
}

/// Breaks a wrapper, such as the result of [`wrap`], into lines (R-A-4).
///
/// No line ends after a hyphen (R-A-5), inside an escape or inside the prefix, and no line begins with the `>`. A line
/// exceeds the width if there is no other break. Whitespace in the wrapper is removed; the text after it, and a text
/// that does not begin with `<URL:`, is unchanged.
///
/// ```
/// use anyurl_core::extract::{Margins, fold};
///
/// let margins = Margins::new(20).column(6).indent(2);
/// assert_eq!(fold("<URL:x-foo:aaa-bbb%20c>.", margins), "<URL:x-foo:aaa\n  -bbb%20c>.");
/// ```
pub fn fold(wrapper: &str, margins: Margins) -> String {
    let Some((opening, rest)) =
        wrapper.split_at_checked(1 + PREFIX.len()).filter(|(opening, _)| opening.strip_prefix('<') == Some(PREFIX))
    else {
        return wrapper.to_owned();
    };
    let end = rest.find('>').map_or(rest.len(), |end| end + 1);
    let (inner, after) = rest.split_at(end);
    let inner: String = inner.split(class::is_whitespace).collect();
    let mut lines = Lines { text: opening.to_owned(), column: margins.column.saturating_add(opening.len()), margins };
    let mut rest = &inner[..];
    while !rest.is_empty() {
        let (unit, others) = rest.split_at(unbreakable_len(rest));
        lines.push(unit);
        rest = others;
    }
    lines.text + after
}

struct Lines {
    text: String,
    column: usize,
    margins: Margins,
}

impl Lines {
    /// Writes an unbreakable unit, on the next line if this one is full.
    fn push(&mut self, unit: &str) {
        let Margins { width, indent, .. } = self.margins;
        let len = unit.chars().count();
        if self.column.saturating_add(len) > width && self.column > indent {
            self.text.push('\n');
            self.text.extend(core::iter::repeat_n(' ', indent));
            self.column = indent;
        }
        self.text.push_str(unit);
        self.column = self.column.saturating_add(len);
    }
}

/// The length of the unbreakable start of a text: hyphens with the character or escape after them, and a following `>`.
fn unbreakable_len(text: &str) -> usize {
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let is_hyphen = rest.starts_with('-');
        end += escape::unit_len(rest);
        if !is_hyphen || end == text.len() {
            break;
        }
    }
    if text[end..].starts_with('>') { end + 1 } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    #[test]
    fn line_breaks() {
        let margins = |width, column, indent| Margins { width, column, indent };
        for (text, margins, folded) in [
            ("<URL:x-f:abcd>", margins(72, 0, 0), "<URL:x-f:abcd>"),
            ("<URL:x-f:abcd>", margins(14, 0, 0), "<URL:x-f:abcd>"),
            ("<URL:x-f:abcd>", margins(13, 0, 0), "<URL:x-f:abc\nd>"),
            ("<URL:x-f:abcd>", margins(13, 5, 3), "<URL:x-f\n   :abcd>"),
            ("<URL:x-f:a-bc>", margins(11, 0, 0), "<URL:x-f:a\n-bc>"),
            ("<URL:x-f:%41%42>", margins(13, 0, 0), "<URL:x-f:%41\n%42>"),
            ("<URL:x-f:%41%42>", margins(11, 0, 0), "<URL:x-f:\n%41%42>"),
            // A `%` alone is not an escape.
            ("<URL:x-f:%4%>", margins(10, 0, 0), "<URL:x-f:%\n4%>"),
            // No break is possible: the line exceeds the width.
            ("<URL:x-->", margins(0, 0, 0), "<URL:\nx\n-->"),
            ("<URL:x--:->", margins(6, 70, 4), "<URL:\n    x\n    --:\n    ->"),
            ("<URL:x:a-\n b>, c", margins(72, 0, 0), "<URL:x:a-b>, c"),
            ("x:abcdef", margins(4, 0, 0), "x:abcdef"),
            ("<x:abcdef>", margins(4, 0, 0), "<x:abcdef>"),
            ("<URL:é", margins(4, 0, usize::MIN), "<URL:\né"),
        ] {
            assert_eq!(fold(text, margins), folded, "{text} {margins:?}");
        }
    }

    #[test]
    fn whitespace_and_brackets_are_encoded() {
        let registry = Registry::builder().build();
        let url = registry.parser().lenient().parse(" x-foo:a b#c d ").unwrap();
        assert_eq!(wrap(&url, None), "<URL:x-foo:a%20b#c%20d>");
        assert_eq!(wrap(&url, Some("")), "<URL:x-foo:a%20b#>");
        assert_eq!(wrap(&url, Some("<é>\n")), "<URL:x-foo:a%20b#%3Cé%3E%0A>");
    }
}
