//! The progress bar, on a terminal and for large files.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::input::Source;
use crate::session::Session;

/// Smaller files are checked before a bar would be visible.
const MIN_SIZE: u64 = 64 * 1024 * 1024;

/// A progress bar, if there is one.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(crate) fn new(source: &Source, session: &Session) -> Self {
        let len = source.len.filter(|len| *len >= MIN_SIZE && !session.quiet && io::stderr().is_terminal());
        Self(len.map(|len| {
            let bar = ProgressBar::new(len);
            let template = "{msg} {wide_bar} {percent:>3} %  {binary_bytes_per_sec}  {eta}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.with_message(source.name.clone())
        }))
    }

    /// Moves the bar, which limits its redraws itself.
    pub(crate) fn set(&self, position: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(position);
        }
    }

    /// Hides the bar while something else is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
