//! Why a text has no consensus.

use crate::rulebook::{Part, Rulebook};

/// Why a text names no host that all rulebooks agree on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConsensusError {
    /// RFC 3986 or the URL Standard rejects the text.
    #[error("{rulebook} rejects the URL: {message} ({section})")]
    Rejected {
        /// The rulebook.
        rulebook: Rulebook,
        /// The reason.
        message: String,
        /// Where that is written.
        section: String,
    },
    /// The parser for the URL Standard does not cover the scheme.
    #[error("the URL was not read by the URL Standard: the host of this scheme has no consensus")]
    NotCovered,
    /// The definition of the scheme is in force over another one of a lower layer, such as the public one: programs without
    /// the upper layer read the URL by that.
    #[error(
        "`{scheme}` is the scheme of another layer, too, {layer}: programs without your layers read its URLs differently"
    )]
    ShadowsPublic {
        /// The scheme.
        scheme: String,
        /// The lower layer.
        layer: String,
    },
    /// The URL has no host.
    #[error("the URL names no host")]
    NoHost,
    /// The host has characters outside US-ASCII, as escapes: programs convert such names by IDNA 2003 or 2008, to different
    /// ones, or not at all.
    #[error(
        "the host `{host}` has characters outside US-ASCII, which programs convert differently: write its ASCII form"
    )]
    Internationalized {
        /// The host, as the URL has it.
        host: String,
    },
    /// The rulebooks agree, but the host is neither an address nor a plain name: programs that follow none of them end such a
    /// host elsewhere.
    #[error(
        "the host `{host}` is neither an IP address nor a name of letters, digits, `-` and `_`: some programs read another \
         host in it"
    )]
    Unusual {
        /// The host, as the URL has it.
        host: String,
    },
    /// The rulebooks name different hosts, ports or schemes.
    #[error("programs disagree on the {part}: {}", list(.values))]
    Differs {
        /// What they disagree on.
        part: Part,
        /// Each rulebook that accepts the text, with the value that it reads.
        values: Vec<(Rulebook, Option<String>)>,
    },
}

anyurl_core::names! {
    /// The kind of a [`ConsensusError`], for programs.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum ConsensusErrorKind, "a kind of error" {
        /// [`ConsensusError::Rejected`]
        Rejected = "rejected",
        /// [`ConsensusError::NotCovered`]
        NotCovered = "not-covered",
        /// [`ConsensusError::ShadowsPublic`]
        ShadowsPublic = "shadows-public",
        /// [`ConsensusError::NoHost`]
        NoHost = "no-host",
        /// [`ConsensusError::Internationalized`]
        Internationalized = "internationalized",
        /// [`ConsensusError::Unusual`]
        Unusual = "unusual",
        /// [`ConsensusError::Differs`]
        Differs = "differs",
    }
}

impl ConsensusError {
    /// The kind.
    pub const fn kind(&self) -> ConsensusErrorKind {
        match self {
            Self::Rejected { .. } => ConsensusErrorKind::Rejected,
            Self::NotCovered => ConsensusErrorKind::NotCovered,
            Self::ShadowsPublic { .. } => ConsensusErrorKind::ShadowsPublic,
            Self::NoHost => ConsensusErrorKind::NoHost,
            Self::Internationalized { .. } => ConsensusErrorKind::Internationalized,
            Self::Unusual { .. } => ConsensusErrorKind::Unusual,
            Self::Differs { .. } => ConsensusErrorKind::Differs,
        }
    }
}

fn list(values: &[(Rulebook, Option<String>)]) -> String {
    let one = |(rulebook, value): &(Rulebook, Option<String>)| match value {
        Some(value) => format!("`{value}` to {rulebook}"),
        None => format!("none to {rulebook}"),
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}
