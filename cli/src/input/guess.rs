//! Texts without a scheme, read as trurl and the address bars of browsers read them: on request only, since other programs
//! read a name of a file or a relative reference in the same text.

use super::reader::InputReader;
use super::scp::Address;

/// The beginnings of hosts that name another scheme than http, as libcurl has them.
const HOSTS: [(&str, &str); 5] =
    [("ftp.", "ftp"), ("dict.", "dict"), ("ldap.", "ldap"), ("imap.", "imap"), ("smtp.", "smtp")];

/// A text with the scheme that it lacks; `None` if it has one, or begins with no host.
pub(crate) fn with_scheme(text: &str, reader: &InputReader) -> Option<String> {
    if text.starts_with("//") {
        return Some(format!("http:{text}"));
    }
    if text.is_empty() || text.starts_with(['/', '?', '#', '.', '\\']) || has_scheme(text, reader) {
        return None;
    }
    // `git@h:o/r.git` has a path where a URL has a port.
    let is_scp = |Address { user, path, .. }| user.is_some() && !path.starts_with(|char: char| char.is_ascii_digit());
    if Address::parse(text).is_ok_and(is_scp) {
        return None;
    }
    let authority = &text[..text.find(['/', '?', '#']).unwrap_or(text.len())];
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let is_known = |name: &str| reader.registry.get(name, reader.options.profile).is_some();
    let scheme = HOSTS.iter().find(|(begin, name)| host.starts_with(begin) && is_known(name));
    Some(format!("{}://{text}", scheme.map_or("http", |(_, name)| name)))
}

/// Whether what precedes the first colon is a scheme, and no host or user.
fn has_scheme(text: &str, reader: &InputReader) -> bool {
    let Ok(parts) = anyurl::split(text) else { return false };
    let (name, rest) = (parts.scheme.of(text), parts.schemepart.of(text));
    let before_path = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_port = !before_path.is_empty() && before_path.bytes().all(|byte| byte.is_ascii_digit());
    match reader.registry.get(name, reader.options.profile) {
        _ if rest.starts_with("//") => true,
        // `redis:6379` is a host and a port, and `tel:112`, in which there is no host, is none.
        Some(entry) if entry.registration().has_host() => {
            !is_port || reader.registry.parser().options(reader.options).parse(text).is_ok()
        }
        Some(_) => true,
        None => !is_port && !before_path.contains('@'),
    }
}
