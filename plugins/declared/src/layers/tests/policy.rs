//! Policies of one and of several layers.

use super::*;

/// Returns the decisions of layers on names.
fn decisions(layers: Vec<RegistryFile>, environment: Option<&str>, names: &[&str]) -> Vec<Decision> {
    let resolved = stack(layers).resolve(&base(), environment);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    names.iter().map(|name| resolved.decide_name(name).decision).collect()
}

#[test]
fn policy_of_one_layer() {
    use Decision::{Always, Never, User};
    let body = scheme("com.example.a", "1.0.0", "private")
        + &scheme("com.example.b", "1.0.0", "private")
        + "[policy]\ndefault = \"user\"\nalways = [\"builtin\", \"com.example.*\"]\n\
           never = [\"kind:steps\"]\nuser = [\"com.example.a\"]\n\
           [policy.env.ci]\ndefault = \"never\"\nalways = [\"com.example.b\"]\n";
    let names = &["builtin", "com.example.a", "com.example.b", "x-foo"];
    let with = |environment| decisions(vec![org(&body)], environment, names);
    assert_eq!(with(None), [Always, User, Never, User]);
    assert_eq!(with(Some("ci")), [Never, Never, Always, Never]);
    assert_eq!(with(Some("other")), with(None));
}

#[test]
fn selectors() {
    use Decision::{Always, Never};
    let body = |selector: &str| org(&format!("[policy]\nnever = [\"{selector}\"]\n"));
    let echo = || public(&scheme("echo", "1.0.0", "provisional"));
    for (selector, expect) in [
        ("builtin", [Never, Always]),
        ("?uiltin", [Never, Always]),
        ("status:permanent", [Never, Always]),
        ("kind:builtin", [Never, Always]),
        ("kind:steps", [Always, Never]),
        ("layer:public", [Always, Never]),
        ("*", [Never, Never]),
    ] {
        assert_eq!(decisions(vec![echo(), body(selector)], None, &["builtin", "echo"]), expect, "{selector}");
    }
}

/// A module needs `allow_wasm` of any layer, and is not allowed by `allow_dylib`.
#[test]
fn modules_need_a_permission() {
    let steps = scheme("com.example.berth", "1.0.0", "private").replace("kind = \"steps\"", "kind = \"wasm\"");
    let steps = &steps[..steps.find("steps = ").unwrap_or(steps.len())];
    let berth = format!("{steps}[scheme.plugin]\nkind = \"wasm\"\nlibrary = \"berth\"\nversion = \"^1\"\nabi = 1\n");
    for (lower, upper, is_allowed) in [
        ("", "", false),
        ("allow_dylib = [\"com.example.berth\"]", "", false),
        ("allow_wasm = [\"com.example.berth\"]", "", true),
        ("", "allow_wasm = [\"com.Example.berth\"]", true),
        ("allow_wasm = [\"com.example.berth\"]", "never = [\"kind:wasm\"]", false),
        ("[policy.env.ci]\nallow_wasm = [\"com.example.berth\"]", "", false),
    ] {
        let layers = [org(&format!("{berth}[policy]\n{lower}\n")), user(&format!("[policy]\n{upper}\n"))];
        let resolved = resolve(layers);
        assert_eq!(resolved.allows_module("com.example.berth"), is_allowed, "{lower} {upper}");
        let why = resolved.why("com.example.berth").to_string();
        let shown = if is_allowed {
            "a policy allows loading it"
        } else {
            "not loaded: no policy lists the scheme in `allow_wasm`"
        };
        assert!(why.contains(&format!("module    `berth` ^1, abi 1: {shown}")), "{why}");
        assert_eq!(resolved.allows_library("com.example.berth"), lower.starts_with("allow_dylib"));
    }
    let resolved = resolve([org(&format!("{berth}[policy]\nallow_wasm = [\"com.example.berth\"]\n"))]);
    assert!(resolved.delta().iter().any(|one| one.detail.as_deref() == Some("its module may be loaded")));
    assert!(resolved.delta().iter().any(|one| one.to_string().starts_with("module com.example.berth: com.example (")));
    let url = "com.example.berth://h/a";
    let plan = resolved.registry().parse(url).map(|url| url.plan(&Environment::new()).unwrap_err().to_string());
    assert!(plan.as_ref().is_ok_and(|plan| plan.contains("this scheme needs a module")), "{plan:?}");
}

#[test]
fn policy_between_layers() {
    let rules = |rules: &str| format!("[policy]\n{rules}\n");
    // The rules of the organization, the rules of the user, the decision, and the findings.
    for (lower, upper, decision, expect) in [
        ("never = [\"builtin\"]", "always = [\"builtin\"]", "never", vec!["SR607"]),
        ("never = [\"builtin\"]", "always = [\"b*\"]", "never", vec!["SR607"]),
        ("never = [\"builtin\"]", "default = \"always\"", "never", vec![]),
        ("user = [\"builtin\"]", "always = [\"builtin\"]", "user", vec!["SR607"]),
        ("never = [\"builtin\"]\nrelaxable = [\"builtin\"]", "always = [\"builtin\"]", "always", vec![]),
        ("never = [\"builtin\"]\nrelaxable = [\"builtin\"]", "always = [\"b*\"]", "never", vec!["SR607"]),
        ("default = \"never\"", "always = [\"builtin\"]", "never", vec!["SR607"]),
        ("default = \"user\"", "always = [\"builtin\"]", "always", vec![]),
        ("default = \"user\"", "default = \"always\"", "user", vec![]),
        ("always = [\"builtin\"]", "never = [\"builtin\"]", "never", vec![]),
        ("always = [\"builtin\"]", "default = \"never\"", "never", vec![]),
        ("always = [\"nowhere\"]", "", "always", vec!["SR614"]),
        ("never = [\"layer:org.nowhere\"]", "", "always", vec!["SR614"]),
        ("never = [\"layer:com.example.me\"]", "", "always", vec![]),
    ] {
        let layers = stack([org(&rules(lower)), user(&rules(upper))]);
        let what = format!("{lower} / {upper}");
        let found: Vec<_> = found(&layers).iter().map(Finding::id).collect();
        assert_eq!(found, expect, "{what}");
        let policy = AccessPolicy::new(&layers.layers, None);
        let names = Names::new(&base());
        let verdict = policy.decide(names.map["builtin"].definitions[0].subject("builtin"));
        assert_eq!(crate::format::Keyword::as_str(verdict.decision), decision, "{what}");
    }
}

#[test]
fn the_command_line_only_tightens() {
    let named = |lower: &str, upper: &str| {
        let stack = stack([org(&format!("[policy]\n{lower}\n"))]);
        found(&stack.push_named(user(&format!("[policy]\n{upper}\n")))).iter().map(Finding::id).collect::<Vec<_>>()
    };
    assert_eq!(named("default = \"user\"", "always = [\"builtin\"]"), ["SR607"]);
    assert_eq!(named("default = \"user\"", "never = [\"builtin\"]"), Vec::<&str>::new());
    assert_eq!(named("default = \"user\"\nrelaxable = [\"builtin\"]", "always = [\"builtin\"]"), Vec::<&str>::new());
}

#[test]
fn the_line_that_decided() {
    let lower = org("[policy]\nnever = [\"builtin\"]\nmax_redirects = 5\n");
    let upper = user("[policy]\nmax_redirects = 7\n");
    let resolved = resolve([lower, upper]);
    let url = resolved.registry().parse("builtin://h").unwrap();
    assert_eq!(resolved.decide(&url).to_string(), "never by com.example (com.example.toml:12)");
    assert_eq!(resolved.policy().max_redirects(), Some(5));
}

/// Generates a policy of a few lines.
fn policy() -> impl Strategy<Value = String> {
    let selector = prop::sample::select(vec!["builtin", "echo", "b*", "*", "kind:steps", "status:permanent"]);
    let list = || prop::collection::vec(selector.clone(), 0..3);
    let default = prop::sample::select(vec!["", "default = \"always\"", "default = \"user\"", "default = \"never\""]);
    (default, list(), list(), list()).prop_map(|(default, always, user, never)| {
        format!("[policy]\n{default}\nalways = {always:?}\nuser = {user:?}\nnever = {never:?}\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    /// Without `relaxable`, no upper layer allows what a lower one forbids.
    #[test]
    fn policy_is_monotonic(lower in policy(), upper in policy()) {
        let echo = || public(&scheme("echo", "1.0.0", "permanent"));
        let alone = stack([echo(), org(&lower)]);
        let both = stack([echo(), org(&lower), user(&upper)]);
        let names = [("builtin", 1), ("echo", 1)];
        let Ok(resolved) = alone.resolve(&base(), None) else {
            return Err(TestCaseError::fail("a single layer resolves"));
        };
        for (name, _) in names {
            let Lookup::Found(definition) = resolved.lookup(name) else {
                return Err(TestCaseError::fail(name));
            };
            let subject = definition.subject(name);
            let before = AccessPolicy::new(&alone.layers, None).decide(subject);
            let after = AccessPolicy::new(&both.layers, None).decide(subject);
            let is_open = before.reason.as_ref().is_none_or(|one| one.is_default);
            prop_assert!(
                after.decision >= before.decision || is_open && before.decision != Decision::Never,
                "{before} {after}"
            );
        }
    }
}

/// The decisions on every entry of a registry in advance, by name, and with reasons are the same.
fn check_decisions(resolved: &Resolved, texts: &[&str]) -> Vec<Decision> {
    let copy = resolved.registry().to_builder().build();
    let decision = |text: &&str| {
        let url = resolved.registry().parse(text).unwrap();
        let decision = resolved.decision(&url);
        assert_eq!(decision, resolved.decide(&url).decision, "{text}");
        assert_eq!(decision, resolved.decision(&copy.parse(text).unwrap()), "{text} of another registry");
        decision
    };
    texts.iter().map(decision).collect()
}

#[test]
fn decisions_are_made_in_advance() {
    use Decision::{Always, Never, User};
    let body = scheme("com.example.a", "1.0.0", "private")
        + &scheme("com.example.b", "1.0.0", "provisional")
        + "[policy]\nnever = [\"status:provisional\"]\nuser = [\"layer:com.example\", \"kind:builtin\"]\ndefault = \"user\"\n";
    let texts = ["com.example.a://h/x", "COM.example.b://h/x", "builtin://h", "x-foo:a", "com.example.c:a"];
    let resolved = resolve([org(&body)]);
    assert_eq!(check_decisions(&resolved, &texts), [User, Never, User, User, User]);

    // The application tightens, and loosens only what no layer forbids.
    let rules = || AccessRules::new().never("Builtin")?.always("com.example.*")?.always("x-foo");
    let resolved = resolved.with_access_rules(rules().unwrap());
    assert_eq!(check_decisions(&resolved, &texts), [User, Never, Never, Always, Always]);
    let url = resolved.registry().parse("builtin://h").unwrap();
    let reason = resolved.decide(&url).to_string();
    assert!(reason.starts_with("never by application (") && reason.contains("tests/policy.rs:"), "{reason}");
    assert_eq!(
        rules().unwrap().unused(resolved.registry()),
        Vec::from_iter(anyurl_core::Unused::scheme("x-foo", resolved.registry()))
    );
}

/// Rules in Rust decide as those of a file do.
#[test]
fn rules_in_rust() {
    let resolved = resolve([
        org(&(scheme("com.example.a", "1.0.0", "private") + &scheme("com.example.b", "1.0.0", "provisional"))),
        public(&fact("known", "historical")),
    ]);
    let texts = ["com.example.a://h/x", "com.example.b://h/x", "builtin://h", "known:a", "x-foo:a"];
    for selector in [
        "builtin",
        "b*",
        "status:private",
        "status:historical",
        "kind:steps",
        "kind:builtin",
        "layer:com.example",
        "*",
        "x-foo",
        "layer:public",
        "layer:builtin",
    ] {
        let rules = AccessRules::new().never(selector).unwrap().max_redirects(3);
        let in_rust = resolved.clone().with_access_rules(rules.clone());
        let file = layer("user", "me", &[], &format!("[policy]\nnever = [\"{selector}\"]\nmax_redirects = 3\n"));
        let policy = AccessPolicy::new(&stack([file]).layers, None);
        let in_file = Resolved { policy, ..resolved.clone() };
        let bound = AccessPolicy::from(rules).bind(resolved.registry());
        for text in texts {
            let url = resolved.registry().parse(text).unwrap();
            let expect = in_file.decide(&url).decision;
            assert_eq!(in_rust.decision(&url), expect, "{selector} {text}");
            assert_eq!((bound.decision(&url), bound.decide(&url).decision), (expect, expect), "{selector} {text}");
        }
        assert_eq!((bound.policy().max_redirects(), in_file.policy().max_redirects()), (Some(3), Some(3)));
    }
}

#[test]
fn selectors_in_rust_are_checked() {
    for (selector, expect) in [
        ("telnet://", "use letters, digits"),
        ("kinds:none", "a selector begins with status:, kind: or layer:"),
        ("tel net", "use letters, digits"),
        ("", "write a name or a glob"),
        ("status:provisionall", "did you mean `provisional`?"),
    ] {
        let error = AccessRules::new().never(selector).unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    }
}
