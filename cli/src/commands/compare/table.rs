//! The table of a comparison for people.

use std::io::{self, Write};

use anyurl::compare::{Part, Rulebook, Verdict, VerdictSeverity};
use anyurl::report::visible;
use unicode_width::UnicodeWidthStr;

use super::Compared;
use crate::output::Palette;

/// Longer values are cut in the table, and complete in the rules below it.
const MAX_WIDTH: usize = 32;

/// The width of the names of components.
const NAME_WIDTH: usize = 8;

/// Writes the text, the table, the verdict and the rules.
pub(super) fn write(to: &mut impl Write, compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let Palette { title, name, faint, reset, .. } = palette;
    writeln!(to, "{title}{}{reset}", visible(&compared.input()))?;
    let columns = Rulebook::ALL.map(|rulebook| column(compared, rulebook));
    let widths = columns.each_ref().map(|column| column.iter().map(|cell| cell.width()).max().unwrap_or_default());
    let line = |cells: [&str; 5]| {
        let cells = cells.iter().zip(widths).map(|(cell, width)| format!("{cell}{:1$}", "", width - cell.width()));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let row = |n: usize| line(columns.each_ref().map(|column| column[n].as_str()));
    writeln!(to, "    {:NAME_WIDTH$}  {faint}{}{reset}", "", row(0))?;
    for (n, part) in Part::ALL.into_iter().enumerate().filter(|(_, part)| is_present(compared, *part)) {
        let mark = if is_difference(compared, part) { "≠" } else { " " };
        writeln!(to, "  {mark} {name}{:NAME_WIDTH$}{reset}  {}", part.id(), row(n + 1))?;
    }
    verdict(to, compared, palette)?;
    rules(to, compared, palette)
}

/// The name of a rulebook and its components, or why it has none.
fn column(compared: &Compared<'_>, rulebook: Rulebook) -> Vec<String> {
    let mut cells = vec![rulebook.name().to_owned()];
    let parts = compared.comparison.reading(rulebook).parts();
    let cell = |part: Part| match parts.map(|parts| parts.get(part)) {
        Some(Some(value)) => cut(&visible(&compared.value(part, value))),
        Some(None) => "-".to_owned(),
        None => String::new(),
    };
    cells.extend(Part::ALL.map(cell));
    if let Some(status) = compared.status(rulebook) {
        status.clone_into(&mut cells[1]);
    }
    cells
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_WIDTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Whether a rulebook finds the component. The scheme has the row in which the others say why they have none.
fn is_present(compared: &Compared<'_>, part: Part) -> bool {
    let mut parts = compared.comparison.readings().filter_map(|(_, reading)| reading.parts());
    part == Part::Scheme || parts.any(|parts| parts.get(part).is_some_and(|value| !value.is_empty()))
}

fn is_difference(compared: &Compared<'_>, part: Part) -> bool {
    compared.comparison.differences().iter().any(|difference| difference.part() == part)
}

fn verdict(to: &mut impl Write, compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let verdict = compared.comparison.verdict();
    let colour = match verdict.severity() {
        VerdictSeverity::Critical | VerdictSeverity::High => palette.report.error,
        VerdictSeverity::None => palette.decoded,
        _ => palette.warning,
    };
    let reset = palette.reset;
    let rejects = |rulebook: &Rulebook| compared.comparison.reading(*rulebook).rejection().is_some();
    let meaning = match verdict {
        Verdict::Same if Rulebook::ALL.iter().any(rejects) => "every rulebook with rules for it rejects it",
        Verdict::Same => "every rulebook reads it alike",
        Verdict::ValidityDiffers => "low: those that accept it read it alike",
        other => other.severity().as_str(),
    };
    writeln!(to, "  {colour}{}{reset} ({meaning})", verdict.as_str())
}

/// The rules behind each difference, and the reasons of the rulebooks that reject the text.
fn rules(to: &mut impl Write, compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let Palette { name, faint, reset, .. } = palette;
    for difference in compared.comparison.differences() {
        let part = difference.part();
        for reading in difference.readings() {
            let value = reading
                .value()
                .map_or_else(|| "none".to_owned(), |value| format!("`{}`", visible(&compared.value(part, value))));
            let (rulebook, rule, section) = (reading.rulebook(), reading.rule(), reading.section());
            writeln!(to, "  {name}{part}{reset}: {value} to {rulebook}: {rule} {faint}({section}){reset}")?;
        }
    }
    for (rulebook, reading) in compared.comparison.readings() {
        if let Some(rejection) = reading.rejection() {
            let (message, section) = (visible(rejection.message()), rejection.section());
            writeln!(to, "  {rulebook} rejects it: {message} {faint}({section}){reset}")?;
        }
    }
    Ok(())
}
