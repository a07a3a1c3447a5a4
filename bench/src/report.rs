//! RESULTS.md: the targets and results, followed by the tables of each part.

use std::fmt::{self, Display, Write as _};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyurl_bench_rounds::Times;

use crate::noise::Noise;
use crate::plot::Plot;

const HEAD: &str = "\
# Results

Written by `cargo run --release --manifest-path bench/Cargo.toml`; the [README](README.md) describes what is measured and how.
Times differ between machines; compare only ratios within this run.

";

/// The comments on the targets, after the figures.
const AIMS: &str = include_str!("../aims.md");

/// The results so far.
pub(crate) struct Report {
    machine: String,
    noise: Noise,
    goals: Vec<Goal>,
    parts: String,
    plots: Vec<Plot>,
}

/// A target and its result.
pub(crate) struct Goal {
    /// The part and the comparison.
    pub(crate) what: String,
    pub(crate) is: f64,
    pub(crate) wanted: Wanted,
    pub(crate) unit: &'static str,
}

/// The limit of a figure, and its aim.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    AtLeast(f64, f64),
    AtMost(f64, f64),
    /// No limit; the aim is at least this.
    Aim(f64),
    /// No limit; the aim is at most this.
    AimAtMost(f64),
}

impl Report {
    pub(crate) fn new(machine: &str) -> Self {
        Self {
            machine: machine.to_owned(),
            noise: Noise::default(),
            goals: Vec::new(),
            parts: String::new(),
            plots: Vec::new(),
        }
    }

    pub(crate) fn heading(&mut self, id: &str, title: &str) {
        let _ = writeln!(self.parts, "\n## {}: {title}\n", id.to_uppercase());
    }

    /// A paragraph.
    pub(crate) fn say(&mut self, text: impl Display) {
        let _ = writeln!(self.parts, "{text}\n");
    }

    /// A table: the first column left-aligned, figures right-aligned.
    pub(crate) fn table<const N: usize>(&mut self, head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) {
        let _ = writeln!(self.parts, "| {} |", head.join(" | "));
        let _ = writeln!(self.parts, "|---{}|", "|---:".repeat(N - 1));
        for row in rows {
            let _ = writeln!(self.parts, "| {} |", row.join(" | "));
        }
        self.parts.push('\n');
    }

    /// Takes the median of a peer, as a multiple of its min-sum, as a measure of the machine's noise.
    pub(crate) fn noise(&mut self, part: &str, peer: &str, noise: f64) {
        self.noise.add(part, peer, noise);
    }

    pub(crate) fn goal(&mut self, goal: Goal) {
        self.goals.push(goal);
    }

    pub(crate) fn plot(&mut self, plot: Plot) {
        let _ = writeln!(self.parts, "![{}](plots/{}.svg)\n", plot.title, plot.file);
        self.plots.push(plot);
    }

    /// Writes everything into a folder; returns the path of the report.
    pub(crate) fn write(&self, folder: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
        let plots = folder.join("plots");
        fs::create_dir_all(&plots)?;
        for plot in &self.plots {
            plot.draw(&plots.join(plot.file).with_extension("svg"))?;
        }
        let path = folder.join("RESULTS.md");
        self.save(&path)?;
        Ok(path)
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        let Self { machine, noise, goals, parts, .. } = self;
        let mut text = format!("{HEAD}{noise}{machine}\n");
        if !goals.is_empty() {
            text += "## Targets\n\n| | result | limit | aim | |\n|---|---:|---:|---:|---|\n";
            text += &goals.iter().map(Goal::to_string).collect::<String>();
        }
        text += parts;
        fs::write(path, text.trim_end().to_owned() + "\n" + AIMS)
    }
}

impl Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, is, wanted, unit } = self;
        let (sign, must, aim) = match wanted {
            Wanted::AtLeast(must, aim) => ("≥ ", Some(must), aim),
            Wanted::AtMost(must, aim) => ("≤ ", Some(must), aim),
            Wanted::Aim(aim) => ("≥ ", None, aim),
            Wanted::AimAtMost(aim) => ("≤ ", None, aim),
        };
        let must = must.map_or("—".to_owned(), |must| format!("{sign}{must}{unit}"));
        writeln!(f, "| {what} | {is:.2}{unit} | {must} | {sign}{aim}{unit} | {} |", self.verdict())
    }
}

impl Goal {
    fn verdict(&self) -> &'static str {
        let is = self.is;
        match self.wanted {
            Wanted::AtLeast(_, aim) | Wanted::Aim(aim) if is >= aim => "reached",
            Wanted::AtMost(_, aim) | Wanted::AimAtMost(aim) if is <= aim => "reached",
            Wanted::AtLeast(must, _) if is >= must => "holds",
            Wanted::AtMost(must, _) if is <= must => "holds",
            Wanted::Aim(_) => "below the aim",
            Wanted::AimAtMost(_) => "above the aim",
            _ => "**missed**",
        }
    }
}

/// Seconds as nanoseconds.
pub(crate) fn nanos(seconds: f64) -> String {
    format!("{:.1}", seconds * 1e9)
}

/// The heads of [`cells`], the last of which is the name of the contestant that the others are compared with.
pub(crate) const CELLS: [&str; 3] = ["ns each", "median", "median / min-sum"];

/// The time of an input in nanoseconds, as the min-sum and as the median, their ratio, and the ratio of the min-sum to
/// that of another contestant.
pub(crate) fn cells(own: &Times, other: &Times, count: usize) -> [String; 4] {
    let each = |seconds: f64| nanos(seconds / count as f64);
    [each(own.min_sum()), each(own.median()), format!("{:.2}", own.noise()), format!("{:.2}", own.ratio(other))]
}

/// Seconds as milliseconds.
pub(crate) fn millis(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

/// Bytes as mebibytes.
pub(crate) fn mebibytes(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let rows = [
            (Wanted::AtLeast(2.0, 3.0), [(1.9, "**missed**"), (2.0, "holds"), (3.0, "reached")]),
            (Wanted::AtMost(2.0, 1.0), [(2.1, "**missed**"), (2.0, "holds"), (1.0, "reached")]),
            (Wanted::Aim(2.0), [(0.1, "below the aim"), (1.9, "below the aim"), (2.0, "reached")]),
            (Wanted::AimAtMost(2.0), [(9.0, "above the aim"), (2.1, "above the aim"), (2.0, "reached")]),
        ];
        for (wanted, cases) in rows {
            for (is, verdict) in cases {
                let goal = Goal { what: String::new(), is, wanted, unit: "x" };
                assert_eq!(goal.verdict(), verdict, "{is}");
            }
        }
    }
}
