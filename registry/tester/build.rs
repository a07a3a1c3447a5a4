//! Names the modules that `bindings/web/build` has made: a checkout has none before that, a published package has both.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=modules");
    let folder = |variable| PathBuf::from(env::var_os(variable).expect("set by Cargo"));
    let none = folder("OUT_DIR").join("none");
    fs::write(&none, "").expect("Cargo's own folder can be written");
    for (variable, name) in [("PLAIN", "anyurl.wasm.gz"), ("WITH_INTERPRETER", "anyurl-modules.wasm.gz")] {
        let module = Some(folder("CARGO_MANIFEST_DIR").join("modules").join(name)).filter(|path| path.is_file());
        println!("cargo::rustc-env={variable}={}", module.as_ref().unwrap_or(&none).display());
    }
}
