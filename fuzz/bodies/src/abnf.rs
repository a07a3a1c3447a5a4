//! A grammar, and after a line `%%` texts, one on each line: the automaton derives what the definition does.

use anyurl_abnf::{Budget, Capture, CompiledGrammar, GrammarSource};
use anyurl_core::Span;
use anyurl_testkit::{Rng, mutate};

use crate::grammar::{Definition, LIMITS};
use crate::{input, seeds};

/// Compiles a grammar, and matches the texts and random texts of the grammar.
///
/// # Panics
/// If the automaton and the definition differ, or a component is none by its rule.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let (grammar, texts) = text.split_once("\n%%\n").unwrap_or((text, ""));
    let names = Definition::names(grammar);
    let captures: Vec<_> = names.iter().take(8).map(|name| Capture::implied(name, name, &[])).collect();
    // A rule that can occur twice is no component.
    let compiled = compile(grammar, &captures).map(|compiled| (compiled, &captures[..]));
    let compiled = compiled.or_else(|| compile(grammar, &[]).map(|compiled| (compiled, &captures[..0])));
    let Some((compiled, captures)) = compiled else { return };
    let definition = Definition::new(grammar);
    let check = |text: &[u8]| check(&compiled, captures, &definition, text);
    texts.split('\n').for_each(|text| check(text.as_bytes()));
    let mut rng = Rng::new(data.len() as u64);
    for _ in 0..6 {
        let Some(text) = definition.text(&mut rng) else { continue };
        check(&text);
        if let Ok(text) = str::from_utf8(&text) {
            check(mutate(text, &mut rng).as_bytes());
        }
    }
}

/// Compiles a grammar. An error is within it, and has a message.
pub(crate) fn compile(text: &str, captures: &[Capture<'_>]) -> Option<CompiledGrammar> {
    let source = GrammarSource::new(text).captures(captures);
    match CompiledGrammar::compile_within(&source, &mut Budget::new(LIMITS)) {
        Ok(compiled) => Some(compiled),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "{text:?}");
            None
        }
    }
}

fn check(compiled: &CompiledGrammar, captures: &[Capture<'_>], definition: &Definition, text: &[u8]) {
    let Some(derives) = definition.derives(text) else { return };
    let mut spans: Vec<Option<Span>> = vec![None; captures.len()];
    let dfa = compiled.dfa();
    match dfa.scan(&dfa.start(), text, 0, &mut spans) {
        Ok(()) => assert!(derives, "{compiled:?} derives {:?}", text.escape_ascii()),
        Err(mismatch) => {
            assert!(!derives, "{compiled:?} does not derive {:?}", text.escape_ascii());
            assert!(mismatch.at <= text.len());
            assert!(!compiled.expected(mismatch.state).to_string().is_empty());
            return;
        }
    }
    for (capture, span) in captures.iter().zip(spans) {
        if let Some(span) = span {
            let derives = definition.rule_derives(capture.rule, &text[span.range()]);
            assert_ne!(derives, Some(false), "{} is {span:?} of {:?}", capture.name, text.escape_ascii());
        }
    }
}

/// Small grammars with texts, and those of the registry that import nothing.
pub fn seeds() -> Vec<Vec<u8>> {
    const SMALL: [&str; 6] = [
        "t = \"x:\" name *( \"/\" name ) [ \"?\" search ]\nname = 1*ALPHA\nsearch = *( ALPHA / DIGIT )\n%%\nx:a/b?c\nX:a",
        "t = a / b\na = 1*2( \"a\" / %x62-64 )\nb = %s\"A\" *3b2\nb2 = \"b\" [ \"c\" ]\n%%\nAb\nabc\n",
        "t = *( a [ b ] )\na = %x61.62\nb = 2DIGIT / %d46\n%%\nab12ab.",
        "t = \"x\" [ a ] [ b ]\na = *\"y\"\nb = *\"y\" \"z\"\n%%\nxyyz",
        "t = q\nq = DQUOTE *( %x20-21 / %x23-5B / \"\\\" CHAR ) DQUOTE\n%%\n\"a\\\"b\"",
        "t = <a> ; a comment\na =/ \"b\"\na =/ LWSP\n%%\nb\n \r\n ",
    ];
    let entries = seeds::entries();
    let registered = entries.iter().filter_map(|entry| {
        let (_, rest) = entry.split_once("abnf = '''")?;
        Some(rest.split_once("'''")?.0.to_owned())
    });
    SMALL.into_iter().map(str::to_owned).chain(registered).map(String::into_bytes).collect()
}
