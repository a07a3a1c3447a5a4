//! The plugin for x-dict: exports the scheme in `dict.rs`.

#![forbid(unsafe_code)]

mod dict;

anyurl_plugin::export_plugin! {
    schemes: [dict::Dict],
}
