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
