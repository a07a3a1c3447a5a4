//! Generates the entries of the shipped registry file, with the feature `declared`.

#[cfg(feature = "declared")]
#[path = "build/automata.rs"]
mod automata;
#[cfg(feature = "declared")]
#[path = "build/shipped.rs"]
mod shipped;

fn main() {
    #[cfg(feature = "declared")]
    shipped::write();
}
