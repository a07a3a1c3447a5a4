//! The names of secrets: a list, and rules for what may stand before and after a name.
//!
//! | rule | example |
//! |---|---|
//! | a name | `sig`, `api_key`, `code` |
//! | before a name that ends with a word for nothing else: anything | `oauth_client_secret`, `userpassword` |
//! | before a short name: other words | `db_pass`, `smtp-pw` |
//! | before any name: what begins as `X-` | `X-Vendor-Code` |
//! | after a name: `confirmation`, `repeat`, `hint` and the like, and a digit unless the name is ordinary too | `password_again`, `token2` |

use super::part::Part;

/// Usual names of secrets, in ascending order.
#[rustfmt::skip]
const NAMES: [&str; 101] = [
    "accesskey", "accesskeyid", "accesstoken", "accountkey", "apikey", "appkey", "appsecretproof", "aspxauth",
    "assertion", "auth", "authcode", "authorization", "authorizationcode", "authtoken", "awsaccesskeyid", "bearer",
    "clientassertion", "clientsecret", "code", "codeverifier", "consumerkey", "cred", "credential", "credentials",
    "creds", "csrf", "dbpass", "devicecode", "encryptionkey", "ftppass", "googleaccessid", "hdnea", "hdntl", "hdnts",
    "hmac", "jsessionid", "jwt", "key", "keypass", "magic", "mfacode", "oauthverifier", "oobcode", "otp", "otpcode",
    "pass", "passcode", "passkey", "passphrase", "passwd", "password", "passwort", "pat", "pgtid", "pgtiou",
    "phpsessid", "pin", "pinvalue", "preauthorizedcode", "privatekey", "psw", "pswd", "pw", "pwd", "rlkey", "samlart",
    "samlrequest", "samlresponse", "sas", "secret", "secretaccesskey", "secretid", "secretkey", "sentrykey", "session",
    "sessionid", "sessionkey", "sesskey", "sharedaccesskey", "sharedaccesssignature", "sharedkey", "sid", "sig",
    "sign", "signature", "signingkey", "smtppass", "storagekey", "storepass", "subscriptionkey", "ticket", "token",
    "tokenauth", "totp", "txcode", "usercode", "userpass", "webhook", "xgoogcredential", "xsrf", "zak",
];

/// Endings of names of secrets, whatever precedes them.
#[rustfmt::skip]
const ENDINGS: [&str; 80] = [
    "accesscode", "accesskey", "accesskeyid", "accountkey", "activationcode", "activationkey", "adminkey", "aeskey",
    "apikey", "apisign", "appkey", "applicationkey", "assertion", "authcode", "authkey", "authorizationcode",
    "backupcode", "bindpw", "clientkey", "confirmationcode", "confirmcode", "confirmkey", "consumerkey", "credential",
    "credentials", "decryptionkey", "devicecode", "enckey", "encryptionkey", "ephemeralkey", "factorcode", "hmackey",
    "licencekey", "licensekey", "logincode", "loginkey", "masterkey", "mfacode", "onetimecode", "otpcode", "passcode",
    "passhash", "passkey", "passphrase", "passwd", "password", "passwordconfirm", "passwordconfirmation",
    "passworddigest", "passwordhash", "privatekey", "pvtkey", "pwd", "recoverycode", "recoverykey", "resetcode",
    "resetkey", "scramclientkey", "scramserverkey", "secret", "secretkey", "secretkeybase", "securitycode",
    "serverkey", "servicerolekey", "sessid", "sessionid", "sessionkey", "sharedkey", "sharekey", "signature",
    "signingkey", "signkey", "smscode", "subscriptionkey", "token", "tokenhash", "userkey", "verificationcode",
    "writekey",
];

/// Endings that count only as words of their own: `db_pass`, not `compass`.
const WORDS: [&str; 9] = ["cred", "creds", "hmac", "jwt", "otp", "pass", "psw", "pw", "sig"];

/// What can follow the name of a secret.
const SUFFIXES: [&str; 8] = ["confirmation", "confirm", "repeat", "retype", "verify", "hint", "again", "new"];

/// Endings of names of places in a list, which are no secrets although they are called tokens.
const PLACES: [&str; 3] = ["pagetoken", "synctoken", "continuationtoken"];

/// Names that are not those of secrets with a digit after them.
const ORDINARY: [&str; 7] = ["auth", "code", "key", "magic", "session", "sign", "ticket"];

/// Names of passwords, which no setting exempts.
const PASSWORDS: [&str; 9] = ["pass", "passcode", "passphrase", "passwd", "password", "psw", "pw", "pwd", "userpass"];

/// Names of other secrets in connection strings.
#[rustfmt::skip]
const CONNECTION: [&str; 4] = ["accountkey", "sharedaccesskey", "sharedaccesssignature", "sharedsecretvalue"];

/// Names that a colon follows: `authMechanismProperties=AWS_SESSION_TOKEN:…`.
const WITH_COLON: [&str; 1] = ["awssessiontoken"];

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

/// For each letter, a bit for each letter before it with which a name, or what can follow one, ends.
const ENDS: [u32; 26] = {
    let all: [&[&str]; 6] = [&NAMES, &ENDINGS, &WORDS, &SUFFIXES, &CONNECTION, &WITH_COLON];
    let mut ends = [0; 26];
    let mut list = 0;
    while list < all.len() {
        let mut n = 0;
        while n < all[list].len() {
            let name = all[list][n].as_bytes();
            ends[(name[name.len() - 1] - b'a') as usize] |= 1 << (name[name.len() - 2] - b'a');
            n += 1;
        }
        list += 1;
    }
    ends
};

/// A quick check whether a text without brackets and dots can end as the name of a secret, by its last two letters.
pub(super) fn may_be_secret(name: &[u8]) -> bool {
    match name {
        [.., before, last] if before.is_ascii_alphabetic() && last.is_ascii_alphabetic() => {
            let index = |letter: &u8| letter.to_ascii_lowercase() - b'a';
            ENDS[usize::from(index(last))] >> index(before) & 1 == 1
        }
        [letter] => !letter.is_ascii_alphabetic(),
        _ => true,
    }
}

/// Whether a name is usual for secrets.
pub(super) fn is_usual(part: &Part) -> bool {
    base(part).filter(|base| may_be_secret(base)).is_some_and(|base| {
        is_name(base)
            || ends_with_any(base, &ENDINGS) && !ends_with_any(base, &PLACES)
            || ends_with_word(base, part, &WORDS)
            || part.is_vendors() && ends_with_word(base, part, &NAMES)
    })
}

/// Whether a name is that of a password.
pub(super) fn is_password(part: &Part) -> bool {
    base(part).is_some_and(|base| {
        PASSWORDS.iter().any(|name| name.as_bytes() == base)
            || ends_with_any(base, &["passphrase", "passwd", "password", "pwd", "bindpw"])
            || ends_with_word(base, part, &PASSWORDS)
    })
}

/// Whether a name is that of a secret in a connection string.
pub(super) fn is_connection(part: &Part) -> bool {
    is_password(part) || CONNECTION.iter().any(|name| name.as_bytes() == part.folded())
}

pub(super) fn takes_colon(name: &[u8]) -> bool {
    WITH_COLON.iter().any(|known| known.as_bytes() == name)
}

/// The name without what can follow the name of a secret. `None` if a digit follows an ordinary name.
fn base(part: &Part) -> Option<&[u8]> {
    let mut name = part.folded();
    for suffix in SUFFIXES {
        if let Some(rest) = name.strip_suffix(suffix.as_bytes()).filter(|rest| part.begins_word(rest.len())) {
            name = rest;
        }
    }
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let base = &name[..name.len() - digits];
    (digits == 0 || !ORDINARY.iter().any(|ordinary| ordinary.as_bytes() == base)).then_some(base)
}

fn is_name(name: &[u8]) -> bool {
    let letter = name.first().filter(|first| first.is_ascii_lowercase()).map(|first| usize::from(first - b'a'));
    let same_letter = letter.map_or(&NAMES[..0], |letter| &NAMES[STARTS[letter]..STARTS[letter + 1]]);
    same_letter.iter().any(|known| known.as_bytes() == name)
}

fn ends_with_any(name: &[u8], endings: &[&str]) -> bool {
    // Their last letters tell nearly all apart.
    let is_near = |ending: &&&str| ending.as_bytes().last() == name.last();
    endings.iter().filter(is_near).any(|ending| name.ends_with(ending.as_bytes()))
}

/// Whether the last words of a name are one of these.
fn ends_with_word(name: &[u8], part: &Part, words: &[&str]) -> bool {
    let is_end = |word: &&str| name.ends_with(word.as_bytes()) && part.begins_word(name.len() - word.len());
    words.iter().any(is_end)
}

#[cfg(test)]
mod tests {
    use super::super::Secrets;
    use super::super::part::folded;
    use super::*;
    use crate::text::prelude::*;

    #[test]
    fn the_names_are_sorted() {
        assert!(NAMES.is_sorted() && ENDINGS.is_sorted());
        for name in NAMES.iter().chain(&ENDINGS) {
            assert!(may_be_secret(name.as_bytes()));
            assert_eq!(*folded(name), *name.as_bytes(), "{name}");
        }
    }

    /// Each name in each spelling, with what may stand before and after it.
    #[test]
    fn names_with_prefixes_and_suffixes() {
        let secrets = Secrets::new();
        for name in NAMES {
            let is_ordinary = ORDINARY.contains(&name);
            for prefix in ["", "X-Vendor-", "x_acme_", "X-"] {
                for (suffix, has_digit) in [
                    ("", false),
                    ("_confirmation", false),
                    ("-hint", false),
                    ("Again", false),
                    ("1", true),
                    ("_2", true),
                ] {
                    for name in [name.to_owned(), name.to_ascii_uppercase()] {
                        let field = format!("{prefix}{name}{suffix}");
                        let is_secret = !(has_digit && is_ordinary && prefix.is_empty());
                        // `NAMEAgain` has no boundary between its words.
                        if name.ends_with(|last: char| last.is_ascii_uppercase()) && suffix == "Again" {
                            continue;
                        }
                        assert!(secrets.is_field(&field) == is_secret || has_digit && is_ordinary, "{field}");
                        assert!(!is_secret || may_be_secret(field.as_bytes()), "{field}");
                    }
                }
            }
        }
    }

    /// The quick check finds every name of passwords and connection strings, and few others.
    #[test]
    fn quick_checks() {
        for name in
            PASSWORDS.iter().chain(&CONNECTION).chain(&WITH_COLON).chain(&["bindpw", "AWS_SESSION_TOKEN", "pw2"])
        {
            assert!(may_be_secret(name.as_bytes()), "{name}");
        }
        for name in ["page", "lang", "c", "utm_source", "limit", "v", "q"] {
            assert!(!may_be_secret(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn only_usual_names_are_exempted() {
        let secrets =
            Secrets::new().fields(["order"]).keep_fields(["code", "password", "db_pass", "order", "AccountKey"]);
        for (name, is_secret) in [
            ("code", false),
            ("auth_code", true),
            ("password", true),
            ("db_pass", true),
            ("order", true),
            ("token", true),
        ] {
            assert_eq!(secrets.is_field(name), is_secret, "{name}");
        }
    }
}
