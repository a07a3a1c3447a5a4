//! Errors of access algorithms.

/// An access algorithm is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// An unbalanced brace.
    #[error("`{text}`: unbalanced brace at byte {at}: write `{{name}}` for a component (SR501)")]
    Brace {
        /// The text.
        text: String,
        /// The byte offset.
        at: usize,
    },
    /// An unknown variable.
    #[error("`{{{variable}}}` is not a component; the components are {known} (SR501)")]
    Unknown {
        /// The variable.
        variable: String,
        /// The known components.
        known: String,
    },
    /// A target that is neither the URL's host nor a server of the environment.
    #[error("cannot connect to `{0}`: write `{{host}}:{{port}}`, `{{host}}:119` or `{{news-server}}:119` (SR401)")]
    Target(String),
    /// A transport by which steps cannot connect.
    #[error("steps cannot connect by `{0}`: write `tcp`, `tls` or `udp` first in `port.transport` (SR401)")]
    Transport(&'static str),
    /// `rest_of_line` without a component at the end of the line.
    #[error(
        "`{0}`: `rest_of_line` lets a component contain spaces and TABs, so that component must end its line, as in `RETR {{name}}\\r\\n` (SR401)"
    )]
    RestOfLine(String),
    /// A name of a step that is not a component of the right kind.
    #[error("`{step}` needs {expected}, and `{name}` is none (SR501)")]
    Kind {
        /// The key of the step.
        step: &'static str,
        /// The name.
        name: String,
        /// What is expected.
        expected: &'static str,
    },
    /// A rule that is not in the grammar.
    #[error("the rule `{0}` is not in the grammar of the scheme, or cannot be compiled (SR302)")]
    Rule(String),
    /// A connection without a port in the URL or a default port (SR402).
    #[error("the port is unknown: write `port = {{ default = … }}`, or a form with `[:<port>]` (SR402)")]
    NoPort,
    /// There are no steps (SR210).
    #[error("there are no steps: write `steps`, or another kind of access (SR210)")]
    NoSteps,
    /// A gateway that does not exist, or does not serve the scheme (SR505).
    #[error("the gateway `{0}` does not exist, or does not serve this scheme (SR505)")]
    Gateway(String),
    /// A text that is not an array of steps.
    #[error("not an array of steps: {0}; write `[{{ connect = … }}, {{ send = … }}, {{ receive = … }}]`")]
    Text(String),
}

impl AccessError {
    /// Returns the id of the lint rule for this error.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::Brace { .. } | Self::Unknown { .. } | Self::Kind { .. } => "SR501",
            Self::Rule(_) => "SR302",
            Self::Target(_) | Self::Transport(_) | Self::RestOfLine(_) => "SR401",
            Self::NoPort => "SR402",
            Self::NoSteps | Self::Text(_) => "SR210",
            Self::Gateway(_) => "SR505",
        }
    }
}
