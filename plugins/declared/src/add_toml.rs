//! [`AddToml`]: the schemes of a registry file, without layers.

use std::borrow::Cow;
use std::sync::Arc;

use anyurl_core::authors::{Fact, List, Origin, Text};
use anyurl_core::{Implementation, Layer, RegisterError, RegistryBuilder};

use crate::declare::{deprecation, reference, rule_of};
use crate::format::{Finding, Located, ParsedFile, RegistryFile, RegistryFileError, SchemeEntry, glob, quoted};
use crate::scheme::Declared;

/// Adds the schemes of a registry file to a registry.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::AddToml;
///
/// const TICKET: &str = r#"
/// schema = 1
/// [registry]
/// id = "com.acme"
/// kind = "organization"
/// title = "Acme"
/// version = "1.0.0"
/// serial = 1
/// contact = ["urls@acme.example"]
/// change_controller = "Acme"
/// claims = ["com.acme.*"]
/// [[scheme]]
/// name = "com.acme.ticket"
/// status = "private"
/// description = "a ticket"
/// syntax = { grammar = "rfc1738", form = ["com.acme.ticket:<number>"] }
/// access = { kind = "none", locates = "name", operations = [], algorithm = "Ask the desk.", name_properties = "tickets" }
/// "#;
///
/// let registry = Registry::builder().add_toml("ticket.toml", TICKET)?.build();
/// let url = registry.parser().parse_owned("com.acme.ticket:42")?;
/// assert_eq!(url.as_url().component("number").unwrap().text(), "42");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AddToml: Sized {
    /// Adds all schemes of a file, or none, to [`Layer::Application`]. `name` is the name of the file in messages; `text` is
    /// usually an `include_str!`.
    ///
    /// The gateways of the file serve its own schemes. For files that override, mask, pin or forbid schemes, and for
    /// several files with claims of their own, use [`Stack`](crate::layers::Stack).
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::AddToml;
    ///
    /// let error = Registry::builder().add_toml("acme.toml", "schema = 2\n").unwrap_err();
    /// assert!(error.to_string().contains("acme.toml:1:10: error[SR002]: schema 2 is not supported"));
    /// ```
    ///
    /// # Errors
    /// An [`AddTomlError`] with file, line and column of the first problem.
    fn add_toml(self, name: &str, text: impl Into<Vec<u8>>) -> Result<Self, AddTomlError>;
}

/// A registry file cannot be added to a registry. The builder is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddTomlError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] RegistryFileError),
    /// A scheme is unusable, or its name is unavailable.
    #[error("{0}")]
    Scheme(Box<Finding>),
    /// The file changes other schemes.
    #[error("{file}: `add_toml` only adds schemes, and the file has `{table}`: resolve it with `layers::Stack`")]
    NotOnlySchemes {
        /// The file.
        file: String,
        /// The table.
        table: &'static str,
    },
}

impl AddToml for RegistryBuilder {
    fn add_toml(self, name: &str, text: impl Into<Vec<u8>>) -> Result<Self, AddTomlError> {
        let file = RegistryFile::from_text(name, text).and_then(ParsedFile::load)?;
        check_tables(&file)?;
        let add =
            |builder, entry| add(builder, entry, &file).map_err(|finding| AddTomlError::Scheme(Box::new(finding)));
        file.schemes().try_fold(self, add)
    }
}

/// Refuses tables that need a stack of layers.
fn check_tables(file: &RegistryFile) -> Result<(), AddTomlError> {
    let tables = [
        ("[[override]]", !file.overrides().is_empty()),
        ("[[mask]]", !file.masks().is_empty()),
        ("[[tombstone]]", !file.tombstones().is_empty()),
        ("[pin]", !file.pins().is_empty()),
        ("[policy]", file.policy().is_some()),
    ];
    match tables.into_iter().find(|(_, is_present)| *is_present) {
        None => Ok(()),
        Some((table, _)) => Err(AddTomlError::NotOnlySchemes { file: file.main().document.name().to_owned(), table }),
    }
}

fn add(builder: RegistryBuilder, entry: &SchemeEntry, file: &RegistryFile) -> Result<RegistryBuilder, Finding> {
    let mut names = std::iter::once(&entry.name).chain(&entry.aliases);
    let is_claimed = |name: &str| file.header.claims.iter().any(|claim| glob(claim, name));
    if let Some(name) = names.find(|name| !is_claimed(name)) {
        let message = format!("{} is outside the claims of {}", quoted(name), quoted(&file.header.id));
        let help = "use a name that `registry.claims` covers, or add a claim";
        return Err(entry.finding("SR601", name.span, message).fix(help));
    }
    let added = if entry.is_bare() && !entry.is_defined() {
        builder.add_fact(fact(entry), Layer::Application, origin(entry, file))
    } else {
        let scheme = Declared::new(entry, file.gateways()).map_err(|error| error.finding(entry))?;
        builder.add_from(Arc::new(scheme), Layer::Application, Implementation::Declared, origin(entry, file))
    };
    let refused = |span| move |error: RegisterError| entry.finding(rule_of(&error), span, error.to_string());
    let builder = added.map_err(refused(entry.name.span))?;
    let add = |builder: RegistryBuilder, alias: &Located<String>| {
        builder.alias(alias, &entry.name).map_err(refused(alias.span))
    };
    entry.aliases.iter().try_fold(builder, add)
}

/// The metadata of an entry without syntax and access.
pub(crate) fn fact(entry: &SchemeEntry) -> Fact {
    let mut fact = Fact::new(entry.key(), *entry.status);
    fact.description = Cow::Owned(entry.description.value.clone());
    fact.default_port = entry.port.as_ref().and_then(|port| port.default).map(|port| port.value);
    fact.deprecated = deprecation(&entry.metadata);
    fact.references = List::Owned(entry.metadata.references.iter().map(reference).map(Text::Owned).collect());
    fact
}

fn origin(entry: &SchemeEntry, file: &RegistryFile) -> Origin {
    let place = entry.document.place(entry.span);
    let line = u32::try_from(place.line).unwrap_or(0);
    Origin::new(file.header.id.value.clone(), entry.version.to_string(), entry.document.name().to_owned(), line)
}
