//! Adding names: claims, existing names, masks and tombstones.

use super::*;

#[test]
fn declared_schemes_are_in_the_registry_with_layer_and_line() {
    let resolved = resolve([
        org(&scheme("com.example.a", "1.0.0", "private")),
        public(&(scheme("echo", "1.0.0", "permanent") + &fact("known", "provisional"))),
    ]);
    let registry = resolved.registry();
    let url = registry.parse("com.example.a://h/x").unwrap();
    assert_eq!(url.entry().layer(), Layer::Organization);
    assert_eq!(url.entry().origin().to_string(), "com.example 1.0.0 at com.example.toml:11");
    assert_eq!(url.effective_port(), Some(7));
    assert_eq!(registry.parse("echo://h/x").unwrap().entry().layer(), Layer::Public);
    let known = registry.parse("known:x").unwrap();
    assert!(known.is_generic() && known.is_known());
    assert!(registry.parse("com.example.a:x").is_err());
}

#[test]
fn an_empty_stack_is_the_base() {
    let resolved = resolve([]);
    assert_eq!(resolved.registry().entries().count(), 1);
    assert!(resolved.delta().is_empty() && resolved.findings().is_empty());
}

/// An entry with `iana = false`.
fn unlisted(entry: &str) -> String {
    entry.replacen("description", "iana = false\ndescription", 1)
}

/// SR601, SR604, SR709, SR209 and SR707, each with layers that violate it.
#[test]
fn adding() {
    let a = |name: &str| scheme(name, "1.0.0", "private");
    let team = |claims: &[&str], body: &str| layer("team", "com.example.team", claims, body);
    let cases: Vec<(&str, Vec<RegistryFile>, Vec<&str>)> = vec![
        ("outside", vec![org(&a("org.other.a"))], vec!["SR601"]),
        ("another's", vec![org(&a("com.example.t.a")), team(&["com.example.t.*"], "")], vec!["SR601"]),
        ("own claim", vec![org(""), team(&["com.example.t.*"], &a("com.example.t.a"))], vec![]),
        ("a tie", vec![org(""), team(&["com.example.*"], &a("com.example.a"))], vec!["SR604"]),
        ("exact wins", vec![org(""), team(&["com.example.a"], &a("com.example.a"))], vec![]),
        ("a dot in public", vec![public(&scheme("com.other.a", "1.0.0", "provisional"))], vec!["SR601"]),
        ("grandfathered", vec![public(&scheme("z39.50r", "1.0.0", "permanent"))], vec![]),
        ("IANA's with a dot", vec![public(&fact("microsoft.windows.camera", "provisional"))], vec![]),
        ("twice", vec![public(&scheme("acme", "1.0.0", "permanent")), org(&a("acme"))], vec!["SR604"]),
        ("twice, provisional", vec![public(&scheme("acme", "1.0.0", "provisional")), org(&a("acme"))], vec!["SR604"]),
        ("IANA came later", vec![public(&fact("acme", "provisional")), org(&a("acme"))], vec!["SR709"]),
        ("not IANA's", vec![public(&unlisted(&scheme("acme", "1.0.0", "provisional"))), org(&a("acme"))], vec![]),
        ("not IANA's, unclaimed", vec![public(&unlisted(&a("wiki"))), org(&a("wiki"))], vec!["SR601"]),
        ("IANA's, permanent", vec![public(&fact("acme", "permanent")), org(&a("acme"))], vec!["SR604"]),
        (
            "a builtin, claimed",
            vec![layer("user", "me", &["builtin"], &scheme("builtin", "3.0.0", "private"))],
            vec!["SR604"],
        ),
        ("another version", vec![public(&scheme("builtin", "2.0.0", "permanent"))], vec![]),
        ("the same version", vec![public(&scheme("builtin", "1.0.0", "permanent"))], vec!["SR604"]),
        ("a fact elsewhere", vec![org(&fact("com.example.a", "private"))], vec!["SR209"]),
        ("a fact, historical", vec![org(&fact("com.example.a", "historical"))], vec![]),
        ("two of one id", vec![org(""), org("")], vec!["SR604"]),
        (
            "masked below",
            vec![
                layer("organization", "o", &[], "[[mask]]\nname = \"com.example.me.a\"\nreason = \"r\"\n"),
                user(&a("com.example.me.a")),
            ],
            vec!["SR604"],
        ),
        (
            "masked here",
            vec![user(&(a("com.example.me.a") + "[[mask]]\nname = \"com.example.me.a\"\nreason = \"r\"\n"))],
            vec!["SR604"],
        ),
        (
            "tombstone above",
            vec![org(&a("com.example.a")), user("[[tombstone]]\nname = \"com.example.a\"\nremoved = 2025-01-01\n")],
            vec!["SR707"],
        ),
        (
            "tombstone below",
            vec![
                org("[[tombstone]]\nname = \"com.example.me.a\"\nremoved = 2025-01-01\n"),
                user(&a("com.example.me.a")),
            ],
            vec!["SR707"],
        ),
        (
            "tombstone of a builtin",
            vec![org("[[tombstone]]\nname = \"builtin\"\nremoved = 2025-01-01\n")],
            vec!["SR707"],
        ),
    ];
    for (what, layers, expect) in cases {
        assert_eq!(ids(layers), expect, "{what}");
    }
}

#[test]
fn both_owners_are_named() {
    let layers = [public(&scheme("acme", "1.0.0", "permanent")), org(&scheme("acme", "1.0.0", "private"))];
    let found = found(&stack(layers));
    assert_eq!(
        found[0].to_string(),
        "com.example.toml:12:8: error[SR604]: `acme` is registered by public (public.toml:11), and com.example \
         (com.example.toml:11) adds it again"
    );
}

#[test]
fn masks_hide_all_definitions() {
    let mask = |name: &str| format!("[[mask]]\nname = \"{name}\"\nreason = \"not here\"\n");
    let resolved = resolve([
        public(&fact("known", "provisional")),
        org(&(mask("known") + &mask("builtin") + &mask("x-none") + &mask("nfs"))),
    ]);
    for text in ["known:a", "builtin://h", "BUILTIN://h", "x-none:a", "nfs://h/a"] {
        let error = resolved.registry().parse(text).unwrap_err();
        assert!(error.to_string().contains("is masked by com.example (com.example.toml:"), "{error}");
        let lenient = anyurl_core::Options::new().lenient();
        assert!(resolved.registry().parser().options(lenient).parse(text).is_err(), "{text}");
        let (name, _) = text.split_once(':').unwrap();
        assert!(matches!(resolved.lookup(name), Lookup::Masked(mask) if mask.reason.as_deref() == Some("not here")));
    }
    let error = resolved.registry().parse("BUILTIN://h").unwrap_err();
    assert_eq!(error.span(), anyurl_core::Span::new(0, 7));
    assert!(resolved.why("builtin").to_string().starts_with("builtin: masked by com.example"));
}

/// A mask of a family is one of its members, below and above, with an entry of their own or without one.
#[test]
fn a_masked_family() {
    let known = |name: &str| fact(name, "provisional");
    let resolved = resolve([
        public(&(known("x+*") + &known("x+below") + &known("x+deep+*") + &known("xx"))),
        org("[[mask]]\nname = \"X+*\"\nreason = \"not here\"\n"),
        user(&scheme("com.example.me.a", "1.0.0", "private")),
    ]);
    for (text, is_masked) in [
        ("x+below:a", true),
        ("X+Deep+a:a", true),
        ("x+none:a", true),
        ("xx:a", false),
        ("com.example.me.a://h/b", false),
    ] {
        let error = resolved.registry().parse(text).err();
        assert_eq!(error.is_some_and(|error| error.requirement().id() == "masked"), is_masked, "{text}");
    }
    let above = layer("user", "com.example.me", &["x+*"], &scheme("x+above", "1.0.0", "private"));
    assert_eq!(ids([org("[[mask]]\nname = \"x+*\"\nreason = \"r\"\n"), above]), ["SR604"]);
}

/// A tombstone or a claim for a public name is at fault, and not the entry of the public layer.
#[test]
fn public_entries_are_not_at_fault() {
    let tombstone = |name: &str| format!("[[tombstone]]\nname = \"{name}\"\nremoved = 2025-01-01\n");
    let entry = |name: &str| scheme(name, "1.0.0", "private");
    for layers in [
        vec![public(&fact("wiki", "provisional")), user(&tombstone("wiki"))],
        vec![org(&tombstone("com.example.me.a")), user(&entry("com.example.me.a"))],
        vec![public(&fact("wiki", "provisional")), layer("user", "com.example.me", &["wiki"], "")],
    ] {
        let found = found(&stack(layers));
        assert_eq!(found.iter().map(Finding::file).collect::<Vec<_>>(), ["com.example.me.toml"], "{found:?}");
    }
}

/// A name that no layer has is reported if it is nearly one.
#[test]
fn misspelt_names() {
    let mask = |name: &str| format!("[[mask]]\nname = \"{name}\"\nreason = \"r\"\n");
    for (body, expect) in [
        (mask("buildin"), vec!["SR614"]),
        (mask("BUILTIN"), vec![]),
        (mask("x-none"), vec![]),
        (mask("ip"), vec![]),
        (mask("x+member"), vec![]),
        (gateway("g", "\"ecco\"", ""), vec!["SR614"]),
        (gateway("g", "\"x-none\"", ""), vec![]),
    ] {
        let facts = fact("im", "provisional") + &fact("x+*", "provisional");
        let below = public(&(facts + &scheme("echo", "1.0.0", "permanent")));
        assert_eq!(ids([below, org(&body)]), expect, "{body}");
    }
}

#[test]
fn a_mask_without_a_reason() {
    assert_eq!(ids([org("[[mask]]\nname = \"builtin\"\n")]), ["SR606"]);
}

#[test]
fn a_removed_name_is_refused() {
    let stone = "[[tombstone]]\nname = \"com.example.w\"\nremoved = 2025-11-01\nreason = \"moved\"\nreplacement = \"com.example.v\"\n";
    let resolved = resolve([org(stone)]);
    let error = resolved.registry().parse("COM.example.w:a").unwrap_err();
    let requirement = error.requirement();
    let (text, help) = (requirement.text(), requirement.help());
    assert_eq!(text, "`com.example.w` was removed on 2025-11-01 by com.example (com.example.toml:11): moved");
    assert_eq!((requirement.id(), help), ("removed", "use `com.example.v`"));
    assert!(matches!(resolved.lookup("com.example.w"), Lookup::Removed(_)));
    assert!(resolved.why("com.example.w").to_string().starts_with(
        "com.example.w: removed by com.example (com.example.toml:11) on 2025-11-01: moved; use com.example.v\n"
    ));
}

#[test]
fn reserved_names_need_an_override_of_the_name() {
    let claims = &["afs"];
    let afs = scheme("afs", "1.0.0", "private");
    let allow = "[[override]]\nname = \"afs\"\nof = \"public\"\nfacet = \"name\"\nreason = \"r\"\n";
    assert_eq!(ids([layer("user", "me", claims, &afs)]), ["SR109"]);
    assert_eq!(ids([layer("user", "me", claims, &(afs + allow))]), Vec::<&str>::new());
}

/// A definition hides a name of the public layer that has no syntax; a claim alone hides nothing.
#[test]
fn a_definition_hides_a_public_fact() {
    let resolved = resolve([public(&fact("acme", "provisional")), org("")]);
    assert!(resolved.registry().parse("acme:x").unwrap().is_known());
    assert_eq!(resolved.delta(), []);

    let resolved = resolve([public(&fact("acme", "provisional")), org(&scheme("acme", "1.0.0", "private"))]);
    assert!(resolved.registry().parse("acme:x").is_err());
    assert_eq!(resolved.registry().parse("acme://h/x").unwrap().entry().layer(), Layer::Organization);
    let lines: Vec<_> = resolved.delta().iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["claim acme: com.example (com.example.toml:10) over public (public.toml:11)"]);
    let why = resolved.why("acme").to_string();
    assert!(why.contains("hidden by the claim of com.example (com.example.toml:10)"), "{why}");
    assert!(why.contains("  shadows   name of public\n"), "{why}");
}

/// A `[[scheme]]` with aliases.
fn with_aliases(name: &str, aliases: &str) -> String {
    scheme(name, "1.0.0", "private").replace("\nversion", &format!("\nalias = [{aliases}]\nversion"))
}

#[test]
fn aliases_are_names_of_their_scheme() {
    let body = with_aliases("com.example.a", r#""com.example.alias", "COM.example.b""#);
    let resolved = resolve([org(&(body + "[policy]\nnever = [\"com.example.alias\"]\n"))]);
    let registry = resolved.registry();
    let url = registry.parse("com.example.alias://h/x").unwrap();
    assert_eq!((&*url.scheme(), url.written_scheme()), ("com.example.a", "com.example.alias"));
    assert!(url.is_equivalent(&registry.parse("com.example.b://H:7/x").unwrap()));
    // A policy that names an alias decides on the scheme.
    for text in ["com.example.alias://h/x", "com.example.a://h/x"] {
        let url = registry.parse(text).unwrap();
        assert_eq!(
            (resolved.decision(&url), resolved.decide(&url).decision),
            (Decision::Never, Decision::Never),
            "{text}"
        );
    }
    assert_eq!(resolved.decide_name("com.example.B").decision, Decision::Never);
    assert!(matches!(resolved.lookup("com.example.b"), Lookup::Found(_)));
    let why = resolved.why("com.example.b").to_string();
    assert!(why.starts_with("com.example.a: 1 version\n  aliases   com.example.alias, com.example.b\n"), "{why}");
    // A mask hides them too.
    let aliased = with_aliases("com.example.a", r#""com.example.alias""#);
    let mask = "[[mask]]\nname = \"com.example.a\"\nreason = \"gone\"\n";
    let resolved = resolve([org(&aliased), user(mask)]);
    for text in ["com.example.a://h/x", "COM.example.ALIAS://h/x"] {
        let error = resolved.registry().parse(text).unwrap_err();
        assert_eq!(error.requirement().id(), "masked", "{text}");
    }
    // The aliases of a base registry stay when a layer changes the scheme.
    let base = base().to_builder().alias("x-built", "builtin").unwrap().build();
    let port = port_override("builtin", "builtin", &builtin_hash(Facet::Port), 71);
    let resolved = stack([org(&port)]).resolve(&base, None).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(resolved.registry().parse("x-built://h").unwrap().effective_port(), Some(71));
}

/// SR114 and SR601: aliases of other schemes and layers.
#[test]
fn aliases_clash() {
    let one = |aliases: &str| org(&with_aliases("com.example.a", aliases));
    let cases: Vec<(&str, Vec<RegistryFile>, Vec<&str>)> = vec![
        (
            "a name of the base",
            vec![layer("user", "me", &["com.*", "builtin"], &with_aliases("com.example.a", "\"builtin\""))],
            vec!["SR114"],
        ),
        ("outside the claims", vec![one("\"org.other.b\"")], vec!["SR601"]),
        (
            "a name above",
            vec![one("\"com.example.me.a\""), user(&scheme("com.example.me.a", "1.0.0", "private"))],
            vec!["SR709"],
        ),
        (
            "a name of this layer",
            vec![org(
                &(with_aliases("com.example.a", "\"com.example.b\"") + &scheme("com.example.b", "1.0.0", "private"))
            )],
            vec!["SR114"],
        ),
        (
            "an alias of another",
            vec![org(&(with_aliases("com.example.a", "\"com.example.c\"")
                + &with_aliases("com.example.b", "\"com.example.c\"")))],
            vec!["SR114", "SR114"],
        ),
        (
            "masked",
            vec![org(&(with_aliases("com.example.a", "\"com.example.b\"")
                + "[[mask]]\nname = \"com.example.b\"\nreason = \"r\"\n"))],
            vec!["SR114"],
        ),
        (
            "two versions",
            vec![org(&(with_aliases("com.example.a", "\"com.example.b\"")
                + &with_aliases("com.example.a", "\"com.example.b\"").replace("1.0.0", "2.0.0")))],
            vec![],
        ),
    ];
    for (what, layers, expect) in cases {
        assert_eq!(ids(layers), expect, "{what}");
    }
}
