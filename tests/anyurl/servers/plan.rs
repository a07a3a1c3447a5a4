//! Plans in the format of the driver.

use anyurl::plan::EmptySearch;
use anyurl::{Environment, Step};

/// One act of a plan: the part of a step that these tests use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    Connect { host: String, port: u16 },
    Send { bytes: Vec<u8>, when: Option<u16> },
}

/// The values that the plan needs and the URL lacks.
#[derive(Clone, Default)]
pub(crate) struct Supply {
    /// Host and port of the news server.
    pub(crate) news_server: Option<(String, u16)>,
    /// A Gopher+ request without a search omits the TAB of the search.
    pub(crate) compact: bool,
}

/// The e-mail address of an anonymous login.
const EMAIL: &str = "me@example.org";

/// The acts of a URL.
pub(crate) fn acts(url: &str, supply: &Supply) -> Vec<Act> {
    let parsed = anyurl::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
    let plan = parsed.plan(&environment(supply));
    let plan = plan.unwrap_or_else(|error| panic!("{url}: {error}"));
    plan.steps().iter().map(act).collect()
}

fn environment(supply: &Supply) -> Environment {
    let mut environment = Environment::new().email(EMAIL);
    if let Some((host, port)) = &supply.news_server {
        environment = environment.news_server(host, *port);
    }
    if supply.compact {
        environment = environment.empty_search(EmptySearch::Omitted);
    }
    environment
}

fn act(step: &Step) -> Act {
    match step {
        Step::Connect { host, port, .. } => Act::Connect { host: host.to_string(), port: *port },
        Step::Send(line) => {
            Act::Send { bytes: line.bytes().expect("all that the line needs"), when: line.after_reply() }
        }
        step => panic!("no server here answers {step:?}"),
    }
}
