//! The schemes that an entry has something of, before it is read: the one in `like`, and those in `imports`.

use anyurl_abnf::RuleSet;
use toml::de::DeTable;

use super::de_table::text;

/// The names of the schemes that an entry has something of.
pub(super) fn originals<'t>(entry: &'t DeTable<'_>) -> impl Iterator<Item = &'t str> {
    text(entry, "like").into_iter().chain(imported(entry))
}

/// The names of the schemes whose rules the grammar of an entry has.
pub(super) fn imported<'t>(entry: &'t DeTable<'_>) -> impl Iterator<Item = &'t str> {
    syntax(entry).into_iter().flat_map(imports).filter(|name| RuleSet::from_name(name).is_none())
}

/// The imports of a syntax.
pub(super) fn imports<'t>(syntax: &'t DeTable<'_>) -> impl Iterator<Item = &'t str> {
    let names = syntax.get("imports").and_then(|names| names.get_ref().as_array());
    names.into_iter().flat_map(|names| names.iter()).filter_map(|name| name.get_ref().as_str())
}

/// The syntax of an entry.
pub(super) fn syntax<'t, 'i>(entry: &'t DeTable<'i>) -> Option<&'t DeTable<'i>> {
    entry.get("syntax")?.get_ref().as_table()
}
