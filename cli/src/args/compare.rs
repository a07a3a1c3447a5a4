//! The arguments of `anyurl compare`.

use anyurl::compare::ComparisonVerdict;
use clap::ValueEnum;

use super::Inputs;

/// Compare what RFC 1738, RFC 3986, browsers and a plain split read in each URL.
///
/// Prints a table for each URL: a column for each rulebook, a row for each component, `≠` before the rows that differ; below
/// it the verdict, and the rules that lead to each difference. `--profile` and `--lenient` have no effect.
///
/// The verdicts are `host-differs` (critical), `port-differs` and `scheme-differs` (high), `userinfo-differs` and
/// `path-differs` (medium), `validity-differs` (low) and `same`; `anyurl --explain host-differs` explains one.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl compare 'https://example.com\\@evil.example/'
  anyurl compare --fail-on host - < urls.txt
  anyurl compare --json https://h.example/")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Read each text as a reference in the object of this URL
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Exit with 1 if a `host` differs, or `any` component or the validity
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) fail_on: Option<FailOn>,
}

/// The differences that make the command fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FailOn {
    /// The host
    Host,
    /// Any difference, also of the validity
    Any,
}

impl FailOn {
    pub(crate) fn includes(self, verdict: ComparisonVerdict) -> bool {
        match self {
            Self::Host => verdict == ComparisonVerdict::HostDiffers,
            Self::Any => verdict != ComparisonVerdict::Same,
        }
    }
}
