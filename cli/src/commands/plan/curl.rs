//! `anyurl plan --as curl`: the command line of curl that accesses a URL.

use std::io;

use crate::Url;
use anyurl::{Plan, Step};
use serde_json::json;

use crate::exit::Exit;
use crate::input::reader::InputReader;
use crate::input::repaired::repaired;
use crate::output::components::Masked;
use crate::output::{json, steps};
use crate::session::Session;

/// The schemes that curl accesses as their documents say.
const SCHEMES: [&str; 26] = [
    "dict", "file", "ftp", "ftps", "gopher", "gophers", "http", "https", "imap", "imaps", "ldap", "ldaps", "mqtt",
    "pop3", "pop3s", "rtsp", "scp", "sftp", "smb", "smbs", "smtp", "smtps", "telnet", "tftp", "ws", "wss",
];

/// Prints the command line, for a shell; with `--json`, its arguments.
pub(super) fn print(session: &mut Session, url: Url<'_>, plan: Option<&Plan>) -> io::Result<Exit> {
    let repaired = repaired(url);
    let registry = url.registry();
    let strict = registry.parser().options(url.options()).parse(&repaired).unwrap_or(url);
    let input = |reader: &InputReader| Masked::new(strict, reader).text().into_owned();
    let target = |reader: &InputReader| plan.and_then(|plan| target(plan, reader)).unwrap_or_else(|| input(reader));
    let scheme = target(&session.reader).split(':').next().unwrap_or_default().to_ascii_lowercase();
    if !SCHEMES.contains(&scheme.as_str()) {
        let message = format!("curl has no `{scheme}`: it accesses {}", SCHEMES.join(", "));
        if session.json {
            let refused = json!({ "kind": "no-curl", "message": message });
            json::print(session, |reader| json!({ "input": input(reader), "refused": refused }))?;
        } else {
            session.eprint_message(format_args!("refused: {message}"))?;
        }
        return Ok(Exit::Invalid);
    }
    let arguments = |reader: &InputReader| arguments(&target(reader), &scheme);
    if session.json {
        json::print(session, |reader| json!({ "input": input(reader), "command": arguments(reader) }))?;
    } else {
        session.write_data(|reader| {
            let words: Vec<_> = arguments(reader).iter().map(|word| quoted(word)).collect();
            words.join(" ") + "\n"
        })?;
    }
    Ok(Exit::Success)
}

/// The URL of the gateway, if the plan leads to one.
fn target(plan: &Plan, reader: &InputReader) -> Option<String> {
    let gateway = plan.steps().iter().find_map(|step| match step {
        Step::Gateway { url } => Some(steps::line_bytes(url, reader)),
        _ => None,
    });
    gateway.map(|gateway| String::from_utf8_lossy(&gateway).into_owned())
}

/// The command and its arguments. curl would expand brackets and braces, and remove dot segments.
fn arguments(url: &str, scheme: &str) -> Vec<String> {
    let mut arguments = vec!["curl"];
    if url.contains(['[', ']', '{', '}']) {
        arguments.push("--globoff");
    }
    if matches!(scheme, "http" | "https" | "ws" | "wss") {
        arguments.push("--path-as-is");
    }
    arguments.extend(["--url", url]);
    arguments.into_iter().map(str::to_owned).collect()
}

/// A word for a POSIX shell.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:@%+=,".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (word, expected) in [
            ("http://h/a", "http://h/a"),
            ("http://h/a?b&c", "'http://h/a?b&c'"),
            ("http://h/it's;$(x)`", "'http://h/it'\\''s;$(x)`'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
