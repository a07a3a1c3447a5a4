//! The plugin for {{name}}: exports the scheme in `scheme.rs`.

#![forbid(unsafe_code)]

mod scheme;

anyurl_plugin::export_plugin! {
    schemes: [scheme::Demo],
}
