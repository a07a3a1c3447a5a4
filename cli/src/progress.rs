//! The progress bar: on a terminal, and only for work that takes longer than a second.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::session::Session;

/// Work that ends earlier shows nothing.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two drawings, for work that does not say how far it is.
const TICK: Duration = Duration::from_millis(200);

/// Whether the command prints its results while the work goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// At the end, or within [`Progress::suspend`].
    Apart,
    /// At any time, so that there is no bar if they are printed on the terminal, too.
    Meanwhile,
}

/// A progress bar, if there is one. It is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Progress(Option<Shown>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    /// Ends the wait for the delay when it is dropped.
    _waiting: Sender<()>,
}

impl Progress {
    /// For a stream of so many bytes, if that is known.
    pub(crate) fn of_stream(session: &Session, name: &str, len: Option<u64>, output: Output) -> Self {
        let template = match len {
            Some(_) => "{msg} {wide_bar} {percent:>3} %  {binary_bytes_per_sec}  {eta}",
            None => "{spinner} {msg}  {binary_bytes}  {binary_bytes_per_sec}",
        };
        Self::new(session, name, len, template, output)
    }

    /// For a number of items.
    pub(crate) fn of_items(session: &Session, what: &str, count: u64) -> Self {
        Self::new(session, what, Some(count), "{msg} {wide_bar} {pos} of {len}", Output::Apart)
    }

    /// For work without a measure.
    pub(crate) fn of_work(session: &Session, what: &str) -> Self {
        Self::new(session, what, None, "{spinner} {msg}  {elapsed}", Output::Apart)
    }

    fn new(session: &Session, message: &str, len: Option<u64>, template: &str, output: Output) -> Self {
        let is_mixed = output == Output::Meanwhile && session.out.is_terminal();
        if !session.err.is_terminal() || is_mixed {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(message.to_owned());
        let waiting = show_later(bar.clone());
        Self(Some(Shown { bar, _waiting: waiting }))
    }

    /// Moves the bar, which limits its drawings itself.
    pub(crate) fn set(&self, position: u64) {
        if let Some(shown) = &self.0 {
            shown.bar.set_position(position);
        }
    }

    /// Moves the bar by one item.
    pub(crate) fn advance(&self) {
        if let Some(shown) = &self.0 {
            shown.bar.inc(1);
        }
    }

    /// Hides the bar while something else is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(shown) => shown.bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(shown) = &self.0 {
            shown.bar.finish_and_clear();
        }
    }
}

/// Shows a bar after the delay, unless the sender is dropped before.
fn show_later(bar: ProgressBar) -> Sender<()> {
    let (waiting, dropped) = mpsc::channel();
    thread::spawn(move || {
        if dropped.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) && !bar.is_finished() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
    });
    waiting
}
