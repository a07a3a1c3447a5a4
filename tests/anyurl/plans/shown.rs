//! Passwords in plans are sent but not shown.

use anyurl::{Environment, Step};

#[test]
fn plans_hide_passwords() {
    for text in [
        "ftp://joe:s3cr3t@h/a",
        "ftp://joe:s%33cr3t@h/a",
        "telnet://joe:s3cr3t@h/",
        "http://h/x?u=ftp://joe:s3cr3t@h",
        "https://joe:s3cr3t@h/",
    ] {
        let Ok(url) = crate::rfc1738().parse(text) else {
            continue;
        };
        let plan = url.plan(&Environment::new()).unwrap();
        let shown = format!("{plan:?} {plan:#?}");
        assert!(!shown.contains("s3cr3t"), "{shown}");
        for step in plan.steps() {
            if let Step::Send(line) = step {
                assert!(!line.to_string().contains("s3cr3t"), "{line}");
            }
        }
    }
    let plan = crate::rfc1738().parse("ftp://joe:s3cr3t@h/a").unwrap().plan(&Environment::new()).unwrap();
    assert!(format!("{plan:?}").contains("***"));
    let wire = plan.wire().unwrap();
    assert!(String::from_utf8(wire).unwrap().contains("PASS s3cr3t\r\n"));
}

#[test]
fn the_password_of_the_environment_is_hidden_too() {
    let environment = Environment::new().password("s3cr3t");
    assert!(!format!("{environment:?}").contains("s3cr3t"));
    let plan = crate::rfc1738().parse("ftp://joe@h/a").unwrap().plan(&environment).unwrap();
    assert!(!format!("{plan:?}").contains("s3cr3t"), "{plan:?}");
}

#[test]
fn errors_show_no_password() {
    let error = crate::rfc1738().parse("ftp://joe:s3cr3t%0A@h/a").unwrap().plan(&Environment::new()).unwrap_err();
    assert!(!error.to_string().contains("s3cr3t") && error.to_string().contains("password"), "{error}");
}
