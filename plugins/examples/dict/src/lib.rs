//! x-dict as a library. The scheme is in `dict.rs`; here it is exported, and nothing else is.

#![forbid(unsafe_code)]

mod dict;

locator_plugin::export_plugin! {
    schemes: [dict::Dict],
}
