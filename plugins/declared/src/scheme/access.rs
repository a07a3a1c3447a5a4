//! The access algorithm of a declared scheme: steps, a gateway, a built-in scheme, or none.

use std::borrow::Cow;

use anyurl_core::authors::{Handle, PlanBuilder, Registration};
use anyurl_core::internal::sort_by;
use anyurl_core::plan::Operation;
use anyurl_core::{PlanError, Slot, Span};

use super::steps::{Piece, Steps};
use crate::keywords::AccessKind;

/// How a URL is accessed.
pub(crate) enum Access {
    /// By steps.
    Steps(Steps),
    /// Through a gateway, by a URL of another scheme.
    Gateway(Vec<Piece>),
    /// By the built-in scheme, whose components have the same names.
    Builtin(Option<Handle>),
    /// Without a plan.
    Elsewhere(AccessKind),
}

impl Access {
    pub(crate) fn plan(&self, registration: &Registration, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match self {
            Self::Steps(steps) => steps.plan(to),
            Self::Gateway(pieces) => {
                let url = to.url();
                let mut anyurl = to.gateway("");
                for piece in pieces {
                    anyurl = match piece {
                        Piece::Text(text) => anyurl.own_text(Cow::Owned(text.clone())),
                        Piece::Component(slot) => anyurl.component(*slot),
                        Piece::Need(need) => anyurl.placeholder(*need),
                        Piece::Guess => anyurl,
                        Piece::Url => {
                            without_credentials(&url).into_iter().fold(anyurl, anyurl_core::authors::LineBuilder::span)
                        }
                    };
                }
                anyurl.finish()
            }
            Self::Builtin(Some(builtin)) => {
                let builtin = builtin.scheme();
                to.delegate_to(builtin.registration(), |to| builtin.plan(to))
            }
            Self::Builtin(None) => {
                let help = "clients of this scheme implement the access: open the URL with one";
                Err(no_method(registration, help, to))
            }
            Self::Elsewhere(kind) => Err(no_method(registration, elsewhere(*kind), to)),
        }
    }

    /// Plans another operation, which only built-in schemes support.
    pub(crate) fn operate(
        &self,
        registration: &Registration,
        operation: Operation,
        to: &mut PlanBuilder<'_>,
    ) -> Result<(), PlanError> {
        if let Self::Builtin(Some(builtin)) = self {
            let builtin = builtin.scheme();
            return to.delegate_to(builtin.registration(), |to| builtin.operate(operation, to));
        }
        let scheme = registration.name.to_string();
        Err(PlanError::Unsupported { operation, scheme })
    }

    /// Sets the built-in scheme, if the table has `kind = "builtin"`.
    pub(crate) fn build_in(&mut self, scheme: Handle) {
        if let Self::Builtin(builtin) = self {
            *builtin = Some(scheme);
        }
    }
}

/// How a user opens a URL without a plan.
fn elsewhere(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Handler => "URLs of this scheme are opened by a program registered with the system",
        AccessKind::Dylib => {
            "this scheme needs a library, which was not loaded: the program must load libraries, and a `[policy]` must list the scheme in `allow_dylib`"
        }
        AccessKind::Wasm => {
            "this scheme needs a module, which was not loaded: the program must load modules, and a `[policy]` must list the scheme in `allow_wasm`"
        }
        _ => "URLs of this scheme are names, not locations",
    }
}

fn no_method(registration: &Registration, help: &'static str, to: &PlanBuilder<'_>) -> PlanError {
    PlanError::NoAccessMethod {
        what: format!("the scheme `{}`", registration.name),
        help,
        span: to.url().scheme_span(),
    }
}

/// The spans of a URL around user name, password and secret fields, without the fragment.
fn without_credentials(url: &anyurl_core::authors::UrlRef<'_>) -> Vec<Span> {
    let (begin, end) = (url.scheme_span().start(), url.schemepart().end());
    let login = url.span(Slot::USER).map(|user| {
        let last = url.span(Slot::PASSWORD).unwrap_or(user).end();
        let sign = usize::from(url.text()[last..].starts_with('@'));
        Span::new(user.start(), last + sign)
    });
    let mut cuts: Vec<Span> = login.into_iter().chain(url.secret_fields()).collect();
    sort_by(&mut cuts, Ord::cmp);
    let starts = std::iter::once(begin).chain(cuts.iter().map(|cut| cut.end()));
    let ends = cuts.iter().map(|cut| cut.start()).chain([end]);
    starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| Span::new(start, end)).collect()
}
