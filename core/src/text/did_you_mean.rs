//! Near names: what `htpp` was perhaps meant to be.
//!
//! Every hint of the project asks here: names of schemes, of components, of keys in registry files and of rules.

/// At most this many names are proposed.
const MOST: usize = 3;

/// A longer name, in bytes, is near to none: nobody slips there, and comparing takes the square of it.
const LONGEST: usize = 100;

/// The names nearest to `name`, in any case: at most two slips away, one where it is short; at most three.
///
/// ```
/// use locator_core::text::did_you_mean::near;
///
/// assert_eq!(near("HTPP", ["ftp", "http", "https"]), ["http"]);
/// assert!(near("x-company", ["ftp", "http"]).is_empty());
/// ```
pub fn near<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let bound = if name.len() < 5 { 1 } else { 2 };
    let distances = names.into_iter().map(|other| (slips(name, other, bound), other));
    let mut near: Vec<_> = distances.filter(|(slips, _)| *slips <= bound).collect();
    near.sort_unstable();
    near.dedup();
    let best = near.first().map(|(slips, _)| *slips);
    near.into_iter().take_while(|(slips, _)| Some(*slips) == best).map(|(_, other)| other).take(MOST).collect()
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

/// How many slips lead from `a` to `b`, in any case: a letter more, less, other, or two in the wrong order.
///
/// Anything above `bound` is as good as any other such number.
///
/// ```
/// use locator_core::text::did_you_mean::slips;
///
/// assert_eq!(slips("hhtp", "http", 2), 1);
/// assert!(slips("ftp", "prospero", 2) > 2);
/// ```
pub fn slips(a: &str, b: &str, bound: usize) -> usize {
    if a.len().abs_diff(b.len()) > bound {
        return bound + 1;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let is_same = |i: usize, j: usize| a[i].eq_ignore_ascii_case(&b[j]);
    // Rows of the table of distances, the last three: files may ask for a hundred thousand of them.
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
        // What follows is made of these two rows, and never less.
        if above.iter().chain(&row).all(|slips| *slips > bound) {
            return bound + 1;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (a, b, n) in [
            ("http", "http", 0),
            ("htpp", "http", 1),
            ("hhtp", "http", 1),
            ("htt", "http", 1),
            ("goher", "gopher", 1),
            ("HTTP", "ptth", 2),
            ("abcd", "badc", 2),
        ] {
            assert_eq!(slips(a, b, 4), n, "{a} {b}");
        }
        assert!(slips("ftp", "prospero", 2) > 2);
    }

    #[test]
    fn only_the_nearest_are_named() {
        let names = ["ftp", "http", "https", "nntp", "wais"];
        assert_eq!(near("HTPP", names), ["http"]);
        assert_eq!(near("httpss", names), ["https"]);
        assert!(near("x-company", names).is_empty());
    }
}
