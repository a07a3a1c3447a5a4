//! The shipped schemes, which the package brings as registry files: each is read when its name is first looked up.

use std::sync::{Arc, OnceLock};

use anyurl_core::authors::{Fact, Scheme, Status};
use anyurl_core::internal::{LazySource, sort_by};
use anyurl_core::{Entry, Implementation, Layer};
use anyurl_declared::Declared;
use anyurl_declared::format::{ParsedFile, RegistryFile};
use serde_json::Value;

use crate::files;

/// The names, aliases and files of the package.
pub(crate) struct Shipped {
    names: Vec<&'static str>,
    aliases: Vec<(&'static str, usize)>,
    files: Vec<Box<str>>,
}

static SHIPPED: OnceLock<Shipped> = OnceLock::new();

/// Takes the files, as `[[name, [alias, …], text], …]` in the order of the names. Returns their number.
pub(super) fn ship(files: &str) -> Result<usize, String> {
    let rows: Value = serde_json::from_str(files).map_err(|error| error.to_string())?;
    let mut shipped = Shipped { names: Vec::new(), aliases: Vec::new(), files: Vec::new() };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for row in rows.as_array().into_iter().flatten() {
        for alias in row[1].as_array().into_iter().flatten() {
            shipped.aliases.push((text(alias).leak(), shipped.names.len()));
        }
        shipped.names.push(text(&row[0]).leak());
        shipped.files.push(text(&row[2]).into());
    }
    sort_by(&mut shipped.aliases, Ord::cmp);
    Ok(SHIPPED.get_or_init(|| shipped).names.len())
}

/// The schemes that the package brought, if it did.
pub(crate) fn shipped() -> Option<&'static Shipped> {
    SHIPPED.get()
}

impl LazySource for Shipped {
    fn names(&self) -> &[&'static str] {
        &self.names
    }

    fn aliases(&self) -> &[(&'static str, usize)] {
        &self.aliases
    }

    fn load(&self, n: usize) -> Entry {
        let (name, origin) = (self.names[n], files::origin());
        let file = RegistryFile::from_text("registry.toml", &*self.files[n]).and_then(ParsedFile::load).ok();
        // The file of a scheme has its subschemes.
        let entry = file.as_ref().and_then(|file| Some((file, file.schemes().find(|entry| entry.key() == name)?)));
        let Some((file, entry)) = entry else {
            return Entry::of_fact(Fact::new(name, Status::Provisional), Layer::Public, origin);
        };
        match Declared::new(entry, file.gateways()) {
            Ok(scheme) if entry.syntax.is_some() => {
                let scheme: Arc<dyn Scheme> = Arc::new(files::with_built_in(scheme));
                Entry::of_scheme(scheme, Layer::Public, Implementation::Declared, origin)
            }
            _ => Entry::of_fact(files::fact(entry), Layer::Public, origin),
        }
    }
}
