//! The parts of a URL by RFC 3986, Appendix B.

/// The parts after the scheme, without the fragment.
pub(super) struct Parts<'u> {
    pub(super) authority: Option<Authority<'u>>,
    pub(super) path: &'u str,
    pub(super) query: Option<&'u str>,
}

/// What follows `//`.
pub(super) struct Authority<'u> {
    pub(super) user: Option<&'u str>,
    pub(super) password: Option<&'u str>,
    pub(super) host: &'u str,
    pub(super) port: Option<&'u str>,
}

impl<'u> Parts<'u> {
    /// Splits a URL into its scheme and parts; `None` without a scheme.
    pub(super) fn new(url: &'u str) -> Option<(&'u str, Self)> {
        let (scheme, rest) = url.split_once(':')?;
        let rest = rest.split_once('#').map_or(rest, |(rest, _)| rest);
        let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(Authority::new(authority)), path)
            }
            None => (None, rest),
        };
        Some((scheme, Self { authority, path, query }))
    }
}

impl<'u> Authority<'u> {
    fn new(text: &'u str) -> Self {
        let (login, server) = text.rsplit_once('@').map_or((None, text), |(login, server)| (Some(login), server));
        let (user, password) = match login.map(|login| login.split_once(':').ok_or(login)) {
            Some(Ok((user, password))) => (Some(user), Some(password)),
            Some(Err(user)) => (Some(user), None),
            None => (None, None),
        };
        // The colons of an address in brackets do not begin a port.
        let colon = server.rfind(':').filter(|colon| !server[*colon..].contains(']'));
        let (host, port) = colon.map_or((server, None), |colon| (&server[..colon], Some(&server[colon + 1..])));
        Self { user, password, host, port }
    }
}
