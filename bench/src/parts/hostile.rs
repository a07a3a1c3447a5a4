//! The cost of refusing hostile registry files and grammars. Tests of `plugins/declared` check the limits.

use std::time::Instant;

use anyurl::declared::format::{LintOptions, ParsedFile, RegistryFile};
use anyurl::declared::layers::Stack;
use anyurl_abnf::{Budget, CompiledGrammar, GrammarSource, Limits};
use anyurl_declared::format::format_toml;

use crate::allocator;
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, mebibytes, millis};
use crate::setting::Setting;

#[path = "../../../plugins/declared/src/format/tests/hostile.rs"]
mod files;
#[path = "../../../abnf/src/compiler/tests/texts.rs"]
mod grammars;

pub(super) fn run(_: &Setting, to: &mut Report) -> Outcome {
    let mut worst = Worst::default();
    let mut rows = Vec::new();
    for (name, text) in files::hostile() {
        let (reading, read) = worst.of(|| RegistryFile::from_text("x.toml", text.as_str()));
        let (_, drawn) = worst.of(|| reading.as_ref().map(draw));
        // Nobody tidies what a stranger wrote, so this is shown and does not count.
        let (_, tidied) = Worst::default().of(|| format_toml("x.toml", text));
        rows.push([name.to_owned(), read.0, read.1, drawn.0, drawn.1, tidied.0, tidied.1]);
    }
    to.say("Registry files: read; linted, with each finding drawn; tidied.");
    to.table(["file", "reading, ms", "MiB", "linting, ms", "MiB", "tidying, ms", "MiB"], rows);
    heavy(to)?;
    let mut rows = Vec::new();
    for (name, text) in grammars::hostile() {
        let mut budget = Budget::new(Limits::STANDARD);
        let (compiled, cost) = worst.of(|| CompiledGrammar::compile_within(&GrammarSource::new(&text), &mut budget));
        assert!(compiled.is_err(), "{name}");
        rows.push([name.to_owned(), cost.0, cost.1]);
    }
    to.say("Grammars: compiled, until a cap refuses them.");
    to.table(["grammar", "ms", "MiB"], rows);
    for (what, is, unit, must) in [("time", worst.seconds, " s", 1.0), ("heap", worst.peak, " MiB", 64.0)] {
        let what = format!("the worst hostile file or grammar: {what}");
        to.goal(Goal { what, is, wanted: Wanted::AtMost(must, must), unit });
    }
    Ok(())
}

/// Valid large files on top of the built-in schemes.
fn heavy(to: &mut Report) -> Outcome {
    let mut rows = Vec::new();
    for (name, text) in files::heavy() {
        let (layer, read) = Worst::default().of(|| RegistryFile::from_text("x.toml", text.as_str()));
        let stack = Stack::new().push(layer?.load()?);
        let (resolved, laid) = Worst::default().of(|| stack.resolve(anyurl::rfc1738(), None));
        let found = resolved.map_or_else(|_| "refused", |_| "laid");
        rows.push([name.to_owned(), read.0, read.1, laid.0, laid.1, found.to_owned()]);
    }
    to.say(
        "Files that nothing is wrong with, as full as one may be: 10,000 entries, 1,000 claims, selectors or gateways.",
    );
    to.table(["file", "reading, ms", "MiB", "laying, ms", "MiB", ""], rows);
    Ok(())
}

/// Lints a file, and draws what is found.
fn draw(reading: &ParsedFile) -> usize {
    let style = anyurl::Style::default();
    let found = reading.lint(LintOptions::default());
    found.iter().map(|one| one.drawn(style).to_string().len()).sum()
}

/// The maximum so far.
#[derive(Default)]
struct Worst {
    seconds: f64,
    /// Mebibytes.
    peak: f64,
}

impl Worst {
    /// Runs some work; returns its time in milliseconds and peak memory in mebibytes.
    fn of<T>(&mut self, work: impl FnOnce() -> T) -> (T, (String, String)) {
        let ((done, seconds), heap) = allocator::watch(|| {
            let start = Instant::now();
            let done = work();
            (done, start.elapsed().as_secs_f64())
        });
        let peak = mebibytes(heap.peak);
        self.seconds = self.seconds.max(seconds);
        self.peak = self.peak.max(peak);
        (done, (millis(seconds), format!("{peak:.1}")))
    }
}
