//! P1: web links, in strict mode with all components, compared with every peer.

use crate::contestants::{self, Lap};
use crate::corpora::Corpus;
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::setting::Setting;

/// The limit and aim for the time of each peer, as a multiple of Locator's.
const WANTED: [(&str, Wanted); 3] = [
    ("fluent-uri", Wanted::AtLeast(2.0, 2.5)),
    ("ada-url", Wanted::AtLeast(4.0, 5.0)),
    ("url", Wanted::AtLeast(10.0, 12.0)),
];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let rows = contestants::ALL.map(|one| format!("* {}: {}", one.name, one.what));
    to.say(rows.join(
        "
",
    ));
    to.say("Nearly all of the links are https, which RFC 1738 does not know; http is read by RFC 1738, which refuses `~` and `#`.");
    race("P1", &setting.corpora.weblinks, &WANTED, setting, to);
    Ok(())
}

/// Runs all contestants on one list of URLs.
pub(super) fn race(id: &str, corpus: &Corpus, wanted: &[(&str, Wanted)], setting: &Setting, to: &mut Report) {
    let urls = corpus.urls();
    let laps = contestants::race(&contestants::ALL, &urls, setting.rounds);
    let head = ["contestant", "ns per URL", "times Locator", "accepted", "share"];
    to.table(head, laps.iter().map(|lap| row(lap, &laps[0], urls.len())));
    for (name, wanted) in wanted {
        let Some(lap) = laps.iter().find(|lap| lap.name == *name) else {
            continue;
        };
        to.goal(Goal {
            what: format!("{id}: {}, `{name}` against Locator", corpus.name),
            is: lap.times.ratio(&laps[0].times),
            wanted: *wanted,
            unit: "x",
        });
    }
}

fn row(lap: &Lap, ours: &Lap, count: usize) -> [String; 5] {
    let share = 100.0 * lap.accepted as f64 / count as f64;
    [
        lap.name.to_owned(),
        nanos(lap.times.median() / count as f64),
        format!("{:.2}", lap.times.ratio(&ours.times)),
        lap.accepted.to_string(),
        format!("{share:.1} %"),
    ]
}
