//! Mistakes that people make often. Each has a help that says what they meant, where the rule that rejects the text does not.

use alloc::borrow::Cow;
use core::net::Ipv6Addr;

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{common, modern};
use crate::registration::{InnerHosts, Registration};
use crate::text::prelude::*;
use crate::text::span::Span;

/// What someone meant.
pub(super) struct Mistake {
    pub(super) help: Cow<'static, str>,
    /// The changes that make the URL that was meant, the last one first; none if it is not certain.
    pub(super) edits: Vec<(Span, &'static str)>,
}

impl Mistake {
    fn new(help: &'static str, edits: Vec<(Span, &'static str)>) -> Self {
        Self { help: Cow::Borrowed(help), edits }
    }
}

/// The mistake in a text with an error, if it is a known one.
pub(super) fn find(text: &str, error: &Error, scheme: Option<&Registration>) -> Option<Mistake> {
    let known = [
        scp_address,
        backslashes,
        zone,
        brackets_around_name,
        no_brackets,
        drive_as_host,
        path_without_slash,
        delimiter_in_login,
        character_of_host,
        no_domain,
    ];
    let found = known.into_iter().find_map(|mistake| mistake(text, error));
    found.or_else(|| scheme.and_then(|scheme| list_of_hosts(text, error, scheme)))
}

/// `git@github.com:o/r.git`
fn scp_address(text: &str, error: &Error) -> Option<Mistake> {
    let (login, path) = text.split_once(':').filter(|_| error.component() == "scheme")?;
    let (user, host) = login.split_once('@')?;
    if user.is_empty() || host.is_empty() || login.contains(['/', '?', '#']) || path.is_empty() {
        return None;
    }
    let slash = usize::from(path.starts_with('/'));
    let colon = Span::new(login.len(), login.len() + 1 + slash);
    // Git reads other paths from the home of the user. Forges, whose user is `git`, have none.
    let root = if user == "git" || path.starts_with(['/', '~']) { "/" } else { "/~/" };
    Some(Mistake::new("this is an address of scp; write it as a URL", vec![(colon, root), (Span::at(0), "ssh://")]))
}

/// `https:\\h\a`
fn backslashes(text: &str, error: &Error) -> Option<Mistake> {
    let (scheme, rest) = text.split_once(':').filter(|_| error.component() == "schemepart")?;
    let end = rest.starts_with(r"\\").then(|| scheme.len() + 1 + rest.find(['?', '#', '@']).unwrap_or(rest.len()))?;
    let places = text[..end].rmatch_indices('\\');
    let edits = places.map(|(place, _)| (Span::new(place, place + 1), "/")).collect();
    Some(Mistake::new("write `/` in place of each backslash", edits))
}

/// `http://[fe80::1%25eth0]/`
fn zone(text: &str, error: &Error) -> Option<Mistake> {
    let authority = Authority::find(text).filter(|_| error.component() == "host")?;
    let open = authority.text.find('[')?;
    let percent = open + authority.text[open..].find('%')?;
    let close = percent + authority.text[percent..].find(']')?;
    let span = Span::new(authority.start + percent, authority.start + close);
    Some(Mistake::new("omit the zone: a zone identifier is not part of a URL (RFC 9844)", vec![(span, "")]))
}

/// `http://[192.0.2.1]/`, `http://[example.com]/`
fn brackets_around_name(text: &str, error: &Error) -> Option<Mistake> {
    let authority = Authority::find(text).filter(|_| error.component() == "host")?;
    let open = authority.text.find('[')?;
    let close = open + authority.text[open..].find(']')?;
    let inside = &authority.text[open + 1..close];
    if inside.is_empty() || inside.contains([':', '%']) {
        return None;
    }
    let bracket = |at: usize| (Span::new(authority.start + at, authority.start + at + 1), "");
    Some(Mistake::new("omit the brackets: they are for IPv6 addresses", vec![bracket(close), bracket(open)]))
}

/// `http://2001:db8::1/`
fn no_brackets(text: &str, error: &Error) -> Option<Mistake> {
    let authority = Authority::find(text).filter(|_| matches!(error.component(), "host" | "port"))?;
    let host = authority.text.rfind('@').map_or(0, |at_sign| at_sign + 1);
    authority.text[host..].parse::<Ipv6Addr>().ok()?;
    let end = authority.start + authority.text.len();
    let edits = vec![(Span::at(end), "]"), (Span::at(authority.start + host), "[")];
    Some(Mistake::new("write an IPv6 address in brackets", edits))
}

/// `http://exam ple.com/`, `http://{host}/`
fn character_of_host(_: &str, error: &Error) -> Option<Mistake> {
    let says_little = [&common::HOST_CHAR, &common::HOST_UNSAFE, &modern::HOST].contains(&error.requirement());
    let help = match error.character().filter(|found| says_little && found.is_ascii())? {
        ' ' => "remove the space from the host".into(),
        '<' | '{' => "write the host in place of the placeholder".into(),
        '[' | ']' => "write brackets only around an IPv6 address".into(),
        found if found.is_control() => "remove the control character from the host".into(),
        found if found.is_alphanumeric() => return None,
        found => format!("remove the `{found}` from the host").into(),
    };
    Some(Mistake { help, edits: Vec::new() })
}

/// `file://C:/x`
fn drive_as_host(text: &str, error: &Error) -> Option<Mistake> {
    let authority = Authority::find(text).filter(|_| matches!(error.component(), "host" | "port"))?;
    let is_file = text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let drive = authority.text.strip_suffix([':', '|'])?;
    if !is_file || drive.len() != 1 || !drive.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    let colon = Span::new(authority.start + 1, authority.start + 2);
    let edits = vec![(colon, ":"), (Span::at(authority.start), "/")];
    Some(Mistake::new("a drive is a part of the path; write an empty host before it", edits))
}

/// `ssh://git@github.com:o/r.git`
fn path_without_slash(text: &str, error: &Error) -> Option<Mistake> {
    let authority = Authority::find(text).filter(|_| error.component() == "port")?;
    let (before, path) = authority.text.rsplit_once(':')?;
    let is_path = path.starts_with(|first: char| first.is_ascii_alphabetic() || first == '~');
    let is_list = authority.text.contains(',');
    let is_placeholder = path.eq_ignore_ascii_case("port");
    if !is_path || is_list || is_placeholder || !before.contains('@') {
        return None;
    }
    let colon = authority.start + before.len();
    Some(Mistake::new("a path begins with `/`", vec![(Span::new(colon, colon + 1), "/")]))
}

/// `ftp://user:pa/ss@h/x`, `https://user:p#ss@h/`
fn delimiter_in_login(text: &str, error: &Error) -> Option<Mistake> {
    let authority = Authority::find(text)?;
    let rest = &text[authority.start + authority.text.len()..];
    let is_about_login = matches!(error.component(), "user" | "password" | "host" | "port" | "schemepart");
    if !is_about_login || authority.text.contains('@') || !authority.text.contains(':') || !rest.contains('@') {
        return None;
    }
    let (delimiter, escape) = match rest.chars().next()? {
        '/' => ('/', "%2F"),
        '?' => ('?', "%3F"),
        _ => ('#', "%23"),
    };
    let help = error.requirement().help();
    let own = if error.component() == "port" { format!("{help}, or ") } else { String::new() };
    let help = format!("{own}write `{escape}` for a `{delimiter}` of the password: it ends the host");
    Some(Mistake { help: Cow::Owned(help), edits: Vec::new() })
}

/// `mysql://a:3306,b/d`
fn list_of_hosts(text: &str, error: &Error, scheme: &Registration) -> Option<Mistake> {
    let authority = Authority::find(text)?.text;
    let hosts = authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts);
    let is_about_hosts = matches!(error.component(), "user" | "password" | "host" | "port");
    let has_list = scheme.components.iter().any(|component| component.hosts == Some(InnerHosts::List));
    let is_list = is_about_hosts && hosts.contains(',') && !has_list;
    is_list.then(|| Mistake {
        help: format!("write one host: a URL of {} has no list of hosts", scheme.name).into(),
        edits: Vec::new(),
    })
}

/// `mailto:joe`
fn no_domain(text: &str, error: &Error) -> Option<Mistake> {
    let is_address = error.component() == "addr_spec" && error.kind() == ErrorKind::Missing;
    let after = text.get(error.span().start()..).filter(|_| is_address)?;
    let ends = after.is_empty() || after.starts_with('?');
    let has_at = text[..error.span().start()].contains('@');
    (ends && !has_at).then(|| Mistake::new("add an `@` and the domain of the address", Vec::new()))
}

/// What stands after the `//`, up to the path.
struct Authority<'t> {
    start: usize,
    text: &'t str,
}

impl<'t> Authority<'t> {
    fn find(text: &'t str) -> Option<Self> {
        let colon = text.find(':')?;
        let rest = text[colon + 1..].strip_prefix("//")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        Some(Self { start: colon + 3, text: &rest[..end] })
    }
}
