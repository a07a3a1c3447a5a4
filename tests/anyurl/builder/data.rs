//! The builder works for a scheme that is data; builder and testkit detect wrong data.

use std::sync::Arc;

use anyurl::authors::{
    Class, Component, Cursor, List, PlanBuilder, Registration, Scheme, Status, Text, example, reject,
};
use anyurl::semver::Version;
use anyurl::{Error, ErrorKind, PlanError, Registry, Slot};

/// `pairurl = "x-pair:" *uchar "/" *uchar`, with a registration made at run time.
struct Pair(Registration);

static UCHAR: Class = Class::uchar("uchar");

impl Scheme for Pair {
    fn registration(&self) -> &Registration {
        &self.0
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let left = at.run(&UCHAR, "left")?;
        at.set(Slot::own(0), left);
        if !at.take("/") {
            return Err(at.unexpected(&UCHAR, "left"));
        }
        let right = at.run(&UCHAR, "right")?;
        at.set(Slot::own(1), right);
        at.finish(&UCHAR, "right")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.line("COMPARE ").component(Slot::own(0)).send()
    }
}

/// A scheme with a template, and the bytes besides letters that a component claims to accept.
fn pair(template: &str, accepted: &[u8]) -> Pair {
    let class = Class::alphadigit("declared").and(accepted);
    let component = |name, slot| Component::text(name, Slot::own(slot)).with_class(&class);
    let mut registration = Registration::new("x-pair", Version::new(1, 0, 0), Status::Experimental);
    registration.description = "two texts".into();
    registration.components = List::Owned(vec![component("left", 0), component("right", 1)]);
    registration.template = Text::Owned(template.to_owned());
    registration.reserved = "/".into();
    registration.syntax = "pairurl = \"x-pair:\" *uchar \"/\" *uchar".into();
    registration.access = List::Owned(vec!["compare them".into()]);
    registration.examples = vec![example("x-pair:a/b%2F", "left=a right=b%2F")].into();
    registration.rejects = vec![reject("x-pair:a", ErrorKind::Unexpected, "uchar", (8, 8))].into();
    Pair(registration)
}

#[test]
fn a_scheme_made_at_run_time_is_built() {
    let registry = Registry::builder().add(Arc::new(pair("{left}/{right}", b"-"))).unwrap().build();
    let url = registry.build("x-pair").unwrap().set("left", "a-b_").set("right", "c/d").build();
    assert_eq!(url.unwrap().as_str(), "x-pair:a-b%5F/c%2Fd");
}

/// Wrong data never produce a wrong URL.
#[test]
fn wrong_registrations_build_no_wrong_url() {
    for (template, accepted) in [("{right}/{left}", &b""[..]), ("{left}/{right}", b"/"), ("{left}/x{right}", b"")] {
        let registry = Registry::builder().add(Arc::new(pair(template, accepted))).unwrap().build();
        let url = registry.build("x-pair").unwrap().set("left", "a/b").set("right", "c").build();
        assert!(url.is_err(), "{template}: {url:?}");
    }
}

#[test]
fn the_kit_finds_wrong_data() {
    let failures = |template, accepted| anyurl_testkit::failures(Arc::new(pair(template, accepted)));
    let finds = |template, accepted, says: &str| {
        let failures = failures(template, accepted);
        assert!(failures.iter().any(|one| one.contains(says)), "{template}: {failures:?}");
    };
    let ours = |failure: &String| failure.contains("components build");
    assert!(!failures("{left}/{right}", b"-").iter().any(ours));
    finds("{right}/{left}", b"", "its components build no URL");
    finds("{left}/x{right}", b"", "its decoded components build no URL");
    finds("", b"", "needs a `template`");
}
