//! A worker pool: each thread reads a block and processes it; the calling thread also delivers results in input order.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::BlockResult;
use super::block::Block;
use super::source::Source;
use crate::text::prelude::*;

/// The multi-threaded part of [`Batch::fold`](super::Batch::fold); `first_line` is the number of the next line.
pub(super) fn fold<R, T, B>(
    source: Source<R>,
    first_line: u64,
    jobs: usize,
    process: &(impl Fn(&Block) -> (T, u64) + Sync),
    deliver: &mut impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read + Send,
    T: Send,
{
    let pool = WorkerPool::new(source);
    thread::scope(|scope| {
        for _ in 1..jobs {
            let worker = thread::Builder::new().name("anyurl-batch".to_owned());
            // If the system refuses to start a thread, the existing threads do the work.
            if worker.spawn_scoped(scope, || pool.worker_loop(process)).is_err() {
                break;
            }
        }
        pool.caller_loop(first_line, process, deliver)
    })
}

struct WorkerPool<R, T> {
    /// The limit on bytes that are read and not delivered.
    max_pending: usize,
    /// The usual length of a block's buffer.
    block_size: usize,
    shared: Shared<R, T>,
}

/// The shared state, with the condition variable that signals its changes.
struct Shared<R, T> {
    state: Mutex<State<R, T>>,
    changed: Condvar,
}

struct State<R, T> {
    /// `None` while a thread reads from it.
    source: Option<Source<R>>,
    /// The end of the source, or the error of reading it.
    end: Option<io::Result<()>>,
    /// The number of the next block to read.
    next_in: u64,
    /// The number of the next block to deliver.
    next_out: u64,
    /// Processed blocks that wait for delivery, by number.
    ready: BTreeMap<u64, Processed<T>>,
    /// Delivered blocks, whose buffers are reused.
    free: Vec<Block>,
    /// The number of bytes that are read and not delivered.
    pending: usize,
    /// Whether all threads stop.
    is_cancelled: bool,
    /// The number of threads that wait for a change.
    waiting: usize,
}

struct Processed<T> {
    block: Block,
    value: T,
    lines: u64,
}

/// The next task of a thread.
enum Task<R, T> {
    Read(Source<R>, Block),
    Deliver(Processed<T>),
    End,
}

impl<R: Read, T> WorkerPool<R, T> {
    fn new(source: Source<R>) -> Self {
        Self {
            max_pending: source.max_pending(),
            block_size: source.size(),
            shared: Shared {
                state: Mutex::new(State {
                    source: Some(source),
                    end: None,
                    next_in: 0,
                    next_out: 0,
                    ready: BTreeMap::new(),
                    free: Vec::new(),
                    pending: 0,
                    is_cancelled: false,
                    waiting: 0,
                }),
                changed: Condvar::new(),
            },
        }
    }

    /// Reads and processes blocks; runs on the other threads.
    fn worker_loop(&self, process: &impl Fn(&Block) -> (T, u64)) {
        let _guard = CancelOnExit { shared: &self.shared, is_caller: false };
        while let Task::Read(source, block) = self.next_task(false) {
            self.read(source, block, process);
        }
    }

    /// Reads, processes and delivers blocks; runs on the calling thread.
    fn caller_loop<B>(
        &self,
        mut first_line: u64,
        process: &impl Fn(&Block) -> (T, u64),
        deliver: &mut impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let _guard = CancelOnExit { shared: &self.shared, is_caller: true };
        loop {
            match self.next_task(true) {
                Task::Read(source, block) => self.read(source, block, process),
                Task::Deliver(Processed { block, value, lines }) => {
                    let result = BlockResult { first_line, block: &block, value };
                    if let ControlFlow::Break(with) = deliver(result) {
                        return Ok(ControlFlow::Break(with));
                    }
                    first_line += lines;
                    self.shared.change(|state| state.recycle(block, self.block_size));
                }
                Task::End => {
                    let end = self.shared.lock().end.take();
                    return end.unwrap_or(Ok(())).map(ControlFlow::Continue);
                }
            }
        }
    }

    /// Waits for the next task.
    fn next_task(&self, is_caller: bool) -> Task<R, T> {
        let mut state = self.shared.lock();
        loop {
            if let Some(task) = state.next_task(is_caller, self.max_pending) {
                return task;
            }
            state.waiting += 1;
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Reads a block, returns the source for other threads, and processes the block.
    fn read(&self, mut source: Source<R>, mut block: Block, process: &impl Fn(&Block) -> (T, u64)) {
        let filled = source.fill(&mut block);
        let mut number = 0;
        let is_filled = matches!(filled, Ok(true));
        self.shared.change(|state| {
            number = state.next_in;
            match filled {
                Ok(true) => {
                    state.next_in += 1;
                    state.pending += block.bytes.len();
                    state.source = Some(source);
                }
                Ok(false) => state.end = Some(Ok(())),
                Err(error) => state.end = Some(Err(error)),
            }
        });
        if is_filled {
            let (value, lines) = process(&block);
            let processed = Processed { block, value, lines };
            self.shared.change(|state| state.ready.insert(number, processed));
        }
    }
}

impl<R, T> State<R, T> {
    fn next_task(&mut self, is_caller: bool, max_pending: usize) -> Option<Task<R, T>> {
        if self.is_cancelled {
            return Some(Task::End);
        }
        if is_caller {
            if let Some(processed) = self.ready.remove(&self.next_out) {
                return Some(Task::Deliver(processed));
            }
        }
        if self.end.is_some() && (!is_caller || self.next_out == self.next_in) {
            return Some(Task::End);
        }
        if self.pending >= max_pending {
            return None;
        }
        let source = self.source.take()?;
        Some(Task::Read(source, self.free.pop().unwrap_or_default()))
    }

    /// Takes back a delivered block.
    fn recycle(&mut self, block: Block, block_size: usize) {
        self.next_out += 1;
        self.pending -= block.bytes.len();
        // A buffer that a long line made larger is dropped.
        if block.bytes.len() <= block_size {
            self.free.push(block);
        }
    }
}

impl<R, T> Shared<R, T> {
    /// Locks the state, which stays valid even if a thread panics.
    fn lock(&self) -> MutexGuard<'_, State<R, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<C>(&self, change: impl FnOnce(&mut State<R, T>) -> C) {
        let mut state = self.lock();
        change(&mut state);
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.changed.notify_all();
        }
    }
}

/// Stops the other threads when the calling thread returns or any thread panics; they would otherwise wait forever.
struct CancelOnExit<'s, R, T> {
    shared: &'s Shared<R, T>,
    is_caller: bool,
}

impl<R, T> Drop for CancelOnExit<'_, R, T> {
    fn drop(&mut self) {
        if self.is_caller || thread::panicking() {
            self.shared.change(|state| state.is_cancelled = true);
        }
    }
}
