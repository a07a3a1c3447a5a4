//! Schemes of a file that are added to a registry without layers.

use anyurl::{Conflict, Environment, Implementation, Layer, Profile, Registry, RegistryBuilder};
use anyurl_declared::{AddToml, AddTomlError};

const HEADER: &str = "schema = 1\n[registry]\nid = \"com.acme\"\nkind = \"organization\"\ntitle = \"Acme\"\nversion = \"1.0.0\"\nserial = 1\ncontact = [\"urls@acme.example\"]\nchange_controller = \"Acme\"\nclaims = [\"com.acme.*\", \"ftp\"]\n";

/// A `[[scheme]]` with a number.
fn scheme(name: &str, version: &str) -> String {
    format!(
        "[[scheme]]\nname = \"{name}\"\nversion = \"{version}\"\nstatus = \"private\"\ndescription = \"a ticket\"\n\
         syntax = {{ grammar = \"rfc1738\", form = [\"{name}:<number>\"] }}\n\
         access = {{ kind = \"none\", locates = \"name\", operations = [], algorithm = \"Ask the desk.\", name_properties = \"tickets\" }}\n"
    )
}

fn add(to: RegistryBuilder, body: &str) -> Result<Registry, AddTomlError> {
    to.add_toml("acme.toml", format!("{HEADER}{body}")).map(RegistryBuilder::build)
}

#[test]
fn schemes_join_a_registry() {
    let body =
        scheme("com.acme.ticket", "1.0.0") + &scheme("com.acme.ticket", "2.0.0") + &scheme("com.acme.room", "1.0.0");
    let fact = "[[scheme]]\nname = \"com.acme.old\"\nstatus = \"historical\"\ndescription = \"gone\"\n";
    let registry = add(anyurl::registry().to_builder(), &(body + fact)).unwrap();
    assert_eq!(registry.versions("com.acme.ticket").count(), 2);
    let entry = registry.get("com.acme.room", Profile::Rfc1738).unwrap();
    assert_eq!((entry.layer(), entry.implementation()), (Layer::Application, Implementation::Declared));
    assert_eq!(entry.origin().to_string(), "com.acme 1.0.0 at acme.toml:25");
    let url = registry.parse("com.acme.ticket:42").unwrap();
    assert_eq!(url.component("number").unwrap().text(), "42");
    assert!(url.plan(&Environment::new()).is_err());
    assert!(registry.parse("com.acme.old:a").unwrap().is_known());
    let alias = scheme("com.acme.ticket", "1.0.0").replace("status", "alias = [\"com.acme.issue\"]\nstatus");
    let aliased = add(Registry::builder(), &alias).unwrap();
    assert_eq!(aliased.parse("com.acme.issue:42").unwrap().to_canonical(), "com.acme.ticket:42");
    assert_eq!(registry.names().count(), anyurl::registry().names().count() + 3);
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let ticket = scheme("com.acme.ticket", "1.0.0");
    for (body, expect) in [
        (ticket.replace("<number>", "<number"), "acme.toml:16:"),
        (ticket.replace("com.acme.ticket", "org.other.a"), "acme.toml:12:8: error[SR601]: `org.other.a` is outside"),
        (ticket.replace("status", "statsu"), "acme.toml:14:1: error[SR001]"),
        (ticket.replace("access", "# access"), "acme.toml:11:1: error[SR210]"),
        (scheme("ftp", "1.0.0"), "acme.toml:12:8: error"),
        (ticket.clone() + &ticket, "SR005"),
        (
            "[[mask]]\nname = \"ftp\"\n".to_owned(),
            "acme.toml: `add_toml` only adds schemes, and the file has `[[mask]]`",
        ),
        ("[policy]\ndefault = \"never\"\n".to_owned(), "the file has `[policy]`"),
        ("[registry]\n".to_owned(), "acme.toml"),
    ] {
        let error = add(anyurl::registry().to_builder(), &body).unwrap_err().to_string();
        assert!(error.contains(expect), "{expect}:\n{error}");
    }
    let keep = add(anyurl::rfc1738().to_builder().on_conflict(Conflict::Keep), &scheme("ftp", "1.0.0")).unwrap();
    assert!(keep.parse("ftp://h/a").is_ok(), "the conflict policy of the builder applies");
}
