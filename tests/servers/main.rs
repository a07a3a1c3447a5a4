//! Plans work: their bytes are sent to real servers, which answer with what the URL names.
//!
//! Each test starts its server in a folder of its own, on a loopback port of its own, as whoever runs the test. A server
//! that is not installed is skipped with a line that says so; with `LOCATOR_REQUIRE_SERVERS` set, that is a failure.
//! `LOCATOR_SERVERS` names a folder into which Debian's packages were unpacked (`.ci/servers` does that); without it the
//! machine's own programs serve.

#![cfg(unix)]

mod driver;
mod ftp;
mod gopher;
mod host;
mod news;
mod plan;
