//! The house rules that a machine can see: module order, the shape of the schemes, one truth for each number.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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

/// The code of a file without its tests and comments.
fn code(text: &str) -> Vec<&str> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// The modules of a crate in the order of its `lib.rs`.
fn modules(lib: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.trim_start_matches("pub ").strip_prefix("mod ")?;
        line.strip_suffix(';').map(str::to_owned)
    };
    read(lib).lines().filter_map(name).collect()
}

/// The modules that a file imports by `crate::`.
fn imports(text: &str) -> Vec<String> {
    let code = code(text).join("\n");
    let name = |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    code.split("crate::").skip(1).map(name).collect()
}

/// House rule 18: modules look one way, in the order of `lib.rs`.
#[test]
fn core_modules_import_only_what_stands_before_them() {
    let order = modules("core/src/lib.rs");
    assert!(order.len() > 15, "{order:?}");
    let place = |name: &str| order.iter().position(|module| module == name);
    for (n, module) in order.iter().enumerate() {
        let files = [format!("core/src/{module}.rs")].map(PathBuf::from).into_iter();
        let folder = format!("core/src/{module}");
        let inner = if root().join(&folder).is_dir() { sources(&folder) } else { Vec::new() };
        for file in files.chain(inner) {
            // Macros and re-exports at the root of the crate are reached by `$crate::`, and are no modules.
            for import in imports(&read(&file).replace("$crate::", "")) {
                if let Some(place) = place(&import) {
                    assert!(place <= n, "{}: `{module}` imports `{import}`, which stands behind it", file.display());
                }
            }
        }
    }
}

/// The schemes: every module of the schemes crate but the shared rules.
fn schemes() -> Vec<String> {
    modules("schemes/src/lib.rs").into_iter().filter(|name| !SHARED.contains(&name.as_str())).collect()
}

const SHARED: [&str; 3] = ["gopher_form", "rfc822", "rules"];

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
    "locator_core::register_scheme!(",
];

#[test]
fn rooms_have_one_shape() {
    let schemes = schemes();
    assert_eq!(schemes.len(), 11, "{schemes:?}");
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
fn rooms_do_not_know_each_other() {
    for scheme in schemes() {
        for import in imports(&read(format!("schemes/src/{scheme}.rs"))) {
            assert!(
                SHARED.contains(&import.as_str()),
                "{scheme} imports {import}: what schemes share stands in {SHARED:?}"
            );
        }
    }
}

/// The core names no scheme: not one of the schemes' names stands in its code as a text of its own.
#[test]
fn the_core_names_no_scheme() {
    for file in sources("core/src") {
        for line in code(&read(&file)) {
            for scheme in schemes() {
                assert!(!line.contains(&format!("\"{scheme}\"")), "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn no_crate_uses_unsafe() {
    assert!(read("core/src/lib.rs").contains("#![deny(unsafe_code)]"));
    for lib in
        ["schemes/src/lib.rs", "testkit/src/lib.rs", "plugins/declared/src/lib.rs", "src/lib.rs", "cli/src/main.rs"]
    {
        assert!(read(lib).contains("#![forbid(unsafe_code)]"), "{lib}");
    }
}

/// Where wide registers and a loader need `unsafe`, what a plugin is made with, and tests that look from outside: these schemes, and no other.
const UNSAFE: [&str; 13] = [
    "core/src/simd/avx2.rs",
    "core/src/simd/avx512.rs",
    "plugins/dynamic/src/ffi_call.rs",
    "plugins/dynamic/src/in_process.rs",
    "plugins/dynamic/src/dlopen.rs",
    "plugins/dynamic/src/loaded_libraries.rs",
    "plugins/dynamic/src/ffi_read.rs",
    "plugins/dynamic/src/process.rs",
    "plugins/dynamic/tests/integration/allocations.rs",
    "plugins/dynamic/tests/integration/generated.rs",
    "plugins/sdk/src",
    "plugins/sdk/tests",
    "tests/allocations.rs",
];

#[test]
fn unsafe_code_stands_in_its_rooms() {
    let begins = |word: &str| ["{", "fn", "impl", "extern", "trait"].contains(&word);
    let is_code = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let mut pairs = words.windows(2);
        !line.trim_start().starts_with("//") && pairs.any(|pair| pair[0].ends_with("unsafe") && begins(pair[1]))
    };
    let mut found = Vec::new();
    for folder in ["build", "cli", "core", "plugins", "schemes", "src", "testkit", "tests"] {
        for file in sources(folder) {
            let name = file.strip_prefix(root()).unwrap_or(&file).to_owned();
            if read(&file).lines().any(is_code) {
                let scheme = UNSAFE.iter().find(|scheme| name.starts_with(scheme));
                let scheme = scheme.unwrap_or_else(|| panic!("{}: `unsafe`", name.display()));
                found.push(*scheme);
            }
        }
    }
    for scheme in UNSAFE {
        assert!(found.contains(&scheme), "{scheme} has no `unsafe` any more: strike it out");
    }
}

/// The Rust version stands once in the workspace, and the README repeats it.
#[test]
fn the_readme_names_the_rust_version() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let version = manifest["workspace"]["package"]["rust-version"].as_str().unwrap();
    assert!(
        read("README.md").contains(&format!("Rust {version}")),
        "README.md names another Rust version than {version}"
    );
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

/// The scheme of a test names what it tests: docs/conformance.md speaks of tests that exist.
#[test]
fn conformance_page_names_tests_that_exist() {
    let page = read("docs/conformance.md");
    let tests: String = [
        "core/src",
        "schemes/src",
        "testkit/src",
        "tests",
        "cli/tests",
        "plugins/abnf/src",
        "plugins/declared/src",
        "plugins/declared/tests",
        "plugins/dynamic/src",
        "plugins/dynamic/tests",
        "plugins/sdk/tests",
    ]
    .iter()
    .flat_map(|folder| sources(folder))
    .map(read)
    .collect();
    let named = page.split('`').skip(1).step_by(2).filter_map(|code| code.rsplit_once("::"));
    let mut count = 0;
    for (_, test) in named.filter(|(path, _)| path.chars().all(|c| c.is_ascii_alphanumeric() || "_:/.".contains(c))) {
        count += 1;
        assert!(tests.contains(&format!("fn {test}(")), "docs/conformance.md names a test `{test}` that is not there");
    }
    assert!(count > 20, "only {count} tests are named");
}
