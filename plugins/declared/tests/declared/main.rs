//! The integration tests of declared schemes, in one binary.

mod add_toml;
mod builtins;
mod canonical;
mod documents;
mod format_page;
mod formatted;
mod forms;
mod heads;
mod known_fields;
mod layers;
mod plans;
mod registration;
mod secret_fields;
mod shapes;
mod shipped;
mod walk;
