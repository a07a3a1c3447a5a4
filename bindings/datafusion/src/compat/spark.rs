//! `parse_url` and `try_parse_url` with the answers of Apache Spark 4.
//!
//! **They read by the rules of Java's `java.net.URI` (RFC 2396), not by those of a registry.** So a host with `_` is
//! NULL, `|` is not valid anywhere, and `host:80` is a URL of the scheme `host`. They are for queries that come from
//! Spark; the functions of [`Functions`](crate::Functions) know each scheme.
//!
//! ```
//! # use datafusion::prelude::SessionContext;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! locator_datafusion::compat::spark::register(&mut context)?;
//! let sql = "select try_parse_url('http://spark.apache.org/path?query=1', 'QUERY', 'query') as q";
//! assert!(context.sql(sql).await?.to_string().await?.contains("| 1 |"));
//! # Ok(())
//! # }
//! ```
//!
//! * `parse_url(url, part)`: the part is `HOST`, `PATH`, `QUERY`, `REF`, `PROTOCOL`, `FILE`, `AUTHORITY` or `USERINFO`,
//!   in upper case; NULL for others. Parts are as written. An empty path is an empty text, as in Spark.
//! * `parse_url(url, 'QUERY', key)`: what comes after `key=` in the query. As in Spark, the key is a regular
//!   expression, here of the crate `regex`, which knows no look-around and no back-references: these are an error.
//! * A text that is not a URI is an error of the query with `parse_url`, as Spark does by default
//!   (`spark.sql.ansi.enabled`), and NULL with `try_parse_url`.

mod java_uri;
mod udf;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::registry::FunctionRegistry;
use datafusion_expr::{ScalarUDF, ScalarUDFImpl};

use udf::ParseUrl;

/// Registers `parse_url` and `try_parse_url`. Functions of the same names are replaced.
///
/// # Errors
/// That of an engine that takes no functions.
pub fn register(engine: &mut dyn FunctionRegistry) -> Result<()> {
    all().try_for_each(|function| engine.register_udf(Arc::new(function)).map(drop))
}

fn all() -> impl Iterator<Item = ScalarUDF> {
    [ParseUrl::new("parse_url"), ParseUrl::new("try_parse_url")].into_iter().map(ScalarUDF::new_from_impl)
}

/// The function of a name.
pub(crate) fn by_name(name: &str) -> Option<ScalarUDF> {
    all().find(|function| function.name() == name)
}

/// The name of a function, if it is one of these.
pub(crate) fn name_of(function: &dyn ScalarUDFImpl) -> Option<&'static str> {
    function.downcast_ref::<ParseUrl>().map(ParseUrl::static_name)
}
