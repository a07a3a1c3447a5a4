//! Grammar rules that two schemes share, under their names in RFC 1738 §5.

use anyurl_core::authors::{Class, Cursor, Fix, Requirement, authority, escape};
use anyurl_core::{Error, ErrorKind, Slot, Span};

/// `fpath = fsegment *[ "/" fsegment ]`, `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`
pub(crate) static FPATH: Class = Class::uchar("fsegment").and(b"?:@&=/");

/// `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`
pub(crate) static FSEGMENT: Class = Class::uchar("fsegment").and(b"?:@&=");

/// `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`
pub(crate) static SEARCH: Class = Class::uchar("search").and(b";:@&=");

/// `alpha | digit | "-" | "." | "+" | "_"`, the characters of a group
pub(crate) static GROUP: Class = Class::alphadigit("group").and(b"-.+_");

/// Reads `"//" login` of letters, digits, `-` and `.`, which a slash or the end follows.
#[inline]
pub(crate) fn login_simple(at: &mut Cursor<'_>) -> bool {
    at.take("//") && authority::login_fast(at)
}

/// `group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]` (§3.6, §3.7)
///
/// # Errors
/// [`ErrorKind::Missing`] at the end of the text, and [`ErrorKind::Unexpected`] if the group does not begin with a
/// letter. Lenient mode accepts a digit and escapes.
pub(crate) fn group(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let start = at.position();
    let first = at.rest().first().copied();
    if first.is_some_and(|first| first.is_ascii_digit()) {
        at.tolerate(at.mismatch("group", "group", &GROUP_BEGINS))?;
    } else if first.is_none_or(|first| b"-.+_".contains(&first)) {
        return Err(at.mismatch("group", "group", &GROUP_BEGINS));
    }
    let group = at.run_unescaped(&GROUP);
    if group.is_empty() {
        return Err(at.mismatch("group", "group", &GROUP_BEGINS));
    }
    if at.is_lenient() && escape::byte(at.text(group).as_bytes()).is_some_and(|first| !first.is_ascii_alphanumeric()) {
        let first = Span::new(start, start + 3);
        return Err(at.error(ErrorKind::Unexpected, "group", "group", first, &GROUP_BEGINS));
    }
    Ok(group)
}

/// Parses `search` after its question mark, and sets `slot`.
///
/// # Errors
/// [`ErrorKind::Unexpected`] at a literal `/` or `?`, which lenient mode accepts as data.
pub(crate) fn search(at: &mut Cursor<'_>, slot: Slot, component: &'static str) -> Result<(), Error> {
    let start = at.position();
    loop {
        at.run(&SEARCH, component)?;
        if !matches!(at.peek(), Some(b'/' | b'?')) {
            break;
        }
        at.tolerate(at.mismatch("search", component, &SEARCH_RESERVED))?;
        at.skip_to(at.position() + 1);
    }
    at.set(slot, at.since(start));
    at.finish(&SEARCH, component)
}

/// The characters of a group, and the first of them.
pub(crate) static GROUP_BEGINS: Requirement = Requirement::new(
    "A-33",
    "RFC 1738 §3.6",
    "the name of a group begins with a letter and contains only letters, digits, `-`, `.`, `+` and `_`",
    "write the name of a newsgroup, such as `comp.lang.c`",
    Fix::Unknown,
);

/// `/` and `?` within a search.
static SEARCH_RESERVED: Requirement = Requirement::new(
    "A-07",
    "RFC 1738 §3.3",
    "a `/` or `?` in the search part must be encoded",
    "encode the character",
    Fix::Encode,
);
