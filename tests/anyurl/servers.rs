//! Sends the bytes of plans to real servers, which must answer with the resource of the URL.
//!
//! Each test starts its server in a separate folder and on a separate loopback port, as the current user. A server that is
//! not installed is skipped with a message; with `ANYURL_REQUIRE_SERVERS` set, this is a failure. `ANYURL_SERVERS` names
//! a folder with unpacked Debian packages (see `ci/servers`); by default the tests use installed programs.

#![cfg(unix)]

mod driver;
mod ftp;
mod gopher;
mod host;
mod news;
mod plan;
