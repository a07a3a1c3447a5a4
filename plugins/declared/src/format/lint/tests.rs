//! Valid files, and for each rule an edit that breaks only that rule.

use std::collections::BTreeSet;

use super::LintOptions;
use crate::format::{Finding, Findings, Level, MemoryFolder, RegistryFile};

const ORGANIZATION: &str = include_str!("../../../tests/data/organization.toml");
const PUBLIC: &str = include_str!("../../../tests/data/public.toml");
const IMPORT: &str = include_str!("../../../tests/data/import.toml");

fn lint(text: &str) -> Findings {
    let today = "2026-11-20".parse().ok();
    let reading = RegistryFile::from_text("x.toml", text).unwrap_or_else(|error| panic!("{error}"));
    reading.lint(LintOptions { today, strict: false })
}

/// Replaces a text once.
fn edited(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in the file");
    text.replacen(from, to, 1)
}

#[test]
fn good_files_have_no_findings() {
    for text in [ORGANIZATION, PUBLIC] {
        assert_eq!(lint(text).to_string(), "");
    }
}

#[test]
fn imported_rows_are_facts() {
    let found = lint(IMPORT).to_string();
    let note = "x.toml:23:15: note[SR201]: the description of `about` is empty or only repeats the name\n";
    let obsoleted = "x.toml:30:22: note[SR215]: RFC 1738 is obsoleted by RFC 3986, RFC 4248, RFC 4266\n";
    assert_eq!(found, format!("{note}{obsoleted}"));
    // In other profiles the rows are incomplete registrations.
    let found = lint(&edited(IMPORT, "public-import", "public-submission"));
    let ids: BTreeSet<_> = found.iter().map(Finding::id).collect();
    assert!(ids.is_superset(&BTreeSet::from(["SR203", "SR204", "SR206", "SR209", "SR210"])), "{found}");
}

/// File, rule, level, the replaced text, its replacement, and a part of the line of the finding.
type Row = (&'static str, &'static str, Level, &'static str, &'static str, &'static str);

use Level::{Error as E, Note as N, Warning as W};

const O: &str = ORGANIZATION;
const P: &str = PUBLIC;
const QUEUE: &str = "name = \"com.example.queue\"";
const VAULT: &str = "name = \"com.example.vault\"";
const TICKET: &str = "name = \"com.example.ticket\"";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (O, "SR001", E, "title = \"Sch", "titel = \"Sch", "titel"),
    (O, "SR001", E, "locates = \"data-object\"", "locates = \"data-object\"\n  color = 1", "color"),
    (O, "SR001", E, "SR106 = ", "SR166 = ", "SR166"),
    (O, "SR001", E, "strip = []", "stripe = []", "stripe"),
    (O, "SR001", E, "default = \"never\"\n", "default = \"never\"\n  relax = []\n", "relax"),
    (O, "SR002", E, "schema = 1", "schema = 2", "schema = 2"),
    (O, "SR003", W, "schema = 1\n", "schema = 1 \n", "schema = 1"),
    (O, "SR003", W, "schema = 1\n", "schema = 1\r\n", "schema = 1"),
    (O, "SR003", W, "# A layer", "\u{FEFF}# A layer", "# A layer"),
    (O, "SR004", W, TICKET, "name = \"com.example.alpha\"", "alpha"),
    (P, "SR004", W, "name = \"gopher\"", "name = \"zebra-finch\"", "relic"),
    (O, "SR005", E, TICKET, QUEUE, QUEUE),
    (O, "SR005", E, "id = \"ftp-proxy\"", "id = \"tracker\"", "id = \"tracker\""),
    (O, "SR007", E, QUEUE, "name = \"com.example.queue\"\nlike = \"com.example.quux\"", "like = "),
    (O, "SR006", E, "[[tombstone]]", "[scheme.com.example.foo]\nstatus = \"private\"\n\n[[tombstone]]", "[scheme.com"),
    (O, "SR009", E, "status = \"private\"\n", "", "[[scheme]]"),
    (O, "SR009", E, "serial = 42", "serial = \"42\"", "serial"),
    (O, "SR009", E, "serial = 42", "serial = -1", "serial"),
    (O, "SR009", E, "serial = 42\n", "", "[registry]"),
    (O, "SR009", E, "claims = [\"com", "# [\"com", "[registry]"),
    (O, "SR009", E, "\"3.2.0\"", "\"3.2\"", "\"3.2\""),
    (O, "SR009", E, "removed = 2025-11-01", "removed = \"2025-11-01\"", "removed"),
    (O, "SR009", E, "facet = \"access\"", "facet = \"port\"", "[override.access]"),
    (O, "SR009", E, "facet = \"access\"", "facet = \"acess\"", "acess"),
    (O, "SR009", E, "id = \"com.example.schemes\"", "id = \"public\"", "id = \"public\""),
    (O, "SR220", E, "[[mask]]", "[[builtin]]\nname = \"http\"\n[[mask]]", "\"http\""),
    (O, "SR009", E, "sha256:e3b0", "sha256:E3b0", "expect ="),
    (O, "SR009", E, "default = \"get\"\n  algorithm = \"Connect", "default = \"put\"\n  algorithm = \"Connect", "\"put\""),
    (O, "SR009", E, "status:historical", "status:old", "never = [\"file"),
    (O, "SR009", E, "start = \"ticket-uri\"\n", "", "[scheme.syntax]"),
    (O, "SR009", E, "start = \"ticket-uri\"\n", "start = \"ticket-uri\"\n  form = [\"com.example.ticket:<number>\"]\n", "form ="),
    (O, "SR009", E, "{ receive = \"until-close\" }", "{ receive = \"all\" }", "steps ="),
    (O, "SR009", E, "serial = 42", "serial = = 42", "serial"),
    (O, "SR009", E, "serial = 42", "serial = 42\nserial = 43", "serial = 43"),
    (O, "SR009", E, "plugins = \"plugins\"", "plugins = \"../plugins\"", "../plugins"),
    (O, "SR009", E, "SR106 = \"warn\"", "SR001 = \"warn\"", "SR001"),
    (O, "SR101", E, VAULT, "name = \"com.example_vault\"", "example_vault"),
    (O, "SR101", E, QUEUE, "name = \"\"", "name = \"\""),
    (O, "SR101", E, VAULT, "name = \"x-\"", "\"x-\""),
    (O, "SR101", E, QUEUE, "name = \"com.example.queue*\"", "queue*"),
    (O, "SR101", E, QUEUE, "name = \"*\"", "name = \"*\""),
    (O, "SR101", E, QUEUE, "name = \"com.example.queue\"\nalias = [\"com.example.line+*\"]", "line+*"),
    (O, "SR101", W, QUEUE, "name = \"3queue\"", "3queue"),
    (O, "SR102", E, TICKET, "name = \"com.Example.ticket\"", "Example.ticket"),
    (O, "SR103", E, VAULT, "name = \"x-vault\"", "status = \"private\""),
    (O, "SR103", W, "status = \"private\"", "status = \"experimental\"", QUEUE),
    (O, "SR104", E, VAULT, "name = \"vault.example.com\"", "vault.example.com"),
    (O, "SR104", E, QUEUE, "name = \"a1.queue\"", "a1.queue"),
    (O, "SR104", E, VAULT, "name = \"uk.co\"", "uk.co"),
    (O, "SR105", W, QUEUE, "name = \"api\"", "api"),
    (O, "SR106", W, QUEUE, "name = \"coapx\"", "coapx"),
    (O, "SR106", W, QUEUE, "name = \"co-ap\"", "co-ap"),
    (O, "SR107", E, QUEUE, "name = \"c\"", "\"c\""),
    (O, "SR108", W, VAULT, "name = \"com1\"", "com1"),
    (O, "SR109", E, QUEUE, "name = \"afs\"", "\"afs\""),
    (O, "SR109", E, QUEUE, "name = \"chrome\"", "chrome"),
    (O, "SR111", W, QUEUE, "name = \"cm\"", "\"cm\""),
    (P, "SR111", W, "default = 70,", "default = 7070,", "default = 7070"),
    (O, "SR113", W, QUEUE, "name = \"alpha-\"", "alpha-"),
    (O, "SR113", W, QUEUE, "name = \"alpha--beta\"", "alpha--"),
    (O, "SR102", E, QUEUE, "name = \"com.example.queue\"\nalias = [\"com.example.Line\"]", "\"com.example.Line\""),
    (O, "SR109", E, QUEUE, "name = \"com.example.queue\"\nalias = [\"chrome\"]", "\"chrome\""),
    (O, "SR114", E, QUEUE, "name = \"com.example.queue\"\nalias = [\"com.example.queue\"]", "\"com.example.queue\"]"),
    (O, "SR114", E, QUEUE, "name = \"com.example.queue\"\nalias = [\"com.example.ticket\"]", "\"com.example.ticket\"]"),
    (O, "SR114", E, QUEUE, "name = \"com.example.queue\"\nalias = [\"x-a\", \"x-a\"]", "\"x-a\"]"),
    (O, "SR115", W, VAULT, "name = \"vaults\"", "\"vaults\""),
    (O, "SR115", W, QUEUE, "name = \"com.example.queue\"\nalias = [\"robots\"]", "\"robots\""),
    (O, "SR201", W, "\"A ticket in the issue tracker\"", "\"com.example.ticket\"", "description = \"com.example.ticket\""),
    (O, "SR202", E, "status = \"private\"", "status = \"secret\"", "secret"),
    (O, "SR203", E, "contact = [\"queue@example.com\"]\n", "", "[[scheme]]"),
    (O, "SR204", E, "change_controller = \"Example Corp Batch Team\"\n", "", "[[scheme]]"),
    (O, "SR205", E, "status = \"private\"\ndescription = \"A ticket", "status = \"permanent\"\niana = { template = \"t\" }\ndescription = \"A ticket", "permanent"),
    (O, "SR206", E, "applications = [\"Example Corp batch system\"]\n", "", "[[scheme]]"),
    (O, "SR207", W, "\"Whoever can connect can read; nothing is encrypted.\"", "\"Use with care.\"", "Use with care"),
    (O, "SR207", W, "reason = \"FTP leaves the house through the proxy only\"", "reason = \"TODO: why it is replaced\"", "reason"),
    (O, "SR207", W, "reason = \"FTP leaves the house through the proxy only\"", "reason = \" \"", "reason"),
    (O, "SR207", W, "title = \"Schemes of Example Corp\"", "title = \"TODO\"", "title"),
    (O, "SR207", W, "reason = \"defanged indicators must not become clickable\"", "reason = \"tbd\"", "reason"),
    (O, "SR208", N, "queue@example.com", "jane.doe@example.com", "jane.doe"),
    (O, "SR209", E, "  form = [\"com.example.queue", "  # [\"com.example.queue", "[scheme.syntax]"),
    (O, "SR210", W, "\"Connect, send the queue and the number on one line, read to the end.\"", "\"Connect.\"", "\"Connect.\""),
    (O, "SR210", E, "kind = \"steps\"", "kind = \"none\"", "kind = \"none\""),
    (O, "SR211", E, "locates = \"data-object\"\n  operations = [\"get\"]\n  default = \"get\"\n  algorithm = \"Connect", "locates = \"name\"\n  operations = [\"get\"]\n  default = \"get\"\n  algorithm = \"Connect", "locates = \"name\""),
    (O, "SR212", W, "security = \"Whoever can connect can read; nothing is encrypted.\"\n", "", "[[scheme]]"),
    (P, "SR212", E, "security = ", "interoperability = ", "[[scheme]]"),
    (O, "SR213", W, "encoding = \"US-ASCII; nothing is escaped.\"\n", "", "name = \"queue\""),
    (P, "SR214", W, "  [[scheme.reference]]\n  url = \"https://example.org/relic\"\n", "", "historical"),
    (P, "SR215", W, "rfc = 4266", "rfc = 2396", "rfc = 2396"),
    (P, "SR216", N, "errata = [5118]", "errata = []", "rfc = 1738"),
    (O, "SR217", W, "url = \"https://docs.example.com/queue\"", "url = \"http://docs.example.com/queue\"", "http://"),
    (O, "SR219", W, "status = \"private\"\ndescription = \"An entry", "status = \"permanent\"\ndescription = \"An entry", "permanent"),
    (O, "SR220", E, "status = \"private\"\ndescription = \"A ticket", "status = \"private\"\niana = false\ndescription = \"A ticket", "iana = false"),
    (O, "SR009", E, "status = \"private\"\ndescription = \"A ticket", "status = \"private\"\niana = true\ndescription = \"A ticket", "iana = true"),
    (O, "SR009", E, "accept = false\n  why", "accept = false\n  section = 3.2\n  why", "section = 3.2"),
    (O, "SR221", W, "\"queue@example.com\"", "\"queue@example.com, on behalf of Queue Inc.\"", "behalf"),
    (O, "SR309", E, "accept = false\n  why", "accept = true\n  why", "[[scheme]]"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    separator = \"/\"\n", "separator"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    terminator = \"/\"\n", "terminator"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    prefix = \";\"\n", "prefix"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    equals = \"=\"\n", "equals"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    field_case = \"all\"\n", "field_case"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    any_order = true\n", "[[scheme.syntax.component]]"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    unique = true\n", "[[scheme.syntax.component]]"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    secret = [\"x\"]\n", "secret"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    host = \"dns\"\n", "host = \"dns\""),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    skip = \"\"\n", "skip"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    explicit_default = \"other\"\n", "explicit_default"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"keyword\"\n    case = \"preserve\"\n", "case"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"hex\"\n    case = \"preserve\"\n", "case"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"list\"\n    separator = \"/\"\n    terminator = \",\"\n", "terminator"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"list\"\n    equals = \"=\"\n", "equals"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"flag\"\n    default = \"x\"\n", "default = \"x\""),
    (O, "SR319", E, "type = \"u32\"", "type = \"u32\"\n    max = 9", "max"),
    (O, "SR319", E, "type = \"u32\"", "type = \"integer\"\n    min = 2\n    max = 1", "max"),
    (O, "SR319", E, "type = \"u32\"", "type = \"u32\"\n    max_length = 9", "max_length"),
    (O, "SR319", E, "type = \"u32\"", "type = \"u32\"\n    skip = \"-\"", "skip"),
    (O, "SR319", E, "type = \"u32\"", "type = \"u32\"\n    case = \"lower\"", "case"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"flag\"\n    skip = \".\"\n", "skip"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    [[scheme.syntax.component]]\n    name = \"host\"\n    rule = \"host\"\n    skip = \".\"\n", "skip"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    [[scheme.syntax.component]]\n    name = \"port\"\n    rule = \"port\"\n    skip = \".\"\n", "skip"),
    (O, "SR009", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"list\"\n    separator = \"//\"\n", "separator"),
    (O, "SR009", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"list\"\n    terminator = \"\"\n", "terminator"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"fields\"\n    secret = []\n    prefix = \";\"\n    separator = \"&\"\n", "separator"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"fields\"\n    secret = []\n    only_known = true\n", "[[scheme.syntax.component]]"),
    (O, "SR319", E, "rule = \"queue\"\n", "rule = \"queue\"\n    case_after = \"@\"\n", "@"),
    (O, "SR325", W, "url = \"https://docs.example.com/queue\"", "rfc = 4151", "rfc = 4151"),
    (O, "SR323", W, "rule = \"queue\"\n", "rule = \"queue\"\n    type = \"fields\"\n", "name = \"queue\""),
    (O, "SR009", E, "name = \"hxxp\"", "name = \"hx*\"", "\"hx*\""),
    (O, "SR401", E, "kind = \"steps\"", "kind = \"magic\"", "magic"),
    (O, "SR009", E, "transport = [\"tcp\"]", "transport = [\"tsl\"]", "\"tsl\""),
    (O, "SR402", E, "default = 7070,", "default = 0,", "default = 0"),
    (O, "SR402", E, "default = 7070,", "default = 65536,", "65536"),
    (O, "SR402", E, "default = 7070,", "default = \"80a\",", "80a"),
    (O, "SR404", W, "q.example.com:7071/", "q.example.com:25/", ":25/"),
    (O, "SR404", W, "https://gw.example.com/", "https://gw.example.com:25/", ":25/"),
    (O, "SR406", W, "operations = [\"get\", \"head\", \"list\"]\n  default = \"get\"", "operations = [\"delete\"]\n  default = \"delete\"", "default = \"delete\""),
    (O, "SR410", E, "    [[scheme.plugin.artifact]]\n    target = \"x86_64-unknown-linux-gnu\"\n    version = \"1.4.2\"\n    sha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"\n", "", "[scheme.plugin]"),
    (O, "SR410", E, "target = \"x86_64-unknown-linux-gnu\"", "target = \"vax-dec-vms\"", "[scheme.plugin]"),
    (O, "SR410", E, "kind = \"steps\"", "kind = \"dylib\"", "kind = \"dylib\""),
    (O, "SR411", E, "\">=1.4.0, <2.0.0\"", "\"*\"", "\"*\""),
    (O, "SR411", E, "\">=1.4.0, <2.0.0\"", "\"about one\"", "about one"),
    (O, "SR411", E, "version = \"1.4.2\"", "version = \"2.4.2\"", "2.4.2"),
    (O, "SR412", E, "abi = 1", "abi = 7", "abi = 7"),
    (O, "SR413", E, "\"anyurl_vault\"", "\"libanyurl_vault\"", "libanyurl"),
    (O, "SR413", E, "\"anyurl_vault\"", "\"anyurl_vault.so\"", ".so"),
    (O, "SR413", E, "\"anyurl_vault\"", "\"../anyurl_vault\"", "../"),
    (O, "SR414", E, "9f86d081", "9F86D081", "9F86D081"),
    (O, "SR414", E, "    sha256 = ", "    # ", "[[scheme.plugin.artifact]]"),
    (O, "SR416", W, "  signed_by = ", "  # ", "[scheme.plugin]"),
    (O, "SR503", W, "for = [\"com.example.ticket\"]\nmode = \"parts\"\ntemplate = \"https", "for = [\"com.example.ticket\", \"ldaps\"]\nmode = \"parts\"\ntemplate = \"http", "template"),
    (O, "SR504", E, "strip = [\"user\", \"password\"]", "strip = [\"user\"]", "[[gateway]]"),
    (O, "SR504", E, "type = \"u32\"", "type = \"u32\"\n    sensitive = true", "[[gateway]]"),
    (O, "SR505", E, "  gateway = \"tracker\"\n", "", "kind = \"gateway\""),
    (P, "SR508", E, "[[scheme]]\nname = \"relic\"", "[[gateway]]\nid = \"g\"\nfor = [\"wais\"]\nmode = \"url\"\ntemplate = \"https://g.example/{url}\"\n\n[[scheme]]\nname = \"relic\"", "[[gateway]]"),
    (O, "SR606", W, "reason = \"defanged indicators must not become clickable\"\n", "", "[[mask]]"),
    (O, "SR701", W, "reason = \"the batch system goes\", ", "", "deprecated ="),
];

/// Each edit has exactly one finding: of its rule, at its level, in the expected line.
#[test]
fn each_rule_finds_its_edit_and_nothing_else() {
    let mut wrong = String::new();
    for (text, id, level, from, to, line) in ROWS {
        let text = edited(text, from, to);
        let found = lint(&text);
        // A name without a dot is also in no domain.
        let mut all = found.iter().filter(|one| one.id() == *id || one.id() != "SR115");
        let is_right = match (all.next(), all.next()) {
            (Some(one), None) => {
                let written = text.lines().nth(one.line() - 1).unwrap_or_default();
                one.id() == *id && one.level() == *level && written.contains(line)
            }
            _ => false,
        };
        if !is_right {
            wrong.extend([format!("{id} in `{line}` for `{to}`:\n{found}\n")]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A scheme with an inline module, without findings.
const MODULE: &str = r#"
[[scheme]]
name = "com.example.wharf"
status = "private"
description = "A berth in the harbour"
applications = ["Example Corp harbour office"]
contact = ["wharf@example.com"]
change_controller = "Example Corp Harbour Team"
security = "Berths are public."
encoding = "US-ASCII; nothing is escaped."

  [scheme.syntax]
  grammar = "rfc3986"
  form = ["com.example.wharf://<host>/<berth>"]

  [scheme.access]
  kind = "wasm"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Connect, send the berth on one line, and read to the end."

  [scheme.plugin]
  kind = "wasm"
  library = "wharf"
  version = "^1.2"
  abi = 1

    [[scheme.plugin.artifact]]
    target = "wasm32-unknown-unknown"
    version = "1.2.0"
    sha256 = "93a44bbb96c751218e4c00d479e4c14358122a389acca16205b1e4d0dc5f9476"
    size = 8
    inline = """
      AGFz
      bQEAAAA=
    """

  [[scheme.example]]
  url = "com.example.wharf://h/1"
  accept = true
  components = { berth = "1" }

  [[scheme.example]]
  url = "com.example.wharf:1"
  accept = false
  why = "no host"
"#;

/// Rule, the replaced text of [`MODULE`], its replacement, and a part of the line and of the message of the finding.
#[rustfmt::skip]
const MODULE_ROWS: &[(&str, &str, &str, &str, &str)] = &[
    ("SR410", "  kind = \"wasm\"\n  locates", "  kind = \"dylib\"\n  locates", "kind = \"wasm\"", "accessed by a library, but its `plugin` table is for a module"),
    ("SR410", "wasm32-unknown-unknown", "x86_64-unknown-linux-gnu", "[scheme.plugin]", "the module of `com.example.wharf` has no artifact for a supported target"),
    ("SR411", "\"^1.2\"", "\"*\"", "\"*\"", "any module"),
    ("SR413", "\"wharf\"", "\"wharf.wasm\"", "wharf.wasm", "not the base name of a module"),
    ("SR414", "    sha256", "    # sha256", "[[scheme.plugin.artifact]]", "without a hash"),
    ("SR418", "AGFz", "AGF*", "inline", "not base64"),
    ("SR418", "bQEAAAA=", "bQEAAAA", "inline", "not base64"),
    ("SR418", "bQEAAAA=", "bQEAAAE=", "sha256", "not the hash"),
    ("SR418", "size = 8", "size = 9", "size = 9", "has 8 bytes, and not 9"),
];

/// Each edit of a module has exactly one finding, an error.
#[test]
fn modules() {
    let file = format!("{O}{MODULE}");
    assert_eq!(lint(&file).to_string(), "");
    for (id, from, to, line, message) in MODULE_ROWS {
        let text = edited(&file, from, to);
        let found = lint(&text);
        let all: Vec<_> = found.iter().collect();
        let [one] = all.as_slice() else { panic!("{id} for `{to}`:\n{found}") };
        let written = text.lines().nth(one.line() - 1).unwrap_or_default();
        assert_eq!((one.id(), one.level()), (*id, E), "{found}");
        assert!(written.contains(line) && one.message().contains(message), "{id} for `{to}` in `{written}`:\n{found}");
    }
    // Without `kind`, the table is for a library.
    let found = lint(&edited(&file, "  kind = \"wasm\"\n  library", "  library")).to_string();
    let message = "x.toml:225:3: error[SR410]: `com.example.wharf` is accessed by a module, but its `plugin` table is for a library\n";
    assert!(found.starts_with(message), "{found}");
    // A signature vouches for a library; a library cannot be inline; and without `inline` the module is a file.
    let library = edited(&file, "  kind = \"wasm\"\n  locates", "  kind = \"dylib\"\n  locates");
    let library = edited(&library, "  kind = \"wasm\"\n  library", "  library");
    let found = lint(&edited(&library, "wasm32-unknown-unknown", "x86_64-unknown-linux-gnu"));
    assert_eq!(found.iter().map(Finding::id).collect::<Vec<_>>(), ["SR416", "SR418"]);
    let start = file.find("    inline").expect("the key");
    let end = file.rfind("    \"\"\"\n").expect("its end") + "    \"\"\"\n".len();
    assert_eq!(lint(&format!("{}{}", &file[..start], &file[end..])).to_string(), "");
}

/// A module of 64 KiB can be inline, and not one byte more; a longer text is not decoded.
#[test]
fn inline_modules_are_small() {
    let with = |text: &str| {
        let file = edited(&format!("{O}{MODULE}"), "      AGFz\n      bQEAAAA=\n", text);
        let reading = RegistryFile::from_text("x.toml", file).unwrap();
        let entry = reading.layer().schemes().last().expect("the scheme");
        let artifact = entry.plugin.as_ref().and_then(|plugin| plugin.module()).expect("the artifact");
        artifact.inline_bytes().expect("a text").map(|bytes| bytes.len()).map_err(|error| error.to_string())
    };
    // Three bytes for each four digits: 65,536 = 3 * 21,845 + 1.
    let whole = "AAAA".repeat(21_845);
    assert_eq!(with(&format!("{whole} AA==")), Ok(65_536));
    let too_large = Err("the inline module is larger than 65536 bytes".to_owned());
    assert_eq!(with(&format!("{whole} AAA=")), too_large);
    assert_eq!(with(&format!("{whole} AAAA AAAA")), too_large);
    assert_eq!(with(&"*".repeat(90_000)), too_large);
}

/// SR103 with `expires` and SR705 need more than one edit.
#[test]
fn experiments() {
    let text = edited(O, "com.example.vault\"\nversion", "x-vault\"\nversion");
    let text = edited(
        &text,
        "status = \"private\"\ndescription = \"An object",
        "status = \"experimental\"\ndescription = \"An object",
    );
    let found = lint(&text).to_string();
    assert!(found.contains("error[SR103]: `x-vault` is an experiment without an end date"), "{found}");

    let dated =
        |day: &str| edited(&text, "description = \"An object", &format!("expires = {day}\ndescription = \"An object"));
    let ids = |text: &str| lint(text).iter().map(|one| (one.id(), one.level())).collect::<Vec<_>>();
    assert_eq!(ids(&dated("2026-11-20")), [("SR103", W)]);
    assert_eq!(ids(&dated("2026-11-19")), [("SR103", W), ("SR705", W)]);
}

/// SR712 and SR713 depend on the date.
#[test]
fn removals() {
    let dated = |day: &str| {
        let notice =
            format!("deprecated = {{ reason = \"r\", replacement = \"com.example.queue\", remove_after = {day} }}");
        edited(O, "description = \"An object", &format!("{notice}\ndescription = \"An object"))
    };
    let cases = [
        ("2026-11-19", Some(("SR712", E))),
        ("2026-11-20", Some(("SR713", W))),
        ("2027-02-18", Some(("SR713", W))),
        ("2027-02-19", None),
    ];
    for (day, expected) in cases {
        let found = lint(&dated(day));
        let found: Vec<_> = found.iter().map(|one| (one.id(), one.level())).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{day}");
    }
}

#[test]
fn included_files_have_the_names_of_their_schemes() {
    let main = edited(O, "plugins = \"plugins\"", "include = [\"schemes/*.toml\"]");
    let entry = crate::format::SchemeDraft::new("com.example.lake", "2027-06-30".parse().unwrap()).entry();
    let entry = format!("schema = 1\n\n{}", entry.replace("TODO: ", ""));
    let lint = |name: &str, entry: &str| {
        let files = [("x.toml", main.as_str()), (name, entry)];
        let reading = RegistryFile::read(&MemoryFolder::new(files), "reg/", "x.toml").unwrap();
        reading.lint(LintOptions::default()).to_string()
    };
    assert_eq!(lint("schemes/com.example.lake.toml", &entry), "");
    assert_eq!(
        lint("schemes/lake.toml", &entry),
        "reg/schemes/lake.toml:4:8: error[SR008]: `com.example.lake` is in a file named `lake.toml`\n"
    );
    let twice = entry.replace("com.example.lake", "com.example.queue");
    let found = lint("schemes/com.example.queue.toml", &twice);
    assert!(found.contains("SR005") && found.contains("already defined at reg/x.toml:40:8"), "{found}");
    let found = lint("schemes/com.example.lake.toml", &format!("{entry}\n[policy]\ndefault = \"always\"\n"));
    assert!(found.contains("SR001") && found.contains("an included file has no key `policy`"), "{found}");
}

/// The rules that the rows and the two tests above cover.
pub(crate) fn fired() -> BTreeSet<&'static str> {
    let rows = ROWS.iter().map(|row| row.1);
    rows.chain(["SR008", "SR418", "SR705", "SR712", "SR713"]).collect()
}

#[test]
fn levels_follow_the_profile_and_the_table() {
    let text = edited(O, "contact = [\"queue@example.com\"]\n", "");
    let level = |text: &str| lint(text).iter().map(Finding::level).collect::<Vec<_>>();
    assert_eq!(level(&text), [E]);
    assert_eq!(level(&text.replace("SR106 = ", "SR203 = ")), [W]);
    assert_eq!(level(&text.replace("SR106 = \"warn\"", "SR203 = \"allow\"")), []);
    // Missing metadata of an import is a note, unless the table sets another level.
    let import = text.replace("profile = \"organization\"", "profile = \"public-import\"");
    assert_eq!(level(&import), [N]);
    assert_eq!(level(&import.replace("SR106 = ", "SR203 = ")), [W]);
    // Reading errors stay errors.
    let text = text.replace("serial = 42", "serial = 4.2").replace("SR106 = ", "SR203 = ");
    assert_eq!(level(&text), [E, W]);
}

#[test]
fn reserved_names_need_an_override_of_the_name_facet() {
    let text = edited(O, QUEUE, "name = \"afs\"");
    let word = "[[override]]\nname = \"afs\"\nof = \"public\"\nfacet = \"name\"\nreason = \"the cells are ours\"\n\n[[override]]";
    assert_eq!(lint(&edited(&text, "[[override]]", word)).to_string(), "");
}

/// The proposed name is below the domain of the registry.
#[test]
fn experiments_get_a_suggested_name() {
    let text = edited(O, "com.example.vault\"\nversion", "x-vault\"\nversion");
    let text = edited(
        &text,
        "status = \"private\"\ndescription = \"An object",
        "status = \"experimental\"\nexpires = 2030-01-01\ndescription = \"An object",
    );
    for (id, expect) in
        [("com.example.schemes", "`com.example.vault`"), ("uk.co.example.schemes", "`uk.co.example.vault`")]
    {
        let found = lint(&edited(&text, "id = \"com.example.schemes\"", &format!("id = \"{id}\"")));
        let help = found.iter().find_map(|one| one.help().filter(|_| one.id() == "SR103"));
        assert!(help.is_some_and(|help| help.ends_with(expect)), "{id}: {help:?}");
    }
}

/// The help says what to write, and not what the library for versions found.
#[test]
fn versions_get_a_plain_help() {
    for (from, to, expect) in [
        ("\">=1.4.0, <2.0.0\"", "\"about one\"", "write a version requirement such as ^1.2"),
        ("version = \"1.4.2\"", "version = \"TODO\"", "write a version such as 1.0.0"),
    ] {
        let found = lint(&edited(O, from, to));
        let help: Vec<_> = found.iter().filter(|one| one.id() == "SR411").filter_map(Finding::help).collect();
        assert_eq!(help, [expect], "{found}");
    }
}
