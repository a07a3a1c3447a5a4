//! Tables of TOML as they were parsed: texts, moved spans, sizes.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of a key.
pub(super) fn text<'t>(table: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    table.get(key)?.get_ref().as_str()
}

/// The value of a key.
pub(super) fn value_mut<'t, 'i>(table: &'t mut DeTable<'i>, key: &str) -> Option<&'t mut DeValue<'i>> {
    table.get_mut(key).map(Spanned::get_mut)
}

/// A table whose spans are moved by an offset.
pub(super) fn moved(table: DeTable<'_>, offset: usize) -> DeTable<'_> {
    if offset == 0 {
        return table;
    }
    // `collect` would sort first, with four kilobytes of code.
    let mut to = DeTable::new();
    to.extend(table.into_iter().map(|(key, value)| (moved_span(key, offset), moved_value(value, offset))));
    to
}

fn moved_value(value: Spanned<DeValue<'_>>, offset: usize) -> Spanned<DeValue<'_>> {
    let value = moved_span(value, offset);
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(moved(table, offset)),
        DeValue::Array(mut all) => {
            for one in all.iter_mut() {
                *one = moved_value(one.clone(), offset);
            }
            DeValue::Array(all)
        }
        value => value,
    };
    Spanned::new(span, value)
}

fn moved_span<T>(value: Spanned<T>, offset: usize) -> Spanned<T> {
    let span = value.span();
    Spanned::new(span.start + offset..span.end + offset, value.into_inner())
}

/// The bytes of the keys and values of a table, about.
pub(super) fn size(table: &DeTable<'_>) -> usize {
    table.iter().map(|(key, value)| key.get_ref().len() + size_of_value(value.get_ref())).sum()
}

fn size_of_value(value: &DeValue<'_>) -> usize {
    match value {
        DeValue::String(text) => text.len(),
        DeValue::Array(all) => all.iter().map(|one| size_of_value(one.get_ref())).sum(),
        DeValue::Table(table) => size(table),
        _ => 8,
    }
}
