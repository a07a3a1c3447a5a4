//! `anyurl_url`.

use std::borrow::Cow;

use anyurl::{AnyOwnedUrl, Options, Registry};

use crate::error::{CError, created};
use crate::guard::{free, guarded};
use crate::registry::{CRegistry, options};
use crate::text::{CText, bytes, utf8};

/// `anyurl_url`
pub struct CUrl {
    url: AnyOwnedUrl,
    /// The scheme, if it is written in another case.
    scheme: Option<String>,
}

impl CUrl {
    fn new(url: AnyOwnedUrl) -> Self {
        let scheme = match url.as_url().scheme() {
            Cow::Owned(scheme) => Some(scheme),
            Cow::Borrowed(scheme) => {
                let is_written = scheme == url.as_url().written_scheme();
                (!is_written).then(|| scheme.to_owned())
            }
        };
        Self { url, scheme }
    }

    /// A part of the URL; it lives as long as the URL, since it is a slice of its text.
    fn part(&self, part: u32) -> CText {
        let url = self.url.as_url();
        match part {
            0 => url.as_str().into(),
            1 => self.scheme.as_deref().unwrap_or(url.written_scheme()).into(),
            2 => url.user().into(),
            3 => url.password().into(),
            4 => url.host().into(),
            5 => url.slot(anyurl::Slot::PORT).into(),
            6 => url.path().into(),
            7 => url.query().into(),
            8 => url.fragment().into(),
            _ => CText::NONE,
        }
    }
}

fn parse(bytes: Option<&[u8]>, registry: &Registry, options: Options) -> Result<CUrl, Box<CError>> {
    let bytes = bytes.ok_or_else(CError::too_long)?;
    let parsed = utf8(bytes).and_then(|text| registry.parser().options(options).parse_owned(text));
    parsed.map(CUrl::new).map_err(|error| CError::url(bytes, error, registry, options))
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_parse(
    registry: *const CRegistry,
    text: *const u8,
    len: usize,
    bits: u32,
    error: *mut *mut CError,
) -> *mut CUrl {
    // SAFETY: the header asks for it.
    let (registry, text) = unsafe { (&*registry, bytes(text, len)) };
    // SAFETY: the header asks for it.
    unsafe { created(error, || parse(text, registry.registry(), options(bits))) }
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_free(url: *mut CUrl) {
    // SAFETY: the header asks for it.
    unsafe { free(url) };
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_part(url: *const CUrl, part: u32) -> CText {
    // SAFETY: the header asks for it.
    let url = unsafe { &*url };
    guarded(CText::NONE, || url.part(part))
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_component(url: *const CUrl, name: *const u8, len: usize) -> CText {
    // SAFETY: the header asks for it.
    let (url, name) = unsafe { (&*url, bytes(name, len)) };
    guarded(CText::NONE, || {
        let url = url.url.as_url();
        let component = url.components().find(|component| Some(component.name().as_bytes()) == name);
        component.filter(|component| component.span().is_some()).map(|component| component.text()).into()
    })
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_component_at(
    url: *const CUrl,
    n: usize,
    name: *mut CText,
    text: *mut CText,
) -> bool {
    // SAFETY: the header asks for it.
    let url = unsafe { &*url };
    let found = guarded(None, || {
        let url = url.url.as_url();
        let component = url.components().filter(|component| component.span().is_some()).nth(n)?;
        Some((CText::from(component.name()), CText::from(component.text())))
    });
    let (found_name, found_text) = found.unwrap_or((CText::NONE, CText::NONE));
    // SAFETY: the header asks for it.
    unsafe {
        name.write(found_name);
        text.write(found_text);
    }
    found.is_some()
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_port(url: *const CUrl) -> i32 {
    // SAFETY: the header asks for it.
    let url = unsafe { &*url };
    guarded(-1, || url.url.as_url().port().map_or(-1, i32::from))
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_effective_port(url: *const CUrl) -> i32 {
    // SAFETY: the header asks for it.
    let url = unsafe { &*url };
    guarded(-1, || url.url.as_url().effective_port().map_or(-1, i32::from))
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_join(
    base: *const CUrl,
    reference: *const u8,
    len: usize,
    error: *mut *mut CError,
) -> *mut CUrl {
    // SAFETY: the header asks for it.
    let (base, reference) = unsafe { (&*base, bytes(reference, len)) };
    let join = || {
        let reference = utf8(reference.ok_or_else(CError::too_long)?);
        let reference = reference.map_err(|error| CError::reference(error.to_string()))?;
        let joined = base.url.join(reference).map_err(|error| CError::reference(error.to_string()))?;
        Ok(CUrl::new(joined))
    };
    // SAFETY: the header asks for it.
    unsafe { created(error, join) }
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_canonical(url: *const CUrl, buffer: *mut u8, capacity: usize) -> usize {
    // SAFETY: the header asks for it.
    let url = unsafe { &*url };
    let canonical = guarded(String::new(), || url.url.as_url().to_canonical());
    // SAFETY: the header asks for it.
    unsafe { copied(&canonical, buffer, capacity) }
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_masked(url: *const CUrl, buffer: *mut u8, capacity: usize) -> usize {
    // SAFETY: the header asks for it.
    let url = unsafe { &*url };
    let masked = guarded(String::new(), || url.url.as_url().masked().to_string());
    // SAFETY: the header asks for it.
    unsafe { copied(&masked, buffer, capacity) }
}

/// Copies a text to a buffer, if that has room for it, and returns its length.
///
/// # Safety
/// `buffer` has this capacity, and is not in the text.
unsafe fn copied(text: &str, buffer: *mut u8, capacity: usize) -> usize {
    if text.len() <= capacity && !text.is_empty() {
        // SAFETY: the caller of this function says so, and the buffer is long enough.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), buffer, text.len()) };
    }
    text.len()
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_url_same(url: *const CUrl, other: *const CUrl) -> bool {
    // SAFETY: the header asks for it.
    let (url, other) = unsafe { (&*url, &*other) };
    guarded(false, || url.url.as_url().is_equivalent(&other.url.as_url()))
}
