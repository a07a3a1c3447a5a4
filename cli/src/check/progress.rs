//! The progress bar: on a terminal, for files that take a while.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::input::Source;
use crate::session::Session;

/// Smaller files are read before a bar could be seen.
const WORTHWHILE: u64 = 64 * 1024 * 1024;

/// A bar, or nothing.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(crate) fn new(source: &Source, session: &Session) -> Self {
        let len = source.len.filter(|len| *len >= WORTHWHILE && !session.quiet && io::stderr().is_terminal());
        Self(len.map(|len| {
            let bar = ProgressBar::new(len);
            let template = "{msg} {wide_bar} {percent:>3} %  {binary_bytes_per_sec}  {eta}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.with_message(source.name.clone())
        }))
    }

    /// Moves the bar, which looks at the clock by itself.
    pub(crate) fn at(&self, position: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(position);
        }
    }

    /// Prints something that the bar must not be drawn over.
    pub(crate) fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
