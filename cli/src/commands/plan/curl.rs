//! `locator plan --as curl`: the command line of curl that accesses a URL.

use std::io::{self, Write};

use locator::Url;
use locator::plan::{Plan, Step};
use locator::report::visible;
use serde_json::json;

use crate::exit::Exit;
use crate::output::components::Masked;
use crate::output::json;
use crate::session::Session;

/// The schemes that curl accesses as their documents say.
const SCHEMES: [&str; 26] = [
    "dict", "file", "ftp", "ftps", "gopher", "gophers", "http", "https", "imap", "imaps", "ldap", "ldaps", "mqtt",
    "pop3", "pop3s", "rtsp", "scp", "sftp", "smb", "smbs", "smtp", "smtps", "telnet", "tftp", "ws", "wss",
];

/// Prints the command line, for a shell; with `--json`, its arguments.
pub(super) fn print(session: &mut Session, url: Url<'_>, plan: &Plan) -> io::Result<Exit> {
    // The fragment is for the client alone.
    let masked = Masked::new(url, &session.reader);
    let input = masked.text().into_owned();
    let gateway = plan.steps().iter().find_map(|step| match step {
        Step::Gateway { url } => Some(if session.reader.show_password { url.template() } else { url.shown() }),
        _ => None,
    });
    let target = match gateway {
        Some(gateway) => String::from_utf8_lossy(&gateway).into_owned(),
        None => input.clone(),
    };
    let scheme = target.split(':').next().unwrap_or_default().to_ascii_lowercase();
    if !SCHEMES.contains(&scheme.as_str()) {
        let message = format!("curl has no `{scheme}`: it accesses {}", SCHEMES.join(", "));
        if session.json {
            json::line(
                &mut session.out,
                &json!({ "input": input, "refused": { "kind": "no-curl", "message": message } }),
            )?;
        } else {
            session.eprint(&format!("refused: {}\n", visible(&message)))?;
        }
        return Ok(Exit::Invalid);
    }
    let arguments = arguments(&target, &scheme);
    if session.json {
        json::line(&mut session.out, &json!({ "input": input, "command": arguments }))?;
    } else {
        let words: Vec<_> = arguments.iter().map(|word| quoted(word)).collect();
        writeln!(session.out, "{}", words.join(" "))?;
    }
    Ok(Exit::Success)
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
