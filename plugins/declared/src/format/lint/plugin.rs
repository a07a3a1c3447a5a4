//! Shared libraries: base name, versions, hashes.

use semver::VersionReq;

use super::LintContext;
use crate::format::canonical::Hash;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::AccessKind;
use crate::format::model::{PluginTable, SchemeEntry};

/// The generation of the ABI that the host speaks.
const GENERATION: u32 = 1;

/// Targets that the host is built for.
#[rustfmt::skip]
const TARGETS: [&str; 8] = [
    "aarch64-apple-darwin", "aarch64-pc-windows-msvc", "aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin", "x86_64-pc-windows-msvc", "x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl",
];

fn plugins<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, &'l PluginTable)> {
    context.schemes().filter_map(|entry| Some((entry, entry.plugin.as_ref()?)))
}

/// SR410
pub(super) fn table(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        let is_dylib = |kind: AccessKind| kind == AccessKind::Dylib;
        let kind = entry.access.as_ref().map(|access| &access.kind).filter(|kind| is_dylib(***kind));
        let name = quoted(&entry.name);
        let (span, message) = match (&entry.plugin, kind) {
            (None, Some(kind)) => (kind.span, format!("{name} is accessed by a library, and names none")),
            (Some(plugin), _) if plugin.artifacts.is_empty() => {
                (plugin.span, format!("the library of {name} has no artifact"))
            }
            (Some(plugin), _) if !plugin.artifacts.iter().any(|one| TARGETS.contains(&one.target.as_str())) => {
                (plugin.span, format!("the library of {name} has no artifact for a supported target"))
            }
            _ => continue,
        };
        let help =
            format!("write `[scheme.plugin]` and a `[[scheme.plugin.artifact]]` for one of {}", TARGETS.join(", "));
        to.add(entry.finding("SR410", span, message).fix(help));
    }
}

/// SR411; a requirement that is none is found while reading.
pub(super) fn versions(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        let Some(required) = &plugin.version else {
            continue;
        };
        if **required == VersionReq::STAR {
            let message = "any version is required, so that any library will do";
            let help = "name the versions that were tried: `^1.2`";
            to.add(entry.finding("SR411", required.span, message).fix(help));
        }
        for artifact in plugin.artifacts.iter().filter(|one| !required.matches(&one.version)) {
            let message = format!("{} is not {}", artifact.version, **required);
            let help = "take an artifact of a version that is required";
            to.add(entry.finding("SR411", artifact.version.span, message).fix(help));
        }
    }
}

/// SR412
pub(super) fn generation(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context).filter(|(_, plugin)| *plugin.abi != GENERATION) {
        let message = format!("generation {} of the ABI is not known here", plugin.abi);
        let help = format!("write `abi = {GENERATION}`, and build the library for it");
        to.add(entry.finding("SR412", plugin.abi.span, message).fix(help));
    }
}

/// SR413: the loader finds the file, in one folder and under one name.
pub(super) fn library(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        let library = &plugin.library;
        let is_plain = |found: char| found.is_ascii_alphanumeric() || matches!(found, '_' | '-');
        let why = if library.is_empty() || !library.chars().all(is_plain) {
            "a base name has letters, digits, `_` and `-`"
        } else if library.starts_with("lib") {
            "the loader puts `lib` before it where the system does"
        } else {
            continue;
        };
        let message = format!("{} is not the base name of a library", quoted(library));
        to.add(entry.finding("SR413", library.span, message).fix(why));
    }
}

/// SR414
pub(super) fn hashes(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        for artifact in &plugin.artifacts {
            let (span, message) = match &artifact.sha256 {
                None => (artifact.span, "an artifact without a hash can be replaced by anybody"),
                Some(hash) if Hash::from_hex(hash).is_err() => (hash.span, "this is no SHA-256"),
                Some(_) => continue,
            };
            let help = "write `sha256 = …`, 64 digits of 0-9 a-f: `locator plugin hash FILE` gives them";
            to.add(entry.finding("SR414", span, message).fix(help));
        }
    }
}

/// SR416
pub(super) fn signature(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context).filter(|(_, plugin)| plugin.signed_by.is_none()) {
        let message = format!("nobody has signed {}", quoted(&plugin.library));
        let help = "write `signed_by = \"minisign:…\"`";
        to.add(entry.finding("SR416", plugin.span, message).fix(help));
    }
}
