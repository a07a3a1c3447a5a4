//! Prepares the registry file that comes with Locator, where it is asked for.

#[cfg(feature = "declared")]
#[path = "build/shipped.rs"]
mod shipped;

fn main() {
    #[cfg(feature = "declared")]
    shipped::write();
}
