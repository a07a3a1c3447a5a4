//! Registries that are sent to another process.

use anyurl::declared::format::{LintOptions, MemoryFolder, ParsedFile, RegistryFile};
use anyurl::declared::{PortableRegistry, PortableRegistryError};

/// A registry file whose schemes are in an included one, with a byte order mark, line ends of Windows, and quotes.
fn layer(scheme: &str) -> RegistryFile {
    let main = "\u{feff}schema = 1\r\n[registry]\r\nid = \"com.example\"\r\nkind = \"organization\"\r\n\
        title = '''\"\"\" \\ é'''\r\nversion = \"1.0.0\"\r\nserial = 1\r\ncontact = [\"urls@example.com\"]\r\n\
        change_controller = \"Example\"\r\nclaims = [\"com.example.*\"]\r\ninclude = [\"schemes/*.toml\"]\r\n\
        [[mask]]\r\nname = \"telnet\"\r\nreason = \"use ssh\"\r\n";
    let name = format!("com.example.{scheme}");
    let included = format!(
        "schema = 1\n[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"a test\"\n\
         contact = [\"urls@example.com\"]\nchange_controller = \"Example\"\n\
         syntax = {{ grammar = \"rfc1738\", form = [\"{name}://<host>/<name+>\"] }}\n\
         access = {{ kind = \"none\", locates = \"name\", operations = [], algorithm = \"-\", name_properties = \"-\" }}\n"
    );
    let folder = MemoryFolder::new([("org.toml", main.to_owned()), ("schemes/one.toml", included)]);
    RegistryFile::read(&folder, "/etc/anyurl/", "org.toml")
        .and_then(ParsedFile::load)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_text_makes_the_same_registry() {
    let here = PortableRegistry::new([layer("box")]).expect("it resolves");
    let there: PortableRegistry = here.to_string().parse().expect("it was just written");
    assert_eq!(here.fingerprint(), there.fingerprint());
    assert_eq!(here.to_string(), there.to_string());
    let names =
        |registry: &PortableRegistry| -> Vec<String> { registry.registry().names().map(str::to_owned).collect() };
    assert_eq!(names(&here), names(&there));
    for text in ["com.example.box://h/a", "com.example.box://h/", "telnet://h/", "http://h/", "ldap://h/"] {
        let read = |registry: &PortableRegistry| {
            registry.registry().parse(text).map(|url| url.to_canonical()).map_err(|error| (error.kind(), error.span()))
        };
        assert_eq!(read(&here), read(&there), "{text}");
    }
    assert!(there.registry().parse("com.example.box://h/a").is_ok());
    assert!(there.registry().parse("telnet://h/").is_err());
}

#[test]
fn the_fingerprint_covers_each_layer_and_not_its_folder() {
    let fingerprint = |layers: Vec<RegistryFile>| PortableRegistry::new(layers).expect("it resolves").fingerprint();
    let none = fingerprint(Vec::new());
    assert_eq!(none, PortableRegistry::default().fingerprint());
    let (one, other) = (fingerprint(vec![layer("box")]), fingerprint(vec![layer("crate")]));
    assert!(one != other && one != none);
    let elsewhere = layer("box").files.into_iter().map(|file| (file.path.clone(), file.document.text().to_owned()));
    let elsewhere = RegistryFile::read(&MemoryFolder::new(elsewhere), "", "org.toml").and_then(ParsedFile::load);
    assert_eq!(one, fingerprint(vec![elsewhere.expect("it is valid")]));
}

#[test]
fn what_differs_is_named() {
    let text = PortableRegistry::new([layer("box")]).expect("it resolves").to_string();
    let shipped = PortableRegistry::default().to_string();
    let cases = [
        (text.replace("com.example.box", "com.example.bag"), "its text was changed"),
        (text.replace(concat!("\"", env!("CARGO_PKG_VERSION")), "\"99.0.0"), "was made by anyurl 99.0.0 (sha256:"),
        // The fault refuses its name, so that the registry differs.
        (text.replace("<name+>", "<name"), "its text was changed"),
        (text.replace("claims", "clams"), "clams"),
        (shipped.replace("fingerprint", "print"), "it has no `fingerprint`"),
        (shipped.replace("layers = []", "layers = [[]]"), "a packed layer cannot be read: it has no file"),
        (shipped.replace("layers = []", "layers = [[1]]"), "a file is not a table"),
        (shipped.replace("layers = []", "layers = [[{ path = \"../a\", text = \"\" }]]"), "../a"),
        (shipped.replace("profile = ", "prof = "), "it has no `profile`"),
        (shipped.replace("mode = ", "mod = "), "it has no `mode`"),
        (
            shipped.replace("\"current\"", "\"recent\""),
            "its `profile` is `recent`, which must be `rfc1738` or `current`",
        ),
        (shipped.replace("\"current\"", "\"rfc1738\""), "its text was changed"),
        ("schema = 1".to_owned(), "it has no `anyurl`"),
        (shipped.replace("anyurl = ", "locator = "), "it was written by `locator`, the former name of anyurl"),
        (String::new(), "it has no `anyurl`"),
        ("=".to_owned(), "this is not the text of a registry"),
    ];
    for (text, problem) in cases {
        let error = text.parse::<PortableRegistry>().expect_err(problem);
        assert!(error.to_string().contains(problem), "{error}");
    }
    let error = "=".parse::<PortableRegistry>().unwrap_err();
    assert!(matches!(error, PortableRegistryError::Malformed(_)));
}

#[test]
fn lint_reports_the_file_of_each_layer() {
    let registry = PortableRegistry::new([layer("box")]).expect("it resolves");
    let findings = registry.lint(LintOptions::default());
    // Without examples, which do not matter for loading.
    let missing: Vec<_> = findings.iter().filter(|one| one.id() == "SR309").collect();
    assert_eq!(missing.len(), 2, "{findings}");
    assert!(missing.iter().all(|one| one.file() == "/etc/anyurl/schemes/one.toml" && one.line() == 2), "{findings}");
}

/// A layer whose grammar is in a file of its own.
fn with_grammar(number: &str) -> RegistryFile {
    let main = "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"Example\"\n\
        version = \"1.0.0\"\nserial = 1\ncontact = [\"urls@example.com\"]\nchange_controller = \"Example\"\n\
        claims = [\"com.example.*\"]\n[[scheme]]\nname = \"com.example.t\"\nstatus = \"private\"\n\
        description = \"a test\"\ncontact = [\"urls@example.com\"]\nchange_controller = \"Example\"\n\
        syntax = { grammar = \"rfc3986\", dialect = \"rfc5234\", start = \"t\", abnf_file = \"abnf/t.abnf\" }\n\
        access = { kind = \"none\", locates = \"name\", operations = [], algorithm = \"-\", name_properties = \"-\" }\n";
    let grammar = format!("t = \"com.example.t:\" {number}\n");
    let folder = MemoryFolder::new([("org.toml", main.to_owned()), ("abnf/t.abnf", grammar)]);
    let layer = RegistryFile::read(&folder, "/etc/anyurl/", "org.toml").and_then(ParsedFile::load);
    layer.unwrap_or_else(|error| panic!("{error}"))
}

/// The bytes of the module of the only scheme of a layer.
fn module_of(registry: &PortableRegistry) -> Vec<u8> {
    let [layer] = registry.layers() else { panic!("{:?}", registry.layers()) };
    let table = layer.schemes().next().and_then(|entry| entry.plugin.as_deref()).expect("a table");
    layer.module_bytes(table).expect("a module").expect("its bytes").into_owned()
}

/// A registry with a layer whose module is in a file of its own.
fn with_module(bytes: &[u8]) -> PortableRegistry {
    let plugin = "[scheme.plugin]\nkind = \"wasm\"\nlibrary = \"t\"\nversion = \"^1\"\nabi = 1\n";
    let layer = with_grammar("1*DIGIT");
    let main = layer.main().document.text().replace("claims", "plugins = \"modules\"\nclaims") + plugin;
    let grammar = b"t = \"com.example.t:\" 1*DIGIT\n";
    let files = [("org.toml", main.as_bytes()), ("abnf/t.abnf", grammar), ("modules/t.wasm", bytes)];
    let layer = RegistryFile::read(&MemoryFolder::new(files), "", "org.toml").and_then(ParsedFile::load);
    PortableRegistry::new([layer.unwrap_or_else(|error| panic!("{error}"))]).expect("it resolves")
}

#[test]
fn modules_travel_too() {
    let here = with_module(b"\0asm\x01\0\0\0");
    let text = here.to_string();
    let there: PortableRegistry = text.parse().expect("it was just written");
    assert_eq!(here.fingerprint(), there.fingerprint());
    assert_eq!(module_of(&there), b"\0asm\x01\0\0\0");
    assert_ne!(here.fingerprint(), with_module(b"\0asm\x02\0\0\0").fingerprint());
    assert!(text.contains("AGFzbQEAAAA="), "{text}");
    for (from, to, problem) in [
        ("AGFzbQEAAAA=", "AGFzbQIAAAA=", "its text was changed"),
        ("AGFzbQEAAAA=", "AGFz bQEAAAA=", "the `base64` of a file is not base64"),
        ("base64 = ", "base = ", "a file needs a text `text` or a text `base64`"),
    ] {
        let error = text.replace(from, to).parse::<PortableRegistry>().expect_err(problem);
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[cfg(feature = "wasm")]
#[test]
fn modules_are_loaded_where_they_arrive() {
    // Its module accepts what the grammar of its entry rejects, and has a plan.
    let layer = || {
        let text = include_str!("../../testdata/module.toml");
        RegistryFile::from_text("org.toml", text).and_then(ParsedFile::load).unwrap_or_else(|error| panic!("{error}"))
    };
    let without = PortableRegistry::new([layer()]).expect("it resolves");
    assert!(without.registry().parse("com.example.note:~").is_err());
    let here = without.clone().with_modules().expect("the module is allowed");
    assert_ne!(here.fingerprint(), without.fingerprint());
    let there: PortableRegistry = here.to_string().parse().expect("it was just written");
    assert_eq!(there.fingerprint(), here.fingerprint());
    for registry in [&here, &there] {
        let url = registry.registry().parse("com.example.note:~").expect("the module accepts it");
        assert_eq!(url.component("text").map(|text| text.text()), Some("~"));
    }
    let changed = here.to_string().replace("modules = true", "modules = false").parse::<PortableRegistry>();
    assert!(changed.expect_err("it reads other URLs").to_string().contains("its text was changed"));
    let text = layer().main().document.text().replace("allow_wasm", "allow_dylib");
    let layer =
        RegistryFile::from_text("org.toml", text).and_then(ParsedFile::load).unwrap_or_else(|error| panic!("{error}"));
    let refused = PortableRegistry::new([layer]).expect("it resolves").with_modules().expect("it resolves");
    let (name, why) = refused.refused().next().expect("it is not listed");
    assert_eq!(name, "com.example.note");
    assert!(why.to_string().contains("no registry file allows a module"), "{why}");
    assert!(refused.registry().parse("com.example.note:~").is_err());
}

#[test]
fn grammars_in_files_travel_too() {
    let here = PortableRegistry::new([with_grammar("1*DIGIT")]).expect("it resolves");
    let there: PortableRegistry = here.to_string().parse().expect("it was just written");
    assert_eq!(here.fingerprint(), there.fingerprint());
    for registry in [&here, &there] {
        assert!(registry.registry().parse("com.example.t:42").is_ok());
        let findings = registry.lint(LintOptions::default());
        assert!(findings.iter().all(|one| one.id() != "SR009"), "{findings}");
    }
    let other = PortableRegistry::new([with_grammar("1*ALPHA")]).expect("it resolves");
    assert_ne!(here.fingerprint(), other.fingerprint());
}
