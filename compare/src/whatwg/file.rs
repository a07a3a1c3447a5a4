//! URLs of files (URL Standard, file state to file host state), whose paths and drive letters the crate `url` does not read
//! by the standard.

use url::{Host, ParseError, Url};

use super::path::{self, PathKind, is_drive, without_removed};
use crate::parts::Parts;
use crate::special::scheme;

/// Reads a text whose scheme is file, or a reference to a file.
pub(super) fn parse(base: Option<&Parts>, text: &str) -> Result<Parts, ParseError> {
    let text = without_removed(text);
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
    if is_drive(host) {
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
    // A query of a file is read as one of http.
    let read = Url::parse(&format!("http://x/{after}"))?;
    let own = |text: &str| text.to_owned();
    Ok(Parts {
        scheme: Some(own("file")),
        host: Some(own(host)),
        authority: Some(own(host)),
        path: path::parse(PathKind::File, path),
        query: read.query().map(own),
        fragment: read.fragment().map(own),
        ..Parts::default()
    })
}

/// The drive letter that a text starts with (URL Standard, starts with a Windows drive letter).
fn drive(text: &str) -> Option<&str> {
    let is_end = matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\' | b'?' | b'#'));
    text.get(..2).filter(|drive| is_end && is_drive(drive))
}

/// The drive letter that a path of a base begins with.
fn first_drive(path: &str) -> Option<&str> {
    path.strip_prefix('/').and_then(drive).filter(|drive| drive.ends_with(':'))
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
