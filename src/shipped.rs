//! The registry file that comes with Locator: names and facts are constants, and a declared scheme is read when its first
//! URL is met.

use std::sync::Arc;

use locator_core::registration::{List, Status, Text};
use locator_core::registry::{Fact, Implementation, Layer, LazySource, Origin};
use locator_core::{Registry, RegistryBuilder, Scheme};
use locator_declared::{Declared, format};
use locator_schemes as schemes;

/// An entry of `registry.toml`, as `build.rs` has cut it out.
enum Row {
    /// Status, description, port and documents of a name without a grammar.
    Fact(&'static str, &'static str, Option<u16>, &'static [Text]),
    /// The text of a scheme that is declared in full.
    Declared(&'static str),
}

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The file, as a whole: `locator registry export` and its like read it.
pub(crate) const TEXT: &str = include_str!("../registry.toml");

/// Every name of the file.
pub(crate) struct Shipped;

impl LazySource for Shipped {
    fn names(&self) -> &[&'static str] {
        &NAMES
    }

    fn load(&self, n: usize) -> RegistryBuilder {
        let (line, row) = &ROWS[n];
        let origin = Origin::of_crate("public", env!("CARGO_PKG_VERSION"), "registry.toml", *line);
        let builder = Registry::builder();
        let loaded = match row {
            Row::Fact(status, description, default_port, references) => {
                let fact = Fact {
                    name: Text::Borrowed(NAMES[n]),
                    status: format::Keyword::parse(status).unwrap_or(Status::Provisional),
                    description: Text::Borrowed(description),
                    default_port: *default_port,
                    references: List::Borrowed(references),
                };
                builder.add_fact(fact, Layer::Public, origin)
            }
            Row::Declared(text) => {
                builder.add_from(Arc::new(built_in(declared(text))), Layer::Public, Implementation::Declared, origin)
            }
        };
        loaded.unwrap_or_else(|error| unreachable!("a test takes every entry: {error}"))
    }
}

/// The same, accessed as the scheme of its name is, where there is one and the entry says so.
fn built_in(scheme: Declared) -> Declared {
    let name = |scheme: &dyn Scheme| scheme.registration().name.clone();
    let of_name = name(&scheme);
    let mut builtins = schemes::RFC1738.iter().chain(schemes::WEB.iter());
    match builtins.find(|scheme| name(**scheme) == of_name) {
        Some(builtin) => scheme.built_in(*builtin),
        None => scheme,
    }
}

/// The scheme of an entry, whose text is read with the head of the file.
fn declared(text: &str) -> Declared {
    let layer = format::RegistryFile::from_text("registry.toml", format!("{HEAD}{text}"))
        .map_err(|error| error.to_string())
        .and_then(|reading| reading.load().map_err(|error| error.to_string()));
    let scheme = layer.and_then(|layer| {
        let entry = layer.schemes().next().ok_or("no entry")?;
        Declared::new(entry, &[]).map_err(|error| error.to_string())
    });
    scheme.unwrap_or_else(|error| unreachable!("a test takes every entry: {error}"))
}
