//! Program A with `fluent-uri`.

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match fluent_uri::Uri::parse(text.as_str()) {
        Ok(url) => println!("{:?}", url.authority().map(|authority| authority.host())),
        Err(error) => println!("{error}"),
    }
}
