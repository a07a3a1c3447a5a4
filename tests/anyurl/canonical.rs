//! Canonical forms of every scheme, wherever an escape stands: each is a URL under the same registry and options, means
//! the same, and is its own canonical form (`anyurl_testkit::check_canonical_form`).

use anyurl::Registry;
use anyurl_testkit::{Rng, check_canonical_form, mutate};

/// Escapes of unreserved characters: a grammar can accept the escape but not the character, or the reverse.
const ESCAPES: [&str; 8] = ["%2E", "%2d", "%5f", "%7E", "%61", "%5A", "%30", "%40"];

/// The texts that result from one escape at any position of an example.
fn with_one_escape(example: &str) -> impl Iterator<Item = String> + '_ {
    let part = example.find(':').map_or(0, |colon| colon + 1);
    let offsets = (part..=example.len()).filter(|at| example.is_char_boundary(*at));
    offsets.flat_map(move |at| {
        let (before, after) = example.split_at(at);
        let inserted = ESCAPES.map(|escape| format!("{before}{escape}{after}"));
        let replaced =
            after.bytes().next().filter(u8::is_ascii).map(|byte| format!("{before}%{byte:02x}{}", &after[1..]));
        inserted.into_iter().chain(replaced)
    })
}

fn examples(registry: &Registry) -> impl Iterator<Item = (&str, &str)> {
    registry.entries().flat_map(|entry| {
        let examples = entry.registration().examples.iter();
        examples.map(|example| (entry.name(), &*example.url))
    })
}

#[test]
fn one_escape_at_every_place_of_every_example() {
    let registry = anyurl::registry();
    let texts: Vec<_> = examples(registry).flat_map(|(_, example)| with_one_escape(example)).collect();
    assert!(texts.len() > 50_000, "{}", texts.len());
    let texts = texts.iter().step_by(crate::step(11));
    let wrong: Vec<_> = texts.filter_map(|text| check_canonical_form(registry, text).err()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The canonical form of a built-in scheme is not checked before it is returned.
#[test]
fn mutated_examples_of_built_in_schemes() {
    let registry = Registry::builder().add_builtin(anyurl::schemes::submissions(&anyurl::schemes::RFC1738));
    let registry = registry.add_builtin(anyurl::schemes::submissions(&anyurl::schemes::WEB)).build();
    let mut rng = Rng::new(1994);
    let mut wrong = Vec::new();
    for (_, example) in examples(&registry) {
        let mut text = example.to_owned();
        for n in 0..crate::cases(400, 10_000) {
            // Several mutations, one after the other.
            text = mutate(if n % 4 == 0 { example } else { &text }, &mut rng);
            wrong.extend(check_canonical_form(&registry, &text).err());
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mutated_examples() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(13);
    let mut wrong = Vec::new();
    for (_, example) in examples(registry) {
        for _ in 0..crate::cases(10, 40) {
            let text = mutate(example, &mut rng);
            wrong.extend(check_canonical_form(registry, &text).err());
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
