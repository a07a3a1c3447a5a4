//! Libraries that registry files name. A file narrows the policy of the application.

#![cfg(unix)]

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};

use crate::dynamic::support::{Folder, chmod};
use anyurl_core::{Environment, Implementation, Profile, Registry};
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::{Resolved, Stack};
use anyurl_host::dynamic::{load_libraries, sha256_of};
use anyurl_host::{FactsError, PluginError, PluginErrorKind, PluginPolicy};
use anyurl_testkit::registry_file;

/// An organization's registry file, with a folder of libraries next to it.
struct Organization {
    folder: Folder,
    library: PathBuf,
}

impl Organization {
    /// Compiles the plugin of `testdata/plugin.c`; `None` without a compiler.
    fn new() -> Option<Self> {
        let folder = Folder::new();
        let flags = ["-DSCHEME=\"com.example.pigeon\"", "-DSTATUS=AUP_STATUS_PRIVATE"];
        let built = folder.plugin("pigeon-layers", &flags)?;
        fs::create_dir(folder.path().join("plugins")).unwrap();
        chmod(&folder.path().join("plugins"), 0o755);
        let name = format!("plugins/{DLL_PREFIX}example_pigeon{DLL_SUFFIX}");
        let library = folder.path().join(name);
        fs::rename(built, &library).unwrap();
        Some(Self { folder, library })
    }

    /// Writes the registry file with some of its text replaced.
    fn file(&self, changes: &[(&str, &str)]) -> PathBuf {
        let hash = sha256_of(&self.library).unwrap().to_string();
        let body = BODY.replace("TARGET", env!("ANYURL_TARGET")).replace("HASH", hash.strip_prefix("sha256:").unwrap());
        let mut text = registry_file("organization", "com.example", "com.example.*", &body);
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        self.folder.file("org.toml", text.as_bytes())
    }

    /// Loads the registry file with some of its text replaced.
    fn registry(&self, changes: &[(&str, &str)], policy: &PluginPolicy) -> Result<Registry, PluginError> {
        let (resolved, mut errors) = load_libraries(&resolved(&self.file(changes)), policy);
        match errors.pop() {
            None => Ok(resolved.registry().clone()),
            // URLs of the scheme are refused, and nothing else.
            Some((name, error)) => {
                let registry = resolved.registry();
                let refused = registry.parse(&format!("{name}:a")).unwrap_err().to_string();
                assert!(refused.contains(&error.to_string()) && refused.contains("org.toml:"), "{refused}");
                assert!(registry.parse("ftp://h/").is_ok());
                assert_eq!(resolved.refused().map(|(name, _)| name).collect::<Vec<_>>(), [name]);
                Err(error)
            }
        }
    }

    #[track_caller]
    fn refused(&self, changes: &[(&str, &str)], policy: &PluginPolicy, is_it: fn(&PluginErrorKind) -> bool) {
        let error = self.registry(changes, policy).expect_err("it is loaded");
        assert!(is_it(error.kind()), "{error}");
        let good = self.registry(&[], &allowing());
        assert!(good.is_ok(), "{good:?}");
    }
}

fn resolved(file: &Path) -> Resolved {
    let layer = RegistryFile::open(file).unwrap().load().unwrap_or_else(|error| panic!("{error}"));
    Stack::new().push(layer).resolve(&Registry::builder().build(), None).unwrap()
}

fn allowing() -> PluginPolicy {
    PluginPolicy::new().allow_libraries(true)
}

/// The registry file after the claims of its header.
const BODY: &str = r#"plugins = "plugins"

[[scheme]]
name = "com.example.pigeon"
version = "1.0.0"
status = "private"
description = "What a pigeon brings"
applications = ["the loft"]
contact = ["loft@example.com"]
change_controller = "Example"
security = "Anyone may catch a pigeon."

  [scheme.syntax]
  grammar = "rfc1738"
  form = ["com.example.pigeon://<host>[:<port>]/<path>"]

  [scheme.access]
  kind = "dylib"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Ask the library."

  [scheme.plugin]
  library = "example_pigeon"
  version = "^1.2"
  abi = 1

    [[scheme.plugin.artifact]]
    target = "TARGET"
    version = "1.2.3"
    sha256 = "HASH"

  [[scheme.example]]
  url = "com.example.pigeon://h/roof"
  accept = true

  [[scheme.example]]
  url = "com.example.pigeon:/roof"
  accept = false

[policy]
allow_dylib = ["com.example.pigeon"]
"#;

#[test]
fn a_library_replaces_its_registry_entry() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let text = "com.example.pigeon://h/roof/7";
    let without = resolved(&organization.file(&[]));
    let url = without.registry().parse(text).unwrap();
    assert_eq!(url.plan(&Environment::new()).unwrap_err().kind().as_str(), "no-access-method");

    let registry = organization.registry(&[], &allowing()).unwrap();
    let entry = registry.get("com.example.pigeon", Profile::Rfc1738).unwrap();
    assert_eq!((entry.implementation(), entry.layer()), (Implementation::Dynamic, anyurl_core::Layer::Organization));
    let url = registry.parse(text).unwrap();
    assert_eq!(url.component("ring").unwrap().text(), "7");
    assert_eq!(url.plan(&Environment::new()).unwrap().steps().len(), 3);
}

/// The changes of the file, the policy of the application, and the expected error.
type Row<'r> = (&'r [(&'r str, &'r str)], PluginPolicy, fn(&PluginErrorKind) -> bool);

#[test]
fn a_registry_file_only_restricts_the_policy() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let other = "0".repeat(64);
    let hash = sha256_of(&organization.library).unwrap().to_string();
    let hash = hash.strip_prefix("sha256:").unwrap();
    let pin = |digits: &str| allowing().pin(format!("sha256:{digits}").parse().unwrap());
    let rows: &[Row<'_>] = &[
        (&[], PluginPolicy::new(), |kind| matches!(kind, PluginErrorKind::NotAllowed(_))),
        (&[], allowing().only(["x-other"]), |kind| matches!(kind, PluginErrorKind::NameNotAllowed(_))),
        (&[], pin(&other), |kind| matches!(kind, PluginErrorKind::Hash { .. })),
        (&[("allow_dylib = [\"com.example.pigeon\"]", "allow_dylib = []")], allowing(), |kind| {
            matches!(kind, PluginErrorKind::NotListed { .. })
        }),
        (&[("[policy]", "[policy]\nnever = [\"com.example.*\"]")], allowing(), |kind| {
            matches!(kind, PluginErrorKind::NotListed { .. })
        }),
        (&[("plugins = \"plugins\"\n", "")], allowing(), |kind| matches!(kind, PluginErrorKind::NoFolder)),
        (&[(env!("ANYURL_TARGET"), "aarch64-pc-windows-msvc")], allowing(), |kind| {
            matches!(kind, PluginErrorKind::NoArtifact(_))
        }),
        (&[(hash, &other)], allowing(), |kind| matches!(kind, PluginErrorKind::Hash { .. })),
        (&[("\"^1.2\"", "\"^1.3\""), ("\"1.2.3\"", "\"1.3.0\"")], allowing(), |kind| {
            matches!(kind, PluginErrorKind::Facts(FactsError::PluginReq { .. }))
        }),
        (&[("\"1.2.3\"", "\"1.2.3\"\n    size = 100")], allowing(), |kind| {
            matches!(kind, PluginErrorKind::TooLarge { limit: 100, .. })
        }),
        (
            &[("com.example.pigeon", "com.example.dove")],
            allowing(),
            |kind| matches!(kind, PluginErrorKind::NoScheme { wanted, .. } if wanted == "`com.example.dove` 1.0.0"),
        ),
    ];
    for (changes, policy, is_it) in rows {
        organization.refused(changes, policy, *is_it);
    }
}

/// Modules have another loader.
#[test]
fn modules_are_not_loaded_as_libraries() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let registry = organization.registry(
        &[("kind = \"dylib\"", "kind = \"wasm\""), ("library = ", "kind = \"wasm\"\nlibrary = ")],
        &allowing(),
    );
    let registry = registry.unwrap();
    let entry = registry.get("com.example.pigeon", Profile::Rfc1738).unwrap();
    assert_eq!(entry.implementation(), Implementation::Declared);
}

#[test]
fn a_missing_library_refuses_only_its_scheme() {
    let Some(organization) = Organization::new() else {
        return;
    };
    for (from, to) in [("plugins = \"plugins\"", "plugins = \"elsewhere\""), ("\"example_pigeon\"", "\"other\"")] {
        let (loaded, _) = load_libraries(&resolved(&organization.file(&[(from, to)])), &allowing());
        let error = loaded.registry().parse("com.example.pigeon:a").unwrap_err();
        let text = error.requirement().text().to_owned();
        assert!(text.starts_with("`com.example.pigeon` is refused: "), "{text}");
        assert!(text.contains(": No such file or directory"), "{text}");
        assert!(loaded.registry().parse("ftp://h/").is_ok());
    }
}

/// Otherwise a pin would be useless.
#[test]
fn the_registry_file_must_be_as_safe_as_the_library() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let file = organization.file(&[]);
    let layers = resolved(&file);
    chmod(&file, 0o666);
    let (_, errors) = load_libraries(&layers, &allowing());
    let (_, error) = &errors[0];
    assert!(matches!(error.kind(), PluginErrorKind::Writable { .. }), "{error}");
    assert_eq!(error.remedy(), format!("run `chmod go-w {}`", file.display()));
    chmod(&file, 0o644);
    let (loaded, _) = load_libraries(&layers, &allowing());
    let entry = loaded.registry().get("com.example.pigeon", Profile::Rfc1738).unwrap();
    assert_eq!(entry.implementation(), Implementation::Dynamic);
}
