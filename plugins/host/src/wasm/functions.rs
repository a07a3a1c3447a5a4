//! [`ModuleFunctions`]: the functions of a scheme, whose answers [`PluginScheme`](crate::PluginScheme) checks.

use std::sync::Arc;

use crate::{Answer, Functions, OnEdit, UNWRITTEN, Violation};
use anyurl_core::authors::RequirementRef;
use anyurl_plugin::abi::{self, LocSpan};

use crate::wasm::module_code::ModuleCode;

/// The functions of one scheme of a module.
pub(crate) struct ModuleFunctions {
    code: Arc<ModuleCode>,
    /// The index of the scheme in the facts.
    index: u32,
}

impl ModuleFunctions {
    pub(crate) fn new(code: Arc<ModuleCode>, index: u32) -> Self {
        Self { code, index }
    }
}

impl Functions for ModuleFunctions {
    fn parse(&self, url: &str, begin: usize, is_lenient: bool, out: &mut [LocSpan], message: &mut [u8]) -> Answer {
        let flags = if is_lenient { abi::PARSE_LENIENT } else { 0 };
        let answer = self.code.call(|instance| instance.parse(self.index, url, (begin, flags), out, message));
        answer.unwrap_or_else(stopped)
    }

    fn has_canonicalize(&self) -> bool {
        self.code.has_canonicalize()
    }

    fn canonicalize(&self, url: &str, spans: &[LocSpan], to: &mut OnEdit<'_>) -> Option<Answer> {
        match self.edits(url, spans) {
            Ok((mut answer, edits)) => {
                let is_accepted = edits.into_iter().all(|(start, end, text)| to(start, end, text));
                if !is_accepted {
                    answer.status = abi::F_HOST;
                }
                Some(answer)
            }
            Err(violation) => Some(stopped(violation)),
        }
    }

    fn requirement(&self, violation: Violation) -> RequirementRef {
        self.code.requirement(violation)
    }
}

impl ModuleFunctions {
    /// Requests the edits, once more if the room for them is too small.
    fn edits(&self, url: &str, spans: &[LocSpan]) -> Result<(Answer, Vec<crate::wasm::instance::Edit>), Violation> {
        let edits = |cap| self.code.call(|instance| instance.canonicalize(self.index, url, spans, cap));
        let unsupported = Answer { stopped: None, status: abi::F_UNSUPPORTED, ..stopped(Violation::Failed) };
        let cap = 256 + 2 * url.len();
        let (answer, found) = edits(cap)?.unwrap_or((unsupported, Vec::new()));
        if answer.status != abi::F_CAPACITY {
            return Ok((answer, found));
        }
        if answer.count <= cap || answer.count > largest(url) {
            return Err(Violation::Edit);
        }
        let (answer, found) = edits(answer.count)?.unwrap_or((unsupported, Vec::new()));
        if answer.status == abi::F_CAPACITY { Err(Violation::Edit) } else { Ok((answer, found)) }
    }
}

/// The largest size of all edits of a URL, in bytes: what the header allows, and the numbers before each edit.
fn largest(url: &str) -> usize {
    const RECORD: usize = 12;
    (4096 + url.len()) * RECORD + (1 << 20) + 2 * url.len()
}

/// The answer of a call that the host stopped.
fn stopped(violation: Violation) -> Answer {
    Answer {
        status: abi::F_NOMEM,
        stopped: Some(violation),
        count: UNWRITTEN,
        start: 0,
        end: 0,
        component: 0,
        requirement: 0,
        message_len: 0,
    }
}
