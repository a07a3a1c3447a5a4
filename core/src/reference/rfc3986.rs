//! RFC 3986 §5.2 to the letter: transform references, merge paths, remove dot segments, recompose.

use super::{ReferenceError, directory, push_scheme, scheme, split_at_first};
use crate::components::url_ref::UrlRef;
use crate::syntax::dot_segments::{keep_path, remove_dot_segments};
use crate::text::prelude::*;
use crate::url::Url;

/// The components of a reference (RFC 3986 Appendix B), without the fragment; undefined and empty are different.
#[derive(Clone, Copy)]
pub(super) struct Components<'t> {
    pub(super) scheme: Option<&'t str>,
    pub(super) authority: Option<&'t str>,
    pub(super) path: &'t str,
    pub(super) query: Option<&'t str>,
}

impl<'t> Components<'t> {
    /// `URI-reference = URI / relative-ref`
    pub(super) fn from_reference(text: &'t str) -> Result<Self, ReferenceError> {
        let scheme = scheme(text, b"/?")?;
        let rest = &text[scheme.map_or(0, |scheme| scheme.len() + 1)..];
        Ok(Self { scheme, ..Self::from_schemepart(rest) })
    }

    /// `hier-part [ "?" query ]`
    pub(super) fn from_schemepart(text: &'t str) -> Self {
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

/// The target of `partial`, which has no fragment, at `base` (§5.2.2), with room for `more` bytes.
pub(super) fn resolve(base: &Url<'_>, partial: &str, more: usize) -> Result<String, ReferenceError> {
    let reference = Components::from_reference(partial)?;
    if let Some(scheme) = reference.scheme {
        return Ok(reference.recompose(scheme, "", more));
    }
    let base = base.as_url_ref();
    let scheme = base.scheme();
    if reference.authority.is_some() {
        return Ok(reference.recompose(scheme, "", more));
    }
    if partial.is_empty() {
        // The base itself, unchanged.
        let part = base.schemepart().of(base.text());
        let mut text = String::with_capacity(scheme.len() + 1 + part.len() + more);
        push_scheme(scheme, &mut text);
        text.push_str(part);
        return Ok(text);
    }
    let base = Components::from_base(&base)?;
    let authority = base.authority;
    if reference.path.is_empty() {
        let target = Components { query: reference.query.or(base.query), ..base };
        let mut text = target.start(scheme, "", more);
        text.push_str(base.path);
        push_query(target.query, &mut text);
        return Ok(text);
    }
    let merged = if reference.path.starts_with('/') { "" } else { directory(authority.is_some(), base.path) };
    Ok(Components { authority, ..reference }.recompose(scheme, merged, more))
}

impl Components<'_> {
    /// The text of the components (§5.3), with the path `directory` + `self.path` without dot segments.
    fn recompose(self, scheme: &str, directory: &str, more: usize) -> String {
        let mut to = self.start(scheme, directory, more);
        let start = to.len();
        remove_dot_segments(directory, self.path, &mut to);
        if self.authority.is_none() {
            keep_path(start, &mut to);
        }
        push_query(self.query, &mut to);
        to
    }

    /// Scheme and authority, with room for the other components and a directory.
    fn start(self, scheme: &str, directory: &str, more: usize) -> String {
        let optional_len = |text: Option<&str>| text.map_or(0, |text| "//".len() + text.len());
        let path = directory.len() + self.path.len();
        let len = scheme.len() + 1 + optional_len(self.authority) + path + optional_len(self.query);
        let mut to = String::with_capacity(len + more);
        push_scheme(scheme, &mut to);
        push_authority(self.authority, &mut to);
        to
    }
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
