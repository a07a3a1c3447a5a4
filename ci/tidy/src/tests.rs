//! House rules that a test can check: module order, import cycles, words, the shape of the schemes, safety.

mod imports;
mod pages;
mod size;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("ci/tidy is two folders below")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every Rust file below a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The packages of the workspace, as `Cargo.toml` lists them.
fn members() -> Vec<String> {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    members.iter().filter_map(|member| member.as_str()).map(str::to_owned).collect()
}

/// The folders with the code of every package, those of other workspaces as well.
fn crates() -> Vec<String> {
    let mut crates = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            if name == "src" && folder.join("Cargo.toml").is_file() {
                crates.push(entry.strip_prefix(root()).unwrap_or(&entry).display().to_string());
            } else if !name.starts_with('.') && !["target", "templates", "node_modules"].contains(&&*name) {
                folders.push(entry);
            }
        }
    }
    crates.sort();
    crates
}

/// The code of a file without comments and without its test module, which comes last.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The schemes: every module of the schemes crate but the shared rules.
fn schemes() -> Vec<String> {
    imports::order("schemes/src/lib.rs").into_iter().filter(|name| !SHARED.contains(&name.as_str())).collect()
}

/// What schemes share.
const SHARED: [&str; 6] = ["file_path", "gopher_form", "prelude", "rfc822", "rules", "simple"];

/// House rules 1 to 6: from the door inwards, every scheme in the same order.
const SHAPE: [&str; 14] = [
    "//! # Grammar",
    "//! # Access",
    "//! # Deviations",
    "impl<'a> View<'a> for ",
    "const COMPONENTS: &[Component]",
    "impl Scheme for ",
    "fn registration(&self)",
    "fn parse(&self",
    "fn plan(&self",
    "RegistrationBuilder::new(",
    "ACCESS: &[Text]",
    "EXAMPLES: &[Example]",
    "REJECTS: &[Reject]",
    "anyurl_core::register_scheme!(",
];

#[test]
fn schemes_have_one_shape() {
    let schemes = schemes();
    assert!(schemes.len() > 9, "{schemes:?}");
    for scheme in schemes {
        let text = read(format!("schemes/src/{scheme}.rs"));
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("//! {scheme}: ")), "{scheme}: the first line names the scheme: {first}");
        assert!(text.contains("(RFC "), "{scheme}: the first lines cite the document");
        let mut at = 0;
        for piece in SHAPE {
            let found = text[at..].find(piece);
            let found = found.unwrap_or_else(|| panic!("{scheme}: `{piece}` is missing, or stands too early"));
            at += found + piece.len();
        }
        for test in ["fn conforms()", "fn view()", "fn lenient()"] {
            assert!(text[at..].contains(test), "{scheme}: the test `{test}` is missing");
        }
    }
}

#[test]
fn schemes_do_not_import_each_other() {
    for scheme in schemes() {
        for import in imports::imports(&read(format!("schemes/src/{scheme}.rs"))) {
            assert!(SHARED.contains(&import.as_str()), "{scheme} imports {import}: share code in {SHARED:?}");
        }
    }
}

/// The core names no scheme: not in an identifier, and not as a text.
#[test]
fn the_core_names_no_scheme() {
    // Words that mean something else too stand in texts only where they are a scheme.
    const ORDINARY: [&str; 4] = ["file", "http", "news", "web"];
    // The names of crates there are no schemes.
    let is_interop =
        |file: &PathBuf| file.starts_with(root().join("core/src/interop")) || file.ends_with("core/src/interop.rs");
    // What is known of secrets where no registry is asked, as in a log.
    let is_known = |file: &PathBuf| file.ends_with("core/src/diagnostics/secrets/known.rs");
    for file in sources("core/src").into_iter().filter(|file| !is_interop(file) && !is_known(file)) {
        let code = code(&read(&file));
        for scheme in schemes() {
            assert!(!code.contains(&format!("\"{scheme}\"")), "{}: \"{scheme}\"", file.display());
            let identifiers = identifiers(&code);
            let is_named = !ORDINARY.contains(&&*scheme) && identifiers.contains(&scheme);
            assert!(!is_named, "{}: an identifier names {scheme}", file.display());
        }
    }
}

/// The words of the identifiers in code, in lower case: `wais` and `search` of `WaisSearch`. Texts are left out.
fn identifiers(code: &str) -> BTreeSet<String> {
    let code: String = code.split('"').step_by(2).collect();
    let names = code.split(|c: char| !c.is_ascii_alphanumeric());
    let words = |name: &str| -> Vec<String> {
        let starts = name.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at);
        let ends: Vec<_> = starts.chain([name.len()]).collect();
        let pairs = ends.windows(2).map(|pair| name[pair[0]..pair[1]].to_ascii_lowercase());
        pairs.chain([name.to_ascii_lowercase()]).collect()
    };
    names.flat_map(words).collect()
}

#[test]
fn no_crate_uses_unsafe() {
    let may = |code: &str| UNSAFE.iter().any(|place| Path::new(place).starts_with(code));
    // A plugin is made by a macro that expands to unsafe code.
    let is_plugin = |member: &str| member.starts_with("plugins/examples") || member.contains("testdata");
    for code in members().iter().filter(|member| !is_plugin(member)).map(|member| Path::new(member).join("src")) {
        let lib =
            ["lib.rs", "main.rs"].map(|name| code.join(name)).into_iter().find(|file| root().join(file).is_file());
        let lib = lib.unwrap_or_else(|| panic!("{} has neither lib.rs nor main.rs", code.display()));
        let is_forbidden = read(&lib).contains("#![forbid(unsafe_code)]");
        assert_eq!(
            is_forbidden,
            !may(&code.display().to_string().replace("./", "")),
            "{}: `#![forbid(unsafe_code)]`",
            lib.display()
        );
    }
    assert!(read("core/src/lib.rs").contains("#![deny(unsafe_code)]"));
}

/// Where wide registers, a loader and a program without a system need `unsafe`, what a plugin is made with, and tests that look from outside.
const UNSAFE: &[&str] = &[
    "ci/no-std/src/bare.rs",
    "core/src/simd/avx2.rs",
    "core/src/simd/avx512.rs",
    "core/src/simd/neon.rs",
    "core/src/simd/sse2.rs",
    "core/src/url/default.rs",
    "plugins/host/src/dynamic/ffi_call.rs",
    "plugins/host/src/dynamic/in_process.rs",
    "plugins/host/src/dynamic/dlopen.rs",
    "plugins/host/src/dynamic/ffi_read.rs",
    "plugins/host/src/dynamic/process.rs",
    "plugins/host/tests/host/dynamic/allocations.rs",
    "plugins/host/tests/host/dynamic/generated.rs",
    "plugins/sdk/src",
    "plugins/sdk/tests",
    "tests/anyurl/allocations.rs",
];

#[test]
fn unsafe_code_is_where_it_is_allowed() {
    let begins = |word: &str| ["{", "fn", "impl", "extern", "trait"].contains(&word);
    let is_unsafe = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.windows(2).any(|pair| pair[0].ends_with("unsafe") && begins(pair[1]))
    };
    let members = members();
    let members = members.iter().map(String::as_str).filter(|member| *member != ".");
    let folders: Vec<_> = members.chain(["src", "tests"]).collect();
    assert_only_in(UNSAFE, &folders, is_unsafe);
}

/// Where the command runs itself and git, and where C is compiled for tests.
const SOCKETS_AND_PROGRAMS: [&str; 5] = [
    "cli/src/supervisor.rs",
    "cli/src/commands/plugin",
    "cli/src/commands/registry/git_revision.rs",
    "testkit/src/plugin.rs",
    "testkit/src/toolchain.rs",
];

#[test]
fn sockets_and_programs_are_where_they_are_allowed() {
    const SOCKETS: [&str; 7] =
        ["TcpStream", "TcpListener", "UdpSocket", "UnixStream", "UnixListener", "UnixDatagram", "ToSocketAddrs"];
    let opens = |line: &str| {
        SOCKETS.iter().any(|name| line.contains(name)) || line.contains("process::") && line.contains("Command")
    };
    let is_library = |member: &&String| {
        !["ci/tidy", "plugins/examples", "plugins/host/testdata", "fuzz"]
            .iter()
            .any(|folder| member.starts_with(folder))
    };
    let folders: Vec<_> =
        members().iter().filter(is_library).map(|member| format!("{member}/src").replace("./", "")).collect();
    let folders: Vec<_> = folders.iter().map(String::as_str).collect();
    assert_only_in(&SOCKETS_AND_PROGRAMS, &folders, opens);
}

/// Panics unless lines of code of this kind are in the allowed files and folders, in each of them, and nowhere else.
#[track_caller]
fn assert_only_in(allowed: &[&str], folders: &[&str], is_it: impl Fn(&str) -> bool) {
    let is_code = |line: &str| !line.trim_start().starts_with("//");
    let mut found = BTreeSet::new();
    for file in folders.iter().flat_map(|folder| sources(folder)) {
        let name = file.strip_prefix(root()).unwrap_or(&file).to_owned();
        if let Some(line) = read(&file).lines().find(|line| is_code(line) && is_it(line)) {
            let place = allowed.iter().find(|place| name.starts_with(place));
            found.insert(*place.unwrap_or_else(|| panic!("{} may not have `{}`", name.display(), line.trim())));
        }
    }
    for place in allowed {
        assert!(found.contains(place), "{place} needs no permission any more: strike it out");
    }
}

/// Every system can check out every file, and none that a tool makes and git is told to ignore is committed.
#[test]
fn files_are_portable_and_written_by_people() {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(root()).output();
        String::from_utf8(output.expect("git runs").stdout).expect("paths are UTF-8")
    };
    let is_special =
        |path: &&str| path.contains(['*', ':', '?', '"', '<', '>', '|', '\\']) || path.ends_with(['.', ' ']);
    let files = git(&["ls-files"]);
    assert_eq!(files.lines().filter(is_special).collect::<Vec<_>>(), Vec::<&str>::new());
    assert_eq!(git(&["ls-files", "--cached", "--ignored", "--exclude-standard"]), "");
}

/// The README repeats the Rust versions of the manifests: that of the command, and that of the library.
#[test]
fn the_readme_names_the_rust_versions() {
    let manifest = |path| read(path).parse::<toml::Table>().unwrap();
    let (workspace, cli) = (manifest("Cargo.toml"), manifest("cli/Cargo.toml"));
    let library = workspace["workspace"]["package"]["rust-version"].as_str().unwrap();
    let command = cli["package"]["rust-version"].as_str().unwrap();
    let line = format!("You need Rust {command} and a C linker (the library alone needs Rust {library})");
    assert!(read("README.md").contains(&line), "README.md does not say: {line}");
}

/// README and crate documentation have one row for each feature.
#[test]
fn the_features_are_documented() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let features = manifest["features"].as_table().unwrap();
    let defaults = features["default"].as_array().unwrap();
    for page in ["README.md", "src/lib.rs"] {
        let text = read(page);
        for feature in features.keys().filter(|feature| *feature != "default") {
            let is_default = defaults.iter().any(|name| name.as_str() == Some(feature));
            let row = format!("| `{feature}` | {} |", if is_default { "on" } else { "off" });
            assert!(text.contains(&row), "{page} has no row {row}");
        }
    }
}

/// Every requirement and ambiguity that a requirement cites stands in the page that says which test keeps it.
#[test]
fn conformance_page_knows_every_id() {
    let page = read("docs/conformance.md");
    for file in sources("core/src").into_iter().chain(sources("schemes/src")) {
        for id in ids(&read(&file)) {
            assert!(page.contains(&id), "{}: {id} is not in docs/conformance.md", file.display());
        }
    }
}

/// The ids `R-3.1-5` and `A-24` in a text.
fn ids(text: &str) -> Vec<String> {
    let is_id = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == 'R' || c == 'A';
    let words = text.split(|c: char| !is_id(c)).map(|word| word.trim_end_matches(['.', '-']));
    let has_form = |word: &&str| {
        word.strip_prefix("R-")
            .or(word.strip_prefix("A-"))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    words.filter(has_form).map(str::to_owned).collect()
}

/// A promise names the test that keeps it: docs/conformance.md and SECURITY.md name tests where they are.
#[test]
fn pages_name_tests_that_exist() {
    for (page, least) in [("docs/conformance.md", 300), ("SECURITY.md", 60)] {
        let text = read(page);
        let named = text.split('`').skip(1).step_by(2).filter_map(|code| code.rsplit_once("::"));
        let is_path = |path: &str| path.chars().all(|c| c.is_ascii_alphanumeric() || "_:/.".contains(c));
        // A type and its method are no test.
        let is_test = |(path, name): &(&str, &str)| {
            is_path(path) && !path.starts_with(|c: char| c.is_ascii_uppercase()) && is_path(name)
        };
        let (mut files, mut count) = (Vec::new(), 0);
        for (path, test) in named.filter(is_test) {
            // `::test` is in the file that the page named before.
            if !path.is_empty() {
                files = files_of(path);
            }
            assert!(files.iter().any(|file| has_test(file, test)), "{page}: no test `{test}` in {files:?}");
            count += 1;
        }
        assert!(count > least, "only {count} tests are named in {page}");
    }
}

/// The files of a test that is named by its file, by the path of its module, or by the module of the tests of modules.
fn files_of(path: &str) -> Vec<String> {
    // `ci/tidy/src/tests.rs`, or `core::syntax::split::tests`
    if path.contains('/') {
        return vec![path.to_owned()];
    }
    let module = path.strip_suffix("::tests").and_then(|path| path.split_once("::"));
    module.map_or_else(
        || vec![format!("plugins/host/tests/host/wasm/{path}.rs")],
        |(package, module)| {
            let file = format!("{package}/src/{}", module.replace("::", "/"));
            vec![format!("{file}.rs"), format!("{file}/tests.rs")]
        },
    )
}

/// Whether a file has a test of this name: the line of its name follows its attributes.
fn has_test(file: &str, name: &str) -> bool {
    let code = fs::read_to_string(root().join(file)).unwrap_or_default();
    let before = code.split_once(&format!("fn {name}(")).map_or("", |(before, _)| before);
    let mut attributes = before.trim_end().lines().rev().map(str::trim).take_while(|line| line.starts_with('#'));
    attributes.any(|line| line == "#[test]")
}
