//! A text with other secrets: all that the library prints about it is the same.
//!
//! The letters of what counts as a secret are replaced by others. Where the text is read as before, as a URL or by the rule
//! that rejects it, output that changes has shown a part of the secret.

#[path = "../../../tests/anyurl/secrets/printed.rs"]
mod printed;

use anyurl::{Options, Span};
use anyurl_core::internal::Redaction;

use crate::{input, seeds};

/// Compares the output for a text with that for other secrets, in both modes and both profiles, and gives the text a login.
///
/// # Panics
/// If the output differs, a password is no secret, or the password of the login is printed.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    check_login(text);
    // A report says whether other options accept a text.
    let read = |text: &str| input::OPTIONS.map(|options| read(text, options));
    let found = read(text);
    for (options, Reading { secrets: spans, .. }) in input::OPTIONS.into_iter().zip(&found) {
        let other = with_other_letters(text, spans);
        if other == text || read(&other) != found || [text, &other].iter().any(|text| is_repeated(text, spans)) {
            continue;
        }
        let shown = [text, &other].map(|text| printed::printed(anyurl::registry(), text, options));
        assert_eq!(shown[0], shown[1], "{text:?} and {other:?} with {options:?}");
    }
}

/// Writes a login after each `://` in turn. Unlike the secrets above, it is known without the rules for secrets.
fn check_login(text: &str) {
    for (at, slashes) in text.match_indices("://").take(4).filter(|_| !printed::tells(text)) {
        let (before, after) = text.split_at(at + slashes.len());
        let text = format!("{before}zq:a{}@{after}", printed::SECRET);
        for options in input::OPTIONS {
            let printed = printed::printed(anyurl::registry(), &text, options);
            assert!(!printed::tells(&printed), "{text:?} with {options:?}: {printed}");
        }
    }
}

/// Returns whether a secret is also written where it is none. Messages mask it there, too.
fn is_repeated(text: &str, spans: &[Span]) -> bool {
    let text_lower = text.to_ascii_lowercase();
    let mut secrets = spans.iter().map(|span| span.of(&text_lower)).filter(|secret| !secret.is_empty());
    secrets.any(|secret| text_lower.matches(secret).count() > 1)
}

/// How a text is read: what other letters in its secrets must not change.
#[derive(PartialEq)]
struct Reading {
    secrets: Vec<Span>,
    /// If the text is no URL.
    fault: Option<Fault>,
}

#[derive(PartialEq)]
struct Fault {
    rule_and_help: String,
    span: Span,
    /// Once a text is repaired, letters of a secret can be a keyword, as in `;fingerprint=`, with a value of its own.
    repaired_secrets: Vec<Span>,
}

fn read(text: &str, options: Options) -> Reading {
    let registry = anyurl::registry();
    let spans = |redaction: &Redaction| redaction.spans().collect::<Vec<_>>();
    let url = match registry.parser().options(options).parse(text) {
        Ok(url) => url,
        Err(error) => {
            let explanation = registry.explain(text, options, &error);
            let secrets = spans(&registry.guess_secrets(text));
            let help = explanation.help;
            assert!(!shows(&help, text, &secrets, options), "{text:?} with {options:?}: {help}");
            let repaired_secrets = explanation.repaired.map(|repaired| spans(&registry.guess_secrets(&repaired)));
            let fault = Fault {
                rule_and_help: format!("{}: {help}", error.rule()),
                span: error.span(),
                repaired_secrets: repaired_secrets.unwrap_or_default(),
            };
            return Reading { secrets, fault: Some(fault) };
        }
    };
    let secrets = spans(&url.redaction());
    if let Some(password) = url.span(anyurl::Slot::PASSWORD).filter(|password| !password.is_empty()) {
        let is_hidden = |byte: usize| secrets.iter().any(|span| span.range().contains(&byte));
        assert!(password.range().all(is_hidden), "{text:?} with {options:?} shows its password");
    }
    Reading { secrets, fault: None }
}

/// Returns whether the help for a text contains one of its secrets, which is not among the words of the help itself.
fn shows(help: &str, text: &str, secrets: &[Span], options: Options) -> bool {
    let mut shown =
        secrets.iter().map(|secret| secret.of(text)).filter(|secret| secret.len() > 8 && help.contains(secret));
    shown.any(|secret| {
        let other = with_other_letters(text, secrets);
        let registry = anyurl::registry();
        let error = registry.parser().options(options).parse(&other).err();
        error.is_none_or(|error| !registry.explain(&other, options, &error).help.contains(secret))
    })
}

/// Replaces the letters in these spans that are no hexadecimal digits, so that escapes stay.
pub(crate) fn with_other_letters(text: &str, spans: &[Span]) -> String {
    let is_secret = |at: usize| spans.iter().any(|span| span.range().contains(&at));
    let other = |letter: char, first: u8| {
        let place = u8::try_from(letter).unwrap_or(first) - first;
        char::from(first + (place + 7) % 20)
    };
    let replace = |(at, found): (usize, char)| match found {
        'g'..='z' if is_secret(at) => other(found, b'g'),
        'G'..='Z' if is_secret(at) => other(found, b'G'),
        _ => found,
    };
    text.char_indices().map(replace).collect()
}

/// Texts of the registry, also with a password, a token, and a URL with a password in them.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = seeds::texts();
    let logins = texts.iter().map(|text| text.replacen("://", "://user:hush-puppy@", 1));
    let fields = texts.iter().map(|text| format!("{text}?token=hush-puppy&u=ftp%3A%2F%2Fu:quiet%40h"));
    logins.chain(fields).chain(texts.iter().cloned()).map(String::into_bytes).collect()
}
