//! The syntax of a scheme as railroad diagrams.

use anyurl::{Entry, Implementation};
use anyurl_abnf::{Dialect, GrammarError, GrammarRule, rules};
use anyurl_declared::format::SchemeEntry;
use anyurl_declared::syntax_rules;
use anyurl_registry_site::diagram;

use super::written::Written;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::session::Session;

/// Prints the diagrams of one version.
pub(super) fn print(session: &mut Session, entry: &Entry) -> Result<Exit, CliError> {
    let (name, version) = (entry.name(), &entry.registration().version);
    if entry.implementation() == Implementation::Fact {
        return Ok(refused(session, &format!("`{name}` has no syntax: the registry has only facts about it")));
    }
    let written = Written::new(session)?;
    match of_entry(entry, written.known(entry).file) {
        Ok(rules) => {
            session.print(&diagram::document(&format!("{name} {version}"), &rules))?;
            Ok(Exit::Success)
        }
        Err(error) => Ok(refused(session, &format!("the syntax of `{name}` is not a grammar: {error}"))),
    }
}

/// The rules of an entry; `file` is what its registry file says.
///
/// Schemes in code do not say which notation their syntax has.
pub(crate) fn of_entry(entry: &Entry, file: Option<&SchemeEntry>) -> Result<Vec<GrammarRule>, GrammarError> {
    if let Some(syntax) = file.and_then(|file| file.syntax.as_deref()) {
        return syntax_rules(syntax);
    }
    let text = &entry.registration().syntax;
    rules(text, Dialect::Rfc5234).or_else(|error| rules(text, Dialect::Rfc1738Bnf).map_err(|_| error))
}

/// Reports why there is no diagram.
pub(super) fn refused(session: &Session, message: &str) -> Exit {
    if !session.quiet {
        report(format_args!("{}", anyurl::visible(message)));
    }
    Exit::Invalid
}
