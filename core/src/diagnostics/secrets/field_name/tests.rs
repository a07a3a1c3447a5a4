use super::super::Secrets;

#[test]
fn names_are_compared_by_parts_and_endings() {
    let secrets = Secrets::new().fields(["Pin-Code", &"x".repeat(100)]);
    for name in [
        "token",
        "1token",
        "$token",
        "ToKeN",
        "access-token",
        "next.token",
        "token[0]",
        "a[token][b]",
        "my_very_long_prefix_of_a_name_that_has_more_than_48_bytes_token",
        "pincode",
        "pin_code",
        &"x".repeat(100),
    ] {
        assert!(secrets.is_field(name), "{name}");
    }
    let own = Secrets::new().without_default_fields().fields(["a"]);
    assert!(own.is_field("A") && !own.is_field("token"));
}

/// Secrets by their own documents.
#[test]
fn names_of_documents() {
    let secrets = Secrets::new();
    for name in [
        "id_token_hint",
        "password_confirmation",
        "user[password_confirmation]",
        "passwordConfirmation",
        "license_key",
        "licenseKey",
        "Ocp-Apim-Subscription-Key",
        "db_pass",
        "userpass",
        "hdnts",
        "hdnea",
        "verification_code",
        "activation_code",
        "confirm_code",
        "reset_key",
        "recovery_key",
        "OSSAccessKeyId",
        "oauth_client_secret",
        "scram_client_key",
        "scram_server_key",
        "password1",
        "sasl_password",
        "X-Amz-Security-Token",
        "trustStorePassword",
        "keyStoreSecret",
        "trustCertificateKeyStorePassword",
        "x-bindpw",
        "sslClientCertificateKeyPassword",
        "proxyPassword",
        "AWS_SESSION_TOKEN",
    ] {
        assert!(secrets.is_field(name), "{name}");
    }
}

#[test]
fn ordinary_names() {
    let secrets = Secrets::new();
    for name in [
        "",
        "[]",
        "tokenise",
        "tokens",
        "page",
        "keyword",
        "keywords",
        "keyboard",
        "monkey",
        "key1",
        "code1",
        "code_review",
        "author",
        "authority",
        "authors",
        "auth0",
        "secretary",
        "postcode",
        "zipcode",
        "zip_code",
        "country_code",
        "countryCode",
        "error_code",
        "status_code",
        "promo_code",
        "language_code",
        "sort_key",
        "primary_key",
        "cacheKey",
        "compass",
        "bypass",
        "passenger",
        "passport_type",
        "session_count",
        "signal",
        "signed",
        "design",
        "assign",
        "spin",
        "pinned",
        "ticket_type",
        "hotkey",
        "turkey",
        "encode",
        "barcode",
        "unicode",
        "decode",
        "mode",
        "sid_type",
        "confirmation",
        "hint",
        "again",
        "1",
        "x",
        "x-",
        "x-key-board",
    ] {
        assert!(!secrets.is_field(name), "{name}");
    }
}
