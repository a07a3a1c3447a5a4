//! `codeowners`: the file `CODEOWNERS`, by which a code host asks the owners of schemes to review changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyurl_declared::format::{LayerKind, RegistryFile, SchemeEntry};

/// The owners and schemes of a file.
#[derive(Default)]
struct File<'l> {
    /// The schemes of each owner that a code host knows.
    owners: BTreeMap<&'l str, BTreeSet<String>>,
    /// The schemes without such an owner, with the owner that is written.
    others: BTreeMap<String, &'l str>,
}

/// Returns a line for each file with schemes, in order of the paths. The path of a file is that by which it was opened,
/// which should be relative to the root of the repository. The public layer has no owners.
pub(super) fn write(layers: &[RegistryFile]) -> String {
    let mut files: BTreeMap<String, File<'_>> = BTreeMap::new();
    let layers = layers.iter().filter(|layer| *layer.header.kind != LayerKind::Public);
    for entry in layers.flat_map(RegistryFile::schemes) {
        files.entry(path(entry)).or_default().add(entry);
    }
    let mut text = String::from("# Owners of schemes, written by `anyurl registry export --format codeowners`.\n");
    for (path, file) in files {
        text.push('\n');
        for (owner, schemes) in &file.owners {
            let schemes: Vec<_> = schemes.iter().map(String::as_str).collect();
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "# {owner}: {}", schemes.join(", "));
        }
        for (scheme, owner) in &file.others {
            let owner: String = owner.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
            let _ = match owner.as_str() {
                "" => writeln!(text, "# no owner: {scheme}"),
                owner => writeln!(text, "# no owner that is a user, a team or an address: {scheme} ({owner})"),
            };
        }
        if !file.owners.is_empty() {
            let owners: Vec<_> = file.owners.keys().copied().collect();
            let _ = writeln!(text, "{path} {}", owners.join(" "));
        }
    }
    text
}

impl<'l> File<'l> {
    fn add(&mut self, entry: &'l SchemeEntry) {
        let written = entry.metadata.owner.as_ref().map_or("", |owner| owner.as_str());
        let mut owners = written.split([',', ' ']).filter(|one| !one.is_empty()).peekable();
        let are_known = owners.peek().is_some() && owners.clone().all(is_owner);
        if !are_known {
            self.others.insert(entry.key(), written);
            return;
        }
        for owner in owners {
            self.owners.entry(owner).or_default().insert(entry.key());
        }
    }
}

/// Whether a text is `@user`, `@organization/team` or an e-mail address.
fn is_owner(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"@/._+-".contains(&byte));
    match text.split_once('@') {
        Some(("", name)) => is_plain && !name.is_empty() && !name.contains('@'),
        Some((_, host)) => is_plain && host.contains('.') && !host.contains(['@', '/']) && !text.contains('/'),
        None => false,
    }
}

/// The path from the root, with the escapes of a pattern.
fn path(entry: &SchemeEntry) -> String {
    let name = entry.document.name();
    let name = name.strip_prefix("./").unwrap_or(name).trim_start_matches('/');
    let mut path = String::from("/");
    for sign in name.chars() {
        if matches!(sign, ' ' | '#' | '*' | '?' | '[' | ']' | '!' | '\\') {
            path.push('\\');
        }
        path.push(if sign.is_control() { '?' } else { sign });
    }
    path
}
