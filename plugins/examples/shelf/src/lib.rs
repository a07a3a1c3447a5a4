//! The Rust plugin for x-shelf.

#![forbid(unsafe_code)]

mod shelf;

anyurl_plugin::export_plugin! {
    schemes: [shelf::Shelf],
    host_req: ">=0.1",
}
