//! A finding, drawn for a person: carets under its place, and the way to fix it.

use std::fmt;

use locator_core::report::pointed;
use locator_core::{Redaction, Span, Style};

use super::finding::Finding;

/// So many bytes of a long line are looked at, on either side of the place.
const AROUND: usize = 400;

impl Finding {
    /// Several lines, with something around their pieces: [`Style::default`] has no colour.
    ///
    /// ```
    /// use locator_core::{Span, Style};
    /// use locator_declared::format::{Document, Finding};
    ///
    /// let document = Document::new("org.toml", "[[scheme]]\nname = \"q\"\n");
    /// let finding = Finding::new("SR107", &document, Span::new(18, 21), "`q` is a drive").fix("use two letters");
    /// assert_eq!(
    ///     finding.drawn(Style::default()).to_string(),
    ///     concat!(
    ///         "error[SR107]: `q` is a drive\n",
    ///         "  --> org.toml:2:8\n",
    ///         "  | name = \"q\"\n",
    ///         "  |        ^^^\n",
    ///         "  = help: use two letters\n",
    ///     )
    /// );
    /// ```
    pub fn drawn(&self, style: Style) -> impl fmt::Display {
        fmt::from_fn(move |f| self.draw(f, style))
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>, style: Style) -> fmt::Result {
        let Style { error, frame, label, reset, .. } = style;
        let (level, id, message) = (self.level(), self.id(), self.message());
        writeln!(f, "{error}{level}[{id}]{reset}: {message}")?;
        writeln!(f, "  {frame}-->{reset} {}", self.place())?;
        let (line, span) = self.window();
        // A registry is configuration that many read: there is no secret in it to be hidden.
        write!(f, "{}", pointed(line, span, Redaction::NONE, style))?;
        let source = self.rule().source;
        if source.starts_with("RFC") {
            writeln!(f, "  {frame}={reset} {source}")?;
        }
        if let Some(help) = self.help() {
            writeln!(f, "  {frame}={reset} {label}help{reset}: {help}")?;
        }
        Ok(())
    }

    /// The part of its line that is drawn, and the place in it. A place of several lines is shown on the first.
    fn window(&self) -> (&str, Span) {
        let text = self.document().text();
        let line = self.document().line_span(self.span());
        let at = text.floor_char_boundary(self.span().start().clamp(line.start(), line.end()));
        let end = text.ceil_char_boundary(self.span().end().clamp(at, line.end()));
        let first = text.ceil_char_boundary(line.start().max(at.saturating_sub(AROUND)));
        let last = text.floor_char_boundary(line.end().min(at + AROUND)).max(at);
        let span = Span::new(at - first.min(at), end.min(last).max(at) - first.min(at));
        (&text[first.min(at)..last], span)
    }
}
