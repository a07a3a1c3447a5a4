//! `imports = ["tel"]`: a grammar with rules of another scheme of the layer.
//!
//! The rules that a grammar refers to and does not define are added to it, as if the file had them written out. A rule of
//! its own takes the place of the one of the same name.

use anyurl_core::internal::NameMap;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::Original;
use super::rename::{renamed_grammar, tokens};
use crate::format::de_table::{text, value_mut};
use crate::format::originals::{imports, syntax};

/// Adds the rules of another scheme that an entry named `to` refers to and lacks, with the rule sets that these need. The
/// imports of the entry then have those in place of the scheme.
pub(super) fn add(entry: &mut DeTable<'_>, other: &Original<'_>, to: &str) {
    let (Some(from), Some(rules), Some(other)) = (text(&other.table, "name"), other.rules(), syntax(&other.table))
    else {
        return;
    };
    let Some(DeValue::Table(syntax)) = value_mut(entry, "syntax") else { return };
    let sets_span = syntax.get("imports").map_or(0..0, Spanned::span);
    let (rules, _) = renamed_grammar(rules, from, to, text(other, "start").unwrap_or_default());
    let own = text(syntax, "abnf").unwrap_or_default();
    let referring = ["start", "lenient"].map(|key| text(syntax, key).unwrap_or_default());
    let whole = [own.trim_end(), "\n", &missing(&rules, own, &referring)].concat();
    if let Some(DeValue::String(abnf)) = value_mut(syntax, "abnf") {
        *abnf = whole.into();
    }
    let Some(DeValue::Array(names)) = value_mut(syntax, "imports") else { return };
    let known: Vec<_> = names.iter().filter_map(|name| name.get_ref().as_str()).map(str::to_owned).collect();
    let mut sets: DeArray<'_> = names.iter().filter(|name| name.get_ref().as_str() != Some(from)).cloned().collect();
    for set in imports(other).filter(|set| known.iter().all(|known| known != set)) {
        sets.push(Spanned::new(sets_span.clone(), DeValue::String(set.to_owned().into())));
    }
    *names = sets;
}

/// The rules that a grammar and other texts refer to, directly or not, and the grammar does not define.
fn missing(rules: &str, own: &str, referring: &[&str]) -> String {
    let rules = definitions(rules);
    let mut known: NameMap<()> = definitions(own).iter().map(|rule| (rule.name.to_ascii_lowercase(), ())).collect();
    let mut added = vec![false; rules.len()];
    let mut texts: Vec<&str> = referring.iter().chain([&own]).copied().collect();
    while let Some(text) = texts.pop() {
        for name in tokens(text).filter(|token| token.starts_with(|first: char| first.is_ascii_alphabetic())) {
            let Some(n) = rules.iter().position(|rule| rule.name.eq_ignore_ascii_case(name)) else { continue };
            if known.insert(name.to_ascii_lowercase().into(), ()) {
                added[n] = true;
                texts.push(rules[n].text);
            }
        }
    }
    rules.iter().zip(added).filter(|(_, is_added)| *is_added).map(|(rule, _)| rule.text).collect()
}

/// A rule of a grammar: its name, and its definition with the lines up to the next rule.
struct Definition<'t> {
    name: &'t str,
    text: &'t str,
}

/// The rules of a grammar: each begins a line.
fn definitions(text: &str) -> Vec<Definition<'_>> {
    let mut begins = Vec::new();
    let (mut at, mut is_at_line) = (0, true);
    for token in tokens(text) {
        let next = at + token.len();
        let is_defined = || text[next..].trim_start_matches([' ', '\t']).starts_with('=');
        if is_at_line && token.starts_with(|first: char| first.is_ascii_alphabetic()) && is_defined() {
            begins.push((at, token));
        }
        is_at_line = token == "\n" || is_at_line && token.trim().is_empty();
        at = next;
    }
    let ends = begins.iter().skip(1).map(|(begin, _)| *begin).chain([text.len()]);
    begins.iter().zip(ends).map(|((begin, name), end)| Definition { name, text: &text[*begin..end] }).collect()
}
