//! Overrides and pins.

use super::*;

#[test]
fn overriding() {
    let port = builtin_hash(Facet::Port);
    let old = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let metadata = |expect: &str, inner: &str| {
        format!(
            "[[override]]\nname = \"echo\"\nof = \"public\"\nfacet = \"metadata\"\nexpect = \"{expect}\"\nreason = \"r\"\nmetadata = {{ {inner} }}\n"
        )
    };
    let syntax = |name: &str, of: &str| {
        format!(
            "[[override]]\nname = \"{name}\"\nof = \"{of}\"\nfacet = \"syntax\"\nexpect = \"{}\"\nreason = \"r\"\n[override.syntax]\ngrammar = \"rfc1738\"\nform = [\"{name}://<host>\"]\n",
            hash(&resolve([public(&scheme("echo", "1.0.0", "permanent"))]), name, Facet::Syntax)
        )
    };
    let echo = || public(&scheme("echo", "1.0.0", "permanent"));
    let of_echo = |facet| hash(&resolve([echo()]), "echo", facet);
    let cases: Vec<(&str, Vec<RegistryFile>, Vec<&str>)> = vec![
        ("matching", vec![org(&port_override("builtin", "builtin", &port, 71))], vec![]),
        ("stale", vec![org(&port_override("builtin", "builtin", old, 71))], vec!["SR603"]),
        (
            "missing",
            vec![org(&port_override("builtin", "builtin", old, 71).replace(&format!("expect = \"{old}\"\n"), ""))],
            vec!["SR603"],
        ),
        ("unknown name", vec![org(&port_override("none", "public", old, 71))], vec!["SR608"]),
        ("another layer", vec![org(&port_override("builtin", "public", &port, 71))], vec!["SR608"]),
        ("equal", vec![org(&port_override("builtin", "builtin", &port, 70))], vec!["SR609"]),
        ("sealed", vec![org(&syntax("builtin", "builtin"))], vec!["SR602"]),
        ("sealed, permanent", vec![echo(), org(&syntax("echo", "public"))], vec!["SR602"]),
        ("not sealed", vec![public(&scheme("echo", "1.0.0", "provisional")), org(&syntax("echo", "public"))], vec![]),
        ("filled in", vec![echo(), org(&metadata(&of_echo(Facet::Metadata), "security = \"S\""))], vec![]),
        (
            "not replaced",
            vec![echo(), org(&metadata(&of_echo(Facet::Metadata), "reference = [{ rfc = 1 }]"))],
            vec!["SR602"],
        ),
    ];
    for (what, layers, expect) in cases {
        assert_eq!(ids(layers), expect, "{what}");
    }
}

#[test]
fn the_upper_override_hides_the_lower() {
    let lower = org(&port_override("builtin", "builtin", &builtin_hash(Facet::Port), 71));
    let between = hash(&resolve([lower.clone()]), "builtin", Facet::Port);
    let resolved = resolve([lower, user(&port_override("builtin", "com.example", &between, 72))]);
    assert_eq!(resolved.registry().parse("builtin://h").unwrap().effective_port(), Some(72));
    let lines: Vec<_> = resolved.delta().iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with(
        "override builtin port: com.example.me (com.example.me.toml:11) over com.example (com.example.toml:11), builtin: because"
    ), "{lines:?}");
    let why = resolved.why("BUILTIN").to_string();
    assert!(why.contains("port      replaced by com.example.me (com.example.me.toml:11): because"), "{why}");
    assert!(why.contains(&format!("hides com.example (com.example.toml:11), {between}")), "{why}");
}

#[test]
fn a_scheme_with_another_access_has_the_same_views() {
    let body = format!(
        "[[override]]\nname = \"builtin\"\nof = \"builtin\"\nfacet = \"access\"\nexpect = \"{}\"\nreason = \"r\"\n\
         [override.access]\nkind = \"steps\"\nlocates = \"data-object\"\noperations = [\"get\"]\ndefault = \"get\"\n\
         algorithm = \"Connect, and say hello.\"\n\
         steps = [{{ connect = \"{{host}}:{{port}}\" }}, {{ send = \"HELLO {{host}}\\r\\n\" }}]\n",
        builtin_hash(Facet::Access)
    );
    let resolved = resolve([org(&body)]);
    let url = resolved.registry().parse("builtin://h:71").unwrap();
    assert_eq!(url.view::<OfBuiltin<'_>>().unwrap().0.slot(Slot::HOST), Some("h"));
    let plan = url.plan(&Environment::new()).unwrap();
    assert_eq!(plan.steps().len(), 2);
    assert!(resolved.registry().parse("builtin://h/x").is_err(), "the syntax stays that of the built-in scheme");
}

#[test]
fn pins_choose_versions_for_every_profile() {
    let two = || public(&scheme("builtin", "2.0.0", "permanent"));
    let chosen = |layers: Vec<RegistryFile>| {
        let resolved = resolve(layers);
        [Profile::Rfc1738, Profile::Current]
            .map(|profile| resolved.registry().get("builtin", profile).unwrap().registration().version.major)
    };
    let pin = |requirement: &str| {
        format!(
            "[pin]
builtin = \"{requirement}\"\n"
        )
    };
    assert_eq!(chosen(vec![two()]), [1, 2]);
    assert_eq!(chosen(vec![two(), org(&pin("^2"))]), [2, 2]);
    assert_eq!(chosen(vec![two(), org(&pin("^1"))]), [1, 1]);
    assert_eq!(chosen(vec![two(), org(&pin("^2")), user(&pin("^1"))]), [1, 1]);
    assert_eq!(ids([two(), org(&pin("^3"))]), ["SR411"]);
    let resolved = resolve([two(), org(&pin("^2")), user(&pin("^1"))]);
    let why = resolved.why("builtin").to_string();
    assert!(why.contains("pin       `^1` is 1.0.0: com.example.me (com.example.me.toml:12)"), "{why}");
    assert!(why.contains("hides `^2` of com.example (com.example.toml:12)"), "{why}");
}

/// What an override expects is the behaviour, and not the words about it.
#[test]
fn documentation_does_not_make_an_override_stale() {
    let echo = |port: &str| {
        let text = scheme("echo", "1.0.0", "permanent");
        let with_port = text.replace("port = { default = 7, transport = [\"tcp\"] }", port);
        public(&with_port)
    };
    let written = "port = { default = 7, transport = [\"tcp\"] }";
    assert!(scheme("echo", "1.0.0", "permanent").contains(written));
    let expected = hash(&resolve([echo(written)]), "echo", Facet::Port);
    let own = org(&port_override("echo", "public", &expected, 71));
    for (port, is_stale) in [
        (written, false),
        ("port = { default = 7, transport = [\"tcp\"], source = \"RFC 862\" }", false),
        ("port = { default = 8, transport = [\"tcp\"] }", true),
        ("port = { default = 7, transport = [\"udp\"] }", true),
    ] {
        let resolved = resolve([echo(port), own.clone()]);
        let parsed = resolved.registry().parse("echo://h/a");
        assert_eq!(parsed.is_err(), is_stale, "{port}");
        assert_eq!(resolved.findings().has_errors(), is_stale, "{port}");
        if let Err(error) = parsed {
            assert_eq!(error.requirement().id(), "SR603");
            assert!(
                error.requirement().help().starts_with("review the current value, and write `expect = "),
                "{error}"
            );
            assert!(
                resolved.why("echo").to_string().contains("  reason    the override of the port of `echo` is stale")
            );
            // Other schemes are as before.
            assert!(resolved.registry().parse("builtin://h").is_ok());
        }
    }
}
