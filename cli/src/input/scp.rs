//! Addresses of scp and git, which are no URLs.

/// `user@host:path`
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address<'t> {
    pub(crate) user: Option<&'t str>,
    pub(crate) host: &'t str,
    pub(crate) path: &'t str,
}

impl<'t> Address<'t> {
    /// Divides a text as git does.
    pub(crate) fn parse(text: &'t str) -> Result<Self, String> {
        let first = text.find(':').ok_or("no colon between host and path: an address of scp is `user@host:path`")?;
        let login = text[..first].rfind('@');
        let start = login.map_or(0, |at| at + 1);
        let colon = match text[start..].strip_prefix('[') {
            Some(inside) => start + 2 + inside.find("]:").ok_or("no colon after the bracket")?,
            None => first,
        };
        let address = Self { user: login.map(|at| &text[..at]), host: &text[start..colon], path: &text[colon + 1..] };
        match address {
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
            Self { user, host, path }
                if [user.unwrap_or_default(), host, path].iter().any(|part| part.starts_with('-')) =>
            {
                Err("user, host or path begin with `-`: ssh and git take that for an option")
            }
            _ => Ok(address),
        }
        .map_err(str::to_owned)
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
        for text in ["joe@h:/-x", "j-e@h-:x-", "h:./-x"] {
            assert!(Address::parse(text).is_ok(), "{text}");
        }
    }
}
