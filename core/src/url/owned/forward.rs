//! The methods of [`Url`] on [`OwnedUrl`].

use std::borrow::Cow;
use std::net::IpAddr;

use super::OwnedUrl;
use crate::builder::{BuildError, UrlBuilder};
use crate::components::value::ComponentValue;
use crate::diagnostics::redact::{Masked, Redaction};
use crate::diagnostics::secrets::Secrets;
use crate::diagnostics::warning::Warning;
use crate::plan::{Environment, Operation, Plan, PlanError};
use crate::reference::{JoinError, Reference, ReferenceError, ReferenceRules, RelativeRef};
use crate::registration::Registration;
use crate::registry::{Entry, EntryId, Registry};
use crate::syntax::options::{Mode, Options};
use crate::text::span::{Slot, Span};
use crate::url::{AsUrl, CanonicalKey, Host, HostPort, PairList, QueryPairs, View, Warnings, WebOrigin};

/// Forwards methods to those of [`Url`] with the same name.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        #[allow(clippy::missing_errors_doc, reason = "the method of `Url` documents its errors")]
        impl<D> OwnedUrl<D> {$(
            #[doc = concat!("See [`Url::", stringify!($name), "`].")]
            pub fn $name(&self $(, $argument: $type)*) $(-> $result)? {
                self.as_any().$name($($argument),*)
            }
        )*}
    };
}

/// Forwards methods that return another URL.
macro_rules! forward_changes {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        #[allow(clippy::missing_errors_doc, reason = "the method of `Url` documents its errors")]
        impl<D> OwnedUrl<D> {$(
            #[doc = concat!("See [`Url::", stringify!($name), "`].")]
            pub fn $name(&self $(, $argument: $type)*) -> $result {
                self.as_url().$name($($argument),*)
            }
        )*}
    };
}

forward! {
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
    reference_rules() -> ReferenceRules;
    resolve(partial: &str, rules: ReferenceRules) -> Result<Reference, ReferenceError>;
    relativize(target: &impl AsUrl) -> Option<RelativeRef>;
}

forward_changes! {
    to_builder() -> UrlBuilder<D>;
    join(reference: &str) -> Result<Self, JoinError>;
    with(name: &str, bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_raw(name: &str, text: &str) -> Result<Self, BuildError>;
    without(name: &str) -> Result<Self, BuildError>;
    with_scheme(name: &str) -> Result<Self, BuildError>;
    with_user(bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_password(bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_host(bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_ip_host(address: IpAddr) -> Result<Self, BuildError>;
    with_ascii_host() -> Result<Self, BuildError>;
    with_port(port: u16) -> Result<Self, BuildError>;
    without_port() -> Result<Self, BuildError>;
    with_path(bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_raw_path(path: &str) -> Result<Self, BuildError>;
    with_path_segments(segments: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<Self, BuildError>;
    with_path_segment(segment: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_appended_path(path: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_query(bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    with_raw_query(query: &str) -> Result<Self, BuildError>;
    with_pairs(pairs: &PairList<'_>) -> Result<Self, BuildError>;
    with_query_pairs(
        pairs: impl IntoIterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)>
    ) -> Result<Self, BuildError>;
    with_query_pair(name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    without_query() -> Result<Self, BuildError>;
    with_fragment(bytes: impl AsRef<[u8]>) -> Result<Self, BuildError>;
    without_fragment() -> Result<Self, BuildError>;
}

impl<D> OwnedUrl<D> {
    /// See [`Url::view`].
    pub fn view<'a, V: View<'a>>(&'a self) -> Option<V> {
        self.as_any().view()
    }
}
