//! Tests of the compiler as a whole.

mod bytes;
mod expansion;
mod hostile;
mod messages;
mod notation;
mod oracle;
mod random;
mod texts;
