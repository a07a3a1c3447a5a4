//! Says which backends of `src/simd` are compiled, as `cfg(backend = "…")`: those of the target that the compiler has, or
//! those that `--cfg anyurl_backend="…"` leaves of them (docs/decisions/0020-byte-masks.md).
//!
//! `links` in Cargo.toml, which keeps a second core out of the graph, asks for a build script too.

use std::env;
use std::process::Command;

/// A backend, and the first Rust 1.x that compiles it: it calls the instructions in code that is not `unsafe`.
type Backend = (&'static str, u32);

/// The backends of x86-64, the widest first. Every processor has the last one.
const X86_64: &[Backend] = &[("avx512", 89), ("avx2", 87), ("sse2", 87)];

/// The backends of aarch64.
const AARCH64: &[Backend] = &[("neon", 87)];

/// The backend of all other targets and older compilers, which can be forced on the others too.
const PORTABLE: &str = "portable";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(r#"cargo::rustc-check-cfg=cfg(backend, values("avx512", "avx2", "sse2", "neon", "portable"))"#);
    let available = available();
    let forced = cfg("ANYURL_BACKEND");
    if let Some(names) = select(&available, &forced) {
        for name in names {
            println!("cargo::rustc-cfg=backend=\"{name}\"");
        }
    } else {
        let (arch, known) = (cfg("TARGET_ARCH"), available.join("`, `"));
        println!(
            "cargo::error=`--cfg anyurl_backend=\"{forced}\"` for {arch}: with this compiler it has only `{known}`, and `portable`"
        );
    }
}

/// The value of a `cfg` of the target.
fn cfg(name: &str) -> String {
    env::var(format!("CARGO_CFG_{name}")).unwrap_or_default()
}

/// The backends of the target that the compiler has.
fn available() -> Vec<&'static str> {
    let compiler = minor_version().unwrap_or(0);
    // `std` asks the processor for what the target does not promise.
    let can_ask = env::var_os("CARGO_FEATURE_STD").is_some();
    let is_known = |(name, since): &&Backend| *since <= compiler && (can_ask || !name.starts_with("avx"));
    let known = of_target().iter().filter(is_known);
    let names: Vec<_> = known.map(|(name, _)| *name).collect();
    if names.is_empty() { vec![PORTABLE] } else { names }
}

/// The x of the compiler's version 1.x, if it says one.
fn minor_version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    String::from_utf8(output.stdout).ok()?.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}

/// The backends of the target.
fn of_target() -> &'static [Backend] {
    let features = cfg("TARGET_FEATURE");
    let has = |feature| features.split(',').any(|name| name == feature);
    match (cfg("TARGET_ARCH").as_str(), cfg("TARGET_ENDIAN").as_str()) {
        // Targets without an operating system may lack these.
        ("x86_64", _) if has("sse2") => X86_64,
        ("aarch64", "little") if has("neon") => AARCH64,
        _ => &[],
    }
}

/// The backends to compile. A forced one is the widest of them, and those after it are for processors that lack it.
/// `None` if it is not available.
fn select<'a>(available: &'a [&'static str], forced: &str) -> Option<&'a [&'static str]> {
    match forced {
        "" => Some(available),
        PORTABLE => Some(&[PORTABLE]),
        _ => available.iter().position(|name| *name == forced).map(|at| &available[at..]),
    }
}
