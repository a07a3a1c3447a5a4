//! Schemes from libraries: `--plugin`, those that registry files name, and `locator plugin`.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::common::{finish, locator, run, utf8};

/// The plugin of x-pigeon, and what can be wrong with one.
const SOURCE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../plugins/dynamic/testdata/plugin.c"
);

/// A folder that nobody else may write.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Without symbolic links.
    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().expect("a folder")
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, content).expect("a file");
        chmod(&path, 0o644);
        path
    }

    /// The plugin, compiled with these flags; `None` where there is no compiler.
    fn pigeon(&self, name: &str, flags: &[&str]) -> Option<PathBuf> {
        self.compiled(name, &[Path::new(SOURCE)], flags)
    }

    /// The plugin with a constructor.
    fn constructed(&self, name: &str, constructor: &str) -> Option<PathBuf> {
        let text = format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
             __attribute__((constructor)) static void constructor(void) {{ {constructor} }}\n"
        );
        let constructor = self.file(&format!("{name}.c"), text);
        self.compiled(name, &[Path::new(SOURCE), &constructor], &["-D_GNU_SOURCE"])
    }

    /// The plugin with some of its text in other words.
    fn changed(&self, name: &str, from: &str, to: &str) -> Option<PathBuf> {
        let text = fs::read_to_string(SOURCE).expect("the plugin");
        assert!(text.contains(from), "{from}");
        let source = self.file(&format!("{name}.c"), text.replace(from, to));
        self.compiled(name, &[&source], &[])
    }

    fn compiled(&self, name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
        let built = locator_testkit::plugin::compile(&format!("cli-{name}"), sources, flags)?;
        let octets = fs::read(built).expect("what was compiled");
        Some(self.file(&format!("lib{name}.so"), octets))
    }
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

/// Runs the command with a library, and gives what it prints.
#[track_caller]
fn with(library: &Path, args: &[&str], exit: i32) -> String {
    let output = finish(locator().arg("--plugin").arg(library).args(args), b"");
    assert_eq!(output.status.code(), Some(exit), "{args:?}: {output:?}");
    let stream = if exit == 3 {
        output.stderr
    } else {
        output.stdout
    };
    utf8(&stream).to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const URL: &str = "x-pigeon://h/roof/7";

#[test]
fn a_library_that_is_named_serves_every_command() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("pigeon", &[]) else {
        return;
    };
    let parsed = json(&with(&library, &["parse", "--json", URL], 0));
    assert_eq!(parsed["components"]["ring"], "7");
    assert_eq!(
        parsed["registration"],
        serde_json::json!({
            "name": "x-pigeon", "version": "1.0.0", "status": "experimental", "layer": "command-line", "kind": "dynamic",
        })
    );
    let plan = json(&with(&library, &["plan", "--json", URL], 0));
    assert_eq!(plan["plan"][0]["port"], 7070);
    let list = folder.file("urls.txt", format!("{URL}\nx-pigeon://h/roof/x\n"));
    let list = list.to_str().expect("a path");
    let checked = json(&with(&library, &["check", "--json", list], 1));
    assert_eq!(checked["by_scheme"]["x-pigeon"], 1);
    assert_eq!(checked["by_error"]["ring-digits"], 1);
    for (args, has) in [
        (
            &["canonical", "X-PIGEON://H/roof"] as &[&str],
            "x-pigeon://h/roof",
        ),
        (&["same", URL, "x-pigeon://H:7070/roof/7"], "equivalent"),
        (
            &["build", "x-pigeon", "host=h", "loft=a b"],
            "x-pigeon://h/a%20b",
        ),
        (&["schemes", "x-pigeon"], "command-line (dynamic)"),
        (&["schemes"], "what a pigeon brings"),
        (&["registry", "why", "x-pigeon"], "command-line"),
        (
            &["--no-default-registry", "parse", URL],
            "(command-line, dynamic)",
        ),
    ] {
        let text = with(&library, args, 0);
        assert!(text.contains(has), "{args:?}: {text}");
    }
}

#[test]
fn a_relative_path_begins_at_the_current_folder() {
    let folder = Folder::new();
    if folder.pigeon("pigeon", &[]).is_none() {
        return;
    }
    let mut command = locator();
    command.current_dir(folder.path());
    let output = finish(
        command.args(["--plugin", "libpigeon.so", "parse", URL]),
        b"",
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_library_that_cannot_be_loaded_is_exit_code_3() {
    let folder = Folder::new();
    let missing = folder.path().join("missing.so");
    let text = folder.file("text.so", "hello");
    let mut rows = vec![(missing, "name a file"), (text, "copy all of it")];
    if let Some(good) = folder.pigeon("pigeon", &[]) {
        let link = folder.path().join("link.so");
        std::os::unix::fs::symlink(&good, &link).expect("a link");
        rows.push((link, "name the file that it leads to"));
    }
    let refused = [
        ("failing", "-DCASE_INIT=-5", "its author says"),
        ("later", "-DMAJOR=2", "built for this ABI"),
        ("throwing", "-DFLAGS=0", "panic"),
    ];
    for (name, flag, remedy) in refused {
        if let Some(library) = folder.pigeon(name, &[flag]) {
            rows.push((library, remedy));
        }
    }
    let renamed = |name, to| folder.changed(name, "x-pigeon", to);
    if let Some(library) = renamed("pigeons", "pigeon") {
        rows.push((library, "`x-…`, or a domain of yours in reverse"));
    }
    for (library, remedy) in rows {
        let name = library.display().to_string();
        let told = with(&library, &["parse", URL], 3);
        assert!(told.starts_with(&format!("locator: {name}: ")), "{told}");
        assert!(
            told.contains("\n  help: ") && told.contains(remedy),
            "{told}"
        );
        let told = json(&with(&library, &["parse", "--json", URL], 3));
        assert_eq!(told["error"]["kind"], "plugin", "{told}");
        assert_eq!(told["error"]["file"], name, "{told}");
        let help = told["error"]["help"].as_str().expect("a remedy");
        assert!(help.contains(remedy), "{told}");
    }
}

#[test]
fn a_name_has_one_owner() {
    let folder = Folder::new();
    let (Some(one), Some(other)) = (
        folder.pigeon("one", &[]),
        folder.pigeon("other", &["-DNAME=\"other\""]),
    ) else {
        return;
    };
    let mut command = locator();
    command.arg("--plugin").arg(one).arg("--plugin").arg(other);
    let output = finish(command.args(["parse", URL]), b"");
    assert_eq!(output.status.code(), Some(3));
    let told = utf8(&output.stderr);
    assert!(
        told.contains("`x-pigeon` is taken by plugin pigeon"),
        "{told}"
    );
}

/// As `cargo build` leaves it behind for somebody with a umask of 002.
#[test]
fn what_others_may_write_is_mended_by_the_command_that_is_shown() {
    let folder = Folder::new();
    let target = folder.path().join("my target");
    let release = target.join("release");
    let made = Command::new("sh")
        .args(["-c", "umask 002 && mkdir -p \"$0\""])
        .arg(&release)
        .status()
        .expect("a shell");
    assert!(made.success());
    let Some(library) = folder.pigeon("pigeon", &[]) else {
        return;
    };
    let moved = release.join("libpigeon.so");
    fs::rename(library, &moved).expect("a library");
    chmod(&moved, 0o775);
    let told = json(&with(&moved, &["parse", "--json", URL], 3));
    let help = told["error"]["help"].as_str().expect("a remedy");
    let remedy = help
        .strip_prefix("run `")
        .and_then(|help| help.strip_suffix('`'));
    let remedy = remedy.unwrap_or_else(|| panic!("{help}"));
    assert!(remedy.starts_with("chmod go-w "), "{remedy}");
    let mended = Command::new("sh").args(["-c", remedy]).status();
    assert!(mended.expect("a shell").success(), "{remedy}");
    with(&moved, &["parse", URL], 0);
}

/// An organization with a registry file, a library, and a person with a configuration.
struct Organization {
    folder: Folder,
    file: PathBuf,
}

impl Organization {
    fn new() -> Option<Self> {
        let folder = Folder::new();
        let flags = [
            "-DSCHEME=\"com.example.pigeon\"",
            "-DSTATUS=LOC_STATUS_PRIVATE",
        ];
        let library = folder.pigeon("example_pigeon", &flags)?;
        let hash = run([Path::new("plugin"), Path::new("hash"), &library], b"");
        assert_eq!(hash.status.code(), Some(0), "{hash:?}");
        // What the command prints is what the file wants.
        let (_, artifact) = utf8(&hash.stdout)
            .split_once("\n\n")
            .expect("the lines to paste");
        let artifact = artifact.replace("TODO: that of the library", "1.2.3");
        fs::create_dir(folder.path().join("plugins")).expect("a folder");
        chmod(&folder.path().join("plugins"), 0o755);
        fs::rename(&library, folder.path().join("plugins/libexample_pigeon.so"))
            .expect("a library");
        let file = folder.file("org.toml", REGISTRY.replace("    ARTIFACT\n", &artifact));
        Some(Self { folder, file })
    }

    /// Runs the command with the file, for a person who has settled this.
    fn run(&self, plugins: &str, args: &[&str]) -> Output {
        let config = self.folder.file("config.toml", plugins);
        let mut command = locator();
        command.env("LOCATOR_CONFIG", config);
        finish(command.arg("--registry").arg(&self.file).args(args), b"")
    }
}

const REGISTRY: &str = r#"schema = 1

[registry]
id = "com.example"
kind = "organization"
title = "Example"
version = "1.0.0"
serial = 1
contact = ["urls@example.com"]
change_controller = "Example"
claims = ["com.example.*"]
plugins = "plugins"

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
security = "Anybody may catch a pigeon."

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

/// An artifact of another machine.
const ARTIFACT: &str = r#"
    [[scheme.plugin.artifact]]
    target = "m68k-unknown-none-elf"
    version = "1.2.3"
    sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

"#;

#[test]
fn a_registry_file_has_its_library_where_a_person_allows_it() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let url = "com.example.pigeon://h/roof/7";
    for settled in ["", "[plugins]\nallow = false\nfolders = [\".\"]\n"] {
        let output = organization.run(settled, &["parse", "--json", url]);
        let kind = &json(utf8(&output.stdout))["registration"]["kind"];
        assert_eq!(kind, "declared", "{output:?}");
        let output = organization.run(settled, &["plan", url]);
        assert_eq!(output.status.code(), Some(1));
        let told = utf8(&output.stderr);
        assert!(told.contains("`[plugins] allow = true`"), "{told}");
    }
    for settled in [
        "allow = true",
        "allow = true\nfolders = [\"elsewhere\", \"plugins\"]",
    ] {
        let settled = format!("[plugins]\n{settled}\n");
        let output = organization.run(&settled, &["parse", "--json", url]);
        let parsed = json(utf8(&output.stdout));
        let registration = &parsed["registration"];
        assert_eq!(
            (
                &registration["kind"],
                &registration["layer"],
                &parsed["components"]["ring"]
            ),
            (&"dynamic".into(), &"organization".into(), &"7".into()),
            "{output:?}"
        );
        let output = organization.run(&settled, &["plan", url]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let narrow = "[plugins]\nallow = true\nfolders = [\"elsewhere\"]\n";
    let output = organization.run(narrow, &["parse", url]);
    assert_eq!(output.status.code(), Some(3));
    let told = utf8(&output.stderr);
    assert!(told.contains("add its folder to `folders`"), "{told}");
}

/// The words of the whole report, on both streams.
fn probed(library: &Path, args: &[&str]) -> (Option<i32>, String, Value) {
    let probe = |more: &[&str]| {
        let mut command = locator();
        command.args(["plugin", "probe"]).arg(library);
        finish(command.args(args).args(more), b"")
    };
    let output = probe(&[]);
    let text = format!("{}{}", utf8(&output.stdout), utf8(&output.stderr));
    let report = probe(&["--json"]);
    assert_eq!(report.status.code(), output.status.code());
    (output.status.code(), text, json(utf8(&report.stdout)))
}

#[test]
fn a_good_library_passes_the_probe() {
    let folder = Folder::new();
    let Some(library) = folder.constructed("loud", "puts(\"hello\"); fputs(\"\\x1E{\", stdout);")
    else {
        return;
    };
    let (exit, text, report) = probed(&library, &[]);
    assert_eq!(exit, Some(0), "{text}");
    for has in [
        "pigeon 1.2.3, a library",
        &format!("file        {}", library.display()),
        "sha256      ",
        "abi         1.0",
        "Locator >=0.1, <2",
        "x-pigeon 1.0.0: what a pigeon brings",
        "pigeonurl = ",
        "1. connect to host:port by TCP",
        "x-pigeon://h:70/roof/7",
        "18..19: `x` cannot stand in the ring",
        "passes the conformance kit",
    ] {
        assert!(text.contains(has), "{has}:\n{text}");
    }
    assert!(!text.contains("hello"), "{text}");
    assert_eq!(report["verdict"], "passes");
    assert_eq!(report["plugin"]["abi"], "1.0");
    let scheme = &report["schemes"][0];
    assert_eq!(scheme["name"], "x-pigeon");
    assert_eq!(scheme["kind"], "dynamic");
    assert_eq!(scheme["examples"].as_array().map(Vec::len), Some(2));
    assert_eq!(scheme["failures"], serde_json::json!([]));
}

#[test]
fn a_library_that_breaks_its_word_fails_the_probe() {
    let folder = Folder::new();
    let Some(library) = folder.changed(
        "wrong",
        "LOC_E_UNEXPECTED, 18, 19",
        "LOC_E_UNEXPECTED, 17, 18",
    ) else {
        return;
    };
    let (exit, text, report) = probed(&library, &[]);
    assert_eq!(exit, Some(1), "{text}");
    assert!(
        text.contains("x-pigeon 1.0.0: 1 failure in the conformance kit"),
        "{text}"
    );
    assert!(text.contains("reject x-pigeon://h/roof/x: is"), "{text}");
    assert_eq!(report["verdict"], "fails");
    assert_eq!(
        report["schemes"][0]["failures"].as_array().map(Vec::len),
        Some(1)
    );
}

/// SR415: whoever keeps the registry file is told before anybody loads the library.
#[test]
fn a_library_that_brings_more_than_its_file_lists_fails_the_probe() {
    let Some(organization) = Organization::new() else {
        return;
    };
    let library = organization
        .folder
        .path()
        .join("plugins/libexample_pigeon.so");
    let probe = ["plugin", "probe", library.to_str().expect("a path")];
    let output = organization.run("", &probe);
    assert_eq!(
        output.status.code(),
        Some(1),
        "its examples are of x-pigeon"
    );
    assert!(!utf8(&output.stdout).contains("SR415"), "{output:?}");
    let other = REGISTRY.replace("com.example.pigeon", "com.example.dove");
    organization
        .folder
        .file("org.toml", other.replace("    ARTIFACT\n", ARTIFACT));
    let output = organization.run("", &probe);
    assert_eq!(output.status.code(), Some(1));
    let told = utf8(&output.stdout);
    assert!(
        told.contains("error[SR415]") && told.contains("`com.example.pigeon`"),
        "{told}"
    );
}

#[test]
fn a_library_that_is_refused_is_probed_as_far_as_it_goes() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("failing", &["-DCASE_INIT=-5"]) else {
        return;
    };
    let (exit, text, report) = probed(&library, &[]);
    assert_eq!(exit, Some(3), "{text}");
    for has in [
        "pigeon 1.2.3, a library",
        "brings      x-pigeon 1.0.0",
        "it answers -5",
    ] {
        assert!(text.contains(has), "{has}: {text}");
    }
    assert_eq!(
        (&report["verdict"], &report["error"]["kind"]),
        (&"refused".into(), &"refused".into())
    );
    let (exit, text, report) = probed(&folder.path().join("missing.so"), &[]);
    assert_eq!((exit, &report["plugin"]), (Some(3), &Value::Null), "{text}");
}

/// Probes a library that nobody can use: how far it comes, and what is told of its end.
#[track_caller]
fn ended(library: &Path, timeout: &str, stage: &str, has: &str) -> (String, Value) {
    let (exit, text, report) = probed(library, &["--timeout", timeout]);
    assert_eq!(exit, Some(3), "{text}");
    let name = library.display().to_string();
    assert!(text.contains(&format!("locator: {name}: ")), "{text}");
    assert!(text.contains(has), "{has}: {text}");
    assert_eq!(report["error"]["while"], stage, "{report}");
    assert_eq!(report["file"], name);
    (text, report)
}

#[test]
fn a_library_that_crashes_does_so_elsewhere() {
    let folder = Folder::new();
    let crash = "fputs(\"oh\\x1B[31m dear\\n\", stderr); *(volatile int *)0 = 1;";
    let Some(library) = folder.constructed("crash", crash) else {
        return;
    };
    let (text, report) = ended(&library, "300", "load", "(SIGSEGV)");
    assert!(text.ends_with("\n  | oh␛[31m dear\n"), "{text}");
    assert_eq!(report["error"]["signal"], 11);
    let example = ["\"x-pigeon://h/roof\"", "\"x-pigeon://h/bad-crash\""];
    let rows = [
        (folder.constructed("abort", "abort();"), "load", "(SIGABRT)"),
        (
            folder.constructed("leaves", "_exit(0);"),
            "load",
            "exit status: 0",
        ),
        (
            folder.changed("tries", example[0], example[1]),
            "try",
            "(SIGSEGV)",
        ),
    ];
    for (library, stage, has) in rows {
        ended(&library.expect("a compiler"), "300", stage, has);
    }
}

#[test]
fn a_library_that_hangs_is_ended() {
    let folder = Folder::new();
    let rows = [
        (folder.constructed("spins", "for (;;) {}"), "load"),
        (
            folder.constructed("floods", "for (;;) puts(\"hello\");"),
            "load",
        ),
        // Its process ends, and another one holds its streams open.
        (
            folder.constructed("forks", "if (fork()) _exit(0); sleep(9);"),
            "load",
        ),
        (folder.pigeon("hangs", &["-DCASE_HANG"]), "prepare"),
    ];
    // Each has the whole time, and so they have it together.
    std::thread::scope(|scope| {
        for (library, stage) in rows {
            let Some(library) = library else { continue };
            let is_gone = library.ends_with("libforks.so");
            let has = if is_gone {
                "exit status: 0"
            } else {
                "took more than 3 seconds"
            };
            scope.spawn(move || ended(&library, "3", stage, has));
        }
    });
}

#[test]
fn a_hash_is_printed_and_nothing_is_loaded() {
    let folder = Folder::new();
    let file = folder.file("empty", "");
    let output = run([Path::new("plugin"), Path::new("hash"), &file], b"");
    let text = utf8(&output.stdout);
    let digits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert!(
        text.starts_with(&format!(
            "sha256:{digits}\n\n    [[scheme.plugin.artifact]]\n"
        )),
        "{text}"
    );
    assert!(
        text.contains(&format!("\n    sha256 = \"{digits}\"\n    size = 0\n")),
        "{text}"
    );
    let args = [
        "--json",
        "plugin",
        "hash",
        "--target",
        "m68k-unknown-none-elf",
    ]
    .map(Path::new);
    let output = run(args.into_iter().chain([&*file]), b"");
    let value = json(utf8(&output.stdout));
    assert_eq!(
        (&value["sha256"], &value["target"]),
        (&digits.into(), &"m68k-unknown-none-elf".into())
    );
    for (path, exit) in [(folder.path().join("missing"), 4), (folder.path(), 3)] {
        let output = run([Path::new("plugin"), Path::new("hash"), &path], b"");
        assert_eq!(output.status.code(), Some(exit), "{output:?}");
    }
}

#[test]
fn a_project_is_written_where_nothing_is() {
    let folder = Folder::new();
    let new = |args: &[&str]| {
        let mut command = locator();
        command.current_dir(folder.path()).args(["plugin", "new"]);
        finish(command.args(args), b"")
    };
    for name in [
        "shelf",
        "x-",
        "x_shelf",
        "c.example",
        "com..example",
        "../x-shelf",
    ] {
        let output = new(&[name, "--lang", "rust"]);
        assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
    }
    assert_eq!(
        new(&["x-note", "--lang", "rust", "--local", "."])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);

    let output = new(&["X-Note", "--lang", "rust"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = utf8(&output.stdout);
    assert!(text.starts_with("x-note is in x-note\n"), "{text}");
    let manifest = folder.path().join("x-note/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    assert!(
        manifest.contains("locator-plugin = { version = \"0.1\" }"),
        "{manifest}"
    );

    // What is there is not touched, also where only one file of many is.
    fs::create_dir(folder.path().join("c")).expect("a folder");
    let there = folder.file("c/plugin.c", "mine");
    let output = new(&["x-note", "--lang", "c", "--path", "c"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        utf8(&output.stderr).contains("c/plugin.c: it is there already"),
        "{output:?}"
    );
    assert_eq!(
        fs::read_dir(folder.path().join("c"))
            .expect("a folder")
            .count(),
        1
    );
    assert_eq!(fs::read(there).expect("a file"), b"mine");
}
