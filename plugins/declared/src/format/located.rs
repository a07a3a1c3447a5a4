//! A value and where it stands.

use std::fmt;
use std::ops::Deref;

use locator_core::Span;

/// A value of a registry file, and the bytes of the file that it was read from.
///
/// Two are equal when their values are: moving a line changes nothing.
///
/// ```
/// use locator_core::Span;
/// use locator_declared::format::Located;
///
/// let port = Located::new(70_u16, Span::new(7, 9));
/// assert_eq!(*port, 70);
/// assert_eq!(port, Located::new(70, Span::at(0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Located<T> {
    /// What was read.
    pub value: T,
    /// Where it stands in the file.
    pub span: Span,
}

impl<T> Located<T> {
    /// A value, and its place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value, at the same place.
    pub fn map<U>(self, into: impl FnOnce(T) -> U) -> Located<U> {
        Located::new(into(self.value), self.span)
    }
}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Located<T> {}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A day of the calendar, as TOML writes it: `2027-06-30`.
///
/// Nothing here asks the clock: who wants to know what has expired says what day it is.
///
/// ```
/// use locator_declared::format::Date;
///
/// let date: Date = "2027-06-30".parse()?;
/// assert!(date < "2027-07-01".parse()?);
/// assert_eq!(date.to_string(), "2027-06-30");
/// assert!("2027-02-30".parse::<Date>().is_err());
/// # Ok::<(), locator_declared::format::DateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Date {
    /// `2027`
    pub year: u16,
    /// `6`
    pub month: u8,
    /// `30`
    pub day: u8,
}

/// What was to be a date is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a date is written year-month-day: 2027-06-30")]
pub struct DateError;

impl std::str::FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let read: toml::value::Datetime = text.parse().map_err(|_| DateError)?;
        Self::of(read).ok_or(DateError)
    }
}

impl Date {
    /// The day, where the value is one without a time.
    pub(super) fn of(read: toml::value::Datetime) -> Option<Self> {
        let date = read.date.filter(|_| read.time.is_none())?;
        Some(Self { year: date.year, month: date.month, day: date.day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}
