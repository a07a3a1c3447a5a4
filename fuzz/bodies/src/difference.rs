//! Two grammars, divided by a line `%%`: what the analyses of grammars find is true by the definition.

use std::sync::LazyLock;

use anyurl_abnf::{Ambiguity, Budget, ByteSet, Capture, CompiledGrammar, GenericSyntax, difference, outside};
use anyurl_testkit::Rng;

use crate::grammar::{Definition, LIMITS};
use crate::{abnf, input};

/// Compares two grammars, and asks for texts with and without a component of the first.
///
/// # Panics
/// If a text is none of its grammar, or not what it is said to be, or if a text is missed.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let Some((one, other)) = text.split_once("\n%%\n") else { return };
    let name = Definition::names(one).into_iter().next();
    let captures: Vec<_> = name.iter().map(|name| Capture::implied(name, name, &[])).collect();
    let compiled = abnf::compile(one, &captures).or_else(|| abnf::compile(one, &[]));
    let (Some(first), Some(second)) = (compiled, abnf::compile(other, &[])) else { return };
    let (one, other) = (Definition::new(one), Definition::new(other));
    let mut rng = Rng::new(data.len() as u64);
    let texts: Vec<_> = (0..20).filter_map(|_| one.text(&mut rng)).collect();
    let mut budget = Budget::new(LIMITS);
    match difference(&first, &second, &mut budget) {
        Ok(found) => check_outside(found.as_deref(), &one, &other, &texts),
        Err(_) => return,
    }
    assert!(!matches!(difference(&first, &first, &mut budget), Ok(Some(_))), "a grammar differs from itself");
    for (generic, definition) in [(GenericSyntax::Rfc1738, &*RFC1738), (GenericSyntax::Rfc3986, &*RFC3986)] {
        if let Ok(found) = outside(&first, generic, &mut budget) {
            check_outside(found.as_deref(), &one, definition, &texts);
        }
    }
    if first.captures().next().is_some() {
        check_component(&first, &one, &texts, &mut budget);
    }
}

static RFC1738: LazyLock<Definition> = LazyLock::new(|| {
    Definition::new(concat!("url = scheme \":\" *xchar\n", include_str!("../../../abnf/src/compiler/rfc1738.abnf")))
});
static RFC3986: LazyLock<Definition> =
    LazyLock::new(|| Definition::new(include_str!("../../../abnf/src/compiler/rfc3986.abnf")));

/// Checks what was found as a text of one grammar that another does not derive: if there is none, it derives all `texts`.
fn check_outside(found: Option<&[u8]>, one: &Definition, other: &Definition, texts: &[Vec<u8>]) {
    match found {
        Some(text) => {
            assert_ne!(one.derives(text), Some(false), "{:?}", text.escape_ascii());
            assert_ne!(other.derives(text), Some(true), "{:?}", text.escape_ascii());
        }
        None => {
            for text in texts {
                assert_ne!(other.derives(text), Some(false), "{:?}", text.escape_ascii());
            }
        }
    }
}

/// Checks what the analyses find about the component of a grammar.
fn check_component(grammar: &CompiledGrammar, definition: &Definition, texts: &[Vec<u8>], budget: &mut Budget) {
    let name = grammar.captures().next().expect("a component");
    let part = |text: &[u8]| {
        let mut spans = [None];
        let scanned = grammar.dfa().scan(&grammar.dfa().start(), text, 0, &mut spans);
        assert_ne!(definition.derives(text), Some(scanned.is_err()), "{:?}", text.escape_ascii());
        spans[0]
    };
    let has_a = |text: &[u8]| part(text).is_some_and(|span| text[span.range()].to_ascii_lowercase().contains(&b'a'));
    let (Ok(ambiguity), Ok(without), Ok(containing)) = (
        grammar.ambiguity(budget),
        grammar.text_without(name, budget),
        grammar.text_containing(name, &[ByteSet::folded(b'a')], budget),
    ) else {
        return;
    };
    assert!(without.as_deref().is_none_or(|text| part(text).is_none()), "{without:?} has {name}");
    if let Some(Ambiguity { text, preferred, other }) = ambiguity {
        assert_eq!(part(&text), preferred.first().map(|(_, span)| *span), "{:?}", text.escape_ascii());
        assert_ne!(preferred, other, "{:?}", text.escape_ascii());
        for (_, span) in other {
            assert_ne!(definition.rule_derives(name, &text[span.range()]), Some(false), "{:?}", text.escape_ascii());
        }
        return;
    }
    // In a grammar with one reading for each text, there is no other text either.
    assert!(containing.as_deref().is_none_or(has_a), "{containing:?} has no `a` in {name}");
    for text in texts {
        assert!(without.is_some() || part(text).is_some(), "{:?} has no {name}", text.escape_ascii());
        assert!(containing.is_some() || !has_a(text), "{:?} has an `a` in {name}", text.escape_ascii());
    }
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
