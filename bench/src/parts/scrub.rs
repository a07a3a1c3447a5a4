//! `anyurl scrub` on a log, and the same in a program.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use anyurl::Secrets;
use anyurl::scrub::Scrubber;
use anyurl_bench_rounds::{Work, whole};

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, mebibytes};
use crate::setting::Setting;

/// The size of the log in a full and a quick run.
const BYTES: (usize, usize) = (150_000_000, 5_000_000);

/// The lines that are repeated.
const LINES: usize = 20_000;

/// The size of a chunk, as the command reads it.
const CHUNK: usize = 256 * 1024;

const NAMES: [&str; 3] = ["`cat`", "`anyurl scrub`, one processor", "`Scrubber`, in memory"];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let anyurl = process::anyurl(setting)?;
    let unit = anyurl_bench_texts::log(LINES).join("\n") + "\n";
    let log = unit.repeat(setting.size(BYTES.0, BYTES.1).div_ceil(unit.len()));
    let file = setting.scratch.join("log.txt");
    fs::write(&file, &log)?;
    let command = |program: &Path, words: &[&str]| -> Command {
        let mut command = process::on_processors(setting, "0", program);
        command.args(words).arg(&file);
        command
    };
    let mut works: Vec<Work<'_>> = vec![
        Box::new(|| drop(command(Path::new("cat"), &[]).status())),
        Box::new(|| drop(command(&anyurl, &["scrub"]).status())),
        Box::new(|| {
            black_box(scrubbed(log.as_bytes()));
        }),
    ];
    let times = whole(setting.size(7, 1), &mut works);
    drop(works);
    to.say(format_args!(
        "A generated log of {} bytes with {} secrets, in the page cache; the output is discarded.",
        log.len(),
        scrubbed(log.as_bytes())
    ));
    let speed = |n: usize| log.len() as f64 / 1e6 / times[n].min_sum();
    to.table(
        ["", "seconds", "median", "MB/s"],
        NAMES.iter().enumerate().map(|(n, name)| {
            let seconds = |seconds: f64| format!("{seconds:.3}");
            [(*name).to_owned(), seconds(times[n].min_sum()), seconds(times[n].median()), format!("{:.0}", speed(n))]
        }),
    );
    to.goal(Goal {
        what: "scrub: a log on one processor".to_owned(),
        is: speed(1),
        wanted: Wanted::AtLeast(500.0, 1_000.0),
        unit: " MB/s",
    });
    to.goal(Goal {
        what: "scrub: memory of `anyurl scrub`".to_owned(),
        is: mebibytes(process::peak(command(&anyurl, &["scrub"]))?.unwrap_or(0)),
        wanted: Wanted::AtMost(32.0, 16.0),
        unit: " MiB",
    });
    fs::remove_file(file)?;
    Ok(())
}

/// Scrubs a log, and counts its secrets.
fn scrubbed(log: &[u8]) -> usize {
    let mut scrubber = Scrubber::new(Secrets::new());
    let mut secrets = 0;
    let mut count = |piece: anyurl::scrub::Piece<'_>| {
        secrets += usize::from(matches!(black_box(piece), anyurl::scrub::Piece::Secret(_)));
    };
    log.chunks(CHUNK).for_each(|chunk| scrubber.feed(chunk, &mut count));
    scrubber.finish(&mut count);
    secrets
}
