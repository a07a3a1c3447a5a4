//! Libraries of registry files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use anyurl_testkit::registry_file;

use super::probe::LONG;
use super::{Folder, chmod, json};
use crate::common::{anyurl, finish, run, utf8};

/// The registry file and library of an organization, and a user with a configuration.
struct Organization {
    folder: Folder,
    file: PathBuf,
}

impl Organization {
    fn new() -> Option<Self> {
        let folder = Folder::new();
        let flags = ["-DSCHEME=\"com.example.pigeon\"", "-DSTATUS=AUP_STATUS_PRIVATE"];
        let library = folder.pigeon("example_pigeon", &flags)?;
        let hash = run([Path::new("plugin"), Path::new("hash"), &library], b"");
        assert_eq!(hash.status.code(), Some(0), "{hash:?}");
        // The printed lines belong into the registry file.
        let (_, artifact) = utf8(&hash.stdout).split_once("\n\n").expect("the lines to paste");
        let artifact = artifact.replace("TODO: the version of the library", "1.2.3");
        fs::create_dir(folder.path().join("plugins")).expect("a folder");
        chmod(&folder.path().join("plugins"), 0o755);
        fs::rename(&library, folder.path().join("plugins/libexample_pigeon.so")).expect("a library");
        let file = folder.file("org.toml", registry(&BODY.replace("    ARTIFACT\n", &artifact)));
        Some(Self { folder, file })
    }

    /// Runs the command with the file and this configuration.
    fn run(&self, plugins: &str, args: &[&str]) -> Output {
        let config = self.folder.file("config.toml", plugins);
        let mut command = anyurl();
        command.env("ANYURL_CONFIG", config);
        finish(command.arg("--registry").arg(&self.file).args(args), b"")
    }
}

fn registry(body: &str) -> String {
    registry_file("organization", "com.example", "com.example.*", body)
}

/// The registry file after the claims of its header.
const BODY: &str = r#"plugins = "plugins"

[policy]
allow_dylib = ["com.example.pigeon"]

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
  algorithm = "Ask the library, which knows what a pigeon brings."

  [scheme.plugin]
  library = "example_pigeon"
  version = "^1.2"
  abi = 1

    ARTIFACT
  [[scheme.example]]
  url = "com.example.pigeon://h/roof"
  accept = true

  [[scheme.example]]
  url = "com.example.pigeon:/roof"
  accept = false
"#;

/// An artifact for another target.
const ARTIFACT: &str = r#"
    [[scheme.plugin.artifact]]
    target = "m68k-unknown-none-elf"
    version = "1.2.3"
    sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

"#;

#[test]
fn a_library_of_a_registry_file_is_loaded_if_the_configuration_allows_it() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let url = "com.example.pigeon://h/roof/7";
    for config in ["", "[plugins]\nallow = false\nfolders = [\".\"]\n"] {
        let output = organization.run(config, &["parse", "--json", url]);
        let kind = &json(utf8(&output.stdout))["registration"]["kind"];
        assert_eq!(kind, "declared", "{output:?}");
        let output = organization.run(config, &["plan", url]);
        assert_eq!(output.status.code(), Some(1));
        let text = utf8(&output.stderr);
        assert!(text.contains("`[plugins] allow = true`") && text.contains("`allow_dylib`"), "{text}");
    }
    for config in ["allow = true", "allow = true\nfolders = [\"elsewhere\", \"plugins\"]"] {
        let config = format!("[plugins]\n{config}\n");
        let output = organization.run(&config, &["parse", "--json", url]);
        let parsed = json(utf8(&output.stdout));
        let registration = &parsed["registration"];
        assert_eq!(
            (&registration["kind"], &registration["layer"], &parsed["components"]["ring"]),
            (&"dynamic".into(), &"organization".into(), &"7".into()),
            "{output:?}"
        );
        let output = organization.run(&config, &["plan", url]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let narrow = "[plugins]\nallow = true\nfolders = [\"elsewhere\"]\n";
    // A library that is not loaded refuses the URLs of its scheme, and no others.
    let output = organization.run(narrow, &["parse", url]);
    assert_eq!(output.status.code(), Some(1));
    let text = utf8(&output.stderr);
    assert!(
        text.contains("add its folder to `folders`") && text.contains("`com.example.pigeon` is refused: "),
        "{text}"
    );
    let changed = organization.folder.path().join("plugins/libexample_pigeon.so");
    let bytes = fs::read(&changed).expect("a library");
    for library in [Some(&bytes[1..]), None] {
        match library {
            Some(bytes) => fs::write(&changed, bytes).expect("a library"),
            None => fs::remove_file(&changed).expect("a library"),
        }
        let config = "[plugins]\nallow = true\n";
        let output = organization.run(config, &["parse", "https://h/"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(utf8(&output.stderr).contains("warning: URLs of `com.example.pigeon` are refused: "), "{output:?}");
        assert_eq!(organization.run(config, &["parse", url]).status.code(), Some(1));
    }
}

/// SR415: the owner of the registry file sees the problem before the library is loaded.
#[test]
fn a_library_with_unlisted_schemes_fails_the_probe() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let library = organization.folder.path().join("plugins/libexample_pigeon.so");
    let probe = ["plugin", "probe", "--timeout", LONG, library.to_str().expect("a path")];
    let output = organization.run("", &probe);
    assert_eq!(output.status.code(), Some(1), "its examples are of x-pigeon");
    assert!(!utf8(&output.stdout).contains("SR415"), "{output:?}");
    let other = BODY.replace("com.example.pigeon", "com.example.dove");
    organization.folder.file("org.toml", registry(&other.replace("    ARTIFACT\n", ARTIFACT)));
    let output = organization.run("", &probe);
    assert_eq!(output.status.code(), Some(1));
    let text = utf8(&output.stdout);
    assert!(text.contains("error[SR415]") && text.contains("`com.example.pigeon`"), "{text}");
}

/// `registry why` shows the library of a scheme, and why it is not loaded.
#[test]
fn why_shows_libraries() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let why = |config: &str| {
        let output = organization.run(config, &["registry", "why", "com.example.pigeon"]);
        utf8(&output.stdout).to_owned()
    };
    let text = why("");
    assert!(text.contains("library   `example_pigeon` ^1.2, abi 1: a policy allows loading it"), "{text}");
    assert!(text.contains("plugins   not loaded: config.toml"), "{text}");
    let text = why("[plugins]\nallow = true\n");
    assert!(text.contains("plugins   allowed by config.toml\n"), "{text}");
    let text = fs::read_to_string(&organization.file).expect("the file");
    fs::write(&organization.file, text.replace("allow_dylib", "# allow_dylib")).expect("the file");
    let text = why("[plugins]\nallow = true\n");
    assert!(text.contains("not loaded: no policy lists the scheme in `allow_dylib`"), "{text}");

    let Some(library) = organization.folder.pigeon("named", &[]) else {
        return;
    };
    let words = [Path::new("--plugin"), &library, Path::new("registry"), Path::new("why"), Path::new("x-pigeon")];
    let output = run(words, b"");
    let text = utf8(&output.stdout);
    let file = library.display();
    assert!(text.contains(&format!("added by command-line ({file})")), "{text}");
    assert!(text.contains("library   plugin ") && text.contains(&format!("1.2.3: {file}\n")), "{text}");
}
