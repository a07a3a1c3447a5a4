//! A cluster of Ballista, and its codecs.

mod codecs;
mod data;
mod processes;
mod processes_on_loopback;
