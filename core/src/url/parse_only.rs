//! [`Parser::parse_only`]: URLs of one scheme, and of no other.

use std::sync::Arc;

use crate::diagnostics::error::{Error, ErrorContext, ErrorKind};
use crate::diagnostics::requirement::{Fix, Requirement};
use crate::diagnostics::secrets::Secrets;
use crate::registry::Registry;
use crate::syntax::class;
use crate::syntax::options::{Mode, Options};
use crate::syntax::split;
use crate::text::did_you_mean;
use crate::text::span::Span;
use crate::url::{Parser, Url};

impl<'r> Parser<'r> {
    /// Parses a URL of the scheme `name` (ASCII case-insensitive), and of no other: for programs that accept one scheme.
    ///
    /// ```
    /// use anyurl_core::{ErrorKind, Registry};
    ///
    /// let registry = Registry::builder().add(&anyurl_schemes::nntp::NNTP)?.build();
    /// assert!(registry.parser().parse_only("nntp", "NNTP://h/comp.lang/7").is_ok());
    ///
    /// let error = registry.parser().parse_only("nntp", "ntnp://h/comp.lang/7").unwrap_err();
    /// assert_eq!((error.kind(), error.span().range()), (ErrorKind::OtherScheme, 0..4));
    /// assert_eq!(error.to_string(), "other scheme: the scheme of the URL must be `nntp` (RFC 1738 §2.1)");
    /// assert_eq!(error.requirement().help(), "write `nntp`");
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Parser::parse`]; [`ErrorKind::OtherScheme`] if the text has another scheme, even if its URL is invalid,
    /// and [`ErrorKind::UnknownScheme`] if this registry does not have the scheme `name`.
    pub fn parse_only<'a>(&self, name: &str, text: &'a str) -> Result<Url<'a>, Error>
    where
        'r: 'a,
    {
        let parsed = self.parse(text);
        match &parsed {
            Ok(url) if url.is_known() && url.entry().name().eq_ignore_ascii_case(name) => parsed,
            _ => self.registry().check_scheme(name, text, self.chosen_options()).and(parsed),
        }
    }
}

impl Registry {
    /// Checks that a text has the scheme `name`. A text without a scheme passes, because parsing it explains more.
    #[cold]
    fn check_scheme(&self, name: &str, text: &str, options: Options) -> Result<(), Error> {
        let whole = match options.mode {
            Mode::Strict => Span::new(0, split::checked_len(text.len())?),
            Mode::Lenient => class::trimmed(text),
        };
        let Some(wanted) = self.get(name, options.profile) else {
            return Err(unregistered(name, whole));
        };
        let Ok(parts) = split::split_within(text, whole) else {
            return Ok(());
        };
        let written = parts.scheme.of(text);
        match self.get(written, options.profile) {
            Some(found) if found.name() == wanted.name() => Ok(()),
            found => Err(other_scheme(wanted.name(), written, parts.scheme, found.is_none())),
        }
    }
}

/// A text of another scheme. An unregistered name that is similar to the wanted one is probably a typo.
fn other_scheme(wanted: &str, written: &str, span: Span, may_be_typo: bool) -> Error {
    let is_typo = may_be_typo && !did_you_mean::similar_names(written, [wanted]).is_empty();
    let (help, fix) = if is_typo {
        (format!("write `{wanted}`"), Fix::Replace(wanted.to_owned().into()))
    } else {
        (format!("pass a URL that begins with `{wanted}:`"), Fix::Unknown)
    };
    let message = format!("the scheme of the URL must be `{wanted}`");
    error(ErrorKind::OtherScheme, span, Requirement::owned("R-2.1-2", SECTION, message, help, fix))
}

/// The caller asked for a scheme that is not registered.
fn unregistered(name: &str, whole: Span) -> Error {
    // A caller may pass a whole URL by mistake, with a password in it.
    let name = Secrets::new().mask_name(name).into_owned();
    let message = format!("the program asks for the scheme `{name}`, which is not registered");
    let help = "register the scheme, or correct its name in the program";
    let requirement = Requirement::owned("R-2.1-2", SECTION, message, help, Fix::Unknown);
    error(ErrorKind::UnknownScheme, Span::at(whole.start()), requirement)
}

const SECTION: &str = "RFC 1738 §2.1";

fn error(kind: ErrorKind, span: Span, requirement: Requirement) -> Error {
    let context = ErrorContext { rule: "scheme".into(), component: "scheme".into(), requirement: requirement.into() };
    Error::shared(kind, span, Arc::new(context))
}
