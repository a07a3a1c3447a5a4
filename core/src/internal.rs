//! What the other crates of anyurl need of this one. No other program may depend on it: it changes in any version.

pub use crate::diagnostics::error::ErrorContext;
#[cfg(feature = "std")]
pub use crate::diagnostics::error_contexts::ErrorContexts;
pub use crate::diagnostics::redact::{MASK, Redaction};
#[cfg(feature = "serde")]
pub use crate::interop::serde;
pub use crate::registration::{Rows, template};
pub use crate::registry::{LazySource, RESERVED_NAMES, Submission};
pub use crate::report::caret_lines;
pub use crate::scheme::Refused;
pub use crate::simd::{ByteMasks, StopSet, is_host_byte, is_path_byte};
pub use crate::syntax::class::is_tolerated;
pub use crate::syntax::split::{is_scheme, scheme_of, subscheme};
pub use crate::text::did_you_mean::{edit_distance, similar_names};
pub use crate::text::name_map::NameMap;
pub use crate::text::order::sort_by;
pub use crate::text::polyfill;
pub use crate::text::visible::{is_visible, visible_json, visible_lines, write_line};
pub use crate::url::redaction_after;
pub use inventory;

/// Requirements of RFC 1738.
pub mod common {
    pub use crate::diagnostics::requirement::common::{
        ALL, AROUND, CONTROL, FRAGMENT, HOST_CHAR, HOST_NON_ASCII, NO_ESCAPES, NON_ASCII, PORT_DIGITS, PORT_RANGE,
        SECOND_SLASH, SLASHES, second_slash, slashes,
    };
}

/// Requirements of RFC 3986.
pub mod modern {
    pub use crate::diagnostics::requirement::modern::{ALL, CONTROL, NON_ASCII};
}
