//! The rules for source code and pages of the repository; all of it is tests.

#![forbid(unsafe_code)]

#[cfg(test)]
mod tests;
