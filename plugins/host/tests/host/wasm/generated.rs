//! Modules and answers that are generated: nothing panics, no span is outside the text, and each call ends.

use anyurl_host::wasm::ModuleLimits;
use proptest::prelude::*;

use crate::wasm::support::{PARSE, Parts, load_with, trusting};
use crate::wasm::use_all::use_all;

fn limits() -> ModuleLimits {
    ModuleLimits::new().fuel(50).memory(1 << 18)
}

/// Instructions of which each leaves the stack as it was, with arguments that are often wrong.
fn instruction() -> impl Strategy<Value = String> {
    let number =
        prop_oneof![Just(0), Just(1), Just(7), Just(8), Just(0x1_0000), Just(0x1_0001), Just(0x2_0000), any::<i32>()];
    let local = prop_oneof![
        Just("$url"),
        Just("$len"),
        Just("$begin"),
        Just("$out"),
        Just("$cap"),
        Just("$out_len"),
        Just("$error"),
        Just("$n")
    ];
    prop_oneof![
        (local.clone(), 0..80_u32, number.clone()).prop_map(|(at, offset, number)| {
            format!("(i32.store offset={offset} (local.get {at}) (i32.const {number}))")
        }),
        (local.clone(), number.clone()).prop_map(|(at, number)| {
            format!("(local.set {at} (i32.add (local.get {at}) (i32.const {number})))")
        }),
        (local.clone(), local.clone(), 0..64_u32).prop_map(|(to, from, offset)| {
            format!("(local.set {to} (i32.load offset={offset} (local.get {from})))")
        }),
        (local.clone(), number.clone()).prop_map(|(at, len)| {
            format!("(memory.fill (local.get {at}) (i32.const 255) (i32.const {len}))")
        }),
        number.clone().prop_map(|pages| format!("(drop (memory.grow (i32.const {pages})))")),
        local.clone().prop_map(|at| format!("(if (local.get {at}) (then (return (local.get {at}))))")),
        local.clone().prop_map(|at| format!("(loop $again (local.set {at} (i32.sub (local.get {at}) (i32.const 1))) (br_if $again (local.get {at})))")),
        local.prop_map(|at| format!("(if (i32.eqz (local.get {at})) (then (unreachable)))")),
        Just("(drop (call $parse (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4) (local.get 5) (local.get 6) (local.get 7) (local.get 8)))".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn generated_functions_do_no_harm(
        before in prop::collection::vec(instruction(), 0..12),
        ends_well in any::<bool>(),
        status in prop_oneof![Just(0), Just(1), Just(-1), Just(-2), any::<i32>()],
        text in "x-note:[a-z%0-9 ~\u{e9}#]{0,40}",
    ) {
        let end = if ends_well { PARSE.to_owned() } else { format!("(i32.const {status})") };
        let parse = format!("{} {end}", before.concat());
        let canonicalize = parse.replace("$begin", "$spans").replace("$flags", "$n_spans").replace("$parse", "$canonicalize");
        let more = format!(
            "(func $canonicalize (export \"anyurl_canonicalize\")
               (param $scheme i32) (param $url i32) (param $len i32) (param $spans i32) (param $n_spans i32)
               (param $out i32) (param $cap i32) (param $out_len i32) (param $error i32) (result i32) (local $n i32)
               {canonicalize})"
        );
        let module = Parts { more: &more, parse: &parse, ..Parts::default() };
        let registry = load_with(&module.bytes(), &trusting().limits(limits())).unwrap();
        use_all(&registry, &text);
        use_all(&registry, "x-note:abc");
    }

    #[test]
    fn changed_bytes_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut module = Parts::default().bytes();
        for (at, byte) in changes {
            let at = at.index(module.len());
            module[at] = byte;
        }
        if let Ok(registry) = load_with(&module, &trusting().limits(limits())) {
            use_all(&registry, "x-note:a%20b");
        }
    }
}
