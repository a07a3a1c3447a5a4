//! URLs in a configuration: read from text and JSON, taken apart, joined, compared, and kept in maps.
//!
//! ```sh
//! cargo run --example config --features serde
//! ```

use anyurl::{Host, OwnedUrl};
use std::collections::{BTreeSet, HashMap};

#[derive(serde::Serialize, serde::Deserialize)]
struct Conf {
    home: OwnedUrl,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url: OwnedUrl = "https://me@[::1]:8443/a/b%2Fc/?q=a%26b&r=1#top".parse()?;
    assert!(matches!(url.host_parsed(), Some(Host::Ipv6(ip)) if ip.is_loopback()));
    assert_eq!(url.path(), "/a/b%2Fc/");
    assert_eq!(url.path_segments().unwrap().collect::<Vec<_>>(), ["a", "b%2Fc", ""]);
    assert_eq!(url.query_pairs().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(), ["q=a&b", "r=1"]);
    assert_eq!(url.join("../x?y#z")?.as_str(), "https://me@[::1]:8443/a/x?y#z");
    assert_eq!(url.to_string().parse::<OwnedUrl>()?, url);
    assert_eq!("HTTP://h/".parse::<OwnedUrl>()?.to_string(), "HTTP://h/");
    let set: BTreeSet<OwnedUrl> = [url.clone()].into();
    let map: HashMap<OwnedUrl, u8> = [(url.clone(), 1)].into();
    assert!(set.contains(&url) && map.contains_key(&url));
    let conf: Conf = serde_json::from_str(r#"{"home":"gopher://h/11/x"}"#)?;
    assert_eq!(&*conf.home.scheme(), "gopher");
    assert_eq!(conf.home.component("selector").unwrap().text(), "1/x");
    assert!(serde_json::from_str::<Conf>(r#"{"home":"http://h/a b"}"#).is_err());
    assert!(anyurl::registry().parse("http://h/~joe#top").is_ok());
    assert!(!format!("{:?}", "ftp://u:S3CRET@h/".parse::<OwnedUrl>()?).contains("S3CRET"));
    Ok(())
}
