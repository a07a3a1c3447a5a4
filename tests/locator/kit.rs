//! The conformance kit for schemes of the registry file that comes with Locator.

use locator::schemes::http::HTTP;
use locator::{Cursor, Error, Implementation, PlanBuilder, PlanError, Registration, Scheme, Shape, Slot, Span};

/// Every declared scheme passes the kit that the schemes in code run.
#[test]
fn declared_schemes_conform() {
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in locator::registry().entries().filter(|entry| entry.implementation() == Implementation::Declared) {
        count += 1;
        let of_entry = locator_testkit::entry_failures(entry);
        failures.extend(of_entry.into_iter().take(3).map(|failure| format!("{entry:?}: {failure}")));
    }
    assert!(count > 50, "{count}");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// A scheme that reads the URLs of its shape in another way.
struct Other;

impl Scheme for Other {
    fn registration(&self) -> &Registration {
        HTTP.registration()
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        HTTP.parse(at)?;
        if let Some(path) = at.get(Slot::own(0)) {
            at.set(Slot::own(0), Span::at(path.start()));
        }
        Ok(())
    }

    fn shape(&self) -> Option<Shape> {
        HTTP.shape()
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        HTTP.plan(to)
    }
}

#[test]
fn wrong_shapes_are_found() {
    let failures = locator_testkit::failures(&Other);
    assert!(failures.iter().any(|failure| failure.contains("its shape")), "{failures:?}");
    assert!(locator_testkit::failures(&HTTP).is_empty());
}
