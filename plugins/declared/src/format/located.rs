//! A value with its span, and calendar dates.

use std::fmt;
use std::ops::Deref;

use anyurl_core::Span;

/// A value of a registry file, with the span of the file that it was read from.
///
/// Comparison ignores the span.
///
/// ```
/// use anyurl_core::Span;
/// use anyurl_declared::format::Located;
///
/// let port = Located::new(70_u16, Span::new(7, 9));
/// assert_eq!(*port, 70);
/// assert_eq!(port, Located::new(70, Span::at(0)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its span in the file.
    pub span: Span,
}

impl<T> Located<T> {
    /// Creates a value with its span.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Applies a function to the value and keeps the span.
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

/// A calendar date as in TOML: `2027-06-30`.
///
/// This crate never reads the clock: callers pass the current date where expiry matters.
///
/// ```
/// use anyurl_declared::format::Date;
///
/// let date: Date = "2027-06-30".parse()?;
/// assert!(date < "2027-07-01".parse()?);
/// assert_eq!(date.to_string(), "2027-06-30");
/// assert!("2027-02-30".parse::<Date>().is_err());
/// # Ok::<(), anyurl_declared::format::DateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "a date has these parts")]
pub struct Date {
    /// `2027`
    pub year: u16,
    /// `6`
    pub month: u8,
    /// `30`
    pub day: u8,
}

/// The text is not a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a date is written year-month-day: 2027-06-30")]
#[non_exhaustive]
pub struct DateError;

impl std::str::FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let read: toml::value::Datetime = text.parse().map_err(|_| DateError)?;
        Self::from_toml(read).ok_or(DateError)
    }
}

impl Date {
    /// Converts a TOML date; returns `None` for a date with a time, or a time alone.
    pub(super) fn from_toml(read: toml::value::Datetime) -> Option<Self> {
        let date = read.date.filter(|_| read.time.is_none())?;
        Some(Self { year: date.year, month: date.month, day: date.day })
    }

    /// Returns the number of the day in the Gregorian calendar, from a fixed day: differences are numbers of days.
    pub(crate) fn day_number(self) -> i64 {
        // Years begin in March, so that the leap day is the last day.
        let (month, year) = (i64::from(self.month), i64::from(self.year));
        let year = if month <= 2 { year - 1 } else { year };
        let month = (month + 9) % 12;
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + i64::from(self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_between_dates() {
        for (from, to, days) in
            [("2024-02-28", "2024-03-01", 2), ("2023-02-28", "2023-03-01", 1), ("1999-12-31", "2100-01-01", 36_526)]
        {
            let [from, to] = [from, to].map(|text| text.parse::<Date>().unwrap().day_number());
            assert_eq!(to - from, days);
        }
    }
}
