//! Laws that hold for every text, whatever its scheme.

use locator_core::{Error, Mode, Options, Registry, Span, Url};

/// Checks the laws for one text: the way it reads in both modes and both profiles.
///
/// # Errors
/// The law that is broken, with the text.
pub fn obeys(registry: &Registry, text: &str) -> Result<(), String> {
    let strict = Options::new();
    for options in [
        strict,
        strict.current(),
        strict.lenient(),
        strict.current().lenient(),
    ] {
        let outcome = registry.parse_with(text, options);
        let law = match &outcome {
            Ok(url) => accepted(url),
            Err(error) => refused(text, error),
        };
        law.map_err(|law| format!("{text:?} with {options:?}: {law}"))?;
        if outcome.is_ok() && options.mode == Mode::Strict {
            let lenient = registry.parse_with(text, options.lenient());
            lenient.map_err(|error| {
                format!("{text:?}: strict mode accepts, lenient mode does not: {error}")
            })?;
        }
    }
    Ok(())
}

/// What holds for every URL.
fn accepted(url: &Url<'_>) -> Result<(), String> {
    let trimmed = if url.options().is_lenient() {
        url.text().trim_ascii()
    } else {
        url.text()
    };
    // VT is blank in URLs, and not for `trim_ascii`.
    if url.as_str() != trimmed.trim_matches('\x0B').trim_ascii() && url.as_str() != url.text() {
        return Err(format!("prints as {:?}", url.as_str()));
    }
    if let Some(span) = url.spans().find(|span| !lies_in(url.text(), *span)) {
        return Err(format!("span {span:?} does not lie in the text"));
    }
    if let Some(warning) = url
        .warnings()
        .into_iter()
        .find(|warning| !lies_in(url.text(), warning.span))
    {
        return Err(format!(
            "warning {} has the span {:?}, outside the text",
            warning.id, warning.span
        ));
    }
    let owned = url.to_owned();
    if owned
        .as_url()
        .components()
        .map(|part| part.text())
        .ne(url.components().map(|part| part.text()))
    {
        return Err("an owned copy has other components".to_owned());
    }
    Ok(())
}

/// What holds for every refusal.
fn refused(text: &str, error: &Error) -> Result<(), String> {
    if !lies_in(text, error.span()) {
        return Err(format!(
            "error span {:?} does not lie in the text",
            error.span()
        ));
    }
    if error.rule().is_empty() || error.component().is_empty() || error.clause().section.is_empty()
    {
        return Err(format!(
            "{error:?} names no rule, no component or no section"
        ));
    }
    Ok(())
}

/// Whether a span lies in a text, on character boundaries.
fn lies_in(text: &str, span: Span) -> bool {
    text.get(span.range()).is_some()
}
