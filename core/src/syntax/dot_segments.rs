//! Removes `.` and `..` from paths (RFC 3986 §5.2.4).

/// Appends a path without its dot segments (§5.2.4); the letters are the steps of that section.
pub(crate) fn remove_dot_segments(directory: &str, rest: &str, to: &mut String) {
    let start = to.len();
    let mut elements = elements(directory, rest).peekable();
    // A, D: dot segments at the beginning, before any slash, are removed with the slash after them.
    let first = elements.find(|element| !matches!(*element, "." | ".."));
    to.push_str(first.unwrap_or_default());
    while let Some(element) = elements.next() {
        match element {
            // B
            "." => {}
            // C
            ".." => to.truncate(start + to[start..].rfind('/').unwrap_or(0)),
            // E
            _ => {
                to.push('/');
                to.push_str(element);
                continue;
            }
        }
        // B, C: dot segments at the end leave their slash.
        if elements.peek().is_none() {
            to.push('/');
        }
    }
}

/// The elements of the path `directory` + `rest`; each except the first follows a slash.
pub(crate) fn elements<'t>(directory: &'t str, rest: &'t str) -> impl Iterator<Item = &'t str> {
    directory.split_terminator('/').chain(rest.split('/'))
}
