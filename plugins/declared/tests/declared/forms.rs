//! Forms: which URLs they match, by the generic grammar, and with which components.

mod declared;

use anyurl::{Options, Registry, RegistryBuilder};
use anyurl_declared::AddToml;
use anyurl_declared::format::{LintOptions, RegistryFile};

use declared::file;

fn registry(grammar: &str, form: &str) -> Registry {
    let builder = Registry::builder().add_toml("forms.toml", file(grammar, form, "x-f:"));
    builder.map_or_else(|error| panic!("{form}: {error}"), RegistryBuilder::build)
}

/// `name=text` of each component, or `None` for a text that the form rejects.
fn components(registry: &Registry, text: &str) -> Option<String> {
    let url = registry.parse(text).ok()?;
    let parts: Vec<_> = url.components().map(|part| format!("{}={}", part.name(), part.text())).collect();
    Some(parts.join(" "))
}

const LAKE: &str = "x-f://<host>[:<port>]/<path...>[?<query>]";
const LOGIN: &str = "x-f://[<user>[:<password>]@]<host>[:<port>][/<db>[;<mode>]]";
const PAIRS: &str = "x-f:<a>?k=<k>&v=<v>";
const OPAQUE: &str = "x-f:<sub>:<rest>";

#[rustfmt::skip]
const ROWS: &[(&str, &str, &str, Option<&str>)] = &[
    ("rfc3986", LAKE, "x-f://[::1]:5432/~a/b;c@d?k=v&l=/?m", Some("host=[::1] port=5432 path=~a/b;c@d query=k=v&l=/?m")),
    ("rfc3986", LAKE, "x-f://a_b,c/", Some("host=a_b,c path=")),
    ("rfc3986", LAKE, "x-f://h:/a#top", Some("host=h path=a fragment=top")),
    ("rfc3986", LAKE, "x-f://[::1/a", None),
    ("rfc3986", LAKE, "x-f:///a", None), // a host that is written is not empty
    ("rfc3986", LAKE, "x-f://h:70000/a", None),
    ("rfc3986", LAKE, "x-f://h/a?[", None),
    ("rfc3986", LOGIN, "x-f://h", Some("host=h")),
    ("rfc3986", LOGIN, "x-f://u:p:q@[::1]:1/a;b;c", Some("user=u password=p:q host=[::1] port=1 db=a mode=b;c")),
    ("rfc3986", LOGIN, "x-f://h/a/b", None), // `<db>` has no slash
    ("rfc3986", PAIRS, "x-f:a=b?k=1=2&v=3&4", Some("a=a=b k=1=2 v=3&4")),
    ("rfc3986", "x-f:<dir...>/<name+>", "x-f:a/b/c", Some("dir=a/b name=c")),
    ("rfc3986", "x-f:<dir...>/<name+>", "x-f:a/b/", None),
    ("rfc1738", LAKE, "x-f://h/a/b;c?k=v&l", Some("host=h path=a/b;c query=k=v&l")),
    ("rfc1738", LAKE, "x-f://[::1]/a", None),
    ("rfc1738", LAKE, "x-f://h/~a", None),
    ("rfc1738", "x-f:<a>", "x-f:a/b", None),
    ("rfc1738", "x-f:<a...>", "x-f:a/b", Some("a=a/b")),
    ("opaque", OPAQUE, "x-f:pg://[::1]/x:y?z", Some("sub=pg rest=//[::1]/x:y?z")),
    ("opaque", OPAQUE, "x-f:a/b:c#d", Some("sub=a/b rest=c fragment=d")),
    ("opaque", OPAQUE, "x-f:a:b c", None),
    ("rfc3986", "x<host>[:<port>]/<path...>", "x-f:/a", None), // the host would be in the name
];

#[test]
fn forms_follow_the_generic_grammar() {
    for (grammar, form, text, expect) in ROWS {
        assert_eq!(components(&registry(grammar, form), text).as_deref(), *expect, "{grammar} {form}: {text}");
    }
}

/// What a form matches is built from its components.
#[test]
fn urls_are_built_from_the_components_of_a_form() {
    for (grammar, form, text, _) in ROWS.iter().filter(|row| row.3.is_some()) {
        let registry = registry(grammar, form);
        let text = text.split('#').next().unwrap_or_default().replace("h:/", "h/");
        let url = registry.parse(&text).unwrap();
        let own = url.components().filter(|part| part.name() != "port");
        let set = own.fold(registry.build("x-f").unwrap(), |to, part| match part.name() {
            // A host with a comma is none to a program that builds a URL.
            "host" => to.set_raw("host", part.text()),
            name => to.set(name, part.decoded().unwrap_or_default()),
        });
        let built = match url.port() {
            Some(port) => set.port(port).build(),
            None => set.build(),
        };
        assert!(built.unwrap().as_url().is_equivalent(&url), "{grammar} {form}: {text}");
    }
}

/// A form that allows less than its example needs says how to write it.
#[test]
fn lint_says_how_to_widen_a_form() {
    for (grammar, example, help) in [
        ("rfc3986", "x-f://h/b/c", "`<box>` has no `/`: write `<box...>`, or a grammar"),
        ("rfc1738", "x-f://h/~b", "`<box>` has no `~`: write `grammar = \"rfc3986\"`, or a grammar"),
        ("rfc1738", "x-f://[::1]/b", "`<host>` has no `[`: write `grammar = \"rfc3986\"`, or a grammar"),
        ("rfc1738", "x-f://h/b?a=/", "`<query>` has no `/`: write `grammar = \"rfc3986\"`, or a grammar"),
    ] {
        let text = file(grammar, "x-f://<host>/<box>[?<query>]", example);
        let checks = [anyurl_declared::format::CHECKS, anyurl_declared::scheme_lint::CHECKS].concat();
        let findings = RegistryFile::from_text("forms.toml", text).unwrap().lint_with(LintOptions::default(), &checks);
        let finding =
            findings.iter().find(|one| one.id() == "SR310").unwrap_or_else(|| panic!("{example}:\n{findings}"));
        assert_eq!(finding.help(), Some(help), "{example}");
    }
    assert!(registry("rfc1738", LAKE).parser().options(Options::new()).parse("x-f://h/a").is_ok());
}
