//! A careless third-party scheme: the guard does not depend on its checks.

use anyurl::authors::{
    Class, Component, Cursor, PlanBuilder, Registration, RegistrationBuilder, Scheme, Status, Text, text,
};
use anyurl::plan::Transport;
use anyurl::{Environment, Error, PlanError, Registry, Slot};

struct Careless;
static CARELESS: Careless = Careless;
static XCHAR: Class = Class::xchar("xchar");

const COMPONENTS: &[Component] = &[Component::HOST];
const ACCESS: &[Text] = &[text("say what comes")];
static REGISTRATION: Registration = RegistrationBuilder::new("x-careless", [1, 0, 0], Status::Experimental)
    .description("what comes")
    .port(7)
    .components(COMPONENTS, "")
    .syntax("*xchar", "")
    .access(ACCESS)
    .build();

impl Scheme for Careless {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// Accepts any text as a host.
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let host = at.run(&XCHAR, "host")?;
        at.set(Slot::HOST, host);
        at.finish(&XCHAR, "host")
    }

    /// Connects to the host, or sends form data in a line without fields.
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        if to.url().get(Slot::HOST).is_some_and(|host| host.starts_with('+')) {
            return to.line("HELP ").block(Slot::HOST, |_| true).send();
        }
        to.connect(Transport::Tcp)
    }
}

#[test]
fn the_guard_checks_schemes_that_check_nothing() {
    let registry = Registry::builder().add(&CARELESS).unwrap().build();
    for (text, is) in [
        ("x-careless:h.dom", "tcp h.dom:7"),
        ("x-careless:h%0D%0A.dom", "unsafe-octets"),
        ("x-careless:h%20x", "unsafe-octets"),
        ("x-careless:+a", "HELP +a\\r\\n"),
        ("x-careless:+%091%0D%0A+-1%0D%0ADELE%20x%0D%0A.%0D%0A", "unsafe-octets"),
        ("x-careless:+%00", "unsafe-octets"),
    ] {
        let url = registry.parse(text).unwrap();
        let plan = match url.plan(&Environment::new()) {
            Ok(plan) => super::in_short(&plan),
            Err(error) => error.kind().to_string(),
        };
        assert_eq!(plan, is, "{text}");
    }
}
