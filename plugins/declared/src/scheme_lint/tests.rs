//! A valid file, and for each rule that compiles grammars the edits that break it.

use std::collections::BTreeSet;

use crate::format::{CHECKS, Findings, Level, LintOptions, RegistryFile};

use anyurl_testkit::registry_file;

use Level::{Error as E, Note as N, Warning as W};

mod keys;

const BODY: &str = r#"
[[gateway]]
id = "gw"
for = ["wais"]
mode = "url"
template = "https://gw.example.com/{url}"
strip = []

[[scheme]]
name = "com.example.t"
status = "private"
description = "A thing"
applications = ["tests"]
contact = ["urls@example.com"]
change_controller = "Example"
security = "Nothing is secret."
encoding = "US-ASCII"
port = { default = 7070 }

  [scheme.syntax]
  grammar = "rfc1738"
  dialect = "rfc5234"
  start = "t"
  abnf = '''
t    = "com.example.t://" hostport "/" name [ ";" part ]
name = 1*ALPHA
part = 1*DIGIT
'''
  imports = ["rfc1738"]
  component = [{ name = "name", rule = "name" }, { name = "part", rule = "part", type = "u16" }]

  [scheme.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Connect to the host, send the name on one line, read to the end of the connection."
  steps = [{ connect = "{host}:{port}" }, { send = "{name}\r\n" }, { receive = "until-close" }]

  [[scheme.example]]
  url = "com.example.t://h.example/a;1"
  accept = true
  components = { name = "a" }
  canonical = "com.example.t://h.example/a;1"

  [[scheme.example]]
  url = "com.example.t:a"
  accept = false
"#;

fn good() -> String {
    registry_file("organization", "com.example", "com.example.*", BODY)
}

const ABNF: &str = "t    = \"com.example.t://\" hostport \"/\" name [ \";\" part ]\nname = 1*ALPHA\npart = 1*DIGIT\n";
const RULES: &str = "  dialect = \"rfc5234\"\n  start = \"t\"\n  abnf = '''\nt    = \"com.example.t://\" hostport \"/\" name [ \";\" part ]\nname = 1*ALPHA\npart = 1*DIGIT\n'''\n  imports = [\"rfc1738\"]\n  component = [{ name = \"name\", rule = \"name\" }, { name = \"part\", rule = \"part\", type = \"u16\" }]\n";

fn lint(text: &str) -> Findings {
    let reading = RegistryFile::from_text("x.toml", text).unwrap_or_else(|error| panic!("{error}"));
    reading.lint_with(LintOptions::default(), &[CHECKS, super::CHECKS].concat())
}

/// The valid file with texts replaced.
fn edited(edits: &[(&str, &str)]) -> String {
    let replaced = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "`{from}` is not in the file");
        text.replacen(from, to, 1)
    };
    edits.iter().fold(good(), replaced)
}

/// The rule, its level, the edits, and a part of the message.
type Row = (&'static str, Level, &'static [(&'static str, &'static str)], &'static str);

const NAME: &str = "name = 1*ALPHA";
const STEPS: &str =
    "steps = [{ connect = \"{host}:{port}\" }, { send = \"{name}\\r\\n\" }, { receive = \"until-close\" }]";

/// Declares the host, which `hostport` implies and `host` does not.
const HOST: (&str, &str) = ("component = [{", "component = [{ name = \"host\", rule = \"host\" }, {");

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("SR301", E, &[(NAME, "name = 1*( ALPHA")], "`(` of line 2"),
    ("SR302", E, &[(NAME, "name = 1*ALPH")], "ALPH"),
    ("SR302", E, &[(NAME, "name = 1*ALPHA\nhost = DIGIT")], "host"),
    ("SR303", W, &[(NAME, "name = 1*ALPHA\nlost = ALPHA")], "lost"),
    ("SR304", W, &[("[ \";\" part ]", "[ part ] *DIGIT"), ("/a;1\"", "/a1\""), ("/a;1\"", "/a1\"")], "two readings"),
    ("SR305", E, &[("start = \"t\"", "start = \"u\"")], "`u`"),
    ("SR306", E, &[(NAME, "name = 1*( ALPHA / \"^\" )")], "^"),
    ("SR307", E, &[("rule = \"name\"", "rule = \"nam\"")], "`nam`"),
    ("SR304", E, &[(RULES, "  form = [\"com.example.t://<host>/<name>;<name>\"]\n")], "`<name>` occurs twice"),
    ("SR307", E, &[(RULES, "  form = [\"com.example.t://<host>/<name>\"]\n  component = [{ name = \"part\", rule = \"part\" }]\n")], "not in its form"),
    ("SR307", E, &[("  imports = [", "  equality = { ignore = [\"prt\", \"fragment\", \"name\"] }\n  imports = [")], "`prt`, which is not a component"),
    ("SR307", E, &[("  imports = [", "  equality = { ignore = [\"user\"] }\n  imports = [")], "`user`, which is not a component"),
    ("SR308", E, &[("name = \"a\"", "name = \"b\"")], "the name of"),
    ("SR308", E, &[("canonical = \"com.example.t://h.example/a;1\"", "canonical = \"com.example.t://h.example/a;2\"")], "`com.example.t://h.example/a;1`, not `com.example.t://h.example/a;2`"),
    ("SR308", E, &[(RULES, "  form = [\"com.example.t://<host>[:<port>]/<name>[;<part>]\"]\n"), ("{ name = \"a\" }", "{ nam = \"a\" }")], "the nam of"),
    ("SR324", E, &[("encoding =", "same = [[\"com.example.t://H.example/a\", \"com.example.t://h.example:7070/a\", \"com.example.t://h.example/b\"]]\nencoding =")], "is not the same as"),
    ("SR324", E, &[("encoding =", "different = [[\"com.example.t://H.example/a\", \"com.example.t://h.example:7070/a\"]]\nencoding =")], "is the same as"),
    ("SR324", E, &[("encoding =", "same = [[\"com.example.t://H.example/a\", \"com.example.t:a\"]]\nencoding =")], "is rejected"),
    ("SR324", E, &[("encoding =", "same = [[\"com.example.t://H.example/a\"]]\nencoding =")], "two URLs or more"),
    ("SR310", E, &[("accept = false", "accept = true"), ("accept = true", "accept = false")], "is accepted"),
    ("SR310", E, &[("url = \"com.example.t://h.example/a;1\"", "url = \"com.example.t://h.example/a;65536\"")], "the number must be from 0 to 65535"),
    ("SR310", E, &[("part = 1*DIGIT", "part = 1*ALPHA"), ("/a;1\"", "/a;b\"")], "only digits are allowed"),
    ("SR311", E, &[("url = \"com.example.t:a\"", "url = \"com.example.u:a\"")], "another scheme"),
    ("SR312", W, &[("hostport \"/\" name", "name"), ("{ connect = \"{host}:{port}\" }, ", ""), ("t://h.example/a;1", "t://a;1"), ("t://h.example/a;1", "t://a;1"), ("port = { default = 7070 }\n", "")], "no host can follow"),
    ("SR313", W, &[("component = [{", "relative = false\n  component = [{")], "`/` divides"),
    ("SR314", W, &[("hostport", "login")], "password"),
    ("SR315", W, &[(NAME, "name = 1*( ALPHA / \"&\" / \"=\" / \";\" )")], "`&` `=` in rule `name`"),
    ("SR317", W, &[(NAME, "name = 1*( ALPHA / escape )")], "`com.example.t://a/%0a` is a URL"),
    ("SR318", W, &[(NAME, "name = \"box\" / 1*2DIGIT"), ("/a;1\"", "/box;1\""), ("name = \"a\"", "name = \"box\""), ("/a;1\"", "/box;1\"")], "upper and lower case"),
    ("SR322", W, &[("t://\" hostport \"/\" name [ \";\" part ]", "t:\" 1*DIGIT"), ("t://h.example/a;1", "t:1"), ("t://h.example/a;1", "t:1"), ("components = { name = \"a\" }\n", ""), ("  component = [{ name = \"name\", rule = \"name\" }, { name = \"part\", rule = \"part\", type = \"u16\" }]\n", ""), ("{ connect = \"{host}:{port}\" }, { send = \"{name}\\r\\n\" }, ", ""), ("name = 1*ALPHA\npart = 1*DIGIT\n", ""), ("port = { default = 7070 }\n", "")], "has no components"),
    ("SR401", E, &[("{host}:{port}", "{box}:80")], "cannot connect to"),
    ("SR401", E, &[("{host}:{port}", "{host}x:{port}")], "cannot connect to"),
    ("SR401", E, &[("default = 7070", "default = 7070, transport = [\"sctp\"]")], "steps cannot connect by `sctp`"),
    ("SR402", E, &[("hostport", "host"), HOST, ("port = { default = 7070 }\n", "")], "the port is unknown"),
    ("SR407", W, &[("{name}\\r", "{name};{part}\\r")], "for `com.example.t://a/a`, the step that sends it is skipped"),
    ("SR407", W, &[("{name}\\r", "{part}\\r")], "`{part}` can be absent"),
    ("SR407", N, &[("{ receive =", "{ send = \"{part}\\r\\n\" }, { receive =")], "`{part}` can be absent"),
    ("SR407", W, &[(RULES, "  form = [\"com.example.t://<host>/<name>[;<part>]\"]\n"), ("{name}\\r", "{name};{part}\\r")], "`{part}` can be absent"),
    ("SR501", E, &[("{name}\\r", "{nam}\\r")], "`{nam}` is not a component; the components are `{host}`, `{port}`, `{name}`, `{part}`"),
    ("SR501", E, &[("{name}\\r", "{name\\r")], "unbalanced brace"),
    ("SR501", E, &[("/{url}\"", "/{uri}\"")], "uri"),
    ("SR501", E, &[(RULES, "  form = [\"com.example.t:<name>\"]\n"), ("com.example.t://h.example/a;1", "com.example.t:a"), ("com.example.t://h.example/a;1", "com.example.t:a"), ("url = \"com.example.t:a\"\n  accept = false", "url = \"com.example.t:a^\"\n  accept = false")], "`{host}` is not a component; the components are `{name}`"),
    ("SR505", E, &[("kind = \"steps\"", "kind = \"gateway\""), (STEPS, "gateway = \"gw\"")], "does not serve this scheme"),
];

/// The rules that the rows test.
pub(crate) fn fired() -> BTreeSet<&'static str> {
    ROWS.iter().map(|row| row.0).chain(["SR415"]).chain(keys::fired()).collect()
}

#[test]
fn a_good_file_has_no_findings() {
    assert!(BODY.contains(ABNF));
    assert_eq!(lint(&good()).to_string(), "");
}

/// Each edit has exactly one finding, of its rule.
#[test]
fn each_rule_finds_its_edit_and_nothing_else() {
    let mut wrong = String::new();
    for (id, level, edits, says) in ROWS {
        let found = lint(&edited(edits));
        let mut all = found.iter();
        let is_right = match (all.next(), all.next()) {
            (Some(one), None) => one.id() == *id && one.level() == *level && one.message().contains(says),
            _ => false,
        };
        // Swapping two verdicts causes two findings.
        let is_right = is_right || *says == "is accepted" && found.iter().all(|one| one.id() == *id);
        if !is_right {
            wrong.extend([format!("{id} `{says}` for {edits:?}:\n{found}\n")]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn ignored_names_get_a_suggestion() {
    for (name, help) in [
        ("hst", "did you mean `host`?"),
        ("fragmnt", "did you mean `fragment`?"),
        ("quux", "write one of `host`, `port`, `name`, `part`, `fragment`"),
    ] {
        let edit = format!("  equality = {{ ignore = [\"{name}\"] }}\n  imports = [");
        let found = lint(&edited(&[("  imports = [", &edit)]));
        let finding = found.iter().next().unwrap();
        assert_eq!((finding.help(), finding.line(), finding.column()), (Some(help), 40, 26), "{name}");
    }
}

/// Valid variants of the invalid edits.
#[test]
fn valid_variants_have_no_findings() {
    const FINE: &[(&str, &[(&str, &str)])] = &[
        ("a host that may be empty", &[("hostport \"/\"", "[ hostport ] \"/\"")]),
        ("a slash, with relative references", &[("component = [{", "relative = true\n  component = [{")]),
        (
            "a character that divides in another rule",
            &[(NAME, "name = 1*( ALPHA / \";\" )"), ("[ \";\" part ]", "[ \";\" part ]")],
        ),
        ("an escape that is not a line end", &[(NAME, "name = 1*( ALPHA / %s\"%2F\" )")]),
        (
            "escapes in a component that is not sent",
            &[("part = 1*DIGIT", "part = 1*( DIGIT / escape )"), (", type = \"u16\"", "")],
        ),
        (
            "a component that is sent and has a default",
            &[
                ("{name}\\r", "{name};{part}\\r"),
                ("type = \"u16\"", "type = \"u16\", default = \"1\""),
                ("canonical = \"com.example.t://h.example/a;1\"", "canonical = \"com.example.t://h.example/a\""),
            ],
        ),
        (
            "two slashes that are data",
            &[
                (
                    RULES,
                    "  dialect = \"rfc5234\"\n  start = \"t\"\n  abnf = '''\nt    = \"com.example.t:\" name\nname = 1*xchar\n'''\n  imports = [\"rfc1738\"]\n  component = [{ name = \"name\", rule = \"name\" }]\n",
                ),
                ("t://h.example/a;1", "t:a"),
                ("t://h.example/a;1", "t:a"),
                ("url = \"com.example.t:a\"\n  accept = false", "url = \"com.example.t:^\"\n  accept = false"),
                ("port = { default = 7070 }\n", ""),
                ("kind = \"steps\"", "kind = \"none\""),
                ("locates = \"data-object\"", "locates = \"name\""),
                (STEPS, "name_properties = \"for good\""),
            ],
        ),
        (
            "characters that divide fields",
            &[
                (NAME, "name = 1*( ALPHA / \"&\" / \"=\" )"),
                ("rule = \"name\" }", "rule = \"name\", type = \"fields\", secret = [] }"),
            ],
        ),
        ("a default port without a port in the URL", &[("hostport", "host"), HOST]),
        ("a port in the URL without a default port", &[("port = { default = 7070 }\n", "")]),
    ];
    for (what, edits) in FINE {
        let found = lint(&edited(edits));
        let found: Vec<_> = found.iter().filter(|one| one.id() != "SR304" && one.id() != "SR402").collect();
        assert!(found.is_empty(), "{what}: {found:?}");
    }
}

/// RFC 3986 has one rule for user name and password.
#[test]
fn a_user_name_can_be_absent() {
    let found = lint(&edited(&[
        ("grammar = \"rfc1738\"", "grammar = \"rfc3986\""),
        ("hostport \"/\"", "authority \"/\""),
        ("imports = [\"rfc1738\"]", "imports = [\"rfc3986\"]"),
        ("{name}\\r", "{user} {name}\\r"),
    ]));
    let mut found = found.iter().filter(|one| one.id() == "SR407");
    let says = found.next().map(crate::format::Finding::message);
    assert!(says.is_some_and(|says| says.starts_with("`{user}` can be absent")), "{says:?}");
    assert!(found.next().is_none());
}

/// A problem is reported once, whether lint or the registry finds it first.
#[test]
fn each_problem_is_reported_once() {
    let locates = ("locates = \"data-object\"", "locates = \"name\"");
    let ids = |text: &str| lint(text).iter().map(crate::format::Finding::id).collect::<Vec<_>>();
    assert_eq!(ids(&edited(&[locates])), ["SR211"]);
    let permanent = ("status = \"private\"", "status = \"permanent\"");
    assert_eq!(ids(&edited(&[permanent])), ["SR205", "SR219"]);
    assert_eq!(ids(&edited(&[(STEPS, "steps = []")])), ["SR210"]);
    let algorithm = ("algorithm = \"Connect", "# algorithm = \"Connect");
    assert_eq!(ids(&edited(&[algorithm])), ["SR210"]);
    let example = [
        ("{ name = \"a\" }", "{ name = \"b\", part = \"2\" }"),
        ("canonical = \"com.example.t://h.example/a;1\"", "canonical = \"com.example.t://h.example/a;2\""),
    ];
    assert_eq!(ids(&edited(&example)), ["SR308"; 3]);
    let hosts = [
        ("hostport \"/\"", "hosts \"/\""),
        (NAME, "name = 1*ALPHA\nhosts = one *( \",\" one )\none = 1*( ALPHA / \".\" ) [ \":\" 1*DIGIT ]"),
        ("component = [{", "component = [{ name = \"hosts\", rule = \"hosts\", type = \"host\", host = \"list\" }, {"),
        ("{ connect = \"{host}:{port}\" }, ", ""),
    ];
    assert_eq!(ids(&edited(&hosts)), [""; 0]);
    let names = [
        ("kind = \"steps\"", "kind = \"none\""),
        (STEPS, "name_properties = \"for good\""),
        ("locates = \"data-object\"", "locates = \"name\""),
    ];
    assert_eq!(ids(&edited(&[names[0], names[1], names[2], algorithm])), ["SR210"]);
    assert_eq!(ids(&edited(&names)), [""; 0]);
}

/// The grammars of a file share one budget; grammars beyond it are reported as unchecked.
#[test]
fn a_file_is_checked_within_one_budget() {
    let reading = RegistryFile::from_text("x.toml", good()).unwrap();
    let context = crate::format::LintContext { layer: reading.layer(), lint: LintOptions::default() };
    let limits = anyurl_abnf::Limits { total: 50_000, ..anyurl_abnf::Limits::STANDARD };
    let mut budget = anyurl_abnf::Budget::new(limits);
    let unchecked = |budget: &mut anyurl_abnf::Budget| {
        let mut findings = reading.findings().clone();
        for entry in context.schemes() {
            super::scheme(&context, entry, budget, &mut findings);
        }
        let found = findings.iter().find(|found| found.id() == "SR301");
        found.map(|found| (found.level(), found.to_string()))
    };
    assert_eq!(unchecked(&mut budget), None);
    let found = (0..100).find_map(|_| unchecked(&mut budget));
    let (level, words) = found.expect("the budget ends");
    assert_eq!(level, Level::Warning);
    assert!(words.contains("not checked: the grammar needs more than 50000 steps of work together"), "{words}");
}
