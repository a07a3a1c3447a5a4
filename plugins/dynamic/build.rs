//! Passes the target triple to the crate, and names the sets of targets that the code distinguishes.

/// Targets with `dl_iterate_phdr`.
const DL_ITERATE_PHDR: [&str; 8] =
    ["linux", "android", "freebsd", "dragonfly", "netbsd", "openbsd", "illumos", "solaris"];

fn main() {
    let variable = |name| std::env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=LOCATOR_TARGET={}", variable("TARGET"));
    println!("cargo::rustc-check-cfg=cfg(elf, dl_iterate_phdr)");
    if std::env::var_os("CARGO_CFG_UNIX").is_some() && variable("CARGO_CFG_TARGET_VENDOR") != "apple" {
        println!("cargo::rustc-cfg=elf");
    }
    if DL_ITERATE_PHDR.contains(&&*variable("CARGO_CFG_TARGET_OS")) {
        println!("cargo::rustc-cfg=dl_iterate_phdr");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
