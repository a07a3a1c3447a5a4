//! x-shelf as a library in Rust.

#![forbid(unsafe_code)]

mod shelf;

locator_plugin::export_plugin! {
    schemes: [shelf::Shelf],
    host_req: ">=0.1",
}
