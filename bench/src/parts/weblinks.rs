//! P1: web links, in strict mode with all components, compared with every peer.

use crate::contestants::{self, Lap, Python};
use crate::corpora::Corpus;
use crate::parts::Outcome;
use crate::report::{CELLS, Goal, Report, Wanted, cells, nanos};
use crate::setting::Setting;

/// The limit and aim for the time of each peer, as a multiple of anyurl's.
const WANTED: [(&str, Wanted); 3] = [
    ("fluent-uri", Wanted::AtLeast(2.8, 4.0)),
    ("ada-url", Wanted::AtLeast(5.0, 7.5)),
    ("url", Wanted::AtLeast(13.0, 20.0)),
];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let rows = contestants::ALL.map(|one| format!("* {}: {}", one.name, one.what));
    to.say(rows.join("\n"));
    to.say("Nearly all of the links are https, which RFC 1738 does not know; http is read by RFC 1738, which refuses `~` and `#`.");
    race("P1", &setting.corpora.weblinks, &WANTED, setting, to)
}

/// Runs all contestants on one list of URLs.
pub(super) fn race(
    id: &str,
    corpus: &Corpus,
    wanted: &[(&str, Wanted)],
    setting: &Setting,
    to: &mut Report,
) -> Outcome {
    let urls = corpus.urls();
    let laps = contestants::race(&contestants::ALL, &urls, setting.rounds);
    let python = contestants::urlsplit(corpus, setting)?;
    let mut rows: Vec<_> = laps.iter().map(|lap| row(lap, &laps[0], urls.len())).collect();
    rows.extend(python.iter().map(|python| python_row(python, &laps[0], urls.len())));
    let [each, median, noise] = CELLS;
    to.table(["contestant", each, median, noise, "times anyurl", "accepted", "share"], rows);
    to.say(match python {
        Some(_) => "`urlsplit` is for reference: it runs in a process of its own, and is not interleaved.",
        None => "Python's `urlsplit` was not measured: there is no `python3`.",
    });
    for lap in &laps[1..] {
        to.noise(id, lap.name, lap.times.noise());
    }
    for (name, wanted) in wanted {
        let lap = laps.iter().find(|lap| lap.name == *name).ok_or("a target for a contestant that does not exist")?;
        to.goal(Goal {
            what: format!("{id}: {}, `{name}` against anyurl", corpus.name),
            is: lap.times.ratio(&laps[0].times),
            wanted: *wanted,
            unit: "x",
        });
    }
    Ok(())
}

fn row(lap: &Lap, ours: &Lap, count: usize) -> [String; 7] {
    let [each, median, noise, ratio] = cells(&lap.times, &ours.times, count);
    let [accepted, share] = accepted(lap.accepted, count);
    [lap.name.to_owned(), each, median, noise, ratio, accepted, share]
}

fn python_row(python: &Python, ours: &Lap, count: usize) -> [String; 7] {
    let each = |seconds: f64| nanos(seconds / count as f64);
    let [accepted, share] = accepted(python.accepted, count);
    [
        format!("Python {}, `urlsplit`", python.version),
        each(python.min_sum),
        each(python.median),
        format!("{:.2}", python.median / python.min_sum),
        format!("{:.2}", python.min_sum / ours.times.min_sum()),
        accepted,
        share,
    ]
}

fn accepted(accepted: usize, count: usize) -> [String; 2] {
    [accepted.to_string(), format!("{:.1} %", 100.0 * accepted as f64 / count as f64)]
}
