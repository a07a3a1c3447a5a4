//! Colours: the escape sequences around the pieces of the output, or nothing.

use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};

/// What is written before the pieces of the output; `reset` behind each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// Before a URL, and before headings.
    pub(crate) title: &'static str,
    /// Before the name of a component.
    pub(crate) name: &'static str,
    /// Before a decoded text.
    pub(crate) decoded: &'static str,
    /// Before what is of less importance.
    pub(crate) faint: &'static str,
    /// Before the word `warning`.
    pub(crate) warning: &'static str,
    /// Behind each.
    pub(crate) reset: &'static str,
    /// For the carets of the library.
    pub(crate) report: locator::Style,
}

static PLAIN: LazyLock<Palette> = LazyLock::new(Palette::default);

static COLOURED: LazyLock<Palette> = LazyLock::new(|| Palette {
    title: code(Style::new().bold()),
    name: code(AnsiColor::Cyan.on_default()),
    decoded: code(AnsiColor::Green.on_default()),
    faint: code(Style::new().dimmed()),
    warning: code(AnsiColor::Yellow.on_default().bold()),
    reset: "\x1B[0m",
    report: locator::Style {
        error: code(AnsiColor::Red.on_default().bold()),
        caret: code(AnsiColor::Red.on_default().bold()),
        frame: code(AnsiColor::Blue.on_default().bold()),
        label: code(Style::new().bold()),
        repair: code(AnsiColor::Green.on_default()),
        reset: "\x1B[0m",
    },
});

impl Palette {
    /// Nothing around anything.
    pub(crate) fn plain() -> &'static Self {
        &PLAIN
    }

    /// Colours of the terminal's own palette, so that they suit its background.
    pub(crate) fn coloured() -> &'static Self {
        &COLOURED
    }
}

/// The escape sequence of a style; each is made once, and lives as long as the program.
fn code(style: Style) -> &'static str {
    style.render().to_string().leak()
}
