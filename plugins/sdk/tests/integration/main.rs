//! Tests of the cursor, of the ABI layout, and of what the macro generates. `thunks` also runs under Miri.

mod cursor;
mod layout;
mod module;
mod thunks;
