//! The guard for applications: a host that all rulebooks agree on, and that no program can misread.

use anyurl_core::Entry;
use anyurl_core::authors::escape;
use anyurl_core::internal::sort_by;

use crate::comparison::Comparer;
use crate::consensus_error::ConsensusError;
use crate::consensus_host::ConsensusHost;
use crate::host_form::is_unmistakable;
use crate::parts::Parts;
use crate::reading::Reading;
use crate::rulebook::{Part, Rulebook};

/// The rulebooks in the order in which they are asked: what rejects most texts comes first.
const ORDER: [Rulebook; 5] =
    [Rulebook::Rfc3986, Rulebook::Whatwg, Rulebook::Split, Rulebook::Rfc1738, Rulebook::Rfc1738Lenient];

impl Comparer<'_> {
    /// Returns the host of a URL, with its scheme and port, if all rulebooks agree on it and no program can misread it.
    ///
    /// RFC 3986 and the URL Standard must accept the text, and name the same host, port and scheme as the split of Appendix
    /// B, and as RFC 1738 where that accepts it. The host must be an IP literal, four decimal numbers without leading zeros,
    /// or a name of letters, digits, `-` and `_` whose last label is no number: programs that follow none of the rulebooks
    /// end a host at an escape or another character, and connect to what is before it.
    ///
    /// ```
    /// use anyurl_compare::{Comparer, ConsensusErrorKind};
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let comparer = Comparer::new(&registry);
    /// assert_eq!(comparer.consensus_host("https://EXAMPLE.com/")?.host(), "example.com");
    /// let error = comparer.consensus_host("https://0x7f.1/").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "programs disagree on the host: `0x7f.1` to RFC 3986, `127.0.0.1` to WHATWG, `0x7f.1` to Appendix B"
    /// );
    /// // Node's `url.parse` reads 127.0.0.1.
    /// let error = comparer.consensus_host("https://127.0.0.1%2egood.com/").unwrap_err();
    /// assert_eq!(error.kind(), ConsensusErrorKind::Unusual);
    /// # Ok::<(), anyurl_compare::ConsensusError>(())
    /// ```
    ///
    /// # Errors
    /// [`ConsensusError`] names the disagreement.
    pub fn consensus_host(&self, text: &str) -> Result<ConsensusHost, ConsensusError> {
        self.check_shadows(text)?;
        let mut readings = Vec::with_capacity(ORDER.len());
        for rulebook in ORDER {
            if let Some(parts) = accepted(rulebook, self.read(rulebook, text))? {
                if rulebook == Rulebook::Rfc3986 {
                    check_is_ascii(&parts)?;
                }
                readings.push((rulebook, parts));
            }
        }
        let written = readings[0].1.get(Part::Host).unwrap_or_default().to_owned();
        sort_by(&mut readings, |(one, _), (other, _)| one.cmp(other));
        // What a list of hosts or a bucket is written as is no host.
        if readings.iter().any(|(_, parts)| parts.has_own_authority) {
            return Err(ConsensusError::NoHost);
        }
        let host = agreed(&readings, Part::Host)?.ok_or(ConsensusError::NoHost)?;
        if !is_unmistakable(&written) {
            return Err(ConsensusError::Unusual { host: written });
        }
        let port = agreed(&readings, Part::Port)?.and_then(|port| port.parse().ok());
        let scheme = agreed(&readings, Part::Scheme)?.unwrap_or_default();
        Ok(ConsensusHost { host, port, scheme })
    }

    /// Refuses a scheme that a lower layer defines as well.
    fn check_shadows(&self, text: &str) -> Result<(), ConsensusError> {
        let scheme = text.split(':').next().unwrap_or_default();
        match self.registry().versions(scheme).find_map(Entry::shadows) {
            None => Ok(()),
            Some(layer) => {
                Err(ConsensusError::ShadowsPublic { scheme: scheme.to_ascii_lowercase(), layer: layer.to_owned() })
            }
        }
    }
}

/// The components by a rulebook; none if it need not accept the text, and does not.
fn accepted(rulebook: Rulebook, reading: Reading) -> Result<Option<Parts>, ConsensusError> {
    let must_accept = matches!(rulebook, Rulebook::Rfc3986 | Rulebook::Whatwg);
    match reading {
        Reading::Accepted(parts) => Ok(Some(parts)),
        Reading::Rejected(rejection) if must_accept => {
            let (message, section) = (rejection.message().to_owned(), rejection.section().to_owned());
            Err(ConsensusError::Rejected { rulebook, message, section })
        }
        Reading::NotCovered if must_accept => Err(ConsensusError::NotCovered),
        Reading::Rejected(_) | Reading::NotCovered => Ok(None),
    }
}

fn check_is_ascii(parts: &Parts) -> Result<(), ConsensusError> {
    let host = parts.get(Part::Host).unwrap_or_default();
    if escape::decode(host).is_ascii() {
        return Ok(());
    }
    Err(ConsensusError::Internationalized { host: host.to_owned() })
}

/// The component that all rulebooks read.
fn agreed(readings: &[(Rulebook, Parts)], part: Part) -> Result<Option<String>, ConsensusError> {
    let values: Vec<_> = readings.iter().map(|(rulebook, parts)| (*rulebook, parts.normalized(part))).collect();
    let (_, first) = &values[0];
    if values.iter().all(|(_, value)| value == first) {
        return Ok(first.clone());
    }
    Err(ConsensusError::Differs { part, values })
}

#[cfg(test)]
mod tests {
    use anyurl_core::Registry;

    use super::*;
    use crate::consensus_error::ConsensusErrorKind as Kind;

    #[test]
    fn errors_have_a_kind_and_no_secrets() {
        let registry = Registry::builder().build();
        for (text, kind, has) in [
            ("https://h", None, ""),
            ("https://joe:s\u{1F511}@h/", Some(Kind::Rejected), "unexpected text in the password"),
            ("gemini://h/", None, ""),
            ("myapp://good\\@evil.com/", Some(Kind::Rejected), "RFC 3986 rejects the URL"),
            ("file:///etc", Some(Kind::NoHost), "names no host"),
            ("https://fa%C3%9F.de/", Some(Kind::Internationalized), "`fa%C3%9F.de` has characters outside US-ASCII"),
            ("https://%68/", Some(Kind::Unusual), "`%68` is neither an IP address nor a name of letters"),
            ("https://127.0.0.1;.good.com/", Some(Kind::Unusual), "`127.0.0.1;.good.com` is neither"),
            ("https://a..b/", Some(Kind::Unusual), "`a..b` is neither"),
            ("https://0x7f.1/", Some(Kind::Differs), "`127.0.0.1` to WHATWG"),
        ] {
            let error = Comparer::new(&registry).consensus_host(text).err();
            assert_eq!(error.as_ref().map(ConsensusError::kind), kind, "{text}");
            let message = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains(has) && !message.contains('\u{1F511}'), "{text}: {message}");
        }
    }

    #[test]
    fn a_scheme_over_another_one_has_no_consensus() {
        let registry =
            Registry::builder().add(anyurl_schemes::web::HTTPS).unwrap().shadowing("https", "public").build();
        let error = Comparer::new(&registry).consensus_host("HTTPS://h/").unwrap_err();
        assert_eq!((error.kind(), error.kind().as_str()), (Kind::ShadowsPublic, "shadows-public"));
        assert!(Comparer::new(&registry).consensus_host("http://h/").is_ok());
    }

    #[test]
    fn scheme_and_port_are_agreed() {
        let registry = Registry::builder().build();
        for (text, expected) in [
            ("HTTPS://joe@H:8443/", ("https", "h", Some(8443))),
            ("ws://[0:0::1]", ("ws", "[::1]", Some(80))),
            ("wss://h:/", ("wss", "h", Some(443))),
            ("file://h/a", ("file", "h", None)),
        ] {
            let host = Comparer::new(&registry).consensus_host(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((host.scheme(), host.host(), host.port()), expected, "{text}");
        }
    }

    #[test]
    fn internal_hosts() {
        let registry = Registry::builder().build();
        for (host, expected) in [
            ("db", true),
            ("localhost.", true),
            ("a.localdomain", true),
            ("a.alt", true),
            ("1.0.0.10.in-addr.arpa", true),
            ("1.ip6.arpa", true),
            ("x.example", true),
            ("router.lan", true),
            ("a.corp.", true),
            ("kubernetes.default.svc", true),
            ("10.0.0.1", true),
            ("example.com", false),
            ("alt.example.org.", false),
            ("lan.net", false),
            ("8.8.8.8", false),
        ] {
            let text = format!("https://{host}/");
            let host = Comparer::new(&registry).consensus_host(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(host.is_internal(), expected, "{text}");
        }
    }
}
