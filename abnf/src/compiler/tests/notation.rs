//! Valid and invalid texts, with the exact message and place of each error.

use crate::{AbnfErrorKind, CompiledGrammar, Dialect, GrammarError, GrammarSource, RuleSet};

/// A text, what it derives, and what it does not derive.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const GOOD: [Row; 34] = [
    ("a = \"xY\"", &["xY", "XY", "xy"], &["", "x", "xyx"]),
    ("a = %s\"xY\"", &["xY"], &["xy", "XY"]),
    ("a = %i\"xY\"", &["XY"], &["x"]),
    ("a = %S\"x\" %I\"y\"", &["xy", "xY"], &["Xy"]),
    ("a = \"\"", &[""], &["x"]),
    ("a = \"x\" / \"y\" \"z\"", &["x", "yz"], &["xz", "y"]),
    ("a = \"x\" [ \"y\" / \"z\" ]", &["x", "xy", "xz"], &["xyz", "y"]),
    ("a = *\"x\"", &["", "x", "xxx"], &["y", "xy"]),
    ("a = 2*\"xy\"", &["xyxy", "xyxyxy"], &["xy", "xyxyx"]),
    ("a = 2*3\"x\"", &["xx", "xxx"], &["x", "xxxx"]),
    ("a = *2\"x\"", &["", "x", "xx"], &["xxx"]),
    ("a = 3\"x\"", &["xxx"], &["xx", "xxxx"]),
    ("a = 0\"x\" \"y\"", &["y"], &["xy"]),
    ("a = 0<no rule> \"y\"", &["y"], &["x"]),
    ("a = 2( \"x\" / \"y\" )", &["xy", "yy"], &["x"]),
    ("a = %x41", &["A"], &["a"]),
    ("a = %x41-43", &["A", "C"], &["D", "a"]),
    ("a = %X41.42", &["AB"], &["ab", "A"]),
    ("a = %d65-66 %d48.49", &["A01", "B01"], &["A1"]),
    ("a = %b1000001", &["A"], &["B"]),
    ("a = \"/\" / \"|\"", &["/", "|"], &[""]),
    ("a = \"\\\"", &["\\"], &["\\\\"]),
    ("a = \"x\" ; one\n  ; two\n\n  / \"y\";three", &["x", "y"], &["z"]),
    ("; first\n\n   a = b\n   b = \"x\"\n     \"y\"\n   ; last", &["xy"], &["x"]),
    ("a = b\r\nb = \"x\" /\r\n  \"y\"\r\n", &["x", "y"], &["\r"]),
    ("\ta = B\n\tb = \"x\"", &["x"], &["B"]),
    ("a = <b>\n<b> = \"x\"", &["x"], &["b"]),
    ("a = \"x\"\na =/ \"y\"\nA =/ \"z\"", &["x", "y", "z"], &["xy"]),
    ("a=b/c\nb=\"x\"\nc=\"y\"", &["x", "y"], &["z"]),
    ("a = digit ALPHA SP HTAB", &["1a \t"], &["a1 \t"]),
    ("a = 1*HEXDIG DQUOTE CRLF", &["aF0\"\r\n"], &["g\"\r\n"]),
    ("\u{FEFF}a = \"x\"", &["x"], &[]),
    ("a = *( *\"x\" [ \"y\" ] )", &["", "xxyyx"], &["z"]),
    ("a = 1*( [ \"x\" ] ) \"x\"", &["x", "xx"], &["", "y"]),
];

const GOOD_BNF: [Row; 8] = [
    ("a = \"xY\"", &["xY"], &["xy"]),
    ("a = \"x\" | \"y\" \"z\"", &["x", "yz"], &["xz"]),
    ("a = 1*[ \"x\" | \"y\" ]", &["x", "yxy"], &["", "z"]),
    ("a = *[ \"x\" \"y\" ]", &["", "xyxy"], &["x"]),
    ("a = [ \"x\" [ \"y\" ] ]", &["", "x", "xy"], &["y"]),
    ("a = \"<\" | <\">", &["<", "\""], &["<\">"]),
    ("a = \"x\" [ / [ \"\\\" ] ]", &["x", "x/", "x/\\"], &["x\\"]),
    ("a = b+_c\nb+_c = \"x\"", &["x"], &["b+_c"]),
];

#[test]
fn valid_texts_derive_their_language() {
    let rows = GOOD.iter().map(|row| (row, Dialect::Rfc5234));
    for ((text, derived, others), dialect) in rows.chain(GOOD_BNF.iter().map(|row| (row, Dialect::Rfc1738Bnf))) {
        let grammar = CompiledGrammar::compile(&GrammarSource::new(text).dialect(dialect));
        let grammar = grammar.unwrap_or_else(|error| panic!("{text:?}: {error}"));
        for url in *derived {
            assert!(grammar.dfa().derives(url.as_bytes()), "{text:?} derives {url:?}");
        }
        for url in *others {
            assert!(!grammar.dfa().derives(url.as_bytes()), "{text:?} does not derive {url:?}");
        }
    }
}

/// A text and its full message.
const BAD: [(&str, &str); 50] = [
    ("", "the grammar has no rules"),
    ("; only a comment", "the grammar has no rules"),
    ("a", "line 1, column 1: expected the name of a rule and `=`, found `a`"),
    ("= \"x\"", "line 1, column 1: expected the name of a rule and `=`, found `=`; the name of the rule is missing"),
    ("a = ", "line 1, column 5: expected an element: the name of a rule, a string, a number or a group, found the end"),
    (
        "a =\nb = \"x\"",
        "line 2, column 1: expected an element: the name of a rule, a string, a number or a group, found a new rule, `b`",
    ),
    (
        "a = \"x\" |\n    \"y\"",
        "line 1, column 9: expected a rule or an element, found `|`; alternatives are separated by `/`; the dialect `rfc1738-bnf` has `|`",
    ),
    ("a ::= \"x\"", "line 1, column 3: expected a rule or an element, found `:`; a rule is written `name = elements`"),
    ("a := \"x\"", "line 1, column 3: expected a rule or an element, found `:`; a rule is written `name = elements`"),
    (
        "a = \"x\" / / \"y\"",
        "line 1, column 11: expected an element: the name of a rule, a string, a number or a group, found `/`; `/` separates alternatives; the character is written `\"/\"`",
    ),
    (
        "a = [ / [ \"x\" ] ]",
        "line 1, column 7: expected an element: the name of a rule, a string, a number or a group, found `/`; `/` separates alternatives; the character is written `\"/\"`",
    ),
    (
        "a = / \"x\"",
        "line 1, column 5: expected an element: the name of a rule, a string, a number or a group, found `/`; `/` separates alternatives; the character is written `\"/\"`",
    ),
    (
        "a = ( \"x\"\nb = \"y\"",
        "line 2, column 1: expected `/`, an element or `)`, found a new rule, `b`; the `(` of line 1, column 5 is not closed",
    ),
    (
        "a = ( \"x\" ]",
        "line 1, column 11: expected `/`, an element or `)`, found `]`; the `(` of line 1, column 5 is not closed",
    ),
    (
        "a = [ \"x\" [ \"y\" ]",
        "line 1, column 18: expected `/`, an element or `]`, found the end; the `[` of line 1, column 5 is not closed",
    ),
    ("a = \"x\" )", "line 1, column 9: expected `/`, an element or a new rule, found `)`; no bracket is open"),
    (
        "a = \"x\" b = \"y\"",
        "line 1, column 11: expected `/`, an element or a new rule, found `=`; each rule begins on a line of its own",
    ),
    (
        "a = \"x\" /\n\"y\"",
        "line 2, column 1: expected an element: the name of a rule, a string, a number or a group, found `\"y\"`",
    ),
    (
        "a = \"x\"\n\"y\"",
        "line 2, column 1: expected the name of a rule and `=`, found `\"y\"`; continuation lines of a rule are indented further than its name",
    ),
    (
        "  a = \"x\"\n  b c\n",
        "line 2, column 3: expected the name of a rule and `=`, found `b`; continuation lines of a rule are indented further than its name",
    ),
    ("a = \"x", "line 1, column 5: expected a string that ends on its line, found an unterminated one"),
    ("a = \"x\n\"", "line 1, column 5: expected a string that ends on its line, found an unterminated one"),
    (
        "a = \"é\"",
        "line 1, column 6: expected a graphic character of US-ASCII, found `é`; strings contain US-ASCII only; write other bytes as `%xC3.A9`",
    ),
    (
        "; é\na = 'x'",
        "line 2, column 5: expected a rule or an element, found `'`; strings are written in straight double quotes",
    ),
    (
        "a = “x”",
        "line 1, column 5: expected a rule or an element, found `“`; strings are written in straight double quotes",
    ),
    (
        "a = {x}",
        "line 1, column 5: expected a rule or an element, found `{`; a repetition is written `n*m` before its element",
    ),
    (
        "a = ALPHA+",
        "line 1, column 10: expected a rule or an element, found `+`; a repetition is written before its element: `1*x` is one or more, `[ x ]` zero or one",
    ),
    (
        "a = 1#b",
        "line 1, column 6: expected a rule or an element, found `#`; lists are written out, as in `x *( \",\" x )`",
    ),
    (
        "a = \\x",
        "line 1, column 5: expected a rule or an element, found `\\`; strings have no escapes; a backslash is `\"\\\"`, a quote `DQUOTE`",
    ),
    (
        "a = b_c",
        "line 1, column 6: expected the end of the name, found `_`; rule names consist of letters, digits and hyphens",
    ),
    ("a = $", "line 1, column 5: expected a rule or an element, found `$`"),
    (
        "a = * \"x\"",
        "line 1, column 7: expected an element: the name of a rule, a string, a number or a group, found `\"x\"`; a repetition is written directly before its element, without a space",
    ),
    (
        "a = 1*",
        "line 1, column 7: expected an element: the name of a rule, a string, a number or a group, found the end; a repetition is written directly before its element, without a space",
    ),
    ("a = 3*2\"x\"", "line 1, column 5: expected a repetition whose minimum is at most its maximum, found `3`"),
    ("a = %y41", "line 1, column 6: expected `x`, `d`, `b`, `s` or `i` after `%`, found `y`"),
    ("a = %s41", "line 1, column 7: expected a string in quotes, found `4`"),
    ("a = %x", "line 1, column 7: expected the digits of a number, found the end"),
    ("a = %x41-", "line 1, column 10: expected the digits of a number, found the end"),
    ("a = %x5A-41", "line 1, column 10: expected a range from low to high, found `4`"),
    (
        "a = %x10FFFF",
        "line 1, column 7: expected a byte, at most %xFF, found `10FFFF`; URLs are bytes: write the UTF-8 of a character, as in `%xC3.A9`",
    ),
    (
        "a = %d256",
        "line 1, column 7: expected a byte, at most %xFF, found `256`; URLs are bytes: write the UTF-8 of a character, as in `%xC3.A9`",
    ),
    ("a = <b", "line 1, column 5: expected `<…>` that ends on its line, found an unterminated one"),
    (
        "a = <any text>",
        "line 1, column 5: `<any text>` is a prose description, which cannot be compiled; write a rule for it",
    ),
    ("a = 1*DIGITS", "line 1, column 7: rule `DIGITS` is not defined; did you mean `DIGIT`?"),
    ("a = \"x\" 0x41", "line 1, column 10: expected a repetition or a number, found `x`; numbers are written `%x41`"),
    ("a = \"x\"\nb = \"y\"\nA = \"z\"", "line 3, column 1: rule `A` is defined twice, first at line 1, column 1"),
    ("a = \"x\"\nb =/ \"y\"", "line 2, column 1: `=/` extends rule `b`, which is not defined above"),
    (
        "a = \"x\" b\nb = [ \"y\" c ]\nc = B",
        "line 2, column 1: rule `b` refers to itself: b > c > b; write a repetition such as `*x` instead",
    ),
    (
        "a = ALPHA\nalpha = ALPHA",
        "line 2, column 1: rule `alpha` refers to itself: alpha > alpha; write a repetition such as `*x`; rule names are case-insensitive",
    ),
    (
        "a = 1*DIGIT\ndigit = %x30-38",
        "line 2, column 1: rule `digit` differs from the rule of the same name (core rules, line 8, column 1): only one of them matches \"9\"; rename the rule",
    ),
];

const BAD_BNF: [(&str, &str); 3] = [
    (
        "a = %x41",
        "line 1, column 5: expected a rule or an element, found `%`; RFC 1738 has no numeric values; the dialect `rfc5234` does",
    ),
    (
        "a = \"x\" | | \"y\"",
        "line 1, column 11: expected an element: the name of a rule, a string, a number or a group, found `|`",
    ),
    ("a = \"x\" ]", "line 1, column 9: expected `/`, an element or a new rule, found `]`; no bracket is open"),
];

#[test]
fn invalid_texts_are_rejected_at_the_right_place() {
    let rows = BAD.iter().map(|row| (row, Dialect::Rfc5234));
    for ((text, message), dialect) in rows.chain(BAD_BNF.iter().map(|row| (row, Dialect::Rfc1738Bnf))) {
        let outcome = CompiledGrammar::compile(&GrammarSource::new(text).dialect(dialect));
        let error = outcome.err().unwrap_or_else(|| panic!("{text:?} compiles"));
        assert_eq!(error.to_string(), *message, "{text:?}");
        if let Some(place) = error.place() {
            let lines: Vec<&str> = text.split('\n').collect();
            let before: usize = lines[..place.line - 1].iter().map(|line| line.len() + 1).sum();
            let in_line: usize = lines[place.line - 1].chars().take(place.column - 1).map(char::len_utf8).sum();
            assert_eq!(place.span.start(), before + in_line, "{text:?}");
        }
    }
}

fn error(source: &GrammarSource<'_>) -> GrammarError {
    CompiledGrammar::compile(source).expect_err(source.text)
}

#[test]
fn start_rules_are_found() {
    let text = "a = \"x\"\nb = \"y\"";
    let derives =
        |source: GrammarSource<'_>, url: &str| CompiledGrammar::compile(&source).unwrap().dfa().derives(url.as_bytes());
    assert!(derives(GrammarSource::new(text), "x"));
    assert!(derives(GrammarSource::new(text).start("B"), "y"));
    assert_eq!(error(&GrammarSource::new(text).start("c")).lint(), "SR305");
    // An imported rule cannot be the start rule: a grammar must define its own scheme.
    assert_eq!(error(&GrammarSource::new(text).start("host").imports(&[RuleSet::Rfc1738])).lint(), "SR305");
}

#[test]
fn imports_are_visible_and_not_redefined() {
    let imports = [RuleSet::Rfc1738];
    let compile = |text| CompiledGrammar::compile(&GrammarSource::new(text).imports(&imports));
    assert!(compile("a = \"x://\" hostport").unwrap().dfa().derives(b"x://h:1"));
    // The same language, defined differently.
    assert!(compile("a = login\nport = 1*DIGIT\nuchar = unreserved / \"%\" 2HEX\nhex = HEXDIG").is_ok());
    let error = compile("a = hostport\nport = 1*5digit").unwrap_err();
    let AbnfErrorKind::Differs { name, first, witness } = error.kind() else {
        panic!("{error}");
    };
    assert_eq!((name.as_str(), witness.len(), first.line), ("port", 6, 18));
    assert_eq!(
        error.to_string(),
        "line 2, column 1: rule `port` differs from the rule of the same name (rfc1738, line 18, column 1): only one of them matches \"000000\"; rename the rule"
    );
    assert_eq!(error.lint(), "SR302");
    let both = [RuleSet::Rfc1738, RuleSet::Rfc3986];
    let error = CompiledGrammar::compile(&GrammarSource::new("a = uchar").imports(&both)).unwrap_err();
    assert_eq!(error.lint(), "SR302");
    assert!(error.to_string().contains("(rfc1738, line"), "{error}");
}

#[test]
fn imported_texts_restate_core_rules_correctly() {
    for set in RuleSet::ALL {
        let text = set.text();
        let start = set.rules().next().unwrap();
        // As the caller's own text, every restated core rule is compared.
        assert!(CompiledGrammar::compile(&GrammarSource::new(text).start(start)).is_ok(), "{}", set.name());
    }
}

#[test]
fn prose_is_accepted_on_request() {
    let source = GrammarSource { prose: true, ..GrammarSource::new("a = \"x:\" <any text>") };
    let grammar = CompiledGrammar::compile(&source).unwrap();
    assert!(grammar.dfa().derives(b"x:~y") && !grammar.dfa().derives(b"x:") && !grammar.dfa().derives(b"x:a b"));
    let findings: Vec<String> = grammar.findings().iter().map(ToString::to_string).collect();
    assert_eq!(findings, ["line 1, column 10: `<any text>` is prose: any graphic characters are accepted"]);
    assert_eq!(grammar.findings()[0].lint(), "SR318");
}
