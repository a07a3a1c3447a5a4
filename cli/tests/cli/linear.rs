//! The time of every command grows with a line no faster than the line: the processor time of eight times as much text is
//! compared with that of the text, by what `/proc` says of the process.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::common::{anyurl, is_sampled_by, run, utf8};

/// The beginning of a line, what is repeated in it, and its end.
const LINES: [(&str, &str, &str); 56] = [
    ("", "http://a:b@h/ ", ""),
    ("", "\"http://a:b@", ""),
    ("", "'http://a:b@h/", ""),
    ("", "&quot;http://a:b@h/", ""),
    ("", "\\\"http:\\/\\/a:b@", ""),
    ("", "\\u0022\\u002f", ""),
    ("", "<URL:http://h/", ""),
    ("", "URL:", ""),
    ("", "https:a:b@", ""),
    ("", "http%3A//a%3Ab@", ""),
    ("", "a:", ""),
    ("", "a@", ""),
    ("", "://", ""),
    ("", "%", ""),
    ("", "(", ""),
    ("", "\x1B[0m", ""),
    ("", "password=a ", ""),
    ("", "AccountKey=a;", ""),
    ("", "token=", ""),
    ("", " ", "x"),
    ("password", " ", "x"),
    ("http://h/?token", "\t", "x"),
    ("", "\u{200B}", ""),
    ("http://h/?u=", "http%3A//a%3Ab@", ""),
    ("http://h/?u=", "http://a:b@", ""),
    ("http://h/?q=", "%2525", ""),
    ("http://h/?", "a=b&", ""),
    ("http://h/?", "token=x&", ""),
    ("http://h/#", "a=b&", ""),
    ("http://h/", ";a=b", ""),
    ("http://h/", "a/", ""),
    ("http://h/", "../", ""),
    ("http://h/", "%2e%2E/", ""),
    ("http://h/", "%", ""),
    ("http://h/", "é", ""),
    ("http://h/", "[", ""),
    ("http://", "a.", "/"),
    ("http://", "a:", "@h/"),
    ("http://", "a@", "h/"),
    ("http://u:", "%40", "@h/"),
    ("http://", "%61", "/"),
    ("http://", "1.", "1/"),
    ("http://", "é.", "/"),
    ("http:", "/", "h/"),
    ("http:", "\\", "h/"),
    ("jdbc:", "jdbc:", ""),
    ("view-source:", "view-source:", "http://h/"),
    ("mailto:", "a@b,", ""),
    ("postgres://u:p@", "h:1,", "h/d"),
    ("mongodb://u:p@", "h,", "h/?a=b"),
    ("gopher://h/1", "%09", ""),
    ("ftp://h/", "a/;type=", ""),
    ("x-foo:", "(", ""),
    ("sip:a@b", ";c=d", ""),
    ("urn:a:", "b:", ""),
    ("tel:+1", "-1", ""),
];

/// Modes of commands that read URLs or text. `LINE` is a line in the arguments.
const MODES: [&str; 34] = [
    "build http host=h query=LINE",
    "canonical -",
    "canonical --json -",
    "check -",
    "check --json --failures - -",
    "check --lenient -",
    "check --compare -",
    "compare -",
    "compare --json -",
    "extract -",
    "extract --json -",
    "extract --suspects -",
    "gateway --gateway x-foo,http,ftp=http://g/?{url} -",
    "relativize x-foo://h/ -",
    "parse -",
    "parse --json -",
    "parse --verbose -",
    "parse --lenient -",
    "parse --lenient --json -",
    "parse --profile current -",
    "parse --profile whatwg -",
    "parse --get {host}{path}{query} -",
    "parse --set path=/a -",
    "parse --append path=a -",
    "parse --qtrim a* -",
    "parse --deny password-in-url -",
    "plan -",
    "plan --json -",
    "plan --wire -",
    "resolve http://h/ -",
    "resolve --rules url6 http://h/ -",
    "same LINE LINE",
    "scrub -",
    "scrub --json -",
];

/// The length of the shorter text; the longer one, of eight times as much, is still one argument.
const LENGTH: usize = 8 * 1024;

/// Hundredths of a second that are spent anyway, and the least that is compared.
const LEAST: u64 = 2;

/// A linear command takes 8 times as long, one with a square 64 times.
const MOST: u64 = 20;

/// The processor time of a run, in hundredths of a second.
fn time(mode: &str, line: &str) -> u64 {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), line).expect("a file");
    let mut command = anyurl();
    command.args(mode.split(' ').map(|word| word.replace("LINE", line)));
    command.stdin(File::open(file.path()).expect("a file")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command was built");
    let stat = format!("/proc/{}/stat", child.id());
    // A process that has ended keeps its times until it is waited for.
    let ticks = loop {
        let stat = fs::read_to_string(&stat).expect("a process");
        let fields = stat.rsplit_once(") ").expect("a name in parentheses").1;
        let fields: Vec<_> = fields.split(' ').collect();
        if fields[0] == "Z" {
            let ticks = |n: usize| fields[n].parse::<u64>().expect("a number");
            break ticks(11) + ticks(12);
        }
        thread::sleep(Duration::from_millis(2));
    };
    child.wait().expect("it has ended");
    ticks
}

/// Why the time of a mode grows faster than the line, if it does. An outlier is measured again.
fn growth(mode: &str, (start, unit, end): (&str, &str, &str)) -> Option<String> {
    let line = |length: usize| format!("{start}{}{end}", unit.repeat(length / unit.len()));
    let best = |line: &str, runs: usize| (0..runs).map(|_| time(mode, line)).min().unwrap_or_default();
    let empty = time(mode, &line(0));
    for runs in [1, 5] {
        let [short, long] = [LENGTH, 8 * LENGTH].map(|length| best(&line(length), runs).saturating_sub(empty));
        if long <= MOST * short.max(LEAST) {
            return None;
        }
        if runs > 1 {
            return Some(format!("{mode}: {short} ms × 10 became {long} for eight times {start:?} {unit:?} {end:?}"));
        }
    }
    None
}

#[test]
fn the_time_of_every_command_is_linear() {
    let mut failures = Vec::new();
    let modes = modes();
    let pairs = modes.iter().flat_map(|mode| LINES.map(|line| (mode, line)));
    for (n, (mode, line)) in pairs.enumerate() {
        if is_sampled_by(83, n) {
            failures.extend(growth(mode, line));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The commands that read no URL.
const OTHERS: [&str; 6] = ["completions", "help", "man", "plugin", "registry", "schemes"];

/// All modes: a command without one in [`MODES`] reads lines, and a new one is measured, too.
fn modes() -> Vec<String> {
    let help = run(["--help"], b"");
    let names = utf8(&help.stdout).lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = names.take_while(|line| line.starts_with(' ')).filter_map(|line| line.split_whitespace().next());
    let has_mode = |name: &str| MODES.iter().any(|mode| mode.split(' ').next() == Some(name));
    let names = names.filter(|name| !OTHERS.contains(name) && !has_mode(name));
    let names =
        names.inspect(|name| assert_ne!(run([name, "-"], b"http://h/").status.code(), Some(2), "a mode of {name}"));
    MODES.iter().map(ToString::to_string).chain(names.map(|name| format!("{name} -"))).collect()
}
