//! Reports for users: an error with carets under the text, help, a suggested fix and the section.

mod explain;
mod line_index;
mod mistake;
mod repair;

pub use explain::{Explanation, OptionNames};
pub use line_index::LineIndex;

pub use crate::text::visible::visible;

use core::fmt;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::registry::Registry;
use crate::syntax::options::Options;
use crate::text::polyfill;
use crate::text::prelude::*;
use crate::text::span::Span;

/// The number of characters shown on either side of an error in a long text, if the width of the output is not known.
const AROUND: usize = 48;

/// The columns before a text: `  | `.
const FRAME: usize = 4;

/// An error, formatted for users. `Display` writes several lines without colour; [`Report::styled`] adds colour.
///
/// ```
/// use anyurl_core::{Options, Registry, Report};
///
/// let registry = Registry::builder().build();
/// let rfc1738 = registry.with_options(Options::new().rfc1738());
/// let error = rfc1738.parse("x-foo:/~joe").unwrap_err();
/// let report = Report::new(&rfc1738, "x-foo:/~joe", rfc1738.options(), &error);
/// assert_eq!(
///     report.to_string(),
///     concat!(
///         "error: unexpected `~` in the schemepart: an unsafe character must always be encoded\n",
///         "  | x-foo:/~joe\n",
///         "  |        ^\n",
///         "  = RFC 1738 §2.2, A-42\n",
///         "  = help: encode it: x-foo:/%7Ejoe\n",
///         "  = note: `Parser::lenient` and the profile `current` accept it\n",
///     )
/// );
/// ```
///
/// `Debug` always hides possible passwords.
#[derive(Clone)]
pub struct Report<'a> {
    text: &'a str,
    error: Error,
    explanation: Explanation,
    redaction: Redaction,
    name: Option<&'a str>,
    show_password: bool,
    option_names: OptionNames,
}

/// The text written before and after the parts of a report, such as escape sequences of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Style {
    /// Before the word `error`.
    pub error: &'static str,
    /// Before the carets.
    pub caret: &'static str,
    /// Before the bars and equals signs at the left.
    pub frame: &'static str,
    /// Before the words `help` and `note`.
    pub label: &'static str,
    /// Before the repaired text.
    pub repair: &'static str,
    /// After each of them.
    pub reset: &'static str,
    /// The columns of the output, into which the text over the carets is cut to fit.
    pub columns: Option<usize>,
}

impl<'a> Report<'a> {
    /// Creates the report of an error that `registry` returned for `text` with `options`. Passwords in the text are
    /// masked.
    pub fn new(registry: &Registry, text: &'a str, options: Options, error: &'a Error) -> Self {
        let explanation = registry.explain(text, options, error);
        let redaction = registry.guess_secrets(text);
        // The error must not name a character of a password, even if the password was parsed as another component.
        let hidden = redaction.hidden_in(error.span());
        let error = if hidden.is_some() { error.clone().found(None) } else { error.clone() };
        let option_names = OptionNames::LIBRARY;
        Self { text, error, explanation, redaction, name: None, show_password: false, option_names }
    }

    /// Adds the source of the text, such as `urls.txt:17`.
    #[must_use]
    pub fn with_source(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// Shows passwords.
    #[must_use]
    pub fn with_password(mut self) -> Self {
        self.show_password = true;
        self
    }

    /// Names the options of a parse as an interface writes them, in the note of what accepts the text.
    #[must_use]
    pub fn with_option_names(mut self, names: OptionNames) -> Self {
        self.option_names = names;
        self
    }

    /// The explanation of the error.
    pub fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// The fixed text, with passwords masked unless [`Report::with_password`] shows them.
    pub fn repaired(&self) -> Option<String> {
        let Explanation { repaired, repaired_masked, .. } = &self.explanation;
        if self.show_password { repaired.clone() } else { repaired_masked.clone() }
    }

    /// The message of the scheme, with secrets masked unless they are shown.
    fn message(&self) -> Option<&str> {
        let Explanation { message, message_masked, .. } = &self.explanation;
        if self.show_password { message.as_deref() } else { message_masked.as_deref() }
    }

    /// Formats the report with a style.
    pub fn styled(&self, style: Style) -> impl fmt::Display {
        polyfill::from_fn(move |f| self.write(f, style))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, style: Style) -> fmt::Result {
        let Style { error: red, frame, label, repair, reset, .. } = style;
        let requirement = self.error.requirement();
        let line = self.error.to_string();
        // The report shows the section on a line of its own.
        let line = line.strip_suffix(&format!(" ({})", requirement.section())).unwrap_or(&line);
        writeln!(f, "{red}error{reset}: {line}")?;
        if let Some(name) = self.name {
            writeln!(f, "  {frame}-->{reset} {name}")?;
        }
        let redaction = if self.show_password { &Redaction::NONE } else { &self.redaction };
        let caret_lines = caret_lines(self.text, self.error.span(), redaction, style);
        write!(f, "{caret_lines}")?;
        writeln!(f, "  {frame}={reset} {}, {}", requirement.section(), requirement.id())?;
        if let Some(expected) = &self.explanation.expected {
            writeln!(f, "  {frame}={reset} {label}expected{reset}: {expected}")?;
        }
        if let Some(message) = self.message() {
            let message = visible(message);
            writeln!(f, "  {frame}={reset} {label}its scheme says{reset}: {message}")?;
        }
        write!(f, "  {frame}={reset} {label}help{reset}: {}", self.explanation.help)?;
        match self.repaired() {
            Some(text) => writeln!(f, ": {repair}{}{reset}", visible(&shortened(&text)))?,
            None => writeln!(f)?,
        }
        if let Some(by) = self.explanation.accepted_by_options(&self.option_names) {
            writeln!(f, "  {frame}={reset} {label}note{reset}: {by}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("text", &self.redaction.apply(self.text))
            .field("error", &self.error)
            .field("explanation", &self.explanation)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Style::default())
    }
}

/// Formats two lines: the part of a text around a span, and carets under the span. Secrets are masked.
///
/// ```
/// use anyurl_core::internal::caret_lines;
/// use anyurl_core::{Span, Style};
/// use anyurl_core::internal::Redaction;
///
/// let lines = caret_lines("x-foo:a%0Ab", Span::new(7, 10), &Redaction::NONE, Style::default()).to_string();
/// assert_eq!(lines, "  | x-foo:a%0Ab\n  |        ^^^\n");
/// ```
pub fn caret_lines(text: &str, span: Span, redaction: &Redaction, style: Style) -> impl fmt::Display {
    let snippet = Snippet::of(text, span, redaction, style.columns);
    polyfill::from_fn(move |f| {
        let Style { caret, frame, reset, .. } = style;
        writeln!(f, "  {frame}|{reset} {}", snippet.line)?;
        let (indent, carets) = (snippet.indent, "^".repeat(snippet.width));
        writeln!(f, "  {frame}|{reset} {:indent$}{caret}{carets}{reset}", "")
    })
}

/// The part of a text that is shown, and the position of the carets under it, in columns of a terminal.
struct Snippet {
    line: String,
    indent: usize,
    width: usize,
}

impl Snippet {
    fn of(text: &str, span: Span, redaction: &Redaction, columns: Option<usize>) -> Self {
        let piece = |start, end| visible(&redaction.slice(text, Span::new(start, end))).into_owned();
        // Inside a secret the carets stand under the whole of its mask, so that they tell nothing of it.
        let hidden = redaction.hidden_in(span).unwrap_or(span);
        let (start, end) = (hidden.start().min(span.start()), hidden.end().max(span.end()));
        let (before, at, behind) = (piece(0, start), piece(start, end), piece(end, text.len()));
        // Each of the three parts may need one more column, for `…`.
        let free = columns.map(|columns| columns.saturating_sub(FRAME + 3));
        let at = first(&at, free.map_or(AROUND, |free| free / 2));
        let free = free.map(|free| free - at.chars().count().min(free));
        let rest = |free: usize, other: &str| free - other.chars().count().min(free);
        let before = last(&before, free.map_or(AROUND, |free| rest(free, &behind).max(free / 2)));
        let behind = first(&behind, free.map_or(AROUND, |free| rest(free, &before)));
        // Measured as a whole: a combining mark at the start of `at` joins the last character of `before`.
        let indent = columns_of(&before);
        let width = (columns_of(&format!("{before}{at}")) - indent).max(1);
        Self { line: format!("{before}{at}{behind}"), indent, width }
    }
}

/// The columns of a text in a terminal. Without the feature `unicode-width`, each character has one.
fn columns_of(text: &str) -> usize {
    #[cfg(feature = "unicode-width")]
    return unicode_width::UnicodeWidthStr::width(text);
    #[cfg(not(feature = "unicode-width"))]
    return text.chars().count();
}

fn first(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn last(text: &str, most: usize) -> String {
    match text.char_indices().rev().nth(most.max(1) - 1) {
        Some((start, _)) if start > 0 => format!("…{}", &text[start..]),
        _ => text.to_owned(),
    }
}

/// The beginning of a long fixed text.
fn shortened(text: &str) -> String {
    first(text, 2 * AROUND)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of a text that the generic syntax rejects.
    fn report(text: &str) -> String {
        let registry = Registry::builder().options(Options::new().rfc1738()).build();
        let error = registry.parse(text).unwrap_err();
        Report::new(&registry, text, registry.options(), &error).to_string()
    }

    /// The line with the text and the line with the carets.
    fn drawing(text: &str) -> (String, String) {
        let report = report(text);
        let mut lines = report.lines().filter_map(|line| line.strip_prefix("  | "));
        (lines.next().unwrap().to_owned(), lines.next().unwrap().to_owned())
    }

    #[test]
    fn carets_are_under_the_error() {
        assert_eq!(drawing("x-foo:a|b"), ("x-foo:a|b".into(), "       ^".into()));
        assert_eq!(drawing("x-foo:a%4"), ("x-foo:a%4".into(), "       ^".into()));
        assert_eq!(drawing("foo"), ("foo".into(), "^".into()));
        assert_eq!(drawing(""), (String::new(), "^".into()));
    }

    #[test]
    fn control_characters_are_pictures() {
        assert_eq!(drawing("x-foo:\x1B[31m\tb").0, "x-foo:␛[31m␉b");
        assert_eq!(drawing("x-foo:\u{202E}b").0, "x-foo:\u{FFFD}b");
    }

    #[cfg(feature = "unicode-width")]
    #[test]
    fn carets_use_display_width() {
        for (text, marked, carets) in [
            ("http://漢字 /", " ", "           ^"),
            ("http://漢字 /", "漢字", "       ^^^^"),
            ("http://e\u{301}x y/", " ", "         ^"),
            ("http://x\u{301}/", "\u{301}", "        ^"),
            ("http://👍🏽 /", " ", "         ^"),
            ("http://\t /", " ", "        ^"),
            ("http://\t /", "\t", "       ^"),
        ] {
            let start = text.find(marked).unwrap();
            let span = Span::new(start, start + marked.len());
            let drawing = caret_lines(text, span, &Redaction::NONE, Style::default()).to_string();
            assert_eq!(drawing.lines().nth(1), Some(&*format!("  | {carets}")), "{drawing}");
        }
    }

    #[test]
    fn long_texts_are_shown_around_the_error() {
        let text = format!("x-foo:{}~{}", "a".repeat(1_000), "b".repeat(1_000));
        let (line, carets) = drawing(&text);
        assert!(line.starts_with("…a") && line.ends_with("b…") && line.chars().count() < 120, "{line}");
        let caret = carets.chars().count() - 1;
        assert_eq!(line.chars().nth(caret), Some('~'));
    }

    #[test]
    fn a_picture_fits_the_output() {
        let text = format!("x-foo:{}~{}", "a".repeat(40), "b".repeat(40));
        for (span, shown) in [
            (Span::new(0, 1), "x-foo:aaaaaaaaaaa…"),
            (Span::new(46, 47), "…aaaaaaaa~bbbbbbb…"),
            (Span::new(86, 87), "…bbbbbbbbbbbbbbbbb"),
            (Span::new(6, 87), "x-foo:aaaaaaaa…"),
        ] {
            let style = Style { columns: Some(24), ..Style::default() };
            let picture = caret_lines(&text, span, &Redaction::NONE, style).to_string();
            assert!(picture.lines().all(|line| columns_of(line) <= 24), "{picture}");
            assert_eq!(picture.lines().next(), Some(&*format!("  | {shown}")));
        }
    }

    #[test]
    fn an_error_in_a_password_shows_the_mask() {
        let report = report("x-foo://u:se~cret@h/");
        assert!(report.contains("x-foo://u:***@h/") && !report.contains("cret"), "{report}");
    }
}
