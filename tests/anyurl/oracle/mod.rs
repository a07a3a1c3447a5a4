//! The oracle: a recogniser compiled from the text of RFC 1738 Section 5.
//!
//! anyurl's parsers are written by hand, so tests by the same author can repeat the author's misreading. The oracle parses
//! the grammar itself: `testdata/rfc1738.bnf` becomes a [`Grammar`], each rule becomes a [`Recogniser`], and the same rules
//! generate sample texts that [`anyurl_testkit::mutate`] modifies. It shares no code with the parsers. If the two
//! disagree, one of them has misread the RFC, or the prose requires more than the grammar; the test must say which.
//!
//! The oracle only decides *whether* a text matches a rule: it returns no components or messages.

mod automaton;
mod generate;
mod grammar;

pub(crate) use automaton::Recogniser;
pub(crate) use grammar::Grammar;

/// The grammar rules of RFC 1738 Section 5, as printed.
pub(crate) const RFC1738: &str = include_str!("../../../testdata/rfc1738.bnf");

/// The rule of Section 5 for the URLs of each scheme.
pub(crate) const RULES: [(&str, &str); 10] = [
    ("ftp", "ftpurl"),
    ("http", "httpurl"),
    ("gopher", "gopherurl"),
    ("mailto", "mailtourl"),
    ("news", "newsurl"),
    ("nntp", "nntpurl"),
    ("telnet", "telneturl"),
    ("wais", "waisurl"),
    ("file", "fileurl"),
    ("prospero", "prosperourl"),
];

mod tests {
    use std::panic::catch_unwind;

    use super::{Grammar, RFC1738, Recogniser};
    use anyurl_testkit::{Rng, mutate};

    /// Rule, accepted texts, rejected texts.
    const EXAMPLES: [(&str, &str, &str); 10] = [
        ("httpurl", "http://a.b-c:80/x;y/%7Ez?q=1 http://1.0.0.256", "http://a/~x HTTP://a http:"),
        ("ftpurl", "ftp://me:%40@h/%2Fetc//motd;type=a ftp://@h", "ftp://h/f;type=x ftp:///f"),
        ("newsurl", "news:* news:1@h.org news:a+_", "news:9.misc news:@h.org news:"),
        ("nntpurl", "nntp://h/alt.rec/12 nntp://h:119/a", "nntp://h/ nntp://h/a/x"),
        ("telneturl", "telnet://u:p@h:23/ telnet://h", "telnet://h/x telnet://h:/"),
        ("gopherurl", "gopher://h/0a%09b%09+c gopher://h/", "gopher://h/^ gopher:///"),
        ("waisurl", "wais://h/db/t/p wais://h/db?s", "wais://h wais://h/d/t/p/q"),
        ("mailtourl", "mailto:a@b.c mailto:%25", "mailto: mailto:<a@b>"),
        ("fileurl", "file:///etc/motd file://localhost/", "file://h file:/etc"),
        ("prosperourl", "prospero://h/a//b;k=v;= prospero://h:1/", "prospero://h/a;k"),
    ];

    fn assert_verdicts(recogniser: &mut Recogniser, accepted: &[&str], rejected: &[&str]) {
        for text in accepted {
            assert!(recogniser.matches(text), "{text:?} is rejected");
        }
        for text in rejected {
            assert!(!recogniser.matches(text), "{text:?} is accepted");
        }
    }

    /// Asserts that the rule `a` of a grammar accepts and rejects these texts.
    fn assert_reads(bnf: &str, accepted: &[&str], rejected: &[&str]) {
        assert_verdicts(&mut Grammar::read(bnf).recogniser("a"), accepted, rejected);
    }

    /// Asserts that compiling the rule `a` panics with a message.
    fn assert_panics(bnf: &str, says: &str) {
        let panic = catch_unwind(|| drop(Grammar::read(bnf).recogniser("a"))).unwrap_err();
        let message = panic.downcast::<String>().expect("the message names something");
        assert!(message.contains(says), "{bnf:?} panics with {message:?}");
    }

    #[test]
    fn the_notation_is_read() {
        assert_reads(r#"a = "xY""#, &["xY"], &["", "x", "xy", "xYx"]);
        assert_reads(r#"a = "x" | "y" "z""#, &["x", "yz"], &["xz", "y"]);
        assert_reads(r#"a = "x" [ "y" | "z" ]"#, &["x", "xy", "xz"], &["xyz", "y"]);
        assert_reads(r#"a = *"x""#, &["", "x", "xxx"], &["y", "xy"]);
        assert_reads(r#"a = 2*"xy""#, &["xyxy", "xyxyxy"], &["xy", "xyxyx"]);
        assert_reads("; one\na = \"x\" | ; two\n\n  ; three\n  \";\"", &["x", ";"], &["y"]);
    }

    #[test]
    fn a_repeated_bracket_groups() {
        assert_reads(r#"a = 1*[ "x" | "y" ]"#, &["x", "yxy"], &["", "z"]);
        assert_reads(r#"a = *[ "x" "y" ]"#, &["", "xyxy"], &["x", "xyx"]);
        assert_reads(r#"a = *[ *"x" [ "y" ] ]"#, &["", "xxyyx"], &["z"]);
    }

    #[test]
    fn the_quirks_of_the_text_are_read() {
        assert_reads(r#"a = "<" | <">"#, &["<", "\""], &["<\">"]);
        assert_reads(r#"a = "x" [ / [ "\" ] ]"#, &["x", "x/", r"x/\"], &[r"x\"]);
        assert_reads("a = b+_c\nb+_c = \"x\"", &["x"], &["b+_c"]);
    }

    #[test]
    fn errors_of_a_grammar_are_reported() {
        assert_panics("a = missing", "`missing` is not defined");
        assert_panics("a = \"x\" b\nb = [ \"y\" a ]", "`a` refers to itself");
        assert_panics("a = b\nb = b | \"y\"", "`b` refers to itself");
        assert_panics("a = \"x\"\na = \"y\"", "`a` is defined twice");
        assert_panics("a = \"x\" ]", "`a` closes a bracket");
        assert_panics("a = \"x\" | | \"y\"", "unexpected Some(Bar)");
        assert_panics("a = \"x", "no token for `\"x`");
    }

    #[test]
    fn each_url_rule_separates_urls_from_other_texts() {
        let grammar = Grammar::read(RFC1738);
        for (rule, urls, others) in EXAMPLES {
            let [urls, others] = [urls, others].map(|texts| texts.split(' ').collect::<Vec<_>>());
            assert_verdicts(&mut grammar.recogniser(rule), &urls, &others);
        }
    }

    /// The sampler does not use the automaton, so it tests the automaton. All rules are compiled, used or not.
    #[test]
    fn samples_belong_to_their_rule() {
        let (grammar, mut rng) = (Grammar::read(RFC1738), Rng::new(1738));
        for rule in grammar.rules() {
            let mut recogniser = grammar.recogniser(rule);
            for _ in 0..1_000 {
                let sample = grammar.sample(rule, &mut rng);
                assert!(recogniser.matches(&sample), "{rule} rejects its sample {sample:?}");
                assert!(sample.len() <= 100, "{sample:?} is long");
            }
        }
    }

    #[test]
    fn some_mutants_are_valid_and_some_are_not() {
        let (grammar, mut rng) = (Grammar::read(RFC1738), Rng::new(822));
        for (rule, ..) in EXAMPLES {
            let mut recogniser = grammar.recogniser(rule);
            let mutant = |_| mutate(&grammar.sample(rule, &mut rng), &mut rng);
            let accepted = (0..1_000).map(mutant).filter(|url| recogniser.matches(url)).count();
            assert!((100..900).contains(&accepted), "{rule} accepts {accepted} of 1,000 mutants");
        }
    }

    #[test]
    fn a_seed_repeats_its_mutants() {
        let mutants = |seed| {
            let mut rng = Rng::new(seed);
            ["", "news:*", "wais://h/d"].map(|text| mutate(text, &mut rng))
        };
        assert_eq!(mutants(7), mutants(7));
        assert_ne!(mutants(7), mutants(8));
    }
}
