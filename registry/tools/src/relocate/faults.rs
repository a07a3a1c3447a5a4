//! The errors that an edit would add to a layer.

use anyurl_core::Registry;
use anyurl_declared::format::{Finding, Level, LintOptions, ParsedFile, RegistryFile};
use anyurl_declared::layers::Stack;

use super::{RelocateError, file_name};

/// The errors of a layer beside others, with their messages. What the layer says of schemes in code is an error as well, before
/// and after an edit.
pub(super) fn errors(read: &ParsedFile, others: &[&RegistryFile]) -> Vec<(Finding, String)> {
    let stack = others.iter().fold(Stack::new(), |stack, layer| stack.push((*layer).clone()));
    let findings = stack.lint(read, LintOptions::default(), &Registry::builder().build(), None);
    let errors = findings.into_iter().filter(|finding| finding.level() == Level::Error);
    errors.map(|error| (error.clone(), error.message().to_owned())).collect()
}

/// Refuses an edit after which there is an error that was not there before.
pub(super) fn no_new_errors(
    layer: &RegistryFile,
    before: &[(Finding, String)],
    after: Vec<(Finding, String)>,
) -> Result<(), RelocateError> {
    // Messages name lines, which the edit moves.
    let key =
        |(error, message): &(Finding, String)| (error.id(), message.replace(|one: char| one.is_ascii_digit(), ""));
    let known: Vec<_> = before.iter().map(key).collect();
    let is_known = |error: &(Finding, String)| known.contains(&key(error));
    let new: Vec<_> = after.into_iter().filter(|error| !is_known(error)).map(|(error, _)| error).collect();
    if new.is_empty() { Ok(()) } else { Err(RelocateError::Faulty { file: file_name(layer), errors: new }) }
}
