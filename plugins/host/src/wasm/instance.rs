//! A running module: its memory, its buffer, and calls of its functions.
//!
//! The module owns the buffer, through which arguments and answers go: the error and a number at its start, then spans,
//! then bytes. Nothing that a module says about its memory is used before it is checked.

use std::ops::Range;

use crate::{Answer, ModuleLimits, UNWRITTEN, Violation};
use anyurl_plugin::abi::{self, LocSpan};
use wasmi::{Linker, Memory, Module, Store, StoreLimits, TrapCode, TypedFunc};

use crate::wasm::engine;

/// `anyurl_buffer(len) -> ptr`
pub(crate) const BUFFER: &str = "anyurl_buffer";
/// `anyurl_parse(scheme, url, url_len, begin, flags, out, cap, out_len, error) -> status`
pub(crate) const PARSE: &str = "anyurl_parse";
/// `anyurl_canonicalize(scheme, url, url_len, spans, n_spans, out, cap, out_len, error) -> status`
pub(crate) const CANONICALIZE: &str = "anyurl_canonicalize";
/// `memory`
pub(crate) const MEMORY: &str = "memory";

/// The parameters of `anyurl_parse`, and of `anyurl_canonicalize`.
type Parameters = (u32, u32, u32, u32, u32, u32, u32, u32, u32);

/// The offset of the error, `aup_error`, in the buffer.
const ERROR: usize = 0;
/// The offset of the number of spans or bytes that the module has written.
const COUNT: usize = 36;
/// The offset of the first span.
const SPANS: usize = 40;
/// The size of a span.
const SPAN: usize = 12;
/// The smallest buffer that is requested.
const SMALLEST_BUFFER: usize = 1 << 10;
/// The alignment of the buffer.
const ALIGNMENT: usize = 8;

/// The value of the number before the module writes it.
const UNWRITTEN_COUNT: u32 = u32::MAX;

/// An edit of the general canonical form: the bytes from start to end, and what replaces them.
pub(crate) type Edit = (u32, u32, String);

/// A running module.
pub(crate) struct Instance {
    store: Store<StoreLimits>,
    memory: Memory,
    buffer: TypedFunc<u32, u32>,
    parse: TypedFunc<Parameters, i32>,
    canonicalize: Option<TypedFunc<Parameters, i32>>,
    limits: ModuleLimits,
    /// The place of the buffer in the memory.
    place: Range<usize>,
}

impl Instance {
    /// Instantiates a checked module, and runs its start function.
    pub(crate) fn new(module: &Module, limits: ModuleLimits) -> Result<Self, Violation> {
        let engine = module.engine();
        let mut store = Store::new(engine, engine::store_limits(limits.memory_size()));
        store.limiter(|limits| limits);
        store.set_fuel(fuel_of(&limits, 0)).map_err(|error| violation(&error))?;
        let instance = Linker::new(engine).instantiate_and_start(&mut store, module);
        let instance = instance.map_err(|error| violation(&error))?;
        let call = |name| instance.get_typed_func::<Parameters, i32>(&store, name);
        let (parse, canonicalize) = (call(PARSE).map_err(|error| violation(&error))?, call(CANONICALIZE).ok());
        Ok(Self {
            memory: instance.get_memory(&store, MEMORY).ok_or(Violation::Buffer)?,
            buffer: instance.get_typed_func(&store, BUFFER).map_err(|error| violation(&error))?,
            parse,
            canonicalize,
            store,
            limits,
            place: 0..0,
        })
    }

    /// Returns the size of the memory in bytes.
    pub(crate) fn memory_size(&self) -> usize {
        self.memory.data_size(&self.store)
    }

    /// Calls `anyurl_parse`.
    pub(crate) fn parse(
        &mut self,
        scheme: u32,
        url: &str,
        (begin, flags): (usize, u32),
        out: &mut [LocSpan],
        message: &mut [u8],
    ) -> Result<Answer, Violation> {
        let text = SPANS + out.len() * SPAN;
        let url_at = text + message.len();
        self.begin(url_at + url.len(), url.len())?;
        let message_address = if message.is_empty() { 0 } else { self.address(text) };
        let buffer = self.buffer_mut();
        write_error(buffer, message_address, to_u32(message.len()));
        buffer[text..url_at].fill(0);
        buffer[url_at..][..url.len()].copy_from_slice(url.as_bytes());
        let arguments = (
            scheme,
            self.address(url_at),
            to_u32(url.len()),
            to_u32(begin),
            flags,
            self.address(SPANS),
            to_u32(out.len()),
            self.address(COUNT),
            self.address(ERROR),
        );
        let status = self.parse.call(&mut self.store, arguments).map_err(|error| violation(&error))?;
        let buffer = self.buffer_mut();
        let answer = answer(status, buffer);
        if answer.count <= out.len() {
            for (span, bytes) in out.iter_mut().zip(buffer[SPANS..].chunks_exact(SPAN)).take(answer.count) {
                *span = LocSpan { kind: u32_at(bytes, 0), start: u32_at(bytes, 4), end: u32_at(bytes, 8) };
            }
        }
        message.copy_from_slice(&buffer[text..url_at]);
        Ok(answer)
    }

    /// Calls `anyurl_canonicalize` with room for `cap` bytes of records. Returns the answer and the edits; `None` if the
    /// module has no such function.
    pub(crate) fn canonicalize(
        &mut self,
        scheme: u32,
        url: &str,
        spans: &[LocSpan],
        cap: usize,
    ) -> Result<Option<(Answer, Vec<Edit>)>, Violation> {
        let Some(canonicalize) = self.canonicalize else { return Ok(None) };
        let url_at = SPANS + spans.len() * SPAN;
        let records = url_at + url.len();
        self.begin(records + cap, url.len())?;
        let buffer = self.buffer_mut();
        write_error(buffer, 0, 0);
        for (bytes, span) in buffer[SPANS..].chunks_exact_mut(SPAN).zip(spans) {
            write_u32s(bytes, &[span.kind, span.start, span.end]);
        }
        buffer[url_at..records].copy_from_slice(url.as_bytes());
        let arguments = (
            scheme,
            self.address(url_at),
            to_u32(url.len()),
            self.address(SPANS),
            to_u32(spans.len()),
            self.address(records),
            to_u32(cap),
            self.address(COUNT),
            self.address(ERROR),
        );
        let status = canonicalize.call(&mut self.store, arguments).map_err(|error| violation(&error))?;
        let buffer = self.buffer_mut();
        let answer = answer(status, buffer);
        if answer.status != abi::OK {
            return Ok(Some((answer, Vec::new())));
        }
        let bytes = buffer[records..].get(..answer.count).filter(|bytes| bytes.len() <= cap);
        Ok(Some((answer, edits(bytes.ok_or(Violation::Edit)?)?)))
    }

    /// Sets the fuel of a call about a text of `len` bytes, and ensures that the buffer has `size` bytes.
    fn begin(&mut self, size: usize, len: usize) -> Result<(), Violation> {
        let fuel = fuel_of(&self.limits, len);
        self.store.set_fuel(fuel).map_err(|error| violation(&error))?;
        if size > self.place.len() { self.grow_buffer(size) } else { Ok(()) }
    }

    #[cold]
    fn grow_buffer(&mut self, size: usize) -> Result<(), Violation> {
        let size = size.next_power_of_two().max(SMALLEST_BUFFER);
        let request = u32::try_from(size).map_err(|_| Violation::Memory)?;
        let start = self.buffer.call(&mut self.store, request).map_err(|error| violation(&error))? as usize;
        if start == 0 {
            return Err(Violation::Memory);
        }
        let place = start..start.checked_add(size).ok_or(Violation::Buffer)?;
        if !start.is_multiple_of(ALIGNMENT) || place.end > self.memory_size() {
            return Err(Violation::Buffer);
        }
        self.place = place;
        Ok(())
    }

    /// The bytes of the buffer. A memory never shrinks.
    fn buffer_mut(&mut self) -> &mut [u8] {
        &mut self.memory.data_mut(&mut self.store)[self.place.clone()]
    }

    /// Returns the address of an offset of the buffer.
    fn address(&self, offset: usize) -> u32 {
        to_u32(self.place.start + offset)
    }
}

/// Writes an error for the module to fill in, and the number that it replaces.
fn write_error(buffer: &mut [u8], message: u32, message_cap: u32) {
    const STRUCT_SIZE: u32 = 36;
    write_u32s(buffer, &[STRUCT_SIZE, 0, 0, 0, 0, 0, message_cap, 0, message, UNWRITTEN_COUNT]);
}

/// Reads the answer of a call.
fn answer(status: i32, buffer: &[u8]) -> Answer {
    let count = u32_at(buffer, COUNT);
    Answer {
        status,
        stopped: None,
        count: if count == UNWRITTEN_COUNT { UNWRITTEN } else { count as usize },
        start: u32_at(buffer, 4),
        end: u32_at(buffer, 8),
        component: u32_at(buffer, 12),
        requirement: u32_at(buffer, 16),
        message_len: u32_at(buffer, 20),
    }
}

/// Reads records of edits: start, end and length, each of four bytes, and as many bytes of text.
fn edits(mut bytes: &[u8]) -> Result<Vec<Edit>, Violation> {
    let mut edits = Vec::new();
    while !bytes.is_empty() {
        let (head, rest) = bytes.split_at_checked(12).ok_or(Violation::Edit)?;
        let len = u32_at(head, 8) as usize;
        let (text, rest) = rest.split_at_checked(len).ok_or(Violation::Edit)?;
        let text = String::from_utf8(text.to_vec()).map_err(|_| Violation::Edit)?;
        edits.push((u32_at(head, 0), u32_at(head, 4), text));
        bytes = rest;
    }
    Ok(edits)
}

/// A text counts as this many bytes more, for what each call needs.
const EXTRA_BYTES: u64 = 256;

/// The fuel for a call about a text of `len` bytes; 0 bytes for a start function.
fn fuel_of(limits: &ModuleLimits, len: usize) -> u64 {
    limits.fuel_per_byte().saturating_mul(EXTRA_BYTES.saturating_add(len as u64))
}

/// Returns what stopped a call.
fn violation(error: &wasmi::Error) -> Violation {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => Violation::Fuel,
        // Without a trap, it is a limit of the store: the memory that the module asks for at its start.
        Some(TrapCode::GrowthOperationLimited) | None => Violation::Memory,
        Some(_) => Violation::Trap,
    }
}

fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    bytes[offset..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn write_u32s(bytes: &mut [u8], numbers: &[u32]) {
    for (bytes, number) in bytes.chunks_exact_mut(4).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
}

/// Converts a length or an address. A memory has at most 2^32 bytes.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
