//! Rules for shared libraries: base name, versions, hashes.

use semver::VersionReq;

use super::LintContext;
use crate::format::canonical::Hash;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::AccessKind;
use crate::format::model::{PluginTable, SchemeEntry};

/// The supported ABI generation.
const GENERATION: u32 = 1;

/// The supported targets.
#[rustfmt::skip]
const TARGETS: [&str; 8] = [
    "aarch64-apple-darwin", "aarch64-pc-windows-msvc", "aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin", "x86_64-pc-windows-msvc", "x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl",
];

fn plugins<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, &'l PluginTable)> {
    context.schemes().filter_map(|entry| Some((entry, entry.plugin.as_deref()?)))
}

/// SR410
pub(super) fn table(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        let is_dylib = |kind: AccessKind| kind == AccessKind::Dylib;
        let kind = entry.access.as_ref().map(|access| &access.kind).filter(|kind| is_dylib(***kind));
        let name = quoted(&entry.name);
        let (span, message) = match (&entry.plugin, kind) {
            (None, Some(kind)) => (kind.span, format!("{name} is accessed by a library, but has no `plugin` table")),
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

/// SR411; an invalid requirement is a finding of reading.
pub(super) fn versions(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        let Some(required) = &plugin.version else {
            continue;
        };
        if **required == VersionReq::STAR {
            let message = "the version requirement `*` allows any library";
            let help = "require the tested versions, such as `^1.2`";
            to.add(entry.finding("SR411", required.span, message).fix(help));
        }
        for artifact in plugin.artifacts.iter().filter(|one| !required.matches(&one.version)) {
            let message = format!("version {} does not match {}", artifact.version, **required);
            let help = "use an artifact of a matching version";
            to.add(entry.finding("SR411", artifact.version.span, message).fix(help));
        }
    }
}

/// SR412
pub(super) fn generation(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context).filter(|(_, plugin)| *plugin.abi != GENERATION) {
        let message = format!("ABI generation {} is not supported", plugin.abi);
        let help = format!("write `abi = {GENERATION}`, and build the library for it");
        to.add(entry.finding("SR412", plugin.abi.span, message).fix(help));
    }
}

/// SR413: the loader derives the file name from the base name.
pub(super) fn library(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        let library = &plugin.library;
        let is_allowed = |found: char| found.is_ascii_alphanumeric() || matches!(found, '_' | '-');
        let why = if library.is_empty() || !library.chars().all(is_allowed) {
            "a base name consists of letters, digits, `_` and `-`"
        } else if library.starts_with("lib") {
            "omit `lib`, which the loader adds where the system requires it"
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
                None => (artifact.span, "an artifact without a hash can be replaced unnoticed"),
                Some(hash) if Hash::from_hex(hash).is_err() => (hash.span, "this is not a SHA-256"),
                Some(_) => continue,
            };
            let help = "write `sha256 = …`, 64 digits of 0-9 a-f, from `locator plugin hash FILE`";
            to.add(entry.finding("SR414", span, message).fix(help));
        }
    }
}

/// SR416
pub(super) fn signature(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context).filter(|(_, plugin)| plugin.signed_by.is_none()) {
        let message = format!("{} is not signed", quoted(&plugin.library));
        let help = "write `signed_by = \"minisign:…\"`";
        to.add(entry.finding("SR416", plugin.span, message).fix(help));
    }
}
