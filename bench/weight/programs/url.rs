//! Program A with `url`.

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match url::Url::parse(&text) {
        Ok(url) => println!("{:?}", url.host_str()),
        Err(error) => println!("{error}"),
    }
}
