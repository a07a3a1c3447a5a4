//! Several threads that work on one source: each reads a block, works on it and lays down what it made; the calling thread
//! does the same, and hands over what has its turn.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Done;
use super::block::{Block, InputLine};
use super::source::Source;

/// [`Batch::fold`](super::Batch::fold) from here on; `first_line` is the number of the next line.
pub(super) fn fold<R, T, B>(
    source: Source<R>,
    first_line: u64,
    jobs: usize,
    work: &(impl Fn(&mut T, &InputLine<'_>) + Sync),
    hand: &mut impl FnMut(Done<'_, T>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read + Send,
    T: Default + Send,
{
    let crew = Crew::new(source);
    thread::scope(|scope| {
        for _ in 1..jobs {
            let helper = thread::Builder::new().name("locator-batch".to_owned());
            // Where the system gives no more threads, those that are there do the work.
            if helper.spawn_scoped(scope, || crew.help(work)).is_err() {
                break;
            }
        }
        crew.lead(first_line, work, hand)
    })
}

struct Crew<R, T> {
    bound: usize,
    size: usize,
    shared: Shared<R, T>,
}

/// What the threads share, and how they tell that it has changed.
struct Shared<R, T> {
    state: Mutex<State<R, T>>,
    changed: Condvar,
}

struct State<R, T> {
    /// Not here while somebody reads from it.
    source: Option<Source<R>>,
    /// How it has ended, if it has.
    end: Option<io::Result<()>>,
    /// The number of the next block to be read.
    next: u64,
    /// The number of the next block to be handed over.
    turn: u64,
    /// What was made of blocks that wait for their turn.
    made: BTreeMap<u64, Made<T>>,
    /// Blocks that have been handed over, to be filled again.
    free: Vec<Block>,
    /// How many bytes have been read and not handed over.
    held: usize,
    /// Whether nothing more is wanted.
    is_over: bool,
    /// How many threads wait for a change.
    waiting: usize,
}

struct Made<T> {
    block: Block,
    value: T,
    lines: u64,
}

/// What a thread does next.
enum Task<R, T> {
    Read(Source<R>, Block),
    Hand(Made<T>),
    End,
}

impl<R: Read, T: Default> Crew<R, T> {
    fn new(source: Source<R>) -> Self {
        Self {
            bound: source.bound(),
            size: source.size(),
            shared: Shared {
                state: Mutex::new(State {
                    source: Some(source),
                    end: None,
                    next: 0,
                    turn: 0,
                    made: BTreeMap::new(),
                    free: Vec::new(),
                    held: 0,
                    is_over: false,
                    waiting: 0,
                }),
                changed: Condvar::new(),
            },
        }
    }

    /// What the other threads do.
    fn help(&self, work: &impl Fn(&mut T, &InputLine<'_>)) {
        let _leave = Leave { shared: &self.shared, is_lead: false };
        while let Task::Read(source, block) = self.task(false) {
            self.read(source, block, work);
        }
    }

    /// What the calling thread does.
    fn lead<B>(
        &self,
        mut first_line: u64,
        work: &impl Fn(&mut T, &InputLine<'_>),
        hand: &mut impl FnMut(Done<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let _leave = Leave { shared: &self.shared, is_lead: true };
        loop {
            match self.task(true) {
                Task::Read(source, block) => self.read(source, block, work),
                Task::Hand(Made { block, value, lines }) => {
                    let done = Done { first_line, block: &block, value };
                    if let ControlFlow::Break(with) = hand(done) {
                        return Ok(ControlFlow::Break(with));
                    }
                    first_line += lines;
                    self.shared.change(|state| state.take_back(block, self.size));
                }
                Task::End => {
                    let end = self.shared.lock().end.take();
                    return end.unwrap_or(Ok(())).map(ControlFlow::Continue);
                }
            }
        }
    }

    /// Waits until there is something to do.
    fn task(&self, hands_over: bool) -> Task<R, T> {
        let mut state = self.shared.lock();
        loop {
            if let Some(task) = state.task(hands_over, self.bound) {
                return task;
            }
            state.waiting += 1;
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Reads a block, lets others read, works on it and lays down what was made.
    fn read(&self, mut source: Source<R>, mut block: Block, work: &impl Fn(&mut T, &InputLine<'_>)) {
        let filled = source.fill(&mut block);
        let mut number = 0;
        let is_there = matches!(filled, Ok(true));
        self.shared.change(|state| {
            number = state.next;
            match filled {
                Ok(true) => {
                    state.next += 1;
                    state.held += block.bytes.len();
                    state.source = Some(source);
                }
                Ok(false) => state.end = Some(Ok(())),
                Err(error) => state.end = Some(Err(error)),
            }
        });
        if is_there {
            let (value, lines) = block.fold(work);
            let made = Made { block, value, lines };
            self.shared.change(|state| state.made.insert(number, made));
        }
    }
}

impl<R, T> State<R, T> {
    fn task(&mut self, hands_over: bool, bound: usize) -> Option<Task<R, T>> {
        if self.is_over {
            return Some(Task::End);
        }
        if hands_over && let Some(made) = self.made.remove(&self.turn) {
            return Some(Task::Hand(made));
        }
        if self.end.is_some() && (!hands_over || self.turn == self.next) {
            return Some(Task::End);
        }
        if self.held >= bound {
            return None;
        }
        let source = self.source.take()?;
        Some(Task::Read(source, self.free.pop().unwrap_or_default()))
    }

    /// A block that was handed over.
    fn take_back(&mut self, block: Block, size: usize) {
        self.turn += 1;
        self.held -= block.bytes.len();
        // One that a long line has made longer is not kept.
        if block.bytes.len() <= size {
            self.free.push(block);
        }
    }
}

impl<R, T> Shared<R, T> {
    /// Nobody panics while holding the lock, and if so, what is behind it is still whole.
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

/// Tells the others when a thread leaves before the end: the calling one because nothing more is wanted, any because it
/// panics. They would wait for it for ever.
struct Leave<'s, R, T> {
    shared: &'s Shared<R, T>,
    is_lead: bool,
}

impl<R, T> Drop for Leave<'_, R, T> {
    fn drop(&mut self) {
        if self.is_lead || thread::panicking() {
            self.shared.change(|state| state.is_over = true);
        }
    }
}
