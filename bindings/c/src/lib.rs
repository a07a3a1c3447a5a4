//! The functions of `include/locator.h`, which describes them for callers.
//!
//! The `unsafe` code relies on what the header asks of callers: pointers are NULL where that is allowed, and otherwise
//! point to as many bytes as the length says, or to an object that a function returned and that has not been freed.

mod error;
mod guard;
mod parts;
mod registry;
mod span;
mod text;
mod url;

pub use error::{CError, locator_error_free, locator_error_span, locator_error_text};
pub use parts::{CParts, locator_parse_into};
pub use registry::{
    CRegistry, locator_c_abi, locator_registry_free, locator_registry_from_toml, locator_registry_refused_at,
    locator_registry_shipped,
};
pub use span::CSpan;
pub use text::CText;
pub use url::{
    CUrl, locator_url_canonical, locator_url_component, locator_url_component_at, locator_url_effective_port,
    locator_url_free, locator_url_join, locator_url_masked, locator_url_parse, locator_url_part, locator_url_port,
    locator_url_same,
};
