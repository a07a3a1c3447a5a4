//! Layers over each other: the registry of a run, and what tells where a value comes from.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::io::Write;
use std::path::Path;

use locator::declared::format::{Finding, Findings, Layer, LoadError, Reading};
use locator::declared::layers::{Resolved, Stack};
use locator::declared::lint;

use super::lock;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::session::{Files, Session};

/// The layers of the run: what its files say over what the program brings; none where no files were named.
pub(crate) fn layers(
    files: &Files,
    environment: Option<&str>,
) -> Result<Option<&'static Resolved>, Trouble> {
    if files.is_locked {
        lock::enforce(&read(files)?, files)?;
    }
    if files.registries.is_empty() {
        return Ok(None);
    }
    let mut stack = named(files, Stack::new())?;
    // What is replaced is compared by the hash of its text, which the file has and the program has not.
    if files.shipped && replaces_public(&stack) {
        stack = stack.push(super::files::shipped()?);
    }
    let resolved = resolve(&stack, files, environment)?;
    // They live as long as the command runs, which is once.
    Ok(Some(Box::leak(Box::new(resolved))))
}

/// Whether a layer replaces something of the one that comes with Locator.
fn replaces_public(stack: &Stack) -> bool {
    let mut overrides = stack.layers().flat_map(|placed| placed.layer().overrides());
    overrides.any(|one| *one.of == "public")
}

/// The layers of the run, with the shipped one as a file like the others: what `why`, `delta` and `lock` speak of.
pub(super) fn read(files: &Files) -> Result<Stack, Trouble> {
    let mut stack = Stack::new();
    if files.shipped {
        stack = stack.push(super::files::shipped()?);
    }
    named(files, stack)
}

/// The files that were named, over other layers.
fn named(files: &Files, mut stack: Stack) -> Result<Stack, Trouble> {
    for path in &files.registries {
        stack = stack.push(load(path)?);
    }
    Ok(stack)
}

/// What the files have against the names that a library brings (SR415), where they name that library.
pub(crate) fn unlisted<'n>(
    files: &Files,
    library: &Path,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Findings, Trouble> {
    let stack = named(files, Stack::new())?;
    let entries = stack.layers().flat_map(|placed| placed.layer().schemes());
    let base = library.file_name().unwrap_or_default().to_string_lossy();
    let base = base.strip_prefix(DLL_PREFIX).unwrap_or(&base);
    let base = base.strip_suffix(DLL_SUFFIX).unwrap_or(base);
    Ok(lint::registered(entries, base, names))
}

pub(super) fn resolve(
    stack: &Stack,
    files: &Files,
    environment: Option<&str>,
) -> Result<Resolved, Trouble> {
    let resolved = stack.resolve(files.base, environment);
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

/// Findings, each with how to mend it.
fn lines(findings: &Findings) -> String {
    let line = |finding: &Finding| match finding.help() {
        None => finding.to_string(),
        Some(help) => format!("{finding}\n    help: {help}"),
    };
    let lines: Vec<_> = findings.iter().map(line).collect();
    lines.join("\n  ")
}

/// The layers of the run, laid over each other.
pub(super) fn all(session: &Session) -> Result<Resolved, Trouble> {
    let files = &session.files;
    let stack = read(files)?;
    if files.is_locked {
        lock::enforce(&stack, files)?;
    }
    resolve(&stack, files, session.environment.as_deref())
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
