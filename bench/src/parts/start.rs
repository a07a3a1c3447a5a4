//! P8: a complete process, compared with a program that does nothing.
//!
//! Both are copied first, as a package or a download is written: Linux starts a copy faster than the file that the linker
//! has written and that is still in the page cache. The times of those files are given as well.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyurl_bench_rounds::{Times, Work, whole};

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, millis};
use crate::setting::Setting;

/// The commands.
const QUESTIONS: [(&str, &[&str]); 3] = [
    ("a URL of a built-in scheme", &["parse", "http://host.dom/path"]),
    ("a URL of an unregistered scheme", &["parse", "x-unheard-of://host.dom/path"]),
    ("a URL of a declared scheme", &["parse", "ldap://host.dom/o=x"]),
];

/// The limits, by the places of the commands: milliseconds above the empty program.
const WANTED: [(usize, Wanted); 2] = [(0, Wanted::AtMost(0.6, 0.45)), (2, Wanted::AtMost(1.0, 0.6))];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let (anyurl, empty) = (process::anyurl(setting)?, process::empty(setting)?);
    let installed = [installed(setting, &empty)?, installed(setting, &anyurl)?];
    to.say("The least of the rounds, and the median. The programs are copies of what the linker wrote.");
    let times = measure(setting, &installed, to);
    for (question, wanted) in WANTED {
        to.goal(Goal {
            what: format!("P8: `anyurl parse` of {}, above an empty program", QUESTIONS[question].0),
            is: times[question + 1].difference(&times[0]) * 1e3,
            wanted,
            unit: " ms",
        });
    }
    to.say("The same with the files that the linker has written.");
    measure(setting, &[empty, anyurl], to);
    Ok(())
}

/// Copies a program.
fn installed(setting: &Setting, program: &Path) -> io::Result<PathBuf> {
    let name = program.file_name().unwrap_or_default();
    let copy = setting.scratch.join("installed").join(name);
    fs::create_dir_all(setting.scratch.join("installed"))?;
    fs::copy(program, &copy)?;
    Ok(copy)
}

/// Runs the empty program and the commands, and writes their times to a table.
fn measure(setting: &Setting, [empty, anyurl]: &[PathBuf; 2], to: &mut Report) -> Vec<Times> {
    let mut works: Vec<Work<'_>> = vec![Box::new(|| drop(process::quiet(setting, empty).status()))];
    for (_, arguments) in QUESTIONS {
        works.push(Box::new(move || drop(process::quiet(setting, anyurl).args(arguments).status())));
    }
    let times = whole(setting.size(201, 11), &mut works);
    let names = ["an empty program".to_owned()].into_iter();
    let names = names.chain(QUESTIONS.map(|(name, _)| format!("`anyurl parse`, {name}")));
    let rows = names.zip(&times).map(|(name, own)| row(name, own, &times[0]));
    to.table(["", "ms", "median", "more than the empty one", "median"], rows);
    times
}

fn row(name: String, own: &Times, empty: &Times) -> [String; 5] {
    let [least, median] = [own.min_sum(), own.median()];
    [name, millis(least), millis(median), millis(own.difference(empty)), millis(median - empty.median())]
}
