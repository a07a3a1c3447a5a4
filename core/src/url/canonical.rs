//! The canonical form of a URL, and the comparison by it.

use crate::components::canonical;
use crate::registry::{Entry, Implementation, Layer};
use crate::text::prelude::*;
use crate::text::span::Slot;
use crate::url::{AsUrl, CanonicalKey, Chosen, Host, Url};

/// How often the form of a form is computed before a URL counts as having no canonical one.
const MAX_FORMS: usize = 3;

impl<'a> Url<'a> {
    /// The canonical form: one text for all ways to write the same URL.
    ///
    /// It parses with the same registry and options, means the same, and is its own canonical form. If the rules of the
    /// scheme do not give such a text, the result is the URL as written, with its scheme in lower case.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("X-Foo:%61%2f")?.to_canonical(), "x-foo:a%2F");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn to_canonical(&self) -> String {
        let entry = self.entry();
        if entry.aliases().iter().any(|alias| alias.eq_ignore_ascii_case(self.written_scheme())) {
            return self.canonicalize_alias();
        }
        let text = self.canonicalize(entry);
        if text == self.as_str() || self.has_tested_form(entry) {
            return text;
        }
        self.stable_form(text, entry).unwrap_or_else(|| canonical::minimal(&self.as_url_ref()))
    }

    /// Whether tests have shown that the rules of the scheme give a canonical form: those of a built-in scheme do for every
    /// URL without deviations, while the generic syntax knows too little of a scheme.
    fn has_tested_form(&self, entry: &Entry) -> bool {
        let is_built_in = entry.layer() == Layer::Builtin && entry.implementation() == Implementation::Static;
        is_built_in && !self.options().is_lenient()
    }

    /// The canonical form of the URL with the registered name.
    #[cold]
    fn canonicalize_alias(&self) -> String {
        let text =
            format!("{}{}", self.entry().scheme_name(), &self.text[self.scheme_span().end()..self.url_span().end()]);
        let parsed = self.registry.parse_url(&text, self.options(), Some(Chosen::new(self.entry())), None);
        parsed.map_or_else(|_| canonical::minimal(&self.as_url_ref()), |url| url.to_canonical())
    }

    /// The canonical form by the rules of the scheme.
    fn canonicalize(&self, entry: &'a Entry) -> String {
        let url = self.as_url_ref_of(entry);
        // What is added most often is a slash.
        let mut text = String::with_capacity(url.text().len() + 1);
        entry.scheme().canonicalize(&url, &mut text);
        text
    }

    /// The text by which URLs are compared: the canonical form, without what does not count.
    fn key(&self) -> String {
        let canonical = self.to_canonical();
        let parsed = self.registry.parse_as(&canonical, self.data.entry, self.options());
        let key = parsed.ok().and_then(|url| self.entry().scheme().equality_key(&url.as_url_ref()));
        key.unwrap_or(canonical)
    }

    /// A text that parses, has the same authority and fragment, and is its own canonical form: the first form, or that of
    /// it, since one escape may be in the way of another. The rules of a scheme, which may come from a registry file or a
    /// library, may be wrong.
    fn stable_form(&self, mut text: String, entry: &'a Entry) -> Option<String> {
        for _ in 0..MAX_FORMS {
            let next = {
                let parsed = self.registry.parse_as(&text, self.data.entry, self.options()).ok();
                parsed.filter(|other| self.has_same_authority(other))?.canonicalize(entry)
            };
            if next == text {
                return Some(text);
            }
            text = next;
        }
        None
    }

    /// Whether `other`, in canonical form, has the same login, hosts, ports and fragment.
    fn has_same_authority(&self, other: &Url<'_>) -> bool {
        let mut others = [Slot::USER, Slot::PASSWORD, Slot::FRAGMENT].into_iter();
        let is_same = |slot| self.slot(slot) == other.slot(slot);
        (is_same(Slot::HOST) || self.has_same_host(other))
            && (is_same(Slot::HOST) && is_same(Slot::PORT) || self.effective_port() == other.effective_port())
            && (self.has_one_host() || addresses(self).eq(addresses(other)))
            && others.all(|slot| is_same(slot) || self.decoded(slot) == other.decoded(slot))
    }

    /// Whether `other`, in canonical form, has the same host or none.
    fn has_same_host(&self, other: &Url<'_>) -> bool {
        let host = canonical::host_of(&other.as_url_ref());
        // A scheme may write a name of the local machine as the empty host.
        host.as_ref().is_some_and(|host| host.is_empty()) || host == canonical::host_of(&self.as_url_ref())
    }

    /// Whether the host is in the component of that name, if there is one.
    fn has_one_host(&self) -> bool {
        self.span(Slot::HOST).is_some() || !self.entry().has_inner_hosts()
    }

    /// The canonical form as a key for maps and sets.
    pub fn canonical_key(&self) -> CanonicalKey {
        // A login or a field has one of these bytes, escaped or not; most links have none, and need no search.
        let rest = &self.text[self.scheme_span().end() + 1..self.url_span().end()];
        let host = self.host().unwrap_or_default().as_bytes();
        let may_hide =
            !rest.is_ascii() || rest.contains([':', '@', '%', '=']) || self.registry.rules().may_have_paths(host);
        let has_secret = (may_hide || self.declared_secrets().next().is_some()) && !self.redaction().is_none();
        CanonicalKey::new(self.key(), has_secret)
    }

    /// Whether both URLs mean the same: whether their canonical forms are equal (A-46), as of `http://H:80` and
    /// `http://h/`, but not of `http://h/a%2Fb` and `http://h/a/b`. Computes no canonical form for equal texts that were
    /// parsed alike.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let (one, other) = (registry.parse("x-foo:%61")?, registry.parse("X-Foo:a")?);
    /// assert!(one.is_equivalent(&other));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn is_equivalent(&self, other: &impl AsUrl) -> bool {
        self.means(&other.as_any())
    }

    fn means(&self, other: &Url<'_>) -> bool {
        let parsed_alike = core::ptr::eq(self.entry(), other.entry()) && self.options() == other.options();
        parsed_alike && self == other || self.key() == other.key()
    }
}

/// The hosts of a URL, each with the port to connect to.
fn addresses<'a>(url: &Url<'a>) -> impl Iterator<Item = (Host<'a>, Option<u16>)> {
    url.hosts().map(|one| (one.host(), one.effective_port()))
}

#[cfg(test)]
mod tests {
    use crate::text::prelude::*;
    use std::sync::Arc;

    use crate::components::url_ref::UrlRef;
    use crate::diagnostics::error::Error;
    use crate::plan::{PlanBuilder, PlanError};
    use crate::registration::{Component, InnerHosts, Registration, Status};
    use crate::registry::{Implementation, Layer, Origin, Registry};
    use crate::scheme::Scheme;
    use crate::scheme::generic::no_access;
    use crate::syntax::authority;
    use crate::syntax::class::Class;
    use crate::syntax::cursor::Cursor;
    use crate::syntax::options::Options;
    use crate::text::span::{Slot, Span};

    static REST: Class = Class::xchar("rest");

    /// A scheme whose rules give the same text for each URL, or a longer one if it is empty.
    struct Stubborn {
        registration: Registration,
        form: &'static str,
        key: Option<&'static str>,
    }

    impl Scheme for Stubborn {
        fn registration(&self) -> &Registration {
            &self.registration
        }

        fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
            match at.take("//") {
                true if at.peek() == Some(b'/') => at.set(Slot::HOST, Span::at(at.position())),
                true => authority::login(at)?,
                false => {}
            }
            let rest = at.run(&REST, "rest")?;
            at.set(Slot::own(0), rest);
            at.finish(&REST, "rest")
        }

        fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
            no_access(to)
        }

        fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
            match self.form {
                "" => {
                    to.push_str(url.text());
                    to.push('x');
                }
                form => to.push_str(form),
            }
        }

        fn equality_key(&self, _: &UrlRef<'_>) -> Option<String> {
            self.key.map(str::to_owned)
        }
    }

    fn registry(form: &'static str, key: Option<&'static str>, layer: Layer) -> Registry {
        let version = semver::Version::new(1, 0, 0);
        let mut registration = Registration::new("x-a", version, Status::Experimental);
        let mut rest = Component::text("rest", Slot::own(0)).sensitive();
        rest.hosts = Some(InnerHosts::List);
        registration.components =
            vec![Component::USER, Component::PASSWORD, Component::HOST, Component::PORT, rest].into();
        registration.template = "//[{user}[:{password}]@]{host}[:{port}]{rest}|{rest}".into();
        registration.default_port = Some(21);
        registration.syntax = "x-a = \"x-a:\" *xchar".into();
        registration.access = vec!["None.".into()].into();
        let scheme = Arc::new(Stubborn { registration, form, key });
        let origin = Origin::from_crate("lab", "1", "lab.rs", 1);
        let builder = Registry::builder().add_from(scheme, layer, Implementation::Static, origin).unwrap();
        builder.alias("x-b", "x-a").unwrap().build()
    }

    /// Rules that change what a URL means do not count.
    #[test]
    fn wrong_rules_change_nothing() {
        let text = "X-A://u:p@H:80/b#f";
        let minimal = "x-a://u:p@H:80/b#f";
        for (form, written) in [
            ("", minimal),
            ("no URL", minimal),
            ("x-a:%zz", minimal),
            ("x-a://u:p@g:80/b#f", minimal),
            ("x-a://v:p@h:80/b#f", minimal),
            ("x-a://u:q@h:80/b#f", minimal),
            ("x-a://u:p@h:81/b#f", minimal),
            ("x-a://u:p@h/b#f", minimal),
            ("x-a://u:p@h:80/b#g", minimal),
            ("x-a://u:p@h:80/b", minimal),
            ("x-a://h:80/b#f", minimal),
            ("x-a:b", minimal),
            ("x-a://u:p@h:80/b#f", "x-a://u:p@h:80/b#f"),
            ("x-a://u:p@h:80/c#f", "x-a://u:p@h:80/c#f"),
            ("x-a://%75:%70@h:080/b#%66", "x-a://%75:%70@h:080/b#%66"),
        ] {
            let registry = registry(form, None, Layer::Application);
            let parser = registry.parser();
            assert_eq!(parser.parse(text).unwrap().to_canonical(), written, "{form}");
        }
    }

    /// Strict mode reads the form, and has the same one.
    #[test]
    fn what_lenient_mode_takes_as_data_in_a_login_is_encoded() {
        let registry = Registry::builder().build();
        for (text, written) in [
            ("x-a://u@v@h/", "x-a://u%40v@h/"),
            ("x-a://@@h/@", "x-a://%40@h/@"),
            ("x-a://u:p@q:r@h/@", "x-a://u:p%40q:r@h/@"),
            ("x-a://u:p:q@H/", "x-a://u:p:q@h/"),
            ("x-a://%75@v@h/ ", "x-a://u%40v@h/"),
            ("x-a:a@b@c", "x-a:a@b@c"),
        ] {
            assert_eq!(registry.parser().lenient().parse(text).unwrap().to_canonical(), written, "{text}");
            assert_eq!(registry.parse(written).unwrap().to_canonical(), written, "{text}");
        }
    }

    /// Nor do those that change one of several hosts; but the local machine may have an empty name.
    #[test]
    fn hosts_stay_the_same() {
        for (form, text, written) in [("x-a:g,k", "x-a:g,h", "x-a:g,h"), ("x-a:///b", "x-a://localhost/b", "x-a:///b")]
        {
            let registry = registry(form, None, Layer::Application);
            assert_eq!(registry.parse(text).unwrap().to_canonical(), written, "{form}");
        }
    }

    #[test]
    fn the_default_port_may_be_omitted() {
        let registry = registry("x-a://h/", None, Layer::Application);
        assert_eq!(registry.parse("x-a://h:21/").unwrap().to_canonical(), "x-a://h/");
        assert_eq!(registry.parse("x-a://h:22/").unwrap().to_canonical(), "x-a://h:22/");
    }

    /// The rules of a built-in scheme are tested, and not checked again, but for deviations.
    #[test]
    fn built_in_rules_are_trusted_in_strict_mode() {
        let registry = registry("x-a://g/", None, Layer::Builtin);
        for (options, written) in [(Options::new(), "x-a://g/"), (Options::new().lenient(), "x-a://h/")] {
            assert_eq!(registry.parser().options(options).parse("x-a://h/").unwrap().to_canonical(), written);
        }
    }

    #[test]
    fn an_alias_is_written_as_its_scheme() {
        let registry = registry("x-a://h/", None, Layer::Application);
        for text in ["x-b://H/c", "X-B://h/", "x-a://h/", "X-A://h/"] {
            assert_eq!(registry.parse(text).unwrap().to_canonical(), "x-a://h/", "{text}");
        }
        assert_eq!(registry.parse("x-b://g/").unwrap().to_canonical(), "x-a://g/");
    }

    #[test]
    fn equal_keys_mean_the_same() {
        let equal = registry("", Some("key"), Layer::Application);
        let [one, other] = ["x-a:b", "x-a:c"].map(|text| equal.parse(text).unwrap());
        assert!(one.is_equivalent(&other) && one.canonical_key() == other.canonical_key());
        assert_eq!((one.canonical_key().as_str(), one.to_canonical()), ("key", "x-a:b".to_owned()));

        let generic = Registry::builder().build();
        let parse = |text| generic.parse(text).unwrap();
        assert!(parse("x-a:b").is_equivalent(&parse("x-a:b")));
        assert!(parse("x-a:b").is_equivalent(&parse("X-A:%62")));
        assert!(!parse("x-a:b").is_equivalent(&parse("x-a:c")));
        assert!(!parse("x-a:b").is_equivalent(&parse("x-b:b")));
        let old = generic.parser().rfc1738().parse("x-a:b").unwrap();
        assert!(parse("x-a:b").is_equivalent(&old));
        assert!(!parse("x-a:c").is_equivalent(&old));
        // Profiles read the same text differently.
        let text = "x-a://h/a/../b";
        assert!(!parse(text).is_equivalent(&generic.parser().rfc1738().parse(text).unwrap()));
        // A scheme may do so in lenient mode.
        let by_mode = registry("x-a://g/", None, Layer::Builtin);
        let lenient = by_mode.parser().options(Options::new().lenient()).parse("x-a://h/").unwrap();
        assert!(!by_mode.parse("x-a://h/").unwrap().is_equivalent(&lenient));
    }

    #[test]
    fn keys_of_urls_with_secrets() {
        let generic = Registry::builder().build();
        let declared = registry("x-a:b", None, Layer::Application);
        for (registry, text, shown) in [
            (&generic, "x-a://u:p@h/", "x-a:***"),
            (&generic, "x-a:u%3Ap%40h", "x-a:***"),
            (&generic, "x-a://u@h/", "x-a:***"),
            (&generic, "x-a://h/?token=u", "x-a:***"),
            (&generic, "x-a://h/?page=1", "x-a://h/?page=1"),
            (&generic, "x-a://hooks.slack.com/services/T/B/x", "x-a:***"),
            (&generic, "x-a:b", "x-a:b"),
            (&declared, "x-a:b", "x-a:***"),
        ] {
            let key = registry.parse(text).unwrap().canonical_key();
            assert_eq!(format!("{key:?}"), format!("CanonicalKey({shown:?})"), "{text}");
        }
        // In lenient mode a full-width colon delimits a password, too.
        let url = generic.parser().lenient().parse("x-a://u\u{FF1A}p\u{FF20}h/").unwrap();
        assert_eq!(format!("{:?}", url.canonical_key()), r#"CanonicalKey("x-a:***")"#);
    }
}
