//! `[registry]`: the header of a file.

use semver::Version;

use super::defaults::DefaultsTable;
use crate::format::change_severity::Compared::{Elsewhere, Set, Value};
use crate::format::change_severity::{DESTINATION, DOCUMENTATION, MEANING, PERMISSION};
use crate::format::fields::Fields;
use crate::format::folder::check_path;
use crate::format::keywords::LayerKind;
use crate::format::located::{Date, Located};
use crate::format::schema::Condition;
use crate::format::table::table;

table! {
    /// The header, which identifies the layer.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Header: REGISTRY = "registry", span;

    /// `public`, or a reversed domain: `com.example`.
    id: Located<String>, change("SR740", Value, MEANING);
    /// Decides the order of layers.
    kind: Located<LayerKind>, change("SR740", Value, MEANING);
    /// The display name.
    title: Located<String>, change("SR740", Value, DOCUMENTATION);
    /// The version of the content, by semver.
    version: Located<Version>, change("SR740", Elsewhere, DOCUMENTATION);
    /// A number that never decreases; raise it with each published change (SR612).
    serial: Located<u64>, change("SR740", Elsewhere, DOCUMENTATION);
    /// Addresses for questions about the file.
    contact: Vec<Located<String>>, required(), change("SR740", Set, DOCUMENTATION);
    /// The person or body that approves changes to the file.
    change_controller: Located<String>, change("SR740", Value, DOCUMENTATION);
    /// Globs of the names that the layer may add: `com.example.*`. Required unless `kind` is `public`.
    claims: Vec<Located<String>>, change("SR739", Set, PERMISSION);
    /// An SPDX expression.
    license: Option<Located<String>>, change("SR740", Value, DOCUMENTATION);
    /// The address of the documentation.
    docs: Option<Located<String>>, change("SR740", Value, DOCUMENTATION);
    /// Globs of further files, relative to this one; stars are allowed in file names only.
    include: Vec<Located<String>>, change("SR740", Set, DOCUMENTATION);
    /// The folder of the libraries, relative to this file.
    plugins: Option<Located<String>>, change("SR740", Value, DESTINATION);
    /// The origin of an imported layer.
    source: Option<SourceTable>, change("SR740", Value, DOCUMENTATION);
    /// What entries have that do not state it themselves. A change of it is one of the entries.
    defaults: Option<DefaultsTable>, change("SR740", Elsewhere, DOCUMENTATION);

    conditions &[Condition::Unless("kind", "public", "claims")];
    check claims_and_plugins;
}

fn claims_and_plugins(fields: &Fields<'_, '_>, header: &mut Header) {
    if *header.kind != LayerKind::Public && !fields.has("claims") {
        let expected = "globs of the names that the file may add, such as [\"com.example.*\"]";
        fields.missing("claims", expected);
    }
    if header.id.as_str() == "public" && *header.kind != LayerKind::Public {
        let help = "write the reversed domain of your own, such as `com.example`";
        fields.error("SR009", header.id.span, "only the public layer has the id `public`", help);
    }
    if let Some(plugins) = header.plugins.as_ref().filter(|folder| check_path(folder).is_err()) {
        let message = "the folder of the libraries is outside the folder of the registry";
        fields.error("SR009", plugins.span, message, "name a folder below that of the file, with `/`");
    }
}

table! {
    /// The origin of an imported layer.
    #[derive(Clone, PartialEq, Debug)]
    pub struct SourceTable: SOURCE = "registry.source";

    /// The address it was imported from.
    url: Option<Located<String>>;
    /// The date of the imported data.
    updated: Option<Located<Date>>;
    /// The SHA-256 of the imported data.
    sha256: Option<Located<String>>;
    /// The program that imported it.
    via: Option<Located<String>>;
}
