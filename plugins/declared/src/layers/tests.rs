//! Tests of the resolution of layers.

use std::fmt::Write;

use anyurl_core::authors::{
    Component, Cursor, PlanBuilder, Registration, RegistrationBuilder, Scheme, Status, Text, text,
};
use anyurl_core::{Environment, Error, PlanError, Profile, Registry, Slot, Url, View};
use proptest::prelude::*;

use super::*;
use crate::format::{Decision, Facet, Finding};

mod adding;
mod faults;
mod gateways;
mod lock;
mod order;
mod overriding;
mod policy;
pub(crate) mod rules;
mod subschemes;

/// A built-in scheme: `builtin://host`, on port 70.
struct BuiltIn;

static BUILTIN: BuiltIn = BuiltIn;

/// The view of [`BuiltIn`].
struct OfBuiltin<'a>(Url<'a>);

impl<'a> View<'a> for OfBuiltin<'a> {
    const SCHEMES: &'static [&'static str] = &["builtin"];
    const COMPONENTS: &'static [&'static str] = &["host"];

    fn from_url(url: Url<'a>) -> Self {
        Self(url)
    }
}

const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT];
const ACCESS: &[Text] = &[text("connect to host:port by TCP")];

static REGISTRATION: Registration = RegistrationBuilder::new("builtin", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("a builtin")
    .port(70)
    .components(COMPONENTS, "//{host}[:{port}]")
    .syntax("builtinurl = \"builtin://\" hostport", "/:")
    .access(ACCESS)
    .demonstration("this test")
    .build();

impl Scheme for BuiltIn {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        static END: anyurl_core::authors::Class = anyurl_core::authors::Class::xchar("end");
        anyurl_core::authors::authority::slashes(at)?;
        anyurl_core::authors::authority::host_port(at)?;
        at.finish(&END, "end")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(anyurl_core::plan::Transport::Tcp)
    }
}

fn base() -> Registry {
    let origin = anyurl_core::authors::Origin::from_crate("builtins", "1.0.0", "builtin.rs", 1);
    let implementation = anyurl_core::Implementation::Static;
    Registry::builder().add_from(&BUILTIN, Layer::Builtin, implementation, origin).unwrap().build()
}

/// Returns a layer of a kind with an id, claims and a body.
fn layer(kind: &str, id: &str, claims: &[&str], body: &str) -> RegistryFile {
    let text = format!(
        "schema = 1\n[registry]\nid = \"{id}\"\nkind = \"{kind}\"\ntitle = \"T\"\nversion = \"1.0.0\"\nserial = 5\n\
         contact = [\"a@b.example\"]\nchange_controller = \"C\"\nclaims = {claims:?}\n{body}"
    );
    let reading = RegistryFile::from_text(&format!("{id}.toml"), text).unwrap();
    reading.load().unwrap_or_else(|error| panic!("{error:?}"))
}

fn public(body: &str) -> RegistryFile {
    layer("public", "public", &[], body)
}

fn org(body: &str) -> RegistryFile {
    layer("organization", "com.example", &["com.example.*", "acme"], body)
}

fn user(body: &str) -> RegistryFile {
    layer("user", "com.example.me", &["com.example.me.*"], body)
}

/// Returns a `[[scheme]]`: `NAME://<host>/<path>`, on port 7.
fn scheme(name: &str, version: &str, status: &str) -> String {
    format!(
        "[[scheme]]\nname = \"{name}\"\nversion = \"{version}\"\nstatus = \"{status}\"\ndescription = \"D of {name}\"\n\
         port = {{ default = 7, transport = [\"tcp\"] }}\nreference = [{{ rfc = 862 }}]\n\
         [scheme.syntax]\ngrammar = \"rfc1738\"\nform = [\"{name}://<host>[:<port>]/<path>\"]\n\
         [scheme.access]\nkind = \"steps\"\nlocates = \"data-object\"\noperations = [\"get\"]\ndefault = \"get\"\n\
         algorithm = \"Connect to host and port, and read to the end of the connection.\"\n\
         steps = [{{ connect = \"{{host}}:{{port}}\" }}, {{ receive = \"until-close\" }}]\n"
    )
}

fn fact(name: &str, status: &str) -> String {
    format!("[[scheme]]\nname = \"{name}\"\nstatus = \"{status}\"\ndescription = \"D of {name}\"\n")
}

fn stack(layers: impl IntoIterator<Item = RegistryFile>) -> Stack {
    layers.into_iter().fold(Stack::new(), Stack::push)
}

fn resolve(layers: impl IntoIterator<Item = RegistryFile>) -> Resolved {
    stack(layers).resolve(&base(), None).unwrap_or_else(|found| panic!("{found}"))
}

/// Returns the findings of a resolution, errors or not.
fn found(stack: &Stack) -> Vec<Finding> {
    match stack.resolve(&base(), None) {
        Ok(resolved) => resolved.findings().iter().cloned().collect(),
        Err(error) => error.findings().iter().cloned().collect(),
    }
}

fn ids(layers: impl IntoIterator<Item = RegistryFile>) -> Vec<&'static str> {
    found(&stack(layers)).iter().map(Finding::id).collect()
}

/// Returns an `[[override]]` of the port.
fn port_override(name: &str, of: &str, expect: &str, port: u16) -> String {
    format!(
        "[[override]]\nname = \"{name}\"\nof = \"{of}\"\nfacet = \"port\"\nexpect = \"{expect}\"\nreason = \"because\"\n\
         port = {{ default = {port} }}\n"
    )
}

/// Returns the hash of a resolved facet.
fn hash(resolved: &Resolved, name: &str, facet: Facet) -> String {
    let Lookup::Found(definition) = resolved.lookup(name) else { panic!("{name} is not defined") };
    definition.facets[&facet].hash.to_string()
}

fn builtin_hash(facet: Facet) -> String {
    hash(&resolve([]), "builtin", facet)
}

/// Returns a `[[gateway]]`.
fn gateway(id: &str, schemes: &str, more: &str) -> String {
    format!(
        "[[gateway]]\nid = \"{id}\"\nfor = [{schemes}]\nmode = \"url\"\ntemplate = \"echo://gw/{{url}}\"\nstrip = []\n{more}\n"
    )
}
