//! The typed URLs of an organization: a scheme declared in a registry file, and a type for it.
//!
//! ```sh
//! cargo run --example typed
//! ```

use std::collections::BTreeSet;
use std::sync::LazyLock;

use anyurl::typed::TypedError;
use anyurl::{AddToml, Registry};

/// The default schemes and those of Acme. A mistake in the file fails the test of this crate, not a customer's program.
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let builder = anyurl::registry().to_builder().add_toml("acme.toml", include_str!("acme.toml"));
    builder.unwrap_or_else(|error| panic!("{error}")).build()
});

fn registry() -> &'static Registry {
    &REGISTRY
}

anyurl::typed! {
    /// An artifact of a repository.
    pub struct Artifact built by ArtifactBuilder in registry() for "com.acme.artifact" {
        /// The server.
        host: &str,
        /// The repository.
        repo: Text,
        /// The name.
        name: Text,
        /// The version, or the newest one.
        version: Option<Text>,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let jq: Artifact = "com.acme.artifact://h.example/tools/jq?1.7".parse()?;
    assert_eq!((jq.host(), &*jq.repo(), jq.version().as_deref()), ("h.example", "tools", Some("1.7")));

    // The builder escapes, and asks for what every artifact has.
    let built = Artifact::builder().host("h.example").repo("a/b").name("100%").build()?;
    assert_eq!(built.to_string(), "com.acme.artifact://h.example/a%2Fb/100%25");
    let error = Artifact::builder().host("h.example").repo("tools").build().unwrap_err();
    assert!(matches!(error, TypedError::Missing { component: "name" }), "{error}");

    // Text and order are those of the URL; other schemes are refused, with the name that was meant.
    let all: BTreeSet<Artifact> = [jq.clone(), built].into();
    assert!(all.contains(&jq));
    let error = "com.acme.artifcat://h/a/b".parse::<Artifact>().unwrap_err();
    assert!(error.to_string().contains("must be `com.acme.artifact`"), "{error}");

    // What the type does not have is one step away.
    let key = jq.as_url().canonical_key();
    println!("{jq}\n{key}\n{}", jq.as_url().masked());
    Ok(())
}

#[test]
fn the_scheme_conforms() {
    let entry = registry().get("com.acme.artifact", anyurl::Profile::Current).unwrap();
    anyurl_testkit::check_entry(entry);
}
