//! Parses, builds and plans the examples of the ten schemes of RFC 1738 without `std`. `ci/thorough` links it for a
//! processor without a system, and runs it here.
#![cfg_attr(target_os = "none", no_std, no_main)]

extern crate alloc;

#[cfg(target_os = "none")]
mod bare;

use alloc::string::String;

use anyurl_core::{Environment, Registry};
use anyurl_schemes::RFC1738;

#[cfg(not(target_os = "none"))]
fn main() {
    match check() {
        Ok((urls, plans)) => println!("{urls} URLs, {plans} plans"),
        Err(problem) => panic!("{problem}"),
    }
}

/// The number of examples, and of those with a plan.
fn check() -> Result<(usize, usize), String> {
    let mut builder = Registry::builder();
    for scheme in RFC1738 {
        builder = builder.add(scheme).map_err(|error| alloc::format!("{error}"))?;
    }
    let registry = builder.build();
    let environment = Environment::new().news_server("news.example", 119).email("me@example.com");
    let (mut urls, mut plans) = (0, 0);
    for scheme in RFC1738 {
        for example in scheme.registration().examples.iter() {
            let url = registry.parse(&example.url).map_err(|error| alloc::format!("{}: {error}", example.url))?;
            let canonical = url.to_canonical();
            let again = registry.parse(&canonical).map_err(|error| alloc::format!("{canonical}: {error}"))?;
            if !again.is_equivalent(&url) {
                return Err(alloc::format!("{canonical} is another URL than {url}"));
            }
            // Some name no access, such as a file on another host.
            plans += usize::from(url.plan(&environment).is_ok());
            urls += 1;
        }
    }
    let built = registry.build("ftp").and_then(|ftp| ftp.host("h").set("name", "a b").build());
    match built {
        Ok(url) if url.as_str() == "ftp://h/a%20b" => Ok((urls, plans)),
        Ok(url) => Err(alloc::format!("{} is not what was asked for", url.as_str())),
        Err(error) => Err(alloc::format!("{error}")),
    }
}
