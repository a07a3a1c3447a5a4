//! [`Parser::parse_only`]: URLs of one scheme, and of no other.

use alloc::sync::Arc;

use crate::diagnostics::error::{Error, ErrorContext, ErrorKind};
use crate::diagnostics::requirement::{Fix, Requirement};
use crate::diagnostics::secrets::Secrets;
use crate::registry::{Entry, Registry};
use crate::syntax::class;
use crate::syntax::options::{Mode, Options};
use crate::syntax::split;
use crate::text::did_you_mean;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::{Parser, Url};

/// The entry that the caller chose, with the error about other schemes: programs that choose none do not link it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen<'r> {
    pub(super) entry: &'r Entry,
    pub(super) other_scheme: fn(&[&str], &str, Span, bool) -> Error,
}

impl<'r> Chosen<'r> {
    pub(crate) const fn new(entry: &'r Entry) -> Self {
        Self { entry, other_scheme }
    }
}

impl<'r> Parser<'r> {
    /// Parses a URL of one of these schemes (ASCII case-insensitive), and of no other: for programs that accept a few.
    ///
    /// ```
    /// use anyurl_core::{ErrorKind, Registry};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::nntp::NNTP)?.build();
    /// assert!(registry.parser().parse_only(&["nntp"], "NNTP://h/comp.lang/7").is_ok());
    ///
    /// let error = registry.parser().parse_only(&["nntp"], "ntnp://h/comp.lang/7").unwrap_err();
    /// assert_eq!((error.kind(), error.span().range()), (ErrorKind::OtherScheme, 0..4));
    /// assert_eq!(error.to_string(), "other scheme: the scheme must be `nntp`, and is `ntnp` (RFC 1738 §2.1)");
    /// assert_eq!(error.requirement().help(), "write `nntp`");
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Parser::parse`]; [`ErrorKind::OtherScheme`] if the text has another scheme, even if its URL is invalid,
    /// and [`ErrorKind::UnknownScheme`] if this registry lacks one of the schemes.
    pub fn parse_only<'a>(&self, names: &[&str], text: &'a str) -> Result<Url<'a>, Error>
    where
        'r: 'a,
    {
        let parsed = self.parse(text);
        let is_one = |url: &Url<'_>| {
            let own = [url.entry().name(), url.entry().scheme_name()];
            names.iter().any(|name| own.iter().any(|own| own.eq_ignore_ascii_case(name)))
        };
        match &parsed {
            Ok(url) if url.is_known() && is_one(url) => parsed,
            _ => self.registry().check_scheme(names, text, self.chosen_options()).and(parsed),
        }
    }
}

impl Registry {
    /// Checks that a text has one of these schemes. A text without a scheme passes, because parsing it explains more.
    #[cold]
    fn check_scheme(&self, names: &[&str], text: &str, options: Options) -> Result<(), Error> {
        let whole = match options.mode {
            Mode::Strict => Span::new(0, split::checked_len(text.len())?),
            Mode::Lenient => class::trimmed(text),
        };
        let found =
            |name: &&str| self.get(name, options.profile).map(Entry::name).ok_or_else(|| unregistered(name, whole));
        let mut wanted = names.iter().map(found).collect::<Result<Vec<_>, _>>()?;
        // One of the names may be an alias of another.
        wanted.dedup();
        let Ok(parts) = split::split_within(text, whole) else {
            return Ok(());
        };
        let written = parts.scheme.of(text);
        match self.get(written, options.profile) {
            Some(found) if wanted.contains(&found.name()) => Ok(()),
            found => Err(other_scheme(&wanted, written, parts.scheme, found.is_none())),
        }
    }
}

/// A text of another scheme. An unregistered name that is similar to a wanted one is probably a typo.
fn other_scheme(wanted: &[&str], written: &str, span: Span, may_be_typo: bool) -> Error {
    let similar = did_you_mean::similar_schemes(written, wanted.iter().copied());
    let list = |quote: &dyn Fn(&str) -> String| wanted.iter().map(|name| quote(name)).collect::<Vec<_>>().join(" or ");
    let (help, fix) = match similar.first().filter(|_| may_be_typo) {
        Some(meant) => (format!("write `{meant}`"), Fix::Replace((*meant).to_owned().into())),
        None => (format!("pass a URL that begins with {}", list(&|name| format!("`{name}:`"))), Fix::Unknown),
    };
    let wanted = list(&|name| format!("`{name}`"));
    let written = Secrets::new().mask_name(written).to_ascii_lowercase();
    let message = format!("the scheme must be {wanted}, and is `{written}`");
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
