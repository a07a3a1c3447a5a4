//! [`FlatTemplates`]: those of a scheme that were needed.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::flat_template::FlatTemplate;
use super::layout::ComponentSet;

/// An open-addressing hash table of flat templates, by the components that are given. Reading it takes no lock.
#[derive(Clone, Debug)]
pub(crate) struct FlatTemplates([OnceLock<FlatTemplate>; FlatTemplates::COUNT]);

impl FlatTemplates {
    /// Few schemes have more sets of components that occur often.
    const COUNT: usize = 32;

    /// The number of places that a flat template may have.
    const PROBES: usize = 4;

    pub(crate) const fn new() -> Self {
        Self([const { OnceLock::new() }; Self::COUNT])
    }

    /// The flat template for these components: the one that was kept, or one that `make` makes.
    #[inline]
    pub(crate) fn get<E>(
        &self,
        given: ComponentSet,
        make: impl FnOnce() -> Result<FlatTemplate, E>,
    ) -> Result<Cow<'_, FlatTemplate>, E> {
        match self.places(given).filter_map(OnceLock::get).find(|flat_template| flat_template.given == given) {
            Some(flat_template) => Ok(Cow::Borrowed(flat_template)),
            None => Ok(self.keep(make()?)),
        }
    }

    /// Keeps a flat template, if one of its places is free.
    #[cold]
    fn keep(&self, flat_template: FlatTemplate) -> Cow<'_, FlatTemplate> {
        let mut places = self.places(flat_template.given);
        match places.find(|place| place.get_or_init(|| flat_template.clone()) == &flat_template) {
            Some(place) => place.get().map_or(Cow::Owned(flat_template), Cow::Borrowed),
            None => Cow::Owned(flat_template),
        }
    }

    #[inline]
    fn places(&self, given: ComponentSet) -> impl Iterator<Item = &OnceLock<FlatTemplate>> {
        let first = given.hash() % Self::COUNT;
        (0..Self::PROBES).map(move |n| &self.0[(first + n) % Self::COUNT])
    }
}
