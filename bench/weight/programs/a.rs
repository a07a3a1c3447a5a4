//! Program A: the host of an argument, or what is wrong with it.

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match anyurl::parse(&text) {
        Ok(url) => println!("{:?}", url.host()),
        Err(error) => println!("{error}"),
    }
}
