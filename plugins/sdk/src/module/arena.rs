//! The places of allocated pieces, as numbers: a free piece is reused when all pieces of its call are free.
//!
//! ```text
//! 0 … base ── what stays ── floor ── pieces of this call ── next ── free
//! ```

#[cfg(test)]
mod tests;

/// A bump allocator whose pieces are freed together, at the beginning of a call. What is in use then stays where it is.
pub(super) struct Arena {
    /// What lies before this offset stays; 0 until the first call.
    floor: usize,
    /// The first free byte.
    next: usize,
    /// How many pieces behind the floor are in use.
    used: usize,
}

impl Arena {
    pub(super) const fn new() -> Self {
        Self { floor: 0, next: 0, used: 0 }
    }

    /// Sets the offset of the first piece, once.
    pub(super) const fn start_at(&mut self, base: usize) {
        if self.floor == 0 {
            (self.floor, self.next) = (base, base);
        }
    }

    /// Begins a call. Pieces that are in use stay: the host's buffer, and what a plugin keeps in a `static`.
    pub(super) const fn begin_call(&mut self) {
        if self.used > 0 {
            self.floor = self.next;
            self.used = 0;
        }
        self.next = self.floor;
    }

    /// Returns the offset of a new piece; `None` if the memory cannot have this end.
    pub(super) fn take(&mut self, size: usize, align: usize, has: impl FnOnce(usize) -> bool) -> Option<usize> {
        let start = self.next.checked_next_multiple_of(align)?;
        let end = start.checked_add(size)?;
        if !has(end) {
            return None;
        }
        self.next = end;
        self.used += 1;
        Some(start)
    }

    /// Frees a piece. Its bytes are reused at once if it is the last one, and otherwise when no piece is in use.
    pub(super) const fn give_back(&mut self, start: usize, size: usize) {
        let is_last = start + size == self.next;
        if start >= self.floor {
            self.used -= 1;
        } else if is_last {
            self.floor = start;
        }
        if is_last {
            self.next = start;
        }
        if self.used == 0 {
            self.next = self.floor;
        }
    }
}
