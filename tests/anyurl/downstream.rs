//! A third-party crate: it registers a scheme and finds it next to the built-in ones.
//!
//! An integration test is a separate program that depends on `anyurl`, like a user's program.

use anyurl::authors::{
    Class, Component, Cursor, Example, PlanBuilder, Registration, RegistrationBuilder, Reject, Scheme, Status, Text,
    example, reject, text,
};
use anyurl::{Conflict, Error, ErrorKind, Layer, PlanError, Profile, RegisterError, Registry, Slot};

// A complete scheme.

struct Dict;
static DICT: Dict = Dict;
const WORD: Slot = Slot::own(0);
static UCHAR: Class = Class::uchar("word");

impl Scheme for Dict {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let word = at.run(&UCHAR, "word")?;
        at.set(WORD, word);
        at.finish(&UCHAR, "word")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.gateway("https://dict.dom/?q=").component(WORD).finish()
    }
}

const COMPONENTS: &[Component] = &[Component::text("word", WORD)];
const ACCESS: &[Text] = &[text("look the word up in the nearest dictionary")];
const EXAMPLES: &[Example] = &[example("x-word:anyurl", "word=anyurl")];
const REJECTS: &[Reject] = &[reject("x-word:a/b", ErrorKind::Unexpected, "word", (8, 9))];
static REGISTRATION: Registration = RegistrationBuilder::new("x-word", [1, 0, 0], Status::Experimental)
    .description("a word")
    .components(COMPONENTS, "{word}")
    .syntax("wordurl = \"x-word:\" *uchar", "")
    .access(ACCESS)
    .examples(EXAMPLES, REJECTS)
    .build();

anyurl::register_scheme!(DICT);

#[test]
fn it_conforms() {
    anyurl_testkit::check(&DICT);
}

/// Its plan is another URL, in which its text has no special meaning.
#[test]
fn it_is_planned() {
    let registry = anyurl::discover().unwrap();
    let url = registry.parse("x-word:a%26b%2F").unwrap();
    let plan = url.plan(&anyurl::Environment::new()).unwrap();
    let [anyurl::Step::Gateway { url: locator }] = plan.steps() else {
        panic!("{plan:?}");
    };
    assert_eq!(locator.to_string(), "https://dict.dom/?q=a%26b%2F");
    assert_eq!(plan.bytes()[0].bytes(), b"a%26b%2F");
}

#[test]
fn it_is_discovered_with_the_built_in_schemes() {
    let registry = anyurl::discover().unwrap();
    let names: Vec<_> = registry.entries().map(anyurl::Entry::name).collect();
    for entry in anyurl::rfc1738().entries().chain(anyurl::registry().entries()) {
        assert!(names.contains(&entry.name()), "{entry:?} is missing");
    }
    let own = registry.get("X-Word", Profile::Rfc1738).unwrap();
    assert_eq!((own.layer(), &*own.origin().package), (Layer::Application, env!("CARGO_PKG_NAME")));
    assert_eq!(registry.parse("x-word:a%20b").unwrap().component("word").unwrap().text(), "a%20b");
}

/// It can be built without any code, by its components and its template.
#[test]
fn it_is_built_by_its_template() {
    let registry = anyurl::discover().unwrap();
    let url = registry.build("X-Word").unwrap().set("word", "a b/c").build().unwrap();
    assert_eq!(url.as_str(), "x-word:a%20b%2Fc");
    assert_eq!(url.with("word", "d").unwrap().as_str(), "x-word:d");
}

/// The const lists and the linker provide the same schemes in the same versions.
#[test]
fn discovery_and_the_const_lists_are_equal() {
    let known = |registry: &Registry| -> Vec<String> {
        let builtin = registry.entries().filter(|entry| entry.layer() == Layer::Builtin);
        builtin.map(|entry| format!("{} {}", entry.name(), entry.registration().version)).collect()
    };
    let discovered = known(&anyurl::discover().unwrap());
    assert_eq!(discovered, known(anyurl::registry()));
    assert!(discovered.len() > 10, "{discovered:?}");
    assert_eq!(known(anyurl::rfc1738()).len(), 10);
    assert!(known(anyurl::rfc1738()).iter().all(|name| discovered.contains(name)));
}

/// Two crates, or a crate and the application, register one name.
#[test]
fn a_conflict_names_both_owners() {
    let clash = anyurl::discover().unwrap().to_builder().add(&DICT);
    let error = clash.err().unwrap();
    assert!(matches!(&error, RegisterError::Taken { name, .. } if name == "x-word"));
    let message = error.to_string();
    assert!(
        message.contains("anyurl 0.") && message.contains("application at tests/anyurl/downstream.rs"),
        "{message}"
    );
}

/// A URL keeps the meaning it was parsed with.
#[test]
fn removing_a_scheme_changes_no_value() {
    let with = anyurl::registry().to_builder().add(&DICT).unwrap().build();
    let owned = with.parser().parse_owned("x-word:a").unwrap();
    let without = with.to_builder().remove("X-WORD").build();
    drop(with);
    assert!(without.parse("x-word:a/b").unwrap().is_generic());
    assert_eq!(owned.as_url().component("word").unwrap().text(), "a");
    assert!(!owned.as_url().is_generic());
}

#[test]
fn conflict_policies() {
    let base = || anyurl::registry().to_builder();
    let owner = |registry: &Registry| registry.get("mailto", Profile::Rfc1738).unwrap().origin().package.clone();
    let any = anyurl::schemes::mailto::ANY;
    assert!(base().add(any).is_err());
    let kept = base().on_conflict(Conflict::Keep).add(any).unwrap().build();
    assert_eq!(owner(&kept), anyurl::schemes::PACKAGE);
    let replaced = base().on_conflict(Conflict::Replace).add(any).unwrap().build();
    assert_eq!(owner(&replaced), "application");
    assert!(replaced.parse("mailto:a,b").is_ok());
    assert_eq!(replaced.versions("mailto").count(), 1);
}
