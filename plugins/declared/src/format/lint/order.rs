//! The order of entries, and the names of included files.

use semver::Version;

use super::LintContext;
use crate::format::finding::{Finding, Findings, quoted};
use crate::format::located::Located;
use crate::format::tables::{SchemeEntry, SourceFile};

/// SR004: schemes, overrides, masks and tombstones are sorted by name.
pub(super) fn unsorted(context: &LintContext<'_>, to: &mut Findings) {
    for file in &context.layer.files {
        let version = |entry: &SchemeEntry| Some(entry.version.value.clone());
        disordered(file, file.schemes.iter().map(|one| (version(one), &one.name)), to);
        disordered(file, file.overrides.iter().map(|one| (None, &one.name)), to);
        disordered(file, file.masks.iter().map(|one| (None, &one.name)), to);
        disordered(file, file.tombstones.iter().map(|one| (None, &one.name)), to);
    }
}

/// Reports the first unsorted entry of a list; fixing it may fix the others.
fn disordered<'f>(
    file: &SourceFile,
    names: impl Iterator<Item = (Option<Version>, &'f Located<String>)>,
    to: &mut Findings,
) {
    let mut before: Option<(String, Option<Version>)> = None;
    for (version, name) in names {
        let key = (name.to_ascii_lowercase(), version);
        if let Some(before) = before.filter(|before| *before > key) {
            let message = format!("{} is after {}", quoted(&key.0), quoted(&before.0));
            let finding = Finding::new("SR004", &file.document, name.span, message);
            to.add(finding.about(name).fix("`anyurl registry fmt` sorts by name"));
            return;
        }
        before = Some(key);
    }
}

/// SR008: an included file is named after its scheme.
pub(super) fn file_names(context: &LintContext<'_>, to: &mut Findings) {
    for file in context.layer.files.iter().skip(1) {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        let stem = name.strip_suffix(".toml").unwrap_or(name);
        for entry in file.schemes.iter().filter(|entry| entry.key() != stem) {
            let message = format!("{} is in a file named {}", quoted(&entry.name), quoted(name));
            let help = format!("rename the file to {}", quoted(&format!("{}.toml", entry.key())));
            to.add(entry.finding("SR008", entry.name.span, message).fix(help));
        }
    }
}
