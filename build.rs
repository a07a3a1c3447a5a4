//! Generates the entries of the shipped registry file, with the feature `declared`.

#[cfg(feature = "declared")]
#[path = "src/shipped/automata.rs"]
mod automata;
#[cfg(feature = "declared")]
#[path = "src/shipped/entries.rs"]
mod entries;

fn main() {
    #[cfg(feature = "declared")]
    entries::write();
}
