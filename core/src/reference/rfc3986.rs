//! RFC 3986 §5.2 to the letter: transform references, merge paths, remove dot segments, recompose.

use super::{ReferenceError, directory, push_scheme, reject_leading_double_slash, scheme, split_at_first};
use crate::components::url_ref::UrlRef;
use crate::syntax::dot_segments::remove_dot_segments;
use crate::url::Url;

/// The components of a reference (RFC 3986 Appendix B), without the fragment; undefined and empty are different.
#[derive(Clone, Copy)]
struct Components<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
}

impl<'t> Components<'t> {
    /// `URI-reference = URI / relative-ref`
    fn from_reference(text: &'t str) -> Result<Self, ReferenceError> {
        let scheme = scheme(text, b"/?")?;
        let rest = &text[scheme.map_or(0, |scheme| scheme.len() + 1)..];
        Ok(Self { scheme, ..Self::from_schemepart(rest) })
    }

    /// `hier-part [ "?" query ]`
    fn from_schemepart(text: &'t str) -> Self {
        let (text, query) = split_at_first(b'?', text);
        let (authority, path) = match text.strip_prefix("//") {
            Some(rest) => {
                let slash = memchr::memchr(b'/', rest.as_bytes());
                let (authority, path) = rest.split_at(slash.unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, text),
        };
        Self { scheme: None, authority, path, query }
    }

    /// The components of a base.
    ///
    /// RFC 3986 ends the authority and the path at a `?`. A base with a `?` before its host, such as `ftp://a?b@h/` or
    /// `sip:a?b@h`, is rejected, since the result would have another host.
    fn from_base(base: &UrlRef<'t>) -> Result<Self, ReferenceError> {
        let part = base.schemepart();
        let components = Self::from_schemepart(part.of(base.text()));
        let question = components.query.map(|query| part.end() - query.len() - 1);
        if question.is_some_and(|question| base.hostport_end().is_some_and(|end| question < end)) {
            return Err(ReferenceError::Login);
        }
        Ok(components)
    }
}

/// Appends the target of `partial`, which has no fragment, at `base` (§5.2.2).
pub(super) fn resolve(base: &Url<'_>, partial: &str, to: &mut String) -> Result<(), ReferenceError> {
    let reference = Components::from_reference(partial)?;
    if let Some(scheme) = reference.scheme {
        push_scheme(scheme, to);
        return push_rest(reference, "", to);
    }
    let base = base.as_url_ref();
    push_scheme(base.scheme(), to);
    if reference.authority.is_some() {
        return push_rest(reference, "", to);
    }
    if partial.is_empty() {
        // The base itself, unchanged.
        to.push_str(base.schemepart().of(base.text()));
        return Ok(());
    }
    let base = Components::from_base(&base)?;
    let authority = base.authority;
    if reference.path.is_empty() {
        let query = reference.query.or(base.query);
        push_authority(authority, to);
        to.push_str(base.path);
        push_query(query, to);
        return Ok(());
    }
    let merged = if reference.path.starts_with('/') { "" } else { directory(authority.is_some(), base.path) };
    let target = Components { authority, ..reference };
    push_rest(target, merged, to)
}

/// Appends the parts after the scheme (§5.3), with the path `directory` + `components.path` without dot segments.
fn push_rest(components: Components<'_>, directory: &str, to: &mut String) -> Result<(), ReferenceError> {
    push_authority(components.authority, to);
    let start = to.len();
    remove_dot_segments(directory, components.path, to);
    if components.authority.is_none() {
        reject_leading_double_slash(&to[start..])?;
    }
    push_query(components.query, to);
    Ok(())
}

fn push_authority(authority: Option<&str>, to: &mut String) {
    if let Some(authority) = authority {
        to.push_str("//");
        to.push_str(authority);
    }
}

fn push_query(query: Option<&str>, to: &mut String) {
    if let Some(query) = query {
        to.push('?');
        to.push_str(query);
    }
}
