//! The draft of 1993, "Partial form" (R-P-3 to R-P-6, R-P-8, A-49).
//!
//! > The last part of the path of the context locator (anything following the rightmost slash) is removed, and the given
//! > partial URL appended in its place. Within the result, all occurrences of "/xxx/.." or "/." are recursively removed,
//! > where xxx, ".." and "." are complete path elements.

use super::{ReferenceError, directory, push_scheme, scheme};
use crate::registration::{Grammar, Relative};
use crate::syntax::dot_segments::elements;
use crate::text::prelude::*;
use crate::url::Url;

/// The target of `partial`, which has no fragment, at `base`, with room for `more` bytes.
pub(super) fn resolve(base: &Url<'_>, partial: &str, more: usize) -> Result<String, ReferenceError> {
    // A slash may be added between host and path.
    let mut text = String::with_capacity(base.text().len() + partial.len() + 1 + more);
    append(base, partial, &mut text)?;
    Ok(text)
}

fn append(base: &Url<'_>, partial: &str, to: &mut String) -> Result<(), ReferenceError> {
    // "A full form must have a colon and that colon must occur before any slash characters" (R-P-3).
    if let Some(name) = scheme(partial, b"/")? {
        push_scheme(name, to);
        to.push_str(&partial[name.len() + 1..]);
        return Ok(());
    }
    push_scheme(base.as_url_ref().scheme(), to);
    if partial.is_empty() {
        // The base itself, for which the scheme need not be hierarchical.
        to.push_str(base.schemepart());
        return Ok(());
    }
    match base.entry().scheme().relative() {
        Relative::Path => path(base, partial, to),
        Relative::Name => {
            to.push_str(partial);
            Ok(())
        }
        Relative::No => Err(not_hierarchical(base)),
    }
}

#[cold]
fn not_hierarchical(base: &Url<'_>) -> ReferenceError {
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
    let (path, _) = split_search(base, rest);
    let (last, search) = split_search(base, partial);
    let start = to.len();
    push_path(directory(!authority.is_empty(), path), last, to);
    if authority.is_empty() {
        reject_leading_double_slash(&to[start..])?;
    }
    to.push_str(search);
    Ok(())
}

/// The length of the schemepart before the path.
fn authority_len(base: &Url<'_>) -> usize {
    let part = base.schemepart();
    if let Some(end) = base.as_url_ref().hostport_end() {
        return end - base.as_url_ref().schemepart().start();
    }
    // The scheme may have a host syntax of its own.
    match part.strip_prefix("//") {
        Some(rest) => 2 + rest.find('/').unwrap_or(rest.len()),
        None => 0,
    }
}

/// Splits a path and its search at the `?`, if it divides the URLs of the scheme; otherwise the `?` is part of a name.
fn split_search<'t>(base: &Url<'_>, text: &'t str) -> (&'t str, &'t str) {
    let registration = base.registration();
    let is_delimiter = match registration.grammar {
        Grammar::Rfc1738 => registration.has_query(),
        Grammar::Rfc3986 => true,
    };
    let end = text.find('?').filter(|_| is_delimiter);
    text.split_at(end.unwrap_or(text.len()))
}

/// Appends a path without `/xxx/..` and `/.` (R-P-6).
fn push_path(directory: &str, last: &str, to: &mut String) {
    let start = to.len();
    let mut elements = elements(directory, last);
    // The rule applies only to elements after a slash.
    to.push_str(elements.next().unwrap_or_default());
    for element in elements {
        match element {
            "." => {}
            ".." => remove_last(start, to),
            _ => push_element(element, to),
        }
    }
}

/// Removes the last element; appends `..` if there is none or it is a `..` itself.
fn remove_last(start: usize, to: &mut String) {
    match to[start..].rfind('/') {
        Some(slash) if &to[start + slash..] != "/.." => to.truncate(start + slash),
        _ => push_element("..", to),
    }
}

fn push_element(element: &str, to: &mut String) {
    to.push('/');
    to.push_str(element);
}

/// Rejects a path that would be parsed as a host.
fn reject_leading_double_slash(path: &str) -> Result<(), ReferenceError> {
    if path.starts_with("//") {
        return Err(ReferenceError::PathAsHost);
    }
    Ok(())
}
