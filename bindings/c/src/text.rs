//! [`CText`]: texts that cross the border.

/// `locator_text`: a text, or none.
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

/// The bytes that a caller passes.
///
/// # Safety
/// `ptr` points to `len` bytes that live as long as the result; it may be NULL if there are none.
pub(crate) unsafe fn bytes<'a>(ptr: *const u8, len: usize) -> &'a [u8] {
    if len == 0 {
        return &[];
    }
    // SAFETY: the caller of this function says so.
    unsafe { std::slice::from_raw_parts(ptr, len) }
}
