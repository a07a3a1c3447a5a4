//! Passes the target triple to the crate, and tells whether the target has ELF files.

fn main() {
    let variable = |name| std::env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=ANYURL_TARGET={}", variable("TARGET"));
    println!("cargo::rustc-check-cfg=cfg(elf)");
    if std::env::var_os("CARGO_CFG_UNIX").is_some() && variable("CARGO_CFG_TARGET_VENDOR") != "apple" {
        println!("cargo::rustc-cfg=elf");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
