//! [`CText`]: texts that cross the border.

use anyurl::{Error, Span};

/// `anyurl_text`: a text, or none.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CText {
    ptr: *const u8,
    len: usize,
}

impl CText {
    /// No text.
    pub(crate) const NONE: Self = Self { ptr: std::ptr::null(), len: 0 };
}

impl From<&str> for CText {
    fn from(text: &str) -> Self {
        Self { ptr: text.as_ptr(), len: text.len() }
    }
}

impl From<Option<&str>> for CText {
    fn from(text: Option<&str>) -> Self {
        text.map_or(Self::NONE, Self::from)
    }
}

/// The bytes that a caller passes; `None` for a length that no text can have, such as `(size_t)-1`.
///
/// # Safety
/// `ptr` points to `len` bytes that live as long as the result; it may be NULL if there are none.
pub(crate) unsafe fn bytes<'a>(ptr: *const u8, len: usize) -> Option<&'a [u8]> {
    if len == 0 {
        return Some(&[]);
    }
    // A slice has at most `isize::MAX` bytes. SAFETY: the caller of this function says the rest.
    (len <= isize::MAX.unsigned_abs()).then(|| unsafe { std::slice::from_raw_parts(ptr, len) })
}

/// The text of bytes. Their length is checked first, because no span can point at a byte beyond the longest text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    if bytes.len() > Span::LONGEST {
        return Err(Error::too_long());
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Error::not_utf8(Span::new(at, at + 1))
    })
}
