//! Steps in the notation of a registry file, from a text: those of a plugin.

use super::AccessError;
use crate::format::{self, AccessStep};

/// Parses an array of steps.
pub(super) fn parse(text: &str) -> Result<Vec<AccessStep>, AccessError> {
    format::steps(&format!("steps = {text}")).map_err(AccessError::Text)
}
