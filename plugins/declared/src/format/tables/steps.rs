//! `scheme.access.steps`

use crate::format::keywords::{Framing, LineKind, PromptFor, Until};

mod keys;
mod read;

pub(in crate::format) use keys::{STEP, STEPS};
pub(in crate::format) use read::steps;

/// An element of `steps`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AccessStep {
    /// Connect to `host:port`.
    Connect(String),
    /// Send a text with `{component}` variables.
    Send(SendStep),
    /// Receive a reply.
    Receive(Until),
    /// Ask the user, if a reply code is given only after that reply.
    Prompt(PromptFor, Option<u16>),
    /// Show the user the login of the URL.
    Advise,
    /// Compose a message to the address in this component.
    Compose(String),
    /// Open the file whose path is in this component.
    Open(String),
    /// Call an operation of a protocol.
    Call(CallStep),
    /// Follow references in the received data.
    Follow(String),
    /// Tell the client something.
    Note {
        /// The id.
        id: String,
        /// The text.
        text: String,
    },
    /// Take some steps for each element of a list.
    Each {
        /// The list, whose name stands for the element.
        list: String,
        /// The steps.
        then: Vec<AccessStep>,
    },
    /// Take some steps if the URL fulfils one of several conditions, and others if not.
    If {
        /// The alternatives.
        any: Vec<Condition>,
        /// The steps if one is fulfilled.
        then: Vec<AccessStep>,
        /// The steps if none is.
        otherwise: Vec<AccessStep>,
    },
}

impl AccessStep {
    /// Calls `found` with the step and all steps in it.
    pub fn visit<'s>(&'s self, found: &mut impl FnMut(&'s Self)) {
        found(self);
        let inner = match self {
            Self::Each { then, .. } => [then.as_slice(), &[]],
            Self::If { then, otherwise, .. } => [then.as_slice(), otherwise.as_slice()],
            _ => return,
        };
        inner.into_iter().flatten().for_each(|step| step.visit(found));
    }
}

/// `{ send = "…" }`
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SendStep {
    /// The text.
    pub text: String,
    /// What the components are in the text.
    pub line: LineKind,
    /// The component that is sent unchanged if its decoded text matches a rule.
    pub block: Option<(String, String)>,
    /// The texts that are sent in place of a component's values.
    pub map: Vec<(String, Vec<(String, String)>)>,
    /// The reply code after which the text is sent.
    pub when: Option<u16>,
    /// Whether the text is a guess of the client, and of what.
    pub guess: Option<GuessStep>,
}

impl SendStep {
    /// A text whose components are arguments of a command.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), line: LineKind::Arguments, block: None, map: Vec::new(), when: None, guess: None }
    }
}

/// `guess = true`, or `guess = { name = "…", text = "A", image = "I" }`
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GuessStep {
    /// The whole text is a guess.
    Whole,
    /// The variable `{guess}` depends on the name of a file.
    Type {
        /// The component with the name.
        name: String,
        /// Its value for a text.
        text: String,
        /// Its value for bytes.
        image: String,
    },
}

/// `{ call = "wais.search", arguments = […] }`
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CallStep {
    /// The protocol.
    pub protocol: String,
    /// The operation.
    pub operation: String,
    /// The names of the arguments, and the component that each is.
    pub arguments: Vec<(String, String)>,
    /// The names of fields of the protocol, and the component that each is.
    pub own_fields: Vec<(String, String)>,
    /// The component whose fields are sent.
    pub fields: Option<String>,
    /// How the protocol delimits them.
    pub framing: Framing,
}

/// A condition: every component passes one of its tests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Condition {
    /// The components, each with its tests.
    pub tests: Vec<(String, Vec<Test>)>,
}

/// A test of a component.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Test {
    /// It is present, or absent.
    IsPresent(bool),
    /// Its decoded text is this one; of a keyword in lower case.
    Is(String),
    /// Its decoded text contains one of these characters.
    Contains(String),
    /// Its decoded text matches a rule.
    Matches(String),
}
