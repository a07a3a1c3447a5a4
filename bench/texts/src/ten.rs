//! URLs of the ten schemes of RFC 1738.

use anyurl_testkit::Rng;

use crate::words::{host, host_port, path, word, words};

/// A URL of one of the ten.
pub(crate) fn url(rng: &mut Rng) -> String {
    let makers = [ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero];
    rng.pick(&makers)(rng)
}

fn ftp(rng: &mut Rng) -> String {
    let typecode = if rng.one_in(5) { *rng.pick(&[";type=a", ";type=i", ";type=d"]) } else { "" };
    format!("ftp://{}/{}{typecode}", login(rng), path(rng, 4))
}

fn http(rng: &mut Rng) -> String {
    let search = if rng.one_in(5) { format!("?{}={}", word(rng), word(rng)) } else { String::new() };
    format!("http://{}/{}{search}", host_port(rng), path(rng, 5))
}

fn gopher(rng: &mut Rng) -> String {
    let host = host_port(rng);
    match rng.below(4) {
        0 => format!("gopher://{host}"),
        1 => format!("gopher://{host}/7{}%09{}", path(rng, 3), words(rng, 2, "+")),
        _ => format!("gopher://{host}/{}{}", rng.below(10), path(rng, 4)),
    }
}

fn mailto(rng: &mut Rng) -> String {
    format!("mailto:{}@{}", words(rng, 2, "."), host(rng))
}

fn news(rng: &mut Rng) -> String {
    if rng.one_in(3) {
        return format!("news:{}.{}@{}", rng.below(1 << 30), word(rng), host(rng));
    }
    format!("news:{}", group(rng))
}

fn nntp(rng: &mut Rng) -> String {
    format!("nntp://{}/{}/{}", host_port(rng), group(rng), rng.below(100_000))
}

fn telnet(rng: &mut Rng) -> String {
    let slash = if rng.one_in(2) { "/" } else { "" };
    format!("telnet://{}{slash}", login(rng))
}

fn wais(rng: &mut Rng) -> String {
    let (host, database) = (host_port(rng), words(rng, 2, "-"));
    match rng.below(3) {
        0 => format!("wais://{host}/{database}"),
        1 => format!("wais://{host}/{database}?{}", words(rng, 2, "+")),
        _ => format!("wais://{host}/{database}/TEXT/{}%3D{}", rng.below(10_000), word(rng)),
    }
}

fn file(rng: &mut Rng) -> String {
    let host = if rng.one_in(3) { "localhost" } else { "" };
    format!("file://{host}/{}", path(rng, 7))
}

fn prospero(rng: &mut Rng) -> String {
    let field = if rng.one_in(3) { format!(";{}={}", word(rng), word(rng)) } else { String::new() };
    format!("prospero://{}/{}{field}", host_port(rng), path(rng, 5))
}

/// A host; one in three with a user, and of those one in two with a password.
fn login(rng: &mut Rng) -> String {
    let host = host_port(rng);
    match rng.below(6) {
        0 => format!("{}@{host}", word(rng)),
        1 => format!("{}:{}@{host}", word(rng), word(rng)),
        _ => host,
    }
}

fn group(rng: &mut Rng) -> String {
    let count = 1 + rng.below(3);
    format!("{}.{}", rng.pick(&["alt", "comp", "rec", "soc", "talk"]), words(rng, count, "."))
}
