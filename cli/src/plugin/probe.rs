//! `locator plugin probe`: what a library brings and whether it keeps its word, found out by a process of its own.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use locator::declared::format::Findings;
use locator::report::visible;
use serde_json::{Value, json};

use super::child::{self, Told};
use super::record::{Record, Stage};
use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::input;
use crate::libraries;
use crate::output::json;
use crate::registry;
use crate::secrets;
use crate::session::Session;
use crate::text::count;

/// How many failures are shown, unless all are asked for.
const SHOWN: usize = 10;

/// How many bytes of what a library has complained are shown.
const COMPLAINT: usize = 2000;

pub(super) fn run(session: &mut Session, args: &args::Probe) -> Result<Exit, Trouble> {
    let file = libraries::absolute(&args.file)?;
    let limit = Duration::from_secs(args.timeout);
    let mut command = inspector(session, &file, args.timeout).map_err(unable)?;
    let told = child::run(&mut command, limit).map_err(unable)?;
    let mut report = Report::new(file, &told, limit);
    report.compare(session)?;
    if session.json {
        json::line(&mut session.out, &report.to_json())?;
    } else {
        report.show(session)?;
    }
    Ok(report.exit())
}

fn unable(error: io::Error) -> Trouble {
    Trouble::File("the process that looks at the library".to_owned(), error)
}

/// This command once more, to look at the library.
fn inspector(session: &Session, file: &Path, seconds: u64) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    let is_plain = session.out.palette.reset.is_empty();
    command.args(["--color", if is_plain { "never" } else { "always" }]);
    if session.reader.show_password {
        command.arg("--show-password");
    }
    if !session.files.shipped {
        command.arg("--no-default-registry");
    }
    command.args(["plugin", "inspect", "--"]).arg(file);
    command.arg(seconds.to_string());
    Ok(command)
}

/// What was found out about a library.
#[derive(Default)]
struct Report {
    file: PathBuf,
    plugin: Option<Value>,
    schemes: Vec<(Value, String)>,
    tried: Vec<(String, Vec<String>)>,
    /// What the registry files of the run have against it.
    findings: Findings,
    fault: Option<Fault>,
    /// What it was reading when its process ended.
    text: Option<String>,
}

/// Why nobody can use a library.
enum Fault {
    /// It is not loaded.
    Refused(Value),
    /// Its process has ended before the end.
    Ended(Stage, ExitStatus, String),
    /// It did not come to an end.
    Slow(Stage, Duration, String),
}

impl Report {
    fn new(file: PathBuf, told: &Told, limit: Duration) -> Self {
        let mut report = Self { file, ..Self::default() };
        let (mut stage, mut is_whole) = (Stage::Load, false);
        for record in Record::all(&told.out) {
            match record {
                Record::Stage(next) => (stage, report.text) = (next, None),
                Record::Plugin(facts) => report.plugin = Some(facts),
                Record::Scheme { record, page } => report.schemes.push((record, page)),
                Record::Text(text) => report.text = Some(text),
                Record::Tried { scheme, failures } => {
                    report.text = None;
                    report.tried.push((scheme, failures));
                }
                Record::Refused(error) => report.fault = Some(Fault::Refused(error)),
                Record::End => is_whole = true,
            }
        }
        let complaint = complaint(&told.err);
        report.fault = report.fault.or(match told.status {
            None => Some(Fault::Slow(stage, limit, complaint)),
            Some(status) if !is_whole || !status.success() => Some(Fault::Ended(stage, status, complaint)),
            Some(_) => None,
        });
        report
    }

    /// Compares what it brings with what the registry files of the run list it for.
    fn compare(&mut self, session: &Session) -> Result<(), Trouble> {
        let names = self.schemes.iter();
        let names = names.filter_map(|(record, _)| record["name"].as_str());
        self.findings = registry::unlisted(&session.files, &self.file, names)?;
        Ok(())
    }

    fn fails(&self) -> bool {
        self.findings.has_errors() || self.tried.iter().any(|(_, failures)| !failures.is_empty())
    }

    fn exit(&self) -> Exit {
        match &self.fault {
            Some(_) => Exit::Load,
            None if self.fails() => Exit::Invalid,
            None => Exit::Well,
        }
    }

    fn verdict(&self) -> &'static str {
        match &self.fault {
            Some(Fault::Refused(_)) => "refused",
            Some(Fault::Ended(..)) => "crashed",
            Some(Fault::Slow(..)) => "hung",
            None if self.fails() => "fails",
            None => "passes",
        }
    }

    fn to_json(&self) -> Value {
        let schemes = self.schemes.iter().map(|(record, _)| {
            let mut record = record.clone();
            let mut tried = self.tried.iter();
            if let Some((_, failures)) = tried.find(|(title, _)| *title == titled(&record)) {
                record["failures"] = failures.clone().into();
            }
            record
        });
        let mut value = json!({
            "file": secrets::in_path(&self.file),
            "verdict": self.verdict(),
            "plugin": self.plugin,
            "schemes": schemes.collect::<Vec<_>>(),
        });
        if !self.findings.is_empty() {
            value["findings"] = self.findings.iter().map(registry::finding).collect();
        }
        if let Some(fault) = &self.fault {
            value["error"] = fault.to_json();
            if let Some(text) = &self.text {
                value["error"]["text"] = text.as_str().into();
            }
        }
        value
    }

    fn show(&self, session: &mut Session) -> Result<(), Trouble> {
        if let Some(facts) = &self.plugin {
            let head = self.head(facts, session);
            session.answer(&head)?;
        }
        for (_, page) in &self.schemes {
            session.answer(page)?;
        }
        for (scheme, failures) in &self.tried {
            let most = if session.verbose { usize::MAX } else { SHOWN };
            session.answer(&tried(scheme, failures, most))?;
        }
        let style = session.out.palette.report;
        for finding in self.findings.iter() {
            session.answer(&finding.drawn(style).to_string())?;
        }
        session.finish()?;
        match &self.fault {
            Some(fault) if !session.quiet => {
                complain(format_args!("{}", fault.drawn(&self.file, self.text.as_deref())));
            }
            _ => {}
        }
        Ok(())
    }

    /// The library, before its schemes.
    fn head(&self, facts: &Value, session: &Session) -> String {
        let palette = session.out.palette;
        let (title, colour, reset) = (palette.title, palette.name, palette.reset);
        let text = |key: &str| facts[key].as_str().unwrap_or_default().to_owned();
        let mut head = format!("{title}{} {}{reset}, a library\n\n", visible(&text("name")), visible(&text("version")));
        let rows = [
            ("file", secrets::in_path(&self.file)),
            ("sha256", text("sha256")),
            ("abi", text("abi")),
            ("needs", format!("Locator {}", any(&text("host_req")))),
            ("built with", text("built_with")),
            ("brings", list(&facts["brings"])),
        ];
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            // Nothing can fail in writing to a text.
            let _ = writeln!(head, "  {colour}{name:10}{reset}  {}", visible(value));
        }
        head
    }
}

/// A requirement in words, where it has none.
fn any(requirement: &str) -> &str {
    if requirement == "*" { "of any version" } else { requirement }
}

fn list(texts: &Value) -> String {
    let texts = texts.as_array().into_iter().flatten();
    let texts: Vec<_> = texts.filter_map(Value::as_str).collect();
    texts.join(", ")
}

/// Name and version of a scheme, by its record.
fn titled(record: &Value) -> String {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    format!("{} {}", text("name"), text("version"))
}

/// What the kit says of a scheme.
fn tried(scheme: &str, failures: &[String], most: usize) -> String {
    let scheme = visible(scheme);
    if failures.is_empty() {
        return format!("{scheme}: its examples and rejects are as it says, and it passes the conformance kit\n");
    }
    let number = count(failures.len() as u64, "failure");
    let mut text = format!("{scheme}: {number} in the conformance kit\n");
    for failure in failures.iter().take(most) {
        let _ = writeln!(text, "  {}", visible(failure));
    }
    if failures.len() > most {
        text += "  … --verbose shows all\n";
    }
    text
}

impl Fault {
    fn drawn(&self, file: &Path, text: Option<&str>) -> String {
        let name = input::name(file);
        let reading = text.map(|text| format!(" (it was given `{}`)", visible(text)));
        let reading = reading.unwrap_or_default();
        match self {
            Self::Refused(error) => error["text"].as_str().unwrap_or_default().to_owned(),
            Self::Ended(stage, status, said) => {
                format!("{name}: its process has ended {stage}{reading}: {status}{}", quoted(said))
            }
            Self::Slow(stage, limit, said) => format!(
                "{name}: it took more than {} {stage}{reading}, and was ended{}\n  help: give it more by --timeout",
                count(limit.as_secs(), "second"),
                quoted(said)
            ),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Refused(error) => {
                json!({ "kind": "refused", "message": error["message"], "help": error["help"] })
            }
            Self::Ended(stage, status, said) => {
                let mut value = json!({
                    "kind": "crashed",
                    "while": stage.as_str(),
                    "message": format!("its process has ended {stage}: {status}"),
                    "stderr": said,
                });
                match signal(*status) {
                    Some(signal) => value["signal"] = signal.into(),
                    None => value["exit"] = status.code().into(),
                }
                value
            }
            Self::Slow(stage, limit, said) => json!({
                "kind": "hung",
                "while": stage.as_str(),
                "message": format!("it took more than {} {stage}", count(limit.as_secs(), "second")),
                "stderr": said,
            }),
        }
    }
}

/// The first of what a process has complained.
fn complaint(err: &[u8]) -> String {
    let first = &err[..err.len().min(COMPLAINT)];
    String::from_utf8_lossy(first).trim_end().to_owned()
}

fn quoted(said: &str) -> String {
    let lines = said.lines().map(|line| format!("\n  | {}", visible(line)));
    lines.collect()
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
