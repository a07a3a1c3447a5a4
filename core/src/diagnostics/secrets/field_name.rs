//! Names of fields, compared without case, `-` and `_`.

use super::Rules;
use super::part::Part;
use super::secret_names;

/// The name of a field, as far as it was read.
#[derive(Clone, Copy)]
pub(crate) struct FieldName {
    part: Part,
    /// Whether an earlier part is that of a secret.
    has_secret_part: bool,
}

impl FieldName {
    pub(crate) const fn new() -> Self {
        Self { part: Part::EMPTY, has_secret_part: false }
    }

    /// Adds a byte of the name, decoded.
    pub(crate) fn push(&mut self, byte: u8, rules: &Rules) {
        match byte {
            // Parts of a name: `user[password]`, `auth.token`.
            b'[' | b']' | b'.' => {
                self.has_secret_part = self.is_secret(rules);
                self.part = Part::EMPTY;
            }
            _ => self.part.push(byte),
        }
    }

    pub(crate) fn is_secret(&self, rules: &Rules) -> bool {
        self.has_secret_part || rules.has_part(&self.part)
    }

    /// Whether the caller added the name, so that every value is a secret.
    pub(crate) fn is_added(&self, rules: &Rules) -> bool {
        self.part.is_in(&rules.fields)
    }

    /// Whether it is a name, which is given in lower case and without punctuation.
    pub(crate) fn is(&self, name: &[u8]) -> bool {
        self.part.folded() == name
    }

    /// Whether it is the name of a secret in a connection string, where it needs no delimiter before it.
    pub(crate) fn is_connection(&self) -> bool {
        secret_names::is_connection(&self.part)
    }

    /// Whether a colon follows it as a `=` follows others.
    pub(crate) fn takes_colon(&self) -> bool {
        secret_names::takes_colon(self.part.folded())
    }
}

#[cfg(test)]
mod tests;
