//! The methods of [`Url`] on [`OwnedUrl`].

use alloc::borrow::Cow;

use super::OwnedUrl;
use crate::components::value::ComponentValue;
use crate::diagnostics::redact::{Masked, Redaction};
use crate::diagnostics::secrets::Secrets;
use crate::diagnostics::warning::Warning;
use crate::plan::{Environment, Operation, Plan, PlanError};
use crate::registration::Registration;
use crate::registry::{Entry, EntryId, Registry};
use crate::syntax::options::{Mode, Options};
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::{AsUrl, CanonicalKey, Host, HostPort, QueryPairs, View, Warnings, WebOrigin};

/// Forwards methods to those with the same name of the [`Url`] that a method returns.
macro_rules! forward {
    ($as_url:ident: $($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        #[allow(clippy::missing_errors_doc, reason = "the method of `Url` documents its errors")]
        impl<D> $crate::url::OwnedUrl<D> {$(
            #[doc = concat!("See [`Url::", stringify!($name), "`](crate::Url::", stringify!($name), ").")]
            pub fn $name(&self $(, $argument: $type)*) -> $result {
                self.$as_url().$name($($argument),*)
            }
        )*}
    };
}

pub(crate) use forward;

forward! { as_any:
    text() -> &str;
    scheme() -> Cow<'_, str>;
    written_scheme() -> &str;
    schemepart() -> &str;
    authority() -> Option<&str>;
    userinfo() -> Option<&str>;
    user() -> Option<&str>;
    password() -> Option<&str>;
    host() -> Option<&str>;
    host_parsed() -> Option<Host<'_>>;
    hosts() -> impl Iterator<Item = HostPort<'_>>;
    ascii_host() -> Option<Cow<'_, str>>;
    unicode_host() -> Option<Cow<'_, str>>;
    to_unicode() -> Cow<'_, str>;
    port() -> Option<u16>;
    effective_port() -> Option<u16>;
    path() -> &str;
    path_segments() -> Option<impl Iterator<Item = &str>>;
    query() -> Option<&str>;
    query_pairs() -> QueryPairs<'_>;
    fragment() -> Option<&str>;
    origin() -> Option<WebOrigin<'_>>;
    components() -> impl Iterator<Item = ComponentValue<'_>>;
    component(name: &str) -> Option<ComponentValue<'_>>;
    slot(slot: Slot) -> Option<&str>;
    span(slot: Slot) -> Option<Span>;
    scheme_span() -> Span;
    url_span() -> Span;
    spans() -> impl Iterator<Item = Span>;
    path_span() -> Span;
    query_span() -> Option<Span>;
    decoded(slot: Slot) -> Option<Cow<'_, [u8]>>;
    decodes_as_whole(component: &ComponentValue<'_>) -> bool;
    registration() -> &Registration;
    entry() -> &Entry;
    entry_id() -> EntryId;
    registry() -> &Registry;
    options() -> Options;
    mode() -> Mode;
    is_generic() -> bool;
    is_known() -> bool;
    masked() -> Masked<'_>;
    masked_with(secrets: &Secrets) -> Masked<'_>;
    secrets(secrets: &Secrets) -> Vec<Span>;
    redaction() -> Redaction;
    to_canonical() -> String;
    canonical_key() -> CanonicalKey;
    is_equivalent(other: &impl AsUrl) -> bool;
    warnings() -> Vec<Warning>;
    warnings_within(max: usize) -> Warnings;
    warning_ids() -> impl Iterator<Item = &'static str>;
    access_warnings() -> Vec<Warning>;
    plan(environment: &Environment) -> Result<Plan, PlanError>;
    plan_operation(operation: Operation, environment: &Environment) -> Result<Plan, PlanError>;
}

impl<D> OwnedUrl<D> {
    /// See [`Url::view`](crate::Url::view).
    pub fn view<'a, V: View<'a>>(&'a self) -> Option<V> {
        self.as_any().view()
    }
}
