//! Reads the variables in the text of a step or in the template of a gateway.

use anyurl_core::authors::{Component, Registration, Role};
use anyurl_core::plan::Need;

use super::AccessError;
use crate::scheme::steps::Piece;

/// Parses a text with variables for components and values of the environment.
pub(super) fn pieces(text: &str, registration: &Registration, is_url: bool) -> Result<Vec<Piece>, AccessError> {
    let brace = |at| AccessError::Brace { text: text.to_owned(), at };
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(['{', '}']) {
        let open = at + found;
        let close = text[open..].find('}').filter(|close| *close > 0);
        let close = open + close.ok_or_else(|| brace(open))?;
        let name = &text[open + 1..close];
        if name.contains('{') {
            return Err(brace(open));
        }
        if at < open {
            pieces.push(Piece::Text(text[at..open].to_owned()));
        }
        pieces.push(variable(name, registration, is_url)?);
        at = close + 1;
    }
    if at < text.len() {
        pieces.push(Piece::Text(text[at..].to_owned()));
    }
    Ok(pieces)
}

fn variable(name: &str, registration: &Registration, is_url: bool) -> Result<Piece, AccessError> {
    if is_url && name == "url" {
        return Ok(Piece::Url);
    }
    // Variables of RFC 6570 have no hyphens.
    let is_named = |component: &str| component == name || component.replace('-', "_") == name;
    if let Some(component) = usable(registration).find(|component| is_named(&component.name)) {
        return Ok(Piece::Component(component.slot));
    }
    if name == "guess" && !is_url {
        return Ok(Piece::Guess);
    }
    // A component hides a value of the environment of the same name, which `env.` gives.
    need(name.strip_prefix("env.").unwrap_or(name)).map(Piece::Need).ok_or_else(|| unknown(name, registration))
}

/// The value of the environment of this name.
fn need(name: &str) -> Option<Need> {
    let needs = [Need::Email, Need::Password, Need::NewsServer, Need::Nonce, Need::Answers];
    needs.into_iter().find(|need| need.placeholder() == format!("{{{name}}}"))
}

/// The components that steps can use: all except a login that is not part of the scheme.
pub(super) fn usable(registration: &Registration) -> impl Iterator<Item = &Component> {
    let is_login = |component: &Component| matches!(component.role, Role::User | Role::Password);
    registration.components.iter().filter(move |component| !(component.lenient && is_login(component)))
}

/// The error for an unknown variable.
pub(super) fn unknown(variable: &str, registration: &Registration) -> AccessError {
    let known = usable(registration).filter(|one| one.role != Role::Whole);
    let known: Vec<_> = known.map(|one| format!("`{{{}}}`", one.name)).collect();
    AccessError::Unknown {
        variable: variable.to_owned(),
        known: if known.is_empty() { "none".to_owned() } else { known.join(", ") },
    }
}
