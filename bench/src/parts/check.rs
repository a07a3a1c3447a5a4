//! P7: `anyurl check` on a file of one gigabyte, compared with `wc -l`; P11: with `--compare`, compared with without.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyurl_bench_rounds::{Work, whole};

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, mebibytes};
use crate::setting::Setting;

/// The file size of a full and a quick run.
pub(super) const BYTES: (usize, usize) = (1_000_000_000, 20_000_000);

/// The number of rounds of a full and a quick run.
pub(super) const ROUNDS: (usize, usize) = (9, 1);

/// The commands, their processors and their arguments.
const CONTESTANTS: [(&str, &str, &[&str]); 4] = [
    ("`wc -l`", "0", &["-l"]),
    ("`anyurl check`, one processor", "0", &["check"]),
    ("`anyurl check`, two processors", "0,1", &["check"]),
    ("`anyurl check --compare`, one processor", "0", &["check", "--compare"]),
];

/// The limit and aim for the time of the commands, as a multiple of that of `wc`.
const WANTED: [(usize, &str, Wanted); 2] =
    [(1, "one processor", Wanted::AtMost(4.0, 3.0)), (2, "two processors", Wanted::AtMost(2.2, 1.7))];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let anyurl = process::anyurl(setting)?;
    if !process::has_processors(setting, "0,1") {
        to.say("Not measured: this part needs `taskset` and two processors.");
        return Ok(());
    }
    let bytes = setting.size(BYTES.0, BYTES.1);
    let (file, small) = (setting.scratch.join("links.txt"), setting.scratch.join("few-links.txt"));
    setting.corpora.weblinks.write_repeated(&file, bytes)?;
    setting.corpora.weblinks.write_repeated(&small, bytes / 10)?;
    to.say(format_args!(
        "{bytes} bytes of links, repeated, in the page cache; the output is discarded. The times are the least of the rounds."
    ));
    let command = |n: usize, file: &Path| -> Command {
        let (_, list, arguments) = CONTESTANTS[n];
        let program = if n == 0 { Path::new("wc") } else { &*anyurl };
        let mut command = process::on_processors(setting, list, program);
        command.args(arguments).arg(file);
        command
    };
    let work = |n: usize| -> Work<'_> {
        let file = &file;
        Box::new(move || drop(command(n, file).status()))
    };
    let mut works: Vec<_> = (0..CONTESTANTS.len()).map(work).collect();
    let times = whole(setting.size(ROUNDS.0, ROUNDS.1), &mut works);
    drop(works);
    let mut rows = Vec::new();
    let mut peak = 0;
    for (n, (name, ..)) in CONTESTANTS.into_iter().enumerate() {
        let held = process::peak(command(n, &file))?.unwrap_or(0);
        let held_by_less = process::peak(command(n, &small))?.unwrap_or(0);
        if n > 0 {
            peak = peak.max(held);
        }
        rows.push([
            name.to_owned(),
            format!("{:.3}", times[n].min_sum()),
            format!("{:.3}", times[n].median()),
            format!("{:.2}", times[n].ratio(&times[0])),
            format!("{:.1}", mebibytes(held)),
            format!("{:.1}", mebibytes(held_by_less)),
        ]);
    }
    to.table(["", "seconds", "median", "times `wc -l`", "MiB at most", "MiB, a tenth of the file"], rows);
    for (n, what, wanted) in WANTED {
        to.goal(Goal {
            what: format!("P7: `anyurl check` against `wc -l`, {what}"),
            is: times[n].ratio(&times[0]),
            wanted,
            unit: "x",
        });
    }
    to.goal(Goal {
        what: "P11: `anyurl check --compare` against `anyurl check`, one processor".to_owned(),
        is: times[3].ratio(&times[1]),
        wanted: Wanted::AtMost(2.0, 1.5),
        unit: "x",
    });
    to.goal(Goal {
        what: "P7: memory of `anyurl check`".to_owned(),
        is: mebibytes(peak),
        wanted: Wanted::AtMost(64.0, 64.0),
        unit: " MiB",
    });
    fs::remove_file(file)?;
    fs::remove_file(small)?;
    Ok(())
}
