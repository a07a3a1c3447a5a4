//! [`JavaUri`]: splits a text as Java's `java.net.URI` does.
//!
//! That class documents its deviations from RFC 2396: characters outside of US-ASCII are allowed where escapes are, the
//! authority may be empty before a path, and IPv6 addresses (RFC 2732) may have a scope. A host that is not one of a
//! server is no error: the authority is then a name of a registry, and there is no host.

use std::net::Ipv6Addr;

/// The parts of a URI, as written.
#[derive(Debug, Default, PartialEq)]
pub(super) struct JavaUri<'t> {
    pub(super) scheme: Option<&'t str>,
    pub(super) authority: Option<&'t str>,
    pub(super) user_info: Option<&'t str>,
    pub(super) host: Option<&'t str>,
    /// `None` if what comes after the scheme does not begin with a slash.
    pub(super) path: Option<&'t str>,
    pub(super) query: Option<&'t str>,
    pub(super) fragment: Option<&'t str>,
}

/// A text is not a URI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Invalid {
    pub(super) reason: &'static str,
    /// In bytes.
    pub(super) at: usize,
}

type Result<T> = std::result::Result<T, Invalid>;

/// The characters of a part; escapes belong to all of them.
type Class = fn(u8) -> bool;

const UNRESERVED: Class = |byte| byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte);
const URIC: Class = |byte| UNRESERVED(byte) || b";/?:@&=+$,[]".contains(&byte);
const PATH: Class = |byte| UNRESERVED(byte) || b":@&=+$,;/".contains(&byte);
const USER_INFO: Class = |byte| UNRESERVED(byte) || b";:&=+$,".contains(&byte);
const REGISTRY_NAME: Class = |byte| UNRESERVED(byte) || b"$,;:@&=+".contains(&byte);
const SERVER: Class = |byte| USER_INFO(byte) || b".:@[]-".contains(&byte);
/// Of a server with an IPv6 address, in which `%` begins a scope.
const SERVER_WITH_SCOPE: Class = |byte| SERVER(byte) || byte == b'%';

impl<'t> JavaUri<'t> {
    pub(super) fn parse(text: &'t str) -> Result<Self> {
        let mut uri = Self::default();
        let end = text.len();
        let (rest, fragment) = text.split_once('#').map_or((text, None), |(rest, fragment)| (rest, Some(fragment)));
        let mut start = 0;
        if let Some(colon) = rest.find([':', '/', '?']).filter(|at| rest.as_bytes()[*at] == b':') {
            uri.scheme = Some(scheme(&rest[..colon])?);
            start = colon + 1;
        }
        if uri.scheme.is_none() || rest[start..].starts_with('/') {
            uri.hierarchical(text, start, rest.len())?;
        } else if start == rest.len() {
            return Err(Invalid { reason: "nothing after the scheme", at: start });
        } else {
            check(text, start, rest.len(), URIC)?;
        }
        if fragment.is_some() {
            check(text, rest.len() + 1, end, URIC)?;
        }
        uri.fragment = fragment;
        Ok(uri)
    }

    /// `[//authority][path][?query]`
    fn hierarchical(&mut self, text: &'t str, mut start: usize, end: usize) -> Result<()> {
        if text[start..end].starts_with("//") {
            start += 2;
            let length = text[start..end].find(['/', '?']).unwrap_or(end - start);
            if length > 0 {
                self.authority(text, start, start + length)?;
            } else if start == text.len() {
                return Err(Invalid { reason: "nothing after the slashes", at: start });
            }
            start += length;
        }
        let question = text[start..end].find('?').map(|at| start + at);
        let path_end = question.unwrap_or(end);
        check(text, start, path_end, PATH)?;
        self.path = Some(&text[start..path_end]);
        if let Some(question) = question {
            check(text, question + 1, end, URIC)?;
            self.query = Some(&text[question + 1..end]);
        }
        Ok(())
    }

    fn authority(&mut self, text: &'t str, start: usize, end: usize) -> Result<()> {
        let authority = &text[start..end];
        let has_bracket = authority.find(']').is_some_and(|at| at > 0);
        let server_class = if has_bracket { SERVER_WITH_SCOPE } else { SERVER };
        let server_end = scan(text, start, end, server_class)?;
        let registry_end = scan(text, start, end, REGISTRY_NAME)?;
        let server = if server_end == end {
            server(authority)
        } else {
            Err(Invalid { reason: "an illegal character in the authority", at: server_end })
        };
        match server {
            Ok((user_info, host)) => (self.user_info, self.host) = (user_info, Some(host)),
            Err(_) if registry_end == end => {}
            Err(Invalid { reason, at }) if server_end == end => return Err(Invalid { reason, at: start + at }),
            Err(error) => return Err(error),
        }
        self.authority = Some(authority);
        Ok(())
    }
}

fn scheme(name: &str) -> Result<&str> {
    let is_scheme = |(n, byte): (usize, u8)| {
        byte.is_ascii_alphabetic() || n > 0 && matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.')
    };
    match name.bytes().enumerate().position(|pair| !is_scheme(pair)) {
        None if !name.is_empty() => Ok(name),
        at => Err(Invalid { reason: "no name of a scheme", at: at.unwrap_or(0) }),
    }
}

/// User information and host of `[user@]host[:port]`. The place of an error is relative to it.
fn server(authority: &str) -> Result<(Option<&str>, &str)> {
    let (user_info, rest) = match authority.split_once('@') {
        Some((user_info, rest)) => (Some(user_info), rest),
        None => (None, authority),
    };
    if let Some(user_info) = user_info {
        check(authority, 0, user_info.len(), USER_INFO)?;
    }
    let at = authority.len() - rest.len();
    let length = if rest.starts_with('[') { ipv6(rest) } else { ipv4(rest).or_else(|| hostname(rest)) };
    let length = length.filter(|length| is_port(&rest[*length..]));
    length.map(|length| (user_info, &rest[..length])).ok_or(Invalid { reason: "no host and port", at })
}

/// `:port`, or nothing.
fn is_port(rest: &str) -> bool {
    let Some(port) = rest.strip_prefix(':') else { return rest.is_empty() };
    port.is_empty() || port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<i32>().is_ok()
}

/// The length of an address in brackets, with its scope.
fn ipv6(rest: &str) -> Option<usize> {
    let close = rest.find(']')?;
    let inner = &rest[1..close];
    let (address, scope) = inner.split_once('%').map_or((inner, None), |(address, scope)| (address, Some(scope)));
    let is_scope = |scope: &str| {
        !scope.is_empty() && scope.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
    };
    (is_ipv6(address) && scope.is_none_or(is_scope)).then_some(close + 1)
}

fn is_ipv6(address: &str) -> bool {
    // Java allows leading zeros in the IPv4 address at the end.
    match address.rsplit_once(':') {
        Some((before, last)) if last.contains('.') => {
            ipv4(last) == Some(last.len()) && format!("{before}:0.0.0.0").parse::<Ipv6Addr>().is_ok()
        }
        _ => address.parse::<Ipv6Addr>().is_ok(),
    }
}

/// The length of an IPv4 address before a colon or the end.
fn ipv4(rest: &str) -> Option<usize> {
    let length = rest.find(':').unwrap_or(rest.len());
    let numbers = rest[..length].split('.');
    let is_byte = |number: &str| {
        number.bytes().all(|byte| byte.is_ascii_digit()) && number.parse::<i32>().is_ok_and(|byte| byte <= 255)
    };
    (numbers.clone().count() == 4 && numbers.clone().all(is_byte)).then_some(length)
}

/// The length of a name before a colon or the end: labels, of which the last one begins with a letter, and a dot after
/// it.
fn hostname(rest: &str) -> Option<usize> {
    let length = rest.find(':').unwrap_or(rest.len());
    let name = &rest[..length];
    let labels: Vec<_> = name.strip_suffix('.').unwrap_or(name).split('.').collect();
    let is_label = |label: &&str| {
        let is_inner = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        !label.is_empty() && is_inner && !label.starts_with('-') && !label.ends_with('-')
    };
    let is_fully_qualified = labels.len() > 1;
    let begins_with_letter = labels.last()?.starts_with(|first: char| first.is_ascii_alphabetic());
    (labels.iter().all(is_label) && (begins_with_letter || !is_fully_qualified)).then_some(length)
}

fn check(text: &str, start: usize, end: usize, class: Class) -> Result<()> {
    let at = scan(text, start, end, class)?;
    if at == end { Ok(()) } else { Err(Invalid { reason: "an illegal character", at }) }
}

/// Where the first character is that does not belong to a class.
fn scan(text: &str, start: usize, end: usize, class: Class) -> Result<usize> {
    let mut at = start;
    while let Some(next) = text[at..end].chars().next() {
        if u8::try_from(next).is_ok_and(|byte| byte.is_ascii() && class(byte)) {
            at += 1;
        } else if next == '%' {
            let is_escape = text.as_bytes()[at..end].get(1..3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
            if !is_escape {
                return Err(Invalid { reason: "a malformed escape", at });
            }
            at += 3;
        } else if !next.is_ascii() && !next.is_control() && !next.is_whitespace() {
            at += next.len_utf8();
        } else {
            break;
        }
    }
    Ok(at)
}
