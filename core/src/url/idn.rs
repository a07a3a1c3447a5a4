//! Internationalised hosts: the ASCII form that is looked up, and the Unicode form for people.

use alloc::borrow::Cow;

use crate::syntax::idna;
use crate::text::span::Slot;
use crate::url::Url;

impl<'a> Url<'a> {
    /// The host in ASCII, as it is looked up: an internationalised name as `xn--…` (UTS #46), any other host as written.
    ///
    /// `None` without a host, for a name that IDNA does not allow, and for an internationalised name without the feature
    /// `idna`.
    ///
    /// ```
    /// # #[cfg(feature = "idna")] {
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::web::HTTPS)?.build();
    /// let url = registry.parser().lenient().parse("https://b\u{fc}cher.example/")?;
    /// assert_eq!(url.ascii_host().as_deref(), Some("xn--bcher-kva.example"));
    /// assert_eq!(url.with_ascii_host()?.as_str(), "https://xn--bcher-kva.example/");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ascii_host(&self) -> Option<Cow<'a, str>> {
        let host = self.host()?;
        if idna::is_ascii(host) {
            return Some(host.into());
        }
        idna::ascii_form(host).map(Cow::Owned)
    }

    /// The host in Unicode, for people: `xn--…` as the name that it stands for. Any other host is as written, and so is
    /// a name that IDNA does not allow, or any without the feature `idna`.
    ///
    /// `None` without a host. Different names can look the same in Unicode, so compare the ASCII forms.
    ///
    /// ```
    /// # #[cfg(feature = "idna")] {
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://xn--bcher-kva.example/")?;
    /// assert_eq!(url.unicode_host().as_deref(), Some("b\u{fc}cher.example"));
    /// assert_eq!(url.to_unicode(), "x-foo://b\u{fc}cher.example/");
    /// # }
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn unicode_host(&self) -> Option<Cow<'a, str>> {
        let host = self.host()?;
        Some(idna::unicode_form(host).map_or(Cow::Borrowed(host), Cow::Owned))
    }

    /// The text with the [host in Unicode](Url::unicode_host), for people; only lenient mode reads it as a URL.
    pub fn to_unicode(&self) -> Cow<'a, str> {
        let span = self.span(Slot::HOST);
        match (span, self.unicode_host()) {
            (Some(span), Some(Cow::Owned(host))) => {
                Cow::Owned([&self.text[..span.start()], &host, &self.text[span.end()..]].concat())
            }
            _ => Cow::Borrowed(self.text),
        }
    }
}
