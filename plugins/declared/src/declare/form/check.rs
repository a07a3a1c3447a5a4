//! Errors of forms. Errors of the generated grammar are mapped back to the form, because users never see that grammar.

use std::ops::Range;

use super::name::{Name, name_of_rule};
use super::pieces;
use crate::format::Generic;
use anyurl_abnf::{AbnfErrorKind, GrammarError, Limits, RuleOrigin};
use anyurl_core::internal::NameMap;

/// A form is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct FormError {
    message: String,
    help: &'static str,
    lint: &'static str,
    /// The index of the form.
    form: usize,
    span: Range<usize>,
}

impl FormError {
    /// Returns the id of the lint rule for this error.
    pub fn lint(&self) -> &'static str {
        self.lint
    }

    /// Returns how to fix the problem.
    pub fn help(&self) -> &'static str {
        self.help
    }

    /// Returns the index of the form, from 0.
    pub fn form(&self) -> usize {
        self.form
    }

    /// Returns the range of the form with the problem.
    pub fn range(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// Checks that forms can be converted to a grammar.
pub(in crate::declare) fn check(forms: &[&str]) -> Result<(), FormError> {
    check_length(forms)?;
    let mut spellings = NameMap::new();
    for (n, form) in forms.iter().enumerate() {
        let checked = check_brackets(form).and_then(|()| check_names(form)).and_then(|()| check_literals(form));
        let checked = checked.and_then(|()| check_spellings(form, &mut spellings));
        checked.map_err(|error| FormError { form: n, ..error })?;
    }
    Ok(())
}

/// Maps an error of the generated grammar to the forms.
pub(in crate::declare) fn in_forms(forms: &[&str], grammar: Generic, cause: &GrammarError) -> FormError {
    let (form, span) = locate(forms, grammar, cause).unwrap_or_else(|| {
        let len = forms.first().map_or(0, |form| form.len());
        (0, 0..len)
    });
    let name = forms.get(form).and_then(|form| form.get(span.clone()));
    let name = name.unwrap_or_default();
    let taken = || format!("`{name}` is the name of another rule");
    let (lint, message, help) = match cause.kind() {
        AbnfErrorKind::Differs { .. } | AbnfErrorKind::Redefined { .. } | AbnfErrorKind::Recursive { .. } => {
            (cause.lint(), taken(), "choose another name")
        }
        // Names in a form are unique, so the other occurrence is in an imported rule.
        AbnfErrorKind::Repeats { .. } => ("SR302", taken(), "choose another name"),
        kind => (cause.lint(), kind.to_string(), "write a simpler form, or a grammar"),
    };
    FormError { form, ..error(span, lint, message, help) }
}

/// Finds the name in the forms for a line of the generated grammar. The first line is the start rule, each further line
/// defines a name.
fn locate(forms: &[&str], grammar: Generic, error: &GrammarError) -> Option<(usize, Range<usize>)> {
    let place = error.place().filter(|place| place.origin == RuleOrigin::Own)?;
    let text = super::abnf(forms, grammar);
    let rule = text.lines().nth(place.line.checked_sub(1)?)?;
    let name = name_of_rule(rule.split(' ').next()?);
    forms.iter().enumerate().find_map(|(n, form)| {
        let (piece, at) = pieces(form).find(|(piece, _)| Name::new(piece).is_some_and(|one| one.text == name))?;
        Some((n, at..at + piece.len()))
    })
}

fn error(span: Range<usize>, lint: &'static str, message: String, help: &'static str) -> FormError {
    FormError { message, help, lint, form: 0, span }
}

/// Checks the length. The generated grammar is longer than the forms, so the limit of a grammar applies.
fn check_length(forms: &[&str]) -> Result<(), FormError> {
    let limit = Limits::STANDARD.text;
    let mut len = 0;
    for (n, form) in forms.iter().enumerate() {
        len += form.len();
        if len > limit {
            let message = format!("the forms have more than {limit} bytes");
            let error = error(0..0, "SR301", message, "write simpler forms, or a grammar");
            return Err(FormError { form: n, ..error });
        }
    }
    Ok(())
}

/// Checks that brackets are balanced and not empty.
fn check_brackets(form: &str) -> Result<(), FormError> {
    let syntax = |span, message: &str, help| Err(error(span, "SR301", message.to_owned(), help));
    if form.is_empty() {
        return syntax(0..0, "the form is empty", "write what a URL looks like: `NAME://<host>/<path>`");
    }
    let mut open = Vec::new();
    for (piece, at) in pieces(form) {
        let span = at..at + piece.len();
        match piece {
            "[" => open.push(at),
            "]" => match open.pop() {
                None => {
                    return syntax(span, "`]` has no matching `[`", "write `[` before the optional part");
                }
                Some(begin) if begin + 1 == at => {
                    return syntax(begin..span.end, "`[]` is empty", "write the optional part between the brackets");
                }
                Some(_) => {}
            },
            _ if piece.starts_with('<') && !piece.ends_with('>') => {
                return syntax(span, "`<` is not closed", "write `>` after the name");
            }
            _ => {}
        }
    }
    match open.pop() {
        Some(at) => syntax(at..at + 1, "`[` is not closed", "write `]` after the optional part"),
        None => Ok(()),
    }
}

/// Checks that names are valid and unique.
fn check_names(form: &str) -> Result<(), FormError> {
    let mut seen = NameMap::new();
    for (piece, at, written) in named_pieces(form) {
        let span = at..at + piece.len();
        let name = written.text;
        let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
        if !begins || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let message = format!("`{piece}` is not a name");
            let help = "a name begins with a letter, and has letters, digits and `-`; `+` or `...` can follow. \
                        To say which characters it has, write a grammar: `abnf` with `start`, and `component` tables";
            return Err(error(span, "SR301", message, help));
        }
        if written.is_marked_common() {
            let message = format!("`{piece}` is a rule of the generic grammar, which defines its characters");
            return Err(error(span, "SR301", message, "write the name without `+` and `...`"));
        }
        if !seen.insert(name.to_ascii_lowercase().into(), ()) {
            let message = format!("`{piece}` occurs twice in one form");
            return Err(error(span, "SR304", message, "give one of the two another name"));
        }
    }
    Ok(())
}

/// The names, as pieces with their offsets.
fn named_pieces(form: &str) -> impl Iterator<Item = (&str, usize, Name<'_>)> {
    pieces(form).filter_map(|(piece, at)| Some((piece, at, Name::new(piece)?)))
}

/// Checks that a name is `<name>` in all forms, or `<name+>` in all.
fn check_spellings<'f>(form: &'f str, spellings: &mut NameMap<&'f str>) -> Result<(), FormError> {
    for (piece, at, name) in named_pieces(form) {
        match spellings.get(name.text) {
            Some(other) if *other != piece => {
                let message = format!("`{piece}` is `{other}` in another form");
                return Err(error(at..at + piece.len(), "SR301", message, "write the same in all forms"));
            }
            Some(_) => {}
            None => drop(spellings.insert(name.text.into(), piece)),
        }
    }
    Ok(())
}

/// Checks that literals consist of URL characters, and do not begin a fragment, which is split off before.
fn check_literals(form: &str) -> Result<(), FormError> {
    for (piece, at) in pieces(form).filter(|(piece, _)| !piece.starts_with('<')) {
        let is_invalid = |(_, found): &(usize, char)| *found == '#' || !matches!(found, '!'..='~');
        if let Some((n, found)) = piece.char_indices().find(is_invalid) {
            let span = at + n..at + n + found.len_utf8();
            let (message, help) = match found {
                '#' => ("`#` begins a fragment, which is not part of a form".to_owned(), "end the form before it"),
                _ => (
                    format!("`{}` is not a URL character", found.escape_debug()),
                    "write the character as an escape, such as `%20`",
                ),
            };
            return Err(error(span, "SR301", message, help));
        }
    }
    Ok(())
}
