//! Declared schemes: the builder writes whatever a component accepts as escapes, except what would act as protocol.

use crate::Url;
use anyurl::authors::Role;
use anyurl::authors::escape::push_escape;
use anyurl::{BuildError, Environment, Options};
use anyurl_testkit::Rng;

/// The URL with another text for a component.
fn replaced(url: &Url<'_>, span: anyurl::Span, text: &str) -> String {
    let whole = url.text();
    format!("{}{text}{}", &whole[..span.start()], &whole[span.end()..])
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        push_escape(*byte, &mut text);
    }
    text
}

/// Components that are lists of parameters: an `=` that the builder writes as it is asks for a value after it.
const PARAMETERS: [(&str, &str); 2] = [("sip", "parameters"), ("sips", "parameters")];

/// If the grammar accepts some bytes as escapes in a component of an example, the builder can write them there without
/// changing other components.
#[test]
fn bytes_accepted_as_escapes_are_built() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(2384);
    let (mut built, mut wrong) = (0, Vec::new());
    for options in [Options::new(), Options::new().rfc1738()] {
        for entry in registry.entries() {
            for example in entry.registration().examples.iter() {
                let Ok(url) = registry.parser().options(options).parse(&example.url) else {
                    continue;
                };
                if url.registration().template.is_empty() || url.to_builder().build().is_err() {
                    continue;
                }
                for part in url.components() {
                    let text = matches!(part.role(), Role::User | Role::Password | Role::Text);
                    let Some(span) = part.span().filter(|_| text) else {
                        continue;
                    };
                    for first in (0..=u8::MAX).step_by(crate::cases(7, 1)) {
                        let mut bytes = vec![b'a', first, b'b'];
                        if rng.one_in(2) {
                            bytes.push(u8::try_from(rng.below(256)).unwrap());
                        }
                        let text = replaced(&url, span, &escaped(&bytes));
                        let holds = registry.parser().options(options).parse(&text).is_ok_and(|url| {
                            let part = url.component(part.name());
                            part.is_some_and(|part| {
                                part.decoded().is_some_and(|is| *is == *bytes)
                                    && part.span().is_some_and(|is| is.len() == 3 * bytes.len())
                            })
                        });
                        let is_open = bytes.ends_with(b"=") && PARAMETERS.contains(&(entry.name(), part.name()));
                        if !holds || is_open {
                            continue;
                        }
                        built += 1;
                        let other = url.to_builder().set(part.name(), &bytes).build();
                        let is_refused = |error: &BuildError| {
                            let url = registry.parser().options(options).parse(&text).unwrap();
                            matches!(error, BuildError::Unsafe { .. }) && url.plan(&Environment::new()).is_err()
                        };
                        if let Some(error) = other.err().filter(|error| !is_refused(error)) {
                            wrong.push(format!("{text}: {error}"));
                        }
                    }
                }
            }
        }
    }
    assert!(built > crate::cases(1_000, 10_000), "{built}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A rule of ldap has `@` at its beginning only, and `_` nowhere.
#[test]
fn bytes_that_are_escaped_in_a_second_attempt() {
    for (attributes, url) in [("@a", "ldaps:///?@a"), ("ab@", "ldaps:///?ab%40"), ("a_b@", "ldaps:///?a%5Fb%40")] {
        let built = anyurl::registry().build("ldaps").unwrap().set("attributes", attributes).build();
        assert_eq!(built.unwrap().as_str(), url);
    }
}
