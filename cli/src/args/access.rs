//! The limits of running plans.

use std::path::PathBuf;
use std::time::Duration;

/// The limits of `plan --run` and `registry test-access`.
#[derive(clap::Args, Debug)]
pub(crate) struct Access {
    /// Connect to this server instead of that of the URL
    #[arg(long, value_name = "HOST:PORT", value_parser = host_and_port)]
    pub(crate) against: Option<(String, u16)>,

    /// Allow addresses that are not public, such as those of this machine and of the local network
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Trust the certificate authorities in this file (PEM) instead of those of Mozilla
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,

    /// The most bytes to receive for one URL
    #[arg(long, value_name = "NUMBER", default_value = "1048576")]
    pub(crate) max_bytes: usize,

    /// The longest time for one URL, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

fn host_and_port(text: &str) -> Result<(String, u16), String> {
    let parts = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    let is_whole = |host: &str| !host.contains(':') || host.starts_with('[') && host.ends_with(']');
    match parts.map(|(host, port)| (host, port.parse::<u16>())) {
        Some((host, Ok(port))) if port != 0 && is_whole(host) => Ok((host.to_owned(), port)),
        _ => Err("expected `HOST:PORT`, such as `localhost:7070` or `[::1]:7070`".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds, such as `10` or `0.5`".to_owned())
}
