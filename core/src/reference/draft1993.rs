//! The draft of 1993, "Partial form" (R-P-3 to R-P-6, R-P-8, A-49).
//!
//! > The last part of the path of the context locator (anything following the rightmost slash) is removed, and the given
//! > partial URL appended in its place. Within the result, all occurrences of "/xxx/.." or "/." are recursively removed,
//! > where xxx, ".." and "." are complete path elements.

use super::{ReferenceError, directory, elements, push_scheme, reject_leading_double_slash, scheme};
use crate::registration::{Grammar, Relative};
use crate::url::Url;

/// Writes what `partial`, which has no fragment, means at `base`.
pub(super) fn resolve(base: &Url<'_>, partial: &str, to: &mut String) -> Result<(), ReferenceError> {
    // "A full form must have a colon and that colon must occur before any slash characters" (R-P-3).
    if let Some(name) = scheme(partial, &['/'])? {
        push_scheme(name, to);
        to.push_str(&partial[name.len() + 1..]);
        return Ok(());
    }
    push_scheme(base.as_url_ref().scheme(), to);
    if partial.is_empty() {
        // The object of the base itself: for that, nothing need be a hierarchy.
        to.push_str(base.schemepart());
        return Ok(());
    }
    match base.entry().scheme().relative() {
        Relative::Path => path(base, partial, to),
        Relative::Name => {
            to.push_str(partial);
            Ok(())
        }
        Relative::No => Err(meaningless(base)),
    }
}

#[cold]
fn meaningless(base: &Url<'_>) -> ReferenceError {
    let scheme = base.scheme().into_owned();
    if base.is_generic() { ReferenceError::Unregistered { scheme } } else { ReferenceError::NotHierarchical { scheme } }
}

/// Host, absolute path or relative path (R-P-4, R-P-5).
fn path(base: &Url<'_>, partial: &str, to: &mut String) -> Result<(), ReferenceError> {
    if partial.starts_with("//") {
        to.push_str(partial);
        return Ok(());
    }
    let (authority, rest) = base.schemepart().split_at(authority_len(base));
    to.push_str(authority);
    if partial.starts_with('/') {
        to.push_str(partial);
        return Ok(());
    }
    let (path, _) = before_search(base, rest);
    let (last, search) = before_search(base, partial);
    let start = to.len();
    push_path(directory(!authority.is_empty(), path), last, to);
    if authority.is_empty() {
        reject_leading_double_slash(&to[start..])?;
    }
    to.push_str(search);
    Ok(())
}

/// How long the part of the schemepart is that stands before the path.
fn authority_len(base: &Url<'_>) -> usize {
    let part = base.schemepart();
    if let Some(end) = base.as_url_ref().hostport_end() {
        return end - base.as_url_ref().schemepart().start();
    }
    // A scheme may have a host of its own kind.
    match part.strip_prefix("//") {
        Some(rest) => 2 + rest.find('/').unwrap_or(rest.len()),
        None => 0,
    }
}

/// Path and search. A `?` divides them where the scheme keeps it for that; in the others it is part of a name.
fn before_search<'t>(base: &Url<'_>, text: &'t str) -> (&'t str, &'t str) {
    let registration = base.registration();
    let divides = match registration.grammar {
        Grammar::Rfc1738 => registration.reserved.contains('?'),
        Grammar::Rfc3986 => true,
    };
    let end = text.find('?').filter(|_| divides);
    text.split_at(end.unwrap_or(text.len()))
}

/// Appends a path, without each `/xxx/..` and `/.` in it (R-P-6).
fn push_path(directory: &str, last: &str, to: &mut String) {
    let start = to.len();
    let mut elements = elements(directory, last);
    // What has no slash before it is out of the rule's reach.
    to.push_str(elements.next().unwrap_or_default());
    for element in elements {
        match element {
            "." => {}
            ".." => up(start, to),
            _ => push_element(element, to),
        }
    }
}

/// Removes the last element; where there is none but an unremovable `..`, one more follows it.
fn up(start: usize, to: &mut String) {
    match to[start..].rfind('/') {
        Some(slash) if &to[start + slash..] != "/.." => to.truncate(start + slash),
        _ => push_element("..", to),
    }
}

fn push_element(element: &str, to: &mut String) {
    to.push('/');
    to.push_str(element);
}
