//! Schemes from libraries: `--plugin`, libraries of registry files, and `anyurl plugin`.

#![cfg(unix)]

mod ended;
mod modules;
mod organization;
mod probe;
mod tools;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::common::{anyurl, finish, utf8};

/// The plugin of x-pigeon, with flags for its defects.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/host/testdata/plugin.c");

/// A folder that other users cannot write to.
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

    /// The plugin, compiled with these flags; `None` without a C compiler.
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

    /// The plugin with a replacement in its source.
    fn changed(&self, name: &str, from: &str, to: &str) -> Option<PathBuf> {
        let text = fs::read_to_string(SOURCE).expect("the plugin");
        assert!(text.contains(from), "{from}");
        let source = self.file(&format!("{name}.c"), text.replace(from, to));
        self.compiled(name, &[&source], &[])
    }

    fn compiled(&self, name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
        let built = anyurl_testkit::plugin::compile(&format!("cli-{name}"), sources, flags)?;
        let bytes = fs::read(built).expect("what was compiled");
        Some(self.file(&format!("lib{name}.so"), bytes))
    }
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

/// Runs the command with a library, and returns the output.
#[track_caller]
fn with(library: &Path, args: &[&str], exit: i32) -> String {
    let output = finish(anyurl().arg("--plugin").arg(library).args(args), b"");
    assert_eq!(output.status.code(), Some(exit), "{args:?}: {output:?}");
    let stream = if exit == 3 { output.stderr } else { output.stdout };
    utf8(&stream).to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const URL: &str = "x-pigeon://h/roof/7";

#[test]
fn a_named_library_works_with_every_command() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("pigeon", &[]) else {
        return;
    };
    let mut parsed = json(&with(&library, &["parse", "--json", URL], 0));
    assert_eq!(parsed["components"]["ring"], "7");
    let registry = parsed["registration"]["registry"].take();
    assert!(registry.as_str().is_some_and(|id| id.starts_with("plugin pigeon (")), "{registry}");
    assert_eq!(
        parsed["registration"],
        serde_json::json!({
            "name": "x-pigeon", "version": "1.0.0", "status": "experimental", "layer": "command-line", "registry": null,
            "kind": "dynamic",
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
        (&["canonical", "X-PIGEON://H/roof"] as &[&str], "x-pigeon://h/roof"),
        (&["same", URL, "x-pigeon://H:7070/roof/7"], "equivalent"),
        (&["build", "x-pigeon", "host=h", "loft=a b"], "x-pigeon://h/a%20b"),
        (&["schemes", "x-pigeon"], "command-line (dynamic)"),
        (&["schemes"], "what a pigeon brings"),
        (&["registry", "why", "x-pigeon"], "command-line"),
        (&["--no-default-registry", "parse", URL], "(command-line, dynamic)"),
    ] {
        let text = with(&library, args, 0);
        assert!(text.contains(has), "{args:?}: {text}");
    }
}

#[test]
fn a_relative_path_starts_in_the_current_folder() {
    let folder = Folder::new();
    if folder.pigeon("pigeon", &[]).is_none() {
        return;
    }
    let mut command = anyurl();
    command.current_dir(folder.path());
    let output = finish(command.args(["--plugin", "libpigeon.so", "parse", URL]), b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_library_that_cannot_be_loaded_is_exit_code_3() {
    let folder = Folder::new();
    let missing = folder.path().join("missing.so");
    let text = folder.file("text.so", "hello");
    let mut rows = vec![(missing, "name an existing, readable file"), (text, "copy the whole file")];
    if let Some(good) = folder.pigeon("pigeon", &[]) {
        let link = folder.path().join("link.so");
        std::os::unix::fs::symlink(&good, &link).expect("a link");
        rows.push((link, "name the target of the link"));
    }
    let refused = [
        ("failing", "-DCASE_INIT=-5", "plugin's documentation"),
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
        let text = with(&library, &["parse", URL], 3);
        assert!(text.starts_with(&format!("anyurl: {name}: ")), "{text}");
        assert!(text.contains("\n  help: ") && text.contains(remedy), "{text}");
        let text = json(&with(&library, &["parse", "--json", URL], 3));
        assert_eq!(text["error"]["kind"], "plugin", "{text}");
        assert_eq!(text["error"]["file"], name, "{text}");
        let help = text["error"]["help"].as_str().expect("a remedy");
        assert!(help.contains(remedy), "{text}");
    }
}

#[test]
fn a_name_has_one_owner() {
    let folder = Folder::new();
    let (Some(one), Some(other)) = (folder.pigeon("one", &[]), folder.pigeon("other", &["-DNAME=\"other\""])) else {
        return;
    };
    let mut command = anyurl();
    command.arg("--plugin").arg(one).arg("--plugin").arg(other);
    let output = finish(command.args(["parse", URL]), b"");
    assert_eq!(output.status.code(), Some(3));
    let text = utf8(&output.stderr);
    assert!(text.contains("`x-pigeon` is already registered by plugin pigeon"), "{text}");
}

/// The permissions after `cargo build` with a umask of 002; the suggested command fixes them.
#[test]
fn the_suggested_command_fixes_permissions() {
    let folder = Folder::new();
    let target = folder.path().join("my target");
    let release = target.join("release");
    let made = Command::new("sh").args(["-c", "umask 002 && mkdir -p \"$0\""]).arg(&release).status().expect("a shell");
    assert!(made.success());
    let Some(library) = folder.pigeon("pigeon", &[]) else {
        return;
    };
    let moved = release.join("libpigeon.so");
    fs::rename(library, &moved).expect("a library");
    chmod(&moved, 0o775);
    let text = json(&with(&moved, &["parse", "--json", URL], 3));
    let help = text["error"]["help"].as_str().expect("a remedy");
    let remedy = help.strip_prefix("run `").and_then(|help| help.strip_suffix('`'));
    let remedy = remedy.unwrap_or_else(|| panic!("{help}"));
    assert!(remedy.starts_with("chmod go-w "), "{remedy}");
    let fixed = Command::new("sh").args(["-c", remedy]).status();
    assert!(fixed.expect("a shell").success(), "{remedy}");
    with(&moved, &["parse", URL], 0);
}
