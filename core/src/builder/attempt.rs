//! Building: filling the template, parsing the text, and another attempt with more escapes.

use super::assemble::Assembled;
use super::given::Given;
use super::input::Inputs;
use super::{BuildError, UrlBuilder};
use crate::diagnostics::error::{Error, ErrorKind};
use crate::text::prelude::*;
use crate::text::span::Spans;
use crate::url::{OwnedUrl, Parsed, UrlData, UrlParts};

impl<D> UrlBuilder<D> {
    /// Builds and parses the URL.
    ///
    /// A value in decoded bytes, of the builder or of a method such as [`Url::with_path`](crate::Url::with_path), must be
    /// one that a client can use. The builder refuses
    ///
    /// * a host that cannot be looked up, where hosts are: [`BuildError::NoHost`];
    /// * a control character that would act as protocol in the [plan](crate::Url::plan) of the URL, such as the line end
    ///   in the user name of an ftp URL: [`BuildError::Unsafe`].
    ///
    /// The rest of a plan's errors are not about a value that is wrong in every URL, so they are left to the plan: a space
    /// or another character that the protocol has no way to write; a `/` (on Windows also a `\`) in a segment of a file
    /// path, since the system of the file may allow it; a file on another host; more parts than a plan takes; an access
    /// method that is not known, or needs a value of the environment. So are the [warnings](crate::Url::access_warnings), on
    /// which a [`Policy`](crate::Policy) decides.
    ///
    /// Texts that are written as they are, by [`set_raw`](UrlBuilder::set_raw), [`Url::to_builder`](crate::Url::to_builder)
    /// or [`Url::with_raw_path`](crate::Url::with_raw_path), are only parsed: every valid URL can be built from its parts.
    ///
    /// ```
    /// use anyurl_core::{BuildError, Registry};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::ftp::FTP)?.build();
    /// let builder = registry.build("ftp")?.host("h").set("name", "a");
    /// let error = builder.clone().user("joe\r\nDELE a").build().unwrap_err();
    /// assert!(matches!(error, BuildError::Unsafe { byte: Some(b'\r'), offset: Some(3), .. }));
    ///
    /// let url = builder.set_raw("user", "joe%0D%0ADELE%20a").build()?;
    /// assert!(url.plan(&anyurl_core::Environment::new()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first error, with the name of the component.
    pub fn build(self) -> Result<OwnedUrl<D>, BuildError> {
        self.inputs.build().map(OwnedUrl::with_default)
    }
}

impl Inputs {
    fn build(mut self) -> Result<OwnedUrl, BuildError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let edits = core::mem::take(&mut self.edits);
        let built = self.build_unedited()?;
        edits.iter().try_fold(built, |url, edit| edit.apply(&url.as_url()))
    }

    /// Builds the URL from the texts of its components.
    fn build_unedited(mut self) -> Result<OwnedUrl, BuildError> {
        let mut text = String::new();
        let data = self.attempt(&mut text).or_else(|error| self.build_escaped(error, &mut text))?;
        let mut url = self.url;
        (url.text, url.data) = (text, data);
        Ok(OwnedUrl::from_parts(url))
    }

    /// Builds the URL with more escapes, after a first attempt without them.
    #[cold]
    fn build_escaped(&mut self, first: BuildError, text: &mut String) -> Result<UrlData, BuildError> {
        // A byte can be data at one position of a component and a delimiter at another, such as the `;` between sip
        // parameters. If the text is rejected, try again with every special byte of the component escaped.
        let mut error = first.clone();
        while self.fully_encode_rejected(&error) {
            error = match self.attempt(text) {
                Err(error) => error,
                built => return built,
            };
        }
        Err(self.missing(&first).unwrap_or(first))
    }

    /// The error that a component was never set, if its absence is what the scheme rejects.
    fn missing(&self, error: &BuildError) -> Option<BuildError> {
        let BuildError::Rejected { component, error, .. } = error else { return None };
        let index = self.component_index(component).ok()?;
        if error.kind() == ErrorKind::Forbidden {
            return None;
        }
        let is_absent = !self.given().contains(index) && self.component(index).default.is_none();
        let missing = BuildError::Missing { component: component.clone(), error: error.clone() };
        is_absent.then_some(missing)
    }

    /// Escapes every special byte of the component that `error` is about; `false` if that is already done or
    /// impossible.
    fn fully_encode_rejected(&mut self, error: &BuildError) -> bool {
        let (BuildError::Rejected { component, .. } | BuildError::Differs { component, .. }) = error else {
            return false;
        };
        let Ok(index) = self.component_index(component) else {
            return false;
        };
        let given = self.draft().ok().and_then(|draft| draft.given(index));
        let takes_more = given.is_some_and(Given::takes_more_escapes);
        if takes_more {
            self.fully_encode(index);
        }
        takes_more
    }

    /// Writes the URL to `text`, and parses it.
    fn attempt(&self, text: &mut String) -> Result<UrlData, BuildError> {
        if self.is_too_long() {
            let error = Error::too_long();
            return Err(BuildError::Rejected { component: error.component().to_owned(), offset: None, error });
        }
        let draft = self.draft()?;
        let flat_template = &draft.flat_template()?;
        let mut spans = Spans::NONE;
        draft.write(flat_template, text, &mut spans);
        let assembled = Assembled { flat_template, spans: &spans };
        let UrlParts { registry, data, .. } = &*self.url;
        let data = registry.read_as(text, data.entry, data.options);
        let data = data.map_err(|error| draft.rejected(assembled, error))?;
        let parsed = Parsed { text, registry, entry: data.entry, options: data.options, spans: &data.spans };
        draft.compare(assembled, &parsed)?;
        draft.check_access(assembled, &parsed)?;
        if registry.entry_at(data.entry).subschemes().is_none() {
            return Ok(data);
        }
        // A component selects the subscheme by which everybody else reads the URL.
        let read = registry.parse_url(text, data.options, None, None);
        read.map(|url| url.parsed().data()).map_err(|error| draft.rejected(assembled, error))
    }
}
