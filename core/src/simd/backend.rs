//! Which backend computes the masks.

use super::ByteMasks;
#[cfg(backend = "avx2")]
use super::avx2::Avx2;
#[cfg(backend = "avx512")]
use super::avx512::Avx512;
#[cfg(any(backend = "sse2", backend = "neon"))]
use super::baseline;
#[cfg(backend = "neon")]
use super::neon::Neon;
#[cfg(any(backend = "portable", test))]
use super::portable;
#[cfg(backend = "sse2")]
use super::sse2::Sse2;

/// The code that computes masks. It depends on the processor, so it is the same for the whole run of a program.
///
/// The build script selects the variants: those of the target, or those that `--cfg anyurl_backend="…"` leaves.
#[derive(Clone, Copy)]
pub(crate) enum Backend {
    #[cfg(backend = "avx512")]
    Avx512(Avx512),
    #[cfg(backend = "avx2")]
    Avx2(Avx2),
    #[cfg(backend = "sse2")]
    Sse2,
    #[cfg(backend = "neon")]
    Neon,
    #[cfg(any(backend = "portable", test))]
    Portable,
}

impl Backend {
    /// Always supported by the target.
    #[cfg(backend = "sse2")]
    const BASELINE: Self = Self::Sse2;
    #[cfg(backend = "neon")]
    const BASELINE: Self = Self::Neon;
    #[cfg(backend = "portable")]
    const BASELINE: Self = Self::Portable;

    /// Returns the fastest backend that the processor supports.
    pub(crate) fn detect() -> Self {
        #[cfg(backend = "avx512")]
        if let Some(avx512) = Avx512::detect() {
            return Self::Avx512(avx512);
        }
        #[cfg(backend = "avx2")]
        if let Some(avx2) = Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::BASELINE
    }

    /// Calls `read` with the masks of the window that begins at `base`. `read` must be a closure that is inlined: then
    /// it is compiled with the target features of the backend, as one function with the computation of the masks.
    ///
    /// # Panics
    /// If `base` is past the end of the text.
    #[inline(always)]
    pub(crate) fn dispatch<X: AsRef<[u8]>, T>(self, text: X, base: usize, read: impl FnOnce(X, ByteMasks) -> T) -> T {
        match self {
            #[cfg(backend = "avx512")]
            Self::Avx512(avx512) => avx512.dispatch(text, base, read),
            #[cfg(backend = "avx2")]
            Self::Avx2(avx2) => avx2.dispatch(text, base, read),
            #[cfg(backend = "sse2")]
            Self::Sse2 => baseline::dispatch::<Sse2, _, _>(text, base, read),
            #[cfg(backend = "neon")]
            Self::Neon => baseline::dispatch::<Neon, _, _>(text, base, read),
            #[cfg(any(backend = "portable", test))]
            Self::Portable => portable::dispatch(text, base, read),
        }
    }

    /// Every backend of this machine, for tests that compare them: the table, and those of the processor.
    #[cfg(test)]
    pub(super) fn every() -> alloc::vec::Vec<Self> {
        let every = [
            Some(Self::Portable),
            Some(Self::BASELINE),
            #[cfg(backend = "avx2")]
            Avx2::detect().map(Self::Avx2),
            #[cfg(backend = "avx512")]
            Avx512::detect().map(Self::Avx512),
        ];
        every.into_iter().flatten().collect()
    }
}
