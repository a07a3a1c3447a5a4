//! The plugin for {{name}}: exports the scheme in `scheme.rs`.

#![forbid(unsafe_code)]
#![cfg_attr(target_arch = "wasm32", no_std)]

mod scheme;

anyurl_plugin::export_plugin! {
    schemes: [scheme::Demo],
}
