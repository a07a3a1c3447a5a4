//! P7: `locator check` on a file of one gigabyte, compared with `wc -l`.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, mebibytes};
use crate::rounds::{self, Work};
use crate::setting::Setting;

/// The file size of a full and a quick run.
const BYTES: (usize, usize) = (1_000_000_000, 20_000_000);

/// The commands and their processors.
const CONTESTANTS: [(&str, &str); 3] =
    [("`wc -l`", "0"), ("`locator check`, one processor", "0"), ("`locator check`, two processors", "0,1")];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let locator = process::locator(setting)?;
    if process::on_processors(setting, "0,1", "true").status().map_or(true, |status| !status.success()) {
        to.say("Not measured: this part needs `taskset` and two processors.");
        return Ok(());
    }
    let bytes = setting.size(BYTES.0, BYTES.1);
    let file = links(setting, "links.txt", bytes)?;
    let small = links(setting, "few-links.txt", bytes / 10)?;
    to.say(format_args!("{bytes} bytes of links, repeated, in the page cache; the output is discarded."));
    let commands = |n: usize, file: &Path| -> Command {
        let (_, list) = CONTESTANTS[n];
        let (program, argument) = if n == 0 { (Path::new("wc"), "-l") } else { (&*locator, "check") };
        let mut command = process::on_processors(setting, list, program);
        command.arg(argument).arg(file);
        command
    };
    let work = |n: usize| -> Work<'_> {
        let file = &file;
        Box::new(move || drop(commands(n, file).status()))
    };
    let mut works: Vec<_> = (0..CONTESTANTS.len()).map(work).collect();
    let times = rounds::interleave(setting.size(5, 1), &mut works);
    drop(works);
    let mut rows = Vec::new();
    let mut peak = 0;
    for (n, (name, _)) in CONTESTANTS.into_iter().enumerate() {
        let held = process::peak(commands(n, &file))?.unwrap_or(0);
        let held_by_less = process::peak(commands(n, &small))?.unwrap_or(0);
        if n > 0 {
            peak = peak.max(held);
        }
        rows.push([
            name.to_owned(),
            format!("{:.3}", times[n].median()),
            format!("{:.2}", times[n].ratio(&times[0])),
            format!("{:.1}", mebibytes(held)),
            format!("{:.1}", mebibytes(held_by_less)),
        ]);
    }
    to.table(["", "seconds", "times `wc -l`", "MiB at most", "MiB, a tenth of the file"], rows);
    for (n, must, aim, what) in [(1, 5.5, 4.0, "one processor"), (2, 3.0, 2.0, "two processors")] {
        to.goal(Goal {
            what: format!("P7: `locator check` against `wc -l`, {what}"),
            is: times[n].ratio(&times[0]),
            wanted: Wanted::AtMost(must, aim),
            unit: "x",
        });
    }
    to.goal(Goal {
        what: "P7: memory of `locator check`".to_owned(),
        is: mebibytes(peak),
        wanted: Wanted::AtMost(64.0, 64.0),
        unit: " MiB",
    });
    fs::remove_file(file)?;
    fs::remove_file(small)?;
    Ok(())
}

/// Writes a file of at least this size by repeating the links. It is in the page cache afterwards.
fn links(setting: &Setting, name: &str, bytes: usize) -> Result<PathBuf, Box<dyn Error>> {
    let path = setting.scratch.join(name);
    let mut file = BufWriter::new(File::create(&path)?);
    let text = setting.corpora.weblinks.text().to_owned() + "\n";
    let mut written = 0;
    while written < bytes {
        file.write_all(text.as_bytes())?;
        written += text.len();
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(path)
}
