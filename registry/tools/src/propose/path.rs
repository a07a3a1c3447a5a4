//! The path of a form: literal segments, and components with names.

use std::collections::BTreeSet;

/// Names with a meaning of their own in a form, and names of rules of RFC 3986 and RFC 5234 that are words.
#[rustfmt::skip]
const TAKEN: [&str; 22] = [
    "alpha", "authority", "bit", "char", "cr", "ctl", "digit", "fragment", "host", "lf", "octet", "password", "path",
    "port", "query", "reserved", "scheme", "search", "segment", "unreserved", "uri", "user",
];

/// The path of a form that fits all of these paths, which all begin with a slash or are empty, or all do not.
pub(super) fn path_form(paths: &[&str], taken: &mut BTreeSet<String>) -> String {
    if paths.iter().all(|path| path.is_empty()) {
        return String::new();
    }
    let is_absolute = |path: &&str| path.starts_with('/');
    match (paths.iter().all(is_absolute), paths.iter().any(is_absolute)) {
        (true, _) => {
            let rests: Vec<_> = paths.iter().map(|path| &path[1..]).collect();
            format!("/{}", segments(&rests, '/', taken))
        }
        (false, true) if paths.iter().all(|path| path.is_empty() || is_absolute(path)) => {
            let rests: Vec<_> = paths.iter().filter(|path| !path.is_empty()).map(|path| &path[1..]).collect();
            format!("[/{}]", segments(&rests, '/', taken))
        }
        // Some are absolute, and others begin with a segment.
        (false, true) => "<path...>".to_owned(),
        (false, false) if paths.iter().any(|path| path.contains('/')) => segments(paths, '/', taken),
        (false, false) => segments(paths, ':', taken),
    }
}

/// Segments that a delimiter divides.
fn segments(paths: &[&str], delimiter: char, taken: &mut BTreeSet<String>) -> String {
    let rows: Vec<Vec<&str>> = paths.iter().map(|path| path.split(delimiter).collect()).collect();
    let shortest = rows.iter().map(Vec::len).min().unwrap_or_default();
    let is_even = rows.iter().all(|row| row.len() == shortest);
    let column = |n: usize| rows.iter().map(|row| row[n]).collect::<Vec<_>>();
    let mut written: Vec<String> = Vec::new();
    let mut before = None;
    for n in 0..shortest {
        let column = column(n);
        match literal(&column) {
            Some(text) => {
                before = Some(text);
                written.push(text.to_owned());
            }
            // The numbers of segments differ, so that all that follows is one component.
            None if !is_even => break,
            None => {
                let is_last = n + 1 == shortest;
                let name = unique(&name(&column, before.take(), is_last), taken);
                written.push(format!("<{name}>"));
            }
        }
    }
    if !is_even {
        let rest = if delimiter == '/' { "path" } else { "rest" };
        // One path ends where the others go on.
        if written.len() == shortest {
            written.pop();
        }
        written.push(if delimiter == '/' { format!("<{rest}...>") } else { format!("<{}>", unique(rest, taken)) });
    }
    written.join(&delimiter.to_string())
}

/// The text of all segments of a column. One URL alone does not say what is literal.
fn literal<'p>(column: &[&'p str]) -> Option<&'p str> {
    let first = *column.first()?;
    let is_plain = first.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@%".contains(&byte));
    (column.len() > 1 && !first.is_empty() && is_plain && column.iter().all(|one| *one == first)).then_some(first)
}

/// The name of a component: after the literal before it (`table` after `tables`), or by its place and its values.
fn name(column: &[&str], before: Option<&str>, is_last: bool) -> String {
    let is_number = column.iter().all(|one| !one.is_empty() && one.bytes().all(|byte| byte.is_ascii_digit()));
    let is_word = |text: &&str| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    match before.filter(is_word) {
        Some(word) if word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        Some(word) if ["ches", "shes", "sses", "xes"].iter().any(|end| word.ends_with(end)) => {
            word[..word.len() - 2].to_owned()
        }
        Some(word) if word.ends_with('s') && !word.ends_with("ss") => word[..word.len() - 1].to_owned(),
        Some(word) => format!("{word}-{}", if is_number { "number" } else { "name" }),
        None if is_number => "number".to_owned(),
        None if is_last => "name".to_owned(),
        None => "group".to_owned(),
    }
}

/// The name, with a number if it is taken.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let name = if TAKEN.contains(&name) { format!("{name}-name") } else { name.to_owned() };
    let numbered = (2..).map(|n| format!("{name}{n}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(free.clone());
    free
}
