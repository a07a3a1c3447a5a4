//! Accesses as bytes.

use anyurl_core::authors::Delimiter;
use anyurl_core::plan::{ArgumentFraming, Need, Prompt, Transport, Until};

use super::codec::{Codec, Decoder, Encoder, fields, one_of, variants};
use crate::keywords::AccessKind;
use crate::scheme::access::Access;
use crate::scheme::steps::{Call, Condition, Guess, GuessedType, Piece, Planned, Send, Steps, Subject, Test};

one_of! {
    Transport: Transport::ALL,
    Until: Until::ALL,
    Prompt: Prompt::ALL,
    Need: [Need::Email, Need::Password, Need::NewsServer, Need::Answers, Need::Nonce],
    ArgumentFraming: [ArgumentFraming::LengthPrefixed, ArgumentFraming::Lines],
}

variants! { Delimiter { 0 = Before(byte), 1 = Between(byte), 2 = After(byte) } }
variants! { Piece { 0 = Text(text), 1 = Component(slot), 2 = Url, 3 = Need(need), 4 = Guess } }
variants! { Subject { 0 = Component(slot), 1 = Keyword(slot), 2 = Lenient, 3 = Compact } }
variants! { Test { 0 = IsPresent(is), 1 = Is(text), 2 = Contains(bytes), 3 = Matches(rule) } }
variants! { Guess { 0 = Whole, 1 = Type(of) } }
variants! {
    Planned {
        0 = Connect(transport, port),
        1 = ConnectTo(transport, need, port),
        2 = Send(send),
        3 = Receive(until),
        4 = Prompt(what, after_reply),
        5 = Advise,
        6 = Compose(slot),
        7 = Open(slot, delimiter),
        8 = Call(call),
        9 = Follow(what),
        10 = Note(id, text),
        11 = Each(slot, delimiter, steps),
        12 = If(any, then, otherwise),
    }
}
fields! { GuessedType { name, text, image } }
fields! { Send { pieces, line, last, block, map, after_reply, guess } }
fields! { Call { protocol, operation, arguments, own_fields, fields, framing } }

impl Codec for Condition {
    fn encode(&self, to: &mut Encoder) {
        self.0.encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Codec::decode(from).map(Self)
    }
}

impl Codec for Steps {
    fn encode(&self, to: &mut Encoder) {
        self.0.encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Codec::decode(from).map(Self)
    }
}

/// After the kind. A built-in scheme is set later.
impl Access {
    pub(super) fn encode(&self, to: &mut Encoder) {
        match self {
            Self::Steps(steps) => steps.encode(to),
            Self::Gateway(pieces) => pieces.encode(to),
            Self::Builtin(_) | Self::Elsewhere(_) => {}
        }
    }

    pub(super) fn decode(kind: AccessKind, from: &mut Decoder<'_>) -> Option<Self> {
        Some(match kind {
            AccessKind::Steps => Self::Steps(Codec::decode(from)?),
            AccessKind::Gateway => Self::Gateway(Codec::decode(from)?),
            AccessKind::Builtin => Self::Builtin(None),
            other => Self::Elsewhere(other),
        })
    }
}
