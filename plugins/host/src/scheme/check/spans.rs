//! Checks the spans of an answer in one pass.

use anyurl_core::{Mode, Slot};
use anyurl_plugin::abi;

use super::super::PluginScheme;
use super::super::plugin_url::PluginText;
use crate::registration::{self, KindSet};
use crate::violation::Violation;

/// The start and the end of a span.
pub(in super::super) type Offsets = (u32, u32);

/// The components in an answer, and the spans of the common ones.
pub(in super::super) struct Components {
    present: KindSet,
    /// The spans of user, password, host and port that are present.
    common: [Offsets; registration::COMMON],
}

impl Components {
    pub(super) const USER: usize = 0;
    pub(super) const PASSWORD: usize = 1;
    pub(super) const HOST: usize = 2;
    pub(super) const PORT: usize = 3;

    pub(in super::super) const NONE: Self = Self { present: KindSet::NONE, common: [(0, 0); registration::COMMON] };

    /// Checks spans and adds them, which must be called once. Passes each component of the scheme's own to `store`, as soon
    /// as it is checked: its slot and its span.
    ///
    /// The value is filled in place: to move spans that have just been written makes the processor wait.
    #[inline]
    pub(in super::super) fn check(
        &mut self,
        scheme: &PluginScheme,
        url: PluginText<'_>,
        mode: Mode,
        spans: &[abi::LocSpan],
        mut store: impl FnMut(Slot, Offsets),
    ) -> Result<(), Violation> {
        let allowed = scheme.kinds(mode);
        let mut absent = allowed;
        for &abi::LocSpan { kind, start, end } in spans {
            if !url.contains(start, end) {
                return Err(Violation::Span);
            }
            let Some(index) = registration::index(kind) else {
                check_deviation(scheme, mode, kind)?;
                continue;
            };
            if !absent.take(index) {
                return Err(refused(scheme, allowed, index));
            }
            match self.common.get_mut(index) {
                Some(common) => *common = (start, end),
                None => store(registration::SLOTS[index], (start, end)),
            }
        }
        self.present = allowed.without(absent);
        if self.present.has_order() { self.check_order(url) } else { Ok(()) }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Offsets> {
        self.present.has(index).then_some(self.common[index])
    }

    /// Returns user and password.
    #[inline]
    pub(in super::super) fn login(&self) -> (Option<Offsets>, Option<Offsets>) {
        (self.get(Self::USER), self.get(Self::PASSWORD))
    }

    /// Returns host and port. There is no port without a host.
    #[inline]
    pub(in super::super) fn host_port(&self) -> Option<(Offsets, Option<Offsets>)> {
        Some((self.get(Self::HOST)?, self.get(Self::PORT)))
    }

    /// Checks that user, password, host and port are in this order, a password has a user, and a port follows its host
    /// and a colon.
    fn check_order(&self, url: PluginText<'_>) -> Result<(), Violation> {
        let mut last = 0;
        for (start, end) in (Self::USER..=Self::PORT).filter_map(|index| self.get(index)) {
            if start < last {
                return Err(Violation::Order);
            }
            last = end;
        }
        let has_user = self.get(Self::PASSWORD).is_none() || self.get(Self::USER).is_some();
        let port_follows = match (self.get(Self::HOST), self.get(Self::PORT)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((_, colon)), Some((port, _))) => {
                port == colon + 1 && url.text.as_bytes().get(colon as usize) == Some(&b':')
            }
        };
        if has_user && port_follows { Ok(()) } else { Err(Violation::Order) }
    }
}

/// Returns the violation by a component that is not allowed, or that occurs twice.
#[cold]
fn refused(scheme: &PluginScheme, allowed: KindSet, index: usize) -> Violation {
    match &scheme.components[index] {
        None => Violation::Kind,
        Some(_) if !allowed.has(index) => Violation::Lenient,
        Some(_) => Violation::Twice,
    }
}

/// Checks that a kind is a deviation from an existing requirement, in lenient mode.
#[cold]
fn check_deviation(scheme: &PluginScheme, mode: Mode, kind: u32) -> Result<(), Violation> {
    let requirement = kind.checked_sub(abi::C_DEVIATION).ok_or(Violation::Kind)?;
    if mode != Mode::Lenient {
        Err(Violation::Lenient)
    } else if requirement as usize >= scheme.requirements.len() {
        Err(Violation::Deviation)
    } else {
        Ok(())
    }
}
