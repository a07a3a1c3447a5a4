//! {{name}} as a library. The scheme is in `scheme.rs`; here it is exported, and nothing else is.

#![forbid(unsafe_code)]

mod scheme;

locator_plugin::export_plugin! {
    schemes: [scheme::Demo],
}
