//! `[scheme.plugin]` and its artifacts.

use semver::{Version, VersionReq};

use crate::format::change_severity::Compared::{Set, Tables, Value};
use crate::format::change_severity::{CONTRACT, DESTINATION, PERMISSION, PROTECTION};
use crate::format::fields::Fields;
use crate::format::keywords::PluginKind;
use crate::format::located::Located;
use crate::format::schema::{KeySchema, word};
use crate::format::table::table;

table! {
    /// The library or module of the scheme.
    #[derive(Clone, PartialEq, Debug)]
    pub struct PluginTable: PLUGIN = "scheme.plugin", span;

    /// What it is; `dylib` by default (SR410).
    kind: Located<PluginKind>, value(word::<PluginKind>()), change("SR729", Value, DESTINATION) => kind;
    /// Its base name: no folder, no `lib`, no `.so`, no `.wasm` (SR413).
    library: Located<String>, change("SR729", Value, DESTINATION);
    /// The requirement for the version that it reports: `^1.2` (SR411).
    version: Option<Located<VersionReq>>, required(), rule("SR411"), change("SR729", Value, DESTINATION);
    /// The generation of the ABI: 1 (SR412).
    abi: Located<u32>, change("SR729", Value, CONTRACT);
    /// The required capabilities (SR420).
    capabilities: Vec<Located<String>>, change("SR729", Set, PERMISSION);
    /// A contact for a signature (SR416).
    signed_by: Option<Located<String>>, change("SR729", Value, PROTECTION);
    /// The files, at least one for each target (SR410).
    artifacts: Vec<Artifact>, key("artifact"), change("SR729", Tables(&["target", "version"]), DESTINATION);
}

fn kind(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Located<PluginKind> {
    fields.get(key.name).unwrap_or(Located::new(PluginKind::Dylib, fields.span))
}

table! {
    /// The file of a library for one target, or of a module.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Artifact: ARTIFACT = "scheme.plugin.artifact", span;

    /// The target triple it was built for; `wasm32-unknown-unknown` for a module.
    target: Located<String>;
    /// Exactly the version that the library or module reports.
    version: Located<Version>, rule("SR411");
    /// The SHA-256 of the file, in lower case (SR414).
    sha256: Option<Located<String>>, rule("SR414");
    /// The download address.
    url: Option<Located<String>>;
    /// The size in bytes.
    size: Option<Located<u64>>;
    /// The module itself, in base64, of at most 65,536 bytes (SR418).
    inline: Option<Located<String>>;
}
