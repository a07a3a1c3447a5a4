//! libcurl's URL parser, which `curl-sys` builds and does not declare.

#![allow(unsafe_code, reason = "the functions are in C")]

// Links libcurl.
use curl_sys as _;

use std::ffi::{c_char, c_uint};

/// `CURLU`
#[repr(C)]
struct Handle {
    _opaque: [u8; 0],
}

/// `CURLUPART_URL`
const URL: c_uint = 0;

/// `CURLU_NON_SUPPORT_SCHEME`: also schemes that curl cannot transfer.
const ANY_SCHEME: c_uint = 1 << 3;

/// `CURLUE_OK`
const OK: c_uint = 0;

// `curl/urlapi.h`; `CURLUPart` and `CURLUcode` are enums without negative values.
unsafe extern "C" {
    safe fn curl_url() -> *mut Handle;
    fn curl_url_set(handle: *mut Handle, part: c_uint, text: *const c_char, flags: c_uint) -> c_uint;
    fn curl_url_cleanup(handle: *mut Handle);
}

/// A buffer for texts with a NUL at their end, reused as a program in C would have it.
#[derive(Default)]
pub(super) struct Parser {
    text: Vec<u8>,
}

impl Parser {
    /// Whether curl parses a URL: a new handle, as each URL needs one.
    pub(super) fn accepts(&mut self, url: &str) -> bool {
        self.text.clear();
        self.text.extend_from_slice(url.as_bytes());
        self.text.push(0);
        let handle = curl_url();
        if handle.is_null() {
            return false;
        }
        // SAFETY: `handle` is from `curl_url`, not null, and not used after `curl_url_cleanup`; the text ends with a NUL,
        // and `curl_url_set` copies it.
        unsafe {
            let code = curl_url_set(handle, URL, self.text.as_ptr().cast(), ANY_SCHEME);
            curl_url_cleanup(handle);
            code == OK
        }
    }
}
