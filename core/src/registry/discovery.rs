//! Static registration: the schemes that linked crates register with [`register_scheme!`](crate::register_scheme).

use alloc::borrow::Cow;
use core::fmt;

use crate::scheme::Scheme;
use crate::text::order;
use crate::text::prelude::*;

/// The code or file that registered a scheme; conflict errors name it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct Origin {
    /// The crate, the id of a registry layer, or `application`.
    pub package: Cow<'static, str>,
    /// Its version; empty if unknown.
    pub version: Cow<'static, str>,
    /// The file.
    pub file: Cow<'static, str>,
    /// The line in the file, from 1; 0 if unknown.
    pub line: u32,
}

impl Origin {
    /// The origin of a scheme that a crate registers; [`register_scheme!`](crate::register_scheme) calls this.
    pub const fn from_crate(package: &'static str, version: &'static str, file: &'static str, line: u32) -> Self {
        Self { package: Cow::Borrowed(package), version: Cow::Borrowed(version), file: Cow::Borrowed(file), line }
    }

    /// The origin of a scheme from a file or another source at run time.
    pub fn new(
        package: impl Into<Cow<'static, str>>,
        version: impl Into<Cow<'static, str>>,
        file: impl Into<Cow<'static, str>>,
        line: u32,
    ) -> Self {
        Self { package: package.into(), version: version.into(), file: file.into(), line }
    }

    /// The calling line, as part of the application.
    #[track_caller]
    pub(super) fn caller() -> Self {
        let place = core::panic::Location::caller();
        Self {
            package: Cow::Borrowed("application"),
            version: Cow::Borrowed(""),
            file: Cow::Borrowed(place.file()),
            line: place.line(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { package, version, file, line } = self;
        let space = if version.is_empty() { "" } else { " " };
        write!(f, "{package}{space}{version} at {file}")?;
        match line {
            0 => Ok(()),
            line => write!(f, ":{line}"),
        }
    }
}

/// One entry of the link-time list, created by [`register_scheme!`](crate::register_scheme).
#[derive(Clone)]
pub struct Submission {
    pub(super) scheme: &'static dyn Scheme,
    pub(super) origin: Origin,
}

impl Submission {
    /// Creates the submission of a scheme.
    pub const fn new(scheme: &'static dyn Scheme, origin: Origin) -> Self {
        Self { scheme, origin }
    }
}

inventory::collect!(Submission);

/// Every linked submission, sorted, since the linker guarantees no order.
pub(super) fn submissions() -> Vec<Submission> {
    let mut all: Vec<_> = inventory::iter::<Submission>().cloned().collect();
    order::sort_by(&mut all, |a, b| {
        let key = |s: &Submission| (s.scheme.registration().name.to_ascii_lowercase(), s.origin.clone());
        key(a).cmp(&key(b))
    });
    all
}

/// Registers a `static` scheme at link time, so that `discover()` finds it.
///
/// The program must *name* the crate (`use my_scheme as _;`), or the linker omits it; see "my scheme is missing" in
/// `docs/adding-a-scheme.md`.
///
/// ```
/// # use anyurl_core::{Error, PlanError};
/// # use anyurl_core::authors::{Class, Cursor, PlanBuilder, Registration, Scheme};
/// # fn facts() -> &'static Registration { unimplemented!() }
/// struct Echo;
///
/// impl Scheme for Echo {
///     // …
/// #   fn registration(&self) -> &Registration { facts() }
/// #   fn parse(&self, _: &mut Cursor<'_>) -> Result<(), Error> { Ok(()) }
/// #   fn plan(&self, _: &mut PlanBuilder<'_>) -> Result<(), PlanError> { Ok(()) }
/// }
///
/// static ECHO: Echo = Echo;
/// # mod elsewhere { // so that this example does not register an incomplete scheme
/// # macro_rules! register { ($scheme:expr) => {} }
/// # }
/// # #[cfg(any())]
/// anyurl_core::register_scheme!(ECHO);
/// ```
#[macro_export]
macro_rules! register_scheme {
    ($scheme:expr) => {
        $crate::internal::inventory::submit! {
            $crate::internal::Submission::new(&$scheme, $crate::authors::Origin::from_crate(
                env!("CARGO_PKG_NAME"),
                env!("CARGO_PKG_VERSION"),
                file!(),
                line!(),
            ))
        }
    };
}
