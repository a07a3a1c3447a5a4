//! Says whether this build is optimized, as `cfg(optimized)`: the build script of wasmi decides by the same how it runs
//! instructions (docs/decisions/0030-modules-are-interpreted.md).

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimized)");
    if matches!(env::var("OPT_LEVEL").as_deref(), Ok("2" | "3" | "s" | "z")) {
        println!("cargo::rustc-cfg=optimized");
    }
}
