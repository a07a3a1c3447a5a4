//! What of a text, or of each element of a list, does not count.

use std::borrow::Cow;

use anyurl_core::authors::{Delimiter, escape};

use super::text_rule::TextRule;
use crate::keywords::Case;

/// What does not count, besides the case of the whole text.
#[derive(Clone, Default)]
pub(crate) struct TextForm {
    /// The delimiter of a list, to whose elements the following applies.
    pub(crate) delimiter: Option<Delimiter>,
    /// Characters whose escapes mean the same.
    pub(crate) unescaped: String,
    /// Characters that do not count in the texts of a rule.
    pub(crate) skip: Option<(String, TextRule)>,
    /// The character after which the case does not count; by default, it counts nowhere or everywhere.
    pub(crate) case_after: Option<u8>,
}

impl TextForm {
    /// Whether it changes a text, with this case.
    pub(crate) fn is_other(&self, case: Case) -> bool {
        case != Case::Preserve || !self.unescaped.is_empty() || self.skip.is_some()
    }

    /// The text in which all that counts is written in one way.
    pub(crate) fn write<'t>(&self, text: &'t str, case: Case) -> Cow<'t, str> {
        if self.is_written(text, case) {
            return text.into();
        }
        let text = match self.delimiter {
            Some(delimiter) => {
                let sign = char::from(delimiter.byte());
                text.split(sign).map(|one| self.write_element(one, case)).collect::<Vec<_>>().join(&sign.to_string())
            }
            None => self.write_element(text, case),
        };
        text.into()
    }

    /// Whether nothing in a text, nor in any element of it, can change.
    fn is_written(&self, text: &str, case: Case) -> bool {
        let can_skip = |(characters, _): &(String, _)| text.contains(|one| characters.contains(one));
        is_folded(text, case) && !self.skip.as_ref().is_some_and(can_skip)
    }

    fn write_element(&self, text: &str, case: Case) -> String {
        let text = self.unescape(text);
        let text = match &self.skip {
            Some((characters, rule)) if rule.derives(text.as_bytes()) => {
                text.replace(|one| characters.contains(one), "")
            }
            _ => text,
        };
        let start = self.case_after.map_or(Some(0), |after| Some(text.rfind(char::from(after))? + 1));
        let (kept, rest) = text.split_at(start.unwrap_or(text.len()));
        kept.to_owned() + &folded(rest, case)
    }

    /// Decodes the escapes of characters that mean the same.
    fn unescape(&self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(found) = rest.chars().next() {
            let decoded = escape::byte(rest.as_bytes()).map(char::from).filter(|one| self.unescaped.contains(*one));
            let width = if decoded.is_some() { 3 } else { found.len_utf8() };
            written.push(decoded.unwrap_or(found));
            rest = &rest[width..];
        }
        written
    }
}

/// Converts the case of letters. The digits of escapes are always in upper case.
pub(super) fn folded(text: &str, case: Case) -> Cow<'_, str> {
    if is_folded(text, case) {
        return text.into();
    }
    let mut digits = 0_u8;
    let fold = |found: char| {
        let is_digit = digits > 0;
        digits = if found == '%' { 2 } else { digits.saturating_sub(1) };
        match case {
            _ if is_digit => found.to_ascii_uppercase(),
            Case::Upper => found.to_ascii_uppercase(),
            Case::Lower => found.to_ascii_lowercase(),
            Case::Preserve => found,
        }
    };
    text.chars().map(fold).collect()
}

/// Whether a text has no escapes and no letters of the other case.
fn is_folded(text: &str, case: Case) -> bool {
    let is_kept = |byte: u8| match case {
        Case::Upper => !byte.is_ascii_lowercase(),
        Case::Lower => !byte.is_ascii_uppercase(),
        Case::Preserve => true,
    };
    text.bytes().all(|byte| byte != b'%' && is_kept(byte))
}
