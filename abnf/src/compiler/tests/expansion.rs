//! Small grammars with exponential expansions: rules that use the next one twice, in every way the notation allows. For
//! each of them, work and memory grow no faster than the text, or a limit rejects the grammar.

use std::fmt::Write as _;

use anyurl_testkit::Rng;

use crate::{
    AbnfErrorKind, Budget, ByteSet, Capture, CompiledGrammar, Dialect, GenericSyntax, GrammarSource, Limit, Limits,
    RuleSet, Skeleton, difference, outside,
};

/// Definitions of a rule by the next rule, `r`.
const STEPS: [&str; 18] = [
    "r r",
    "[ r ] [ r ]",
    "r / r",
    "r / \"b\" r",
    "2r",
    "*2r",
    "( r ) ( r )",
    "[ [ r ] r ]",
    "( r / \"b\" ) r",
    "[ r / r ] [ \"c\" r ]",
    "2( \"b\" r )",
    "*( r / \"b\" r )",
    "1000r",
    "*1024( [ r ] [ r ] )",
    "1*r",
    "r",
    "[ \"/\" r ]",
    "\"b\" r / \"c\" r / \"d\" r",
];

/// Definitions of the last rule.
const LEAVES: [&str; 9] = [
    "\"x\"",
    "\"\"",
    "*ALPHA",
    "1*2DIGIT",
    "r0",
    "hostport",
    "login",
    "*( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )",
    "[ \"x\" ]",
];

/// Definitions of the start rule by the first rule, `r0`.
const WRAPS: [&str; 9] = [
    "r0",
    "\"x-a:\" r0",
    "\"x-a://\" host \"/\" r0",
    "\"x-a://\" login [ \"/\" r0 ]",
    "\"x-a:\" ( r0 / \"z\" )",
    "\"x-a:\" [ r0 ] [ \"?\" ALPHA ]",
    "\"x-a:\" ( r0 / \"y\" r0 )",
    "\"x-a:\" *( r0 \",\" )",
    "\"x-a://\" hostport \"/\" r0 [ \"#\" r0 ]",
];

/// A grammar, and the rules that are components.
#[derive(Debug)]
struct Case {
    text: String,
    components: Vec<String>,
    imports: Vec<RuleSet>,
}

impl Case {
    fn captures(&self) -> Vec<Capture<'_>> {
        let within = &["login", "hostport", "authority"];
        let implied = ["user", "password", "host", "port"];
        let implied = implied.map(|name| Capture::implied(name, name, within));
        let own = self.components.iter();
        own.map(|rule| Capture::new(rule, rule)).chain(implied).collect()
    }

    /// A grammar of `rules` rules, each defined by the next with one of `steps`.
    fn new(wrap: &str, steps: &[&str], rules: usize, leaf: &str) -> Self {
        let mut text = format!("s = {wrap}\n");
        for n in 0..rules {
            let step = steps[n % steps.len()];
            let step: Vec<_> = step
                .split(' ')
                .map(|word| match word.strip_suffix('r') {
                    Some(count) => format!("{count}r{}", n + 1),
                    None => word.to_owned(),
                })
                .collect();
            let _ = writeln!(text, "r{n} = {}", step.join(" "));
        }
        let _ = writeln!(text, "r{rules} = {leaf}");
        Self { text, components: Vec::new(), imports: vec![RuleSet::Rfc1738] }
    }

    fn random(rng: &mut Rng) -> Self {
        let rules = *rng.pick(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 60, 255, 1_000]);
        let steps: Vec<&str> = (0..=rng.below(3)).map(|_| *rng.pick(&STEPS)).collect();
        let (wrap, leaf): (&str, &str) = (*rng.pick(&WRAPS), *rng.pick(&LEAVES));
        let mut case = Self::new(wrap, &steps, rules, leaf);
        match rng.below(6) {
            0 => case.components.push(format!("r{rules}")),
            1 => case.components.push(format!("r{}", rules / 2)),
            2 => case.components.push("r0".to_owned()),
            3 => {
                let all = (0..=rules.min(11)).map(|n| format!("r{n}"));
                case.components.extend(all);
            }
            _ => {}
        }
        if rng.below(4) == 0 {
            case.nest(1 + rng.below(64));
        }
        if rng.below(8) == 0 {
            // Many separate definitions of further alternatives.
            let more = "r1 =/ \"e\" / \"f\" *ALPHA\n".repeat(1 + rng.below(1_000));
            case.text += &more;
        }
        if rng.below(6) == 0 {
            case.imports.push(RuleSet::Rfc3986);
        }
        case
    }

    /// Wraps every rule in nested groups.
    fn nest(&mut self, depth: usize) {
        let nested = self.text.lines().map(|line| {
            let (name, rule) = line.split_once(" = ").unwrap_or((line, "\"x\""));
            let (open, close) = (["[ ", "( "], [" ]", " )"]);
            let opens: String = (0..depth).map(|n| open[n % 2]).collect();
            let closes: String = (0..depth).rev().map(|n| close[n % 2]).collect();
            format!("{name} = {opens}{rule}{closes}\n")
        });
        self.text = nested.collect();
    }
}

/// Every step with every wrap, as a component or not; deeply nested; and random combinations.
fn all() -> impl Iterator<Item = Case> {
    let doublings = STEPS.into_iter().flat_map(|step| {
        let wrapped = WRAPS.into_iter().flat_map(move |wrap| {
            // Few enough to stay below the limit of states, and many enough to exceed it.
            [9, 40].into_iter().flat_map(move |rules| {
                [None, Some(rules), Some(rules / 2), Some(0)].map(|component| {
                    let mut case = Case::new(wrap, &[step], rules, "\"x\"");
                    let component = component.map(|n| format!("r{n}"));
                    case.components.extend(component);
                    case
                })
            })
        });
        wrapped.chain([255, 1_000].map(|rules| {
            let mut case = Case::new("\"x-a:\" r0", &[step], rules, "\"x\"");
            case.nest(60_000 / rules / 8);
            case
        }))
    });
    let cases = std::env::var("ANYURL_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(400);
    let mut rng = Rng::new(cases as u64);
    let random = std::iter::repeat_with(move || Case::random(&mut rng)).take(cases);
    doublings.chain(random)
}

/// The maximum number of steps per byte of a grammar, without expansion: 4.3 in 20,000 random grammars.
const STEPS_PER_BYTE: usize = 6;

/// The size of the imported rules in bytes.
const IMPORTED_BYTES: usize = 12_000;

/// Without expansion, work is linear in the text, and the template has a maximum length.
#[test]
fn skeletons_cost_linear_time() {
    let (mut templates, mut rejected, mut worst) = (0, 0, 0);
    for case in all() {
        let captures = case.captures();
        let source = GrammarSource::new(&case.text).imports(&case.imports).captures(&captures);
        let mut budget = Budget::new(Limits::STANDARD);
        let skeleton = Skeleton::new_within(&source, &mut budget);
        let steps = usize::try_from(budget.usage().steps).unwrap_or(usize::MAX);
        let bytes = case.text.len() + IMPORTED_BYTES;
        assert!(steps <= STEPS_PER_BYTE * bytes, "{steps} steps for {bytes} bytes: {case:?}");
        worst = worst.max(steps / bytes);
        match skeleton {
            Ok(skeleton) => {
                let template = skeleton.template.unwrap_or_default();
                assert!(template.len() <= 4096, "{case:?}");
                templates += usize::from(!template.is_empty());
            }
            Err(_) => rejected += 1,
        }
    }
    println!("{templates} templates, {rejected} rejected, at most {worst} steps per byte");
    assert!(templates > 50 && rejected > 50, "{templates} {rejected}");
}

/// Compilation, searches, comparisons and error messages stay within the budget.
#[test]
fn all_work_is_charged() {
    // Low limits keep the test fast; only whether the work ends matters here.
    let limits = Limits { steps: 300_000, positions: 100_000, pairs: 20_000, ..Limits::STANDARD };
    // A single charge can be this large: a row of the table, or the labels of an automaton.
    let max_steps = limits.steps + 20_000 * 256;
    let (mut compiled, mut rejected) = (0, 0);
    for case in all() {
        let captures = case.captures();
        let source = GrammarSource::new(&case.text).imports(&case.imports).captures(&captures);
        let mut budget = Budget::new(limits);
        let grammar = CompiledGrammar::compile_within(&source, &mut budget);
        let within = |budget: &Budget, what: &str| {
            let usage = budget.usage();
            assert!(usage.steps <= max_steps, "{what}: {usage:?} {case:?}");
            assert!(usage.positions <= 2 * 100_000, "{what}: {usage:?} {case:?}");
        };
        within(&budget, "compiling");
        let Ok(grammar) = grammar else {
            rejected += 1;
            continue;
        };
        compiled += 1;
        assert!(grammar.dfa().size() <= limits.table);
        // What is charged at once can be larger here: all pairs of two lists. It is refused before it is done.
        if grammar.ambiguity(&mut budget).is_err() {
            continue;
        }
        within(&budget, "ambiguity");
        let _ = outside(&grammar, GenericSyntax::Rfc3986, &mut budget);
        within(&budget, "outside");
        let _ = grammar.components_after(b"x-a://", &mut budget);
        within(&budget, "components_after");
        for capture in &captures {
            let sets = [ByteSet::one(b'x'), ByteSet::folded(b'b')];
            let _ = grammar.text_containing(capture.name, &sets, &mut budget);
            within(&budget, "text_containing");
            let _ = grammar.text_without(capture.name, &mut budget);
            within(&budget, "text_without");
        }
        let _ = difference(&grammar, &grammar, &mut budget);
        within(&budget, "difference");
        check_message_lengths(&grammar);
    }
    println!("{compiled} compiled, {rejected} rejected");
    assert!(compiled > 100 && rejected > 100, "{compiled} {rejected}");
}

/// Messages do not grow with the grammar.
fn check_message_lengths(grammar: &CompiledGrammar) {
    for text in [&b"x-a:xxxx\x07"[..], b"x-a://h/xb\x07", b"\x07", b"x-a:"] {
        let start = grammar.dfa().start();
        let Err(mismatch) = grammar.dfa().scan(&start, text, 0, &mut []) else {
            continue;
        };
        let location = grammar.locate_error(&start, text, 0, mismatch);
        assert!(location.at <= mismatch.at);
        let message = grammar.expected(location.state).to_string();
        assert!(message.len() < 16_000, "{} bytes", message.len());
    }
}

/// Messages list a limited number of items and truncate long names.
#[test]
fn messages_are_short() {
    let many: Vec<_> = (0..600).map(|n| format!("\"k{n:04}\"")).collect();
    let text = format!("s = {}", many.join(" / "));
    let grammar = CompiledGrammar::compile(&GrammarSource::new(&text)).unwrap();
    let items = grammar.expected(grammar.dfa().matcher(&grammar.dfa().start(), 0).state()).items();
    assert_eq!(items.len(), 33);
    assert_eq!(items[32], "568 others");
    let long = format!("s = \"{}\"", "x".repeat(1_000));
    let grammar = CompiledGrammar::compile(&GrammarSource::new(&long)).unwrap();
    let message = grammar.expected(grammar.dfa().matcher(&grammar.dfa().start(), 0).state()).to_string();
    assert!(message.len() < 100 && message.contains('…'), "{message}");
}

/// Alternatives added by `=/` form a flat list.
#[test]
fn rules_can_be_extended_often() {
    let text = format!("s = \"a\"\n{}", "s=/\"b\"\n".repeat(9_000));
    for dialect in [Dialect::Rfc5234, Dialect::Rfc1738Bnf] {
        let source = GrammarSource::new(&text).dialect(dialect);
        let outcome = CompiledGrammar::compile(&source);
        match dialect {
            Dialect::Rfc5234 => assert!(outcome.unwrap().dfa().derives(b"b")),
            Dialect::Rfc1738Bnf => assert!(outcome.is_err()),
        }
    }
}

/// 20 optional components give 2^20 paths between two bytes, which are charged too.
#[test]
fn paths_between_bytes_are_charged() {
    let names: Vec<_> = (0..20).map(|n| format!("c{n}")).collect();
    let options: Vec<_> = names.iter().map(|name| format!("[ {name} ]")).collect();
    let rules: Vec<_> = names.iter().map(|name| format!("{name} = *ALPHA\n")).collect();
    let rules = rules.concat();
    let text = format!("s = \"x-a:\" {}\n{rules}", options.join(" "));
    let captures: Vec<_> = names.iter().map(|name| Capture::new(name, name)).collect();
    let grammar = CompiledGrammar::compile(&GrammarSource::new(&text).captures(&captures)).unwrap();
    let mut budget = Budget::new(Limits::STANDARD);
    let exceeded = grammar.ambiguity(&mut budget).unwrap_err();
    assert_eq!(exceeded.limit, Limit::Positions);
}

/// A skeleton reports every error of a compilation that needs no expansion, so that a registry file fails when it is
/// loaded.
#[test]
fn skeletons_report_errors_of_the_compilation() {
    let (mut alike, mut expanded) = (0, 0);
    for case in all() {
        let captures = case.captures();
        let source = GrammarSource::new(&case.text).imports(&case.imports).captures(&captures);
        let skeleton = Skeleton::new_within(&source, &mut Budget::new(Limits::STANDARD));
        let limits = Limits { steps: 300_000, ..Limits::STANDARD };
        let Err(error) = CompiledGrammar::compile_within(&source, &mut Budget::new(limits)) else {
            assert!(skeleton.is_ok(), "{case:?}");
            continue;
        };
        let needs_expansion = match error.kind() {
            AbnfErrorKind::Differs { .. } | AbnfErrorKind::Unreached { .. } | AbnfErrorKind::NoCapture { .. } => true,
            AbnfErrorKind::LimitExceeded(exceeded) => {
                matches!(exceeded.limit, Limit::Table | Limit::Positions | Limit::Steps)
            }
            _ => false,
        };
        if needs_expansion {
            expanded += 1;
        } else {
            alike += 1;
            assert_eq!(skeleton.unwrap_err(), error, "{case:?}");
        }
    }
    println!("{alike} rejected by both, {expanded} only after expansion");
    assert!(alike > 100 && expanded > 10);
}
