//! Prepares the registry file that comes with Locator, where it is asked for.

#[cfg(feature = "declared")]
#[path = "build/shelf.rs"]
mod shelf;

fn main() {
    #[cfg(feature = "declared")]
    shelf::write();
}
