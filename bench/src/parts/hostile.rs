//! What hostile registry files and grammars cost until they are refused. That they are, and by which cap, is tested where
//! they come from.

use std::time::Instant;

use locator::declared::format::{Layer, Lint, tidy};
use locator::declared::grammar::{Budget, Grammar, Limits, Source};

use crate::allocator;
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, mebibytes, millis};
use crate::setting::Setting;

#[path = "../../../plugins/declared/src/format/tests/hostile.rs"]
mod files;
#[path = "../../../plugins/declared/src/grammar/tests/texts.rs"]
mod grammars;

pub(super) fn run(_: &Setting, to: &mut Report) -> Outcome {
    let mut worst = Worst::default();
    let files = files::hostile();
    let rows = files
        .iter()
        .map(|(name, text)| worst.of(name, || refuse_file(text)));
    to.say("Registry files: read, linted, each finding drawn, and tidied.");
    to.table(["file", "ms", "MiB held at most"], rows);
    let grammars = grammars::hostile();
    let rows = grammars
        .iter()
        .map(|(name, text)| worst.of(name, || refuse_grammar(text)));
    to.say("Grammars: compiled, until a cap refuses them.");
    to.table(["grammar", "ms", "MiB held at most"], rows);
    for (what, is, unit, must) in [
        ("time", worst.seconds, " s", 1.0),
        ("heap", worst.peak, " MiB", 64.0),
    ] {
        let what = format!("the worst hostile file or grammar: {what}");
        to.goal(Goal {
            what,
            is,
            wanted: Wanted::AtMost(must, must),
            unit,
        });
    }
    Ok(())
}

/// The most that was seen.
#[derive(Default)]
struct Worst {
    seconds: f64,
    /// Mebibytes.
    peak: f64,
}

impl Worst {
    /// What a work costs, as a row.
    fn of(&mut self, name: &str, work: impl FnOnce()) -> [String; 3] {
        let (seconds, heap) = allocator::watch(|| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        });
        let peak = mebibytes(heap.peak);
        self.seconds = self.seconds.max(seconds);
        self.peak = self.peak.max(peak);
        [name.to_owned(), millis(seconds), format!("{peak:.1}")]
    }
}

fn refuse_file(text: &str) {
    if let Ok(reading) = Layer::of_text("x.toml", text) {
        let style = locator::Style::default();
        let found = reading.lint(Lint::default());
        let drawn: usize = found
            .iter()
            .map(|one| one.drawn(style).to_string().len())
            .sum();
        assert!(drawn > 0);
    }
    let _ = tidy("x.toml", text.to_owned());
}

fn refuse_grammar(text: &str) {
    let mut budget = Budget::new(Limits::STANDARD);
    assert!(Grammar::compile_within(&Source::new(text), &mut budget).is_err());
}
