//! Two grammars, divided by a line `%%`: what the analyses of grammars find is true by the definition.

use locator_abnf::{Budget, ByteSet, Capture, CompiledGrammar, GenericSyntax, difference, outside};
use locator_testkit::Rng;

use crate::grammar::{Definition, LIMITS};
use crate::{abnf, input};

/// Compares two grammars, and asks for texts with and without a component of the first.
///
/// # Panics
/// If a text is none of its grammar, or a difference is missed.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let Some((one, other)) = text.split_once("\n%%\n") else { return };
    let names = Definition::names(one);
    let captures: Vec<_> = names.first().map(|name| Capture::implied(name, name, &[])).into_iter().collect();
    let compiled = abnf::compile(one, &captures).or_else(|| abnf::compile(one, &[]));
    let (Some(first), Some(second)) = (compiled, abnf::compile(other, &[])) else { return };
    let (one, other) = (Definition::new(one), Definition::new(other));
    let mut budget = Budget::new(LIMITS);
    match difference(&first, &second, &mut budget) {
        Ok(Some(text)) => {
            assert_ne!(one.derives(&text), Some(false), "{:?}", text.escape_ascii());
            assert_ne!(other.derives(&text), Some(true), "{:?}", text.escape_ascii());
        }
        Ok(None) => {
            let mut rng = Rng::new(data.len() as u64);
            for text in (0..20).filter_map(|_| one.text(&mut rng)) {
                assert_ne!(other.derives(&text), Some(false), "{:?}", text.escape_ascii());
            }
        }
        Err(_) => return,
    }
    assert!(!matches!(difference(&first, &first, &mut budget), Ok(Some(_))), "a grammar differs from itself");
    for text in witnesses(&first, names.first(), &mut budget) {
        assert!(first.dfa().derives(&text), "{:?}", text.escape_ascii());
        assert_ne!(one.derives(&text), Some(false), "{:?}", text.escape_ascii());
    }
}

/// Texts of a grammar that its analyses find.
fn witnesses(grammar: &CompiledGrammar, component: Option<&String>, budget: &mut Budget) -> Vec<Vec<u8>> {
    let generic = [GenericSyntax::Rfc1738, GenericSyntax::Rfc3986];
    let mut texts: Vec<_> = generic.iter().map(|generic| outside(grammar, *generic, budget)).collect();
    texts.push(grammar.ambiguity(budget).map(|found| found.map(|ambiguity| ambiguity.text)));
    if let Some(name) = component {
        texts.push(grammar.text_without(name, budget));
        texts.push(grammar.text_containing(name, &[ByteSet::folded(b'a')], budget));
    }
    texts.into_iter().filter_map(|found| found.ok().flatten()).collect()
}

/// The grammars of the target `abnf`, each with the next one and with a changed copy.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = abnf::seeds();
    let texts: Vec<_> = texts.iter().filter_map(|text| str::from_utf8(text).ok()).collect();
    let grammars: Vec<_> =
        texts.iter().map(|text| text.split_once("\n%%\n").map_or(*text, |(grammar, _)| grammar)).collect();
    let neighbours = grammars.windows(2).map(|pair| format!("{}\n%%\n{}", pair[0], pair[1]));
    let changed =
        grammars.iter().map(|one| format!("{one}\n%%\n{}", one.replacen("ALPHA", "DIGIT", 1).replacen('[', "(", 1)));
    neighbours.chain(changed).map(String::into_bytes).collect()
}
