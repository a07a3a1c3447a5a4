//! Program B: also the report of an error, the plan, and the URL with another host.

use anyurl::{Environment, Options, Report};

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let url = match anyurl::parse(&text) {
        Ok(url) => url,
        Err(error) => return println!("{}", Report::new(anyurl::registry(), &text, Options::new(), &error)),
    };
    println!("{:?}", url.host());
    match url.plan(&Environment::new()) {
        Ok(plan) => plan.steps().iter().for_each(|step| println!("{}", step.summary())),
        Err(error) => println!("{error}"),
    }
    match url.with_host("other.example") {
        Ok(url) => println!("{url}"),
        Err(error) => println!("{error}"),
    }
}
