//! The methods of [`Url`](crate::Url) that build another URL, on [`OwnedUrl`](crate::OwnedUrl).

use core::net::IpAddr;

use super::{BuildError, UrlBuilder};
use crate::url::{PairList, forward};

forward! { as_url:
    to_builder() -> UrlBuilder<D>;
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
