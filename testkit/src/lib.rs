//! A conformance test kit for schemes.
//!
//! The test of a scheme is one call:
//!
//! ```
//! # use anyurl_core::authors::*;
//! # use anyurl_core::{Error, PlanError};
//! # use anyurl_core::authors::{Class, Cursor, PlanBuilder, Registration, Scheme};
//! # struct Echo(Registration);
//! # impl Scheme for Echo {
//! #     fn registration(&self) -> &Registration { &self.0 }
//! #     fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
//! #         static XCHAR: Class = Class::xchar("xchar");
//! #         let all = at.run(&XCHAR, "text")?;
//! #         at.set(anyurl_core::Slot::own(0), all);
//! #         at.finish(&XCHAR, "text")
//! #     }
//! #     fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
//! #         to.compose_message(to.url().schemepart())
//! #     }
//! # }
//! # const EXAMPLES: &[Example] = &[example("x-echo:b", "text=b")];
//! # const REJECTS: &[Reject] = &[reject("x-echo:~", anyurl_core::ErrorKind::Unexpected, "xchar", (7, 8))];
//! # const ACCESS: &[Text] = &[text("say it back")];
//! # const COMPONENTS: &[Component] = &[Component::text("text", anyurl_core::Slot::own(0))];
//! # static ECHO: Echo = Echo(
//! #     RegistrationBuilder::new("x-echo", [1, 0, 0], Status::Experimental)
//! #         .description("echo")
//! #         .components(COMPONENTS, "{text}")
//! #         .syntax("echourl = \"x-echo:\" *xchar", "")
//! #         .access(ACCESS)
//! #         .examples(EXAMPLES, REJECTS)
//! #         .build(),
//! # );
//! # /*
//! #[test]
//! fn conforms() {
//! # */
//!     anyurl_testkit::check(&ECHO);
//! # /*
//! }
//! # */
//! ```
//!
//! It checks that
//!
//! * the registration satisfies RFC 1738 Section 4,
//! * each example has the components that it lists, and the canonical form and the sent bytes that it states; each reject
//!   fails with the error that it lists, if it lists any; the examples of a registry file may have further components,
//! * the scheme accepts the texts that its `syntax` derives, with the components of the rules of the same names, and no
//!   others. A text of the syntax may be out of range or forbidden, if a reject shows such an error; the limit of a number
//!   is the one that the reject states,
//! * for examples, rejects, texts that the syntax derives, and thousands of mutations of them: nothing panics, no plugin
//!   violates its contract, spans are within the text, what follows the text does not matter, a URL prints as written,
//!   lenient mode accepts everything that strict mode accepts, and warns of what strict mode does not, a canonical form is
//!   equivalent and stable, equality and hash agree, and a URL built from the components of another one is equal to it.
//!
//! A `syntax` that is no grammar, such as prose, cannot be compared; [`notes`] and a line on standard error say so.
//! The grammar of a registry file is what reads its URLs, so it is not compared either.

#![forbid(unsafe_code)]
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

mod describe;
mod fixtures;
mod generate;
#[cfg(feature = "modules")]
pub mod module;
mod mutation;
#[cfg(feature = "plugins")]
pub mod plugin;
mod properties;
mod round_trip;
mod same;
mod syntax;
#[cfg(any(feature = "modules", feature = "plugins"))]
mod toolchain;

use std::io::{self, Write as _};

use anyurl_core::authors::{Example, Handle, Registration, Reject};
use anyurl_core::{Entry, Environment, Implementation, Options, Registry, Url};

pub use describe::{describe, describe_url};
pub use fixtures::registry_file;
pub use mutation::{Rng, mutate};
pub use properties::{check_canonical_form, check_plan, check_properties};
pub use same::{check_same, differences};
use syntax::Syntax;

/// The number of mutations of each example and each reject; five times as many if `ANYURL_THOROUGH=1` is set.
const MUTATIONS: usize = 100;

/// The number of failures after which the kit stops: what else fails may well have the same cause.
const MAX_FAILURES: usize = 100;

/// Returns how often a randomized test runs its loop: `thorough` times if `ANYURL_THOROUGH=1` is set, and at most 2000
/// times otherwise.
pub fn iterations(thorough: usize) -> usize {
    if is_thorough() { thorough } else { thorough.min(2000) }
}

fn is_thorough() -> bool {
    std::env::var_os("ANYURL_THOROUGH").is_some_and(|value| value == "1")
}

/// Returns a registry with one scheme, whose name may be a reserved one. A scheme that RFC 1738 defines is read by it.
///
/// # Panics
/// If the registry rejects the scheme.
pub fn registry(scheme: impl Into<Handle>) -> Registry {
    let scheme = scheme.into();
    let registration = scheme.scheme().registration();
    Registry::builder()
        .options(options_of(registration))
        .allow_reserved(&registration.name.clone())
        .add(scheme)
        .unwrap_or_else(|error| panic!("the registration is rejected: {error}"))
        .build()
}

/// Returns a registry with one entry of another one, such as a scheme from a registry file or a library.
///
/// # Panics
/// If the registry rejects the scheme.
pub fn registry_of(entry: &Entry) -> Registry {
    let builder = Registry::builder().options(options_of(entry.registration())).allow_reserved(entry.name());
    builder
        .add_from(entry.handle().clone(), entry.layer(), entry.implementation(), entry.origin().clone())
        .unwrap_or_else(|error| panic!("the registration is rejected: {error}"))
        .build()
}

/// The options whose profile has this version of a scheme.
fn options_of(registration: &Registration) -> Options {
    if registration.rfc1738 { Options::new().rfc1738() } else { Options::new() }
}

/// Runs all checks on an entry of a registry, such as a scheme from a registry file or a library.
///
/// # Panics
/// If a check fails, with a list of all failures.
pub fn check_entry(entry: &Entry) {
    let failures = failures_in(&registry_of(entry), entry.registration(), |_| {});
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Runs all checks on an entry of a registry, and returns the failures, one line each. Only a subscheme is checked with the
/// other schemes of the registry, of which one selects it.
///
/// # Panics
/// If the registry rejects the scheme.
pub fn entry_failures(registry: &Registry, entry: &Entry) -> Vec<String> {
    let registration = entry.registration();
    let is_selected = registration.scheme_name() != registration.name;
    let registry = if is_selected { registry.clone() } else { registry_of(entry) };
    failures_in(&registry, registration, |_| {})
}

/// Runs all checks on a scheme.
///
/// # Panics
/// If a check fails, with a list of all failures.
pub fn check(scheme: impl Into<Handle>) {
    let scheme = scheme.into();
    for note in notes(scheme.scheme().registration()) {
        // `eprintln!` would be captured if the test passes.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    let failures = failures(scheme);
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Runs all checks and returns the failures, one line each.
///
/// # Panics
/// If the registry rejects the scheme.
pub fn failures(scheme: impl Into<Handle>) -> Vec<String> {
    failures_with_progress(scheme, |_| {})
}

/// [`failures`], calling `progress` with each text before the scheme parses it, so that the caller knows the text on which a
/// plugin crashed.
///
/// # Panics
/// If the registry rejects the scheme.
pub fn failures_with_progress(scheme: impl Into<Handle>, progress: impl Fn(&str)) -> Vec<String> {
    let scheme = scheme.into();
    failures_in(&registry(scheme.clone()), scheme.scheme().registration(), progress)
}

/// Returns what the kit cannot check about a scheme, one line each. It is no failure.
///
/// ```
/// use anyurl_core::authors::{Registration, Status};
/// use anyurl_core::semver::Version;
///
/// let mut echo = Registration::new("x-echo", Version::new(1, 0, 0), Status::Experimental);
/// echo.syntax = "anything after the colon".into();
/// assert!(anyurl_testkit::notes(&echo)[0].starts_with("x-echo: the syntax is no grammar"));
/// ```
pub fn notes(registration: &Registration) -> Vec<String> {
    let note = match Syntax::compile(registration) {
        Err(error) => format!("the syntax is no grammar, so no text is compared with it: {error}"),
        Ok(syntax) => match syntax.ambiguous {
            Some(text) => format!("the syntax reads `{text}` in two ways, so no components are compared with it"),
            None => return Vec::new(),
        },
    };
    vec![format!("{}: {note}", registration.name)]
}

/// Returns the texts that the kit tries: the examples and rejects of a scheme, texts that its `syntax` derives, and
/// mutations of all of them; the same on every run.
pub fn texts(registration: &Registration) -> Vec<String> {
    let generated = Syntax::compile(registration).map(|syntax| syntax.texts()).unwrap_or_default();
    seeds_and_mutants(registration).into_iter().chain(generated.derived).chain(generated.changed).collect()
}

fn seeds_and_mutants(registration: &Registration) -> Vec<String> {
    let urls = registration.examples.iter().map(|row| &row.url);
    let seeds = urls.chain(registration.rejects.iter().map(|row| &row.url)).map(ToString::to_string);
    let seeds: Vec<String> = seeds.chain(of_shape(registration)).collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    mutants(&seeds).collect()
}

/// Runs all checks on a scheme of a registry.
fn failures_in(registry: &Registry, registration: &Registration, progress: impl Fn(&str)) -> Vec<String> {
    let mut failures = Vec::new();
    if registration.examples.is_empty() || registration.rejects.is_empty() {
        failures.push("a registration needs at least one example and one reject".to_owned());
    }
    failures.extend(
        registration.examples.iter().inspect(|row| progress(&row.url)).filter_map(|row| example(registry, row).err()),
    );
    if registration.template.is_empty() {
        failures.push("a registration needs a `template`".to_owned());
    }
    failures.extend(
        registration.rejects.iter().inspect(|row| progress(&row.url)).filter_map(|row| reject(registry, row).err()),
    );
    let is_declared = registry.entries().any(|entry| entry.implementation() == Implementation::Declared);
    let syntax = if is_declared { None } else { Syntax::compile(registration).ok() };
    let compare = |text: &str| syntax.as_ref().and_then(|syntax| syntax.check(registry, text).err());
    let generated = syntax.as_ref().map(Syntax::texts).unwrap_or_default();
    for text in seeds_and_mutants(registration).into_iter().chain(generated.derived) {
        if failures.len() >= MAX_FAILURES {
            return failures;
        }
        progress(&text);
        failures.extend(check_properties(registry, &text).err());
        failures.extend(compare(&text));
    }
    for text in generated.changed {
        progress(&text);
        failures.extend(compare(&text));
    }
    failures
}

/// URLs like those of a shape, which a scheme without one may reject.
fn of_shape(registration: &Registration) -> impl Iterator<Item = String> {
    let rests = ["//host.dom/", "//h1.dom/a/b.c", "//a-b.dom/(1),2?q=a&b", "//1.2.3.4/a", "//host.1/?"];
    rests.into_iter().map(|rest| format!("{}:{rest}", registration.name))
}

/// Checks which texts lenient mode accepts. Strict mode must reject all of them.
///
/// # Panics
/// If a check fails, with a list of all failures.
pub fn check_lenient(scheme: impl Into<Handle>, rows: &[(&str, bool)]) {
    let registry = registry(scheme);
    let mut failures = Vec::new();
    for &(text, accepted) in rows {
        if registry.parse(text).is_ok() {
            failures.push(format!("{text:?} is accepted in strict mode"));
        }
        let lenient = registry.parser().lenient().parse(text);
        if lenient.is_ok() != accepted {
            let expected = if accepted { "accepted" } else { "rejected" };
            failures.push(format!("{text:?} should be {expected} in lenient mode: {lenient:?}"));
        }
        if lenient.is_ok_and(|url| url.warnings().is_empty()) {
            failures.push(format!("{text:?} is accepted in lenient mode without a warning"));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Returns the seeds and their mutations, which are the same on every run.
fn mutants(seeds: &[&str]) -> impl Iterator<Item = String> {
    let mut rng = Rng::new(1738);
    let count = if is_thorough() { 5 * MUTATIONS } else { MUTATIONS };
    seeds.iter().flat_map(move |seed| {
        let mutants: Vec<_> = (0..count).map(|_| mutate(seed, &mut rng)).collect();
        std::iter::once((*seed).to_owned()).chain(mutants)
    })
}

/// Checks that an example has exactly the components that it lists, as written.
fn example(registry: &Registry, row: &Example) -> Result<(), String> {
    let text = &row.url;
    let url = registry.parse(text).map_err(|error| format!("example {text}: {error}"))?;
    let actual: Vec<_> =
        url.components().filter(|part| part.span().is_some()).map(|part| (part.name(), part.text())).collect();
    let mut expected: Vec<_> = row.components().collect();
    // The order in the example does not matter.
    let position = |name: &str| url.components().position(|part| part.name() == name);
    expected.sort_by_key(|(name, _)| position(name));
    // A registry file lists the components that matter.
    let is_listed = |one: &(&str, &str)| actual.contains(one);
    let is_declared = url.entry().implementation() == Implementation::Declared;
    if actual != expected && !(is_declared && expected.iter().all(is_listed)) && !row.components.is_empty() {
        return Err(format!("example {text}: is {actual:?}, should be {expected:?}"));
    }
    let outcome = check_stated(&url, row).and_then(|()| round_trip::from_decoded(&url));
    outcome.map_err(|failure| format!("example {text}: {failure}"))
}

/// Checks the canonical form and the bytes of the plan that an example states.
fn check_stated(url: &Url<'_>, row: &Example) -> Result<(), String> {
    let canonical = url.to_canonical();
    if let Some(stated) = row.canonical.as_deref().filter(|stated| *stated != canonical) {
        return Err(format!("its canonical form is {canonical:?}, should be {stated:?}"));
    }
    let Some(stated) = row.wire.as_deref() else { return Ok(()) };
    let wire = url.plan(&Environment::new()).and_then(|plan| plan.wire());
    let wire = wire.map_err(|error| format!("its plan cannot be sent: {error}"))?;
    let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
    if wire == stated {
        Ok(())
    } else {
        Err(format!("its plan sends `{}`, should send `{}`", shown(&wire), shown(stated)))
    }
}

/// Checks that a reject fails with the kind, rule and span that it lists.
fn reject(registry: &Registry, Reject { url: text, kind, rule, span, .. }: &Reject) -> Result<(), String> {
    let Err(error) = registry.parse(text) else {
        return Err(format!("reject {text}: is accepted"));
    };
    let actual = (error.kind(), error.rule(), (error.span().start(), error.span().end()));
    let Some(kind) = *kind else { return Ok(()) };
    let expected = (kind, &**rule, *span);
    if actual == expected { Ok(()) } else { Err(format!("reject {text}: is {actual:?}, should be {expected:?}")) }
}
