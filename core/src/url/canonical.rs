//! The canonical form of a URL, and the comparison by it.

use crate::components::canonical;
use crate::registry::{Implementation, Layer};
use crate::text::span::Slot;
use crate::url::{CanonicalKey, Url};

impl Url<'_> {
    /// The canonical form: one text for all ways to write the same URL.
    ///
    /// It parses with the same registry and options, means the same, and is its own canonical form. If the rules of the
    /// scheme do not give such a text, the result is the URL as written, with its scheme in lower case.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("X-Foo:%61%2f")?.to_canonical(), "x-foo:a%2F");
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn to_canonical(&self) -> String {
        if self.is_alias() {
            return self.canonicalize_alias();
        }
        let text = self.canonicalize();
        if text == self.as_str() || self.has_tested_form() || self.is_canonical_form(&text) {
            text
        } else {
            canonical::minimal(&self.as_url_ref())
        }
    }

    /// Whether tests have shown that the rules of the scheme give a canonical form: those of a built-in scheme do for every
    /// URL without deviations, while the generic syntax knows too little of a scheme.
    fn has_tested_form(&self) -> bool {
        let entry = self.entry();
        let is_built_in = entry.layer() == Layer::Builtin && entry.implementation() == Implementation::Static;
        is_built_in && !self.options().is_lenient()
    }

    /// Whether the scheme is written as an alias.
    fn is_alias(&self) -> bool {
        let entry = self.entry();
        !entry.aliases().is_empty() && !entry.name().eq_ignore_ascii_case(self.written_scheme())
    }

    /// The canonical form of the URL with the registered name.
    #[cold]
    fn canonicalize_alias(&self) -> String {
        let text = format!("{}{}", self.entry().name(), &self.text[self.scheme_span().end()..self.url_span().end()]);
        let parsed = self.registry.parse_url(&text, self.options(), Some(self.entry()), None);
        parsed.map_or_else(|_| canonical::minimal(&self.as_url_ref()), |url| url.to_canonical())
    }

    /// The canonical form by the rules of the scheme.
    fn canonicalize(&self) -> String {
        let url = self.as_url_ref();
        // What is added most often is a slash.
        let mut text = String::with_capacity(url.text().len() + 1);
        self.entry().scheme().canonicalize(&url, &mut text);
        text
    }

    /// The text by which URLs are compared: the canonical form, without what does not count.
    fn key(&self) -> String {
        let canonical = self.to_canonical();
        let parsed = self.registry.parse_as(&canonical, self.data.entry, self.options());
        let key = parsed.ok().and_then(|url| self.entry().scheme().equality_key(&url.as_url_ref()));
        key.unwrap_or(canonical)
    }

    /// Whether a text parses, has the same authority and fragment, and is its own canonical form. The rules of a
    /// scheme, which may come from a registry file or a library, may be wrong.
    fn is_canonical_form(&self, text: &str) -> bool {
        let parsed = self.registry.parse_as(text, self.data.entry, self.options());
        parsed.is_ok_and(|other| self.has_same_authority(&other) && other.canonicalize() == text)
    }

    /// Whether `other`, in canonical form, has the same login, host, port and fragment.
    fn has_same_authority(&self, other: &Url<'_>) -> bool {
        let mut others = [Slot::USER, Slot::PASSWORD, Slot::FRAGMENT].into_iter();
        let is_same = |slot| self.slot(slot) == other.slot(slot);
        (is_same(Slot::HOST) || self.has_same_host(other))
            && (is_same(Slot::HOST) && is_same(Slot::PORT) || self.effective_port() == other.effective_port())
            && others.all(|slot| is_same(slot) || self.decoded(slot) == other.decoded(slot))
    }

    /// Whether `other`, in canonical form, has the same host or none.
    fn has_same_host(&self, other: &Url<'_>) -> bool {
        let host = canonical::host_of(&other.as_url_ref());
        // A scheme may write a name of the local machine as the empty host.
        host.as_ref().is_some_and(|host| host.is_empty()) || host == canonical::host_of(&self.as_url_ref())
    }

    /// The canonical form as a key for maps and sets.
    pub fn canonical_key(&self) -> CanonicalKey {
        // A login has one of these bytes, escaped or not; most links have none, and need no search.
        let rest = &self.text[self.scheme_span().end() + 1..self.url_span().end()];
        let may_hide = !rest.is_ascii() || rest.contains([':', '@', '%']);
        let has_secret = (may_hide || self.declared_secrets().next().is_some()) && !self.redaction().is_none();
        CanonicalKey::new(self.key(), has_secret)
    }

    /// Whether both URLs mean the same: whether their canonical forms are equal (A-46), as of `http://H:80` and
    /// `http://h/`, but not of `http://h/a%2Fb` and `http://h/a/b`. Computes no canonical form for equal texts that were
    /// parsed alike.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let (one, other) = (registry.parse("x-foo:%61")?, registry.parse("X-Foo:a")?);
    /// assert!(one.is_equivalent(&other));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn is_equivalent(&self, other: &Url<'_>) -> bool {
        let parsed_alike = std::ptr::eq(self.entry(), other.entry()) && self.options() == other.options();
        parsed_alike && self == other || self.key() == other.key()
    }
}
