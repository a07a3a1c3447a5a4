//! Colours: the escape sequences around parts of the output.

use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};

/// What is written before each kind of text, and `reset` after it. All are empty without colours.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// A URL or a heading.
    pub(crate) title: &'static str,
    /// The name of a component.
    pub(crate) name: &'static str,
    /// The names of the parts of a URL, and the parts themselves, by turns.
    pub(crate) parts: [&'static str; 6],
    /// A decoded text.
    pub(crate) decoded: &'static str,
    /// A less important text.
    pub(crate) faint: &'static str,
    /// The word `warning`.
    pub(crate) warning: &'static str,
    /// The end of each of these.
    pub(crate) reset: &'static str,
    /// The colours of errors that the library prints.
    pub(crate) report: anyurl::Style,
}

static PLAIN: LazyLock<Palette> = LazyLock::new(Palette::default);

static COLOURED: LazyLock<Palette> = LazyLock::new(|| Palette {
    title: code(Style::new().bold()),
    name: code(AnsiColor::Cyan.on_default()),
    parts: [
        code(AnsiColor::Cyan.on_default()),
        code(AnsiColor::Magenta.on_default()),
        code(AnsiColor::BrightBlue.on_default()),
        code(AnsiColor::Yellow.on_default()),
        code(AnsiColor::BrightMagenta.on_default()),
        code(AnsiColor::BrightCyan.on_default()),
    ],
    decoded: code(AnsiColor::Green.on_default()),
    faint: code(Style::new().dimmed()),
    warning: code(AnsiColor::Yellow.on_default().bold()),
    reset: "\x1B[0m",
    report: report_style(),
});

fn report_style() -> anyurl::Style {
    let mut style = anyurl::Style::default();
    style.error = code(AnsiColor::Red.on_default().bold());
    style.caret = style.error;
    style.frame = code(AnsiColor::Blue.on_default().bold());
    style.label = code(Style::new().bold());
    style.repair = code(AnsiColor::Green.on_default());
    style.reset = "\x1B[0m";
    style
}

impl Palette {
    /// No colours.
    pub(crate) fn plain() -> &'static Self {
        &PLAIN
    }

    /// Whether any of them is a colour.
    pub(crate) const fn has_colours(&self) -> bool {
        !self.reset.is_empty()
    }

    /// The same colours, for an output of this width.
    pub(super) fn with_columns(&'static self, columns: Option<usize>) -> &'static Self {
        if columns.is_none() {
            return self;
        }
        let mut palette = *self;
        palette.report.columns = columns;
        // Once for each stream.
        Box::leak(Box::new(palette))
    }

    /// The width of the output, if lines must fit it.
    pub(crate) const fn columns(&self) -> Option<usize> {
        self.report.columns
    }

    /// Colours from the palette of the terminal, so that they suit its background.
    pub(crate) fn coloured() -> &'static Self {
        &COLOURED
    }
}

/// The escape sequence of a style. Leaked once for each style.
fn code(style: Style) -> &'static str {
    style.render().to_string().leak()
}
