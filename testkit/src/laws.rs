//! Laws that hold for every text, whatever its scheme.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use locator_core::plan::{EmptySearch, Environment, Piece, SentBytes};
use locator_core::registration::{Grammar, Role};
use locator_core::{Error, Mode, Options, Registry, Slot, Span, Step, Url, syntax::escape};

use crate::built;

/// Checks the laws for one text: the way it reads in both modes and both profiles.
///
/// # Errors
/// The law that is broken, with the text.
pub fn obeys(registry: &Registry, text: &str) -> Result<(), String> {
    let strict = Options::new();
    for options in [strict, strict.current(), strict.lenient(), strict.current().lenient()] {
        let outcome = registry.parse_with(text, options);
        let law = match &outcome {
            Ok(url) => accepted(url),
            Err(error) => refused(text, error),
        };
        law.map_err(|law| format!("{text:?} with {options:?}: {law}"))?;
        if outcome.is_ok() && options.mode == Mode::Strict {
            let lenient = registry.parse_with(text, options.lenient());
            lenient.map_err(|error| format!("{text:?}: strict mode accepts, lenient mode does not: {error}"))?;
        }
    }
    Ok(())
}

/// Checks the laws of canonical forms alone, in both modes and both profiles: the canonical form of a URL is a URL under
/// the same registry and options, means the same, and is its own canonical form.
///
/// # Errors
/// The law that is broken, with the text.
pub fn has_canonical_form(registry: &Registry, text: &str) -> Result<(), String> {
    let strict = Options::new();
    for options in [strict, strict.current()].into_iter().flat_map(|one| [one, one.lenient()]) {
        let url = registry.parse_with(text, options);
        let law = url.map_or(Ok(()), |url| canonical(&url));
        law.map_err(|law| format!("{text:?} with {options:?}: {law}"))?;
    }
    Ok(())
}

/// What holds for every URL.
fn accepted(url: &Url<'_>) -> Result<(), String> {
    prints_as_written(url)?;
    if let Some(span) = url.spans().find(|span| !lies_in(url.text(), *span)) {
        return Err(format!("span {span:?} does not lie in the text"));
    }
    if let Some(warning) = url.warnings().into_iter().find(|warning| !lies_in(url.text(), warning.span())) {
        return Err(format!("warning {} has the span {:?}, outside the text", warning.id(), warning.span()));
    }
    // Whoever asks for its parts gets an answer, and no panic.
    url.components().for_each(|part| drop((part.value(), part.decoded())));
    let owned = url.to_owned();
    if owned.as_url().components().map(|part| part.text()).ne(url.components().map(|part| part.text())) {
        return Err("an owned copy has other components".to_owned());
    }
    // Whatever the scheme or the common Internet syntax sets must have a name to ask for it by.
    let named = url.components().filter(|part| part.span().is_some()).count();
    if url.spans().count() != named {
        return Err("a slot is set that no component lists: list it, as `Component::UNWANTED_USER` for one".to_owned());
    }
    stays_inside(url)?;
    planned(url)?;
    canonical(url)?;
    built::as_written(url)
}

/// A plan is made of the URL: every byte that stems from it is found where it is said to be written, decoded, as written,
/// or encoded for another URL; a host is canonical. None of them ends a line (RFC 1738 §6), unless a block of Gopher+ form
/// data was verified.
fn planned(url: &Url<'_>) -> Result<(), String> {
    let compact = Environment::new().empty_search(EmptySearch::LeftAway);
    for environment in [Environment::new(), compact] {
        let plan = match url.plan(&environment) {
            Ok(plan) => plan,
            Err(error) => match error.span() {
                Some(span) if !lies_in(url.text(), span) => {
                    return Err(format!("the place of {error:?} is none of the text"));
                }
                _ => continue,
            },
        };
        if let Some(bytes) = plan.bytes().into_iter().find(|bytes| !is_of(url, bytes)) {
            return Err(format!("{bytes:?} of the plan is not what the URL has there"));
        }
        for step in plan.steps() {
            one_line(step)?;
        }
    }
    Ok(())
}

/// Whether bytes of a plan are those that are written at their span.
fn is_of(url: &Url<'_>, bytes: &SentBytes) -> bool {
    if !lies_in(url.text(), bytes.span()) {
        return false;
    }
    let written = bytes.span().of(url.text());
    let sent = std::str::from_utf8(bytes.bytes()).unwrap_or_default();
    if url.span(Slot::HOST) == Some(bytes.span()) {
        return !escape::decode(sent).iter().any(u8::is_ascii_uppercase);
    }
    // What is sent as written, or within another URL, comes back by decoding once more.
    let decoded = escape::decode(written);
    bytes.bytes() == &*decoded || escape::decode(sent) == decoded
}

/// Whether the bytes of the URL leave a line one line.
fn one_line(step: &Step) -> Result<(), String> {
    let Step::Send(line) = step else {
        return Ok(());
    };
    for piece in line.pieces() {
        if let Piece::Url(bytes) = piece {
            let ends = bytes.bytes().iter().any(|byte| matches!(byte, b'\r' | b'\n'));
            if ends && !bytes.is_block() {
                return Err(format!("{bytes:?} of the URL ends the line {line}"));
            }
        }
    }
    Ok(())
}

/// Print after parse is identity, but for the case of the scheme in `Display` (R-2.1-6); lenient mode alone ignores
/// whitespace around.
fn prints_as_written(url: &Url<'_>) -> Result<(), String> {
    let is_whitespace = |found: char| matches!(found, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C');
    let lenient = url.options().is_lenient();
    let written = if lenient { url.text().trim_matches(is_whitespace) } else { url.text() };
    let (scheme, rest) = written.split_once(':').unwrap_or((written, ""));
    let display = format!("{}:{rest}", scheme.to_ascii_lowercase());
    if url.as_str() == written && url.to_string() == display {
        Ok(())
    } else {
        Err(format!("prints as {:?} and {:?}", url.as_str(), url.to_string()))
    }
}

/// A scheme with the grammar of RFC 1738 stays inside it (R-4-1): the generic syntax accepts what the scheme accepts.
fn stays_inside(url: &Url<'_>) -> Result<(), String> {
    let rfc1738 = url.registration().grammar == Grammar::Rfc1738;
    if url.mode() == Mode::Lenient || !rfc1738 || url.fragment().is_some() {
        return Ok(());
    }
    let outcome = Registry::builder().build().parse(url.text()).map(drop);
    outcome.map_err(|error| format!("the generic syntax refuses it: {error}"))
}

/// The canonical form is accepted as the text was, is its own canonical and is equal: by `==` and by hash, which
/// are reflexive.
fn canonical(url: &Url<'_>) -> Result<(), String> {
    let canonical = url.to_canonical();
    let again = url.registry().parse_with(&canonical, url.options());
    let again = again.map_err(|error| format!("its canonical form {canonical:?} is refused: {error}"))?;
    if again.to_canonical() != canonical {
        return Err(format!("{canonical:?} is canonical, and {:?} is so of it", again.to_canonical()));
    }
    same_components(url, &again)?;
    let copy = *url;
    let laws = [*url == copy, again == *url, *url == again, hash(url) == hash(&again)];
    match laws.iter().position(|holds| !holds) {
        None => Ok(()),
        Some(n) => Err(format!("law {n} of equality fails with its canonical form {canonical:?}")),
    }
}

/// What a URL and its canonical form have in common: every text that a component stands for, but for the case of letters.
fn same_components(url: &Url<'_>, canonical: &Url<'_>) -> Result<(), String> {
    if url.effective_port() != canonical.effective_port() {
        return Err(format!("the port of {:?} is another", canonical.as_str()));
    }
    for part in url.components() {
        let is_text = matches!(part.role(), Role::User | Role::Password | Role::Text);
        let Some(decoded) = part.decoded().filter(|_| is_text) else {
            continue;
        };
        let other = canonical.component(part.name());
        let other =
            other.as_ref().and_then(locator_core::components::value::ComponentValue::decoded).unwrap_or_default();
        let is_root = decoded.is_empty() && *other == *b"/";
        if !is_root && !decoded.eq_ignore_ascii_case(&other) {
            return Err(format!("the {} of {:?} is another", part.name(), canonical.as_str()));
        }
    }
    Ok(())
}

fn hash(url: &Url<'_>) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(url)
}

/// What holds for every refusal.
fn refused(text: &str, error: &Error) -> Result<(), String> {
    if !lies_in(text, error.span()) {
        return Err(format!("error span {:?} does not lie in the text", error.span()));
    }
    if error.rule().is_empty() || error.component().is_empty() || error.requirement().section().is_empty() {
        return Err(format!("{error:?} names no rule, no component or no section"));
    }
    Ok(())
}

/// Whether a span lies in a text, on character boundaries.
fn lies_in(text: &str, span: Span) -> bool {
    text.get(span.range()).is_some()
}
