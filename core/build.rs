//! Empty on purpose: `links` in Cargo.toml asks for a build script, and `links` keeps a second core out of the graph.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
