//! What the library prints about a text; the fuzz target `redaction` uses it as well.

use std::fmt::Write as _;

use crate::Url;
use anyurl::authors::escape;
use anyurl::{Environment, Options, Registry, Report};

/// A part of every password in these tests.
pub(crate) const SECRET: &str = "S3CRET";

/// Whether a text contains the secret, after any number of decodings.
pub(crate) fn tells(text: &str) -> bool {
    let mut text = text.to_owned();
    loop {
        if text.contains(SECRET) {
            return true;
        }
        let decoded = String::from_utf8_lossy(&escape::decode(&text)).into_owned();
        if decoded == text {
            return false;
        }
        text = decoded;
    }
}

/// All output of the library about a text.
pub(crate) fn printed(registry: &Registry, text: &str, options: Options) -> String {
    match registry.parser().options(options).parse(text) {
        Ok(url) => about_url(&url),
        Err(error) => {
            let report = Report::new(registry, text, options, &error);
            let explanation = report.explanation();
            let masked = registry.guess_secrets(text);
            let error = error.clone().masked(&masked);
            format!(
                "{error:?} {error} {report} {report:?} {explanation:?} {:?} {}",
                report.repaired(),
                masked.apply(text)
            )
        }
    }
}

fn about_url(url: &Url<'_>) -> String {
    let redaction = url.redaction();
    let mut text = format!(
        "{url:?} {:?} {:?} {:?} {}",
        url.to_owned(),
        url.canonical_key(),
        url.warnings(),
        redaction.apply(url.text())
    );
    for part in url.components() {
        if let Some(span) = part.span() {
            let shown = redaction.slice(url.text(), span);
            let _ = write!(text, " {shown} {}", String::from_utf8_lossy(&escape::decode(&shown)));
        }
    }
    let _ = match url.plan(&Environment::new()) {
        Ok(plan) => write!(text, " {plan:?}"),
        Err(error) => write!(text, " {error} {error:?}"),
    };
    text
}
