//! Program A with `iri-string`.

use iri_string::types::UriStr;

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match UriStr::new(&text) {
        Ok(url) => println!("{:?}", url.authority_components().map(|authority| authority.host())),
        Err(error) => println!("{error}"),
    }
}
