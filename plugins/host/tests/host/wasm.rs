//! Modules that are written for each test, in the text format of WebAssembly.

mod answers;
mod build;
mod canonical;
mod generated;
mod loading;
mod registry_files;
mod sharing;
mod support;
mod time;
mod use_all;
