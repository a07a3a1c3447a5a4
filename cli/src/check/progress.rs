//! The progress bar: on a terminal, for files that take a while.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::input::{Lines, Source};
use crate::session::Session;

/// Smaller files are read before a bar could be seen.
const WORTHWHILE: u64 = 64 * 1024 * 1024;

/// How many lines are read between two looks at the clock.
const STRIDE: u64 = 4096;

/// A bar, or nothing.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(crate) fn new(source: &Source, session: &Session) -> Self {
        let len = source
            .len
            .filter(|len| *len >= WORTHWHILE && !session.quiet && io::stderr().is_terminal());
        Self(len.map(|len| {
            let bar = ProgressBar::new(len);
            let template = "{msg} {wide_bar} {percent:>3} %  {binary_bytes_per_sec}  {eta}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.with_message(source.name.clone())
        }))
    }

    /// Moves the bar, now and then.
    pub(crate) fn at<R: io::Read>(&mut self, lines: &Lines<R>) {
        if let Some(bar) = &self.0
            && lines.number().is_multiple_of(STRIDE)
        {
            bar.set_position(lines.position());
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
