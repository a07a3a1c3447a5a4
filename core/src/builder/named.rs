//! The components of a builder, by name and by index.

use super::draft::{Draft, component_at, index_of};
use super::input::Inputs;
use super::{BuildError, lookup};
use crate::registration::build_table::BuildTable;
use crate::registration::layout::Layout;
use crate::registration::{Component, FragmentUse, Registration, Role};
use crate::registry::Entry;
use crate::text::prelude::*;
use crate::text::span::Slot;
use crate::url::UrlParts;
use crate::url::parse::takes_fragment;

/// What is needed to change the input of a component.
pub(super) struct Change<'b> {
    pub(super) role: Role,
    pub(super) index: usize,
    pub(super) slot: Slot,
    pub(super) inputs: &'b mut Inputs,
}

impl Inputs {
    pub(super) fn registration(&self) -> &Registration {
        self.entry().registration()
    }

    /// The component at an index of `inputs`; the last one is the fragment.
    pub(super) fn component(&self, index: usize) -> &Component {
        component_at(self.registration(), index)
    }

    /// The inputs with the registration; an error if URLs of the scheme cannot be built.
    pub(super) fn draft(&self) -> Result<Draft<'_>, BuildError> {
        let entry = self.entry();
        Ok(Draft { entry, build_table: self.build_table_of(entry)?, inputs: self })
    }

    /// The index of the component with this name.
    pub(super) fn component_index(&self, name: &str) -> Result<usize, BuildError> {
        index_of(self.registration(), name).ok_or_else(|| self.unknown(name))
    }

    /// Changes the input of a component that can be built.
    pub(super) fn change(&mut self, name: &str, change: impl FnOnce(Change<'_>) -> Result<(), &'static str>) {
        if let Err(error) = self.try_change(name, change) {
            self.fail(error);
        }
    }

    /// [`Inputs::change`] to bytes, which are checked if they are a host that is looked up.
    pub(super) fn change_host(
        &mut self,
        name: &str,
        bytes: &[u8],
        change: impl FnOnce(Change<'_>, &[u8]) -> Result<(), &'static str>,
    ) {
        let registration = self.registration();
        let slot = registration.component(name).map(|component| component.slot);
        let checked = slot.map_or(Ok(bytes.into()), |slot| lookup::checked(registration, slot, bytes));
        match checked {
            Ok(bytes) => self.change(name, |to| change(to, &bytes)),
            Err(error) => self.fail(error),
        }
    }

    fn try_change(
        &mut self,
        name: &str,
        change: impl FnOnce(Change<'_>) -> Result<(), &'static str>,
    ) -> Result<(), BuildError> {
        let next = self.next;
        let entry = self.entry();
        let known = entry.build_table().and_then(|table| table.settable(next, name));
        let (index, slot, role) = match known {
            Some(known) => known,
            None => self.settable(entry, name)?,
        };
        self.next = index + 1;
        change(Change { role, index, slot, inputs: self })
            .map_err(|help| BuildError::Role { component: name.to_owned(), help })
    }

    /// The index, slot and role of a component, which may be the fragment; an error if it cannot be set.
    #[cold]
    fn settable(&self, entry: &Entry, name: &str) -> Result<(usize, Slot, Role), BuildError> {
        let index = self.component_index(name)?;
        self.check_buildable(entry, index)?;
        let component = self.component(index);
        Ok((index, component.slot, component.role))
    }

    /// Keeps the first error.
    pub(super) fn fail(&mut self, error: BuildError) {
        self.error.get_or_insert(error);
    }

    /// Removes a component; with the user name also the password (R-3.1-4).
    pub(super) fn remove_named(&mut self, name: &str) {
        match self.component_index(name) {
            Ok(index) => {
                self.remove(index);
                if self.component(index).slot == Slot::USER {
                    self.clear(Slot::PASSWORD);
                }
            }
            Err(error) => self.fail(error),
        }
    }

    fn clear(&mut self, slot: Slot) {
        let components = &self.registration().components;
        if let Some(index) = components.iter().position(|component| component.slot == slot) {
            self.remove(index);
        }
    }

    /// Checks that the component at an index can be built.
    fn check_buildable(&self, entry: &Entry, index: usize) -> Result<(), BuildError> {
        let Some(component) = entry.registration().components.get(index) else {
            let has_fragment = entry.registration().fragment == FragmentUse::Separate;
            let is_allowed = has_fragment && takes_fragment(self.options(), entry.grammar());
            return is_allowed.then_some(()).ok_or(BuildError::NoFragment);
        };
        let name = || component.name.to_string();
        if component.lenient {
            return Err(BuildError::Lenient { component: name() });
        }
        let layout = &self.build_table_of(entry)?.layout;
        if layout.components().contains(index) {
            return Ok(());
        }
        Err(BuildError::Composite { component: name(), parts: self.own_components(layout) })
    }

    fn build_table_of<'e>(&self, entry: &'e Entry) -> Result<&'e BuildTable, BuildError> {
        entry.build_table().ok_or_else(|| BuildError::NoTemplate(self.scheme().to_owned()))
    }

    /// The components in a template that are specific to the scheme.
    fn own_components(&self, layout: &Layout) -> Vec<String> {
        let common = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT];
        let components = layout.in_order().into_iter().map(|index| self.component(index));
        let own = components.filter(|component| !common.contains(&component.slot));
        own.map(|component| component.name.to_string()).collect()
    }

    fn unknown(&self, name: &str) -> BuildError {
        let strict = self.registration().components.iter().filter(|component| !component.lenient);
        let known: Vec<&str> = strict.map(|component| &*component.name).collect();
        let scheme = self.scheme();
        let UrlParts { registry, data, .. } = &*self.url;
        let other_scheme = if data.entry.is_generic() { registry.did_you_mean(scheme) } else { None };
        BuildError::unknown(name, scheme, &known, other_scheme)
    }
}
