//! A gateway: the first line is its template, the rest is a URL that it serves.

#[path = "../../../tests/anyurl/gateway/laws.rs"]
mod laws;

use std::ops::Range;

use anyurl::gateway::{Expansion, Gateway, Gateways};
use anyurl::{Secrets, Slot, Span};

use crate::Url;

use crate::{input, redaction, seeds};

/// Sends a URL, and the same with other secrets.
///
/// # Panics
/// If what is sent is no URL, or contains a part of a secret.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let (template, text) = input::line(text);
    laws::assert_valid_or_rejected(template, text);
    let parser = anyurl::registry().parser().lenient();
    let Ok(url) = parser.parse(text) else { return };
    let spans = credentials(&url);
    // A host with an encoded `@` looks like a password, but gateways need it.
    let host = host(&url);
    if spans.iter().any(|span| span.start() < host.end && host.start < span.end()) {
        return;
    }
    let other = redaction::with_other_letters(text, &spans);
    let Ok(other) = parser.parse(&other) else { return };
    if credentials(&other) != spans {
        return;
    }
    for mode in [Expansion::Url, Expansion::Parts] {
        let gateway = Gateway::new("any", mode, template, [&*url.scheme()]);
        let Ok(gateways) = Gateways::new(anyurl::registry(), [gateway]) else { continue };
        // As text, since `Debug` masks what must not be sent.
        let sent = [&url, &other].map(|url| match gateways.locate(url) {
            Ok(located) => located.map(|located| located.to_string()).ok_or_else(String::new),
            Err(error) => Err(error.to_string()),
        });
        assert_eq!(sent[0], sent[1], "{template:?} shows a part of a secret of {text:?}");
    }
}

/// What a gateway does not get. Fields and paths that are secrets by their names belong to the request.
fn credentials(url: &Url<'_>) -> Vec<Span> {
    url.secrets(&Secrets::new().without_default_fields().lone_user(false))
}

/// The host, or in a URL of an unregistered scheme, what follows the login.
fn host(url: &Url<'_>) -> Range<usize> {
    if let Some(host) = url.span(Slot::HOST) {
        return host.range();
    }
    let text = url.as_str();
    let start = text.find("://").map_or(text.len(), |found| found + 3);
    let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |len| start + len);
    let login = text[start..end].rfind('@').map_or(0, |sign| sign + 1);
    start + login..end
}

/// Texts of the registry with templates of all kinds.
pub fn seeds() -> Vec<Vec<u8>> {
    const TEMPLATES: [&str; 8] = [
        "http://gw/?{url}",
        "ftp://gw/{url}",
        "gopher://gw/7x%09{url}",
        "https://gw/{host}/{path}?{query}",
        "http://gw/{host}:{port}/{name}",
        "http://gw/{url_path}",
        "http://gw/?{schemepart}",
        "https://gw/~{selector}{search}",
    ];
    let texts = [seeds::urls(), redaction::seeds()].concat();
    let pairs = texts.into_iter().enumerate();
    pairs.map(|(n, text)| [TEMPLATES[n % TEMPLATES.len()].as_bytes(), b"\n", &text].concat()).collect()
}
