//! The table of a comparison for people.

use std::io::{self, Write};

use anyurl::compare::{ComparisonVerdict, Part, PartReading, Reading, Rulebook, VerdictSeverity};
use anyurl::visible;
use unicode_width::UnicodeWidthStr;

use super::Compared;
use crate::output::Palette;

/// The widest table, if the width of the output is not known.
const MAX_COLUMNS: usize = 120;

/// The width of the names of components.
const NAME_WIDTH: usize = 8;

/// Writes the text, what each rulebook reads, the verdict and the rules.
pub(super) fn write(to: &mut impl Write, compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let Palette { title, reset, .. } = palette;
    writeln!(to, "{title}{}{reset}", visible(&compared.input()))?;
    let columns: Vec<_> = Rulebook::ALL.iter().filter_map(|rulebook| Column::new(compared, *rulebook)).collect();
    let width: usize = columns.iter().map(|column| column.width() + 2).sum();
    if 4 + NAME_WIDTH + width <= palette.columns().unwrap_or(MAX_COLUMNS) {
        table(to, &columns, compared, palette)?;
    } else {
        list(to, columns, compared, palette)?;
    }
    verdict(to, compared, palette)?;
    rules(to, compared, palette)
}

/// What a rulebook with rules for the text reads in it.
struct Column {
    rulebook: &'static str,
    /// `rejected`, if it is.
    status: &'static str,
    /// A text for each component: `-` if the rulebook finds none, empty if it rejects the text.
    cells: Vec<String>,
}

impl Column {
    fn new(compared: &Compared<'_>, rulebook: Rulebook) -> Option<Self> {
        let reading = compared.comparison.reading(rulebook);
        let status = match reading {
            Reading::Accepted(_) => "",
            Reading::Rejected(_) => "rejected",
            _ => return None,
        };
        let parts = reading.parts();
        let cell = |part: Part| match parts.map(|parts| parts.get(part)) {
            Some(Some(value)) => visible(&compared.value(part, value)).into_owned(),
            Some(None) => "-".to_owned(),
            None => String::new(),
        };
        Some(Self { rulebook: rulebook.name(), status, cells: Part::ALL.map(cell).to_vec() })
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().map(String::as_str).chain([self.rulebook, self.status]);
        cells.map(UnicodeWidthStr::width).max().unwrap_or_default()
    }
}

/// A column for each rulebook.
fn table(to: &mut impl Write, columns: &[Column], compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let Palette { name, faint, reset, .. } = palette;
    let row = |cell: &dyn Fn(&Column) -> String| {
        let cells = columns.iter().map(|column| {
            let cell = cell(column);
            let gap = column.width() - cell.width();
            format!("{cell}{:gap$}", "")
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut heading =
        |cell: &dyn Fn(&Column) -> String| writeln!(to, "    {:NAME_WIDTH$}  {faint}{}{reset}", "", row(cell));
    heading(&|column| column.rulebook.to_owned())?;
    if columns.iter().any(|column| !column.status.is_empty()) {
        heading(&|column| column.status.to_owned())?;
    }
    for (n, part) in Part::ALL.into_iter().enumerate().filter(|(_, part)| is_present(compared, *part)) {
        let mark = mark(compared, part);
        writeln!(to, "  {mark} {name}{:NAME_WIDTH$}{reset}  {}", part.id(), row(&|column| column.cells[n].clone()))?;
    }
    Ok(())
}

/// The components below the rulebooks that read them so, for an output that is too narrow for the table.
fn list(to: &mut impl Write, columns: Vec<Column>, compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let Palette { name, faint, reset, .. } = palette;
    let columns = columns.into_iter().map(|column| ((column.status, column.cells), column.rulebook));
    for ((status, cells), rulebooks) in alike(columns) {
        let status = if status.is_empty() { String::new() } else { format!(": {status}") };
        writeln!(to, "  {faint}{}{status}{reset}", rulebooks.join(", "))?;
        for (part, cell) in Part::ALL.into_iter().zip(&cells).filter(|(_, cell)| !cell.is_empty()) {
            let mark = mark(compared, part);
            if *cell != "-" || mark != " " {
                writeln!(to, "    {mark} {name}{:NAME_WIDTH$}{reset}  {cell}", part.id())?;
            }
        }
    }
    Ok(())
}

/// Groups names by what they have in common, in the order of the first of each group.
fn alike<K: PartialEq>(rows: impl Iterator<Item = (K, &'static str)>) -> Vec<(K, Vec<&'static str>)> {
    let mut groups: Vec<(K, Vec<&'static str>)> = Vec::new();
    for (key, name) in rows {
        match groups.iter_mut().find(|(own, _)| *own == key) {
            Some((_, names)) => names.push(name),
            None => groups.push((key, vec![name])),
        }
    }
    groups
}

/// Whether a rulebook finds the component.
fn is_present(compared: &Compared<'_>, part: Part) -> bool {
    let mut parts = compared.comparison.readings().filter_map(|(_, reading)| reading.parts());
    parts.any(|parts| parts.get(part).is_some_and(|value| !value.is_empty()))
}

/// The mark of a component that the rulebooks read differently.
fn mark(compared: &Compared<'_>, part: Part) -> &'static str {
    if compared.comparison.differences().iter().any(|difference| difference.part() == part) { "≠" } else { " " }
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
        ComparisonVerdict::Same if Rulebook::ALL.iter().any(rejects) => "every rulebook with rules for it rejects it",
        ComparisonVerdict::Same => "every rulebook reads it alike",
        ComparisonVerdict::ValidityDiffers => "low: those that accept it read it alike",
        other => other.severity().as_str(),
    };
    writeln!(to, "  {colour}{}{reset} ({meaning})", verdict.as_str())
}

/// A line with the rules behind each difference, and the reasons of the rulebooks that reject the text.
fn rules(to: &mut impl Write, compared: &Compared<'_>, palette: &Palette) -> io::Result<()> {
    let Palette { name, faint, reset, .. } = palette;
    let cite = |rule: &str, section: &str| format!("{rule} {faint}({section}){reset}");
    let differences = compared.comparison.differences().iter().map(|difference| {
        let part = difference.part();
        let rules = difference.readings().iter().map(|reading| {
            let value = unlisted_value(compared, part, reading);
            (format!("{value}: {}", cite(reading.rule(), reading.section())), reading.rulebook().name())
        });
        let rules: Vec<_> = alike(rules).into_iter().map(|(rule, names)| names.join(", ") + &rule).collect();
        (rules.join("; "), part.id())
    });
    for (rules, parts) in alike(differences) {
        writeln!(to, "  {name}{}{reset}: {rules}", parts.join(", "))?;
    }
    let reasons = compared.comparison.readings().filter_map(|(rulebook, reading)| match reading {
        Reading::Accepted(_) => None,
        Reading::Rejected(why) => Some((
            ["rejects it", "reject it"],
            cite(&format!(": {}", visible(why.message())), why.section()),
            rulebook.name(),
        )),
        _ => Some((["has", "have"], " no rules for it".to_owned(), rulebook.name())),
    });
    for (([one, more], reason), names) in alike(reasons.map(|(verbs, reason, name)| ((verbs, reason), name))) {
        let names = match &*names {
            [first @ .., last] if !first.is_empty() => format!("{} and {last} {more}", first.join(", ")),
            _ => format!("{} {one}", names.concat()),
        };
        writeln!(to, "  {names}{reason}")?;
    }
    Ok(())
}

/// A value that the table does not have, because another program of the rulebook reads it.
fn unlisted_value(compared: &Compared<'_>, part: Part, reading: &PartReading) -> String {
    let listed = compared.comparison.reading(reading.rulebook()).parts().and_then(|parts| parts.get(part));
    match reading.value().filter(|value| Some(*value) != listed) {
        Some(value) => format!(" (`{}`)", visible(&compared.value(part, value))),
        None => String::new(),
    }
}
