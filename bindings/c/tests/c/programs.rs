//! The library from C: what the header promises, and the conformance cases, under Valgrind where it is installed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyurl_c as _;

/// The folder of the libraries that were built for the tests.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

fn run(command: &mut Command) -> Vec<u8> {
    let output = command.stderr(Stdio::inherit()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    output.stdout
}

/// Compiles a program, and links the shared library.
fn compiled(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut command = Command::new(cc);
    command.args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-g", "-o"]).arg(&program);
    command.arg(tests.join("tests/c").join(format!("{name}.c"))).arg("-I").arg(tests.join("include"));
    command.arg("-L").arg(libraries()).arg("-lanyurl_c").arg(format!("-Wl,-rpath,{}", libraries().display()));
    run(&mut command);
    program
}

/// Runs a program under Valgrind, if it is installed: any access outside of memory and any leak is a failure.
fn checked(program: &Path) -> Command {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: Valgrind is not installed (Debian: valgrind)");
        return Command::new(program);
    }
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--error-exitcode=9"]);
    command.arg(program);
    command
}

#[test]
fn the_contract() {
    assert_eq!(run(&mut checked(&compiled("contract"))), b"ok\n");
}

#[test]
fn the_header_is_cpp() {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header.cpp");
    std::fs::write(&source, "#include \"anyurl.h\"\nint main() { return anyurl_c_abi() == ANYURL_C_ABI; }\n").unwrap();
    let cxx = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let mut command = Command::new(cxx);
    command.args(["-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I"]).arg(include);
    run(command.arg(source));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

/// What a program prints about its input.
fn answer(mut command: Command, input: String) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// What `cases.c` should print for a text.
fn expect(text: &str, options: anyurl::Options) -> String {
    let registry = anyurl::registry();
    match registry.parser().options(options).parse(text) {
        Ok(url) => {
            let components = url.components().filter(|component| component.span().is_some());
            let components =
                components.map(|component| format!(" {}={}", component.name(), hex(component.text().as_bytes())));
            format!("{} canonical={}", components.collect::<String>(), hex(url.to_canonical().as_bytes()))
        }
        Err(error) => {
            let (kind, span) = (error.kind().as_str(), error.span());
            let message = error.masked(&registry.guess_secrets(text)).to_string();
            format!(" error={kind} {}..{} {}", span.start(), span.end(), hex(message.as_bytes()))
        }
    }
}

/// The cases of the requirements, with all options, in C and in Rust.
#[test]
fn conformance_cases() {
    let cases = include_str!("../../../../testdata/spec_cases.jsonl").lines();
    let cases = cases.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let texts: Vec<String> = cases.filter_map(|case| Some(case["input"].as_str()?.to_owned())).collect();
    let strict = anyurl::Options::new();
    let all = [strict, strict.lenient(), strict.rfc1738(), strict.lenient().rfc1738()];
    let (mut input, mut expected) = (String::new(), String::new());
    for text in &texts {
        for (bits, options) in all.into_iter().enumerate() {
            _ = writeln!(input, "{bits} {}", hex(text.as_bytes()));
            expected += &expect(text, options);
            expected.push('\n');
        }
    }
    let found = answer(checked(&compiled("cases")), input);
    for (n, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{:?} with options {}", texts[n / all.len()], n % all.len());
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// A marker in each secret of the schemes, one of which a registry file declares: URLs show none, nor do the errors of those
/// that are not valid.
#[test]
fn people_see_no_marker() {
    const STRICT: u32 = 0;
    const ENDS: [&str; 4] = ["", " ", "%", "~\u{1F511}"];
    let rows = include_str!("../../../../testdata/marked_urls.jsonl").lines();
    let rows: Vec<serde_json::Value> = rows.map(|row| serde_json::from_str(row).unwrap()).collect();
    let mut input = String::new();
    for row in &rows {
        for end in ENDS {
            _ = writeln!(input, "{STRICT} {}", hex(format!("{}{end}", row["url"].as_str().unwrap()).as_bytes()));
        }
    }
    let mut command = checked(&compiled("marked"));
    command.arg("../../cli/tests/data/secret.toml");
    let printed = answer(command, input);
    let has_marker = |line: &str| {
        let line = line.to_ascii_lowercase();
        rows.iter().any(|row| line.contains(&row["marker"].as_str().unwrap().to_ascii_lowercase()))
    };
    let (shown, data): (Vec<_>, Vec<_>) = printed.lines().partition(|line| line.starts_with("shown "));
    let wrong: Vec<_> = shown.iter().filter(|line| has_marker(line)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(shown.iter().filter(|line| line.contains("***")).count() > 2 * rows.len());
    assert!(data.len() >= rows.len() && data.iter().all(|line| has_marker(line)));
}
