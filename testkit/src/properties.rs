//! Properties that hold for every text, whatever its scheme.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use anyurl_core::authors::{Grammar, Role, escape};
use anyurl_core::components::value::{self, ComponentValue};
use anyurl_core::plan::{EmptySearch, SentBytes};
use anyurl_core::{Environment, Error, Host, Mode, Options, Registry, Slot, Span, Step, Url};

use crate::round_trip;

/// Checks the properties of one text in both modes and both profiles.
///
/// # Errors
/// The text and the violated property.
pub fn check_properties(registry: &Registry, text: &str) -> Result<(), String> {
    let strict = Options::new();
    for options in [strict, strict.rfc1738(), strict.lenient(), strict.rfc1738().lenient()] {
        let outcome = registry.parser().options(options).parse(text);
        let result = match &outcome {
            Ok(url) => check_url(url),
            Err(error) => check_error(text, error),
        };
        let result = result.and_then(|()| check_shape(registry, text, options, &outcome));
        let result = result
            .and_then(|()| if options == strict { check_alone(registry, text, options, &outcome) } else { Ok(()) });
        result.map_err(|failure| format!("{text:?} with {options:?}: {failure}"))?;
        if options.mode == Mode::Strict {
            let lenient = registry.parser().options(options.lenient()).parse(text);
            match (&outcome, lenient) {
                (Ok(_), Err(error)) => {
                    return Err(format!("{text:?}: strict mode accepts, lenient mode does not: {error}"));
                }
                (Err(_), Ok(url)) if url.warnings().is_empty() => {
                    return Err(format!("{text:?}: only lenient mode accepts, without a warning"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Checks that what follows a text in memory does not matter: the outcome for the beginning of a longer text is the same.
fn check_alone(
    registry: &Registry,
    text: &str,
    options: Options,
    outcome: &Result<Url<'_>, Error>,
) -> Result<(), String> {
    for next in ["7", "/"] {
        let longer = format!("{text}{next}");
        let again = registry.parser().options(options).parse(&longer[..text.len()]);
        let is_same = match (outcome, &again) {
            (Ok(url), Ok(again)) => url.spans().eq(again.spans()),
            (Err(error), Err(again)) => (error.kind(), error.span()) == (again.kind(), again.span()),
            _ => false,
        };
        if !is_same {
            return Err(format!("it is read in another way if `{next}` follows it in memory, or if it is read again"));
        }
    }
    Ok(())
}

/// Checks that the core reads a text as the scheme does, where the scheme has a [`Shape`](anyurl_core::authors::Shape).
fn check_shape(
    registry: &Registry,
    text: &str,
    options: Options,
    outcome: &Result<Url<'_>, Error>,
) -> Result<(), String> {
    let by_scheme = registry.parser().options(options).parse_with_warnings(text, &mut |_| {});
    let spans = |url: &Url<'_>| url.components().map(|part| part.span()).collect::<Vec<_>>();
    match (outcome, &by_scheme) {
        (Ok(url), Ok(by_scheme)) if spans(url) == spans(by_scheme) => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        _ => Err("the scheme reads it in another way than its shape says, or than before".to_owned()),
    }
}

/// Checks the canonical form of one text in both modes and both profiles: it is a URL under the same registry and options,
/// is equivalent, and is its own canonical form.
///
/// # Errors
/// The text and the violated property.
pub fn check_canonical_form(registry: &Registry, text: &str) -> Result<(), String> {
    let strict = Options::new();
    for options in [strict, strict.rfc1738()].into_iter().flat_map(|one| [one, one.lenient()]) {
        let url = registry.parser().options(options).parse(text);
        let result = url.map_or(Ok(()), |url| check_canonical(&url));
        result.map_err(|failure| format!("{text:?} with {options:?}: {failure}"))?;
    }
    Ok(())
}

/// Checks the properties of a valid URL.
fn check_url(url: &Url<'_>) -> Result<(), String> {
    check_display(url)?;
    let begin = url.as_url_ref().schemepart().start();
    if let Some(span) = url.spans().find(|span| span.start() < begin || !is_within(url.text(), *span)) {
        return Err(format!("the span {span:?} is outside the text after the scheme"));
    }
    if let Some(warning) = url.warnings().into_iter().find(|warning| !is_within(url.text(), warning.span())) {
        return Err(format!("warning {} has the span {:?}, outside the text", warning.id(), warning.span()));
    }
    // The accessors do not panic.
    url.components().for_each(|part| drop((part.value(), part.decoded())));
    let owned = url.into_owned();
    if owned.as_url().components().map(|part| part.text()).ne(url.components().map(|part| part.text())) {
        return Err("an owned copy has other components".to_owned());
    }
    // Every slot that is set must have a named component.
    let named = url.components().filter(|part| part.span().is_some()).count();
    if url.spans().count() != named {
        return Err(
            "a slot without a component is set: list a component, such as `Component::UNWANTED_USER`".to_owned()
        );
    }
    check_generic_syntax(url)?;
    check_plan(url)?;
    check_canonical(url)?;
    round_trip::as_written(url)
}

/// Checks the plans of a URL: every byte that comes from the URL is at the span that the plan names, decoded, as written, or
/// encoded for another URL; a host is canonical; and no such byte acts as protocol (RFC 1738 §6).
///
/// ```
/// let registry = anyurl_core::Registry::builder().build();
/// let url = registry.parse("x-foo:a")?;
/// assert_eq!(anyurl_testkit::check_plan(&url), Ok(()));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
///
/// # Errors
/// The violated property, and the bytes or the step.
pub fn check_plan(url: &Url<'_>) -> Result<(), String> {
    let compact = Environment::new().empty_search(EmptySearch::Omitted);
    for environment in [Environment::new(), compact] {
        let plan = match url.plan(&environment) {
            Ok(plan) => plan,
            Err(error) => match error.span() {
                Some(span) if !is_within(url.text(), span) => {
                    return Err(format!("the span of {error:?} is outside the text"));
                }
                _ => continue,
            },
        };
        if let Some(bytes) = plan.bytes().into_iter().find(|bytes| !is_from(url, bytes)) {
            return Err(format!("the plan has {bytes:?}, which differs from the URL"));
        }
        for step in plan.steps() {
            check_step(step)?;
        }
    }
    Ok(())
}

/// Returns whether bytes of a plan are those of the URL at their span.
fn is_from(url: &Url<'_>, bytes: &SentBytes) -> bool {
    if !is_within(url.text(), bytes.span()) {
        return false;
    }
    let written = bytes.span().of(url.text());
    let sent = std::str::from_utf8(bytes.bytes()).unwrap_or_default();
    if url.span(Slot::HOST) == Some(bytes.span()) {
        return !escape::decode(sent).iter().any(u8::is_ascii_uppercase);
    }
    // Bytes sent as written, or within another URL, are decoded once more.
    let decoded = escape::decode(written);
    bytes.bytes() == &*decoded || escape::decode(sent) == decoded
}

/// Checks that no byte of the URL acts as protocol in a step. A line may contain a NUL, which is data in a selector (R-3.4-3),
/// and a verified block of Gopher+ form data has its own line ends.
fn check_step(step: &Step) -> Result<(), String> {
    let acts: fn(u8) -> bool = match step {
        Step::Connect { .. } => |byte| byte <= b' ' || byte == 0x7F,
        Step::Send(_) => |byte| matches!(byte, b'\r' | b'\n'),
        Step::Advise { .. } | Step::Compose { .. } => |byte| matches!(byte, b'\r' | b'\n' | 0),
        Step::Open { .. } => |byte| matches!(byte, b'/' | 0),
        Step::Gateway { .. } => |byte| !byte.is_ascii_graphic(),
        _ => return Ok(()),
    };
    let found = step.bytes().into_iter().find(|part| !part.is_block() && part.bytes().iter().any(|byte| acts(*byte)));
    found.map_or(Ok(()), |part| Err(format!("{part:?} of the URL acts as protocol in {step:?}")))
}

/// Checks that a URL prints as written, except for surrounding whitespace in lenient mode (A-44), and that its canonical
/// form has the scheme in lower case (R-2.1-6).
fn check_display(url: &Url<'_>) -> Result<(), String> {
    let is_whitespace = |found: char| matches!(found, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C');
    let lenient = url.options().is_lenient();
    let written = if lenient { url.text().trim_matches(is_whitespace) } else { url.text() };
    if url.as_str() != written || format!("{url}") != written {
        return Err(format!("prints as {:?} and {:?}", url.as_str(), url.to_string()));
    }
    let canonical = url.to_canonical();
    let scheme = canonical.split(':').next().unwrap_or_default();
    if scheme.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(format!("{canonical:?} has a scheme in upper case"));
    }
    Ok(())
}

/// Checks that the generic syntax accepts the URL if the scheme has the grammar of RFC 1738 (R-4-1).
fn check_generic_syntax(url: &Url<'_>) -> Result<(), String> {
    let rfc1738 = url.registration().grammar == Grammar::Rfc1738;
    if url.mode() == Mode::Lenient || !rfc1738 || url.fragment().is_some() {
        return Ok(());
    }
    let outcome = Registry::builder().build().parser().rfc1738().parse(url.text()).map(drop);
    outcome.map_err(|error| format!("the generic syntax rejects it: {error}"))
}

/// Checks that the canonical form is valid, is its own canonical form, and is equivalent; and that equal texts
/// have equal hashes.
fn check_canonical(url: &Url<'_>) -> Result<(), String> {
    let canonical = url.to_canonical();
    let again = url.registry().parser().options(url.options()).parse(&canonical);
    let again = again.map_err(|error| format!("its canonical form {canonical:?} is rejected: {error}"))?;
    if again.to_canonical() != canonical {
        return Err(format!("its canonical form {canonical:?} has the canonical form {:?}", again.to_canonical()));
    }
    check_same_components(url, &again)?;
    let copy = *url;
    for (property, holds) in [
        ("url == copy", *url == copy),
        ("url.is_equivalent(copy)", url.is_equivalent(&copy)),
        ("url.is_equivalent(canonical)", url.is_equivalent(&again)),
        ("canonical.is_equivalent(url)", again.is_equivalent(url)),
        ("hash(url) == hash(copy)", hash(url) == hash(&copy)),
        ("(url == canonical) == (text == text)", (*url == again) == (url.as_str() == canonical)),
    ] {
        if !holds {
            return Err(format!("{property} fails with its canonical form {canonical:?}"));
        }
    }
    Ok(())
}

/// Checks that the decoded components of a URL and its canonical form differ at most in case.
fn check_same_components(url: &Url<'_>, canonical: &Url<'_>) -> Result<(), String> {
    if url.effective_port() != canonical.effective_port() {
        return Err(format!("{:?} has a different port", canonical.as_str()));
    }
    if url.host().is_none() && !addresses(url).eq(addresses(canonical)) {
        return Err(format!("{:?} has other hosts", canonical.as_str()));
    }
    for part in url.components() {
        let component = url.registration().component(part.name());
        let is_text = matches!(part.role(), Role::User | Role::Password | Role::Text | Role::Number);
        let is_other = component.is_some_and(|one| one.hosts.is_some() || one.rewritten);
        if !is_text || part.decoded().is_none() || is_other {
            continue;
        }
        let skipped = component.map_or("", |one| &one.insignificant);
        let value = |part: &ComponentValue<'_>| match part.name() {
            _ if part.role() == Role::Number => value::normal_number(part.text()).into_owned().into_bytes(),
            // Lenient mode adds a missing slash before a path.
            "path" if url.mode() == Mode::Lenient && !part.text().starts_with('/') => {
                escape::decode(&without_dot_segments(&["/", part.text()].concat())).into_owned()
            }
            // A path can have another name, as that of sftp.
            _ if part.text().starts_with('/') => escape::decode(&without_dot_segments(part.text())).into_owned(),
            _ => escape::decode(&part.text().replace(|one| skipped.contains(one), "")).into_owned(),
        };
        let (decoded, other) = (value(&part), canonical.component(part.name()).as_ref().map(value).unwrap_or_default());
        let is_root = decoded.is_empty() && *other == *b"/";
        if !is_root && !decoded.eq_ignore_ascii_case(&other) {
            return Err(format!("{:?} has a different {}", canonical.as_str(), part.name()));
        }
    }
    Ok(())
}

/// The hosts of a URL, each with the port to connect to.
fn addresses<'a>(url: &Url<'a>) -> impl Iterator<Item = (Host<'a>, Option<u16>)> {
    url.hosts().map(|one| (one.host(), one.effective_port()))
}

/// An absolute path without its dot segments (RFC 3986 §5.2.4): canonical forms of RFC 3986 have none.
fn without_dot_segments(path: &str) -> String {
    let path = path.replace("%2e", ".").replace("%2E", ".");
    let Some(segments) = path.strip_prefix('/') else {
        return path;
    };
    let mut segments = segments.split('/').peekable();
    let mut kept = Vec::new();
    while let Some(segment) = segments.next() {
        let is_dots = matches!(segment, "." | "..");
        match segment {
            ".." => drop(kept.pop()),
            _ if is_dots => {}
            _ => kept.push(segment),
        }
        if is_dots && segments.peek().is_none() {
            kept.push("");
        }
    }
    format!("/{}", kept.join("/"))
}

fn hash(url: &Url<'_>) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(url)
}

/// Checks the properties of an error.
fn check_error(text: &str, error: &Error) -> Result<(), String> {
    if !is_within(text, error.span()) {
        return Err(format!("the error's span {:?} is outside the text", error.span()));
    }
    if error.rule() == "plugin" {
        return Err(format!("{error}"));
    }
    if error.rule().is_empty() || error.component().is_empty() || error.requirement().section().is_empty() {
        return Err(format!("{error:?} lacks a rule, a component or a section"));
    }
    Ok(())
}

/// Returns whether a span is within a text, on character boundaries.
fn is_within(text: &str, span: Span) -> bool {
    text.get(span.range()).is_some()
}
