//! The exit codes.

/// How a command ended. Of two results the one that is later in this list counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Success.
    Success = 0,
    /// Some input was invalid.
    Invalid = 1,
    /// The arguments are incomplete, contradict each other, or cannot be compared.
    Usage = 2,
    /// A registry or a library could not be loaded.
    Load = 3,
    /// A file or stream error, already reported.
    Stream = 4,
}

impl Exit {
    pub(crate) const ALL: [Self; 5] = [Self::Success, Self::Invalid, Self::Usage, Self::Load, Self::Stream];

    /// The number in the table of exit codes.
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }
}
