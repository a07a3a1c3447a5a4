//! Passes the target triple to the crate, and tells what it is built for.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=ANYURL_TARGET={}", variable("TARGET"));
    // Whether the target has ELF files.
    println!("cargo::rustc-check-cfg=cfg(elf)");
    if env::var_os("CARGO_CFG_UNIX").is_some() && variable("CARGO_CFG_TARGET_VENDOR") != "apple" {
        println!("cargo::rustc-cfg=elf");
    }
    // Whether this build is optimized: the build script of wasmi decides by the same how it runs instructions
    // (docs/decisions/0030-modules-are-interpreted.md).
    println!("cargo::rustc-check-cfg=cfg(optimized)");
    if matches!(&*variable("OPT_LEVEL"), "2" | "3" | "s" | "z") {
        println!("cargo::rustc-cfg=optimized");
    }
}
