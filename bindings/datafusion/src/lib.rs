//! SQL functions for URLs of any scheme in DataFusion, by the profile `current` unless [`Functions::options`] is used.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//! use anyurl::declared::PortableRegistry;
//! use anyurl_datafusion::Functions;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! Functions::new(&PortableRegistry::default()).register(&mut context)?;
//!
//! let sql = "select url_host(u) as host, url_part(u, 'selector') as selector, url_error(v) as error
//!            from (values ('gopher://h.dom/1/docs', 'http://exa mple/')) as urls(u, v)";
//! let table = context.sql(sql).await?.to_string().await?;
//! assert!(table.contains("| h.dom | /docs    | unexpected space in the host"));
//! # Ok(())
//! # }
//! ```
//!
//! * NULL in, NULL out.
//! * NULL for what is not there, and for all parts of a text that is not valid; never an empty text in place of it.
//! * No row fails a query.
//!
//! [`Functions`] lists them. [`Codec`] writes them into plans that another process reads, together with their registry.

#![forbid(unsafe_code)]

mod call;
mod codec;
mod codec_error;
mod compact;
mod definitions;
#[cfg(feature = "psl")]
mod domain;
mod functions;
mod map;
mod refused;
mod registry;
mod udf;

pub use codec::Codec;
pub use codec_error::CodecError;
pub use functions::Functions;
