//! Modules that do what they want neither crash nor hang the host, and use no more memory than they may.
//!
//! Three sorts: a good module with changed bytes, a module whose answers are the bytes of the input, and modules that
//! wasm-smith generates with the exports of a plugin.

#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../../../plugins/host/tests/host/wasm/support.rs"]
mod support;
#[path = "../../../plugins/host/tests/host/wasm/use_all.rs"]
mod use_all;

use std::sync::LazyLock;

use anyurl_host::wasm::ModuleLimits;
use arbitrary::{Result, Unstructured};
use support::{FACTS, Parts};
use wasm_smith::{Config, Module};

/// The bytes that a module answers with, as they are in the template.
const ANSWER: [u8; 512] = [0xA5; 512];

/// A module whose functions copy their answers from a segment of data.
static ANSWERING: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let data = "\\a5".repeat(ANSWER.len());
    let copy = "(memory.copy (local.get $out) (i32.const 100032)
           (select (local.get $cap) (i32.const 480) (i32.lt_u (local.get $cap) (i32.const 480))))
         (memory.copy (local.get $out_len) (i32.const 100000) (i32.const 4))
         (memory.copy (i32.add (local.get $error) (i32.const 4)) (i32.const 100004) (i32.const 20))
         (i32.load8_s (i32.const 100024))";
    let more = format!(
        "(data (i32.const 100000) \"{data}\")
         (func (export \"anyurl_canonicalize\")
           (param $scheme i32) (param $url i32) (param $len i32) (param $spans i32) (param $n_spans i32)
           (param $out i32) (param $cap i32) (param $out_len i32) (param $error i32) (result i32) {copy})"
    );
    Parts { more: &more, parse: copy, ..Parts::default() }.bytes()
});

/// A good module.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| Parts::default().bytes());

/// The exports of a plugin.
static EXPORTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    support::bytes(
        "(module (memory (export \"memory\") 1 8)
           (func (export \"anyurl_buffer\") (param i32) (result i32) unreachable)
           (func (export \"anyurl_parse\") (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) unreachable)
           (func (export \"anyurl_canonicalize\") (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) unreachable))",
    )
});

/// Loads a module, and does everything with its URLs that a program can.
///
/// # Panics
/// If a span is outside the text, or a canonical form has another scheme.
pub fn run(data: &[u8]) {
    let Ok(module) = module(&mut Unstructured::new(data)) else { return };
    let limits = ModuleLimits::new().fuel(50).memory(1 << 19);
    if let Ok(registry) = support::load_with(&module, &support::trusting().limits(limits)) {
        for text in ["x-note:", "x-note:abc", "X-Note:a%20b~\u{e9}#c"] {
            use_all::use_all(&registry, text);
        }
    }
}

/// Inputs of each sort.
pub fn seeds() -> Vec<Vec<u8>> {
    let bytes: Vec<u8> = (0..=255).collect();
    let answer = |bytes: &[u8]| [bytes, &[0; 30]].concat();
    vec![bytes, answer(&[1, 0, 0, 0]), answer(&[5, 0, 0, 0, 8]), vec![0; 64], vec![0xFF; 300]]
}

fn module(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    match input.int_in_range(0..=2)? {
        0 => changed(input),
        1 => answering(input),
        _ => generated(input),
    }
}

/// The good module with some bytes replaced.
fn changed(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut module = GOOD.clone();
    for _ in 0..input.int_in_range(1..=8)? {
        let at = input.choose_index(module.len())?;
        module[at] = input.arbitrary()?;
    }
    Ok(module)
}

/// The module whose answers are the input.
fn answering(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut module = ANSWERING.clone();
    let at = module.windows(ANSWER.len()).position(|window| window == ANSWER).expect("the segment");
    let answer = &mut module[at..at + ANSWER.len()];
    answer.fill(0);
    let len = input.len().min(answer.len());
    answer[..len].copy_from_slice(input.bytes(len)?);
    Ok(module)
}

/// A module that wasm-smith generates, with the facts of a scheme.
fn generated(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let config = Config {
        exports: Some(EXPORTS.clone()),
        max_imports: 0,
        allow_floats: false,
        simd_enabled: false,
        relaxed_simd_enabled: false,
        threads_enabled: false,
        exceptions_enabled: false,
        gc_enabled: false,
        wide_arithmetic_enabled: false,
        tail_call_enabled: false,
        max_memories: 1,
        max_tags: 0,
        ..Config::default()
    };
    let mut module = Module::new(config, input)?.to_bytes();
    let name = b"anyurl.plugin";
    let size = 1 + name.len() + FACTS.len();
    module.push(0);
    let byte = |number: usize| u8::try_from(number).expect("the facts are short");
    module.extend([byte(size & 0x7F | 0x80), byte(size >> 7), byte(name.len())]);
    module.extend(name);
    module.extend(FACTS.as_bytes());
    Ok(module)
}
