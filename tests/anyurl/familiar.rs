//! What users of `url`, `http` and `fluent-uri` type: forty calls, with the traits that the compiler proposes for those that
//! have another name here.

use std::str::FromStr;

use anyurl::familiar::{Getters, Setters};
use anyurl::{OwnedUrl, Url};

const TEXT: &str = "https://joe:pw@h.example:8443/a/b?q=1#top";

#[test]
fn borrowed() -> Result<(), Box<dyn std::error::Error>> {
    let url = Url::parse(TEXT)?;
    assert_eq!(url.as_str(), TEXT);
    assert_eq!((&*url.scheme(), url.scheme_str()), ("https", Some("https")));
    assert_eq!((url.authority(), url.userinfo()), (Some("joe:pw@h.example:8443"), Some("joe:pw")));
    assert_eq!((url.username(), url.password()), ("joe", Some("pw")));
    assert_eq!((url.host_str(), url.host(), url.domain()), (Some("h.example"), Some("h.example"), Some("h.example")));
    assert_eq!((url.port(), url.port_u16(), url.port_or_known_default()), (Some(8443), Some(8443), Some(8443)));
    assert_eq!((url.path(), url.query(), url.fragment()), ("/a/b", Some("q=1"), Some("top")));
    assert_eq!(url.path_and_query(), "/a/b?q=1");
    assert_eq!(url.path_segments().ok_or("no segments")?.collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(url.query_pairs().collect::<Vec<_>>(), [("q".into(), "1".into())]);
    assert!(url.has_host() && url.has_authority() && url.has_query() && url.has_fragment() && !url.cannot_be_a_base());
    assert_eq!(url.origin().ok_or("no origin")?.to_string(), "https://h.example:8443");
    assert_eq!(url.join("../c")?.as_str(), "https://joe:pw@h.example:8443/c");
    assert_eq!(url.make_relative(&url.join("c")?).as_deref(), Some("c"));
    assert_eq!(Url::parse("https://H/%7ejoe")?.normalize(), "https://h/~joe");
    assert_eq!(Url::try_from("https://h/")?.into_string(), "https://h/");
    assert!(Url::parse("https://h/")? < Url::parse("https://i/")?);
    let text: &str = url.as_ref();
    assert_eq!(url, *text);
    Ok(())
}

#[test]
fn owned() -> Result<(), Box<dyn std::error::Error>> {
    let mut url = OwnedUrl::parse(TEXT)?;
    assert_eq!(OwnedUrl::from_str(TEXT)?, TEXT.parse::<OwnedUrl>()?);
    assert_eq!(OwnedUrl::try_from(TEXT)?, OwnedUrl::try_from(TEXT.to_owned())?);
    url.set_scheme("http")?;
    url.set_username("jim")?;
    url.set_password(None)?;
    url.set_host(Some("[::1]"))?;
    url.set_port(None)?;
    url.set_path("/b c")?;
    url.set_query(Some("r=2"))?;
    url.set_fragment(None)?;
    assert_eq!(url.to_string(), "http://jim@[::1]/b%20c?r=2");
    assert!(url.set_host(Some("a/b")).is_err());
    assert_eq!((url.host_str(), url.domain(), url.username()), (Some("[::1]"), None, "jim"));
    url.set_username("")?;
    assert_eq!(url, "http://[::1]/b%20c?r=2");
    Ok(())
}

#[cfg(unix)]
#[test]
fn files() -> Result<(), Box<dyn std::error::Error>> {
    let url = anyurl::from_file_path("/a b")?;
    assert_eq!(url.to_file_path()?, std::path::Path::new("/a b"));
    assert!(Url::parse("https://h/")?.to_file_path().is_err());
    Ok(())
}
