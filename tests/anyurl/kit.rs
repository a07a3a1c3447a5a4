//! The conformance kit for schemes of the registry file that comes with anyurl.

use anyurl::authors::{Cursor, PlanBuilder, Registration, Scheme, Shape};
use anyurl::schemes::http::HTTP;
use anyurl::{Error, Implementation, PlanError, Slot, Span};

/// Every declared scheme passes the kit that the schemes in code run.
#[test]
fn declared_schemes_conform() {
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in anyurl::registry().entries().filter(|entry| entry.implementation() == Implementation::Declared) {
        count += 1;
        let of_entry = anyurl_testkit::entry_failures(anyurl::registry(), entry);
        failures.extend(of_entry.into_iter().take(3).map(|failure| format!("{entry:?}: {failure}")));
    }
    assert!(count > 50, "{count}");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// HTTP with another path.
struct Other {
    has_shape: bool,
    path: fn(Span) -> Span,
}

impl Scheme for Other {
    fn registration(&self) -> &Registration {
        HTTP.registration()
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        HTTP.parse(at)?;
        if let Some(path) = at.get(Slot::own(0)) {
            at.set(Slot::own(0), (self.path)(path));
        }
        Ok(())
    }

    fn shape(&self) -> Option<Shape> {
        HTTP.shape().filter(|_| self.has_shape)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        HTTP.plan(to)
    }
}

#[test]
fn wrong_spans_are_found() {
    static WRONG: [(Other, &str); 2] = [
        (Other { has_shape: true, path: |path| Span::at(path.start()) }, "its shape"),
        (Other { has_shape: false, path: |_| Span::new(0, 1) }, "outside the text after the scheme"),
    ];
    for (other, says) in &WRONG {
        let failures = anyurl_testkit::failures(other);
        assert!(failures.iter().any(|failure| failure.contains(says)), "{failures:?}");
    }
    assert!(anyurl_testkit::failures(HTTP).is_empty());
}
