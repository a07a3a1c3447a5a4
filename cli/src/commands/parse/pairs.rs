//! The options that change the pairs of a query.

use crate::OwnedUrl;
use anyurl::{BuildError, PairList};

use crate::args::Edits;

/// The changes of a query, in the order in which they are made.
#[derive(Debug)]
pub(super) struct PairEdits {
    removed: Vec<Pattern>,
    /// The pairs of `--replace` and `--replace-append`; the latter are appended if they are new.
    replaced: Vec<(Pair, bool)>,
    appended: Vec<Pair>,
    sorts: bool,
    pub(super) separator: char,
}

/// A name, or the beginning of names, of pairs in a query.
#[derive(Clone, Debug)]
struct Pattern {
    text: Vec<u8>,
    is_prefix: bool,
}

type Pair = (Vec<u8>, Option<Vec<u8>>);

impl PairEdits {
    /// The changes of the options; those of `--append query=` are in `appended`.
    pub(super) fn new(edits: &Edits, appended: &[Vec<u8>]) -> Self {
        let replaced = edits.replace.iter().map(|text| (text, false));
        let replaced = replaced.chain(edits.replace_append.iter().map(|text| (text, true)));
        Self {
            removed: edits.query_remove.iter().map(|name| Pattern::new(name.as_encoded_bytes())).collect(),
            replaced: replaced.map(|(text, appends)| (pair(text.as_encoded_bytes()), appends)).collect(),
            appended: appended.iter().map(|text| pair(text)).collect(),
            sorts: edits.sort_query,
            separator: edits.query_separator.unwrap_or('&'),
        }
    }

    pub(super) fn apply(&self, url: OwnedUrl) -> Result<OwnedUrl, BuildError> {
        let Self { removed, replaced, appended, sorts, separator } = self;
        if removed.is_empty() && replaced.is_empty() && appended.is_empty() && !sorts {
            return Ok(url);
        }
        let query = url.query().unwrap_or_default();
        let before = PairList::separated_by(*separator, query).of_form(url.registration().form_query);
        let mut pairs = before.clone();
        pairs.retain(|name, _| !removed.iter().any(|pattern| pattern.matches(name)));
        for ((name, value), appends) in replaced {
            if !pairs.set(name, value.as_deref()) && *appends {
                pairs.push(name, value.as_deref());
            }
        }
        for (name, value) in appended {
            pairs.push(name, value.as_deref());
        }
        if *sorts {
            pairs.sort();
        }
        // Empty pairs stay, unless what is around them changes, or they have no place in an order.
        if pairs == before && !sorts {
            return Ok(url);
        }
        let all = pairs.to_string();
        let added = all.strip_prefix(&before.to_string()).filter(|_| !query.is_empty() && !sorts);
        if let Some(added) = added {
            let added = if query.ends_with(*separator) { added.trim_start_matches(*separator) } else { added };
            return url.with_raw_query(&[query, added].concat());
        }
        // A scheme without a query has nothing to remove or to sort.
        if pairs.is_empty() { url.without_query() } else { url.with_pairs(&pairs) }
    }
}

impl Pattern {
    /// A name, or its beginning before a `*`; `\*` is a literal `*`.
    fn new(text: &[u8]) -> Self {
        match text {
            [before @ .., b'\\', b'*'] => Self { text: [before, b"*"].concat(), is_prefix: false },
            [before @ .., b'*'] => Self { text: before.to_owned(), is_prefix: true },
            _ => Self { text: text.to_owned(), is_prefix: false },
        }
    }

    fn matches(&self, name: &[u8]) -> bool {
        if self.is_prefix { name.starts_with(&self.text) } else { *name == *self.text }
    }
}

/// `name=value`, or a name alone.
fn pair(text: &[u8]) -> Pair {
    let (name, value) = split(text);
    (name.to_owned(), value)
}

/// Splits at the first `=`.
pub(super) fn split(bytes: &[u8]) -> (&[u8], Option<Vec<u8>>) {
    match bytes.iter().position(|byte| *byte == b'=') {
        Some(equals) => (&bytes[..equals], Some(bytes[equals + 1..].to_owned())),
        None => (bytes, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_one_wildcard_at_the_end() {
        for (pattern, name, expect) in [
            ("a*", "abc", true),
            ("a*", "ba", false),
            ("*", "", true),
            (r"\*", "*", true),
            (r"\*", "a", false),
            (r"a\*", "a*", true),
            ("a", "ab", false),
            ("a*b", "a*b", true),
        ] {
            assert_eq!(Pattern::new(pattern.as_bytes()).matches(name.as_bytes()), expect, "{pattern} {name}");
        }
    }
}
