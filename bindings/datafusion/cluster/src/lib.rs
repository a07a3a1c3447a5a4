//! The codecs of `anyurl-datafusion` for Ballista: the registry of a query travels with it, by both.
//!
//! [`LogicalCodec`] takes it from the client to the scheduler, [`PhysicalCodec`] from there to the executors. Each
//! machine needs them, and none needs the functions or a registry file of its own. Configurations of scheduler and
//! executors take them as `override_logical_codec` and `override_physical_codec`; a client takes the first one:
//!
//! ```no_run
//! use ballista::prelude::SessionContextExt;
//! use datafusion::execution::SessionStateBuilder;
//! use datafusion::prelude::SessionContext;
//! use anyurl::declared::PortableRegistry;
//! use anyurl_datafusion::Functions;
//! use anyurl_datafusion_cluster::client_config;
//!
//! # #[tokio::main]
//! # async fn main() -> datafusion::error::Result<()> {
//! let state = SessionStateBuilder::new().with_config(client_config()).with_default_features().build();
//! let mut context = SessionContext::remote_with_state("df://127.0.0.1:50050", state).await?;
//! // After the connection is made, which replaces all functions.
//! Functions::new(&PortableRegistry::default()).register(&mut context)?;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

use std::sync::Arc;

use ballista_core::extension::SessionConfigExt;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::prelude::SessionConfig;

mod attached;
mod logical;
mod physical;

pub use logical::LogicalCodec;
pub use physical::PhysicalCodec;

/// The logical codec over Ballista's own.
pub fn logical_codec() -> Arc<LogicalCodec<BallistaLogicalExtensionCodec>> {
    Arc::new(LogicalCodec::new(BallistaLogicalExtensionCodec::default()))
}

/// The physical codec over Ballista's own.
pub fn physical_codec() -> Arc<PhysicalCodec<BallistaPhysicalExtensionCodec>> {
    Arc::new(PhysicalCodec::new(BallistaPhysicalExtensionCodec::default()))
}

/// The configuration of a client's session.
pub fn client_config() -> SessionConfig {
    SessionConfig::new_with_ballista().with_ballista_logical_extension_codec(logical_codec())
}
