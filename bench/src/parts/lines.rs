//! The memory of each command that reads URLs, for one hostile line: at most 32 times the line and 32 MiB, for any line and
//! output.

use std::fs::{self, File};
use std::process::Command;
use std::time::Instant;

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, mebibytes};
use crate::setting::Setting;

/// The length of a line in a quick and a full run; commands accept up to 16 MiB.
const QUICK: usize = 256 * 1024;
const WHOLE: usize = 8 * 1024 * 1024;

/// The length of an argument, limited by the system.
const ARGUMENT: usize = 120 * 1024;

/// The allowed memory per byte of the line, and in addition.
const PER_BYTE: usize = 32;
const BESIDES: usize = 32 * 1024 * 1024;

/// The time limit for one line, in seconds.
const SLOWEST: f64 = 60.0;

/// Name, start, repeated text and end of a line.
type Line = (&'static str, &'static str, &'static [u8], &'static str);

#[rustfmt::skip]
const LINES: [Line; 38] = [
    ("logins", "ftp://", b"a:b@", "h/"),
    ("segments", "ftp://h/", b"a/", "x"),
    ("empty segments", "ftp://h/", b"/", "x"),
    ("escapes", "ftp://h/", b"%41", "x"),
    ("line ends as escapes", "ftp://h/", b"%0D", "x"),
    ("fields", "prospero://h/x", b";a=b", ""),
    ("empty fields", "prospero://h/x", b";=", ""),
    ("segments of http", "http://h/", b"a/", ""),
    ("pairs of a query", "http://h/?", b"a=b&", ""),
    ("an error at the end", "http://h/", b"a", "|"),
    ("an error in a query", "http://h/?", b"a=%4&", ""),
    ("unsafe characters", "http://h/", b"|", ""),
    ("spaces", "http://h/", b"a ", "b"),
    ("characters beyond US-ASCII", "http://h/", "\u{e9}".as_bytes(), ""),
    ("control characters", "http://h/", b"\x01", ""),
    ("what is no UTF-8", "http://h/", b"\xFF", ""),
    ("what is no UTF-8, at the end", "http://h/", b"a\xE9", ""),
    ("a newsgroup", "news:", b"a.", "b"),
    ("a message-id", "news:", b"a", "@h"),
    ("an address", "mailto:", b"a", "@h"),
    ("an address of escapes", "mailto:", b"%41", "@h"),
    ("header fields", "mailto:a@h?", b"x=y&", "z=z"),
    ("labels", "http://", b"a.", "com/"),
    ("tabs of gopher", "gopher://h/1", b"%09", ""),
    ("words of wais", "wais://h/db?", b"a+", "b"),
    ("a path of a file", "file:///", b"a/", "b"),
    ("articles", "nntp://h/", b"a.", "b/1"),
    ("a user of telnet", "telnet://", b"a", "@h/"),
    ("parameters of sip", "sip:a@h", b";a=b", ""),
    ("escapes of data", "data:,", b"%41", ""),
    ("characters that ldap tolerates", "ldap://h/", b"|", ""),
    ("logins of a declared scheme", "sip:", b"a@", "h"),
    ("an unregistered scheme", "x-foo://h/", b"a/", ""),
    ("a name", "x-", b"a", ":b"),
    ("URLs within", "http://h/?", b"u=ftp://a:b@h/&", ""),
    ("angle brackets", "", b"<", ""),
    ("URLs between brackets", "", b"<URL:ftp://h/a> ", ""),
    ("one URL between brackets", "<URL:http://h/", b"a/", ">"),
];

const GATEWAY: &str = "wais,ftp,x-foo,news,prospero=https://gw.example/?u={url}";

/// The commands, with maximum output.
#[rustfmt::skip]
const COMMANDS: [&[&str]; 17] = [
    &["parse", "-"],
    &["parse", "--verbose", "-"],
    &["parse", "--json", "-"],
    &["canonical", "-"],
    &["canonical", "--json", "-"],
    &["plan", "-"],
    &["plan", "--json", "-"],
    &["plan", "--wire", "-"],
    &["gateway", "--gateway", GATEWAY, "-"],
    &["gateway", "--json", "--gateway", GATEWAY, "-"],
    &["check", "--failures", "failures.txt", "-"],
    &["check", "--json", "-"],
    &["extract", "-"],
    &["extract", "--json", "-"],
    &["extract", "--suspects", "-"],
    &["scrub", "-"],
    &["scrub", "--json", "-"],
];

/// The options for parsing.
const MODES: [&[&str]; 3] = [&[], &["--lenient"], &["--lenient", "--profile", "current"]];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let program = process::anyurl(setting)?;
    let len = if setting.quick { QUICK } else { WHOLE };
    let file = setting.scratch.join("line.txt");
    let mut rows = Vec::new();
    let mut worst = Worst::default();
    for line in LINES {
        let text = written(line, len);
        fs::write(&file, [&text[..], b"\n"].concat())?;
        let mut of_line = Worst::default();
        for (command, mode) in COMMANDS.iter().flat_map(|one| MODES.map(|mode| (one, mode))) {
            let mut run = process::quiet(setting, &program);
            run.args(*command).args(mode).stdin(File::open(&file)?);
            of_line.add(run, text.len(), &[command, mode].concat())?;
        }
        rows.push(of_line.row(line.0));
        worst.take(of_line);
    }
    // The other commands read arguments, which are shorter.
    for line in LINES {
        let text = written(line, ARGUMENT);
        let Ok(text) = String::from_utf8(text) else {
            continue;
        };
        let text = text.replace('\0', "");
        for command in arguments(&text) {
            let mut run = process::quiet(setting, &program);
            run.args(&command);
            worst.add(run, text.len(), &[command[0].as_str()])?;
        }
    }
    fs::remove_file(&file)?;
    to.say(format!(
        "One line of {len} bytes, read by each command in each mode of reading, and arguments of {ARGUMENT} bytes: \
         the most memory above {} MiB, for each byte.",
        mebibytes(BESIDES)
    ));
    to.table(["line", "bytes of memory a byte", "MiB", "slowest, s", "by"], rows);
    worst.goals(to);
    Ok(())
}

/// The line of this length.
fn written((_, head, unit, tail): Line, len: usize) -> Vec<u8> {
    let times = len.saturating_sub(head.len() + tail.len()) / unit.len();
    [head.as_bytes(), &unit.repeat(times), tail.as_bytes()].concat()
}

/// The commands that read URLs as arguments.
fn arguments(text: &str) -> Vec<Vec<String>> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let all: [&[&str]; 4] = [
        &["resolve", "--lenient", text, "../x"],
        &["resolve", "--lenient", "http://h/a/b", text],
        &["same", "--lenient", text, text],
        &["build", "http", "host=h", text],
    ];
    let both = all.iter().flat_map(|words| [owned(words), owned(&[&["--json"], *words].concat())]);
    both.collect()
}

/// The maximum so far.
#[derive(Default)]
struct Worst {
    /// Memory per byte of the line, beyond the additional allowance.
    per_byte: f64,
    peak: usize,
    seconds: f64,
    by: String,
}

impl Worst {
    /// Runs a command and measures memory and time.
    fn add(&mut self, command: Command, len: usize, words: &[&str]) -> Outcome {
        let start = Instant::now();
        let peak = process::peak(command)?.unwrap_or_default();
        self.seconds = self.seconds.max(start.elapsed().as_secs_f64());
        let per_byte = peak.saturating_sub(BESIDES) as f64 / len as f64;
        if per_byte > self.per_byte || self.by.is_empty() {
            self.per_byte = per_byte;
            let words = words.iter().filter(|word| !word.contains('='));
            self.by = words.copied().collect::<Vec<_>>().join(" ");
        }
        self.peak = self.peak.max(peak);
        Ok(())
    }

    fn take(&mut self, other: Self) {
        self.seconds = self.seconds.max(other.seconds);
        self.peak = self.peak.max(other.peak);
        if other.per_byte > self.per_byte {
            (self.per_byte, self.by) = (other.per_byte, other.by);
        }
    }

    fn row(&self, name: &str) -> [String; 5] {
        let figures =
            [format!("{:.1}", self.per_byte), format!("{:.0}", mebibytes(self.peak)), format!("{:.1}", self.seconds)];
        let [per_byte, peak, seconds] = figures;
        [name.to_owned(), per_byte, peak, seconds, self.by.clone()]
    }

    fn goals(&self, to: &mut Report) {
        let most = PER_BYTE as f64;
        for (what, is, must, unit) in [
            ("memory for a byte of a line", self.per_byte, most, " B"),
            ("time for a line", self.seconds, SLOWEST, " s"),
        ] {
            to.goal(Goal {
                what: format!("the worst hostile line: {what}"),
                is,
                wanted: Wanted::AtMost(must, must),
                unit,
            });
        }
    }
}
