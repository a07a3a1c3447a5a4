//! Every way to derive a registry from another keeps its mode, its profile and its rules for secrets.

use std::collections::BTreeSet;

use anyurl::authors::{Fact, Origin, Status};
use anyurl::declared::format::{ParsedFile, RegistryFile};
use anyurl::declared::layers::{AccessPolicy, AccessRules, Stack};
use anyurl::{AddToml as _, Conflict, Implementation, Layer, Live, Options, Registry, SchemeMap, Secrets};

const LISTING: &str = include_str!("../../docs/public-api.txt");

type Derive = fn(&Registry) -> Registry;

/// The functions that return a registry, or a value that holds one, and how they derive it.
const WAYS: &[(&str, Derive)] = &[
    ("Registry::with_options", |base| base.with_options(base.options())),
    ("Registry::with_secrets", |base| base.with_secrets(&base.secrets())),
    ("Registry::to_builder", |base| base.to_builder().build()),
    ("RegistryBuilder::build", |base| base.to_builder().remove("x-old").build().to_builder().build()),
    ("RegistryBuilder::options", |base| base.to_builder().options(base.options()).build()),
    ("RegistryBuilder::add", |base| base.to_builder().add(anyurl::schemes::web::HTTPS).unwrap().build()),
    ("RegistryBuilder::add_fact", |base| base.to_builder().add_fact(fact(), Layer::Team, origin()).unwrap().build()),
    ("RegistryBuilder::add_from", |base| {
        let (scheme, implementation) = (anyurl::schemes::web::HTTPS, Implementation::Static);
        base.to_builder().add_from(scheme, Layer::Team, implementation, origin()).unwrap().build()
    }),
    ("RegistryBuilder::add_submissions", |base| {
        let submissions = anyurl::schemes::submissions(&anyurl::schemes::WEB);
        base.to_builder().on_conflict(Conflict::Keep).add_submissions(Layer::Team, submissions).unwrap().build()
    }),
    ("RegistryBuilder::alias", |base| base.to_builder().alias("x-ftp", "ftp").unwrap().build()),
    ("RegistryBuilder::allow_reserved", |base| base.to_builder().allow_reserved("x").build()),
    ("RegistryBuilder::discover", |base| {
        base.to_builder().on_conflict(Conflict::Keep).discover(&[anyurl::schemes::PACKAGE]).unwrap().build()
    }),
    ("RegistryBuilder::lazy", |base| base.to_builder().lazy(&NoSchemes).build()),
    ("RegistryBuilder::on_conflict", |base| base.to_builder().on_conflict(Conflict::Keep).build()),
    ("RegistryBuilder::refuse", |base| base.to_builder().refuse("x-old", "use x-new").unwrap().build()),
    ("RegistryBuilder::shadowing", |base| base.to_builder().shadowing("x-public", "public").build()),
    ("RegistryBuilder::remove", |base| base.to_builder().remove("ftp").build()),
    ("AddToml::add_toml", |base| base.to_builder().add_toml("a.toml", file("organization", "")).unwrap().build()),
    ("Stack::resolve", |base| Stack::new().resolve(base, None).unwrap().registry().clone()),
    ("Stack::resolve, an organization", |base| resolved(&file("organization", MASK), base)),
    ("Stack::resolve, another public layer", |base| resolved(&file("public", MASK), base)),
    ("Resolved::registry", |base| Stack::new().resolve(base, None).unwrap().clone().registry().clone()),
    ("Resolved::with_access_rules", |base| {
        let resolved = Stack::new().resolve(base, None).unwrap();
        resolved.with_access_rules(AccessRules::new()).registry().clone()
    }),
    ("Resolved::with_registry", |base| {
        let resolved = Stack::new().resolve(&Registry::builder().build(), None).unwrap();
        resolved.with_registry(base.clone()).unwrap().registry().clone()
    }),
    ("Resolved::with_plugins", |base| {
        let resolved = Stack::new().resolve(&Registry::builder().build(), None).unwrap();
        resolved.with_plugins(base.clone(), []).registry().clone()
    }),
    #[cfg(feature = "dynamic")]
    ("load_libraries", |base| {
        let (resolved, policy) = (Stack::new().resolve(base, None).unwrap(), anyurl::plugins::PluginPolicy::new());
        anyurl::dynamic::load_libraries(&resolved, &policy).0.registry().clone()
    }),
    #[cfg(feature = "wasm")]
    ("load_modules", |base| {
        let (resolved, policy) = (Stack::new().resolve(base, None).unwrap(), anyurl::plugins::PluginPolicy::new());
        anyurl::wasm::load_modules(&resolved, &policy).0.registry().clone()
    }),
    ("Bound::registry", |base| SchemeMap::<()>::new().bind(base).registry().clone()),
    ("BoundAccess::registry", |base| AccessPolicy::default().bind(base).registry().clone()),
    ("Parser::registry", |base| base.parser().registry().clone()),
    ("AnyUrl::registry", |base| base.parse("ftp://h/").unwrap().registry().clone()),
    ("AnyOwnedUrl::registry", |base| base.parse("ftp://h/").unwrap().into_owned().registry().clone()),
    ("Registry::clone", Registry::clone),
    ("RegistryBuilder::clone", |base| base.to_builder().clone().build()),
    ("Live::update", |base| {
        let live = Live::new(base.clone());
        Registry::clone(&live.update(|registry| Ok::<_, ()>(registry.to_builder().build())).unwrap())
    }),
];

/// The functions that return a registry and do not derive it from another.
const OTHERS: &[(&str, &str)] = &[
    ("Registry::builder", "of an empty registry"),
    ("RegistryBuilder::new", "of an empty registry"),
    ("RegistryBuilder::add_builtin", "`RegistryBuilder::add_submissions` without checks"),
    ("RegistryBuilder::refuse_from", "`RegistryBuilder::refuse` calls it"),
    ("registry", "the default registry"),
    ("rfc1738", "the default registry"),
    ("ten", "the ten schemes of RFC 1738"),
    ("discover", "a new registry"),
    ("discover_with", "a new registry"),
    ("PortableRegistry::new", "of the default registry"),
    ("PortableRegistry::open", "of the default registry"),
    ("PortableRegistry::registry", "`portable_registries_carry_options`"),
    ("PortableRegistry::with_options", "`portable_registries_carry_options`"),
    ("PortableRegistry::with_modules", "`portable_registries_carry_options`"),
    ("AddLibrary::add_library", "calls `RegistryBuilder::add_from`"),
    ("AddLibrary::add_library_to", "calls `RegistryBuilder::add_from`"),
    ("AddModule::add_module", "calls `RegistryBuilder::add_from`"),
    ("AddModule::add_module_file", "calls `RegistryBuilder::add_from`"),
    ("AddModule::add_module_to", "calls `RegistryBuilder::add_from`"),
    ("LoadedModule::add_to", "calls `RegistryBuilder::add_from`"),
];

const MASK: &str = "[[mask]]\nname = \"hxxp\"\nreason = \"defanged\"\n";

struct NoSchemes;

impl anyurl_core::internal::LazySource for NoSchemes {
    fn names(&self) -> &[&'static str] {
        &[]
    }

    fn load(&self, n: usize) -> anyurl::Entry {
        unreachable!("there is no name {n}")
    }
}

fn fact() -> Fact {
    Fact::new("x-fact", Status::Historical)
}

fn origin() -> Origin {
    Origin::from_crate("acme", "1.0.0", "acme.rs", 1)
}

fn file(kind: &str, body: &str) -> String {
    let (id, claims) = if kind == "public" { ("public", "[]") } else { ("com.example", "[\"com.example.*\"]") };
    format!(
        "schema = 1\n[registry]\nid = \"{id}\"\nkind = \"{kind}\"\ntitle = \"T\"\nversion = \"1.0.0\"\nserial = 1\n\
         contact = [\"a@b.example\"]\nchange_controller = \"C\"\nclaims = {claims}\n{body}"
    )
}

fn resolved(text: &str, base: &Registry) -> Registry {
    let layer = RegistryFile::from_text("a.toml", text).and_then(ParsedFile::load).unwrap();
    Stack::new().push(layer).resolve(base, None).unwrap().registry().clone()
}

/// The ten of RFC 1738 and a name of the public layer, in options and with rules for secrets.
fn base(options: Options) -> Registry {
    let builder = anyurl::rfc1738().to_builder().options(options);
    let fact = Fact::new("x-public", Status::Historical);
    let registry = builder.add_fact(fact, Layer::Public, origin()).unwrap().build();
    registry.with_secrets(&Secrets::new().fields(["order"]))
}

#[test]
fn a_derived_registry_keeps_what_it_had() {
    let modes = [Options::new().rfc1738(), Options::new().rfc1738().lenient()];
    for options in modes.into_iter().flat_map(|options| [options, options.profile(anyurl::Profile::Current)]) {
        let base = base(options);
        for (way, derive) in WAYS {
            let derived = derive(&base);
            assert_eq!(derived.options(), options, "{way}");
            assert_eq!(derived.secrets().mask("https://h/?order=17"), "https://h/?order=***", "{way} {options:?}");
        }
    }
}

/// A new function that returns a registry has a row above.
#[test]
fn every_way_is_listed() {
    let rows: BTreeSet<&str> = WAYS.iter().map(|(way, _)| *way).chain(OTHERS.iter().map(|(name, _)| *name)).collect();
    let listed = functions();
    let missing: Vec<_> = listed.iter().filter(|name| !rows.contains(&***name)).collect();
    assert!(missing.is_empty(), "add rows for {missing:?}");
    let gone: Vec<_> = OTHERS.iter().filter(|(name, _)| !listed.contains(*name)).collect();
    assert!(gone.is_empty(), "remove the rows {gone:?}");
}

/// The functions of `anyurl` in the listing that return a registry, a builder of one, or a value that holds one.
fn functions() -> BTreeSet<String> {
    const HOLDERS: [&str; 4] = ["Registry", "RegistryBuilder", "Resolved", "PortableRegistry"];
    let words = |text: &'static str| text.split(|found: char| !found.is_alphanumeric() && found != '_');
    let (mut found, mut owner, mut is_holder, mut is_here) = (BTreeSet::new(), "", false, false);
    for line in LISTING.lines() {
        let head = line.split(['<', '(']).next().unwrap_or_default().split(": ").next().unwrap_or_default();
        if line.contains("pub ") {
            owner = words(head).rfind(|word| !word.is_empty()).unwrap_or_default();
            is_here = head.contains(" anyurl::");
            is_holder = HOLDERS.contains(&owner) || line.contains("trait ") && owner.starts_with("Add");
        }
        let Some((function, result)) = line.split_once("fn ").and_then(|(_, rest)| rest.rsplit_once("->")) else {
            continue;
        };
        if is_here && words(result).any(|word| HOLDERS.contains(&word) || is_holder && word == "Self") {
            let name = words(function).next().unwrap_or_default();
            found.insert(if line.starts_with(' ') { format!("{owner}::{name}") } else { owner.to_owned() });
        }
    }
    let has_feature = |name: &String| {
        (cfg!(feature = "dynamic") || name != "load_libraries") && (cfg!(feature = "wasm") || name != "load_modules")
    };
    found.into_iter().filter(has_feature).collect()
}

#[test]
fn portable_registries_carry_options() {
    use anyurl::declared::PortableRegistry;

    let layer = || RegistryFile::from_text("a.toml", file("organization", MASK)).and_then(ParsedFile::load).unwrap();
    let modes = [Options::new().rfc1738(), Options::new().rfc1738().lenient()];
    for options in modes.into_iter().flat_map(|options| [options, options.profile(anyurl::Profile::Current)]) {
        for layers in [vec![], vec![layer()]] {
            let here = PortableRegistry::new(layers).unwrap().with_options(options);
            #[cfg(feature = "wasm")]
            let here = here.with_modules().unwrap();
            let there: PortableRegistry = here.to_string().parse().unwrap();
            assert_eq!((there.registry().options(), there.fingerprint()), (options, here.fingerprint()));
        }
    }
    let fingerprint = |options| PortableRegistry::default().with_options(options).fingerprint();
    assert_ne!(fingerprint(Options::new().rfc1738()), fingerprint(Options::new()));
}
