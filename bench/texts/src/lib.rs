//! URLs for benchmarks: generated from a seed, similar to real ones, the same on every machine.

#![forbid(unsafe_code)]

mod declared;
mod log;
mod ten;
mod web;
mod words;

use anyurl_testkit::Rng;

/// Web links: 95 of 100 are https, the median has about 50 bytes.
///
/// ```
/// let links = anyurl_bench_texts::weblinks(100);
/// assert_eq!(links, anyurl_bench_texts::weblinks(100));
/// assert!(links[0].starts_with("http"));
/// ```
pub fn weblinks(count: usize) -> Vec<String> {
    let mut rng = Rng::new(95);
    (0..count).map(|_| web::link(&mut rng)).collect()
}

/// URLs of the ten schemes of RFC 1738 in random order, all valid in strict mode.
///
/// ```
/// for url in anyurl_bench_texts::mixed(100) {
///     assert!(url.contains(':'));
/// }
/// ```
pub fn mixed(count: usize) -> Vec<String> {
    let mut rng = Rng::new(1738);
    (0..count).map(|_| ten::url(&mut rng)).collect()
}

/// [`mixed`] with a character at the end that no URL has.
///
/// ```
/// assert!(anyurl_bench_texts::rejected(100).iter().all(|text| text.ends_with('<')));
/// ```
pub fn rejected(count: usize) -> Vec<String> {
    mixed(count).into_iter().map(|url| url + "<").collect()
}

/// URLs of ten schemes that the shipped registry file declares, in random order.
///
/// ```
/// for url in anyurl_bench_texts::declared(100) {
///     assert!(url.contains(':'));
/// }
/// ```
pub fn declared(count: usize) -> Vec<String> {
    let mut rng = Rng::new(3986);
    (0..count).map(|_| declared::url(&mut rng)).collect()
}

/// Lines of logs with about two URLs in a kilobyte; one line in thirty has a password in a URL.
///
/// ```
/// let lines = anyurl_bench_texts::log(100);
/// assert!(lines.iter().any(|line| line.contains("postgres://")));
/// ```
pub fn log(count: usize) -> Vec<String> {
    let mut rng = Rng::new(2026);
    (0..count).map(|_| log::line(&mut rng)).collect()
}

/// Lines of the log of a crawler: one link in each.
///
/// ```
/// assert!(anyurl_bench_texts::crawl(100).iter().all(|line| line.contains(" http")));
/// ```
pub fn crawl(count: usize) -> Vec<String> {
    let mut rng = Rng::new(149);
    (0..count).map(|_| log::fetched(&mut rng)).collect()
}
