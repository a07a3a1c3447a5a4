//! Program A of a registry without schemes: the generic syntax reads everything.

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match anyurl_core::Registry::builder().build().parse(&text) {
        Ok(url) => println!("{:?}", url.host()),
        Err(error) => println!("{error}"),
    }
}
