//! Names of fields, compared without case, `-` and `_`.

use super::Rules;

/// Usual names of secrets, in ascending order.
#[rustfmt::skip]
const NAMES: [&str; 72] = [
    "accesskey", "accesskeyid", "accesstoken", "accountkey", "apikey", "appkey", "aspxauth", "assertion", "auth",
    "authcode", "authorization", "authorizationcode", "authtoken", "awsaccesskeyid", "bearer", "clientassertion",
    "clientsecret", "code", "codeverifier", "consumerkey", "cred", "credential", "credentials", "creds", "devicecode",
    "encryptionkey", "googleaccessid", "hmac", "jsessionid", "jwt", "key", "magic", "mfacode", "oauthverifier", "otp",
    "otpcode", "pass", "passcode", "passphrase", "passwd", "password", "phpsessid", "pin", "privatekey", "psw", "pw",
    "pwd", "samlart", "samlrequest", "samlresponse", "secret", "secretaccesskey", "secretkey", "sentrykey", "session",
    "sessionid", "sessionkey", "sharedaccesssignature", "sharedkey", "sid", "sig", "sign", "signature", "signingkey",
    "storagekey", "subscriptionkey", "ticket", "token", "totp", "usercode", "webhook", "xgoogcredential",
];

/// Endings of names of secrets.
#[rustfmt::skip]
const ENDINGS: [&str; 17] = [
    "accesskey", "accountkey", "apikey", "authkey", "credential", "passphrase", "passwd", "password", "privatekey",
    "pwd", "secret", "secretkey", "sessid", "sessionid", "sharedkey", "signature", "token",
];

/// For each letter, the number of [`NAMES`] that begin with an earlier one.
const STARTS: [usize; 27] = {
    let mut starts = [0; 27];
    let mut n = 0;
    while n < NAMES.len() {
        starts[(NAMES[n].as_bytes()[0] - b'a') as usize + 1] = n + 1;
        n += 1;
    }
    let mut letter = 1;
    while letter < starts.len() {
        if starts[letter] == 0 {
            starts[letter] = starts[letter - 1];
        }
        letter += 1;
    }
    starts
};

/// Whether a name without case and punctuation is usual for secrets.
pub(super) fn is_usual(name: &[u8]) -> bool {
    let letter = name.first().filter(|first| first.is_ascii_lowercase()).map(|first| usize::from(first - b'a'));
    let same_letter = letter.map_or(&NAMES[..0], |letter| &NAMES[STARTS[letter]..STARTS[letter + 1]]);
    same_letter.iter().any(|known| known.as_bytes() == name)
        || ENDINGS.iter().any(|ending| name.ends_with(ending.as_bytes()))
}

/// Names of passwords, which no setting exempts.
const PASSWORDS: [&str; 7] = ["pass", "passphrase", "passwd", "password", "psw", "pw", "pwd"];

/// Whether a name without case and punctuation is that of a password.
pub(super) fn is_password(name: &[u8]) -> bool {
    PASSWORDS.iter().any(|password| name.ends_with(password.as_bytes()))
}

/// The name of a field, as far as it was read.
#[derive(Clone, Copy)]
pub(crate) struct FieldName {
    /// The last bytes of the current part, without case and punctuation.
    bytes: [u8; Self::MAX_LEN],
    len: usize,
    /// Whether an earlier part is that of a secret.
    has_secret_part: bool,
}

impl FieldName {
    /// Of longer parts only the end is compared.
    const MAX_LEN: usize = 48;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::MAX_LEN], len: 0, has_secret_part: false }
    }

    /// Adds a byte of the name, decoded.
    pub(crate) fn push(&mut self, byte: u8, rules: &Rules) {
        match byte {
            b'-' | b'_' => {}
            // Parts of a name: `user[password]`, `auth.token`.
            b'[' | b']' | b'.' => {
                self.has_secret_part = self.is_secret(rules);
                self.len = 0;
            }
            _ => self.add(byte.to_ascii_lowercase()),
        }
    }

    pub(crate) fn is_secret(&self, rules: &Rules) -> bool {
        self.has_secret_part || rules.has_part(&self.bytes[..self.len])
    }

    fn add(&mut self, byte: u8) {
        if self.len == Self::MAX_LEN {
            self.bytes.copy_within(1.., 0);
            self.len -= 1;
        }
        self.bytes[self.len] = byte;
        self.len += 1;
    }
}

/// A name that the caller gives, without case and punctuation, and truncated as a [`FieldName`] is.
pub(super) fn folded(name: &str) -> Box<[u8]> {
    let bytes = name.bytes().filter(|byte| !matches!(byte, b'-' | b'_' | b'[' | b']' | b'.'));
    let bytes: Vec<u8> = bytes.map(|byte| byte.to_ascii_lowercase()).collect();
    bytes[bytes.len().saturating_sub(FieldName::MAX_LEN)..].into()
}

#[cfg(test)]
mod tests {
    use super::super::Secrets;
    use super::*;

    #[test]
    fn the_names_are_sorted() {
        assert!(NAMES.is_sorted() && ENDINGS.is_sorted());
        for name in NAMES.iter().chain(&ENDINGS) {
            assert!(is_usual(name.as_bytes()), "{name}");
            assert_eq!(*folded(name), *name.as_bytes(), "{name}");
        }
    }

    #[test]
    fn names_are_compared_by_parts_and_endings() {
        let secrets = Secrets::new().fields(["Pin-Code", &"x".repeat(100)]);
        for (name, is_secret) in [
            ("token", true),
            ("1token", true),
            ("$token", true),
            ("ToKeN", true),
            ("access-token", true),
            ("next.token", true),
            ("token[0]", true),
            ("a[token][b]", true),
            ("my_very_long_prefix_of_a_name_that_has_more_than_48_bytes_token", true),
            ("pincode", true),
            ("pin_code", true),
            (&"x".repeat(100), true),
            ("", false),
            ("[]", false),
            ("tokenise", false),
            ("page", false),
            ("keyword", false),
        ] {
            assert_eq!(secrets.is_field(name), is_secret, "{name}");
        }
        let own = Secrets::new().without_default_fields().fields(["a"]);
        assert!(own.is_field("A") && !own.is_field("token"));
    }
}
