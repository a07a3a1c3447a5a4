//! Secrets in paths, by host: the addresses of webhooks and bots, which contain the token.

use core::fmt;

use super::Rules;
use crate::text::prelude::*;

/// The templates, with hosts in lower case.
#[rustfmt::skip]
const TEMPLATES: [&str; 25] = [
    "api.telegram.org/bot***/",
    "api.telegram.org/file/bot***/",
    "discord.com/api/*/webhooks/*/***/",
    "discord.com/api/webhooks/*/***/",
    "discordapp.com/api/*/webhooks/*/***/",
    "discordapp.com/api/webhooks/*/***/",
    "events.pagerduty.com/integration/***/",
    "hc-ping.com/***/",
    "hooks.glip.com/webhook/***",
    "hooks.slack-gov.com/services/***",
    "hooks.slack.com/services/***",
    "hooks.slack.com/triggers/***",
    "hooks.slack.com/workflows/***",
    "hooks.zapier.com/hooks/catch/***",
    "maker.ifttt.com/trigger/*/json/with/key/***",
    "maker.ifttt.com/trigger/*/with/key/***",
    "maker.ifttt.com/use/***",
    "open.feishu.cn/open-apis/bot/hook/***",
    "open.feishu.cn/open-apis/bot/v2/hook/***",
    "open.larksuite.com/open-apis/bot/hook/***",
    "open.larksuite.com/open-apis/bot/v2/hook/***",
    "outlook.office.com/webhook/***",
    "outlook.office365.com/webhook/***",
    "webexapis.com/v1/webhooks/incoming/***",
    "webhook.office.com/webhookb2/***",
];

/// Some bytes near the end of each host of the templates, by which nearly all other hosts are told apart at once.
pub(super) const MARKS: Marks = {
    let mut marks = Marks([0; PLACES.len()]);
    let mut n = 0;
    while n < TEMPLATES.len() {
        marks = marks.with(TEMPLATES[n].as_bytes());
        n += 1;
    }
    marks
};

/// The distances from the end of a host at which its bytes are compared.
const PLACES: [usize; 4] = [5, 6, 7, 8];

/// For each of [`PLACES`], the bytes there, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks([u32; PLACES.len()]);

impl Marks {
    const fn with(mut self, template: &[u8]) -> Self {
        let mut len = 0;
        while len < template.len() && template[len] != b'/' {
            len += 1;
        }
        let mut n = 0;
        while n < PLACES.len() {
            self.0[n] |= if PLACES[n] <= len { 1 << (template[len - PLACES[n]] & 31) } else { u32::MAX };
            n += 1;
        }
        self
    }

    /// Whether a host, in any case, may be one of a template.
    fn may_be(self, host: &[u8]) -> bool {
        let host = without_dot(host);
        let is_set = |n: usize| {
            let byte = host.len().checked_sub(PLACES[n]).map(|at| host[at]);
            byte.is_some_and(|byte| self.0[n] >> (byte & 31) & 1 == 1) || self.0[n] == u32::MAX
        };
        (0..PLACES.len()).all(is_set)
    }
}

/// A host without the dot that its absolute name ends with.
fn without_dot(host: &[u8]) -> &[u8] {
    host.strip_suffix(b".").unwrap_or(host)
}

/// The error about a template of [`Secrets::paths`](super::Secrets::paths).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathTemplateError(pub(super) String);

impl fmt::Display for PathTemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no template of a path: write a host, a slash, and `***` once for the secret: hooks.example/in/***",
            self.0
        )
    }
}

impl core::error::Error for PathTemplateError {}

/// A template in lower case, if it has a host and one secret after it.
pub(super) fn template(text: &str) -> Result<Box<str>, PathTemplateError> {
    let path = text.split_once('/').filter(|(host, _)| !host.is_empty() && !host.contains('*'));
    let has_one = path.is_some_and(|(_, path)| path.matches("***").count() == 1 && !path.contains("****"));
    if has_one { Ok(text.to_ascii_lowercase().into()) } else { Err(PathTemplateError(text.to_owned())) }
}

impl Rules {
    /// Whether there may be templates for a host, in any case.
    pub(crate) fn may_have_paths(&self, host: &[u8]) -> bool {
        self.path_marks.may_be(host) && {
            let host = host.to_ascii_lowercase();
            self.paths_of(&host).next().is_some()
        }
    }

    /// The paths of the templates for a host in lower case, without their first slash.
    pub(crate) fn paths_of<'r>(&'r self, host: &'r [u8]) -> impl Iterator<Item = &'r [u8]> {
        let host = without_dot(host);
        let defaults = if self.has_default_fields { &TEMPLATES[..] } else { &[] };
        let templates = defaults.iter().copied().chain(self.paths.iter().map(|path| &**path));
        templates.filter_map(move |template| {
            let (known, path) = template.split_once('/')?;
            let before = host.strip_suffix(known.as_bytes())?;
            (before.is_empty() || before.ends_with(b".")).then_some(path.as_bytes())
        })
    }

    pub(super) fn add_path(&mut self, template: Box<str>) {
        self.path_marks = self.path_marks.with(template.as_bytes());
        self.paths.push(template);
    }
}
