//! Addresses of scp and git, which are no URLs.

/// `user@host:path`, or `user@[host:port]:path`
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address<'t> {
    pub(crate) user: Option<&'t str>,
    pub(crate) host: &'t str,
    pub(crate) port: Option<&'t str>,
    pub(crate) path: &'t str,
}

impl<'t> Address<'t> {
    /// Divides a text as git does.
    pub(crate) fn parse(text: &'t str) -> Result<Self, String> {
        let first = text.find(':').ok_or("no colon between host and path: an address of scp is `user@host:path`")?;
        let login = text[..first].rfind('@').filter(|_| !text.starts_with('['));
        let start = login.map_or(0, |at| at + 1);
        let colon = match text[start..].strip_prefix('[') {
            Some(inside) => start + 2 + inside.find("]:").ok_or("no colon after the bracket")?,
            None => first,
        };
        let user = login.map(|at| &text[..at]);
        let address = Self { user, host: &text[start..colon], port: None, path: &text[colon + 1..] }.without_brackets();
        match address {
            _ if text[first..].starts_with("::") && colon == first => {
                Err("git takes `NAME::ADDRESS` for the name of a helper and what it fetches")
            }
            Self { user: None, host, .. }
                if host.len() == 1 && host.starts_with(|first: char| first.is_ascii_uppercase()) =>
            {
                Err("one letter before the colon: this is a path of Windows")
            }
            _ if text.contains("://") => Err("git takes a text with `://` for a URL"),
            _ if text[..colon].contains('/') => {
                Err("a slash before the colon: git takes it for a path of this computer")
            }
            Self { user: Some(""), .. } => Err("the user is missing"),
            Self { host: "", .. } => Err("the host is missing"),
            Self { user: None, path, .. } if path.split('/').next().is_some_and(|first| first.contains('@')) => {
                Err("an `@` after the colon: write the user before the host, and no password")
            }
            Self { path, .. } if path.starts_with('\\') => {
                Err("a backslash after the colon: this is a path of Windows")
            }
            Self { path: "", .. } => Err("the path is missing"),
            // As git does, because ssh would run a command that an option names (CVE-2017-1000117).
            Self { user, host, path, .. }
                if [user.unwrap_or_default(), host, path].iter().any(|part| part.starts_with('-')) =>
            {
                Err("user, host or path begin with `-`: ssh and git take that for an option")
            }
            _ => Ok(address),
        }
        .map_err(str::to_owned)
    }

    /// Divides `[user@host:port]`, which git reads otherwise than `[::1]`.
    fn without_brackets(mut self) -> Self {
        let Some(inside) = self.host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) else { return self };
        let (user, server) = inside.split_once('@').map_or((self.user, inside), |(user, server)| (Some(user), server));
        let divided = server.split_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some((host, port)) = divided.filter(|(host, _)| !host.is_empty()) {
            (self.user, self.host, self.port) = (user, host, Some(port));
        } else if !server.contains(':') {
            (self.user, self.host) = (user, server);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_refused() {
        for text in ["-oProxyCommand=id:/x", "-lroot@h:x", "joe@-x:r", "joe@h:-x", "h:-"] {
            assert!(Address::parse(text).is_err_and(|error| error.contains("option")), "{text}");
        }
        for text in ["ext::ssh h", "C:/x", "D:r.git", "[joe@-h:22]:r"] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
        for (text, user, host, port) in [
            ("[joe@h:22]:r", Some("joe"), "h", Some("22")),
            ("joe@[h:22]:r", Some("joe"), "h", Some("22")),
            ("[joe@h]:r", Some("joe"), "h", None),
            ("[h]:r", None, "h", None),
            ("joe@[::1]:r", Some("joe"), "[::1]", None),
            ("[::1]:r", None, "[::1]", None),
            ("c:r", None, "c", None),
        ] {
            assert!(Address::parse(text).is_ok_and(|found| found == Address { user, host, port, path: "r" }), "{text}");
        }
        for text in ["joe@h:/-x", "j-e@h-:x-", "h:./-x"] {
            assert!(Address::parse(text).is_ok(), "{text}");
        }
    }
}
