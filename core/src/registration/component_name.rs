//! [`ComponentName`]: a name that is compared without a call, unless it is long.

/// The name of a component.
#[derive(Clone, Debug)]
pub(super) struct ComponentName {
    head: u64,
    text: Box<str>,
}

/// Whether two names are the same, without a call if they are short.
#[inline]
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && ComponentName::head(one) == ComponentName::head(other)
        && (one.len() <= size_of::<u64>() || one == other)
}

impl ComponentName {
    pub(super) fn new(name: &str) -> Self {
        Self { head: Self::head(name), text: name.into() }
    }

    /// Whether this is `name`, which has this head.
    #[inline]
    pub(super) fn is(&self, head: u64, name: &str) -> bool {
        self.head == head && self.text.len() == name.len() && (name.len() <= size_of::<u64>() || *self.text == *name)
    }

    /// A number that differs for two names of the same length, up to eight bytes, if the names do.
    #[inline]
    pub(super) fn head(name: &str) -> u64 {
        let name = name.as_bytes();
        // Two reads that overlap, instead of a loop.
        if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            return u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
        }
        name.iter().fold(0, |head, byte| head << 8 | u64::from(*byte))
    }
}
