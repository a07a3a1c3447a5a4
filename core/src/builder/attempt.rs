//! Building: filling the template, parsing the text, and another attempt with more escapes.

use super::input::Given;
use super::{BuildError, UrlBuilder};
use crate::url::{OwnedUrl, UrlData};

impl UrlBuilder {
    /// Builds and parses the URL.
    ///
    /// # Errors
    /// The first error, with the name of the component.
    pub fn build(mut self) -> Result<OwnedUrl, BuildError> {
        if let Some(error) = self.error.take() {
            return Err(*error);
        }
        let edits = std::mem::take(&mut self.edits);
        let (text, data) = self.build_components()?;
        let built = OwnedUrl::from_text(text, self.registry, data);
        edits.iter().try_fold(built, |url, edit| edit.apply(&url.as_url()))
    }

    /// Builds the text of the URL from its components, and parses it.
    fn build_components(&mut self) -> Result<(String, UrlData), BuildError> {
        let first = match self.attempt() {
            Err(error) => error,
            built => return built,
        };
        // A byte can be data at one position of a component and a delimiter at another, such as the `;` between sip
        // parameters. If the text is rejected, try again with every special byte of the component escaped.
        let mut error = first.clone();
        while self.fully_encode_rejected(&error) {
            error = match self.attempt() {
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
        let is_absent = self.inputs.all()[index].is_none() && self.component(index).default.is_none();
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
        let Some(encoded) = given.and_then(Given::fully_encoded) else {
            return false;
        };
        self.inputs.replace(index, encoded);
        true
    }

    fn attempt(&self) -> Result<(String, UrlData), BuildError> {
        let draft = self.draft()?;
        let assembled = draft.assemble()?;
        let url = match self.registry.parse_as(&assembled.text, self.entry, self.options) {
            Ok(url) => url,
            Err(error) => return Err(draft.rejected(&assembled, error)),
        };
        draft.compare(&assembled, &url)?;
        let data = url.data();
        Ok((assembled.text, data))
    }
}
