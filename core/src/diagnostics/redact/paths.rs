//! Searches a text for secrets in the paths of known hosts, by the templates of [`Rules`].

use super::fold::{Fold, Token};
use crate::diagnostics::secrets::Rules;
use crate::text::span::Span;

/// The search for secrets in paths.
pub(super) struct Paths<'s> {
    rules: &'s Rules,
    slashes: u8,
    /// The host that is being read, in lower case.
    host: Option<Host>,
    /// The end of the last secret.
    end: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Host {
    bytes: [u8; Self::MAX_LEN],
    len: usize,
    /// Whether the rest is a port.
    in_port: bool,
    /// Whether it is the first word of the text, and a colon after it is not that of a port.
    may_be_scheme: bool,
}

impl Host {
    /// No host of DNS is longer (RFC 1035 §2.3.4, and a dot at the end); of others only the beginning is compared.
    pub(super) const MAX_LEN: usize = 254;

    const EMPTY: Self = Self { bytes: [0; Self::MAX_LEN], len: 0, in_port: false, may_be_scheme: false };

    const FIRST: Self = Self { may_be_scheme: true, ..Self::EMPTY };

    fn push(&mut self, byte: u8) {
        match byte {
            // What came so far is a login.
            b'@' => *self = Self::EMPTY,
            b':' => self.in_port = true,
            byte if !self.in_port && self.len < Self::MAX_LEN => {
                self.bytes[self.len] = byte.to_ascii_lowercase();
                self.len += 1;
            }
            _ => {}
        }
    }
}

impl<'s> Paths<'s> {
    pub(super) fn new(rules: &'s Rules) -> Self {
        Self { rules, slashes: 0, host: Some(Host::FIRST), end: 0 }
    }

    /// Reads the next token of a text; `rest` are the tokens after it.
    pub(super) fn step(&mut self, token: Token, rest: &Fold<'_>, found: &mut dyn FnMut(Span)) {
        if token.start < self.end {
            return;
        }
        match token.byte {
            b'/' | b'\\' => {
                self.slashes += 1;
                // Further slashes before the host do not count.
                if let Some(host) = self.host.take_if(|host| host.len > 0) {
                    let mut templates = self.rules.paths_of(&host.bytes[..host.len]);
                    if let Some(secret) = templates.find_map(|path| secret_in(rest.clone(), path)) {
                        (self.slashes, self.end) = (0, secret.end());
                        found(secret);
                    }
                }
                if self.slashes == 2 {
                    (self.slashes, self.host) = (0, Some(Host::EMPTY));
                }
            }
            b'?' | b'#' => self.host = None,
            // Browsers read a host after the colon of `https:` with any number of slashes.
            b':' if self.host.is_none_or(|host| host.may_be_scheme) => {
                (self.slashes, self.host) = (0, Some(Host::EMPTY));
            }
            byte => {
                self.slashes = 0;
                if let Some(host) = &mut self.host {
                    host.push(byte);
                }
            }
        }
    }
}

/// The secret in a path by a template, both without their first slash: `*` is a segment; `***` is the secret, up to the
/// next slash if the template has one after it, or the rest of the path. Empty segments and `.` are skipped.
fn secret_in(tokens: Fold<'_>, template: &[u8]) -> Option<Span> {
    let mut template = template;
    let mut secret: Option<Span> = None;
    let mut segment_len = 0;
    for token in tokens {
        let is_end = matches!(token.byte, b'?' | b'#' | b'&' | b'"' | b'\'' | b'<' | b'>' | b' ');
        let is_slash = matches!(token.byte, b'/' | b'\\');
        let is_skipped = is_slash || token.byte == b'.';
        if is_skipped && segment_len == 0 && !template.starts_with(b"***") {
            continue;
        }
        segment_len = if is_slash { 0 } else { segment_len + 1 };
        if let Some(after) = template.strip_prefix(b"***") {
            if is_end || is_slash && after.first() == Some(&b'/') {
                break;
            }
            secret = Some(Span::new(secret.map_or(token.start, Span::start), token.end));
            continue;
        }
        if template.first() == Some(&b'*') && !is_slash {
            if is_end {
                return None;
            }
            continue;
        }
        template = template.strip_prefix(b"*").unwrap_or(template);
        let is_same = |byte: &u8| *byte == token.byte.to_ascii_lowercase() || *byte == b'/' && is_slash;
        template = template.first().is_some_and(is_same).then(|| &template[1..])?;
    }
    secret
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secrets;
    use crate::diagnostics::secrets;
    use crate::text::prelude::*;

    #[test]
    fn secrets_in_paths() {
        let secrets = Secrets::new().paths(["hooks.acme.example/in/***"]).unwrap();
        for (text, shown) in [
            ("https://hooks.slack.com/services/T0/B0/x", "https://hooks.slack.com/services/***"),
            ("https://hooks.slack.com:443/services/T0/B0/x?a=b", "https://hooks.slack.com:443/services/***?a=b"),
            ("HTTPS://HOOKS.SLACK.COM/services/T0/B0/x#f", "HTTPS://HOOKS.SLACK.COM/services/***#f"),
            ("https://discord.com/api/webhooks/12/x-y", "https://discord.com/api/webhooks/12/***"),
            ("https://ptb.discord.com/api/webhooks/12/x/slack", "https://ptb.discord.com/api/webhooks/12/***/slack"),
            ("https://discordapp.com/api/v9/webhooks/12/x", "https://discordapp.com/api/v9/webhooks/12/***"),
            ("https://api.telegram.org/bot1:x/getMe", "https://api.telegram.org/bot***/getMe"),
            ("https://api.telegram.org/file/bot1:x/a.png", "https://api.telegram.org/file/bot***/a.png"),
            ("https://a.webhook.office.com/webhookb2/x@y/z", "https://a.webhook.office.com/webhookb2/***"),
            (
                "https://h/?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2FT%2Fx&v=1",
                "https://h/?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2F***&v=1",
            ),
            ("https://hooks.acme.example/in/x", "https://hooks.acme.example/in/***"),
            // As browsers and curl take it.
            ("https:/hooks.slack.com/services/T/x", "https:/hooks.slack.com/services/***"),
            ("https:hooks.slack.com:443/services/T/x", "https:hooks.slack.com:443/services/***"),
            ("https:\\\\hooks.slack.com\\services\\T\\x", "https:\\\\hooks.slack.com\\services\\***"),
            ("https:///hooks.slack.com/services/T/x", "https:///hooks.slack.com/services/***"),
            ("hooks.slack.com/services/T/x", "hooks.slack.com/services/***"),
            ("hooks.slack.com:443/services/T/x", "hooks.slack.com:443/services/T/x"),
            ("https://u:p@hooks.slack.com/services/x", "https://u:***@hooks.slack.com/services/***"),
            ("https://hooks.slack.com./services/x", "https://hooks.slack.com./services/***"),
            ("https:///hooks.slack.com/services/x", "https:///hooks.slack.com/services/***"),
            ("https://hooks.slack.com//services///x", "https://hooks.slack.com//services/***"),
            ("https://hooks.slack.com/./services/./T/x", "https://hooks.slack.com/./services/***"),
            ("https://hooks.slack.com/../services/x", "https://hooks.slack.com/../services/***"),
            ("https:\\\\discord.com\\API\\webhooks\\12\\x\\y", "https:\\\\discord.com\\API\\webhooks\\12\\***\\y"),
            ("'https://hooks.slack.com/services/x', 'y'", "'https://hooks.slack.com/services/***', 'y'"),
            ("https://api.telegram.org/bot1:x?a/b", "https://api.telegram.org/bot***?a/b"),
            (
                "https://hooks.slack.com/services/x?u=https://hooks.acme.example/in/y",
                "https://hooks.slack.com/services/***?u=https://hooks.acme.example/in/***",
            ),
            // After a secret, a host follows two slashes, as elsewhere.
            (
                "https://api.telegram.org/bot1:x/hooks.slack.com/services/y",
                "https://api.telegram.org/bot***/hooks.slack.com/services/y",
            ),
            (
                "https://api.telegram.org/bot1:x//hooks.slack.com/services/y",
                "https://api.telegram.org/bot***//hooks.slack.com/services/***",
            ),
            ("https://discord.com/api-webhooks/12/x", "https://discord.com/api-webhooks/12/x"),
            ("https://discord.com/api/webhooks/12?x/y", "https://discord.com/api/webhooks/12?x/y"),
            ("https://h?https/hooks.slack.com/services/x", "https://h?https/hooks.slack.com/services/x"),
            ("https://hooks.slack.com?a/services/x", "https://hooks.slack.com?a/services/x"),
            ("https://hooks.slack.com/docs/x", "https://hooks.slack.com/docs/x"),
            ("https://slack.com/services/x", "https://slack.com/services/x"),
            ("https://h/hooks.slack.com/services/x", "https://h/hooks.slack.com/services/x"),
            ("https://nothooks.slack.com/services/x", "https://nothooks.slack.com/services/x"),
            ("https://discord.com/api/webhooks/12", "https://discord.com/api/webhooks/12"),
        ] {
            assert_eq!(secrets.mask(text), shown);
        }
    }

    /// A secret is not searched for others, so that the search takes linear time.
    #[test]
    fn secrets_in_secrets() {
        let text = b"https://hooks.slack.com/services/x//hooks.slack.com/services/y/z#//hooks.slack.com/services/x";
        let (mut found, mut paths) = (Vec::new(), Paths::new(&secrets::DEFAULT));
        let mut tokens = Fold::new(text, 0, false);
        while let Some(token) = tokens.next() {
            paths.step(token, &tokens, &mut |span| found.push(&text[span.range()]));
        }
        assert_eq!(found, [&b"x//hooks.slack.com/services/y/z"[..], b"x"]);
    }

    /// The host is compared up to the length that a host can have.
    #[test]
    fn long_hosts() {
        let parts = "a.".repeat(120);
        for (before, shown) in [("", "***"), ("aaa", "x")] {
            let url = |path| format!("https://{before}{parts}slack.acme.com/{path}");
            let secrets = Secrets::new().paths(["slack.acme.com/in/***"]).unwrap();
            assert_eq!(secrets.mask(&url("in/x")), url(&format!("in/{shown}")));
        }
    }

    #[test]
    fn templates_are_checked() {
        for template in ["", "h", "h/a", "/***", "h/***x***", "***/x"] {
            assert!(Secrets::new().paths([template]).is_err(), "{template}");
        }
    }
}
