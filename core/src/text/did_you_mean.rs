//! Suggests similar names for a misspelt one: `http` for `htpp`.
//!
//! Used for all names of the project: schemes, components, grammar rules and keys of registry files.

use crate::text::order;
use crate::text::prelude::*;

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// The maximum length, in bytes, of a name that gets suggestions: comparing takes quadratic time.
const MAX_LEN: usize = 100;

/// Returns the names with the smallest [edit distance](edit_distance) from `name`: at most two, or one for a short
/// name. At most three names, those first that have all its letters.
///
/// ```
/// use anyurl_core::internal::similar_names;
///
/// assert_eq!(similar_names("HTPP", ["ftp", "http", "https"]), ["http"]);
/// assert_eq!(similar_names("htp", ["ftp", "hcp", "http"]), ["http", "ftp", "hcp"]);
/// assert!(similar_names("x-company", ["ftp", "http"]).is_empty());
/// ```
pub fn similar_names<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let bound = if name.len() < 5 { 1 } else { 2 };
    best(name, bound, &mut names.into_iter())
}

/// The names of schemes that one typing error makes of `name`. Many names in use are not registered, and many are
/// alike: at a distance of two, a suggestion is more often wrong than right.
pub(crate) fn similar_schemes<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    best(name, 1, &mut names.into_iter())
}

/// The suggestions within a distance. Not generic, since many callers have iterators of their own.
fn best<'n>(name: &str, bound: usize, names: &mut dyn Iterator<Item = &'n str>) -> Vec<&'n str> {
    if name.len() > MAX_LEN {
        return Vec::new();
    }
    let (mut best, mut similar) = (bound, Vec::new());
    for other in names {
        let distance = edit_distance(name, other, best);
        if distance < best {
            similar.clear();
            best = distance;
        }
        if distance == best {
            similar.push((!has_letters_of(name, other), other));
        }
    }
    order::sort(&mut similar);
    similar.dedup();
    similar.truncate(MAX_SUGGESTIONS);
    similar.into_iter().map(|(_, other)| other).collect()
}

/// Whether each letter of a text is in another one: a letter is forgotten or misplaced more often than it is another.
fn has_letters_of(text: &str, other: &str) -> bool {
    text.bytes().all(|byte| other.bytes().any(|other| other.eq_ignore_ascii_case(&byte)))
}

/// `a`, `a` or `b`, `a`, `b` or `c`: each in backquotes.
pub(crate) fn or_list(names: &[&str]) -> String {
    list(names, "or")
}

/// `a`, `a` and `b`, `a`, `b` and `c`: each in backquotes.
pub(crate) fn and_list(names: &[impl AsRef<str>]) -> String {
    list(names, "and")
}

fn list(names: &[impl AsRef<str>], word: &str) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The number of edits from `a` to `b`, ignoring case: insertions, deletions, substitutions and transpositions of
/// neighbours (Damerau-Levenshtein). Returns any number above `bound` if the distance is larger than `bound`.
///
/// ```
/// use anyurl_core::internal::edit_distance;
///
/// assert_eq!(edit_distance("hhtp", "http", 2), 1);
/// assert!(edit_distance("ftp", "prospero", 2) > 2);
/// ```
pub fn edit_distance(a: &str, b: &str, bound: usize) -> usize {
    if a.len().abs_diff(b.len()) > bound {
        return bound + 1;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let is_same = |i: usize, j: usize| a[i].eq_ignore_ascii_case(&b[j]);
    // Only the last three rows of the distance table: a registry file may need a hundred thousand comparisons.
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 0..a.len() {
        row[0] = i + 1;
        for j in 0..b.len() {
            let mut best = (above[j] + usize::from(!is_same(i, j))).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && is_same(i, j - 1) && is_same(i - 1, j) {
                best = best.min(before[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        // Later rows are computed from these two, and never get smaller.
        if above.iter().chain(&row).all(|distance| *distance > bound) {
            return bound + 1;
        }
        core::mem::swap(&mut before, &mut above);
        core::mem::swap(&mut above, &mut row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (a, b, n) in [
            ("http", "http", 0),
            ("htpp", "http", 1),
            ("hhtp", "http", 1),
            ("htt", "http", 1),
            ("goher", "gopher", 1),
            ("HTTP", "ptth", 2),
            ("abcd", "badc", 2),
        ] {
            assert_eq!(edit_distance(a, b, 4), n, "{a} {b}");
        }
        assert!(edit_distance("ftp", "prospero", 2) > 2);
    }

    #[test]
    fn only_the_most_similar_are_suggested() {
        let names = ["ftp", "http", "https", "nntp", "wais"];
        assert_eq!(similar_names("HTPP", names), ["http"]);
        assert_eq!(similar_names("httpss", names), ["https"]);
        assert!(similar_names("x-company", names).is_empty());
    }

    #[test]
    fn schemes_are_suggested_for_one_error_only() {
        let names = ["afs", "amss", "blob", "ftp", "http", "mysql"];
        for (name, similar) in
            [("htpp", &["http"][..]), ("htttp", &["http"]), ("msyql", &["mysql"]), ("abfss", &[]), ("azblob", &[])]
        {
            assert_eq!(similar_schemes(name, names), similar, "{name}");
        }
        assert_eq!(similar_names("msyqll", names), ["mysql"]);
        assert!(similar_schemes("msyqll", names).is_empty());
    }
}
