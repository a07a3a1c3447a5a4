//! Masks secrets in messages. A URL given where a file or a name belongs brings its password along.
//!
//! Messages about files, names and usage repeat arguments. They are masked as a whole, because the code that writes a
//! message cannot know which argument is a URL.

use std::borrow::Cow;
use std::env;
use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use anyurl::{Registry, Secrets, visible};

use crate::invocation::Invocation;

/// Environment variables whose values messages may repeat.
const VARIABLES: [&str; 4] = ["ANYURL_CONFIG", "ANYURL_ENV", "ANYURL_PROFILE", "ANYURL_REGISTRY"];

/// The registry of the run, as soon as it is known: it says what counts as a secret.
static REGISTRY: OnceLock<&'static Registry> = OnceLock::new();

/// The registry of the run, with what counts as a secret in it. Messages follow it from now on.
pub(crate) fn registry_of_run(registry: &'static Registry, secrets: Option<&Secrets>) -> &'static Registry {
    let registry = match secrets {
        None => registry,
        Some(secrets) => Box::leak(Box::new(registry.with_secrets(secrets))),
    };
    REGISTRY.get_or_init(|| registry)
}

/// What counts as a secret now. Errors before the registry is loaded follow the shipped one.
fn registry() -> &'static Registry {
    REGISTRY.get().copied().unwrap_or_else(anyurl::registry)
}

/// A message without the secrets of the arguments, and without anything else that looks like a login.
pub(crate) fn mask_message(message: &str) -> Cow<'_, str> {
    if are_shown() {
        return Cow::Borrowed(message);
    }
    let given: Vec<_> = given().collect();
    Cow::Owned(registry().mask_words(message, given.iter().map(String::as_str)))
}

/// A [masked message](mask_message) in one line.
pub(crate) fn mask_line(message: impl fmt::Display) -> String {
    visible(&mask_message(&message.to_string())).into_owned()
}

/// The arguments, and the values of variables, that messages may repeat.
pub(crate) fn given() -> impl Iterator<Item = String> {
    let variables = VARIABLES.iter().filter_map(env::var_os);
    Invocation::current().arguments().iter().cloned().chain(variables).map(|text| text.to_string_lossy().into_owned())
}

/// A path, as a message may show it.
pub(crate) fn mask_path(path: &Path) -> String {
    let text = path.display().to_string();
    if are_shown() {
        return text;
    }
    registry().guess_secrets(&text).apply(&text).into_owned()
}

/// Whether `--show-password` is given. Checked on the raw arguments, because a usage error leaves no parsed ones.
pub(crate) fn are_shown() -> bool {
    Invocation::current().words.iter().any(|argument| argument == "--show-password")
}
