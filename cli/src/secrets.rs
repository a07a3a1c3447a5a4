//! What is printed of secrets: data is exact, and what a person reads is masked.

mod disclosure;
mod message;
mod notes;

pub(crate) use disclosure::Disclosure;
pub(crate) use message::{are_shown, given, mask_line, mask_message, mask_path, registry_of_run};
pub(crate) use notes::SecretNotes;
