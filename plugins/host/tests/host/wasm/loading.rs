//! Modules that are refused, each for its reason, and nothing is registered.

use anyurl_core::{Profile, Registry};
use anyurl_host::wasm::AddModule;
use anyurl_host::{Hash, PluginErrorKind as Kind, PluginPolicy, Violation};

use crate::wasm::support::{FACTS, Parts, bytes, load, load_with, trusting};

/// Asserts that a module is refused, and returns the problem and the remedy.
#[track_caller]
fn refused(module: &[u8], is_it: impl Fn(&Kind) -> bool) -> String {
    let error = load(module).err().unwrap_or_else(|| panic!("the module is loaded"));
    assert!(is_it(error.kind()), "{:?}", error.kind());
    assert_eq!(error.path().to_str(), Some("note.wasm"));
    assert!(!error.remedy().is_empty());
    error.kind().to_string()
}

#[test]
fn a_good_module_is_loaded() {
    let registry = load(&Parts::default().bytes()).unwrap();
    let url = registry.parse("x-note:hello").unwrap();
    assert_eq!(url.component("text").unwrap().text(), "hello");
    assert_eq!(registry.get("x-note", Profile::Rfc1738).unwrap().implementation().as_str(), "module");
}

#[test]
fn every_prefix_of_a_module_is_refused() {
    let module = Parts::default().bytes();
    // After the facts there are only names for debuggers.
    let facts = module.windows(FACTS.len()).position(|window| window == FACTS.as_bytes()).unwrap();
    for end in 0..facts + FACTS.len() {
        // A module that ends between two sections is valid, but lacks something.
        refused(&module[..end], |kind| matches!(kind, Kind::Invalid(_) | Kind::Sections(0) | Kind::Export(_)));
    }
}

#[test]
fn what_is_no_module_is_refused() {
    for found in [&b""[..], b"\0", b"\x7FELF", b"\0asm", b"\0asm\x02\0\0\0", b"(module)", &[0; 4096]] {
        refused(found, |kind| matches!(kind, Kind::Invalid(_)));
    }
}

/// Found by fuzzing.
#[test]
fn instructions_after_the_end_of_a_function_are_refused() {
    // Types, functions and code: a function without parameters, whose code has an instruction after its `end`.
    let module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x0A\x05\x01\x03\0\x0B\x01";
    refused(module, |kind| matches!(kind, Kind::Invalid(_)));
}

#[test]
fn sections_of_facts_are_checked() {
    let without = |name: &str| Parts::default().text().replace("anyurl.plugin", name);
    refused(&bytes(&without("anyurl.plugins")), |kind| matches!(kind, Kind::Sections(0)));
    refused(&bytes(&without("locator.plugin")), |kind| matches!(kind, Kind::FormerName));
    let twice = Parts { more: "(@custom \"anyurl.plugin\" \"\")", ..Parts::default() };
    refused(&twice.bytes(), |kind| matches!(kind, Kind::Sections(2)));
    for (facts, problem) in [
        ("", "invalid facts: the plugin: `abi` is missing"),
        ("abi = \"2.0\"", "the plugin was built for ABI 2, but this program supports ABI 1"),
        ("abi = \"1.0\"\nname = \"n\"\nversion = \"1.0.0\"", "invalid facts: `schemes` is empty"),
        ("\u{1}", "invalid facts: TOML parse error"),
        (&format!("x = {}", "[".repeat(100_000)), "invalid facts: TOML parse error"),
        (&format!("x{} = 1", ".x".repeat(100_000)), "invalid facts: recursion limit"),
        (
            &FACTS.replace(
                "component = [",
                &format!("component = [{}", "{ name = \"a\", role = \"text\" }, ".repeat(4095)),
            ),
            "invalid facts: scheme `x-note`: `components` is a list of 4096 elements",
        ),
        (
            &FACTS.replace(
                "example = [",
                &format!("example = [{}", "{ url = \"x-note:a\", components = \"\" }, ".repeat(4096)),
            ),
            "invalid facts: scheme `x-note`: `examples` is a list of 4097 elements",
        ),
        (
            &FACTS.replace("x-note:a\"", &format!("x-note:{}\"", "a".repeat(1 << 20))),
            "invalid facts: scheme `x-note`: the texts have more than 1048576 bytes in total",
        ),
    ] {
        let module = Parts { facts, ..Parts::default() }.bytes();
        let error = load_with(&module, &trusting().largest(2 << 20)).map(|_| ()).unwrap_err();
        assert!(matches!(error.kind(), Kind::Facts(_)), "{error}");
        assert!(error.kind().to_string().starts_with(problem), "{error}");
    }
    let twice = FACTS.replacen("[[scheme]]", "[[scheme]]\nX\n[[scheme]]", 1);
    let one = FACTS.split("[[scheme]]").nth(1).unwrap();
    let twice = twice.replacen("\nX\n", one, 1);
    let problem = refused(&Parts { facts: &twice, ..Parts::default() }.bytes(), |kind| matches!(kind, Kind::Facts(_)));
    assert_eq!(problem, "invalid facts: the scheme `x-note` is there twice");
}

#[test]
fn a_module_has_no_imports() {
    for (more, name) in [
        (r#"(import "env" "abort" (func))"#, "env.abort"),
        (
            r#"(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))"#,
            "wasi_snapshot_preview1.fd_write",
        ),
        (r#"(import "a" "b" (global i32))"#, "a.b"),
        (r#"(import "a" "t" (table 1 funcref))"#, "a.t"),
    ] {
        let problem = refused(&Parts { more, ..Parts::default() }.bytes(), |kind| matches!(kind, Kind::Import(_)));
        assert_eq!(problem, format!("the module imports `{name}`, but a plugin has no imports"));
    }
}

#[test]
fn features_that_differ_between_machines_or_cost_much_are_refused() {
    let long = "(func)".repeat(20_000);
    let globals = "(global i32 (i32.const 0))".repeat(2_000);
    for more in [
        "(func (result f64) (f64.const 1))",
        "(func (param f32))",
        "(func (result v128) (v128.const i32x4 0 0 0 0))",
        "(memory 1)",
        // A branch copies all results: such a module of a megabyte would need 260 of them.
        "(func (result i32 i32) (i32.const 0) (i32.const 0))",
        "(type $two (func (result i32 i32))) (func (block (type $two) (i32.const 0) (i32.const 0)) (drop) (drop))",
        &long,
        &globals,
    ] {
        let module = Parts { more, ..Parts::default() };
        refused(&module.bytes(), |kind| matches!(kind, Kind::Invalid(_)));
    }
    refused(&Parts { memory: "(memory (export \"memory\") i64 2)", ..Parts::default() }.bytes(), |kind| {
        matches!(kind, Kind::Invalid(_))
    });
}

/// A call sets all of them to zero for one unit of fuel. Runs of one type add up, and parameters are not counted.
#[test]
fn a_function_has_few_local_variables() {
    let locals = |count: usize| format!("(local {})", "i64 ".repeat(count));
    let module = |more: &str| Parts { more, ..Parts::default() }.bytes();
    assert!(load(&module(&format!("(func (param i32 i32) {})", locals(256)))).is_ok());
    for (more, number) in [
        (format!("(func {})", locals(257)), "function 0 has 257"),
        (format!("(func) (func {} (local i32) {})", locals(128), locals(128)), "function 1 has 257"),
        (format!("(func {})", locals(30_000)), "function 0 has 30000"),
    ] {
        let problem = refused(&module(&more), |kind| matches!(kind, Kind::Locals { limit: 256, .. }));
        assert!(problem.contains(number), "{problem}");
    }
}

#[test]
fn exports_must_exist_and_have_their_types() {
    let text = Parts::default().text();
    let renamed = |name: &str| bytes(&text.replace(&format!("\"{name}\""), "\"other\""));
    for name in ["memory", "anyurl_buffer", "anyurl_parse"] {
        let problem = refused(&renamed(name), |kind| matches!(kind, Kind::Export(_)));
        assert!(problem.contains(&format!("`{name}`")), "{problem}");
    }
    let wider = text.replace("(param $len i32) (result i32)", "(param $len i64) (result i32) (local $x i32)");
    let wider = wider.replace("(i32.gt_u (local.get $len) (i32.const 65536))", "(i32.const 0)");
    refused(&bytes(&wider), |kind| matches!(kind, Kind::Export(_)));
    let odd = Parts { more: "(func (export \"anyurl_canonicalize\"))", ..Parts::default() };
    refused(&odd.bytes(), |kind| matches!(kind, Kind::Export(_)));
}

/// The start function, and what ends it.
const STARTS: &[(&str, Violation)] = &[
    ("(loop $again (br $again))", Violation::Fuel),
    ("(unreachable)", Violation::Trap),
    ("(call $start)", Violation::Trap),
    ("(drop (memory.grow (i32.const 60000)))", Violation::Memory),
    ("(loop $again (drop (memory.grow (i32.const 1))) (br $again))", Violation::Memory),
    ("(drop (i32.load (i32.const -4)))", Violation::Trap),
];

#[test]
fn a_start_function_runs_within_limits() {
    for (body, violation) in STARTS {
        let more = format!("(start $start) (func $start {body})");
        let module = Parts { more: &more, ..Parts::default() };
        refused(&module.bytes(), |kind| matches!(kind, Kind::Start(found) if found == violation));
    }
    let harmless = Parts { more: "(start $start) (func $start)", ..Parts::default() };
    assert!(load(&harmless.bytes()).is_ok());
}

#[test]
fn a_start_function_has_the_fuel_of_an_empty_text() {
    let count = |to: u32| {
        let more = format!(
            "(start $start) (func $start (local $n i32) (local.set $n (i32.const {to}))
               (loop $again (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $again (local.get $n))))"
        );
        Parts { more: &more, ..Parts::default() }.bytes()
    };
    assert!(load(&count(1_000)).is_ok());
    // A call after a trap starts the module again, so this bounds each call.
    refused(&count(256_000), |kind| matches!(kind, Kind::Start(Violation::Fuel)));
}

#[test]
fn what_is_refused_never_starts() {
    let more = "(start $start) (func $start (loop $again (br $again)))";
    let endless = |facts: &str| Parts { more, facts, ..Parts::default() }.bytes();
    refused(&endless(FACTS), |kind| matches!(kind, Kind::Start(_)));
    refused(&endless(&FACTS.replace("x-note", "note")), |kind| matches!(kind, Kind::NameNotAllowed(_)));
    refused(&endless(&FACTS.replace("role = \"text\"", "role = \"none\"")), |kind| matches!(kind, Kind::Facts(_)));
    let later = endless(&FACTS.replacen("name =", "host_req = \">99\"\nname =", 1));
    refused(&later, |kind| matches!(kind, Kind::Facts(_)));
    let first = Registry::builder().add_module("one.wasm", &Parts::default().bytes(), &trusting()).unwrap();
    let error = first.add_module("two.wasm", &endless(FACTS), &trusting()).unwrap_err();
    assert!(matches!(error.kind(), Kind::Taken { .. }), "{error}");
}

#[test]
fn the_memory_that_a_module_begins_with_is_limited() {
    for memory in ["(memory (export \"memory\") 65536)", "(memory (export \"memory\") 65)"] {
        refused(&Parts { memory, ..Parts::default() }.bytes(), |kind| matches!(kind, Kind::Start(Violation::Memory)));
    }
    let table = Parts { more: "(table 1000000000 funcref)", ..Parts::default() };
    refused(&table.bytes(), |kind| matches!(kind, Kind::Start(Violation::Memory)));
    let tables = "(table 10000 funcref)".repeat(9);
    refused(&Parts { more: &tables, ..Parts::default() }.bytes(), |kind| {
        matches!(kind, Kind::Start(Violation::Memory))
    });
    // A segment far outside the memory, and one that claims to have a gigabyte.
    let outside = Parts { more: "(data (i32.const 0x40000000) \"a\")", ..Parts::default() };
    refused(&outside.bytes(), |kind| matches!(kind, Kind::Start(Violation::Trap)));
    let mut module = bytes("(module (memory 1))");
    // The section of data, of a gigabyte: one active segment at 0, and the length of its bytes.
    module.extend([11, 0x88, 0x80, 0x80, 0x80, 4, 1, 0, 0x41, 0, 0x0B, 0x80, 0x80, 0x80, 0x80, 4]);
    refused(&module, |kind| matches!(kind, Kind::Invalid(_)));
}

#[test]
fn a_policy_decides_what_is_loaded() {
    let module = Parts::default().bytes();
    let hash = Hash::new(&module);
    let error = |policy: &PluginPolicy| load_with(&module, policy).map(|_| ()).unwrap_err();
    assert!(matches!(error(&PluginPolicy::new()).kind(), Kind::NotAllowed(_)));
    assert!(matches!(error(&PluginPolicy::new().allow_modules(true)).kind(), Kind::Unpinned(found) if *found == hash));
    let pinned = PluginPolicy::new().allow_modules(true).pin(hash);
    assert!(load_with(&module, &pinned).is_ok());
    let changed = load_with(&[&module[..], b"\0\x01\0"].concat(), &pinned).map(|_| ()).unwrap_err();
    assert!(matches!(changed.kind(), Kind::Hash { expected, .. } if *expected == hash));
    let size = module.len() as u64;
    assert!(matches!(error(&trusting().largest(size - 1)).kind(), Kind::TooLarge { .. }));
    assert!(load_with(&module, &trusting().largest(size)).is_ok());
    assert!(matches!(error(&trusting().only(["x-other"])).kind(), Kind::NameNotAllowed(_)));
    assert!(matches!(error(&trusting().version("^2".parse().unwrap())).kind(), Kind::Facts(_)));
    let ftp = FACTS.replace("x-note", "note");
    let ftp = Parts { facts: &ftp, ..Parts::default() }.bytes();
    assert!(matches!(load(&ftp).map(|_| ()).unwrap_err().kind(), Kind::NameNotAllowed(name) if name == "note"));
    assert!(load_with(&ftp, &trusting().allow_name("note")).is_ok());
}

#[test]
fn two_modules_of_one_scheme_are_refused() {
    let first = Registry::builder().add_module("one.wasm", &Parts::default().bytes(), &trusting()).unwrap();
    let other = Parts { more: "(func)", ..Parts::default() }.bytes();
    let error = first.add_module("two.wasm", &other, &trusting()).unwrap_err();
    assert!(matches!(error.kind(), Kind::Taken { name, .. } if name == "x-note"));
    assert_eq!(error.path().to_str(), Some("two.wasm"));
}

#[test]
fn files_are_read_within_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note.wasm");
    std::fs::write(&path, Parts::default().bytes()).unwrap();
    let module = anyurl_host::wasm::load(&path, &trusting()).unwrap();
    assert_eq!((&*module.facts().name, module.facts().version.to_string()), ("note", "1.2.3".to_owned()));
    assert_eq!(module.memory_size(), 2 * 65536);
    assert!(Registry::builder().add_module_file(&path, &trusting()).is_ok());
    let error = |policy: &PluginPolicy| anyurl_host::wasm::load(&path, policy).map(|_| ()).unwrap_err();
    assert!(matches!(error(&trusting().largest(10)).kind(), Kind::TooLarge { .. }));
    assert!(matches!(error(&PluginPolicy::new()).kind(), Kind::NotAllowed(_)));
    let missing = anyurl_host::wasm::load(folder.path().join("none"), &trusting()).map(|_| ()).unwrap_err();
    assert!(matches!(missing.kind(), Kind::Open { .. }));
}
