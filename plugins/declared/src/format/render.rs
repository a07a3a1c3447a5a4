//! Renders a finding with its source line, carets and help.

use std::fmt;

use anyurl_core::internal::polyfill::{ceil_char_boundary, floor_char_boundary, from_fn};
use anyurl_core::internal::{Redaction, caret_lines};
use anyurl_core::{Span, Style, visible};

use super::finding::Finding;

/// The number of bytes shown of a long line, on either side of the span.
const CONTEXT_BYTES: usize = 400;

impl Finding {
    /// Renders the finding in several lines. [`Style::default`] has no colors.
    ///
    /// ```
    /// use anyurl_core::{Span, Style};
    /// use anyurl_declared::format::{Document, Finding};
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
        from_fn(move |f| self.draw(f, style))
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>, style: Style) -> fmt::Result {
        let Style { error, frame, label, reset, .. } = style;
        let (level, id, message) = (self.level(), self.id(), visible(self.message()));
        writeln!(f, "{error}{level}[{id}]{reset}: {message}")?;
        writeln!(f, "  {frame}-->{reset} {}", self.place())?;
        let (line, span) = self.window();
        // A registry file is shared configuration. The command masks what looks like a secret in it.
        write!(f, "{}", caret_lines(line, span, &Redaction::NONE, style))?;
        let source = self.rule().source;
        if source.starts_with("RFC") {
            writeln!(f, "  {frame}={reset} {source}")?;
        }
        if self.is_lint_only() {
            writeln!(f, "  {frame}={reset} an error of lint only: the file loads, and no URL is refused for it")?;
        }
        if let Some(help) = self.help() {
            writeln!(f, "  {frame}={reset} {label}help{reset}: {}", visible(help))?;
        }
        Ok(())
    }

    /// The shown part of the line, and the span in it. A span of several lines is shown on the first.
    fn window(&self) -> (&str, Span) {
        let text = self.document().text();
        let line = self.document().line_span(self.span());
        let at = floor_char_boundary(text, self.span().start().clamp(line.start(), line.end()));
        let end = ceil_char_boundary(text, self.span().end().clamp(at, line.end()));
        let first = ceil_char_boundary(text, line.start().max(at.saturating_sub(CONTEXT_BYTES)));
        let last = floor_char_boundary(text, line.end().min(at + CONTEXT_BYTES)).max(at);
        let span = Span::new(at - first.min(at), end.min(last).max(at) - first.min(at));
        (&text[first.min(at)..last], span)
    }
}
