//! The functions of `include/anyurl.h`, which describes them for callers.
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

pub use error::{CError, anyurl_error_free, anyurl_error_span, anyurl_error_text};
pub use parts::{CParts, anyurl_parse_into};
pub use registry::{
    CRegistry, anyurl_c_abi, anyurl_registry_free, anyurl_registry_from_toml, anyurl_registry_refused_at,
    anyurl_registry_shipped,
};
pub use span::CSpan;
pub use text::CText;
pub use url::{
    CUrl, anyurl_url_canonical, anyurl_url_component, anyurl_url_component_at, anyurl_url_effective_port,
    anyurl_url_free, anyurl_url_join, anyurl_url_masked, anyurl_url_parse, anyurl_url_part, anyurl_url_port,
    anyurl_url_same,
};
