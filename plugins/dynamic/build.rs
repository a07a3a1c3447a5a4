//! Tells the crate for which target it is built: a registry file has one library for each.

fn main() {
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=LOCATOR_TARGET={target}");
    println!("cargo::rerun-if-changed=build.rs");
}
