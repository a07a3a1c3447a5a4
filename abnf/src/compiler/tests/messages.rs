//! Messages, findings, and the components that a match returns.

use crate::{
    Budget, Capture, CompiledGrammar, Dialect, GenericSyntax, GrammarFinding, GrammarSource, Limits, RuleSet, outside,
};

const TICKET: &str = r#"
    ticket   = "x-ticket:" "//" hostport "/" queue "/" number [ "?" priority ] [ %s";v=" 1*2DIGIT ]
    queue    = 1*( ALPHA / DIGIT / "-" )
    number   = 1*DIGIT
    priority = "low" / "high" / "highest"
"#;

const CAPTURES: [Capture<'static>; 4] = [
    Capture::implied("host", "host", &["login", "hostport"]),
    Capture::new("queue", "queue"),
    Capture::new("number", "number"),
    Capture::new("priority", "priority"),
];

fn ticket() -> CompiledGrammar {
    let source = GrammarSource::new(TICKET).imports(&[RuleSet::Rfc1738]).captures(&CAPTURES);
    CompiledGrammar::compile(&source).unwrap()
}

#[test]
fn mismatches_report_what_could_follow() {
    let grammar = ticket();
    let rows = [
        ("x-ticket:", 9, None, "ticket", "found the end, expected \"//\""),
        ("x-ticket:/", 10, None, "ticket", "found the end, expected \"/\" (of \"//\")"),
        ("y", 0, None, "ticket", "found \"y\", expected \"x-ticket:\""),
        (
            "x-ticket://~",
            11,
            Some("host"),
            "domainlabel",
            "found \"~\", expected a letter or a digit (domainlabel); or a letter (toplabel); or a digit (digits)",
        ),
        ("x-ticket://h/", 13, Some("queue"), "queue", "found the end, expected a letter, a digit or \"-\" (queue)"),
        ("x-ticket://h/q/x", 15, Some("number"), "number", "found \"x\", expected a digit (number)"),
        (
            "x-ticket://h/q/7a",
            16,
            Some("number"),
            "number",
            "found \"a\", expected a digit (number); or \"?\"; or \";v=\"; or the end",
        ),
        (
            "x-ticket://h/q/7?hi",
            19,
            Some("priority"),
            "priority",
            "found the end, expected \"gh\" (of \"high\") (priority); or \"ghest\" (of \"highest\") (priority)",
        ),
        ("x-ticket://h/q/7;V", 17, None, "ticket", "found \"V\", expected \"v=\" (of \";v=\")"),
        ("x-ticket://h/q/7;v=12\u{7}", 21, None, "ticket", "found \"\\x07\", expected the end"),
    ];
    for (text, at, component, rule, message) in rows {
        let mismatch = grammar.dfa().scan(&grammar.dfa().start(), text.as_bytes(), 0, &mut []).unwrap_err();
        let expected = grammar.expected(mismatch.state);
        let found = text.as_bytes().get(mismatch.at).copied();
        assert_eq!(expected.message(found), message, "{text}");
        assert_eq!((mismatch.at, expected.component(), expected.rule()), (at, component, rule), "{text}");
        assert_eq!(expected.ends(), message.ends_with("the end"), "{text}");
    }
}

#[test]
fn a_mismatch_is_at_the_end_of_the_longest_viable_prefix() {
    let grammar = ticket();
    let url = b"x-ticket://tracker.example:80/web/42?high";
    for (n, byte) in url.iter().enumerate() {
        let mut matcher = grammar.dfa().matcher(&grammar.dfa().start(), 0);
        assert_eq!(matcher.run(&url[..n], 0), n);
        let expected = grammar.expected(matcher.state());
        assert!(expected.bytes().has(*byte), "{n}");
        for other in 0..=255 {
            assert_eq!(matcher.clone().step(other, n), expected.bytes().has(other), "{n} {other}");
        }
    }
}

/// Minimization keeps states with the same continuations but different rules apart.
#[test]
fn mismatches_name_the_rule() {
    let text = "t = \"a\" x / \"b\" y\nx = DIGIT \"!\"\ny = DIGIT \"!\"";
    let grammar = CompiledGrammar::compile(&GrammarSource::new(text)).unwrap();
    for (text, rule) in [("a", "x"), ("b", "y"), ("a1", "x"), ("b1", "y")] {
        let mismatch = grammar.dfa().scan(&grammar.dfa().start(), text.as_bytes(), 0, &mut []);
        let state = mismatch.unwrap_err().state;
        assert_eq!(grammar.expected(state).rule(), rule, "{text}");
    }
}

#[test]
fn findings_are_in_the_order_of_the_text() {
    let text = "t = \"x-t:\" a \";type=\" c hex [ %i\"ok\" / \"_\" ]\nunused = ALPHA\na = 1*DIGIT\nc = \"a\" / \"i\"\nhex = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"\n";
    let grammar = CompiledGrammar::compile(&GrammarSource::new(text)).unwrap();
    let messages: Vec<String> = grammar.findings().iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "line 1, column 14: \";type=\" in rule `t` matches in upper and lower case; write %s\"…\" if case matters, %i\"…\" if not",
            "line 2, column 1: rule `unused` is not used",
            "line 4, column 5: \"a\" or \"i\" in rule `c` matches in upper and lower case; write %s\"…\" if case matters, %i\"…\" if not",
        ]
    );
    let lints: Vec<_> = grammar.findings().iter().map(GrammarFinding::lint).collect();
    assert_eq!(lints, ["SR318", "SR303", "SR318"]);
}

#[test]
fn absent_and_repeated_components_are_rejected() {
    let text = "t = \"x-t:\" a \",\" b / \"x-u:\" b\na = DIGIT\nb = *( c )\nc = DIGIT / ALPHA\nd = a";
    let error = |captures: &[Capture<'_>]| {
        let outcome = CompiledGrammar::compile(&GrammarSource::new(text).captures(captures));
        outcome.err().map(|error| (error.lint(), error.to_string()))
    };
    assert_eq!(error(&[Capture::new("x", "A"), Capture::new("y", "b")]), None);
    assert_eq!(
        error(&[Capture::new("x", "e")]),
        Some(("SR307", "component `x` names rule `e`, which is not defined".to_owned()))
    );
    assert_eq!(
        error(&[Capture::new("x", "d")]),
        Some((
            "SR307",
            "line 5, column 1: component `x` is never present: its rule `d` is not used by the start rule, directly or through other rules".to_owned()
        ))
    );
    assert_eq!(
        error(&[Capture::new("x", "c")]),
        Some(("SR304", "line 4, column 1: component `x` can occur more than once in one text, because rule `c` can; define a separate rule for the intended occurrence, such as `the-c = c`".to_owned()))
    );
    assert_eq!(error(&[Capture::implied("x", "d", &[]), Capture::implied("y", "e", &[])]), None);
    let too_many: Vec<_> = (0..31).map(|_| Capture::new("x", "a")).collect();
    assert!(error(&too_many).unwrap().1.contains("60 registers"));
}

/// Imported rules are components only inside the syntax that they belong to.
#[test]
fn implied_components_count_inside_their_syntax() {
    let text = "t = \"x-t:\" [ host \"!\" ] \"//\" login \"/\" host";
    let captures = [Capture::implied("host", "host", &["login", "hostport"])];
    let source = GrammarSource::new(text).imports(&[RuleSet::Rfc1738]).captures(&captures);
    let grammar = CompiledGrammar::compile(&source).unwrap();
    let mut spans = [None];
    let url = "x-t:a!//u@b:1/c";
    grammar.dfa().scan(&grammar.dfa().start(), url.as_bytes(), 0, &mut spans).unwrap();
    assert_eq!(spans[0].unwrap().of(url), "b");
    assert!(grammar.reaches(0) && !grammar.reaches(1));
    // Without `within`, the host could occur three times.
    let everywhere = [Capture::new("host", "host")];
    assert!(CompiledGrammar::compile(&source.captures(&everywhere)).is_err());
}

#[test]
fn the_first_alternative_and_the_longest_repetition_win() {
    let rows: [(&str, &str, [Option<&str>; 2]); 12] = [
        ("t = a / b\na = \"x\"\nb = \"x\"", "x", [Some("x"), None]),
        ("t = b / a\na = \"x\"\nb = \"x\"", "x", [None, Some("x")]),
        ("t = a b\na = *ALPHA\nb = *ALPHA", "xyz", [Some("xyz"), Some("")]),
        ("t = a b\na = *ALPHA\nb = 1*ALPHA", "xyz", [Some("xy"), Some("z")]),
        ("t = a b\na = *2ALPHA\nb = *ALPHA", "xyz", [Some("xy"), Some("z")]),
        ("t = [ a ] b\na = \"x\"\nb = *\"x\"", "xx", [Some("x"), Some("x")]),
        ("t = [ a ] *\"x\" b\na = *\"x\"\nb = \"\"", "xx", [Some("xx"), Some("")]),
        // Single bytes are merged, but not across an alternative that begins alike.
        ("t = ( \"z\" / \"xy\" / \"x\" ) a b\na = *\"y\"\nb = \"\"", "xy", [Some(""), Some("")]),
        ("t = ( \"z\" / *\"x\" / \"y\" ) a b\na = *\"y\"\nb = \"\"", "y", [Some("y"), Some("")]),
        // An empty iteration does not end `*`; the first one of `1*` does, as in regular expressions.
        ("t = *( *\"x\" / \"y\" ) a b\na = *\"y\"\nb = \"\"", "y", [Some(""), Some("")]),
        ("t = *( [ \"x\" ] / \"y\" ) a b\na = *\"y\"\nb = \"\"", "xyy", [Some(""), Some("")]),
        ("t = 1*( *\"x\" / \"y\" ) a b\na = *\"y\"\nb = \"\"", "y", [Some("y"), Some("")]),
    ];
    let captures = [Capture::new("a", "a"), Capture::new("b", "b")];
    for (text, url, parts) in rows {
        let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
        let mut spans = [None; 2];
        grammar.dfa().scan(&grammar.dfa().start(), url.as_bytes(), 0, &mut spans).unwrap();
        assert_eq!(spans.map(|span| span.map(|span| span.of(url))), parts, "{text}");
    }
}

#[test]
fn texts_outside_of_generic_grammars_are_found() {
    let mut budget = Budget::new(Limits::STANDARD);
    let mut outside = |text: &str, generic| {
        let source = GrammarSource::new(text).imports(&[RuleSet::Rfc1738]);
        let outside = outside(&CompiledGrammar::compile(&source).unwrap(), generic, &mut budget).unwrap();
        outside.map(|text| String::from_utf8(text).unwrap())
    };
    let rows = [
        ("t = \"x-t:\" *xchar", GenericSyntax::Rfc1738, None),
        // After `//` RFC 3986 requires an authority, with digits for a port.
        ("t = \"x-t:\" *xchar", GenericSyntax::Rfc3986, Some("x-t://:a")),
        ("t = \"x-t:\" *uchar", GenericSyntax::Rfc3986, None),
        ("t = \"3com:\" *xchar", GenericSyntax::Rfc1738, None),
        ("t = \"3com:\" *xchar", GenericSyntax::Rfc3986, Some("3com:")),
        ("t = \"x-t:\" 1*( ALPHA / \" \" )", GenericSyntax::Rfc1738, Some("x-t: ")),
        ("t = \"x-t:\" *( xchar / \"%\" )", GenericSyntax::Rfc3986, Some("x-t:%")),
        ("t = \"x-t:#\"", GenericSyntax::Rfc1738, Some("x-t:#")),
        ("t = \"x-t:#\"", GenericSyntax::Rfc3986, None),
        ("t = \"x-t\"", GenericSyntax::Rfc1738, Some("x-t")),
        ("t = \"x-t://\" *uchar \"@\" *uchar \"@\"", GenericSyntax::Rfc3986, Some("x-t://@@")),
    ];
    for (text, generic, witness) in rows {
        assert_eq!(outside(text, generic).as_deref(), witness, "{text} {generic:?}");
    }
}

/// A component can begin in the prefix.
#[test]
fn components_can_begin_in_the_prefix() {
    let text = "t = scheme \":\" 1*DIGIT\nscheme = \"x-t\"";
    let captures = [Capture::new("scheme", "scheme"), Capture::new("all", "t")];
    let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
    assert_eq!(grammar.dfa().start_after(b"x-u:"), None);
    let start = grammar.dfa().start_after(b"X-T:").unwrap();
    let mut spans = [None; 2];
    grammar.dfa().scan(&start, b"12", 9, &mut spans).unwrap();
    assert_eq!(spans.map(|span| span.unwrap().range()), [5..8, 5..11]);
}

#[test]
fn prefixes_match_in_any_case() {
    for text in ["t = %s\"X-t:\" DIGIT", "t = %s\"x-T:\" DIGIT", "t = \"x-t:\" DIGIT"] {
        let grammar = CompiledGrammar::compile(&GrammarSource::new(text)).unwrap();
        assert!(grammar.dfa().start_after(b"x-T:").is_some(), "{text}");
    }
}

#[test]
fn names_round_trip() {
    for dialect in [Dialect::Rfc5234, Dialect::Rfc1738Bnf] {
        assert_eq!(Dialect::from_name(dialect.name()), Some(dialect));
    }
    assert_eq!(Dialect::from_name("pest"), None);
    let grammar = ticket();
    assert_eq!(grammar.captures().collect::<Vec<_>>(), ["host", "queue", "number", "priority"]);
    assert_eq!(grammar.start_rule(), "ticket");
    assert!(grammar.dfa().size() < 8_192, "{grammar:?}");
    assert_send_and_sync(&grammar);
}

fn assert_send_and_sync<T: Send + Sync>(_: &T) {}
