//! Removes `.` and `..` from paths (RFC 3986 §5.2.4).

use crate::text::prelude::*;

/// Appends the path `directory` + `rest` without its dot segments (§5.2.4); the letters are the steps of that section. A
/// directory ends with a slash, or is empty.
pub(crate) fn remove_dot_segments(directory: &str, rest: &str, to: &mut String) {
    let start = to.len();
    match (first_dot_segment(directory), first_dot_segment(rest)) {
        (None, None) => {
            to.push_str(directory);
            to.push_str(rest);
        }
        // Everything before the first dot segment, except the slash.
        (None, Some(at)) if directory.len() + at > 0 => {
            to.push_str(directory);
            to.push_str(&rest[..at]);
            to.pop();
            push_elements(rest[at..].split('/'), start, to);
        }
        // A, D: dot segments at the beginning, before any slash, are removed with the slash after them.
        _ => {
            let mut elements = elements(directory, rest);
            let first = elements.find(|element| !is_dot_segment(element));
            to.push_str(first.unwrap_or_default());
            push_elements(elements, start, to);
        }
    }
}

/// Writes `/.` before a path that begins at `start` with `//`, so that it is not read as a host (RFC 3986 §3.3, URL
/// Standard §4.5). Only for a URL without an authority.
pub(crate) fn keep_path(start: usize, to: &mut String) {
    if to[start..].starts_with("//") {
        to.insert_str(start, "/.");
    }
}

/// Appends elements, each after a slash, to a path that begins at `start`.
fn push_elements<'t>(elements: impl Iterator<Item = &'t str>, start: usize, to: &mut String) {
    let mut elements = elements.peekable();
    while let Some(element) = elements.next() {
        match element {
            // B
            "." => {}
            // C
            ".." => to.truncate(start + memchr::memrchr(b'/', &to.as_bytes()[start..]).unwrap_or(0)),
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

/// The offset of the first `.` or `..` in a path.
pub(crate) fn first_dot_segment(path: &str) -> Option<usize> {
    let bytes = path.as_bytes();
    let begins_dot_segment = |at: &usize| {
        let is_first = *at == 0 || bytes[at - 1] == b'/';
        is_first && matches!(bytes[*at..], [b'.'] | [b'.', b'/', ..] | [b'.', b'.'] | [b'.', b'.', b'/', ..])
    };
    memchr::memchr_iter(b'.', bytes).find(begins_dot_segment)
}

fn is_dot_segment(element: &str) -> bool {
    matches!(element, "." | "..")
}

/// The elements of the path `directory` + `rest`; each except the first follows a slash.
pub(crate) fn elements<'t>(directory: &'t str, rest: &'t str) -> impl Iterator<Item = &'t str> {
    directory.split_terminator('/').chain(rest.split('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// §5.2.4, step by step.
    fn by_the_letter(path: &str) -> String {
        let (mut input, mut output) = (path.to_owned(), String::new());
        while !input.is_empty() {
            let strip = |prefix: &str| input.strip_prefix(prefix).map(str::to_owned);
            let is = |whole: &str| input == whole;
            if let Some(rest) = strip("../").or_else(|| strip("./")) {
                input = rest;
            } else if let Some(rest) = strip("/./").or_else(|| is("/.").then(String::new)) {
                input = format!("/{rest}");
            } else if let Some(rest) = strip("/../").or_else(|| is("/..").then(String::new)) {
                input = format!("/{rest}");
                output.truncate(output.rfind('/').unwrap_or(0));
            } else if is(".") || is("..") {
                input.clear();
            } else {
                let end = input.bytes().skip(1).position(|byte| byte == b'/').map_or(input.len(), |at| at + 1);
                output.push_str(&input[..end]);
                input.drain(..end);
            }
        }
        output
    }

    proptest! {
        #[test]
        fn dot_segments_are_removed(directory in "((a|b|\\.|\\.\\.|\\.a)?/){0,4}", rest in "((a|\\.|\\.\\.|\\.\\.\\.)?/){0,4}(a|\\.|\\.\\.)?") {
            let mut found = "x:".to_owned();
            remove_dot_segments(&directory, &rest, &mut found);
            let path = directory.clone() + &rest;
            prop_assert_eq!(&found[2..], by_the_letter(&path), "{}", path);
            let has = path.split('/').any(is_dot_segment);
            prop_assert_eq!(first_dot_segment(&path).is_some(), has);
        }
    }
}
