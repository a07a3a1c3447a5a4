//! `anyurl_error`.

use std::sync::OnceLock;

use anyurl::{Error, OptionNames, Options, Registry, Report};

use crate::guard::{free, guarded};
use crate::span::CSpan;
use crate::text::CText;

const OPTION_NAMES: OptionNames =
    OptionNames { lenient: "`ANYURL_LENIENT`", current: "`ANYURL_STRICT`", rfc1738: "`ANYURL_RFC1738`" };

/// `anyurl_error`
pub struct CError {
    cause: Cause,
    /// The texts that take time to find.
    texts: OnceLock<Texts>,
}

enum Cause {
    Url(Box<UrlError>),
    /// The kind of another error, and its message.
    Other(&'static str, String),
}

struct UrlError {
    text: Vec<u8>,
    error: Error,
    registry: Registry,
    options: Options,
}

#[derive(Default)]
struct Texts {
    message: String,
    help: Option<String>,
    repaired: Option<String>,
    report: Option<String>,
    repaired_exact: Option<String>,
}

impl CError {
    pub(crate) fn bug() -> Box<Self> {
        Self::new(Cause::Other("bug", "a bug in the library".to_owned()))
    }

    /// A length that no text can have.
    pub(crate) fn too_long() -> Box<Self> {
        let error = Error::too_long();
        Self::new(Cause::Other(error.kind().as_str(), error.to_string()))
    }

    /// A registry file that cannot be used. The message may quote a URL of it.
    pub(crate) fn registry(message: &str) -> Box<Self> {
        Self::new(Cause::Other("registry", anyurl::registry().mask_words(message, [])))
    }

    /// A reference that cannot be joined to a URL.
    pub(crate) fn reference(message: String) -> Box<Self> {
        Self::new(Cause::Other("reference", message))
    }

    pub(crate) fn url(text: &[u8], error: Error, registry: &Registry, options: Options) -> Box<Self> {
        Self::new(Cause::Url(Box::new(UrlError { text: text.to_owned(), error, registry: registry.clone(), options })))
    }

    fn new(cause: Cause) -> Box<Self> {
        Box::new(Self { cause, texts: OnceLock::new() })
    }

    fn error(&self) -> Option<&Error> {
        match &self.cause {
            Cause::Url(url) => Some(&url.error),
            Cause::Other(..) => None,
        }
    }

    fn kind(&self) -> &str {
        match &self.cause {
            Cause::Url(url) => url.error.kind().as_str(),
            Cause::Other(kind, _) => kind,
        }
    }

    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| match &self.cause {
            Cause::Url(url) => url.texts(),
            Cause::Other(_, message) => Texts { message: message.clone(), ..Texts::default() },
        })
    }

    fn text(&self, kind: u32) -> Option<&str> {
        match kind {
            0 => Some(self.kind()),
            1 => Some(&self.texts().message),
            2 => self.texts().help.as_deref(),
            3 => self.error().map(Error::rule),
            4 => self.error().map(Error::component),
            5 => self.error().map(|error| error.requirement().section()),
            6 => self.texts().repaired.as_deref(),
            7 => self.texts().report.as_deref(),
            8 => self.texts().repaired_exact.as_deref(),
            _ => None,
        }
    }
}

impl UrlError {
    fn texts(&self) -> Texts {
        if let Ok(text) = std::str::from_utf8(&self.text) {
            return self.texts_of(text);
        }
        let message = self.error.clone().masked(&self.registry.guess_secrets_in_bytes(&self.text)).to_string();
        Texts { message, help: Some(self.error.requirement().help().to_owned()), ..Texts::default() }
    }

    fn texts_of(&self, text: &str) -> Texts {
        let report = Report::new(&self.registry, text, self.options, &self.error).with_option_names(OPTION_NAMES);
        Texts {
            message: self.error.clone().masked(&self.registry.guess_secrets(text)).to_string(),
            help: Some(report.explanation().help.clone()),
            repaired: report.repaired(),
            report: Some(report.to_string()),
            repaired_exact: report.explanation().repaired.clone(),
        }
    }
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_error_text(error: *const CError, kind: u32) -> CText {
    // SAFETY: the header asks for it.
    let error = unsafe { &*error };
    guarded(CText::NONE, || error.text(kind).into())
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_error_span(error: *const CError) -> CSpan {
    // SAFETY: the header asks for it.
    let error = unsafe { &*error };
    error.error().map(Error::span).into()
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_error_free(error: *mut CError) {
    // SAFETY: the header asks for it.
    unsafe { free(error) };
}

/// A new object, or NULL with an error.
///
/// # Safety
/// `error` is NULL, or points to a pointer that can be written.
pub(crate) unsafe fn created<T>(error: *mut *mut CError, run: impl FnOnce() -> Result<T, Box<CError>>) -> *mut T {
    let result = guarded(Err(CError::bug()), run);
    let (object, failed) = match result {
        Ok(object) => (Box::into_raw(Box::new(object)), std::ptr::null_mut()),
        Err(failed) => (std::ptr::null_mut(), Box::into_raw(failed)),
    };
    if error.is_null() {
        // SAFETY: it was made above, and has no other owner.
        unsafe { free(failed) };
    } else {
        // SAFETY: the caller of this function says so.
        unsafe { error.write(failed) };
    }
    object
}
