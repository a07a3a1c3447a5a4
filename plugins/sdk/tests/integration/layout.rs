//! Compares sizes, offsets and constants of the header, of `abi.rs`, and of the published versions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::mem::offset_of;
use std::path::Path;
use std::process::Command;

use anyurl_plugin::{HEADER, abi};
use anyurl_testkit::{module, plugin};

/// Lists the sizes of structs and the offsets of fields: `aup_str.len 8`. Omitting a field is a compile error.
macro_rules! layout {
    ($($rust:ident = $c:literal { $($field:ident),* })*) => {
        [$({
            let _all_fields = |abi::$rust { $($field: _),* }: abi::$rust| {};
            let mut lines = vec![(concat!($c).to_owned(), size_of::<abi::$rust>())];
            $(lines.push((concat!($c, ".", stringify!($field)).to_owned(), offset_of!(abi::$rust, $field)));)*
            lines
        }),*].concat()
    };
}

fn rust() -> Vec<(String, usize)> {
    layout! {
        LocStr = "aup_str" { ptr, len }
        LocHeader = "aup_header" { magic, struct_size, abi_major, abi_minor, abi_minor_needed, reserved }
        LocSpan = "aup_span" { kind, start, end }
        LocComponent = "aup_component" { kind, role, delimiter, flags, name, fallback, plain }
        LocRequirement = "aup_requirement" { id, section, rule, text, help, replacement, fix, reserved }
        LocExample = "aup_example" { url, components }
        LocOutcome = "aup_outcome" { canonical, wire }
        LocReject = "aup_reject" { url, rule, kind, start, end, reserved }
        LocError = "aup_error" { struct_size, start, end, component, requirement, message_len, message_cap, reserved, message }
        LocEdits = "aup_edits" { ctx, replace }
        LocSteps = "aup_steps" { ctx, step }
        LocHost = "aup_host" { struct_size, abi_major, abi_minor, name, version, ctx, log, extension }
        LocScheme = "aup_scheme" {
            struct_size, flags, grammar, status, default_port, n_components, n_requirements, n_references, n_examples,
            n_rejects, name, version, description, syntax, access, steps, name_properties, demonstration, composition,
            reserved, components, requirements, references, examples, rejects, state, parse, plan, canonicalize,
            n_outcomes, reserved_2, outcomes
        }
        LocPlugin = "aup_plugin" {
            header, flags, n_schemes, name, version, host_req, built_with, schemes, init, extension
        }
    }
}

fn printed(lines: &[(String, usize)]) -> String {
    lines.iter().fold(String::new(), |mut text, (name, number)| {
        writeln!(text, "{name} {number}").unwrap();
        text
    })
}

/// An addition to this layout requires a new minor version, any other change a new major version.
#[test]
#[cfg(target_pointer_width = "64")]
fn the_layout_is_that_of_1_1() {
    assert_eq!(printed(&rust()), include_str!("../../testdata/layout-1.1.txt"));
}

/// The structs that begin with their size, and so may grow.
const GROWING: [&str; 4] = ["aup_error", "aup_host", "aup_scheme", "aup_plugin"];

/// A plugin that was compiled for version 1.0 has its fields where a host of this version reads them.
#[test]
#[cfg(target_pointer_width = "64")]
fn the_layout_of_1_0_only_grew() {
    let now = rust();
    for line in include_str!("../../testdata/layout-1.0.txt").lines() {
        let (name, number) = line.split_once(' ').expect("a name and a number");
        let (_, is) = now.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name} is gone"));
        let was = number.parse().unwrap();
        assert!(*is == was || GROWING.contains(&name) && *is > was, "{name} was {was} and is {is}");
    }
}

#[test]
fn the_header_has_the_layout_of_the_rust_types() {
    let mut code = String::from("#include <stdio.h>\n#include \"anyurl_plugin.h\"\nint main(void) {\n");
    for (name, _) in rust() {
        let number = match name.split_once('.') {
            Some((of, field)) => format!("offsetof({of}, {field})"),
            None => format!("sizeof({name})"),
        };
        writeln!(code, "printf(\"{name} %zu\\n\", {number});").unwrap();
    }
    code.push_str("return 0; }\n");
    if let Some(output) = run("layout", &code) {
        assert_eq!(output, printed(&rust()));
    }
}

/// Runs a C program and returns its output; `None` without a compiler.
fn run(name: &str, code: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("{name}.c"));
    fs::write(&source, code).unwrap();
    let program = plugin::compile_program(name, &[&source], &["-std=c99"])?;
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

const STRICT_FLAGS: [&str; 6] = ["-fsyntax-only", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wstrict-prototypes"];

#[test]
fn the_header_is_clean_c99() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean.c");
    fs::write(&source, "#include \"anyurl_plugin.h\"\n#include \"anyurl_plugin.h\"\n").unwrap();
    plugin::check_c("the header as C99", &source, &[&["-std=c99"][..], &STRICT_FLAGS].concat());
}

#[test]
fn the_header_is_clean_cpp17() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean.cpp");
    fs::write(&source, "#include \"anyurl_plugin.h\"\n#include \"anyurl_plugin.h\"\n").unwrap();
    plugin::check_cpp("the header as C++17", &source, &[&["-std=c++17"][..], &STRICT_FLAGS[..5]].concat());
}

/// What crosses the boundary of a module has the sizes that the header names, which the SDK also asserts.
#[test]
fn the_header_is_clean_c99_for_modules() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("module.c");
    let sizes = "typedef char sizes[sizeof(aup_span) == 12 && sizeof(aup_error) == 36 ? 1 : -1];\n";
    let code = format!("#include \"anyurl_plugin.h\"\n#include \"anyurl_plugin.h\"\n{sizes}AUP_MODULE_BUFFER\n");
    fs::write(&source, code).unwrap();
    module::compile("header", &[&source], &STRICT_FLAGS[1..]);
}

/// `#define AUP_X n` and `AUP_X = n` of the header.
fn constants_of_the_header() -> BTreeMap<String, i64> {
    let mut constants = BTreeMap::new();
    for line in HEADER.lines() {
        let words = line.split("/*").next().unwrap_or_default();
        let pairs: Vec<(&str, &str)> = match words.strip_prefix("#define ") {
            Some(define) => define.split_once(' ').into_iter().collect(),
            None => words.split(['{', '}', ',', ';']).filter_map(|one| one.split_once('=')).collect(),
        };
        for (name, value) in pairs {
            let (name, value) = (name.trim(), value.trim().trim_end_matches('u'));
            let number = match value.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16).ok(),
                None => value.parse().ok(),
            };
            if let (Some(name), Some(number)) = (name.strip_prefix("AUP_"), number) {
                constants.insert(name.to_owned(), number);
            }
        }
    }
    constants
}

/// `pub const X: u32 = n;` of `abi.rs`, under the names of the header.
fn constants_of_rust() -> BTreeMap<String, i64> {
    let text = include_str!("../../src/abi.rs");
    let constants = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("pub const ")?.split_once(": ")?;
        let (_, value) = rest.trim_end_matches(';').split_once(" = ")?;
        let value = value.replace('_', "");
        let number = match value.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).ok()?,
            None => value.parse().ok()?,
        };
        let name = match name {
            "MAJOR" | "MINOR" => format!("ABI_{name}"),
            name => name.to_owned(),
        };
        Some((name, number))
    });
    constants.chain([("OK".to_owned(), 0)]).collect()
}

#[test]
fn the_constants_are_those_of_the_header() {
    let (header, rust) = (constants_of_the_header(), constants_of_rust());
    assert!(header.len() > 50, "{header:?}");
    assert_eq!(header, rust);
}
