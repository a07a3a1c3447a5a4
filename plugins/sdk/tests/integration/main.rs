//! Tests of the cursor and of the ABI layout. `thunks.rs` is separate because it also runs under Miri.

mod cursor;
mod layout;
