//! The built-in schemes.

use anyurl_core::authors::Scheme;
use anyurl_core::{Registry, RegistryBuilder};

pub(crate) fn builtins() -> impl Iterator<Item = &'static dyn Scheme> {
    anyurl_schemes::RFC1738.into_iter().chain(anyurl_schemes::WEB)
}

pub(crate) fn builtin() -> RegistryBuilder {
    Registry::builder().add_builtin(anyurl_schemes::submissions(&builtins().collect::<Vec<_>>()))
}
