//! The crates of the library as rustdoc describes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The published libraries: `anyurl`, those that it re-exports, and those that authors of schemes use beside it.
pub(crate) const CRATES: [&str; 10] = [
    "anyurl",
    "anyurl-core",
    "anyurl-schemes",
    "anyurl-gateway",
    "anyurl-compare",
    "anyurl-declared",
    "anyurl-host",
    "anyurl-abnf",
    "anyurl-testkit",
    "anyurl-plugin",
];

/// The versions of rustdoc's format that this test reads.
const FORMATS: [u64; 1] = [57];

/// The description of each crate, by name.
pub(crate) struct Crates(BTreeMap<String, Value>);

/// An item of one of the crates.
#[derive(Clone, Copy)]
pub(crate) struct Item<'c> {
    pub(crate) package: &'c Value,
    pub(crate) value: &'c Value,
}

impl Crates {
    /// Runs rustdoc, which also describes hidden items.
    ///
    /// # Errors
    /// Why the crates cannot be described on this machine.
    ///
    /// # Panics
    /// If rustdoc fails.
    pub(crate) fn document(root: &Path) -> Result<Self, String> {
        let nightly = |arguments: &[&str]| {
            let mut command = Command::new("rustup");
            command.args(["run", "nightly"]).args(arguments).current_dir(root);
            command
        };
        let has_nightly = nightly(&["cargo", "--version"]).output().is_ok_and(|output| output.status.success());
        if !has_nightly {
            return Err("`rustup toolchain install nightly --profile minimal` provides it".to_owned());
        }
        let target = root.join("target/public-api");
        let mut command = nightly(&["cargo", "doc", "--quiet", "--locked", "--no-deps", "--all-features", "--lib"]);
        command.args(CRATES.iter().flat_map(|name| ["--package", name])).arg("--target-dir").arg(&target);
        command.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json --document-hidden-items");
        assert!(command.status().is_ok_and(|status| status.success()), "rustdoc fails");
        CRATES.into_iter().map(|name| read(&target, &name.replace('-', "_"))).collect::<Result<_, _>>().map(Self)
    }

    /// The module at the top of a crate; `None` if it is not one of the library's.
    pub(crate) fn root(&self, name: &str) -> Option<Item<'_>> {
        let package = self.0.get(name)?;
        Item { package, value: package }.get(&package["root"])
    }

    /// The item that a `pub use` names, in its own crate or by the path of another one.
    pub(crate) fn used<'c>(&'c self, item: Item<'c>) -> Option<Item<'c>> {
        let import = &item.inner()["use"];
        if let Some(local) = item.get(&import["id"]) {
            return if local.kind() == "use" { self.used(local) } else { Some(local) };
        }
        let mut names = import["source"].as_str().unwrap_or_default().split("::");
        let start = self.root(names.next()?)?;
        names.try_fold(start, |module, name| self.child(module, name))
    }

    /// The item of a name in a module.
    fn child<'c>(&'c self, module: Item<'c>, name: &str) -> Option<Item<'c>> {
        let children = module.all(&module.inner()["module"]["items"]);
        let mut found = children.into_iter().filter(|item| item.name() == Some(name));
        let item = found.next()?;
        if item.kind() == "use" { self.used(item) } else { Some(item) }
    }
}

impl<'c> Item<'c> {
    /// An item of the same crate, by id.
    pub(crate) fn get(self, id: &Value) -> Option<Self> {
        self.package["index"].get(id.to_string()).map(|value| Self { value, ..self })
    }

    /// The items of a list of ids.
    pub(crate) fn all(self, ids: &Value) -> Vec<Self> {
        ids.as_array().into_iter().flatten().filter_map(|id| self.get(id)).collect()
    }

    /// `struct`, `function` …
    pub(crate) fn kind(self) -> &'c str {
        self.inner().as_object().and_then(|inner| inner.keys().next()).map_or("", String::as_str)
    }

    /// Fields, variants, what a trait requires and provides, and what the blocks `impl Type` contain.
    pub(crate) fn members(self) -> Vec<Self> {
        if self.kind() == "module" {
            return Vec::new();
        }
        let kind = &self.inner()[self.kind()];
        let declared = [&kind["items"], &kind["variants"], &kind["kind"]["plain"]["fields"]];
        let blocks = self.impls().into_iter().filter(|block| block.inner()["impl"]["trait"].is_null());
        let implemented = blocks.flat_map(|block| block.all(&block.inner()["impl"]["items"]));
        declared.into_iter().flat_map(|ids| self.all(ids)).chain(implemented).collect()
    }

    /// The `impl` blocks that the source contains or derives.
    pub(crate) fn impls(self) -> Vec<Self> {
        let mut blocks = self.all(&self.inner()[self.kind()]["impls"]);
        blocks.retain(|block| {
            let block = &block.inner()["impl"];
            block["is_synthetic"] != true && block["blanket_impl"].is_null()
        });
        blocks
    }

    /// What is special to the kind.
    pub(crate) fn inner(self) -> &'c Value {
        &self.value["inner"]
    }

    /// The name, or that of a `pub use`.
    pub(crate) fn name(self) -> Option<&'c str> {
        self.value["name"].as_str().or(self.inner()["use"]["name"].as_str())
    }

    /// Whether `#[doc(hidden)]` says that it is not for users.
    pub(crate) fn is_hidden(self) -> bool {
        let attributes = self.value["attrs"].as_array();
        attributes.into_iter().flatten().any(|attribute| attribute["other"] == "#[doc(hidden)]")
    }

    /// The documentation; empty if there is none.
    pub(crate) fn docs(self) -> &'c str {
        self.value["docs"].as_str().unwrap_or_default()
    }

    /// `file:line` of the declaration.
    pub(crate) fn place(self) -> String {
        let span = &self.value["span"];
        format!("{}:{}", span["filename"].as_str().unwrap_or_default(), span["begin"][0])
    }

    /// A place in memory that identifies the item.
    pub(crate) fn identity(self) -> *const Value {
        self.value
    }
}

fn read(target: &Path, name: &str) -> Result<(String, Value), String> {
    let path = target.join("doc").join(name).with_extension("json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let package: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let format = package["format_version"].as_u64().unwrap_or_default();
    if !FORMATS.contains(&format) {
        return Err(format!("this rustdoc writes the format {format}, and the test reads {FORMATS:?}"));
    }
    Ok((name.to_owned(), package))
}
