//! URLs of files (URL Standard, file state to file host state), whose paths and drive letters the crate `url` does not read
//! by the standard. The crate does the rest: a path of a file is read as one of http.

use url::{Host, ParseError, Url};

use crate::parts::Parts;
use crate::special::{is_removed, scheme};

/// Reads a text whose scheme is file, or a reference to a file.
pub(super) fn parse(base: Option<&Parts>, text: &str) -> Result<Parts, ParseError> {
    let text: String = text.trim_matches(|c: char| c <= ' ').chars().filter(|c| !is_removed(*c)).collect();
    let scheme = scheme(&text);
    let rest = if scheme.is_some() { text.split_once(':').map_or("", |(_, rest)| rest) } else { &text };
    let slashes = rest.bytes().take(2).take_while(|byte| is_slash(*byte)).count();
    let base_host = base.and_then(|base| base.host.as_deref()).unwrap_or_default();
    match (slashes, base) {
        (2, _) => with_host(&rest[2..]),
        (1, Some(base)) => {
            let drive = first_drive(&base.path).filter(|_| drive(&rest[1..]).is_none());
            after_host(base_host, &format!("{}{rest}", drive.map(|drive| format!("/{drive}")).unwrap_or_default()))
        }
        (0, Some(base)) if drive(rest).is_none() => relative(base_host, base, rest),
        (0, _) => after_host(base_host, &format!("/{rest}")),
        _ => after_host("", rest),
    }
}

/// File host state: what comes after the two slashes.
fn with_host(rest: &str) -> Result<Parts, ParseError> {
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    if is_drive(host.as_bytes()) {
        return after_host("", &format!("/{rest}"));
    }
    if host.is_empty() {
        return after_host("", path);
    }
    let host = Host::parse(host)?.to_string();
    after_host(if host == "localhost" { "" } else { &host }, path)
}

/// A reference without a slash at its start.
fn relative(host: &str, base: &Parts, rest: &str) -> Result<Parts, ParseError> {
    let query = base.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
    let text = match rest.as_bytes().first() {
        None | Some(b'#') => format!("{}{query}{rest}", base.path),
        Some(b'?') => format!("{}{rest}", base.path),
        // A drive letter alone is no folder that could be left.
        Some(_) if base.path.len() == 3 && first_drive(&base.path).is_some() => format!("{}/{rest}", base.path),
        Some(_) => format!("{}{rest}", &base.path[..=base.path.rfind('/').unwrap_or(0)]),
    };
    after_host(host, &text)
}

/// A path, a query and a fragment after a host.
fn after_host(host: &str, text: &str) -> Result<Parts, ParseError> {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (path, after) = text.split_at(end);
    let path = path.replace('\\', "/");
    let path = without_first_dots(&path);
    let drive = path.strip_prefix('/').and_then(drive);
    let below = drive.map_or(path, |_| &path[3..]);
    let read = Url::parse(&format!(
        "http://x{}{below}{after}",
        if below.is_empty() || below.starts_with('/') { "" } else { "/" }
    ))?;
    let own = |text: &str| text.to_owned();
    let path = match drive {
        Some(drive) if below.is_empty() => format!("/{}:", &drive[..1]),
        Some(drive) => format!("/{}:{}", &drive[..1], read.path()),
        None => own(read.path()),
    };
    Ok(Parts {
        scheme: Some(own("file")),
        host: Some(own(host)),
        path,
        query: read.query().map(own),
        fragment: read.fragment().map(own),
        ..Parts::default()
    })
}

/// A path without dot segments at its start, which lead nowhere.
fn without_first_dots(mut path: &str) -> &str {
    loop {
        let segment = path.strip_prefix('/').unwrap_or_default();
        let segment = &segment[..segment.find('/').unwrap_or(segment.len())];
        let is_dots = matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..");
        if !is_dots || path.len() == segment.len() + 1 {
            return path;
        }
        path = &path[segment.len() + 1..];
    }
}

/// The drive letter that a text starts with (URL Standard, starts with a Windows drive letter).
fn drive(text: &str) -> Option<&str> {
    let is_end = matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\' | b'?' | b'#'));
    (is_end && text.len() >= 2 && is_drive(&text.as_bytes()[..2])).then(|| &text[..2])
}

/// The drive letter that a path of a base begins with.
fn first_drive(path: &str) -> Option<&str> {
    path.strip_prefix('/').and_then(drive).filter(|drive| drive.ends_with(':'))
}

fn is_drive(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
