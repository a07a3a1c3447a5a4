//! [`Recipes`]: the recipes of a scheme that were needed.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::layout::ComponentSet;
use super::recipe::Recipe;

/// An open-addressing hash table of recipes, by the components that are given. Reading it takes no lock.
#[derive(Clone, Debug)]
pub(crate) struct Recipes([OnceLock<Recipe>; Recipes::COUNT]);

impl Recipes {
    /// Few schemes have more sets of components that occur often.
    const COUNT: usize = 32;

    /// The number of places that a recipe may have.
    const PROBES: usize = 4;

    pub(crate) const fn new() -> Self {
        Self([const { OnceLock::new() }; Self::COUNT])
    }

    /// The recipe for these components: the one that was kept, or one that `make` makes.
    #[inline]
    pub(crate) fn get<E>(
        &self,
        given: ComponentSet,
        make: impl FnOnce() -> Result<Recipe, E>,
    ) -> Result<Cow<'_, Recipe>, E> {
        match self.places(given).filter_map(OnceLock::get).find(|recipe| recipe.given == given) {
            Some(recipe) => Ok(Cow::Borrowed(recipe)),
            None => Ok(self.keep(make()?)),
        }
    }

    /// Keeps a recipe, if one of its places is free.
    #[cold]
    fn keep(&self, recipe: Recipe) -> Cow<'_, Recipe> {
        let mut places = self.places(recipe.given);
        match places.find(|place| place.get_or_init(|| recipe.clone()) == &recipe) {
            Some(place) => place.get().map_or(Cow::Owned(recipe), Cow::Borrowed),
            None => Cow::Owned(recipe),
        }
    }

    #[inline]
    fn places(&self, given: ComponentSet) -> impl Iterator<Item = &OnceLock<Recipe>> {
        let first = given.hash() % Self::COUNT;
        (0..Self::PROBES).map(move |n| &self.0[(first + n) % Self::COUNT])
    }
}
