//! Gateways of several layers.

use super::*;

#[test]
fn gateways_of_upper_layers_take_precedence() {
    let echo = || public(&scheme("echo", "1.0.0", "permanent"));
    let team = |body: &str| layer("team", "com.example.team", &[], body);
    let resolved = resolve([
        echo(),
        org(&(gateway("one", "\"x-a\", \"x-b\"", "") + &gateway("two", "\"x-c\"", ""))),
        team(&(gateway("two", "\"x-d\"", "") + &gateway("three", "\"x-b\"", ""))),
    ]);
    let serving = |name: &str| resolved.gateways().serving(name).map(|gateway| gateway.id.clone());
    assert_eq!(serving("x-a").as_deref(), Some("one"));
    assert_eq!(serving("x-b").as_deref(), Some("three"), "the team has precedence over the organization");
    assert_eq!(serving("x-c"), None, "an id is replaced as a whole");
    let delta = resolved.delta();
    let changes = delta.iter().filter(|delta| !delta.over.is_empty());
    let changes: Vec<_> = changes.map(|delta| (delta.kind, delta.name.as_str())).collect();
    assert_eq!(changes, [(DeltaKind::Gateway, "two"), (DeltaKind::Gateway, "x-b")]);
    let templates: Vec<_> = delta.iter().filter(|delta| delta.over.is_empty()).map(ToString::to_string).collect();
    assert_eq!(templates.len(), 4, "{templates:?}");
    assert!(templates[0].starts_with("gateway one: com.example (com.example.toml:11): x-a, x-b -> "), "{templates:?}");
}

#[test]
fn gateways_have_environments_and_preferences() {
    let body = gateway("here", "\"x-a\"", "environments = [\"ci\"]")
        + &gateway("there", "\"x-a\"", "environments = [\"desktop\"]")
        + &gateway("asked", "\"x-b\"", "prefer = \"never\"")
        + &gateway("else", "\"x-c\", \"builtin\"", "prefer = \"fallback\"");
    let stack = stack([public(&scheme("echo", "1.0.0", "permanent")), org(&body)]);
    let ids = |environment| {
        let resolved = stack.resolve(&base(), environment).unwrap();
        let mut serving = Vec::new();
        for gateway in resolved.gateways().iter() {
            serving.push(format!("{} {}", gateway.id, gateway.schemes.join(",")));
        }
        serving
    };
    assert_eq!(ids(None), ["else x-c"]);
    assert_eq!(ids(Some("ci")), ["here x-a", "else x-c"]);
    assert_eq!(ids(Some("desktop")), ["there x-a", "else x-c"]);
    let resolved = stack.resolve(&base(), Some("ci")).unwrap();
    for (name, why) in [
        (
            "x-a",
            "`there` of com.example (com.example.toml:18): not in use here, since it is for the environment `desktop`\n",
        ),
        ("x-b", "since `prefer` is `never`\n"),
        ("builtin", "since `prefer` is `fallback`, and the scheme has an access of its own\n"),
    ] {
        let text = resolved.why(name).to_string();
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn invalid_gateways() {
    let echo = || public(&scheme("echo", "1.0.0", "permanent"));
    let two = gateway("one", "\"x-a\"", "") + &gateway("two", "\"x-a\"", "");
    let cycle = gateway("one", "\"echo\"", "");
    let nowhere = gateway("one", "\"x-a\"", "").replace("echo:", "nowhere:");
    let variable = gateway("one", "\"x-a\"", "").replace("{url}", "{host}");
    for (what, layers, expect) in [
        ("public", vec![public(&gateway("one", "\"x-a\"", ""))], "SR508"),
        ("two in one layer", vec![echo(), org(&two)], "SR604"),
        ("a cycle", vec![echo(), org(&cycle)], "SR502"),
        ("nowhere", vec![echo(), org(&nowhere)], "SR502"),
        ("a variable", vec![echo(), org(&variable)], "SR501"),
    ] {
        assert_eq!(ids(layers), [expect], "{what}");
    }
}

/// What is wrong is the name, not the variables, of which none is known (D30).
#[test]
fn gateways_of_unregistered_names() {
    let parts = gateway("one", "\"x-gone\"", "").replace("\"url\"", "\"parts\"").replace("{url}", "{run}");
    let resolved = resolve([org(&parts)]);
    let all: Vec<_> = resolved.findings().iter().map(|one| (one.id(), one.message(), one.scheme())).collect();
    assert_eq!(all, [("SR501", "gateway `one` is for `x-gone`, which is not registered", Some("x-gone"))]);
}

/// Gateways and decisions follow the registry.
#[test]
fn another_registry() {
    let body = scheme("com.example.a", "1.0.0", "private")
        + &gateway("lab", "\"x-foo\"", "").replace("echo://", "com.example.a://")
        + "[policy]\nnever = [\"status:historical\"]\n";
    let resolved = resolve([org(&body), public(&fact("known", "historical"))]);
    let origin = anyurl_core::authors::Origin::from_crate("app", "1", "app.rs", 1);
    let added = anyurl_core::authors::Fact::new("x-old", Status::Historical);
    let registry = resolved.registry().to_builder().add_fact(added, Layer::Application, origin).unwrap().build();
    let resolved = resolved.with_registry(registry.clone()).unwrap();
    assert!(resolved.registry().is_same(&registry));
    for (text, expect) in
        [("x-old:a", Decision::Never), ("known:a", Decision::Never), ("com.example.a://h/", Decision::Always)]
    {
        let url = registry.parse(text).unwrap();
        assert_eq!((resolved.decision(&url), resolved.decide(&url).decision), (expect, expect), "{text}");
    }
    let anyurl = resolved.gateways().locate(&registry.parse("x-foo:a").unwrap()).unwrap().unwrap();
    assert!(anyurl.as_url().registry().is_same(&registry));

    let without = registry.to_builder().remove("com.example.a").build();
    let error = resolved.with_registry(without).unwrap_err();
    assert!(matches!(error, anyurl_gateway::GatewayError::Unregistered { .. }), "{error}");
}
