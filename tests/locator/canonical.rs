//! Canonical forms of all schemes, with an escape at every position: each is a URL under the same registry and options,
//! is equivalent to the original, and is its own canonical form (`locator_testkit::has_canonical_form`).

use locator::Registry;
use locator_testkit::{Rng, has_canonical_form, mutate};

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
    let registry = locator::registry();
    let step = crate::cases(11, 1);
    let texts: Vec<_> = examples(registry).flat_map(|(_, example)| with_one_escape(example)).collect();
    let texts = texts.iter().step_by(step);
    assert!(texts.len() > 50_000 / step, "{}", texts.len());
    let wrong: Vec<_> = texts.filter_map(|text| has_canonical_form(registry, text).err()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mutated_examples() {
    let registry = locator::registry();
    let mut rng = Rng::new(13);
    let mut wrong = Vec::new();
    for (_, example) in examples(registry) {
        for _ in 0..crate::cases(10, 40) {
            let text = mutate(example, &mut rng);
            wrong.extend(has_canonical_form(registry, &text).err());
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
