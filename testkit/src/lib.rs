//! The conformance kit that every scheme runs, ours and yours.
//!
//! A scheme's test file is four lines:
//!
//! ```
//! # use locator_core::registration::*;
//! # use locator_core::{Class, Cursor, Error, PlanBuilder, PlanError, Registration, Scheme};
//! # struct Echo(Registration);
//! # impl Scheme for Echo {
//! #     fn registration(&self) -> &Registration { &self.0 }
//! #     fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
//! #         static XCHAR: Class = Class::xchar("xchar");
//! #         let all = at.run(&XCHAR, "text")?;
//! #         at.set(locator_core::Slot::own(0), all);
//! #         at.finish(&XCHAR, "text")
//! #     }
//! #     fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
//! #         to.compose_message(to.url().schemepart())
//! #     }
//! # }
//! # const EXAMPLES: &[Example] = &[example("x-echo:b", "text=b")];
//! # const REJECTS: &[Reject] = &[reject("x-echo:~", locator_core::ErrorKind::Unexpected, "xchar", (7, 8))];
//! # const ACCESS: &[Text] = &[text("say it back")];
//! # const COMPONENTS: &[Component] = &[Component::text("text", locator_core::Slot::own(0))];
//! # static ECHO: Echo = Echo(Registration {
//! #     name: text("x-echo"), version: locator_core::semver::Version::new(1, 0, 0), status: Status::Experimental,
//! #     grammar: Grammar::Rfc1738, rfc1738: false, description: text("echo"), default_port: None,
//! #     components: List::Borrowed(COMPONENTS), template: text("{text}"), reserved: text(""), syntax: text("echourl = \"x-echo:\" *xchar"),
//! #     access: List::Borrowed(ACCESS), hierarchical: false, data_object: true, name_properties: text(""),
//! #     demonstration: text(""), references: List::Borrowed(&[]),
//! #     examples: List::Borrowed(EXAMPLES), rejects: List::Borrowed(REJECTS),
//! # });
//! # /*
//! #[test]
//! fn conforms() {
//! # */
//!     locator_testkit::check(&ECHO);
//! # /*
//! }
//! # */
//! ```
//!
//! It asks that Section 4 of RFC 1738 accepts the registration, that the examples have the components they name and the
//! rejects fail where they say, and, for these and for thousands of texts made of them by small edits: that nothing
//! panics, that spans lie inside the text, that a URL prints as it was written, that lenient mode accepts whatever strict
//! mode does, that equality is what it should be, and that the components of a URL, put together again, give an equal one.

#![forbid(unsafe_code)]

mod built;
mod fixtures;
mod laws;
mod mutate;
#[cfg(feature = "plugins")]
pub mod plugin;

use locator_core::registration::{Example, Reject};
use locator_core::{Options, Registry, Scheme};

pub use fixtures::registry_file;
pub use laws::{has_canonical_form, obeys};
pub use mutate::{Rng, mutate};

/// How many texts are made from each example and each reject.
const MUTATIONS: usize = 500;

/// A registry with this one scheme, whatever its name: the kit may override what is reserved.
///
/// # Panics
/// If Section 4 refuses the scheme.
pub fn registry(scheme: &'static dyn Scheme) -> Registry {
    Registry::builder()
        .allow_reserved(&scheme.registration().name)
        .add(scheme)
        .unwrap_or_else(|error| panic!("the registration is refused: {error}"))
        .build()
}

/// Runs the whole kit.
///
/// # Panics
/// With every failure, if there is one.
pub fn check(scheme: &'static dyn Scheme) {
    let failures = failures(scheme);
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Runs the whole kit and gives what failed, a line each.
///
/// # Panics
/// If Section 4 refuses the scheme.
pub fn failures(scheme: &'static dyn Scheme) -> Vec<String> {
    failures_with_progress(scheme, |_| {})
}

/// The same; `note` is given each text before the scheme reads it, and so knows the one on which a scheme in a library
/// ended the process.
///
/// # Panics
/// If Section 4 refuses the scheme.
pub fn failures_with_progress(scheme: &'static dyn Scheme, note: impl Fn(&str)) -> Vec<String> {
    let registration = scheme.registration();
    let registry = registry(scheme);
    let mut failures = Vec::new();
    if registration.examples.is_empty() || registration.rejects.is_empty() {
        failures.push("a registration needs at least one example and one reject".to_owned());
    }
    failures.extend(
        registration.examples.iter().inspect(|row| note(&row.url)).filter_map(|row| example(&registry, row).err()),
    );
    if registration.template.is_empty() {
        failures.push("a registration says in `template` how its components are written".to_owned());
    }
    failures.extend(
        registration.rejects.iter().inspect(|row| note(&row.url)).filter_map(|row| reject(&registry, row).err()),
    );
    let urls = registration.examples.iter().map(|row| &row.url);
    let seeds: Vec<&str> = urls.chain(registration.rejects.iter().map(|row| &row.url)).map(AsRef::as_ref).collect();
    failures.extend(mutants(&seeds).inspect(|text| note(text)).filter_map(|text| obeys(&registry, &text).err()));
    failures
}

/// Checks which texts lenient mode accepts: all are refused strictly.
///
/// # Panics
/// With every failure, if there is one.
pub fn check_lenient(scheme: &'static dyn Scheme, rows: &[(&str, bool)]) {
    let registry = registry(scheme);
    let mut failures = Vec::new();
    for &(text, accepted) in rows {
        if registry.parse(text).is_ok() {
            failures.push(format!("{text:?} is accepted strictly"));
        }
        let lenient = registry.parse_with(text, Options::new().lenient());
        if lenient.is_ok() != accepted {
            failures.push(format!("{text:?} should be {accepted} in lenient mode: {lenient:?}"));
        }
        if lenient.is_ok_and(|url| url.warnings().is_empty()) {
            failures.push(format!("{text:?} is accepted leniently, and nothing is said of the deviation"));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// The seeds, and what small edits make of them; the same on every run.
fn mutants(seeds: &[&str]) -> impl Iterator<Item = String> {
    let mut rng = Rng::new(1738);
    seeds.iter().flat_map(move |seed| {
        let edited: Vec<_> = (0..MUTATIONS).map(|_| mutate(seed, &mut rng)).collect();
        std::iter::once((*seed).to_owned()).chain(edited)
    })
}

/// An example has the components it names, as written, and no others.
fn example(registry: &Registry, row: &Example) -> Result<(), String> {
    let text = &row.url;
    let url = registry.parse(text).map_err(|error| format!("example {text}: {error}"))?;
    let is: Vec<_> =
        url.components().filter(|part| part.span().is_some()).map(|part| (part.name(), part.text())).collect();
    let mut should: Vec<_> = row.components().collect();
    // In the order in which the URL gives them, whatever the order in the example.
    let place = |name: &str| url.components().position(|part| part.name() == name);
    should.sort_by_key(|(name, _)| place(name));
    if is != should {
        return Err(format!("example {text}: is {is:?}, should be {should:?}"));
    }
    built::from_bytes(&url).map_err(|failure| format!("example {text}: {failure}"))
}

/// A reject fails in the way, by the rule and at the place that it says.
fn reject(registry: &Registry, Reject { url: text, kind, rule, span }: &Reject) -> Result<(), String> {
    let Err(error) = registry.parse(text) else {
        return Err(format!("reject {text}: is accepted"));
    };
    let is = (error.kind(), error.rule(), (error.span().start(), error.span().end()));
    let should = (*kind, &**rule, *span);
    if is == should { Ok(()) } else { Err(format!("reject {text}: is {is:?}, should be {should:?}")) }
}
