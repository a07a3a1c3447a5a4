//! The `locator` command from outside: what it prints, and how it ends.

mod bounds;
mod cases;
mod ci;
mod common;
mod conformance;
mod disclosure;
mod distribution;
mod drafts;
mod files;
mod git;
mod harbour;
mod mistakes;
mod options;
mod plugins;
mod progress;
mod registry;
mod review;
mod schema;
mod secrets;
mod site;
mod streams;
mod terminal;
mod trurl;
mod tutorial;
mod twins;
mod visible;
