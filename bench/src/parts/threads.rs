//! P9: two threads with one registry.

use std::hint::black_box;
use std::thread;

use anyurl_bench_rounds::{Work, whole};

use crate::contestants::{self, Contestant};
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted};
use crate::setting::Setting;

/// The number of passes per round, since threads take time to start.
const PASSES: usize = 20;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let one = contestants::named(contestants::ANYURL);
    let mut rows = Vec::new();
    let mut least = f64::INFINITY;
    for corpus in [&setting.corpora.weblinks, &setting.corpora.mixed] {
        let urls = corpus.urls();
        let mut works: [Work<'_>; 2] = [
            Box::new(|| read(one, &urls)),
            Box::new(|| {
                thread::scope(|scope| {
                    scope.spawn(|| read(one, &urls));
                    scope.spawn(|| read(one, &urls));
                });
            }),
        ];
        let times = whole(setting.rounds.min(21), &mut works);
        // Two threads do twice the work.
        let scaling = 2.0 * times[0].ratio(&times[1]);
        least = least.min(scaling);
        rows.push([corpus.name.to_owned(), format!("{scaling:.2}")]);
    }
    to.say("How much more two threads read than one, each all of the list, from one registry.");
    to.table(["texts", "times one thread"], rows);
    to.goal(Goal { what: "P9: two threads against one".to_owned(), is: least, wanted: Wanted::Aim(1.9), unit: "x" });
    Ok(())
}

fn read(contestant: Contestant, urls: &[&str]) {
    for _ in 0..PASSES {
        black_box((contestant.pass)(urls));
    }
}
