//! Requirements D 15, 16, 24 and 25: errors of registry files, and conflicts of layers.

use anyurl_declared::format::{self, Finding, Level, LintOptions, RegistryFile, RegistryFileError};
use anyurl_declared::layers::{LayerError, Resolved, Stack};
use anyurl_declared::scheme_lint;
use anyurl_testkit::registry_file;

/// A valid entry, which each test breaks in one place.
const ENTRY: &str = r#"
[[scheme]]
name = "com.example.a"
status = "private"
description = "Something of this test"
applications = ["this test"]
contact = ["test@example.com"]
change_controller = "The test"
security = "Nothing is secret."
encoding = "ASCII"
port = { default = 7070, transport = ["tcp"] }

  [scheme.syntax]
  grammar = "rfc1738"
  dialect = "rfc5234"
  start = "url"
  imports = ["rfc1738"]
  abnf = '''
url  = "com.example.a://" hostport "/" part
part = *( ALPHA / DIGIT )
'''
  component = [{ name = "part", rule = "part" }]

  [scheme.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Connect to the host, send the part on one line, read to the end."
  steps = [{ connect = "{host}:{port}" }, { send = "{part}\r\n" }]

  [[scheme.example]]
  url = "com.example.a://h/b"
  accept = true

  [[scheme.example]]
  url = "com.example.a:b"
  accept = false
"#;

fn file(from: &str, to: &str) -> String {
    let text = registry_file("organization", "com.example", "com.example.*", ENTRY);
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// The errors of reading and of lint, including grammars.
fn errors(text: &str) -> Vec<Finding> {
    let findings = match RegistryFile::from_text("org.toml", text) {
        Ok(reading) => {
            let checks = [format::CHECKS, scheme_lint::CHECKS].concat();
            reading.lint_with(LintOptions::default(), &checks)
        }
        Err(RegistryFileError::Refused(findings)) => *findings,
        Err(error) => panic!("{error}"),
    };
    let errors = findings.iter().filter(|one| one.level() == Level::Error);
    errors.cloned().collect()
}

fn resolve<'t>(layers: impl IntoIterator<Item = &'t str>) -> Result<Resolved, LayerError> {
    let layers = layers.into_iter().enumerate().map(|(n, text)| {
        let reading = RegistryFile::from_text(&format!("{n}.toml"), text).unwrap();
        reading.load().unwrap_or_else(|error| panic!("{error}"))
    });
    let stack = layers.fold(Stack::new(), Stack::push);
    stack.resolve(anyurl::rfc1738(), None)
}

#[test]
fn the_good_entry_is_good() {
    assert!(errors(&file("", "")).is_empty());
    assert!(resolve([&*file("", "")]).is_ok());
}

#[test]
fn d15_unsafe_characters_in_a_class() {
    for unsafe_one in ["#", "%", " ", "~", "<"] {
        let part = format!("part = *( ALPHA / DIGIT / \"{unsafe_one}\" )");
        let text = file("part = *( ALPHA / DIGIT )", &part);
        let found = errors(&text);
        let ids: Vec<_> = found.iter().map(Finding::id).collect();
        assert_eq!(ids, ["SR306"], "{unsafe_one:?}: {found:?}");
        // The witness is a URL with that character.
        let message = found[0].message();
        let witness = message.split('`').find(|piece| piece.contains("://"));
        assert!(witness.is_some_and(|url| url.contains(unsafe_one)), "{message}");
    }
}

#[test]
fn d16_default_ports() {
    for port in ["0", "65536", "-1", "\"80a\"", "\"80\"", "80.5", "true"] {
        let text = file("default = 7070", &format!("default = {port}"));
        let found = errors(&text);
        let ids: Vec<_> = found.iter().map(Finding::id).collect();
        assert_eq!(ids, ["SR402"], "{port}: {found:?}");
        assert_eq!(found[0].line(), 22, "{port}");
        assert!(found[0].message().contains("`scheme.port.default`"), "{port}: {}", found[0]);
        let read = RegistryFile::from_text("org.toml", text).unwrap().load();
        assert!(matches!(read, Err(RegistryFileError::Refused(_))), "{port}");
    }
    for port in ["1", "65535"] {
        let text = file("default = 7070", &format!("default = {port}"));
        assert!(errors(&text).is_empty(), "{port}");
    }
}

#[test]
fn d24_errors_in_files_have_file_line_and_key() {
    for (from, to, id, line, key) in [
        ("title = \"A test\"", "title = \"A test", "SR009", 6, "title"),
        ("serial = 1", "serial 1", "SR009", 8, "serial"),
        ("title = \"A test\"", "titel = \"A test\"", "SR001", 6, "`titel`"),
        ("security = ", "securty = ", "SR001", 20, "did you mean `security`"),
        ("\n[[scheme]]", "\n[registry]\n[[scheme]]", "SR009", 13, "registry"),
        ("serial = 1", "serial = 1\nserial = 2", "SR009", 9, "serial"),
        ("serial = 1", "serial = \"1\"", "SR009", 8, "`registry.serial`"),
        ("name = \"com.example.a\"\n", "", "SR009", 13, "`name`"),
        ("schema = 1", "schema = 2", "SR002", 1, "schema"),
    ] {
        let found = errors(&file(from, to));
        let fault = found.iter().find(|one| one.id() == id && one.line() == line);
        let fault = fault.unwrap_or_else(|| panic!("{to:?}: {found:#?}"));
        let help = fault.help().unwrap_or_default();
        let text = format!("{fault} {help}\n{}", fault.drawn(anyurl::Style::default()));
        assert!(text.contains("org.toml:") && text.contains(key), "{to:?}: {text}");
    }
}

/// A layer that overrides the port.
fn over(kind: &str, id: &str, of: &str, expect: &str, port: u16) -> String {
    let body = format!(
        "\n[[override]]\nname = \"com.example.a\"\nof = \"{of}\"\nfacet = \"port\"\nexpect = \"{expect}\"\n\
         reason = \"because\"\nport = {{ default = {port} }}\n"
    );
    registry_file(kind, id, &format!("{id}.*"), &body)
}

fn port_of(resolved: &Resolved) -> (Option<u16>, String) {
    let anyurl_declared::layers::Lookup::Found(found) = resolved.lookup("com.example.a") else { panic!("it is there") };
    (found.port(), found.facets[&format::Facet::Port].hash.to_string())
}

#[test]
fn d25_the_user_overrides_the_organization_and_conflicts_are_reported() {
    let org = file("", "");
    let (_, expect) = port_of(&resolve([&*org]).unwrap());
    // The user layer wins in either order, and `delta` reports both.
    let user = over("user", "com.example.me", "com.example", &expect, 7071);
    for layers in [[&*org, &*user], [&*user, &*org]] {
        let resolved = resolve(layers).unwrap();
        assert_eq!(port_of(&resolved).0, Some(7071));
        let delta: Vec<_> = resolved.delta().iter().map(ToString::to_string).collect();
        let [one] = &delta[..] else { panic!("{delta:?}") };
        for says in ["com.example.a", "com.example.me", "over com.example", "because"] {
            assert!(one.contains(says), "{one}");
        }
    }
    // An organization cannot override the entry of a user, which is above it.
    let own = file("\"com.example\"", "\"com.example.me\"")
        .replace("organization", "user")
        .replace("com.example.a", "com.example.me.a")
        .replace("\"com.example.*\"", "\"com.example.me.*\"");
    let above = over("organization", "com.example", "com.example.me", &expect, 7071);
    let resolved = resolve([&*own, &*above.replace("com.example.a\"", "com.example.me.a\"")]).unwrap();
    let found: Vec<_> = resolved.findings().iter().map(Finding::id).collect();
    assert_eq!(found, ["SR608"]);
    assert_eq!(resolved.registry().versions("com.example.me.a").count(), 1);
    // If two layers add one name with other definitions, the error names both, and neither has it.
    let twice = file("\"com.example\"", "\"com.example.me\"").replace("organization", "user").replace("7070", "7072");
    let resolved = resolve([&*org, &*twice]).unwrap();
    let found = resolved.findings().to_string();
    assert!(
        found.contains("SR604") && found.contains("`com.example` (") && found.contains("`com.example.me` ("),
        "{found}"
    );
    let error = resolved.registry().parse("com.example.a://h/b").unwrap_err().to_string();
    assert!(error.contains("`com.example.a` is claimed by"), "{error}");
}
