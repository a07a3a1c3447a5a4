//! A generator of small grammars that ask for much: rules that use the next one twice, in every way that the notation has.
//! Whatever comes out, no work and nothing that is built grows faster than the text, or a cap refuses it.

use std::fmt::Write as _;

use locator_testkit::Rng;

use crate::skeleton::outline_within;
use crate::{
    AbnfErrorKind, Budget, ByteSet, Cap, Capture, Dialect, Generic, Grammar, Limits, RuleSet, Source, difference,
    outside,
};

/// How a rule is made of the next, `r`.
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

/// What the last rule derives.
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

/// What stands around the first rule.
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

/// A grammar, and the rules that are components of it.
#[derive(Debug)]
struct Nasty {
    text: String,
    components: Vec<String>,
    imports: Vec<RuleSet>,
}

impl Nasty {
    fn captures(&self) -> Vec<Capture<'_>> {
        let within = &["login", "hostport", "authority"];
        let implied = ["user", "password", "host", "port"];
        let implied = implied.map(|name| Capture::implied(name, name, within));
        let own = self.components.iter();
        own.map(|rule| Capture::new(rule, rule)).chain(implied).collect()
    }

    /// As many rules as `rules`, of which each is made of the next in a way of `steps`.
    fn of(wrap: &str, steps: &[&str], rules: usize, leaf: &str) -> Self {
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
        let mut nasty = Self::of(wrap, &steps, rules, leaf);
        match rng.below(6) {
            0 => nasty.components.push(format!("r{rules}")),
            1 => nasty.components.push(format!("r{}", rules / 2)),
            2 => nasty.components.push("r0".to_owned()),
            3 => {
                let all = (0..=rules.min(11)).map(|n| format!("r{n}"));
                nasty.components.extend(all);
            }
            _ => {}
        }
        if rng.below(4) == 0 {
            nasty.nest(1 + rng.below(64));
        }
        if rng.below(8) == 0 {
            // Further alternatives, each written apart.
            let more = "r1 =/ \"e\" / \"f\" *ALPHA\n".repeat(1 + rng.below(1_000));
            nasty.text += &more;
        }
        if rng.below(6) == 0 {
            nasty.imports.push(RuleSet::Rfc3986);
        }
        nasty
    }

    /// Puts every rule into groups within groups.
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

/// Every way to double, alone, behind every wrap, as a component or not; deep; and many at random.
fn all() -> impl Iterator<Item = Nasty> {
    let doublings = STEPS.into_iter().flat_map(|step| {
        let wrapped = WRAPS.into_iter().flat_map(move |wrap| {
            // So many that no cap of states is in the way, and so many that one is all there is.
            [9, 40].into_iter().flat_map(move |rules| {
                [None, Some(rules), Some(rules / 2), Some(0)].map(|component| {
                    let mut nasty = Nasty::of(wrap, &[step], rules, "\"x\"");
                    let component = component.map(|n| format!("r{n}"));
                    nasty.components.extend(component);
                    nasty
                })
            })
        });
        wrapped.chain([255, 1_000].map(|rules| {
            let mut nasty = Nasty::of("\"x-a:\" r0", &[step], rules, "\"x\"");
            nasty.nest(60_000 / rules / 8);
            nasty
        }))
    });
    let cases = std::env::var("LOCATOR_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(400);
    let mut rng = Rng::new(cases as u64);
    let random = std::iter::repeat_with(move || Nasty::random(&mut rng)).take(cases);
    doublings.chain(random)
}

/// Steps of looking at a grammar for each byte of it, where nothing is expanded.
const PER_BYTE: usize = 4;

/// What the imported rules are worth, in bytes.
const IMPORTED: usize = 12_000;

/// Before anything is expanded, work grows with the text, and what is built has a bound.
#[test]
fn outlines_cost_what_the_text_is_long() {
    let (mut written, mut refused, mut worst) = (0, 0, 0);
    for nasty in all() {
        let captures = nasty.captures();
        let source = Source::new(&nasty.text).imports(&nasty.imports).captures(&captures);
        let mut budget = Budget::new(Limits::STANDARD);
        let outline = outline_within(&source, &mut budget);
        let steps = usize::try_from(budget.spent().steps).unwrap_or(usize::MAX);
        let most = PER_BYTE * (nasty.text.len() + IMPORTED);
        assert!(steps <= most, "{steps} of {most} steps: {nasty:?}");
        worst = worst.max(steps / (nasty.text.len() + IMPORTED));
        match outline {
            Ok(outline) => {
                let template = outline.template.unwrap_or_default();
                assert!(template.len() <= 4096, "{nasty:?}");
                written += usize::from(!template.is_empty());
            }
            Err(_) => refused += 1,
        }
    }
    println!("{written} templates, {refused} refused, at most {worst} steps a byte");
    assert!(written > 50 && refused > 50, "{written} {refused}");
}

/// Whatever is compiled, searched and compared, and whatever is said of a text that fails: it ends within the budget.
#[test]
fn all_work_is_paid_for() {
    // What is tried is whether the work ends, not where: small caps end it sooner.
    let limits = Limits { steps: 300_000, positions: 100_000, pairs: 20_000, ..Limits::STANDARD };
    // One step of the count may be as large as this: a row of the table, or the labels of an automaton.
    let most = limits.steps + 20_000 * 256;
    let (mut compiled, mut refused) = (0, 0);
    for nasty in all() {
        let captures = nasty.captures();
        let source = Source::new(&nasty.text).imports(&nasty.imports).captures(&captures);
        let mut budget = Budget::new(limits);
        let grammar = Grammar::compile_within(&source, &mut budget);
        let within = |budget: &Budget, what: &str| {
            let spent = budget.spent();
            assert!(spent.steps <= most, "{what}: {spent:?} {nasty:?}");
            assert!(spent.positions <= 2 * 100_000, "{what}: {spent:?} {nasty:?}");
        };
        within(&budget, "compiling");
        let Ok(grammar) = grammar else {
            refused += 1;
            continue;
        };
        compiled += 1;
        assert!(grammar.size().bytes <= limits.table);
        let _ = grammar.ambiguity(&mut budget);
        within(&budget, "ambiguity");
        let _ = outside(&grammar, Generic::Rfc3986, &mut budget);
        within(&budget, "outside");
        let _ = grammar.behind(b"x-a://", &mut budget);
        within(&budget, "behind");
        for capture in &captures {
            let sets = [ByteSet::one(b'x'), ByteSet::folded(b'b')];
            let _ = grammar.holding(capture.name, &sets, &mut budget);
            within(&budget, "holding");
            let _ = grammar.without(capture.name, &mut budget);
            within(&budget, "without");
        }
        let _ = difference(&grammar, &grammar, &mut budget);
        within(&budget, "difference");
        fails_in_few_words(&grammar);
    }
    println!("{compiled} compiled, {refused} refused");
    assert!(compiled > 100 && refused > 100, "{compiled} {refused}");
}

/// What is said of a text that fails does not grow with the grammar.
fn fails_in_few_words(grammar: &Grammar) {
    for text in [&b"x-a:xxxx\x07"[..], b"x-a://h/xb\x07", b"\x07", b"x-a:"] {
        let start = grammar.start();
        let Err(failure) = grammar.scan(&start, text, 0, &mut []) else {
            continue;
        };
        let blame = grammar.blame(&start, text, 0, failure);
        assert!(blame.at <= failure.at);
        let words = grammar.expected(blame.state).to_string();
        assert!(words.len() < 16_000, "{} bytes", words.len());
    }
}

/// Thousands of things that can come are not all named, and no name is shown in full that is as long as a grammar.
#[test]
fn expectations_are_few() {
    let many: Vec<_> = (0..600).map(|n| format!("\"k{n:04}\"")).collect();
    let text = format!("s = {}", many.join(" / "));
    let grammar = Grammar::compile(&Source::new(&text)).unwrap();
    let items = grammar.expected(grammar.begin(&grammar.start(), 0).state()).items();
    assert_eq!(items.len(), 33);
    assert_eq!(items[32], "568 others");
    let long = format!("s = \"{}\"", "x".repeat(1_000));
    let grammar = Grammar::compile(&Source::new(&long)).unwrap();
    let words = grammar.expected(grammar.begin(&grammar.start(), 0).state()).to_string();
    assert!(words.len() < 100 && words.contains('…'), "{words}");
}

/// Alternatives that are added one by one stand beside each other, however many there are.
#[test]
fn rules_may_be_extended_often() {
    let text = format!("s = \"a\"\n{}", "s=/\"b\"\n".repeat(9_000));
    for dialect in [Dialect::Rfc5234, Dialect::Rfc1738Bnf] {
        let source = Source::new(&text).dialect(dialect);
        let outcome = Grammar::compile(&source);
        match dialect {
            Dialect::Rfc5234 => assert!(outcome.unwrap().derives(b"b")),
            Dialect::Rfc1738Bnf => assert!(outcome.is_err()),
        }
    }
}

/// A component that can occur in 2^20 combinations with the others: the ways between two bytes are counted too.
#[test]
fn ways_past_components_are_paid_for() {
    let names: Vec<_> = (0..20).map(|n| format!("c{n}")).collect();
    let options: Vec<_> = names.iter().map(|name| format!("[ {name} ]")).collect();
    let rules: Vec<_> = names.iter().map(|name| format!("{name} = *ALPHA\n")).collect();
    let rules = rules.concat();
    let text = format!("s = \"x-a:\" {}\n{rules}", options.join(" "));
    let captures: Vec<_> = names.iter().map(|name| Capture::new(name, name)).collect();
    let grammar = Grammar::compile(&Source::new(&text).captures(&captures)).unwrap();
    let mut budget = Budget::new(Limits::STANDARD);
    let over = grammar.ambiguity(&mut budget).unwrap_err();
    assert_eq!(over.cap, Cap::Positions);
}

/// What compiling would refuse without expanding anything, an outline refuses too: so a file with it is refused when it is
/// loaded.
#[test]
fn outlines_refuse_what_cannot_be_compiled() {
    let (mut alike, mut expanded) = (0, 0);
    for nasty in all() {
        let captures = nasty.captures();
        let source = Source::new(&nasty.text).imports(&nasty.imports).captures(&captures);
        let outline = outline_within(&source, &mut Budget::new(Limits::STANDARD));
        let limits = Limits { steps: 300_000, ..Limits::STANDARD };
        let Err(error) = Grammar::compile_within(&source, &mut Budget::new(limits)) else {
            assert!(outline.is_ok(), "{nasty:?}");
            continue;
        };
        let needs_expansion = match error.fault() {
            AbnfErrorKind::Differs { .. } | AbnfErrorKind::Unreached { .. } | AbnfErrorKind::NoCapture { .. } => true,
            AbnfErrorKind::Over(over) => matches!(over.cap, Cap::Table | Cap::Positions | Cap::Steps),
            _ => false,
        };
        if needs_expansion {
            expanded += 1;
        } else {
            alike += 1;
            assert_eq!(outline.unwrap_err(), error, "{nasty:?}");
        }
    }
    println!("{alike} refused alike, {expanded} only when they are expanded");
    assert!(alike > 100 && expanded > 10);
}
