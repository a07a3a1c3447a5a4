//! Layers over each other, each rule once.

use std::fmt::Write;

use locator_core::registration::{
    Component, Example, Grammar, List, Registration, Reject, Status, Text, text,
};
use locator_core::{
    Cursor, Environment, Error, PlanBuilder, PlanError, Profile, Registry, Scheme, Slot, Url, View,
};
use proptest::prelude::*;

use super::*;
use crate::format::{Decision, Facet, Finding};

/// A room: `room://host`, on port 70.
struct Room;

static ROOM: Room = Room;

/// The room's view.
struct InRoom<'a>(Url<'a>);

impl<'a> View<'a> for InRoom<'a> {
    type Room = Room;

    fn of(url: Url<'a>) -> Self {
        Self(url)
    }
}

const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT];
const ACCESS: &[Text] = &[text("connect to host:port by TCP")];
const NO_EXAMPLES: &[Example] = &[];
const NO_REJECTS: &[Reject] = &[];

static REGISTRATION: Registration = Registration {
    name: text("room"),
    version: semver::Version::new(1, 0, 0),
    status: Status::Permanent,
    grammar: Grammar::Rfc1738,
    rfc1738: true,
    description: text("a room"),
    default_port: Some(70),
    components: List::Borrowed(COMPONENTS),
    template: text("//{host}[:{port}]"),
    reserved: text("/:"),
    syntax: text("roomurl = \"room://\" hostport"),
    access: List::Borrowed(ACCESS),
    hierarchical: false,
    data_object: true,
    name_properties: text(""),
    demonstration: text("this test"),
    references: List::Borrowed(&[]),
    examples: List::Borrowed(NO_EXAMPLES),
    rejects: List::Borrowed(NO_REJECTS),
};

impl Scheme for Room {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        static END: locator_core::Class = locator_core::Class::xchar("end");
        locator_core::internet::slashes(at)?;
        locator_core::internet::host_port(at)?;
        at.finish(&END, "end")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(locator_core::plan::Transport::Tcp)
    }
}

fn base() -> Registry {
    let origin = locator_core::registry::Origin::of_crate("rooms", "1.0.0", "room.rs", 1);
    let sort = locator_core::registry::Sort::Static;
    Registry::builder()
        .add_from(&ROOM, Rank::Builtin, sort, origin)
        .unwrap()
        .build()
}

/// A layer: its kind, id, claims and what follows.
fn layer(kind: &str, id: &str, claims: &[&str], body: &str) -> Layer {
    let text = format!(
        "schema = 1\n[registry]\nid = \"{id}\"\nkind = \"{kind}\"\ntitle = \"T\"\nversion = \"1.0.0\"\nserial = 5\n\
         contact = [\"a@b.example\"]\nchange_controller = \"C\"\nclaims = {claims:?}\n{body}"
    );
    let reading = Layer::of_text(&format!("{id}.toml"), text).unwrap();
    reading.load().unwrap_or_else(|error| panic!("{error:?}"))
}

fn public(body: &str) -> Layer {
    layer("public", "public", &[], body)
}

fn org(body: &str) -> Layer {
    layer(
        "organization",
        "com.example",
        &["com.example.*", "acme"],
        body,
    )
}

fn user(body: &str) -> Layer {
    layer("user", "com.example.me", &["com.example.me.*"], body)
}

/// A `[[scheme]]`: `NAME://<host>/<path>`, on port 7.
fn scheme(name: &str, version: &str, status: &str) -> String {
    format!(
        "[[scheme]]\nname = \"{name}\"\nversion = \"{version}\"\nstatus = \"{status}\"\ndescription = \"D of {name}\"\n\
         port = {{ default = 7, transport = [\"tcp\"] }}\nreference = [{{ rfc = 862 }}]\n\
         [scheme.syntax]\ngrammar = \"rfc1738\"\nform = [\"{name}://<host>[:<port>]/<path>\"]\n\
         [scheme.access]\nkind = \"steps\"\nlocates = \"data-object\"\noperations = [\"get\"]\ndefault = \"get\"\n\
         algorithm = \"Connect to host and port, and read to the end of the connection.\"\n\
         steps = [{{ connect = \"{{host}}:{{port}}\" }}, {{ receive = \"until-close\" }}]\n"
    )
}

fn fact(name: &str, status: &str) -> String {
    format!("[[scheme]]\nname = \"{name}\"\nstatus = \"{status}\"\ndescription = \"D of {name}\"\n")
}

fn stack(layers: impl IntoIterator<Item = Layer>) -> Stack {
    layers.into_iter().fold(Stack::new(), Stack::push)
}

fn resolve(layers: impl IntoIterator<Item = Layer>) -> Resolved {
    stack(layers)
        .resolve(&base(), None)
        .unwrap_or_else(|found| panic!("{found}"))
}

/// What is found, whether it is an error or not.
fn found(stack: &Stack) -> Vec<Finding> {
    match stack.resolve(&base(), None) {
        Ok(resolved) => resolved.findings().iter().cloned().collect(),
        Err(findings) => findings.into_iter().collect(),
    }
}

fn ids(layers: impl IntoIterator<Item = Layer>) -> Vec<&'static str> {
    found(&stack(layers)).iter().map(Finding::id).collect()
}

/// An `[[override]]` of the port, of a room or of what [`scheme`] declares.
fn port_override(name: &str, of: &str, expect: &str, port: u16) -> String {
    format!(
        "[[override]]\nname = \"{name}\"\nof = \"{of}\"\nfacet = \"port\"\nexpect = \"{expect}\"\nreason = \"because\"\n\
         port = {{ default = {port} }}\n"
    )
}

/// The hash of a facet, as the layers have it.
fn hash(resolved: &Resolved, name: &str, facet: Facet) -> String {
    let Lookup::Found(definition) = resolved.lookup(name) else {
        panic!("{name} is not there")
    };
    definition.facets[&facet].hash.to_string()
}

fn room_hash(facet: Facet) -> String {
    hash(&resolve([]), "room", facet)
}

#[test]
fn declared_schemes_are_in_the_registry_with_layer_and_line() {
    let resolved = resolve([
        org(&scheme("com.example.a", "1.0.0", "private")),
        public(&(scheme("echo", "1.0.0", "permanent") + &fact("known", "provisional"))),
    ]);
    let registry = resolved.registry();
    let url = registry.parse("com.example.a://h/x").unwrap();
    assert_eq!(url.entry().layer(), Rank::Organization);
    assert_eq!(
        url.entry().origin().to_string(),
        "com.example 1.0.0 at com.example.toml:11"
    );
    assert_eq!(url.effective_port(), Some(7));
    assert_eq!(
        registry.parse("echo://h/x").unwrap().entry().layer(),
        Rank::Public
    );
    let known = registry.parse("known:x").unwrap();
    assert!(known.is_generic() && known.is_known());
    assert!(registry.parse("com.example.a:x").is_err());
}

#[test]
fn nothing_over_the_base_is_the_base() {
    let resolved = resolve([]);
    assert_eq!(resolved.registry().entries().count(), 1);
    assert!(resolved.delta().is_empty() && resolved.findings().is_empty());
}

/// SR601, SR604, SR709, SR209 and SR707, each by the layers that break it.
#[test]
fn adding() {
    let a = |name: &str| scheme(name, "1.0.0", "private");
    let team = |claims: &[&str], body: &str| layer("team", "com.example.team", claims, body);
    let cases: Vec<(&str, Vec<Layer>, Vec<&str>)> = vec![
        ("outside", vec![org(&a("org.other.a"))], vec!["SR601"]),
        (
            "another's",
            vec![org(&a("com.example.t.a")), team(&["com.example.t.*"], "")],
            vec!["SR601"],
        ),
        (
            "one's own",
            vec![org(""), team(&["com.example.t.*"], &a("com.example.t.a"))],
            vec![],
        ),
        (
            "a tie",
            vec![org(""), team(&["com.example.*"], &a("com.example.a"))],
            vec!["SR604"],
        ),
        (
            "exact wins",
            vec![org(""), team(&["com.example.a"], &a("com.example.a"))],
            vec![],
        ),
        (
            "a dot in public",
            vec![public(&scheme("com.other.a", "1.0.0", "provisional"))],
            vec!["SR601"],
        ),
        (
            "grandfathered",
            vec![public(&scheme("z39.50r", "1.0.0", "permanent"))],
            vec![],
        ),
        (
            "IANA's with a dot",
            vec![public(&fact("microsoft.windows.camera", "provisional"))],
            vec![],
        ),
        (
            "again",
            vec![
                public(&scheme("acme", "1.0.0", "permanent")),
                org(&a("acme")),
            ],
            vec!["SR604"],
        ),
        (
            "again, provisional",
            vec![
                public(&scheme("acme", "1.0.0", "provisional")),
                org(&a("acme")),
            ],
            vec!["SR709", "SR604"],
        ),
        (
            "IANA came later",
            vec![public(&fact("acme", "provisional")), org(&a("acme"))],
            vec!["SR709"],
        ),
        (
            "IANA's for good",
            vec![public(&fact("acme", "permanent")), org(&a("acme"))],
            vec!["SR604"],
        ),
        (
            "a room, claimed",
            vec![layer(
                "user",
                "me",
                &["room"],
                &scheme("room", "3.0.0", "private"),
            )],
            vec!["SR604"],
        ),
        (
            "a further version",
            vec![public(&scheme("room", "2.0.0", "permanent"))],
            vec![],
        ),
        (
            "the same version",
            vec![public(&scheme("room", "1.0.0", "permanent"))],
            vec!["SR604"],
        ),
        (
            "a fact elsewhere",
            vec![org(&fact("com.example.a", "private"))],
            vec!["SR209"],
        ),
        (
            "out of use",
            vec![org(&fact("com.example.a", "historical"))],
            vec![],
        ),
        ("two of one id", vec![org(""), org("")], vec!["SR604"]),
        (
            "masked below",
            vec![
                layer(
                    "organization",
                    "o",
                    &[],
                    "[[mask]]\nname = \"com.example.me.a\"\nreason = \"r\"\n",
                ),
                user(&a("com.example.me.a")),
            ],
            vec!["SR604"],
        ),
        (
            "masked here",
            vec![user(
                &(a("com.example.me.a")
                    + "[[mask]]\nname = \"com.example.me.a\"\nreason = \"r\"\n"),
            )],
            vec!["SR604"],
        ),
        (
            "tombstone above",
            vec![
                org(&a("com.example.a")),
                user("[[tombstone]]\nname = \"com.example.a\"\nremoved = 2025-01-01\n"),
            ],
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
            "tombstone of a room",
            vec![org(
                "[[tombstone]]\nname = \"room\"\nremoved = 2025-01-01\n",
            )],
            vec!["SR707"],
        ),
    ];
    for (what, layers, expect) in cases {
        assert_eq!(ids(layers), expect, "{what}");
    }
}

#[test]
fn both_owners_are_named() {
    let layers = [
        public(&scheme("acme", "1.0.0", "permanent")),
        org(&scheme("acme", "1.0.0", "private")),
    ];
    let found = found(&stack(layers));
    assert_eq!(
        found[0].to_string(),
        "com.example.toml:12:8: error[SR604]: `acme` is registered by public (public.toml:11), and com.example \
         (com.example.toml:11) adds it again"
    );
}

#[test]
fn overriding() {
    let port = room_hash(Facet::Port);
    let old = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let metadata = |expect: &str, inner: &str| {
        format!(
            "[[override]]\nname = \"echo\"\nof = \"public\"\nfacet = \"metadata\"\nexpect = \"{expect}\"\nreason = \"r\"\nmetadata = {{ {inner} }}\n"
        )
    };
    let syntax = |name: &str, of: &str| {
        format!(
            "[[override]]\nname = \"{name}\"\nof = \"{of}\"\nfacet = \"syntax\"\nexpect = \"{}\"\nreason = \"r\"\n[override.syntax]\ngrammar = \"rfc1738\"\nform = [\"{name}://<host>\"]\n",
            hash(
                &resolve([public(&scheme("echo", "1.0.0", "permanent"))]),
                name,
                Facet::Syntax
            )
        )
    };
    let echo = || public(&scheme("echo", "1.0.0", "permanent"));
    let of_echo = |facet| hash(&resolve([echo()]), "echo", facet);
    let cases: Vec<(&str, Vec<Layer>, Vec<&str>)> = vec![
        (
            "fits",
            vec![org(&port_override("room", "builtin", &port, 71))],
            vec![],
        ),
        (
            "stale",
            vec![org(&port_override("room", "builtin", old, 71))],
            vec!["SR603"],
        ),
        (
            "missing",
            vec![org(&port_override("room", "builtin", old, 71)
                .replace(&format!("expect = \"{old}\"\n"), ""))],
            vec!["SR603"],
        ),
        (
            "of nothing",
            vec![org(&port_override("none", "public", old, 71))],
            vec!["SR608"],
        ),
        (
            "of another",
            vec![org(&port_override("room", "public", &port, 71))],
            vec!["SR608"],
        ),
        (
            "equal",
            vec![org(&port_override("room", "builtin", &port, 70))],
            vec!["SR609"],
        ),
        (
            "sealed",
            vec![org(&syntax("room", "builtin"))],
            vec!["SR602"],
        ),
        (
            "sealed, permanent",
            vec![echo(), org(&syntax("echo", "public"))],
            vec!["SR602"],
        ),
        (
            "not sealed",
            vec![
                public(&scheme("echo", "1.0.0", "provisional")),
                org(&syntax("echo", "public")),
            ],
            vec![],
        ),
        (
            "filled in",
            vec![
                echo(),
                org(&metadata(&of_echo(Facet::Metadata), "security = \"S\"")),
            ],
            vec![],
        ),
        (
            "not replaced",
            vec![
                echo(),
                org(&metadata(
                    &of_echo(Facet::Metadata),
                    "reference = [{ rfc = 1 }]",
                )),
            ],
            vec!["SR602"],
        ),
    ];
    for (what, layers, expect) in cases {
        assert_eq!(ids(layers), expect, "{what}");
    }
}

#[test]
fn the_upper_override_hides_the_lower() {
    let lower = org(&port_override(
        "room",
        "builtin",
        &room_hash(Facet::Port),
        71,
    ));
    let between = hash(&resolve([lower.clone()]), "room", Facet::Port);
    let resolved = resolve([
        lower,
        user(&port_override("room", "com.example", &between, 72)),
    ]);
    assert_eq!(
        resolved
            .registry()
            .parse("room://h")
            .unwrap()
            .effective_port(),
        Some(72)
    );
    let lines: Vec<_> = resolved.delta().iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with(
        "override room port: com.example.me (com.example.me.toml:11) over com.example (com.example.toml:11), builtin (room.rs:1): because"
    ), "{lines:?}");
    let why = resolved.why("ROOM").to_string();
    assert!(
        why.contains("port      replaced by com.example.me (com.example.me.toml:11): because"),
        "{why}"
    );
    assert!(
        why.contains(&format!(
            "hides com.example (com.example.toml:11), {between}"
        )),
        "{why}"
    );
}

#[test]
fn a_room_with_another_access_is_the_same_room() {
    let body = format!(
        "[[override]]\nname = \"room\"\nof = \"builtin\"\nfacet = \"access\"\nexpect = \"{}\"\nreason = \"r\"\n\
         [override.access]\nkind = \"steps\"\nlocates = \"data-object\"\noperations = [\"get\"]\ndefault = \"get\"\n\
         algorithm = \"Connect, and say hello to whoever is there.\"\n\
         steps = [{{ connect = \"{{host}}:{{port}}\" }}, {{ send = \"HELLO {{host}}\\r\\n\" }}]\n",
        room_hash(Facet::Access)
    );
    let resolved = resolve([org(&body)]);
    let url = resolved.registry().parse("room://h:71").unwrap();
    assert_eq!(
        url.view::<InRoom<'_>>().unwrap().0.slot(Slot::HOST),
        Some("h")
    );
    let plan = url.plan(&Environment::new()).unwrap();
    assert_eq!(plan.steps().len(), 2);
    assert!(
        resolved.registry().parse("room://h/x").is_err(),
        "its syntax is the room's"
    );
}

#[test]
fn masks_stop_every_look_up() {
    let mask = |name: &str| format!("[[mask]]\nname = \"{name}\"\nreason = \"not here\"\n");
    let resolved = resolve([
        public(&fact("known", "provisional")),
        org(&(mask("known") + &mask("room") + &mask("x-none") + &mask("nfs"))),
    ]);
    for text in ["known:a", "room://h", "ROOM://h", "x-none:a", "nfs://h/a"] {
        let error = resolved.registry().parse(text).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("is masked by com.example (com.example.toml:"),
            "{error}"
        );
        let lenient = locator_core::Options {
            mode: locator_core::Mode::Lenient,
            ..Default::default()
        };
        assert!(
            resolved.registry().parse_with(text, lenient).is_err(),
            "{text}"
        );
        let (name, _) = text.split_once(':').unwrap();
        assert!(
            matches!(resolved.lookup(name), Lookup::Masked(mask) if mask.reason.as_deref() == Some("not here"))
        );
    }
    let error = resolved.registry().parse("ROOM://h").unwrap_err();
    assert_eq!(error.span(), locator_core::Span::new(0, 4));
    assert!(
        resolved
            .why("room")
            .to_string()
            .starts_with("room: masked by com.example")
    );
}

#[test]
fn a_mask_without_a_reason() {
    assert_eq!(ids([org("[[mask]]\nname = \"room\"\n")]), ["SR606"]);
}

#[test]
fn a_removed_name_is_generic_and_says_so() {
    let stone = "[[tombstone]]\nname = \"com.example.w\"\nremoved = 2025-11-01\nreason = \"moved\"\nreplacement = \"https://w/\"\n";
    let resolved = resolve([org(stone)]);
    assert!(
        resolved
            .registry()
            .parse("com.example.w:a")
            .unwrap()
            .is_generic()
    );
    assert!(matches!(
        resolved.lookup("com.example.w"),
        Lookup::Removed(_)
    ));
    assert!(resolved.why("com.example.w").to_string().starts_with(
        "com.example.w: removed by com.example (com.example.toml:11) on 2025-11-01: moved; use https://w/\n"
    ));
}

#[test]
fn pins_choose_versions_for_every_profile() {
    let two = || public(&scheme("room", "2.0.0", "permanent"));
    let chosen = |layers: Vec<Layer>| {
        let resolved = resolve(layers);
        [Profile::Rfc1738, Profile::Current].map(|profile| {
            resolved
                .registry()
                .get("room", profile)
                .unwrap()
                .registration()
                .version
                .major
        })
    };
    let pin = |requirement: &str| format!("[pin]\nroom = \"{requirement}\"\n");
    assert_eq!(chosen(vec![two()]), [1, 2]);
    assert_eq!(chosen(vec![two(), org(&pin("^2"))]), [2, 2]);
    assert_eq!(chosen(vec![two(), org(&pin("^1"))]), [1, 1]);
    assert_eq!(
        chosen(vec![two(), org(&pin("^2")), user(&pin("^1"))]),
        [1, 1]
    );
    assert_eq!(ids([two(), org(&pin("^3"))]), ["SR411"]);
    let resolved = resolve([two(), org(&pin("^2")), user(&pin("^1"))]);
    let why = resolved.why("room").to_string();
    assert!(
        why.contains("pin       `^1` is 1.0.0: com.example.me (com.example.me.toml:12)"),
        "{why}"
    );
    assert!(
        why.contains("hides `^2` of com.example (com.example.toml:12)"),
        "{why}"
    );
}

#[test]
fn reserved_names_need_an_override_of_the_name() {
    let claims = &["afs"];
    let afs = scheme("afs", "1.0.0", "private");
    let allow = "[[override]]\nname = \"afs\"\nof = \"public\"\nfacet = \"name\"\nreason = \"r\"\n";
    assert_eq!(ids([layer("user", "me", claims, &afs)]), ["SR109"]);
    assert_eq!(
        ids([layer("user", "me", claims, &(afs + allow))]),
        Vec::<&str>::new()
    );
}

/// An entry of a gateway.
fn gateway(id: &str, schemes: &str, more: &str) -> String {
    format!(
        "[[gateway]]\nid = \"{id}\"\nfor = [{schemes}]\nmode = \"url\"\ntemplate = \"echo://gw/{{url}}\"\nstrip = []\n{more}\n"
    )
}

#[test]
fn gateways_of_upper_layers_stand_above() {
    let echo = || public(&scheme("echo", "1.0.0", "permanent"));
    let team = |body: &str| layer("team", "com.example.team", &[], body);
    let resolved = resolve([
        echo(),
        org(&(gateway("one", "\"x-a\", \"x-b\"", "") + &gateway("two", "\"x-c\"", ""))),
        team(&(gateway("two", "\"x-d\"", "") + &gateway("three", "\"x-b\"", ""))),
    ]);
    let serving = |name: &str| {
        resolved
            .gateways()
            .serving(name)
            .map(|gateway| gateway.id.clone())
    };
    assert_eq!(serving("x-a").as_deref(), Some("one"));
    assert_eq!(
        serving("x-b").as_deref(),
        Some("three"),
        "the team's stands above the organization's"
    );
    assert_eq!(serving("x-c"), None, "an id is replaced as a whole");
    let changes: Vec<_> = resolved
        .delta()
        .iter()
        .map(|delta| (delta.change, delta.name.clone()))
        .collect();
    assert_eq!(
        changes,
        [
            (Change::Gateway, "two".to_owned()),
            (Change::Gateway, "x-b".to_owned())
        ]
    );
}

#[test]
fn gateways_have_environments_and_preferences() {
    let body = gateway("here", "\"x-a\"", "environments = [\"ci\"]")
        + &gateway("there", "\"x-a\"", "environments = [\"desktop\"]")
        + &gateway("asked", "\"x-b\"", "prefer = \"never\"")
        + &gateway("else", "\"x-c\", \"room\"", "prefer = \"fallback\"");
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
}

#[test]
fn gateways_that_cannot_be() {
    let echo = || public(&scheme("echo", "1.0.0", "permanent"));
    let two = gateway("one", "\"x-a\"", "") + &gateway("two", "\"x-a\"", "");
    let circle = gateway("one", "\"echo\"", "");
    let nowhere = gateway("one", "\"x-a\"", "").replace("echo:", "nowhere:");
    let variable = gateway("one", "\"x-a\"", "").replace("{url}", "{host}");
    for (what, layers, expect) in [
        (
            "public",
            vec![public(&gateway("one", "\"x-a\"", ""))],
            "SR508",
        ),
        ("two in one layer", vec![echo(), org(&two)], "SR604"),
        ("a circle", vec![echo(), org(&circle)], "SR502"),
        ("nowhere", vec![echo(), org(&nowhere)], "SR502"),
        ("a variable", vec![echo(), org(&variable)], "SR501"),
    ] {
        assert_eq!(ids(layers), [expect], "{what}");
    }
}

/// What layers decide about names.
fn decisions(layers: Vec<Layer>, environment: Option<&str>, names: &[&str]) -> Vec<Decision> {
    let resolved = stack(layers).resolve(&base(), environment);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    names
        .iter()
        .map(|name| resolved.decide_name(name).decision)
        .collect()
}

#[test]
fn policy_of_one_layer() {
    use Decision::{Always, Never, User};
    let body = scheme("com.example.a", "1.0.0", "private")
        + &scheme("com.example.b", "1.0.0", "private")
        + "[policy]\ndefault = \"user\"\nalways = [\"room\", \"com.example.*\"]\n\
           never = [\"kind:steps\"]\nuser = [\"com.example.a\"]\n\
           [policy.env.ci]\ndefault = \"never\"\nalways = [\"com.example.b\"]\n";
    let names = &["room", "com.example.a", "com.example.b", "x-foo"];
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
        ("room", [Never, Always]),
        ("?oom", [Never, Always]),
        ("status:permanent", [Never, Always]),
        ("kind:builtin", [Never, Always]),
        ("kind:steps", [Always, Never]),
        ("layer:public", [Always, Never]),
        ("*", [Never, Never]),
    ] {
        assert_eq!(
            decisions(vec![echo(), body(selector)], None, &["room", "echo"]),
            expect,
            "{selector}"
        );
    }
}

#[test]
fn policy_between_layers() {
    let rules = |rules: &str| format!("[policy]\n{rules}\n");
    // What the organization says, what the user says, what is decided, and what is found.
    for (lower, upper, decision, expect) in [
        (
            "never = [\"room\"]",
            "always = [\"room\"]",
            "never",
            vec!["SR607"],
        ),
        (
            "never = [\"room\"]",
            "always = [\"r*\"]",
            "never",
            vec!["SR607"],
        ),
        (
            "never = [\"room\"]",
            "default = \"always\"",
            "never",
            vec![],
        ),
        (
            "user = [\"room\"]",
            "always = [\"room\"]",
            "user",
            vec!["SR607"],
        ),
        (
            "never = [\"room\"]\nrelaxable = [\"room\"]",
            "always = [\"room\"]",
            "always",
            vec![],
        ),
        (
            "never = [\"room\"]\nrelaxable = [\"room\"]",
            "always = [\"r*\"]",
            "never",
            vec!["SR607"],
        ),
        (
            "default = \"never\"",
            "always = [\"room\"]",
            "never",
            vec!["SR607"],
        ),
        (
            "default = \"user\"",
            "always = [\"room\"]",
            "always",
            vec![],
        ),
        ("default = \"user\"", "default = \"always\"", "user", vec![]),
        ("always = [\"room\"]", "never = [\"room\"]", "never", vec![]),
        (
            "always = [\"room\"]",
            "default = \"never\"",
            "never",
            vec![],
        ),
        ("always = [\"nowhere\"]", "", "always", vec!["SR614"]),
    ] {
        let layers = stack([org(&rules(lower)), user(&rules(upper))]);
        let what = format!("{lower} / {upper}");
        let found: Vec<_> = found(&layers).iter().map(Finding::id).collect();
        assert_eq!(found, expect, "{what}");
        let policy = Policy::of(&layers.layers, None);
        let names = Names::of(&base());
        let verdict = policy.decide(names.map["room"].definitions[0].subject("room"));
        assert_eq!(
            crate::format::Word::as_str(verdict.decision),
            decision,
            "{what}"
        );
    }
}

#[test]
fn the_command_line_only_tightens() {
    let named = |lower: &str, upper: &str| {
        let stack = stack([org(&format!("[policy]\n{lower}\n"))]);
        found(&stack.push_named(user(&format!("[policy]\n{upper}\n"))))
            .iter()
            .map(Finding::id)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        named("default = \"user\"", "always = [\"room\"]"),
        ["SR607"]
    );
    assert_eq!(
        named("default = \"user\"", "never = [\"room\"]"),
        Vec::<&str>::new()
    );
    assert_eq!(
        named(
            "default = \"user\"\nrelaxable = [\"room\"]",
            "always = [\"room\"]"
        ),
        Vec::<&str>::new()
    );
}

#[test]
fn the_line_that_decided() {
    let lower = org("[policy]\nnever = [\"room\"]\nmax_redirects = 5\n");
    let upper = user("[policy]\nmax_redirects = 7\n");
    let resolved = resolve([lower, upper]);
    let url = resolved.registry().parse("room://h").unwrap();
    assert_eq!(
        resolved.decide(&url).to_string(),
        "never by com.example (com.example.toml:12)"
    );
    assert_eq!(resolved.policy().max_redirects(), Some(5));
}

#[test]
fn locks_are_read_as_they_were_written() {
    let layers = || {
        [
            public(&scheme("echo", "1.0.0", "permanent")),
            org(&(scheme("com.example.a", "1.0.0", "private")
                + &port_override("room", "builtin", &room_hash(Facet::Port), 71))),
        ]
    };
    let lock = resolve(layers()).lock();
    let names: Vec<_> = lock
        .schemes
        .iter()
        .map(|scheme| scheme.name.as_str())
        .collect();
    assert_eq!(names, ["com.example.a", "echo", "room"]);
    let read: Lock = lock.to_string().parse().unwrap();
    assert_eq!(read, lock);
    assert_eq!(resolve(layers()).verify(&read), []);
    let [low, high] = layers();
    let changed = layer(
        "organization",
        "com.example",
        &["com.example.*"],
        &scheme("com.example.a", "1.0.1", "private"),
    );
    let differences = resolve([low, changed]).verify(&read);
    let mut text = String::new();
    differences
        .iter()
        .for_each(|one| writeln!(text, "{one}").unwrap());
    for expect in [
        "the layer `com.example` was 1.0.0",
        "the port of `room` 1.0.0 is gone",
        "the layer of `com.example.a` 1.0.1 is new",
    ] {
        assert!(text.contains(expect), "{text}");
    }
    drop(high);
}

#[test]
fn what_is_no_lock() {
    for (text, expect) in [
        (
            "schema = 1\n[[layer]]\nid = 1\n",
            "the lock, `[[layer]]` number 1: a text is missing in `id`",
        ),
        ("schema = 1\n[[scheme]]\nnam = \"a\"\n", "unknown key `nam`"),
        ("schema = 1\nlayer = 1\n", "`layer` is no list"),
        ("schema = 2\n", "schema 2"),
        ("schema = 1\nmore = 1\n", "unknown key `more`"),
        ("[", "cannot be read"),
    ] {
        let error = text.parse::<Lock>().unwrap_err().to_string();
        assert!(error.contains(expect), "{text}: {error}");
    }
}

#[test]
fn older_layers_are_refused() {
    let mut lock = resolve([org("")]).lock();
    let with = |lock: &Lock| {
        let stack = stack([org("")]).since(lock.clone());
        found(&stack).iter().map(Finding::id).collect::<Vec<_>>()
    };
    assert_eq!(with(&lock), Vec::<&str>::new());
    lock.layers[0].serial = 6;
    assert_eq!(with(&lock), ["SR612"]);
    lock.layers[0].serial = 5;
    lock.layers[0].version = semver::Version::new(1, 0, 1);
    assert_eq!(with(&lock), ["SR612"]);
}

#[test]
fn stale_layers_are_remarked() {
    let text = org("[registry.source]\nupdated = 2026-01-01\n");
    let on = |day: &str| found(&stack([text.clone()]).on(day.parse().unwrap())).len();
    assert_eq!((on("2026-04-01"), on("2026-04-02")), (0, 1));
}

/// The tables of one layer, in any order.
fn shuffled() -> impl Strategy<Value = String> {
    let tables = vec![
        scheme("com.example.a", "1.0.0", "private"),
        scheme("com.example.a", "2.0.0", "private"),
        scheme("com.example.b", "1.0.0", "private"),
        port_override("room", "builtin", &room_hash(Facet::Port), 71),
        "[[mask]]\nname = \"hxxp\"\nreason = \"r\"\n".to_owned(),
        "[[tombstone]]\nname = \"com.example.w\"\nremoved = 2025-01-01\n".to_owned(),
        gateway("one", "\"x-a\"", ""),
        gateway("two", "\"x-b\"", ""),
        "[policy]\nnever = [\"com.example.b\", \"com.example.*\"]\n".to_owned(),
        "[pin]\n\"com.example.a\" = \"^1\"\n".to_owned(),
    ];
    Just(tables)
        .prop_shuffle()
        .prop_map(|tables| tables.concat())
}

/// What a resolution comes to, without lines.
fn essence(resolved: &Resolved) -> String {
    let mut text = String::new();
    for scheme in resolved.lock().schemes {
        writeln!(text, "{scheme:?}").unwrap();
    }
    for delta in resolved.delta() {
        writeln!(text, "{:?} {} {:?}", delta.change, delta.name, delta.says).unwrap();
    }
    for (name, _) in resolved.names() {
        writeln!(text, "{name} {:?}", resolved.decide_name(name).decision).unwrap();
    }
    let mut gateways: Vec<_> = resolved.gateways().iter().map(|one| &one.id).collect();
    gateways.sort();
    writeln!(text, "{gateways:?}").unwrap();
    text
}

/// A policy of a few lines about three names.
fn policy() -> impl Strategy<Value = String> {
    let selector = prop::sample::select(vec![
        "room",
        "echo",
        "r*",
        "*",
        "kind:steps",
        "status:permanent",
    ]);
    let list = || prop::collection::vec(selector.clone(), 0..3);
    let default = prop::sample::select(vec![
        "",
        "default = \"always\"",
        "default = \"user\"",
        "default = \"never\"",
    ]);
    (default, list(), list(), list()).prop_map(|(default, always, user, never)| {
        format!("[policy]\n{default}\nalways = {always:?}\nuser = {user:?}\nnever = {never:?}\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn the_order_in_a_file_is_nothing(one in shuffled(), other in shuffled()) {
        let echo = || public(&scheme("echo", "1.0.0", "permanent"));
        let essence = |text: &str| essence(&resolve([echo(), org(text)]));
        prop_assert_eq!(essence(&one), essence(&other));
    }

    /// Without `relaxable` no layer above accesses what a lower one refuses.
    #[test]
    fn policy_is_monotonic(lower in policy(), upper in policy()) {
        let echo = || public(&scheme("echo", "1.0.0", "permanent"));
        let alone = stack([echo(), org(&lower)]);
        let both = stack([echo(), org(&lower), user(&upper)]);
        let names = [("room", 1), ("echo", 1)];
        let Ok(resolved) = alone.resolve(&base(), None) else {
            return Err(TestCaseError::fail("one layer alone is sound"));
        };
        for (name, _) in names {
            let Lookup::Found(definition) = resolved.lookup(name) else {
                return Err(TestCaseError::fail(name));
            };
            let subject = definition.subject(name);
            let before = Policy::of(&alone.layers, None).decide(subject);
            let after = Policy::of(&both.layers, None).decide(subject);
            let is_open = before.because.as_ref().is_none_or(|one| one.is_default);
            prop_assert!(
                after.decision >= before.decision || is_open && before.decision != Decision::Never,
                "{before} {after}"
            );
        }
    }
}
