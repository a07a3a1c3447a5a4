//! `anyurl_parse_into`: parsing without an object.

use anyurl::{AnyUrl, Error, Slot, Span};

use crate::guard::guarded;
use crate::registry::{CRegistry, options};
use crate::span::CSpan;
use crate::text::{bytes, utf8};

/// `anyurl_parts`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CParts {
    struct_size: u32,
    port_number: i32,
    scheme: CSpan,
    user: CSpan,
    password: CSpan,
    host: CSpan,
    port: CSpan,
    path: CSpan,
    query: CSpan,
    fragment: CSpan,
}

impl CParts {
    fn new(url: Option<&AnyUrl<'_>>) -> Self {
        let slot = |slot| url.and_then(|url| url.span(slot)).into();
        // A part that the URL returns as a text is a slice of it.
        let place = |whole: &str, part: &str| {
            let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
            Some(Span::new(start, start + part.len()))
        };
        let text = |part: Option<&str>| url.and_then(|url| place(url.text(), part?)).into();
        Self {
            struct_size: size(),
            port_number: url.and_then(|url| url.port()).map_or(-1, i32::from),
            scheme: url.map(|url| url.scheme_span()).into(),
            user: slot(Slot::USER),
            password: slot(Slot::PASSWORD),
            host: slot(Slot::HOST),
            port: slot(Slot::PORT),
            path: text(url.map(|url| url.path())),
            query: text(url.and_then(|url| url.query())),
            fragment: slot(Slot::FRAGMENT),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a small struct")]
const fn size() -> u32 {
    size_of::<CParts>() as u32
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_parse_into(
    registry: *const CRegistry,
    text: *const u8,
    len: usize,
    bits: u32,
    parts: *mut CParts,
    wrong: *mut CSpan,
) -> bool {
    // SAFETY: the header asks for it.
    let (registry, bytes) = unsafe { (&*registry, bytes(text, len)) };
    let (found, error) = guarded((CParts::new(None), Some(None)), || {
        match bytes
            .ok_or_else(Error::too_long)
            .and_then(utf8)
            .and_then(|text| registry.registry().parser().options(options(bits)).parse(text))
        {
            Ok(url) => (CParts::new(Some(&url)), None),
            Err(error) => (CParts::new(None), Some(Some(error.span()))),
        }
    });
    // SAFETY: the header asks for a struct of this size, as its first field says.
    unsafe {
        if (*parts).struct_size < size() {
            return false;
        }
        parts.write(found);
    }
    if let Some(place) = error
        && !wrong.is_null()
    {
        // SAFETY: the header asks for it.
        unsafe { wrong.write(place.into()) };
    }
    error.is_none()
}
