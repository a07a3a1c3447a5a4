//! `anyurl plugin probe`: shows the schemes of a library or a module and tests them, in a child process.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use anyurl::visible;
use anyurl_declared::format::Findings;
use serde_json::{Value, json};

use super::child::{self, Output};
use super::record::{Record, Stage};
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::load::{layers, plugins};
use crate::output::numbers::count;
use crate::output::{finding, json};
use crate::session::Session;
use crate::supervisor::this_command;
use crate::{args, input, secrets};

/// The maximum number of failures that are shown without `--verbose`.
const MAX_SHOWN: usize = 10;

/// How many bytes of the library's standard error are shown.
const MAX_STDERR: usize = 2000;

pub(super) fn run(session: &mut Session, args: &args::Probe) -> Result<Exit, CliError> {
    let file = plugins::absolute(&args.file)?;
    let limit = Duration::from_secs(args.timeout);
    let mut command = inspector(session, &file, args.timeout).map_err(process_error)?;
    let output = child::run(&mut command, limit).map_err(process_error)?;
    let mut report = Report::new(file, &output, limit);
    report.compare(session)?;
    if session.json {
        json::line(&mut session.out, &report.to_json())?;
    } else {
        report.show(session)?;
    }
    Ok(report.exit())
}

fn process_error(error: io::Error) -> CliError {
    CliError::File("the process that inspects the library".to_owned(), error)
}

/// This command as a child process that inspects the library.
fn inspector(session: &Session, file: &Path, seconds: u64) -> io::Result<Command> {
    let mut command = this_command()?;
    let is_plain = !session.out.palette.has_colours();
    command.args(["--color", if is_plain { "never" } else { "always" }]);
    if session.reader.shows_secrets {
        command.arg("--show-password");
    }
    if !session.sources.shipped {
        command.arg("--no-default-registry");
    }
    command.args(["plugin", "inspect", "--"]).arg(file);
    command.arg(seconds.to_string());
    Ok(command)
}

/// The results for a library.
#[derive(Default)]
struct Report {
    file: PathBuf,
    plugin: Option<Value>,
    schemes: Vec<(Value, String)>,
    tested: Vec<Tested>,
    /// Conflicts with the registry files of the run.
    findings: Findings,
    problem: Option<Problem>,
    /// The text that was being parsed when the process ended.
    text: Option<String>,
}

/// The result of the conformance kit for a scheme.
struct Tested {
    /// Its name and version.
    scheme: String,
    failures: Vec<String>,
    /// What the kit cannot check.
    notes: Vec<String>,
}

/// Why a library cannot be used.
enum Problem {
    /// The library is not loaded.
    Refused(Value),
    /// The process ended before the inspection was complete.
    Ended(Stage, ExitStatus, String),
    /// The process exceeded the time limit.
    Slow(Stage, Duration, String),
}

impl Report {
    fn new(file: PathBuf, output: &Output, limit: Duration) -> Self {
        let mut report = Self { file, ..Self::default() };
        let (mut stage, mut is_complete) = (Stage::Load, false);
        for record in Record::all(&output.out) {
            match record {
                Record::Stage(next) => (stage, report.text) = (next, None),
                Record::Plugin(facts) => report.plugin = Some(facts),
                Record::Scheme { record, page } => report.schemes.push((record, page)),
                Record::Text(text) => report.text = Some(text),
                Record::Tried { scheme, failures, notes } => {
                    report.text = None;
                    report.tested.push(Tested { scheme, failures, notes });
                }
                Record::Refused(error) => report.problem = Some(Problem::Refused(error)),
                Record::End => is_complete = true,
            }
        }
        let stderr = stderr(&output.err);
        report.problem = report.problem.or(match output.status {
            None => Some(Problem::Slow(stage, limit, stderr)),
            Some(status) if !is_complete || !status.success() => Some(Problem::Ended(stage, status, stderr)),
            Some(_) => None,
        });
        report
    }

    /// Compares the schemes of the library with the registry files of the run that list the library.
    fn compare(&mut self, session: &Session) -> Result<(), CliError> {
        let names = self.schemes.iter();
        let names = names.filter_map(|(record, _)| record["name"].as_str());
        self.findings = layers::unlisted_names(&session.sources, &self.file, names)?;
        Ok(())
    }

    fn fails(&self) -> bool {
        self.findings.has_errors() || self.tested.iter().any(|one| !one.failures.is_empty())
    }

    fn exit(&self) -> Exit {
        match &self.problem {
            Some(_) => Exit::Load,
            None if self.fails() => Exit::Invalid,
            None => Exit::Success,
        }
    }

    fn verdict(&self) -> &'static str {
        match &self.problem {
            Some(Problem::Refused(_)) => "refused",
            Some(Problem::Ended(..)) => "crashed",
            Some(Problem::Slow(..)) => "hung",
            None if self.fails() => "fails",
            None => "passes",
        }
    }

    fn to_json(&self) -> Value {
        let schemes = self.schemes.iter().map(|(record, _)| {
            let mut record = record.clone();
            let mut tested = self.tested.iter();
            if let Some(tested) = tested.find(|one| one.scheme == title(&record)) {
                record["failures"] = tested.failures.clone().into();
                if !tested.notes.is_empty() {
                    record["notes"] = tested.notes.clone().into();
                }
            }
            record
        });
        let mut value = json!({
            "file": secrets::mask_path(&self.file),
            "verdict": self.verdict(),
            "plugin": self.plugin,
            "schemes": schemes.collect::<Vec<_>>(),
        });
        if !self.findings.is_empty() {
            value["findings"] = self.findings.iter().map(finding::to_json).collect();
        }
        if let Some(problem) = &self.problem {
            value["error"] = problem.to_json();
            if let Some(text) = &self.text {
                value["error"]["text"] = text.as_str().into();
            }
        }
        value
    }

    fn show(&self, session: &mut Session) -> Result<(), CliError> {
        if let Some(facts) = &self.plugin {
            let head = self.head(facts, session);
            session.print(&head)?;
        }
        for (_, page) in &self.schemes {
            session.print(page)?;
        }
        for tested in &self.tested {
            let max = if session.verbose { usize::MAX } else { MAX_SHOWN };
            session.print(&test_result(tested, max))?;
        }
        let style = session.out.palette.report;
        for finding in self.findings.iter() {
            session.print(&finding::drawn(finding, style))?;
        }
        session.finish()?;
        match &self.problem {
            Some(problem) if !session.quiet => {
                report(format_args!("{}", problem.drawn(&self.file, self.text.as_deref())));
            }
            _ => {}
        }
        Ok(())
    }

    /// The description of the library, printed before its schemes.
    fn head(&self, facts: &Value, session: &Session) -> String {
        let palette = session.out.palette;
        let (title, colour, reset) = (palette.title, palette.name, palette.reset);
        let text = |key: &str| facts[key].as_str().unwrap_or_default().to_owned();
        let (name, version, kind) = (text("name"), text("version"), text("kind"));
        let mut head = format!("{title}{} {}{reset}, a {kind}\n\n", visible(&name), visible(&version));
        let memory = facts["memory"].as_u64().map(|bytes| format!("{bytes} bytes for each thread"));
        let rows = [
            ("file", secrets::mask_path(&self.file)),
            ("sha256", text("sha256")),
            ("abi", text("abi")),
            ("needs", format!("anyurl {}", host_requirement(&text("host_req")))),
            ("built with", text("built_with")),
            ("memory", memory.unwrap_or_default()),
            ("brings", list(&facts["brings"])),
        ];
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(head, "  {colour}{name:10}{reset}  {}", visible(value));
        }
        head
    }
}

/// The required version of anyurl.
fn host_requirement(requirement: &str) -> &str {
    if requirement == "*" { "of any version" } else { requirement }
}

fn list(texts: &Value) -> String {
    let texts = texts.as_array().into_iter().flatten();
    let texts: Vec<_> = texts.filter_map(Value::as_str).collect();
    texts.join(", ")
}

/// The name and version of a scheme.
fn title(record: &Value) -> String {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    format!("{} {}", text("name"), text("version"))
}

/// The result of the conformance kit, for people.
fn test_result(tested: &Tested, max: usize) -> String {
    let notes = tested.notes.iter().map(|note| format!("note: {}\n", visible(note)));
    verdict_of_kit(&tested.scheme, &tested.failures, max) + &notes.collect::<String>()
}

fn verdict_of_kit(scheme: &str, failures: &[String], max: usize) -> String {
    let scheme = visible(scheme);
    if failures.is_empty() {
        return format!("{scheme}: passes the conformance kit, which includes its examples and rejects\n");
    }
    let number = count(failures.len() as u64, "failure");
    let mut text = format!("{scheme}: {number} in the conformance kit\n");
    for failure in failures.iter().take(max) {
        let _ = writeln!(text, "  {}", visible(failure));
    }
    if failures.len() > max {
        text += "  … --verbose shows all\n";
    }
    text
}

impl Problem {
    fn drawn(&self, file: &Path, text: Option<&str>) -> String {
        let name = input::name(file);
        let reading = text.map(|text| format!(" (while parsing `{}`)", visible(text)));
        let reading = reading.unwrap_or_default();
        match self {
            Self::Refused(error) => error["text"].as_str().unwrap_or_default().to_owned(),
            Self::Ended(stage, status, stderr) => {
                format!("{name}: the process ended {stage}{reading}: {status}{}", quoted(stderr))
            }
            Self::Slow(stage, limit, stderr) => format!(
                "{name}: more than {} {stage}{reading}: the process was killed{}\n  help: raise the limit with --timeout",
                count(limit.as_secs(), "second"),
                quoted(stderr)
            ),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Refused(error) => {
                json!({ "kind": "refused", "message": error["message"], "help": error["help"] })
            }
            Self::Ended(stage, status, stderr) => {
                let mut value = json!({
                    "kind": "crashed",
                    "while": stage.as_str(),
                    "message": format!("the process ended {stage}: {status}"),
                    "stderr": stderr,
                });
                match signal(*status) {
                    Some(signal) => value["signal"] = signal.into(),
                    None => value["exit"] = status.code().into(),
                }
                value
            }
            Self::Slow(stage, limit, stderr) => json!({
                "kind": "hung",
                "while": stage.as_str(),
                "message": format!("more than {} {stage}", count(limit.as_secs(), "second")),
                "stderr": stderr,
            }),
        }
    }
}

/// The beginning of the standard error of a process.
fn stderr(err: &[u8]) -> String {
    let first = &err[..err.len().min(MAX_STDERR)];
    String::from_utf8_lossy(first).trim_end().to_owned()
}

fn quoted(text: &str) -> String {
    let lines = text.lines().map(|line| format!("\n  | {}", visible(line)));
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
