//! [`Functions`].

use std::sync::Arc;

use anyurl::Options;
use anyurl::declared::PortableRegistry;
use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

use crate::definitions::TABLE;
use crate::registry::SharedRegistry;
use crate::udf::UrlFunction;

/// The functions, by a registry and options.
///
/// | function | result |
/// |---|---|
/// | `url_valid(u)` | whether it is a valid URL |
/// | `url_scheme(u)`, `url_user(u)`, `url_host(u)`, `url_path(u)`, `url_query(u)`, `url_fragment(u)` | the part as written; the scheme in lower case |
/// | `url_port(u)` | the port that is written, or else the default port of the scheme; `url_part(u, 'port')` is only the first |
/// | `url_domain(u)` | the registrable domain of the host: a public suffix and one label more, in lower case |
/// | `url_part(u, 'name')` | the component that has this name in the scheme, such as `selector` of gopher |
/// | `url_components(u)` | all components as a map |
/// | `url_parse(u)` | a struct: `valid`, `scheme`, `user`, `host`, `port` (as written), `path`, `query`, `fragment`, and `error` with `kind`, `rule`, `component`, `start`, `end`, `message` |
/// | `url_canonical(u)` | the canonical form |
/// | `url_same(u, v)` | whether both are equivalent by the rules of their scheme |
/// | `url_error(u)` | why it is not valid, without secrets |
/// | `url_error_id(u)` | the id of the requirement that it breaks, to count by |
/// | `url_hosts(u)` | all hosts with their ports, as a list of structs |
/// | `url_masked(u)` | the text with `***` in place of its secrets |
/// | `url_warnings(u)` | the ids of the warnings, as a list |
/// | `url_compare(u)` | what programs of different rulebooks disagree on: `same`, `validity-differs` … `host-differs` |
/// | `url_consensus_host(u)` | a struct: `host`, `port` and `scheme` that all rulebooks read |
/// | `url_consensus_error(u)` | why there is none, without secrets |
/// | `url_registry()` | the fingerprint of the registry |
///
/// An argument is a column or a constant of `Utf8`, `LargeUtf8`, `Utf8View`, `Binary`, `LargeBinary`, `BinaryView`, or
/// a dictionary of these.
#[derive(Clone, Debug)]
pub struct Functions {
    registry: Arc<SharedRegistry>,
    options: Options,
    prefix: String,
}

impl Functions {
    /// The functions with the prefix `url_`, by the profile `current` of a registry.
    pub fn new(registry: &PortableRegistry) -> Self {
        let registry = Arc::new(SharedRegistry::new(registry.clone()));
        Self { registry, options: Options::new(), prefix: "url_".to_owned() }
    }

    /// Sets mode and profile: the default is strict, and by the newest document of each scheme.
    ///
    /// ```
    /// # use datafusion::prelude::SessionContext;
    /// # use anyurl::declared::PortableRegistry;
    /// use anyurl::Options;
    /// use anyurl_datafusion::Functions;
    ///
    /// # fn main() -> datafusion::error::Result<()> {
    /// # let mut context = SessionContext::new();
    /// let functions = Functions::new(&PortableRegistry::default());
    /// functions.register(&mut context)?;
    /// functions.options(Options::new().rfc1738()).prefix("rfc1738_").register(&mut context)?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets what the names begin with.
    #[must_use]
    pub fn prefix(mut self, prefix: &str) -> Self {
        prefix.clone_into(&mut self.prefix);
        self
    }

    /// The functions as values, for engines that take them so.
    pub fn all(&self) -> impl Iterator<Item = ScalarUDF> {
        TABLE.iter().map(|definition| {
            let name = format!("{}{}", self.prefix, definition.name);
            ScalarUDF::new_from_impl(UrlFunction::new(definition, name, Arc::clone(&self.registry), self.options))
        })
    }

    /// Registers the functions with a `SessionContext`, a `SessionState`, or another engine. Functions of the same
    /// names are replaced.
    ///
    /// # Errors
    /// That of an engine that takes no functions.
    pub fn register(&self, engine: &mut dyn FunctionRegistry) -> Result<()> {
        self.all().try_for_each(|function| engine.register_udf(Arc::new(function)).map(drop))
    }
}
