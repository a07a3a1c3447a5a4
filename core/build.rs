//! Says which backends of `src/simd` are compiled, as `cfg(backend = "…")`: those of the target, or those that
//! `--cfg anyurl_backend="…"` leaves (docs/decisions/0020-byte-masks.md).
//!
//! `links` in Cargo.toml, which keeps a second core out of the graph, asks for a build script too.

use std::env;

/// The backends of x86-64, the widest first. Every processor has the last one.
const X86_64: &[&str] = &["avx512", "avx2", "sse2"];

/// The backends of aarch64.
const AARCH64: &[&str] = &["neon"];

/// The backend of all other targets, which can be forced on these too.
const PORTABLE: &[&str] = &["portable"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(r#"cargo::rustc-check-cfg=cfg(backend, values("avx512", "avx2", "sse2", "neon", "portable"))"#);
    let of_target = of_target();
    let forced = cfg("ANYURL_BACKEND");
    if let Some(names) = select(of_target, &forced) {
        for name in names {
            println!("cargo::rustc-cfg=backend=\"{name}\"");
        }
    } else {
        let (arch, known) = (cfg("TARGET_ARCH"), of_target.join("`, `"));
        println!(
            "cargo::error=`--cfg anyurl_backend=\"{forced}\"` for {arch}, which has only `{known}`, and `portable`"
        );
    }
}

/// The value of a `cfg` of the target.
fn cfg(name: &str) -> String {
    env::var(format!("CARGO_CFG_{name}")).unwrap_or_default()
}

/// The backends of the target.
fn of_target() -> &'static [&'static str] {
    let features = cfg("TARGET_FEATURE");
    let has = |feature| features.split(',').any(|name| name == feature);
    match (cfg("TARGET_ARCH").as_str(), cfg("TARGET_ENDIAN").as_str()) {
        // Targets without an operating system may lack these.
        ("x86_64", _) if has("sse2") => X86_64,
        ("aarch64", "little") if has("neon") => AARCH64,
        _ => PORTABLE,
    }
}

/// The backends to compile. A forced one is the widest of them, and those after it are for processors that lack it.
/// `None` if the target does not have it.
fn select(of_target: &'static [&str], forced: &str) -> Option<&'static [&'static str]> {
    match forced {
        "" => Some(of_target),
        "portable" => Some(PORTABLE),
        _ => of_target.iter().position(|name| *name == forced).map(|at| &of_target[at..]),
    }
}
