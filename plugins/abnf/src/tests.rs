//! Tests of the compiler as a whole.

mod expansion;
mod hostile;
mod messages;
mod notation;
mod oracle;
mod random;
mod texts;
