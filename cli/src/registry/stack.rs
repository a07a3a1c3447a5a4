//! Layers over each other: the registry of a run, and what tells where a value comes from.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use locator::Registry;
use locator::declared::format::{Finding, Findings, Layer, LoadError, Reading};
use locator::declared::layers::{Lock, Resolved, Stack};

use super::files;
use crate::args;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::session::Session;

/// The files of the run over `base`; none where none were named.
pub(crate) fn layers(
    base: &Registry,
    named: &[PathBuf],
    environment: Option<&str>,
) -> Result<Option<&'static Resolved>, Trouble> {
    if named.is_empty() {
        return Ok(None);
    }
    let resolved = resolve(Stack::new(), base, named, environment)?;
    // They live as long as the command runs, which is once.
    Ok(Some(Box::leak(Box::new(resolved))))
}

fn resolve(
    mut stack: Stack,
    base: &Registry,
    named: &[PathBuf],
    environment: Option<&str>,
) -> Result<Resolved, Trouble> {
    for path in named {
        stack = stack.push(load(path)?);
    }
    let resolved = stack.resolve(base, environment);
    resolved.map_err(|error| Trouble::Registry(lines(error.findings())))
}

/// A layer, to be used.
pub(super) fn load(path: &Path) -> Result<Layer, Trouble> {
    Layer::open(path).and_then(Reading::load).map_err(|error| {
        let what = match &error {
            LoadError::Refused(findings) => lines(findings),
            _ => error.to_string(),
        };
        Trouble::Registry(format!("{}:\n  {what}", input::name(path)))
    })
}

/// A lock, as it was written.
pub(super) fn locked(path: &Path) -> Result<Lock, Trouble> {
    let text = files::text(path)?;
    let refused = |error| Trouble::Registry(format!("{}: {error}", input::name(path)));
    text.parse().map_err(refused)
}

/// Findings, each with how to mend it.
fn lines(findings: &Findings) -> String {
    let line = |finding: &Finding| match finding.help() {
        None => finding.to_string(),
        Some(help) => format!("{finding}\n    help: {help}"),
    };
    let lines: Vec<_> = findings.iter().map(line).collect();
    lines.join("\n  ")
}

/// The layers of the run, with the shipped one: what `why`, `delta` and `lock` speak of.
fn all(session: &Session) -> Result<Resolved, Trouble> {
    let stack = Stack::new().push(files::shipped()?);
    resolve(
        stack,
        locator::registry(),
        &session.registries,
        session.environment.as_deref(),
    )
}

pub(super) fn why(session: &mut Session, name: &str) -> Result<Exit, Trouble> {
    let resolved = all(session)?;
    write!(session.out, "{}", resolved.why(name))?;
    Ok(if resolved.name(name).is_some() {
        Exit::Well
    } else {
        Exit::Invalid
    })
}

pub(super) fn delta(session: &mut Session) -> Result<Exit, Trouble> {
    for one in all(session)?.delta() {
        writeln!(session.out, "{one}")?;
    }
    Ok(Exit::Well)
}

/// Writes the lock, or checks that nothing differs from it.
pub(super) fn lock(session: &mut Session, args: &args::Lock) -> Result<Exit, Trouble> {
    let resolved = all(session)?;
    let name = || input::name(&args.file);
    if !args.check {
        let text = resolved.lock().to_string();
        fs::write(&args.file, text).map_err(|error| Trouble::File(name(), error))?;
        return Ok(Exit::Well);
    }
    let lock = locked(&args.file)?;
    let differences = resolved.verify(&lock);
    for difference in &differences {
        writeln!(session.out, "{difference}")?;
    }
    Ok(if differences.is_empty() {
        Exit::Well
    } else {
        Exit::Invalid
    })
}
