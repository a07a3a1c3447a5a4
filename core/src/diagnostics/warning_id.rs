//! The ids of the warnings about the meaning of a URL, as [`Policy::warning`](crate::Policy::warning) takes them. The warnings
//! about deviations, which lenient mode tolerates, have the ids of the [requirements](crate::authors::Requirement), such as `A-43`.

/// The port is not the default port of the scheme (RFC 1738 §6).
pub const NONDEFAULT_PORT: &str = "nondefault-port";

/// The port is reserved for another protocol (RFC 1738 §6).
pub const RESERVED_PORT: &str = "reserved-port";

/// The URL has a password (RFC 1738 §6).
pub const PASSWORD_IN_URL: &str = "password-in-url";

/// The scheme is not registered, so only the generic syntax was checked.
pub const UNREGISTERED_SCHEME: &str = "unregistered-scheme";

/// The scheme is deprecated.
pub const DEPRECATED_SCHEME: &str = "deprecated-scheme";

/// Browsers find another host in the URL.
pub const HOST_DIFFERS: &str = "host-differs";

/// The host ends within what may be a password.
pub const LOGIN_CUT: &str = "login-cut";

/// A command may take a part of the URL for an option.
pub const OPTION_LIKE: &str = "option-like";

/// Another layer defines the scheme otherwise.
pub const SHADOWS_PUBLIC: &str = "shadows-public";

/// A path stands where the host of a file is.
pub const PATH_AS_HOST: &str = "path-as-host";

/// The user name looks like a host (RFC 1738 §6).
pub const MISLEADING_USER: &str = "misleading-user";

/// An escape encodes a delimiter of the protocol (RFC 1738 §6).
pub const ENCODED_DELIMITER: &str = "encoded-delimiter";

/// All of them.
pub const ALL: [&str; 12] = [
    NONDEFAULT_PORT,
    RESERVED_PORT,
    PASSWORD_IN_URL,
    UNREGISTERED_SCHEME,
    DEPRECATED_SCHEME,
    HOST_DIFFERS,
    LOGIN_CUT,
    OPTION_LIKE,
    SHADOWS_PUBLIC,
    PATH_AS_HOST,
    MISLEADING_USER,
    ENCODED_DELIMITER,
];
