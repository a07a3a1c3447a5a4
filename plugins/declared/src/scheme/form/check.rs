//! What is wrong with a form, in the words of the form: nobody has written the grammar that is made of it.

use std::collections::HashSet;
use std::ops::Range;

use super::pieces;
use locator_abnf::{AbnfErrorKind, GrammarError, Limits, RuleOrigin};

/// What is wrong with a form, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{says}")]
pub struct FormError {
    says: String,
    help: &'static str,
    lint: &'static str,
    /// Which of the forms.
    form: usize,
    span: Range<usize>,
}

impl FormError {
    /// The lint rule that it breaks.
    pub fn lint(&self) -> &'static str {
        self.lint
    }

    /// What to do about it.
    pub fn help(&self) -> &'static str {
        self.help
    }

    /// Which of the forms it is about, from 0.
    pub fn form(&self) -> usize {
        self.form
    }

    /// The bytes of the form that it is about.
    pub fn range(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// What keeps forms from being made into a grammar.
pub(in crate::scheme) fn check(forms: &[&str]) -> Result<(), FormError> {
    length(forms)?;
    for (n, form) in forms.iter().enumerate() {
        let checked = brackets(form).and_then(|()| names(form)).and_then(|()| texts(form));
        checked.map_err(|error| FormError { form: n, ..error })?;
    }
    Ok(())
}

/// What is wrong with the grammar of forms, as it is seen in the forms.
pub(in crate::scheme) fn in_forms(forms: &[&str], error: &GrammarError) -> FormError {
    let (form, span) = place(forms, error).unwrap_or_else(|| {
        let whole = forms.first().map_or(0, |form| form.len());
        (0, 0..whole)
    });
    let name = forms.get(form).and_then(|form| form.get(span.clone()));
    let name = name.unwrap_or_default();
    let taken = || format!("`{name}` has the name of a rule that is there already, and is another");
    let (lint, says, help) = match error.kind() {
        AbnfErrorKind::Differs { .. } | AbnfErrorKind::Redefined { .. } | AbnfErrorKind::Recursive { .. } => {
            (error.lint(), taken(), "take another name")
        }
        // A form has each name once, so the other occurrence is in an imported rule.
        AbnfErrorKind::Repeats { .. } => ("SR302", taken(), "take another name"),
        fault => (error.lint(), fault.to_string(), "write a simpler form, or a grammar"),
    };
    FormError { form, ..wrong(span, lint, says, help) }
}

/// The first line of the grammar has the forms, each further one a name of them.
fn place(forms: &[&str], error: &GrammarError) -> Option<(usize, Range<usize>)> {
    let place = error.place().filter(|place| place.origin == RuleOrigin::Own)?;
    let text = super::abnf(forms);
    let rule = text.lines().nth(place.line.checked_sub(1)?)?;
    let name = rule.split(' ').next()?;
    let name = format!("<{name}>");
    forms.iter().enumerate().find_map(|(n, form)| {
        let at = form.find(&name)?;
        Some((n, at..at + name.len()))
    })
}

fn wrong(span: Range<usize>, lint: &'static str, says: String, help: &'static str) -> FormError {
    FormError { says, help, lint, form: 0, span }
}

/// Forms are made into a grammar, which is longer than they are: whatever has more bytes than a grammar is none.
fn length(forms: &[&str]) -> Result<(), FormError> {
    let most = Limits::STANDARD.text;
    let mut len = 0;
    for (n, form) in forms.iter().enumerate() {
        len += form.len();
        if len > most {
            let says = format!("the forms have more than {most} bytes");
            let error = wrong(0..0, "SR301", says, "write simpler forms, or a grammar");
            return Err(FormError { form: n, ..error });
        }
    }
    Ok(())
}

/// Each `[` has its `]`, and something between them; each `<` has its `>`.
fn brackets(form: &str) -> Result<(), FormError> {
    let syntax = |span, says: &str, help| Err(wrong(span, "SR301", says.to_owned(), help));
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
                    return syntax(span, "`]` closes nothing", "write `[` before what may be absent");
                }
                Some(begin) if begin + 1 == at => {
                    return syntax(begin..span.end, "`[]` holds nothing", "write what may be absent between them");
                }
                Some(_) => {}
            },
            _ if piece.starts_with('<') && !piece.ends_with('>') => {
                return syntax(span, "`<` is not closed", "write `>` behind the name");
            }
            _ => {}
        }
    }
    match open.pop() {
        Some(at) => syntax(at..at + 1, "`[` is not closed", "write `]` behind what may be absent"),
        None => Ok(()),
    }
}

/// Names are those of components, each once: a URL has no two of one name.
fn names(form: &str) -> Result<(), FormError> {
    let mut seen = HashSet::new();
    for (piece, at) in pieces(form).filter(|(piece, _)| piece.starts_with('<')) {
        let span = at..at + piece.len();
        let name = piece.trim_matches(['<', '>']);
        let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
        if !begins || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let says = format!("`{piece}` is no name");
            let help = "a name begins with a letter, and has letters, digits and `-`";
            return Err(wrong(span, "SR301", says, help));
        }
        if !seen.insert(name.to_ascii_lowercase()) {
            let says = format!("`{piece}` stands twice in one form");
            return Err(wrong(span, "SR304", says, "give one of the two another name"));
        }
    }
    Ok(())
}

/// What stands for itself are characters of a URL.
fn texts(form: &str) -> Result<(), FormError> {
    for (piece, at) in pieces(form).filter(|(piece, _)| !piece.starts_with('<')) {
        let odd = |(_, found): &(usize, char)| !matches!(found, '!'..='~');
        if let Some((n, found)) = piece.char_indices().find(odd) {
            let span = at + n..at + n + found.len_utf8();
            let says = format!("`{}` stands in no URL", found.escape_debug());
            return Err(wrong(span, "SR301", says, "write it as escapes, such as `%20`"));
        }
    }
    Ok(())
}
