//! P10: building a URL from its components, compared with `fluent-uri`.

use std::ops::Range;

use anyurl::Registry;
use anyurl::components::value::ComponentValue;
use anyurl_core::OwnedUrl;
use fluent_uri::Uri;
use fluent_uri::build::Builder;
use fluent_uri::component::{Authority, Scheme};
use fluent_uri::pct_enc::{EStr, Encoder};

use crate::operations::{Operation, Parsed, contest, parsed};
use crate::parts::Outcome;
use crate::report::Report;
use crate::setting::Setting;

/// A component by name.
type NamedText<'t> = (&'t str, &'t str);

/// The components of a URL as texts.
struct Input<'t> {
    scheme: &'t str,
    /// The components that anyurl finds, by name: where they are in a list for all URLs, so that they lie one after the
    /// other in memory, as the other fields do.
    components: Range<usize>,
    authority: Option<AuthorityTexts<'t>>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

/// The authority as `fluent-uri` splits it.
struct AuthorityTexts<'t> {
    userinfo: Option<&'t str>,
    host: &'t str,
    port: Option<&'t str>,
}

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    to.say("Each contestant gets the components that it finds in the URL itself, as texts with their escapes, and checks them.");
    let registry = anyurl::registry();
    for corpus in [&setting.corpora.weblinks, &setting.corpora.mixed] {
        let urls = parsed(corpus);
        let mut components = Vec::new();
        let inputs = urls.iter().map(|url| Input::new(url, &mut components)).collect();
        let operations = vec![
            Operation::new("anyurl, `UrlBuilder`", 0, |input: &Input<'_>| input.anyurl(registry, &components)),
            Operation::new("fluent-uri, `Builder`", 0, Input::fluent).target("build", "fluent-uri"),
        ];
        contest(corpus, inputs, operations, setting.rounds, to);
    }
    Ok(())
}

impl<'t> Input<'t> {
    fn new(url: &'t Parsed<'t>, all: &mut Vec<NamedText<'t>>) -> Self {
        let start = all.len();
        let components: Vec<_> = url.anyurl.components().filter(|component| component.span().is_some()).collect();
        // A component such as the path of ftp consists of others, which are set instead of it.
        let has_others = |n: usize| components[n + 1..].iter().any(|other| is_within(other, &components[n]));
        let innermost = (0..components.len()).filter(|n| !has_others(*n)).map(|n| &components[n]);
        all.extend(innermost.map(|component| (component.name(), component.text())));
        let authority = |authority: Authority<'t, _>| AuthorityTexts {
            userinfo: authority.userinfo().map(EStr::as_str),
            host: authority.host(),
            port: authority.port().map(EStr::as_str),
        };
        Self {
            scheme: url.fluent.scheme().as_str(),
            components: start..all.len(),
            authority: url.fluent.authority().map(authority),
            path: url.fluent.path().as_str(),
            query: url.fluent.query().map(EStr::as_str),
            fragment: url.fluent.fragment().map(EStr::as_str),
        }
    }

    fn anyurl(&self, registry: &Registry, components: &[NamedText<'_>]) -> Option<OwnedUrl> {
        let builder = registry.build(self.scheme).ok()?;
        let builder = components[self.components.clone()]
            .iter()
            .fold(builder, |builder, (name, text)| builder.set_raw(name, text));
        builder.build().ok()
    }

    fn fluent(&self) -> Option<Uri<String>> {
        let path = EStr::new(self.path)?;
        let query = encoded(self.query).ok()?;
        let fragment = encoded(self.fragment).ok()?;
        let builder = Uri::builder().scheme(Scheme::new(self.scheme)?);
        let builder = match &self.authority {
            None => builder.advance(),
            Some(authority) => {
                let userinfo = encoded(authority.userinfo).ok()?;
                let host = EStr::new(authority.host)?;
                let port = encoded(authority.port).ok()?;
                builder.authority_with(|to| {
                    let to = to.optional(Builder::userinfo, userinfo).host(host);
                    to.optional(Builder::port, port)
                })
            }
        };
        builder.path(path).optional(Builder::query, query).optional(Builder::fragment, fragment).build().ok()
    }
}

fn is_within(inner: &ComponentValue<'_>, outer: &ComponentValue<'_>) -> bool {
    let spans = inner.span().zip(outer.span());
    spans
        .is_some_and(|(inner, outer)| !inner.is_empty() && outer.start() <= inner.start() && inner.end() <= outer.end())
}

/// Checks the escapes of an optional component.
fn encoded<E: Encoder>(text: Option<&str>) -> Result<Option<&EStr<E>>, ()> {
    text.map(|text| EStr::new(text).ok_or(())).transpose()
}
