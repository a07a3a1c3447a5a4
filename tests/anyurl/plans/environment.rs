//! Values of the environment, and placeholders for missing ones.

use anyurl::plan::{Need, Operation};
use anyurl::{Environment, PlanError};

fn with(text: &str, environment: &Environment) -> Result<Vec<u8>, PlanError> {
    crate::rfc1738().parse(text).unwrap().plan(environment)?.wire()
}

#[test]
fn placeholders_are_filled() {
    let environment = Environment::new().email("jim@host.dom").password("secret");
    let wire = with("ftp://h/a.txt", &environment).unwrap();
    assert_eq!(wire, b"USER anonymous\r\nPASS jim@host.dom\r\nTYPE A\r\nRETR a.txt\r\n");
    let wire = with("ftp://joe@h/a.txt", &environment).unwrap();
    assert_eq!(wire, b"USER joe\r\nPASS secret\r\nTYPE A\r\nRETR a.txt\r\n");
}

/// R-3.6-5: the plan prints the placeholder; resolving it without a server is an error, never a guess.
#[test]
fn a_missing_value_is_a_clear_error() {
    for (text, need) in [
        ("news:a", Need::NewsServer),
        ("ftp://h/a", Need::Email),
        ("ftp://u@h/a", Need::Password),
        ("gopher://h/0s%09%09?", Need::Answers),
        ("wss://h/", Need::Nonce),
    ] {
        let error = with(text, &Environment::new()).unwrap_err();
        assert_eq!(error, PlanError::Missing(need), "{text}");
        assert!(error.to_string().contains(need.placeholder()), "{error}");
    }
    let plan =
        crate::rfc1738().parse("news:a").unwrap().plan(&Environment::new().news_server("News.Dom", 8119)).unwrap();
    assert_eq!((plan.needs(), plan.wire().unwrap()), (vec![], b"GROUP a\r\n".to_vec()));
    assert!(format!("{plan:?}").contains("news.dom"));
}

/// Values of the environment pass the guard too.
#[test]
fn an_unsafe_value_is_refused() {
    for (text, environment, need) in [
        ("ftp://h/a", Environment::new().email("a\r\nDELE b"), Need::Email),
        ("ftp://u@h/a", Environment::new().password("a\0"), Need::Password),
        ("news:a", Environment::new().news_server("a b", 119), Need::NewsServer),
        ("news:a", Environment::new().news_server("", 119), Need::NewsServer),
        ("gopher://h/0s%09%09?", Environment::new().answers(["a\r\n.\r\n"]), Need::Answers),
        ("gopher://h/0s%09%09?", Environment::new().answers(["."]), Need::Answers),
        ("wss://h/", Environment::new().nonce("a\nb"), Need::Nonce),
    ] {
        assert_eq!(with(text, &environment), Err(PlanError::UnsafeValue(need)), "{text}");
    }
}

/// A URL cannot forge a placeholder: its text is data even if it looks like one.
#[test]
fn a_url_cannot_forge_a_placeholder() {
    let url = crate::rfc1738().parse("ftp://u:%7Bemail%7D@h/a.txt").unwrap();
    let plan = url.plan(&Environment::new().email("jim@host.dom")).unwrap();
    assert_eq!(plan.wire().unwrap(), b"USER u\r\nPASS {email}\r\nTYPE A\r\nRETR a.txt\r\n");
}

/// R-2-2, R-3.2-14: a scheme must define access, but no other operation.
#[test]
fn other_operations_are_optional() {
    for operation in [Operation::Update, Operation::Replace, Operation::FindAttributes] {
        let url = crate::rfc1738().parse("FTP://h/a").unwrap();
        let error = url.plan_operation(operation, &Environment::new()).unwrap_err();
        let scheme = "ftp".to_owned();
        assert_eq!(error, PlanError::Unsupported { operation, scheme });
        assert!(error.to_string().contains(operation.as_str()), "{error}");
    }
}
