//! What names of schemes and texts say about secrets, where no registry is asked.

/// Schemes in which what stands before an `@` is no secret: accounts of a machine, and containers of an account.
const PUBLIC_USERS: [&str; 9] = ["abfs", "abfss", "az", "git+ssh", "sftp", "ssh", "svn+ssh", "wasb", "wasbs"];

/// Schemes in whose authority a colon begins neither a password nor a port: identifiers and tags.
const WITHOUT_PORTS: [&str; 2] = ["at", "docker"];

/// Schemes in whose URLs browsers do not need the slashes (URL Standard, special authority ignore slashes state).
const WITHOUT_SLASHES: [&str; 5] = ["http", "https", "ftp", "ws", "wss"];

/// Schemes without slashes in which a name or a password can precede an `@`.
const OPAQUE: [&str; 11] = ["acct", "data", "im", "mailto", "npm", "pres", "sip", "sips", "tag", "tel", "urn"];

/// User names that are no tokens.
const ACCOUNTS: [&str; 8] = ["anonymous", "ftp", "git", "guest", "hg", "postgres", "root", "svn"];

/// What the tokens of services begin with.
#[rustfmt::skip]
const TOKENS: [&str; 24] = [
    "AKIA", "SG.", "dckr_pat_", "dop_v1_", "eyJ", "gho_", "ghp_", "ghr_", "ghs_", "ghu_", "github_pat_", "gldt-",
    "glpat-", "glrt-", "hf_", "npm_", "pypi-", "rk_live_", "shpat_", "sk-", "sk_live_", "sk_test_", "xox", "ya29.",
];

/// The length from which letters and digits are rather a token than a name.
const LONG: usize = 32;

/// Whether a user name without a password is no secret in this scheme.
pub(crate) fn has_public_users(scheme: &str) -> bool {
    PUBLIC_USERS.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Whether what follows a colon in the authority of this scheme is neither a password nor a port.
pub(crate) fn has_no_ports(scheme: &str) -> bool {
    WITHOUT_PORTS.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Whether an authority can follow the colon of this scheme without slashes.
pub(crate) fn needs_no_slashes(scheme: &str) -> bool {
    WITHOUT_SLASHES.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Whether a word before a colon in a stream is a scheme, and not a user.
pub(crate) fn is_scheme_in_stream(name: &str) -> bool {
    needs_no_slashes(name) || OPAQUE.iter().any(|scheme| scheme.eq_ignore_ascii_case(name))
}

/// Whether a user name is that of a usual account.
pub(crate) fn is_account(user: &[u8]) -> bool {
    ACCOUNTS.iter().any(|name| name.as_bytes() == user)
}

/// Whether a login with a slash may follow the colon after this name; see `known_login`.
pub(crate) fn has_slash_login(name: &str) -> bool {
    name.eq_ignore_ascii_case("oracle")
}

/// Whether a text has the shape of a token.
pub(crate) fn is_token(text: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_long = || {
        text.len() >= LONG
            && text.iter().all(is_word)
            && text.iter().any(u8::is_ascii_digit)
            && text.iter().any(u8::is_ascii_alphabetic)
    };
    TOKENS.iter().any(|start| text.starts_with(start.as_bytes())) || is_long()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_tokens() {
        let long = "0123456789abcdef0123456789abcdef";
        // One text for each row of the table.
        let services = "AKIAIOSFODNN7 SG.x dckr_pat_x dop_v1_x eyJhbGci gho_x ghp_x ghr_x ghs_x ghu_x github_pat_x gldt-x glpat-x \
                        glrt-x hf_x npm_x pypi-x rk_live_x shpat_x sk-x sk_live_x sk_test_x xoxb-x ya29.x";
        for text in services.split_whitespace() {
            assert!(is_token(text.as_bytes()), "{text}");
        }
        for (text, is) in [
            (long, true),
            (&long[1..], false),
            ("git", false),
            ("joe", false),
            ("sketch", false),
            ("a-user-whose-name-is-long-but-has-no-digit", false),
        ] {
            assert_eq!(is_token(text.as_bytes()), is, "{text}");
        }
    }
}
