//! `--compare`: the verdicts about lines, by their number.

use std::fmt::{self, Write};

use anyurl::batch::InputLine;
use anyurl::compare::{Comparer, ComparisonVerdict};
use serde_json::{Value, json};

use super::counted::{Counted, Place};
use crate::input::reader::InputReader;
use crate::output::Palette;
use crate::output::numbers::grouped;

/// The lines of a block by verdict.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockVerdicts([Counted; ComparisonVerdict::ALL.len()]);

impl BlockVerdicts {
    /// Compares what the rulebooks read in a line. Empty lines are not counted.
    pub(crate) fn add(&mut self, line: &InputLine<'_>, comparer: &Comparer<'_>) {
        if let Some(text) = line.text().filter(|text| !text.is_empty()) {
            self.0[comparer.verdict(text) as usize].add(Place::of(line), 1);
        }
    }
}

/// The lines of all files by verdict.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdicts([VerdictCount; ComparisonVerdict::ALL.len()]);

/// The lines with a verdict.
#[derive(Clone, Debug, Default)]
struct VerdictCount {
    count: u64,
    /// The place of the first, and the beginning of its text.
    first: Example,
}

/// A text as it may be shown, and as it is.
#[derive(Clone, Debug, Default)]
struct Example {
    shown: String,
    exact: String,
}

impl Verdicts {
    /// Adds those of a block; `show` names a line, as it may be shown or as it is.
    pub(crate) fn add(&mut self, found: &BlockVerdicts, show: impl Fn(Place, bool) -> String) {
        for (verdict, Counted { count, first }) in self.0.iter_mut().zip(&found.0) {
            if verdict.count == 0 && *count > 0 {
                verdict.first = Example { shown: show(*first, false), exact: show(*first, true) };
            }
            verdict.count += count;
        }
    }

    /// The verdicts that were given, the worst first.
    fn given(&self) -> impl Iterator<Item = (ComparisonVerdict, &VerdictCount)> {
        let all = ComparisonVerdict::ALL.iter().copied().zip(&self.0).rev();
        all.filter(|(_, verdict)| verdict.count > 0)
    }

    pub(crate) fn to_json(&self, reader: &InputReader) -> Value {
        let first =
            |Example { shown, exact }: &Example| if reader.shows_secrets { exact.clone() } else { shown.clone() };
        self.given()
            .map(|(verdict, one)| {
                (verdict.as_str().to_owned(), json!({ "lines": one.count, "first": first(&one.first) }))
            })
            .collect()
    }

    /// The table of the summary.
    pub(crate) fn write(&self, to: &mut String, palette: &Palette) -> fmt::Result {
        let Palette { title, name, faint, reset, .. } = palette;
        writeln!(to, "\n{title}lines by what the rulebooks read in them{reset}")?;
        for (verdict, VerdictCount { count, first }) in self.given() {
            writeln!(to, "{:>11}  {name}{verdict}{reset} ({})", grouped(*count), verdict.severity().as_str())?;
            if verdict != ComparisonVerdict::Same {
                writeln!(to, "{:>11}  {faint}{}{reset}", "", first.shown)?;
            }
        }
        Ok(())
    }
}
