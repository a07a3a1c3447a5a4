use csv::Reader;

use super::{builtins, file, layer, no_builtins, read, scheme, shipped};
use anyurl_declared::format::Facet;
use anyurl_declared::layers::Stack;
use anyurl_registry_tools::{ExportError, ExportFormat, export, export_resolved, left_out};

#[test]
fn the_shipped_registry_is_iana_s_table() {
    let table = include_str!("../../../../testdata/uri-schemes-full.csv");
    let written = export(&shipped(), &builtins(), ExportFormat::IanaCsv).unwrap();
    for (line, expected) in written.lines().zip(table.lines()) {
        assert_eq!(line, expected);
    }
    assert!(written == table, "byte for byte");
    assert_eq!(Reader::from_reader(table.as_bytes()).records().count(), 430);
}

#[test]
fn names_out_of_alphabetical_order() {
    let row = |name: &str, iana: &str| {
        format!("[[scheme]]\nname = \"{name}\"\nstatus = \"provisional\"\ndescription = \"d\"\n{iana}\n")
    };
    let entries = [row("caip", "iana = { after = \"cap\" }"), row("cal", ""), row("cap", ""), row("cast", "")];
    let written = export(&layer(&entries.concat()), &no_builtins(), ExportFormat::IanaCsv).unwrap();
    let names = written.lines().skip(1).map(|line| line.split(',').next().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["cal", "cap", "caip", "cast"]);
}

/// Schemes in code have no entry in a file, and libraries are no text.
#[test]
fn what_one_file_of_all_layers_lacks() {
    let below = Stack::new().push(layer("")).resolve(&builtins(), None).unwrap();
    let port = below.name("ftp").unwrap().definitions[0].facets[&Facet::Port].hash;
    let entries = format!(
        r#"{}
  [scheme.plugin]
  kind = "dylib"
  library = "libthing.so"
  version = "^1"
  abi = 2
[[override]]
name = "ftp"
of = "builtin"
facet = "port"
expect = "{port}"
reason = "ours"
port = {{ default = 2121, transport = ["tcp"] }}
[[mask]]
name = "gopher"
reason = "a test"
[policy]
never = ["wais"]
[[gateway]]
id = "menus"
for = ["nntp"]
mode = "url"
template = "https://h.example/{{url}}"
contact = ["a@example.com"]
"#,
        scheme("com.example.thing", "1.2.0", "thing = \"com.example.thing:\" 1*ALPHA")
    );
    let resolved = Stack::new().push(read("org.toml", &file(&entries))).resolve(&builtins(), None).unwrap();
    let expected = [
        "`com.example.thing` is without its plugin",
        "`ftp` is without its overrides, since it is in code",
        "the gateway `menus` is not in it",
        "the `[policy]` of com.example is not in it",
    ];
    assert_eq!(left_out(&resolved), expected);
    let text = export_resolved(&resolved, &builtins(), ExportFormat::Resolved).unwrap();
    let names: Vec<_> = text.lines().filter(|line| line.starts_with("name = ")).collect();
    assert_eq!(names, ["name = \"gopher\"", "name = \"com.example.thing\""]);
    let one = export(&layer(&entries), &no_builtins(), ExportFormat::Resolved).unwrap_err();
    assert!(matches!(one, ExportError::OneFile));
}

#[test]
fn every_format_of_one_scheme() {
    let text = scheme("com.example.thing", "1.2.0", "thing = \"com.example.thing:\" 1*ALPHA");
    let layer = layer(&text);
    let written = |format| export(&layer, &no_builtins(), format).unwrap();

    let json: serde_json::Value = serde_json::from_str(&written(ExportFormat::Json)).unwrap();
    let scheme = &json["schemes"][0];
    assert_eq!(scheme["name"], "com.example.thing");
    assert_eq!(scheme["version"], "1.2.0");
    assert_eq!(scheme["origin"], "com.example");
    assert_eq!(scheme["access"]["locates"], "name");

    let markdown = written(ExportFormat::Markdown);
    let row = "| `com.example.thing` | provisional | things for a test |  |  | com.example |";
    assert!(markdown.lines().any(|line| line == row), "{markdown}");

    let form = written(ExportFormat::Rfc7595);
    let expected = "\
Scheme name: com.example.thing
Status: Provisional
Applications/protocols that use this scheme name: tests
Contact: schemes@example.com
Change controller: Example
Scheme syntax: thing = \"com.example.thing:\" 1*ALPHA
Scheme semantics: None: names are only compared. names of things in tests
Encoding considerations: ASCII
Security considerations: A URL of this scheme is only a name.
";
    assert_eq!(form, expected);
    // A scheme without access has no handler.
    assert_eq!(written(ExportFormat::XSchemeHandler), "MimeType=\n");
}

#[test]
fn every_format_of_the_shipped_registry() {
    let layer = shipped();
    // The shipped schemes have no owners, and one file is not resolved.
    let others = [ExportFormat::Codeowners, ExportFormat::Resolved];
    let formats = ExportFormat::ALL.iter().filter(|format| !others.contains(format));
    for format in formats {
        let written = export(&layer, &builtins(), *format).unwrap();
        let all = match format {
            // Browsers take few names.
            ExportFormat::WebManifest => ["mailto", "xmpp"],
            // A scheme in code has no grammar that other programs could use.
            ExportFormat::JsonSchema => ["ldap", "redis"],
            _ => ["ldap", "prospero"],
        };
        assert!(all.iter().all(|name| written.contains(name)), "{format:?}");
    }
    let forms = export(&layer, &builtins(), ExportFormat::Rfc7595).unwrap();
    let form = |name: &str| {
        let start = format!("Scheme name: {name}\n");
        forms.split("\n----\n\n").find(|form| form.starts_with(&start)).unwrap()
    };
    assert!(form("acd").contains("References: Michael Hedenus\n"));
    assert!(form("ldap").contains("RFC 4516"));
    let handled = export(&layer, &builtins(), ExportFormat::XSchemeHandler).unwrap();
    assert!(handled.starts_with("MimeType=x-scheme-handler/"));
    assert_eq!(handled.lines().count(), 1);
}

const OWNED: &str = r#"
[[scheme]]
name = "com.example.a"
status = "private"
description = "an | a"
owner = "@example/robotics, lake@example.com"
contact = ["a@example.com"]
deprecated = { since = "2.0.0", reason = "old", replacement = "com.example.b" }
port = { default = 70, transport = ["tls"] }
syntax = { grammar = "rfc3986", form = ["com.example.a:<a>"] }
access = { kind = "none", locates = "name", name_properties = "Names stay.", operations = [], algorithm = "There is none." }
example = [{ url = "com.example.a:b|c", accept = true }, { url = "com.example.a:/", accept = false, why = "no name" }]

[[scheme]]
name = "com.example.b"
status = "private"
description = "b"
owner = "the team of b"

[[scheme]]
name = "com.example.c"
status = "private"
description = "c"

[[scheme]]
name = "com.example.d"
status = "private"
description = "d"
owner = "@example/robotics"
"#;

#[test]
fn owners_of_files() {
    let layer = layer(OWNED);
    assert_eq!(
        export(&layer, &no_builtins(), ExportFormat::Codeowners).unwrap(),
        "# Owners of schemes, written by `anyurl registry export --format codeowners`.\n\n\
         # @example/robotics: com.example.a, com.example.d\n\
         # lake@example.com: com.example.a\n\
         # no owner that is a user, a team or an address: com.example.b (the team of b)\n\
         # no owner: com.example.c\n\
         /org.toml @example/robotics lake@example.com\n"
    );
    // Built-in schemes and the public layer have no owners.
    let lines = export(&shipped(), &builtins(), ExportFormat::Codeowners).unwrap();
    assert_eq!(lines.lines().count(), 1);
}

#[test]
fn sections_of_markdown() {
    let written = export(&layer(OWNED), &no_builtins(), ExportFormat::Markdown).unwrap();
    let (_, section) = written.split_once("\n## ").expect("a section");
    assert_eq!(
        section,
        "`com.example.a` 1.0.0\n\nan \\| a\n\n\
         * **Deprecated**: since 2.0.0; old; use com.example.b\n\
         * **Status**: private\n\
         * **Default port**: 70 (tls)\n\
         * **Owner**: @example/robotics, lake@example.com\n\
         * **Contact**: a@example.com\n\
         * **Layer**: com.example\n\n\
         ### Syntax\n\n```text\ncom.example.a:<a>\n```\n\n\
         ### Access\n\nThere is none. Names stay.\n\n\
         ### Examples\n\n| URL | | |\n|---|---|---|\n\
         | `com.example.a:b\\|c` | accepted |  |\n\
         | `com.example.a:/` | rejected | no name |\n"
    );
    let written = export(&shipped(), &builtins(), ExportFormat::Markdown).unwrap();
    for part in ["\n## `gopher` 1.0.0\n", "\n## `redis` 1.0.0\n", "```abnf\nredis-uri = "] {
        assert!(written.contains(part), "{part}");
    }
}

/// What applications register: the names, in the form of each file, and no families.
#[test]
fn schemes_of_applications() {
    let access =
        "access = { kind = \"handler\", locates = \"service\", operations = [], algorithm = \"Ask the system.\" }\n";
    let entry = |name: &str| {
        format!(
            "[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"a\"\n\
             syntax = {{ grammar = \"rfc3986\", form = [\"{name}:<a>\"] }}\n{access}\n"
        )
    };
    let layer = layer(&[entry("com.example.a"), entry("com.example.b+*"), entry("web+lake")].concat());
    for (format, expected) in [
        (ExportFormat::XSchemeHandler, "MimeType=x-scheme-handler/com.example.a;x-scheme-handler/web+lake;\n"),
        (ExportFormat::Electron, r#"{"protocols":[{"name":"A test","schemes":["com.example.a","web+lake"]}]}"#),
        (
            ExportFormat::Tauri,
            r#"{"plugins":{"deep-link":{"desktop":{"schemes":["com.example.a","web+lake"]},"mobile":[{"scheme":["com.example.a"],"appLink":false},{"scheme":["web+lake"],"appLink":false}]}}}"#,
        ),
        (ExportFormat::WebManifest, r#"{"protocol_handlers":[{"protocol":"web+lake","url":"/open?url=%s"}]}"#),
    ] {
        let written = export(&layer, &no_builtins(), format).unwrap();
        let json = serde_json::from_str::<serde_json::Value>(&written);
        assert_eq!(json.map_or(written, |json| json.to_string()), expected, "{format:?}");
    }
    let android = export(&layer, &no_builtins(), ExportFormat::Android).unwrap();
    assert_eq!(android.matches("  <data android:scheme=\"").count(), 2, "{android}");
    let ios = export(&layer, &no_builtins(), ExportFormat::Ios).unwrap();
    assert!(
        ios.contains("      <array>\n        <string>com.example.a</string>\n        <string>web+lake</string>\n"),
        "{ios}"
    );
}
