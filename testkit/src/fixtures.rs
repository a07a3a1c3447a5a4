//! Fixtures that several test suites share.

/// A registry file: a header with this kind, id and claim, followed by `body`, which begins on line 12.
pub fn registry_file(kind: &str, id: &str, claim: &str, body: &str) -> String {
    format!(
        r#"schema = 1

[registry]
id = "{id}"
kind = "{kind}"
title = "A test"
version = "1.0.0"
serial = 1
contact = ["test@example.com"]
change_controller = "The test"
claims = ["{claim}"]
{body}"#
    )
}
