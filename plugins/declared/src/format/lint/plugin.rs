//! Rules for libraries and modules: kind, base name, versions, hashes.

use semver::VersionReq;

use super::LintContext;
use crate::format::canonical::Hash;
use crate::format::finding::{Finding, Findings, quoted};
use crate::format::keywords::{AccessKind, Keyword, PluginKind};
use crate::format::located::Located;
use crate::format::module::{MAX_INLINE_BYTES, MODULE_TARGET, ModuleBytesError, is_base_name};
use crate::format::tables::{Artifact, PluginTable, SchemeEntry};

/// The supported ABI generation.
const GENERATION: u32 = 1;

/// The supported targets of libraries.
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
        let name = quoted(&entry.name);
        let access = entry.access.as_ref().and_then(|access| kind_of(&access.kind));
        let (kind, span, message) = match (&entry.plugin, access) {
            (None, Some(kind)) => {
                (*kind, kind.span, format!("{name} is accessed by a {}, but has no `plugin` table", noun(*kind)))
            }
            (Some(plugin), Some(kind)) if *plugin.kind != *kind => {
                to.add(other_kind(entry, &kind, plugin));
                continue;
            }
            (Some(plugin), _) if plugin.artifacts.is_empty() => {
                (*plugin.kind, plugin.span, format!("the {} of {name} has no artifact", noun(*plugin.kind)))
            }
            (Some(plugin), _) if !plugin.artifacts.iter().any(|one| targets(*plugin.kind).contains(&&**one.target)) => {
                let what = noun(*plugin.kind);
                (*plugin.kind, plugin.span, format!("the {what} of {name} has no artifact for a supported target"))
            }
            _ => continue,
        };
        let (table, targets) = (header(kind), targets(kind).join(", "));
        let of = if kind == PluginKind::Wasm { "the target" } else { "one of" };
        let help = format!("write {table} and a `[[scheme.plugin.artifact]]` for {of} {targets}");
        to.add(entry.finding("SR410", span, message).fix(help));
    }
}

/// The kind of file that a kind of access needs.
fn kind_of(access: &Located<AccessKind>) -> Option<Located<PluginKind>> {
    match access.value {
        AccessKind::Dylib => Some(Located::new(PluginKind::Dylib, access.span)),
        AccessKind::Wasm => Some(Located::new(PluginKind::Wasm, access.span)),
        _ => None,
    }
}

fn noun(kind: PluginKind) -> &'static str {
    match kind {
        PluginKind::Dylib => "library",
        PluginKind::Wasm => "module",
    }
}

/// The header of the table in help texts.
fn header(kind: PluginKind) -> &'static str {
    match kind {
        PluginKind::Dylib => "`[scheme.plugin]`",
        PluginKind::Wasm => "`[scheme.plugin]` with `kind = \"wasm\"`",
    }
}

fn targets(kind: PluginKind) -> &'static [&'static str] {
    match kind {
        PluginKind::Dylib => &TARGETS,
        PluginKind::Wasm => &[MODULE_TARGET],
    }
}

/// The finding about an access by a library with the table of a module, or the other way round.
fn other_kind(entry: &SchemeEntry, access: &Located<PluginKind>, plugin: &PluginTable) -> Finding {
    let (name, needed, found) = (quoted(&entry.name), noun(**access), noun(*plugin.kind));
    let message = format!("{name} is accessed by a {needed}, but its `plugin` table is for a {found}");
    let help = format!(
        "write `kind = \"{}\"` under `[scheme.plugin]`, or `kind = \"{}\"` under `[scheme.access]`",
        access.as_str(),
        plugin.kind.as_str()
    );
    entry.finding("SR410", plugin.kind.span, message).fix(help)
}

/// SR411; an invalid requirement is a finding of reading.
pub(super) fn versions(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        let Some(required) = &plugin.version else {
            continue;
        };
        if **required == VersionReq::STAR {
            let message = format!("the version requirement `*` allows any {}", noun(*plugin.kind));
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
        let help = format!("write `abi = {GENERATION}`, and build the {} for it", noun(*plugin.kind));
        to.add(entry.finding("SR412", plugin.abi.span, message).fix(help));
    }
}

/// SR413: the loader derives the file name from the base name.
pub(super) fn library(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        let library = &plugin.library;
        let why = if !is_base_name(library) {
            "a base name consists of letters, digits, `_` and `-`"
        } else if library.starts_with("lib") {
            "omit `lib`, which the loader adds where the system requires it"
        } else {
            continue;
        };
        let message = format!("{} is not the base name of a {}", quoted(library), noun(*plugin.kind));
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
            let help = "write `sha256 = …`, 64 digits of 0-9 a-f, from `anyurl plugin hash FILE`";
            to.add(entry.finding("SR414", span, message).fix(help));
        }
    }
}

/// SR418
pub(super) fn inline(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, plugin) in plugins(context) {
        for artifact in &plugin.artifacts {
            let (Some(text), Some(bytes)) = (&artifact.inline, artifact.inline_bytes()) else {
                continue;
            };
            let (message, help) = match bytes {
                _ if *plugin.kind != PluginKind::Wasm => (
                    "a library cannot be inline".to_owned(),
                    "remove `inline`, or write `kind = \"wasm\"` under `[scheme.plugin]` for a module".to_owned(),
                ),
                Ok(bytes) => {
                    compare(entry, artifact, &bytes, to);
                    continue;
                }
                Err(error) => (error.to_string(), repair(&error)),
            };
            to.add(entry.finding("SR418", text.span, message).fix(help));
        }
    }
}

/// What to do about a module that cannot be decoded.
fn repair(error: &ModuleBytesError) -> String {
    match error {
        ModuleBytesError::TooLarge => format!(
            "remove `inline`, and name the folder with the file under `[registry]`: `plugins = \"plugins\"`; \
             a module of at most {MAX_INLINE_BYTES} bytes can be inline"
        ),
        _ => "write the output of `base64 FILE.wasm`, between `'''` if it has several lines".to_owned(),
    }
}

/// Reports the hash and the size that an inline module does not have.
fn compare(entry: &SchemeEntry, artifact: &Artifact, bytes: &[u8], to: &mut Findings) {
    let written = artifact.sha256.as_ref().filter(|digits| Hash::from_hex(digits).is_ok());
    let found = Hash::new(bytes).to_string();
    let found = found.trim_start_matches("sha256:");
    if let Some(written) = written.filter(|written| ***written != *found) {
        let message = "`sha256` is not the hash of the inline module";
        let help = format!("write `sha256 = \"{found}\"`, or the right module");
        to.add(entry.finding("SR418", written.span, message).fix(help));
    }
    let len = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if let Some(size) = artifact.size.as_ref().filter(|size| ***size != len) {
        let message = format!("the inline module has {len} bytes, and not {}", **size);
        to.add(entry.finding("SR418", size.span, message).fix(format!("write `size = {len}`, or the right module")));
    }
}

/// SR416: for libraries. A module is bounded by its host, and the file pins its bytes.
pub(super) fn signature(context: &LintContext<'_>, to: &mut Findings) {
    let libraries = plugins(context).filter(|(_, plugin)| *plugin.kind == PluginKind::Dylib);
    for (entry, plugin) in libraries.filter(|(_, plugin)| plugin.signed_by.is_none()) {
        let message = format!("{} is not signed", quoted(&plugin.library));
        let help = "write `signed_by = \"minisign:…\"`";
        to.add(entry.finding("SR416", plugin.span, message).fix(help));
    }
}
