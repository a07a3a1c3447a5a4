//! `anyurl extract --all` on logs, compared with a program over the crate `linkify` that writes the same.

use std::fs::{self, File};
use std::io;
use std::process::{Command, Stdio};

use anyurl_bench_rounds::{Work, whole};

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted};
use crate::setting::Setting;

/// The number of rounds of a full and a quick run.
const ROUNDS: (usize, usize) = (9, 1);

/// The arguments of the contestant and of the command before those of [`OUTPUTS`].
const COMMANDS: [&[&str]; 2] = [&[], &["extract", "--all"]];

/// What is written, and the arguments for it; `-` is standard input.
const OUTPUTS: [(&str, &[&str]); 3] = [
    ("places and URLs of a file", &["extract.txt"]),
    ("URLs of a file", &["-o", "extract.txt"]),
    ("URLs of standard input", &["-o", "-"]),
];

/// The limit and aim for the time of the command, as a multiple of that of the contestant.
const WANTED: Wanted = Wanted::AtMost(3.0, 1.5);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let programs = [process::linkify(setting)?, process::anyurl(setting)?];
    to.say(
        "On one processor, with generated texts in the page cache; the output is discarded. `linkify` is a program over \
         that crate, which reads the whole text, finds URLs with a scheme, and counts lines and columns.",
    );
    let file = setting.scratch.join("extract.txt");
    let mut rows = Vec::new();
    for (name, text) in texts(setting) {
        fs::write(&file, &text)?;
        let mut worst: f64 = 0.0;
        for (output, arguments) in OUTPUTS {
            let command = |n: usize| -> io::Result<Command> {
                let mut command = process::on_processors(setting, "0", &programs[n]);
                command.args(COMMANDS[n]).args(arguments).stdin(File::open(&file)?);
                Ok(command)
            };
            let lines = |n: usize| -> io::Result<usize> {
                let written = command(n)?.stdout(Stdio::piped()).output()?.stdout;
                Ok(memchr::memchr_iter(b'\n', &written).count())
            };
            let work = |n: usize| -> Work<'_> { Box::new(move || drop(command(n).and_then(|mut one| one.status()))) };
            let times = whole(setting.size(ROUNDS.0, ROUNDS.1), &mut [work(0), work(1)]);
            let [linkify, anyurl] = &*times else { unreachable!("two contestants") };
            worst = worst.max(anyurl.ratio(linkify));
            let seconds = |seconds: f64| format!("{seconds:.3}");
            rows.push([
                format!("{name}, {:.0} MB", text.len() as f64 / 1e6),
                output.to_owned(),
                lines(0)?.to_string(),
                lines(1)?.to_string(),
                seconds(linkify.min_sum()),
                seconds(linkify.median()),
                seconds(anyurl.min_sum()),
                seconds(anyurl.median()),
                format!("{:.2}", anyurl.ratio(linkify)),
            ]);
        }
        to.goal(Goal {
            what: format!("extract: {name} against `linkify`, the worst of three outputs"),
            is: worst,
            wanted: WANTED,
            unit: "x",
        });
    }
    let head = [
        "text",
        "output",
        "URLs of `linkify`",
        "of anyurl",
        "s, `linkify`",
        "median",
        "s, anyurl",
        "median",
        "times `linkify`",
    ];
    to.table(head, rows);
    fs::remove_file(file)?;
    Ok(())
}

/// The texts and their names.
fn texts(setting: &Setting) -> [(&'static str, String); 4] {
    let text = |lines: &[String]| lines.join("\n") + "\n";
    let crawled = text(&anyurl_bench_texts::crawl(setting.size(700_000, 20_000)));
    let mut lines = anyurl_bench_texts::log(setting.size(100_000, 20_000));
    let log = text(&lines);
    lines.retain(|line| !line.contains("://"));
    let line = crawled.replace('\n', " ");
    [
        ("a link in each line", crawled),
        ("a log", log),
        ("its lines without URLs", text(&lines)),
        ("one line of links", line),
    ]
}
