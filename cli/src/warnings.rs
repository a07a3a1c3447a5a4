//! Which warnings are reported, and which are errors: `--allow ID`, `--deny ID` and `[warnings]` of config.toml.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Url;
use anyurl::authors::{Fix, Requirement};
use anyurl::{CONFORMANCE, Error, ErrorKind, Warning, visible, warning_id as id};
use anyurl_core::internal::{ErrorContext, similar_names};

/// The warnings that are not deviations of lenient mode, and their meanings.
#[rustfmt::skip]
pub(crate) const IDS: [(&str, &str); id::ALL.len()] = [
    (id::NONDEFAULT_PORT, "the port is not the default port of the scheme; another protocol may use it (RFC 1738 §6)"),
    (id::RESERVED_PORT, "the port is below 1024 and not the default port: it is reserved for another protocol, whose commands the URL may contain (RFC 1738 §6); also if the scheme has no default port"),
    (id::PASSWORD_IN_URL, "anyone who sees the URL can read the password (RFC 1738 §6)"),
    (id::UNREGISTERED_SCHEME, "the scheme is not registered, so only the generic syntax was checked"),
    (id::DEPRECATED_SCHEME, "the registry says that the scheme is to be used no more; the message has the reason and the replacement"),
    (id::LOGIN_CUT, "the host ends before a `/`, `?` or `#`, but an `@` with a host follows, and the port is reserved for another protocol: the text may be a password, and the URL names another host than its author meant"),
    (id::OPTION_LIKE, "user, host or path begin with `-`, in ssh, git, git+ssh, svn+ssh, sftp, rsync and telnet: a command to which a program passes them takes them for an option"),
    (id::SHADOWS_PUBLIC, "a layer had the name of the scheme before the public registry, or another lower layer, registered it: other programs may read the URL differently"),
    (id::HOST_DIFFERS, "browsers find another host in the URL, or refuse the one that is there: there is a `?` in the user name, or the host ends with a number but is not an IPv4 address of four decimal numbers, or it contains characters outside US-ASCII, escaped or not"),
    (id::PATH_AS_HOST, "a path stands where the host of a file is: `file://../x` and `file://~/x` name files of the hosts `..` and `~`, which do not exist; a path of this computer begins at the third slash, `file:///`"),
    (id::MISLEADING_USER, "the user name begins with what looks like a host, and hides the real one after its `@` (RFC 1738 §6, RFC 3986 §7.6)"),
    (id::ENCODED_DELIMITER, "an escape encodes a byte that is a delimiter in the protocol of the scheme (RFC 1738 §6)"),
];

/// The warnings that matter only before access. They are searched for where one of them is an error.
const BEFORE_ACCESS: [&str; 2] = [id::MISLEADING_USER, id::ENCODED_DELIMITER];

/// The rule of errors that are denied warnings.
const RULE: &str = "warning";

/// What happens to single warnings.
#[derive(Debug, Default)]
pub(crate) struct WarningRules {
    allowed: Vec<String>,
    /// The ids, and the errors that they give.
    denied: Vec<(String, Arc<ErrorContext>)>,
}

/// The ids of one source: the command line or the configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'s> {
    pub(crate) allowed: &'s [String],
    pub(crate) denied: &'s [String],
}

impl WarningRules {
    /// The rules of a source, in addition to these. The ids of the source take precedence. `deviations` are those of
    /// registry files, which are read only for an id that is not among the others.
    ///
    /// # Errors
    /// The message about an unknown id, or about one that is both allowed and denied.
    pub(crate) fn over<'d>(
        mut self,
        source: Source<'_>,
        deviations: impl Fn() -> &'d BTreeMap<String, String>,
    ) -> Result<Self, String> {
        let Source { allowed, denied } = source;
        allowed.iter().chain(denied).try_for_each(|id| check(id, &deviations))?;
        if let Some(both) = allowed.iter().find(|id| denied.contains(id)) {
            return Err(format!("the warning `{both}` is both allowed and denied"));
        }
        self.allowed.retain(|id| !denied.contains(id));
        self.denied.retain(|(id, _)| !allowed.contains(id) && !denied.contains(id));
        self.allowed.extend(allowed.iter().cloned());
        self.denied.extend(denied.iter().map(|id| (id.clone(), context(id, &deviations))));
        Ok(self)
    }

    /// Whether a warning is not reported.
    pub(crate) fn allows(&self, id: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == id)
    }

    /// Whether a warning is an error.
    pub(crate) fn denies(&self, id: &str) -> bool {
        self.denied.iter().any(|(denied, _)| denied == id)
    }

    /// Whether any warning is an error.
    pub(crate) const fn denies_some(&self) -> bool {
        !self.denied.is_empty()
    }

    /// Whether a warning that other warnings do not include is an error.
    pub(crate) fn denies_before_access(&self) -> bool {
        BEFORE_ACCESS.iter().any(|id| self.denies(id))
    }

    /// The warnings that are reported.
    pub(crate) fn retain(&self, warnings: &mut Vec<Warning>) {
        warnings.retain(|warning| !self.allows(warning.id()));
    }

    /// Checks a valid URL.
    ///
    /// # Errors
    /// The first denied warning.
    pub(crate) fn check(&self, url: &Url<'_>) -> Result<(), Error> {
        if !self.denies_some() {
            return Ok(());
        }
        let mut warnings = url.warnings();
        if self.denies_before_access() {
            let others = url.access_warnings().into_iter();
            warnings.extend(others.filter(|warning| BEFORE_ACCESS.contains(&warning.id())));
        }
        let found = warnings.iter().find_map(|warning| {
            let (_, context) = self.denied.iter().find(|(id, _)| id == warning.id())?;
            Some(Error::shared(ErrorKind::Forbidden, warning.span(), Arc::clone(context)))
        });
        found.map_or(Ok(()), Err)
    }
}

/// Whether an error is a denied warning, which no other mode would accept.
pub(crate) fn is_denied(error: &Error) -> bool {
    error.rule() == RULE
}

/// The context of the error that a denied warning gives.
fn context<'d>(id: &str, deviations: impl Fn() -> &'d BTreeMap<String, String>) -> Arc<ErrorContext> {
    let text = match IDS.iter().find(|(own, _)| *own == id) {
        Some((_, meaning)) => (*meaning).to_owned(),
        None if id.starts_with("A-") => format!("lenient mode accepts this with the warning {id}"),
        None => deviations().get(id).cloned().unwrap_or_default(),
    };
    let help = format!("correct the URL, or accept it with `--allow {id}`");
    let requirement = Requirement::owned(id.to_owned(), "denied warning", text, help, Fix::Unknown);
    Arc::new(ErrorContext::new(RULE, "url", requirement))
}

/// Checks that there is a warning with this id.
fn check<'d>(id: &str, deviations: impl Fn() -> &'d BTreeMap<String, String>) -> Result<(), String> {
    let is_deviation = id.starts_with("A-") && CONFORMANCE.contains(&format!("\n| {id} |"));
    if is_deviation || IDS.iter().any(|(own, _)| *own == id) || deviations().contains_key(id) {
        return Ok(());
    }
    let near = similar_names(id, IDS.iter().map(|(own, _)| *own).chain(deviations().keys().map(String::as_str)));
    let question = match near.as_slice() {
        [] => String::new(),
        near => format!("did you mean `{}`? Otherwise, ", near.join("` or `")),
    };
    let known: Vec<_> = IDS.iter().map(|(own, _)| *own).collect();
    Err(format!(
        "there is no warning `{}`: {question}the ids are {}, and those of deviations, such as A-42",
        visible(id),
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use anyurl::Options;

    use super::*;

    fn rules(sources: [[&[&str]; 2]; 2]) -> Result<WarningRules, String> {
        let deviations = BTreeMap::from([("no-option".to_owned(), String::new())]);
        sources.into_iter().try_fold(WarningRules::default(), |rules, source| {
            let [allowed, denied] = source.map(|ids| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
            rules.over(Source { allowed: &allowed, denied: &denied }, || &deviations)
        })
    }

    #[test]
    fn the_command_line_takes_precedence() {
        let (port, password) = ("nondefault-port", "password-in-url");
        let rules = rules([[&[port], &[password, "A-42"]], [&[password], &[port]]]).unwrap();
        assert!(rules.allows(password) && !rules.denies(password));
        assert!(rules.denies(port) && !rules.allows(port));
        assert!(rules.denies("A-42"));
        assert!(self::rules([[&[], &[]], [&[], &["no-option"]]]).unwrap().denies("no-option"));
    }

    #[test]
    fn the_page_lists_all_ids() {
        let page = include_str!("../../docs/cli.md");
        for (id, meaning) in IDS {
            assert!(page.contains(&format!("| `{id}` | {meaning}")), "{id}: {meaning}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        for (allowed, denied, expect) in [
            (&["nondefault-prot"][..], &[][..], "did you mean `nondefault-port`?"),
            (&[], &["A-99"], "there is no warning `A-99`"),
            (&[], &["no-optoin"], "did you mean `no-option`?"),
            (&["A-42"], &["A-42"], "both allowed and denied"),
        ] {
            let error = rules([[&[], &[]], [allowed, denied]]).unwrap_err();
            assert!(error.contains(expect), "{error}");
        }
    }

    #[test]
    fn each_warning_is_explained() {
        let urls = [
            "http://h:8080/",
            "http://h:21/",
            "ftp://u:p@h/",
            "x-unknown:a",
            "ftp://user:12/ss@h/",
            "telnet://-h/",
            "file://../x",
            "ftp://a?@h/",
            "http://1.2/",
            "ftp://www.example.com@h/",
            "gopher://h/0a%0D%0Ab",
            "ftp://h/a%0Ab",
        ];
        let mut found = BTreeSet::new();
        for url in urls {
            for options in [Options::new(), Options::new().lenient(), Options::new().rfc1738()] {
                let Ok(url) = anyurl::registry().parser().options(options).parse(url) else { continue };
                let warnings = [url.warnings(), url.access_warnings()].concat();
                let ids = warnings.iter().map(|warning| warning.id().to_owned());
                found.extend(ids.filter(|id| !id.starts_with("A-")));
            }
        }
        // No scheme of the shipped registry is deprecated, or in force over another one.
        found.extend(["deprecated-scheme", "shadows-public"].map(str::to_owned));
        let found: BTreeSet<_> = found.iter().map(String::as_str).collect();
        assert_eq!(found, IDS.map(|(id, _)| id).into());
    }
}
