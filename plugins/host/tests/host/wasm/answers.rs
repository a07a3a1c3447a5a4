//! What a module does in `anyurl_parse`: each violation of the contract rejects the URL, and does not affect the next one.

use anyurl_core::{Environment, ErrorKind, Options};
use anyurl_host::Violation;
use anyurl_host::wasm::ModuleLimits;

use crate::wasm::support::{FACTS, PARSE, Parts, load_with, registry, trusting, with_limits};
use crate::wasm::use_all::use_all;

/// A body of `anyurl_parse`, and the violation.
const BODIES: &[(&str, Violation)] = &[
    // It does not end, or ends itself.
    ("(loop $again (br $again)) (i32.const 0)", Violation::Fuel),
    (
        "(loop $again (local.set $n (i32.add (local.get $n) (i32.const 1))) (br_if $again (i32.const 1))) (i32.const 0)",
        Violation::Fuel,
    ),
    ("(unreachable)", Violation::Trap),
    ("(i32.div_u (i32.const 1) (i32.const 0))", Violation::Trap),
    ("(i32.rem_s (i32.const 1) (i32.const 0))", Violation::Trap),
    ("(i32.div_s (i32.const 0x80000000) (i32.const -1))", Violation::Trap),
    (
        "(call $parse (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4) (local.get 5) (local.get 6) (local.get 7) (local.get 8))",
        Violation::Trap,
    ),
    (
        "(return_call $parse (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4) (local.get 5) (local.get 6) (local.get 7) (local.get 8))",
        Violation::Fuel,
    ),
    // Instructions that do much at once take fuel for all of it.
    (
        "(loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const 131072)) (br $again)) (i32.const 0)",
        Violation::Fuel,
    ),
    (
        "(loop $again (memory.copy (i32.const 0) (i32.const 1) (i32.const 131071)) (br $again)) (i32.const 0)",
        Violation::Fuel,
    ),
    ("(loop $again (drop (memory.grow (i32.const 0))) (br $again)) (i32.const 0)", Violation::Fuel),
    // Memory that it does not have.
    ("(i32.load (i32.const -4))", Violation::Trap),
    ("(i32.load offset=4294967295 (i32.const 1))", Violation::Trap),
    ("(i32.store (i32.const 131069) (i32.const 1)) (i32.const 0)", Violation::Trap),
    ("(memory.fill (i32.const 0) (i32.const 1) (i32.const -1)) (i32.const 0)", Violation::Trap),
    ("(memory.copy (i32.const 0) (i32.const 131072) (i32.const 1)) (i32.const 0)", Violation::Trap),
    ("(drop (memory.grow (i32.const 65000))) (i32.const 0)", Violation::Memory),
    ("(drop (memory.grow (i32.const -1))) (i32.const 0)", Violation::Count),
    ("(loop $again (drop (memory.grow (i32.const 1))) (br $again)) (i32.const 0)", Violation::Memory),
    // Statuses.
    ("(i32.const 77)", Violation::Status),
    ("(i32.const 6)", Violation::Status),
    ("(i32.const 0x80000000)", Violation::Status),
    ("(i32.const -6)", Violation::Status),
    ("(i32.const -100)", Violation::Panic),
    ("(i32.const -2)", Violation::Failed),
    ("(i32.const -3)", Violation::Failed),
    ("(i32.const -4)", Violation::Failed),
    // Numbers of spans.
    ("(i32.const 0)", Violation::Count),
    ("(i32.store (local.get $out_len) (i32.const 17)) (i32.const 0)", Violation::Count),
    ("(i32.store (local.get $out_len) (i32.const 4096)) (i32.const 0)", Violation::Count),
    ("(i32.store (local.get $out_len) (i32.const 4096)) (i32.const -1)", Violation::Count),
    ("(i32.store (local.get $out_len) (i32.const -2)) (i32.const -1)", Violation::Count),
    ("(i32.store (local.get $out_len) (i32.const 1)) (i32.const -1)", Violation::Count),
    // Spans.
    (
        "(i32.store (local.get $out) (i32.const 0x10000)) (i32.store offset=4 (local.get $out) (i32.const 0)) (i32.store offset=8 (local.get $out) (i32.const 7)) (i32.store (local.get $out_len) (i32.const 1)) (i32.const 0)",
        Violation::Span,
    ),
    (
        "(i32.store (local.get $out) (i32.const 0x10000)) (i32.store offset=4 (local.get $out) (i32.const 7)) (i32.store offset=8 (local.get $out) (i32.const 4000)) (i32.store (local.get $out_len) (i32.const 1)) (i32.const 0)",
        Violation::Span,
    ),
    (
        "(i32.store (local.get $out) (i32.const 0x10000)) (i32.store offset=4 (local.get $out) (i32.const 9)) (i32.store offset=8 (local.get $out) (i32.const 8)) (i32.store (local.get $out_len) (i32.const 1)) (i32.const 0)",
        Violation::Span,
    ),
    (
        "(i32.store (local.get $out) (i32.const 0x10001)) (i32.store offset=4 (local.get $out) (i32.const 7)) (i32.store offset=8 (local.get $out) (i32.const 7)) (i32.store (local.get $out_len) (i32.const 1)) (i32.const 0)",
        Violation::Kind,
    ),
    (
        "(i32.store (local.get $out) (i32.const 99)) (i32.store offset=4 (local.get $out) (i32.const 7)) (i32.store offset=8 (local.get $out) (i32.const 7)) (i32.store (local.get $out_len) (i32.const 1)) (i32.const 0)",
        Violation::Kind,
    ),
    (
        "(i32.store (local.get $out) (i32.const 0x20000)) (i32.store offset=4 (local.get $out) (i32.const 7)) (i32.store offset=8 (local.get $out) (i32.const 7)) (i32.store (local.get $out_len) (i32.const 1)) (i32.const 0)",
        Violation::Lenient,
    ),
    // A count without spans: the buffer has zeros there, which are no component.
    ("(i32.store (local.get $out_len) (i32.const 2)) (i32.const 0)", Violation::Span),
    // Errors.
    ("(i32.store offset=4 (local.get $error) (i32.const 4000)) (i32.const 1)", Violation::Error),
    (
        "(i32.store offset=4 (local.get $error) (i32.const 7)) (i32.store offset=8 (local.get $error) (i32.const 7)) (i32.store offset=12 (local.get $error) (i32.const 5)) (i32.const 1)",
        Violation::Error,
    ),
    (
        "(i32.store offset=4 (local.get $error) (i32.const 7)) (i32.store offset=8 (local.get $error) (i32.const 7)) (i32.store offset=16 (local.get $error) (i32.const 2)) (i32.const 1)",
        Violation::Error,
    ),
];

#[test]
fn violations_reject_the_url() {
    for (parse, violation) in BODIES {
        let registry = registry(&Parts { parse, ..Parts::default() });
        // The second call has a new instance, if the first one was stopped.
        for _ in 0..2 {
            let error = registry.parse("x-note:hello").map(|_| ()).expect_err(parse);
            assert_eq!(
                (error.kind(), error.rule(), error.span().range()),
                (ErrorKind::Forbidden, "plugin", 7..12),
                "{parse}"
            );
            let is_stop = matches!(violation, Violation::Fuel | Violation::Memory | Violation::Trap);
            let beginning = if is_stop { "the plugin `note` of this scheme" } else { violation.requirement().text() };
            assert!(error.requirement().text().starts_with(beginning), "{parse}: {error}");
        }
    }
}

/// A body of `anyurl_parse` of a module with the table `$table`, and the violation.
const TABLES: &[(&str, Violation)] = &[
    (
        "(loop $again (table.fill $table (i32.const 0) (ref.null func) (i32.const 10000)) (br $again)) (i32.const 0)",
        Violation::Fuel,
    ),
    (
        "(loop $again (table.copy $table $table (i32.const 0) (i32.const 1) (i32.const 9999)) (br $again)) (i32.const 0)",
        Violation::Fuel,
    ),
    (
        "(loop $again (drop (table.grow $table (ref.null func) (i32.const 1))) (br $again)) (i32.const 0)",
        Violation::Memory,
    ),
    ("(drop (table.get $table (i32.const 10000))) (i32.const 0)", Violation::Trap),
    ("(call_indirect $table (i32.const 0)) (i32.const 0)", Violation::Trap),
];

#[test]
fn tables_are_limited() {
    for (parse, violation) in TABLES {
        let registry = registry(&Parts { more: "(table $table 10000 funcref)", parse, ..Parts::default() });
        let error = registry.parse("x-note:hello").map(|_| ()).expect_err(parse);
        let what = match violation {
            Violation::Fuel => "ran out of fuel",
            Violation::Memory => "ran out of memory",
            _ => "trapped",
        };
        assert!(error.requirement().text().contains(what), "{parse}: {error}");
    }
}

/// The end of the host in the schemepart `//h.evil.example/a`, and whether nothing is left out.
const HOSTS: [(u32, bool); 5] = [(3, false), (4, false), (9, false), (15, false), (16, true)];

#[test]
fn a_host_that_is_cut_off_rejects_the_url() {
    let facts = FACTS.replace("component = [", "component = [{ name = \"host\", role = \"common\" }, ");
    let facts = facts.replace("template = \"", "template = \"//{host}/");
    for (end, is_whole) in HOSTS {
        let parse = format!(
            "(i32.store (local.get $out) (i32.const 3))
             (i32.store offset=4 (local.get $out) (i32.add (local.get $begin) (i32.const 2)))
             (i32.store offset=8 (local.get $out) (i32.add (local.get $begin) (i32.const {end})))
             (i32.store (local.get $out_len) (i32.const 1))
             (i32.const 0)"
        );
        let registry = registry(&Parts { parse: &parse, facts: &facts, ..Parts::default() });
        for options in [Options::new(), Options::new().lenient()] {
            let outcome = registry.parser().options(options).parse("x-note://h.evil.example/a").map(|_| ());
            let requirement = outcome.map_err(|error| error.requirement().text().to_owned());
            let expected = Err(Violation::Authority.requirement().text().to_owned());
            assert_eq!(requirement, if is_whole { Ok(()) } else { expected }, "{end}");
        }
    }
}

#[test]
fn memory_may_grow_during_a_call() {
    let parse = format!("(drop (memory.grow (i32.const 1))) {PARSE}");
    let registry = registry(&Parts { parse: &parse, ..Parts::default() });
    let accepted = (0..100).map(|_| registry.parse("x-note:a").is_ok()).collect::<Vec<_>>();
    // 62 calls grow the memory from 2 to 64 pages, and after each trap there is a new one.
    assert_eq!(accepted, (0..100).map(|n| n != 62).collect::<Vec<_>>());
}

#[test]
fn a_component_may_begin_and_end_anywhere() {
    // Between the bytes of a character, and within an escape. The answer is the text: its third and fifth byte.
    let parse = "
        (i32.store (local.get $out) (i32.const 0x10000))
        (i32.store offset=4 (local.get $out) (i32.add (local.get $begin) (i32.sub (i32.load8_u offset=7 (local.get $url)) (i32.const 65))))
        (i32.store offset=8 (local.get $out) (i32.add (local.get $begin) (i32.sub (i32.load8_u offset=8 (local.get $url)) (i32.const 65))))
        (i32.store (local.get $out_len) (i32.const 1))
        (i32.const 0)";
    let registry = registry(&Parts { parse, ..Parts::default() });
    for (start, end) in (0..20).flat_map(|start| (start..20).map(move |end| (start, end))) {
        let [start, end] = [start, end].map(|offset| char::from(b'A' + offset));
        for text in ["%41%C3%A9a%0D", "\u{e9}\u{1f600} ~%", "%c3%a9\u{20ac}#\u{e9}"] {
            use_all(&registry, &format!("x-note:{start}{end}{text}"));
        }
    }
}

#[test]
fn what_ran_out_and_how_to_raise_the_limit_is_said() {
    for (parse, text, help) in [
        (
            "(loop $again (br $again)) (unreachable)",
            "ran out of fuel: it may use 1000 for each byte of a URL",
            "`fuel`",
        ),
        ("(memory.grow (i32.const 9000))", "ran out of memory: it may use 4194304 bytes", "`memory`"),
    ] {
        let registry = registry(&Parts { parse, ..Parts::default() });
        let error = registry.parse("x-note:hello").unwrap_err();
        assert_eq!(error.requirement().text(), format!("the plugin `note` of this scheme {text}"));
        assert!(error.requirement().help().contains(help), "{error}");
    }
}

/// A body of `anyurl_buffer`, and the violation.
const BUFFERS: &[(&str, Violation)] = &[
    ("(i32.const 0)", Violation::Memory),
    ("(i32.const 4)", Violation::Buffer),
    ("(i32.const 1001)", Violation::Buffer),
    ("(i32.const 131072)", Violation::Buffer),
    ("(i32.const 131064)", Violation::Buffer),
    ("(i32.const -8)", Violation::Buffer),
    ("(i32.const 0x80000000)", Violation::Buffer),
    ("(loop $again (br $again)) (i32.const 8)", Violation::Fuel),
    ("(unreachable)", Violation::Trap),
];

#[test]
fn a_buffer_must_be_in_the_memory() {
    for (buffer, violation) in BUFFERS {
        let registry = registry(&Parts { buffer, ..Parts::default() });
        let error = registry.parse("x-note:hello").map(|_| ()).expect_err(buffer);
        let beginning = match violation {
            Violation::Buffer => violation.requirement().text(),
            _ => "the plugin `note` of this scheme",
        };
        assert!(error.requirement().text().starts_with(beginning), "{buffer}: {error}");
    }
}

#[test]
fn a_module_may_write_over_its_own_buffer() {
    // Over the error, the number, the spans and the text, and what it claims then is checked.
    let fill = "(memory.fill (local.get $error) (i32.const 255) (i32.const 400)) (i32.const 0)";
    let registry = registry(&Parts { parse: fill, ..Parts::default() });
    assert_eq!(registry.parse("x-note:a").unwrap_err().rule(), "plugin");
}

#[test]
fn an_error_of_a_module_is_that_of_its_scheme() {
    let parse = "(i32.store offset=4 (local.get $error) (i32.const 7)) (i32.store offset=8 (local.get $error) (i32.const 7))
        (i32.store offset=12 (local.get $error) (i32.const 0x10000)) (i32.store offset=16 (local.get $error) (i32.const 1))
        (i32.const 2)";
    let registry = registry(&Parts { parse, ..Parts::default() });
    let error = registry.parse("x-note:").unwrap_err();
    assert_eq!(error.to_string(), "missing text: a note has a text (the handbook)");
}

#[test]
fn an_instance_that_trapped_is_thrown_away() {
    // Counts its calls, writes the number as the end of the text, and traps in the third.
    let more = "(global $calls (mut i32) (i32.const 0))";
    let parse = format!(
        "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
         (if (i32.eq (global.get $calls) (i32.const 3)) (then (unreachable)))
         {}",
        PARSE.replace("(local.get $len))", "(i32.add (local.get $begin) (global.get $calls)))")
    );
    let registry = registry(&Parts { more, parse: &parse, ..Parts::default() });
    let text = |registry: &anyurl_core::Registry| {
        registry.parse("x-note:abcdef").ok().map(|url| url.component("text").unwrap().text().to_owned())
    };
    let texts: Vec<_> = (0..6).map(|_| text(&registry)).collect();
    let expected = [Some("a"), Some("ab"), None, Some("a"), Some("ab"), None];
    assert_eq!(texts, expected.map(|text| text.map(str::to_owned)));
}

#[test]
fn fuel_that_just_suffices() {
    // Runs once for each byte of the text.
    let parse = format!(
        "(local.set $n (local.get $len))
         (loop $again (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $again (local.get $n)))
         {PARSE}"
    );
    let module = Parts { parse: &parse, ..Parts::default() }.bytes();
    let text = format!("x-note:{}", "a".repeat(20_000));
    let accepts = |fuel| with_limits(&module, ModuleLimits::new().fuel(fuel)).parse(&text).is_ok();
    let enough = (1..64).find(|fuel| accepts(*fuel)).expect("fuel that suffices");
    assert!(enough > 1, "one instruction for each byte");
    for _ in 0..3 {
        assert!(accepts(enough) && !accepts(enough - 1), "{enough}");
    }
}

/// The bounds leave a tenth for the loop, and for what the interpreter counts otherwise.
#[test]
fn an_instruction_uses_a_unit_of_fuel() {
    // Three instructions, a hundred times for each byte of the text.
    let store = "(i32.store (local.get $out) (local.get $n))";
    let parse = format!(
        "(local.set $n (local.get $len))
         (loop $again {} (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $again (local.get $n)))
         {PARSE}",
        store.repeat(100)
    );
    let module = Parts { parse: &parse, ..Parts::default() }.bytes();
    let text = format!("x-note:{}", "a".repeat(20_000));
    for (fuel, suffices) in [(270, false), (330, true)] {
        let registry = with_limits(&module, ModuleLimits::new().fuel(fuel));
        assert_eq!(registry.parse(&text).is_ok(), suffices, "{fuel}");
    }
}

#[test]
fn texts_longer_than_the_buffer_are_refused_or_fit() {
    let registry = registry(&Parts::default());
    for len in [0, 1, 900, 1000, 20_000, 60_000] {
        assert!(registry.parse(&format!("x-note:{}", "a".repeat(len))).is_ok(), "{len}");
    }
    let error = registry.parse(&format!("x-note:{}", "a".repeat(70_000))).unwrap_err();
    assert!(error.requirement().text().contains("ran out of memory"), "{error}");
    assert!(registry.parse("x-note:a").is_ok());
}

#[test]
fn lenient_mode_allows_many_deviations() {
    // As many deviations as bytes: the host asks again with more room.
    let parse = "
        (local.set $n (i32.sub (local.get $len) (local.get $begin)))
        (i32.store (local.get $out_len) (local.get $n))
        (if (i32.gt_u (local.get $n) (local.get $cap)) (then (return (i32.const -1))))
        (block $done (loop $again
          (br_if $done (i32.eqz (local.get $n)))
          (i32.store (local.get $out) (i32.const 0x20000))
          (i32.store offset=4 (local.get $out) (local.get $begin))
          (i32.store offset=8 (local.get $out) (i32.add (local.get $begin) (i32.const 1)))
          (local.set $out (i32.add (local.get $out) (i32.const 12)))
          (local.set $begin (i32.add (local.get $begin) (i32.const 1)))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br $again)))
        (i32.const 0)";
    let registry = registry(&Parts { parse, ..Parts::default() });
    let parser = registry.parser().options(Options::new().lenient());
    for (len, is_accepted) in [(16, true), (17, true), (4096, true), (4097, false)] {
        assert_eq!(parser.parse(&format!("x-note:{}", "a".repeat(len))).is_ok(), is_accepted, "{len}");
    }
}

#[test]
fn messages_are_sanitized() {
    let parse = "
        (i32.store offset=20 (local.get $error) (i32.const 4000))
        (if (i32.load offset=32 (local.get $error))
          (then (i32.store (i32.load offset=32 (local.get $error)) (i32.const 0x6d315b1b))))
        (i32.store offset=4 (local.get $error) (i32.const 7)) (i32.store offset=8 (local.get $error) (i32.const 8))
        (i32.const 1)";
    let registry = registry(&Parts { parse, ..Parts::default() });
    let error = registry.parse("x-note:abc").unwrap_err();
    let explanation = registry.explain("x-note:abc", Options::new(), &error);
    assert_eq!(explanation.message.as_deref(), Some("\u{FFFD}[1m"));
}

#[test]
fn steps_are_data() {
    let registry = registry(&Parts::default());
    let url = registry.parse("x-note:hello").unwrap();
    let plan = url.plan(&Environment::new().news_server("news.example", 119)).unwrap();
    assert!(format!("{:?}", plan.steps()).contains("hello"), "{plan:?}");
    let url = registry.parse("x-note:a%0D%0AQUIT").unwrap();
    assert!(url.plan(&Environment::new()).is_err());
}

#[test]
fn limits_of_one_registry_do_not_affect_another() {
    let parse = format!(
        "(local.set $n (i32.const 100000)) (loop $again (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $again (local.get $n))) {PARSE}"
    );
    let module = Parts { parse: &parse, ..Parts::default() }.bytes();
    let [small, large] =
        [1, 10_000].map(|fuel| load_with(&module, &trusting().limits(ModuleLimits::new().fuel(fuel))).unwrap());
    assert!(small.parse("x-note:a").is_err() && large.parse("x-note:a").is_ok() && small.parse("x-note:a").is_err());
}

/// What [`instructions`] need in a module.
pub(super) const AROUND: &str = "(global $global (mut i32) (i32.const 0)) (data $data \"a\") (func $called)
    (table $table 2 funcref) (elem (table $table) (i32.const 0) func $called) (elem $element func $called)";

/// Instructions with their operands, of which each leaves nothing behind.
pub(super) fn instructions() -> Vec<String> {
    const UNARY: &[&str] = &["clz", "ctz", "popcnt", "eqz", "extend8_s", "extend16_s"];
    const BINARY: &[&str] = &[
        "add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl",
        "rotr", "eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u",
    ];
    const LOADS: &[&str] = &["load", "load8_s", "load8_u", "load16_s", "load16_u"];
    const STORES: &[&str] = &["store", "store8", "store16"];
    const OTHERS: &[&str] = &[
        "nop",
        "(drop (i32.wrap_i64 (i64.load (local.get $out))))",
        "(drop (i64.extend_i32_s (local.get $n)))",
        "(drop (i64.extend_i32_u (local.get $n)))",
        "(drop (i64.load32_s (local.get $out)))",
        "(drop (i64.load32_u (local.get $out)))",
        "(i64.store32 (local.get $out) (i64.const 1))",
        "(drop (select (local.get $n) (local.get $len) (local.get $cap)))",
        "(drop (local.tee $n (i32.const 1)))",
        "(global.set $global (global.get $global))",
        "(block $out (br_if $out (local.get $len)))",
        "(block $out (br_table $out $out $out (local.get $n)))",
        "(if (local.get $n) (then nop) (else nop))",
        "(call $called)",
        "(call_indirect (i32.const 0))",
        "(drop (memory.size))",
        "(drop (memory.grow (i32.const 0)))",
        "(memory.fill (local.get $out) (i32.const 0) (i32.const 8))",
        "(memory.copy (local.get $out) (local.get $url) (i32.const 8))",
        "(memory.init $data (local.get $out) (i32.const 0) (i32.const 1))",
        "(drop (table.size $table))",
        "(drop (table.grow $table (ref.null func) (i32.const 0)))",
        "(table.set $table (i32.const 1) (table.get $table (i32.const 0)))",
        "(table.fill $table (i32.const 1) (ref.func $called) (i32.const 1))",
        "(table.copy $table $table (i32.const 1) (i32.const 0) (i32.const 1))",
        "(table.init $table $element (i32.const 1) (i32.const 0) (i32.const 1))",
        "(drop (ref.is_null (ref.null func)))",
    ];
    let sized = ["i32", "i64"].into_iter().flat_map(|size| {
        let loaded = format!("({size}.load (local.get $out))");
        let unary = UNARY.iter().map(move |one| format!("(drop ({size}.{one} ({size}.load (local.get $out))))"));
        let binary = BINARY.iter().map(move |one| format!("(drop ({size}.{one} {loaded} ({size}.const 3)))"));
        let loads = LOADS.iter().map(move |one| format!("(drop ({size}.{one} (local.get $out)))"));
        let stores = STORES.iter().map(move |one| format!("({size}.{one} (local.get $out) ({size}.const 1))"));
        unary.chain(binary).chain(loads).chain(stores)
    });
    sized.chain(OTHERS.iter().map(|one| (*one).to_owned())).collect()
}

/// In a release build, the interpreter goes from one instruction to the next by a call that must become a jump: otherwise
/// a loop would overflow the stack of the program.
#[test]
fn every_instruction_can_be_in_a_long_loop() {
    for instruction in instructions() {
        let parse = format!("(loop $again {instruction} (br $again)) (unreachable)");
        let registry = registry(&Parts { more: AROUND, parse: &parse, ..Parts::default() });
        let error = registry.parse("x-note:a").map(|_| ()).expect_err(&instruction);
        assert!(error.requirement().text().contains("ran out of fuel"), "{instruction}: {error}");
    }
}
