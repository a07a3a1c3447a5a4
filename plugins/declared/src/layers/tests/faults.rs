//! A fault of one name refuses that name, and no other.

use super::*;

/// The layers below and above the faulty entry, without it.
fn below() -> Vec<RegistryFile> {
    vec![
        public(
            &(scheme("echo", "1.0.0", "permanent")
                + &scheme("wiki", "1.0.0", "provisional")
                + &fact("known", "provisional")),
        ),
        layer("team", "com.example.team", &["com.example.team.*"], &scheme("com.example.team.a", "1.0.0", "private")),
    ]
}

/// Entries of the organization besides the faulty one.
fn good() -> String {
    scheme("com.example.a", "1.0.0", "private")
        + &gateway("lab", "\"x-lab\"", "").replace("echo://", "com.example.a://")
        + "[[mask]]\nname = \"hxxp\"\nreason = \"r\"\n[policy]\nnever = [\"known\"]\n"
}

/// A fault: what it is, the faulty entry, the refused names, and the rule.
type Fault = (&'static str, String, &'static [&'static str], &'static str);

fn faults() -> Vec<Fault> {
    let old = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let own = |name: &str| scheme(name, "1.0.0", "private");
    let with_alias =
        |alias: &str| own("com.example.b").replace("\nversion", &format!("\nalias = [\"{alias}\"]\nversion"));
    let syntax = "[override.syntax]\ngrammar = \"rfc1738\"\nform = [\"echo:<path>\"]\n";
    let sealed = format!(
        "[[override]]\nname = \"echo\"\nof = \"public\"\nfacet = \"syntax\"\nexpect = \"{}\"\nreason = \"r\"\n{syntax}",
        hash(&resolve(below()), "echo", Facet::Syntax)
    );
    vec![
        ("a stale override", port_override("echo", "public", old, 71), &["echo"], "SR603"),
        ("a stale override of code", port_override("builtin", "builtin", old, 71), &["builtin"], "SR603"),
        ("a sealed facet", sealed, &["echo"], "SR602"),
        ("a clash with a syntax", own("echo"), &["echo"], "SR604"),
        ("a clash with a provisional syntax", own("wiki"), &["wiki"], "SR604"),
        ("outside the claims", own("org.other.b"), &["org.other.b"], "SR601"),
        ("of a team", own("com.example.team.b"), &["com.example.team.b"], "SR601"),
        (
            "two layers, no lock",
            own("com.example.team.a").replace("default = 7,", "default = 8,"),
            &["com.example.team.a"],
            "SR604",
        ),
        ("an alias of another", with_alias("com.example.a"), &["com.example.b"], "SR114"),
        ("an alias outside the claims", with_alias("org.other.c"), &["com.example.b"], "SR601"),
        (
            "outside the claims, with an alias",
            with_alias("com.example.c").replace("\"com.example.b\"", "\"org.other.b\""),
            &["org.other.b", "com.example.c"],
            "SR601",
        ),
        ("neither syntax nor access", fact("com.example.b", "private"), &["com.example.b"], "SR209"),
        ("a bad grammar", own("com.example.b").replace("<host>[", "<host>]["), &["com.example.b"], "SR301"),
        (
            "no such gateway",
            own("com.example.b")
                .replace("\"steps\"\n", "\"gateway\"\ngateway = \"none\"\n")
                .replace("steps = [{ connect = \"{host}:{port}\" }, { receive = \"until-close\" }]\n", ""),
            &["com.example.b"],
            "SR505",
        ),
        ("a reserved name", own("nfs"), &["nfs"], "SR601"),
        ("a claimed reserved name", own("afs"), &["afs"], "SR109"),
        (
            "a name of an experiment",
            own("com.example.b").replace("private", "permanent").replace("reference = [{ rfc = 862 }]\n", ""),
            &["com.example.b"],
            "SR205",
        ),
        (
            "a removed name",
            own("com.example.b") + "[[tombstone]]\nname = \"com.example.b\"\nremoved = 2026-01-01\n",
            &["com.example.b"],
            "SR707",
        ),
        (
            "a masked name",
            own("com.example.b") + "[[mask]]\nname = \"com.example.b\"\nreason = \"r\"\n",
            &["com.example.b"],
            "SR604",
        ),
        ("a pin", "[pin]\necho = \"^9\"\n".to_owned(), &["echo"], "SR411"),
        (
            "a gateway without a target",
            gateway("b", "\"echo\", \"x-b\"", "").replace("echo://", "nowhere://"),
            &["echo", "x-b"],
            "SR502",
        ),
        ("a cycle of gateways", gateway("b", "\"echo\"", ""), &["echo"], "SR502"),
        ("two gateways", gateway("b", "\"x-b\"", "") + &gateway("c", "\"x-b\"", ""), &["x-b"], "SR604"),
        (
            "a gateway for no scheme",
            gateway("b", "\"x-b\"", "").replace("\"url\"", "\"parts\"").replace("{url}", "{box}"),
            &["x-b"],
            "SR501",
        ),
    ]
}

fn with(body: &str) -> Resolved {
    // TOML wants tables of one name together, and `[policy]` after `[[scheme]]` is one of the layer.
    let org = layer("organization", "com.example", &["com.example.*", "acme", "echo", "wiki", "afs"], body);
    let layers = below().into_iter().chain([org]);
    stack(layers).resolve(&base(), None).unwrap_or_else(|error| panic!("{error}"))
}

/// What is known of a text: its components and its plan, or the error.
fn reading(resolved: &Resolved, text: &str) -> String {
    let url = match resolved.registry().parse(text) {
        Ok(url) => url,
        Err(error) => return format!("{error:?} {error}"),
    };
    let anyurl = resolved.gateways().locate(&url).map(|anyurl| anyurl.map(|anyurl| anyurl.to_string()));
    let (plan, decision) = (url.plan(&Environment::new()), resolved.decide(&url).decision);
    format!("{url:?} {:?} {plan:?} {decision:?} {anyurl:?}", url.entry().layer())
}

/// URLs of all names, in all forms.
const NAMES: [&str; 11] = [
    "builtin",
    "echo",
    "wiki",
    "known",
    "com.example.a",
    "com.example.team.a",
    "hxxp",
    "x-lab",
    "x-other",
    "nfs",
    "com.example.none",
];

fn texts(name: &str) -> [String; 3] {
    [format!("{name}://h/x"), format!("{name}:x"), format!("{}://h:9/x", name.to_uppercase())]
}

/// A fault refuses its names with the reason and the place, in all modes, and changes no other name.
#[test]
fn a_fault_refuses_its_names_and_no_others() {
    let without = with(&good());
    assert!(!without.findings().has_errors(), "{}", without.findings());
    for (what, entry, names, id) in faults() {
        let faulty = with(&(good() + &entry));
        let findings: Vec<_> = faulty.findings().iter().map(|one| (one.id(), one.scheme())).collect();
        assert!(findings.iter().any(|(found, _)| *found == id), "{what}: {findings:?}");
        for name in names {
            let (of, why) = faulty.refused().find(|(of, _)| of == name).unwrap_or_else(|| panic!("{what}: {name}"));
            assert_eq!((of, why.id), (*name, id), "{what}");
            assert!(why.by.file.starts_with("com.example.") && why.by.line > 10, "{what}: {why}");
            assert!(!why.message.is_empty() && !why.help.is_empty(), "{what}: {why:?}");
            for text in texts(name) {
                for options in [anyurl_core::Options::new(), anyurl_core::Options::new().lenient()] {
                    let error = faulty.registry().parser().options(options).parse(&text).unwrap_err();
                    assert!(error.to_string().contains("com.example.toml:"), "{what}: {error}");
                }
            }
        }
        assert_eq!(faulty.refused().count(), names.len(), "{what}");
        for name in NAMES.iter().filter(|name| !names.contains(name)) {
            for text in texts(name) {
                assert_eq!(reading(&faulty, &text), reading(&without, &text), "{what}: {text}");
            }
        }
        // The lock has what it had without the fault, and the faulty definitions.
        for locked in without.lock().schemes.iter().filter(|one| !names.contains(&&*one.name)) {
            assert!(faulty.lock().schemes.contains(locked), "{what}: {locked:?}");
        }
    }
}

/// An alias of a refused name, and one of an entry that is not added, are errors as well.
#[test]
fn aliases_are_refused_with_their_names() {
    let aliased = |name: &str, alias: &str| {
        scheme(name, "1.0.0", "private").replace("\nversion", &format!("\nalias = [\"{alias}\"]\nversion"))
    };
    for (name, alias) in [("com.example.b", "org.other.c"), ("org.other.b", "com.example.c")] {
        let faulty = with(&aliased(name, alias));
        for text in [format!("{name}://h/x"), format!("{alias}://h/x"), format!("{alias}:x")] {
            let error = faulty.registry().parse(&text).unwrap_err();
            assert_eq!(error.requirement().id(), "SR601", "{text}: {error}");
        }
    }
}

/// Faults of names that no URL can have are reported, and refuse nothing.
#[test]
fn names_that_no_url_has() {
    let long = "a".repeat(300);
    for name in ["com.example.a_b", "com.example.\u{e9}", "com.example.a b", "", &long] {
        let entry = scheme("com.example.b", "1.0.0", "private")
            .replace("name = \"com.example.b\"", &format!("name = \"{name}\""));
        let mask = format!("[[mask]]\nname = \"{name}\"\nreason = \"r\"\n");
        let stone = format!("[[tombstone]]\nname = \"{name}\"\nremoved = 2026-01-01\n");
        let pin = format!("[pin]\n\"{name}\" = \"^1\"\n");
        for body in [entry, mask, stone, pin] {
            let resolved = with(&body);
            assert!(resolved.registry().parse("builtin://h").is_ok() && resolved.registry().parse("x-other:a").is_ok());
        }
    }
}

/// Why and look-up show the refused name.
#[test]
fn a_refused_name_is_explained() {
    for (what, entry, names, id) in faults() {
        let faulty = with(&(good() + &entry));
        for name in names {
            match faulty.lookup(name) {
                Lookup::Refused(why) => assert_eq!(why.id, id, "{what}"),
                Lookup::Masked(_) => assert_eq!(what, "a masked name"),
                other => panic!("{what}: {other:?}"),
            }
            let why = faulty.why(name).to_string();
            assert!(why.contains(&format!("[{id}]\n  help      ")), "{what}: {why}");
            assert_eq!(faulty.name(name).unwrap().visible().count(), 0, "{what}");
        }
    }
}

/// Several faults refuse their names together.
#[test]
fn faults_add_up() {
    let all = faults();
    let apart: Vec<_> =
        all.iter().filter(|(_, entry, ..)| entry.starts_with("[[scheme]]") && !entry.contains("[[mask]]")).collect();
    for (n, one) in apart.iter().enumerate() {
        for other in &apart[n + 1..] {
            if one.2.iter().any(|name| other.2.contains(name))
                || one.1.contains("\"com.example.b\"") && other.1.contains("\"com.example.b\"")
            {
                continue;
            }
            let both = with(&(good() + &one.1 + &other.1));
            for name in one.2.iter().chain(other.2) {
                assert!(both.registry().parse(&format!("{name}://h/x")).is_err(), "{} and {}: {name}", one.0, other.0);
            }
            assert!(both.registry().parse("builtin://h").is_ok() && both.registry().parse("x-other:a").is_ok());
        }
    }
}

/// An entry for a name in code is an error, and the code stays as it is.
#[test]
fn code_cannot_be_taken_or_disabled() {
    for claims in [&["builtin"][..], &["com.example.*"]] {
        let entry = scheme("builtin", "3.0.0", "private").replace("\nversion", "\nalias = [\"x-alias\"]\nversion");
        let resolved = resolve([layer("organization", "com.example", claims, &entry)]);
        assert!(resolved.findings().has_errors());
        assert_eq!(resolved.registry().parse("builtin://h").unwrap().entry().layer(), Layer::Builtin);
        assert!(resolved.registry().parse("x-alias://h/x").is_err());
        assert_eq!(resolved.refused().map(|(name, _)| name).collect::<Vec<_>>(), ["x-alias"]);
    }
}

/// The layers at the time of the claim, and later: the lower one has the name, too.
fn gaining(lower: &RegistryFile, entry: &str, upper: &RegistryFile) -> (Stack, Stack) {
    let mut later = lower.clone();
    let more = layer("public", "public", &[], entry);
    later.files[0].schemes.extend(more.files[0].schemes.iter().cloned());
    (stack([lower.clone(), upper.clone()]), stack([later, upper.clone()]))
}

/// By the lock, the first layer keeps its name: the public layer and an organization, an organization and a team.
#[test]
fn the_lock_says_who_was_first() {
    let acme = || scheme("acme", "1.0.0", "private").replace("D of acme", "ours");
    let dotted = "com.example.team.t";
    let pairs = [
        ("acme", public(""), org(&acme())),
        (
            dotted,
            org(""),
            layer(
                "team",
                "com.example.team",
                &["com.example.team.*"],
                &scheme(dotted, "1.0.0", "private").replace(&format!("D of {dotted}"), "ours"),
            ),
        ),
    ];
    for (name, lower, upper) in pairs {
        for (status, entry, kind) in [
            ("provisional", scheme(name, "1.0.0", "provisional"), ShadowKind::Syntax),
            ("permanent", scheme(name, "1.0.0", "permanent"), ShadowKind::Syntax),
            ("permanent", fact(name, "permanent"), ShadowKind::PermanentName),
            ("historical", fact(name, "historical"), ShadowKind::Name),
        ] {
            // Only the public layer has names without a syntax.
            if name == dotted && kind != ShadowKind::Syntax {
                continue;
            }
            let what = format!("{name}, {status}, {kind:?}");
            let (before, after) = gaining(&lower, &entry, &upper);
            let lock = before.resolve(&base(), None).unwrap().lock();
            let url = format!("{name}://h/x");

            let alone = after.resolve(&base(), None).unwrap();
            let is_ours = |resolved: &Resolved| {
                let url = resolved.registry().parse(&url).ok()?;
                Some((url.registration().description == "ours", url.warning_ids().any(|id| id == "shadows-public")))
            };
            assert_eq!(is_ours(&alone), (kind == ShadowKind::Name).then_some((true, true)), "{what}");
            let claimed = after.clone().with_earlier_lock(lock.clone()).resolve(&base(), None).unwrap();
            assert_eq!(is_ours(&claimed), Some((true, true)), "{what}");
            assert_eq!(claimed.findings().iter().map(Finding::id).collect::<Vec<_>>(), ["SR709"], "{what}");
            assert!(!claimed.findings().has_errors(), "{what}");
            let why = claimed.why(name).to_string();
            assert!(why.contains("  shadows   ") && why.contains("hidden by the claim of "), "{what}: {why}");

            // The lock shows it until it is acknowledged, and then it is part of the lock.
            let now = claimed.lock();
            let gained: Vec<_> = lock.gained(&now).collect();
            assert_eq!(
                gained.iter().map(|(of, shadow)| (*of, shadow.kind)).collect::<Vec<_>>(),
                [(name, kind)],
                "{what}"
            );
            let differences = lock.differences(&now);
            let says = format!("the name below `{name}` 1.0.0 is new: ");
            assert!(differences.iter().any(|one| one.to_string().starts_with(&says)), "{what}: {differences:?}");
            let now: RegistryLock = now.to_string().parse().unwrap();
            let again = after.with_earlier_lock(now.clone()).resolve(&base(), None).unwrap();
            assert_eq!(is_ours(&again), Some((true, true)), "{what}");
            assert!(again.verify(&now).is_empty() && now.gained(&again.lock()).next().is_none(), "{what}");
        }
    }
}

/// A lock of another layer, or of the layer without the name, is no record.
#[test]
fn a_name_that_a_lower_layer_had_cannot_be_taken() {
    let both = stack([public(&scheme("acme", "1.0.0", "provisional")), org(&scheme("acme", "1.0.0", "private"))]);
    let locks = [
        stack([public(&scheme("acme", "1.0.0", "provisional")), org("")]),
        stack([public(""), layer("organization", "org.other", &["acme"], &scheme("acme", "1.0.0", "private"))]),
        stack([public("")]),
    ];
    for stack in locks {
        let lock = stack.resolve(&base(), None).unwrap().lock();
        let resolved = both.clone().with_earlier_lock(lock).resolve(&base(), None).unwrap();
        assert_eq!(resolved.refused().map(|(name, why)| (name, why.id)).collect::<Vec<_>>(), [("acme", "SR604")]);
    }
    // Nor can one in code, whatever the lock says.
    let mut lock = both.resolve(&base(), None).unwrap().lock();
    lock.schemes.iter_mut().for_each(|one| one.layer = "com.example".to_owned());
    let taken = layer("organization", "com.example", &["builtin"], &scheme("builtin", "9.0.0", "private"));
    let resolved = stack([taken]).with_earlier_lock(lock).resolve(&base(), None).unwrap();
    assert_eq!(resolved.registry().parse("builtin://h").unwrap().entry().layer(), Layer::Builtin);
}

fn any_fault() -> impl Strategy<Value = (Vec<(String, String)>, usize)> {
    let kinds: Vec<_> =
        faults().into_iter().filter(|(_, entry, ..)| entry.contains("name = \"com.example.b\"")).collect();
    let names = prop::collection::btree_set("[a-z][a-z0-9-]{0,6}", 1..5);
    (names, 0..kinds.len()).prop_map(move |(names, kind)| {
        let names = names.into_iter().map(|name| format!("com.example.z.{name}"));
        let entries = names.map(|name| {
            (
                name.clone(),
                kinds[kind]
                    .1
                    .replace("com.example.b\"", &format!("{name}\""))
                    .replace("com.example.b:", &format!("{name}:")),
            )
        });
        (entries.collect(), kind)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    /// For any one faulty entry, every other declared name behaves as without it, and the name itself is always an error.
    #[test]
    fn any_one_fault((entries, _) in any_fault(), path in "[a-z0-9/.]{0,8}") {
        let (faulty_name, faulty_entry) = &entries[0];
        let others: String = entries[1..].iter().map(|(name, _)| scheme(name, "1.0.0", "private")).collect();
        let without = with(&(good() + &others));
        let faulty = with(&(good() + &others + faulty_entry));
        for name in NAMES.into_iter().chain(entries[1..].iter().map(|(name, _)| name.as_str())) {
            for text in [format!("{name}://h/{path}"), format!("{name}:{path}")] {
                prop_assert_eq!(reading(&faulty, &text), reading(&without, &text));
            }
        }
        for text in [format!("{faulty_name}://h/{path}"), format!("{faulty_name}:{path}")] {
            prop_assert!(faulty.registry().parse(&text).is_err());
            prop_assert!(faulty.registry().parser().lenient().parse(&text).is_err());
        }
    }
}
