//! The validation errors of the standard, by name.

use anyurl_core::Span;

/// The name of a validation error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ViolationName {
    /// A name cannot be converted to ASCII.
    DomainToAscii,
    /// A name has a forbidden character.
    DomainInvalidCodePoint,
    /// The host of a scheme that is not special has a forbidden character.
    HostInvalidCodePoint,
    /// An address ends with a dot.
    Ipv4EmptyPart,
    /// An address has more than four parts.
    Ipv4TooManyParts,
    /// A part of an address is not a number.
    Ipv4NonNumericPart,
    /// A part of an address is octal or hexadecimal.
    Ipv4NonDecimalPart,
    /// A part of an address is too large.
    Ipv4OutOfRangePart,
    /// A `[` without a `]`.
    Ipv6Unclosed,
    /// An address begins with one colon.
    Ipv6InvalidCompression,
    /// An address has more than eight groups.
    Ipv6TooManyPieces,
    /// An address has `::` twice.
    Ipv6MultipleCompression,
    /// An address has a character that it cannot have.
    Ipv6InvalidCodePoint,
    /// An address has fewer than eight groups, and no `::`.
    Ipv6TooFewPieces,
    /// An address with IPv4 at its end has too many groups before it.
    Ipv4InIpv6TooManyPieces,
    /// The IPv4 address at the end has a character that it cannot have.
    Ipv4InIpv6InvalidCodePoint,
    /// A part of the IPv4 address at the end is too large.
    Ipv4InIpv6OutOfRangePart,
    /// The IPv4 address at the end has fewer than four parts.
    Ipv4InIpv6TooFewParts,
    /// A character that is not one of a URL, or an incomplete escape.
    InvalidUrlUnit,
    /// `//` is missing.
    SpecialSchemeMissingFollowingSolidus,
    /// There is neither a scheme nor a base.
    MissingSchemeNonRelativeUrl,
    /// A backslash, which counts as a slash.
    InvalidReverseSolidus,
    /// A user or a password.
    InvalidCredentials,
    /// There is no host.
    HostMissing,
    /// A port is larger than 65535.
    PortOutOfRange,
    /// A port is not a number.
    PortInvalid,
    /// A file URL has a host before a drive letter.
    FileInvalidWindowsDriveLetterHost,
    /// More than 4 GB: a limit of the parser, which the standard does not have.
    TooLong,
}

impl ViolationName {
    /// The name in the standard: `IPv4-non-decimal-part`.
    pub const fn as_str(self) -> &'static str {
        self.entry().0
    }

    /// What it says: lower case, no full stop.
    pub const fn message(self) -> &'static str {
        self.entry().1
    }

    const fn entry(self) -> (&'static str, &'static str) {
        match self {
            Self::DomainToAscii => ("domain-to-ASCII", "the name has no ASCII form"),
            Self::DomainInvalidCodePoint => ("domain-invalid-code-point", "the host has a forbidden character"),
            Self::HostInvalidCodePoint => ("host-invalid-code-point", "the host has a forbidden character"),
            Self::Ipv4EmptyPart => ("IPv4-empty-part", "an IPv4 address ends with a dot"),
            Self::Ipv4TooManyParts => ("IPv4-too-many-parts", "an IPv4 address has more than four parts"),
            Self::Ipv4NonNumericPart => ("IPv4-non-numeric-part", "a part of an IPv4 address is not a number"),
            Self::Ipv4NonDecimalPart => ("IPv4-non-decimal-part", "a part of an IPv4 address is octal or hexadecimal"),
            Self::Ipv4OutOfRangePart => ("IPv4-out-of-range-part", "a part of an IPv4 address is too large"),
            Self::Ipv6Unclosed => ("IPv6-unclosed", "an IPv6 address has no `]`"),
            Self::Ipv6InvalidCompression => ("IPv6-invalid-compression", "an IPv6 address begins with a single colon"),
            Self::Ipv6TooManyPieces => ("IPv6-too-many-pieces", "an IPv6 address has more than eight groups"),
            Self::Ipv6MultipleCompression => ("IPv6-multiple-compression", "an IPv6 address has `::` twice"),
            Self::Ipv6InvalidCodePoint => (
                "IPv6-invalid-code-point",
                "an IPv6 address has a character that is neither a hexadecimal digit nor a colon",
            ),
            Self::Ipv6TooFewPieces => ("IPv6-too-few-pieces", "an IPv6 address has fewer than eight groups"),
            Self::Ipv4InIpv6TooManyPieces => {
                ("IPv4-in-IPv6-too-many-pieces", "more than six groups are before the IPv4 address of an IPv6 address")
            }
            Self::Ipv4InIpv6InvalidCodePoint => {
                ("IPv4-in-IPv6-invalid-code-point", "the IPv4 address of an IPv6 address is not four decimal numbers")
            }
            Self::Ipv4InIpv6OutOfRangePart => {
                ("IPv4-in-IPv6-out-of-range-part", "a number of the IPv4 address of an IPv6 address is above 255")
            }
            Self::Ipv4InIpv6TooFewParts => {
                ("IPv4-in-IPv6-too-few-parts", "the IPv4 address of an IPv6 address has fewer than four numbers")
            }
            Self::InvalidUrlUnit => ("invalid-URL-unit", "a character is not allowed, or an escape is incomplete"),
            Self::SpecialSchemeMissingFollowingSolidus => {
                ("special-scheme-missing-following-solidus", "the scheme is not followed by `//`")
            }
            Self::MissingSchemeNonRelativeUrl => {
                ("missing-scheme-non-relative-URL", "there is no scheme, and no base to which the text is relative")
            }
            Self::InvalidReverseSolidus => ("invalid-reverse-solidus", "a `\\` counts as `/`"),
            Self::InvalidCredentials => ("invalid-credentials", "there is a user or a password"),
            Self::HostMissing => ("host-missing", "there is no host"),
            Self::PortOutOfRange => ("port-out-of-range", "the port is larger than 65535"),
            Self::PortInvalid => ("port-invalid", "the port is not a number"),
            Self::FileInvalidWindowsDriveLetterHost => {
                ("file-invalid-Windows-drive-letter-host", "a drive letter is where the host should be")
            }
            Self::TooLong => ("too-long", "more than 4 GB cannot be read"),
        }
    }

    /// Whether parsing fails. `IPv4-out-of-range-part` does not if the part is the last and fits into the bytes that are left.
    pub(crate) const fn is_failure(self) -> bool {
        !matches!(
            self,
            Self::Ipv4EmptyPart
                | Self::Ipv4NonDecimalPart
                | Self::InvalidUrlUnit
                | Self::SpecialSchemeMissingFollowingSolidus
                | Self::InvalidReverseSolidus
                | Self::InvalidCredentials
                | Self::FileInvalidWindowsDriveLetterHost
        )
    }
}

/// A validation error of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} (URL Standard, {})", .name.message(), .name.as_str())]
pub struct WhatwgViolation {
    name: ViolationName,
    span: Option<Span>,
}

impl WhatwgViolation {
    pub(crate) const fn new(name: ViolationName, span: Option<Span>) -> Self {
        Self { name, span }
    }

    /// The name in the standard.
    pub const fn name(&self) -> ViolationName {
        self.name
    }

    /// The place in the text, where known.
    pub const fn span(&self) -> Option<Span> {
        self.span
    }
}
