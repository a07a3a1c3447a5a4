//! Which of the URLs that were found are printed: `--only-invalid`, `--scheme`, `--host`, `--id`.

use anyurl::Host;
use anyurl::extract::Match;

use super::Found;
use crate::args;

/// A host, or all hosts below a domain: `*.example.com`.
#[derive(Debug)]
enum Hosts<'a> {
    One(Host<'a>),
    Below(&'a str),
}

/// The filters of one run. A URL must pass each that is given, by one of its values.
pub(super) struct Filter<'a> {
    only_invalid: bool,
    schemes: &'a [String],
    hosts: Vec<Hosts<'a>>,
    ids: &'a [String],
}

impl<'a> Filter<'a> {
    pub(super) fn new(args: &'a args::Extract) -> Self {
        let host = |text: &'a String| match text.strip_prefix("*.") {
            Some(domain) => Hosts::Below(domain),
            None => Hosts::One(Host::parse(text)),
        };
        Self {
            only_invalid: args.only_invalid,
            schemes: &args.schemes,
            hosts: args.hosts.iter().map(host).collect(),
            ids: &args.ids,
        }
    }

    /// Whether a URL is printed.
    pub(super) fn takes(&self, found: &Found<'_>) -> bool {
        (!self.only_invalid || found.error.is_some())
            && (self.schemes.is_empty() || self.has_scheme(found.of))
            && (self.hosts.is_empty() || self.has_host(found.of))
            && (self.ids.is_empty() || self.has_id(found))
    }

    fn has_scheme(&self, found: &Match) -> bool {
        let written = found.url_text().split(':').next().unwrap_or_default();
        let is_called = |name: &String| match found.url() {
            Ok(url) => url.scheme().eq_ignore_ascii_case(name) || written.eq_ignore_ascii_case(name),
            Err(_) => written.eq_ignore_ascii_case(name),
        };
        self.schemes.iter().any(is_called)
    }

    fn has_host(&self, found: &Match) -> bool {
        let Ok(url) = found.url() else { return false };
        url.hosts().any(|host| {
            self.hosts.iter().any(|wanted| match wanted {
                Hosts::One(wanted) => host.host() == *wanted,
                Hosts::Below(domain) => is_below(host.as_str(), domain),
            })
        })
    }

    /// The id of the error, or of a warning.
    fn has_id(&self, found: &Found<'_>) -> bool {
        let has = |id: &str| self.ids.iter().any(|wanted| wanted.eq_ignore_ascii_case(id));
        let in_warnings = || found.of.url().is_ok_and(|url| url.warnings().iter().any(|warning| has(warning.id())));
        match &found.error {
            Some(error) => has(error.requirement().id()) || has(error.kind().as_str()),
            None => in_warnings(),
        }
    }
}

/// Whether a name is the domain or below it.
fn is_below(name: &str, domain: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let domain = domain.to_ascii_lowercase();
    name.strip_suffix(&domain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}
