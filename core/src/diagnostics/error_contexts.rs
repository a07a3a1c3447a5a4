//! [`ErrorContexts`]: what the errors of a scheme share.

use std::sync::{Arc, PoisonError, RwLock};

use super::error::ErrorContext;
use crate::text::prelude::*;

/// The [`ErrorContext`]s of a scheme, each created once, so that an error of a known kind does not allocate.
#[derive(Debug, Default)]
pub struct ErrorContexts(RwLock<Vec<Arc<ErrorContext>>>);

impl ErrorContexts {
    /// Returns the context for which `is` holds, or stores and returns that of `make`. All are dropped with the scheme.
    pub fn get(&self, is: impl Fn(&ErrorContext) -> bool, make: impl FnOnce() -> ErrorContext) -> Arc<ErrorContext> {
        let contexts = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(context) = contexts.iter().find(|context| is(context)) {
            return Arc::clone(context);
        }
        drop(contexts);
        self.add(&is, make())
    }

    /// Another thread may have made the same one.
    fn add(&self, is: &dyn Fn(&ErrorContext) -> bool, made: ErrorContext) -> Arc<ErrorContext> {
        let mut contexts = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(context) = contexts.iter().find(|context| is(context)) {
            return Arc::clone(context);
        }
        let context = Arc::new(made);
        contexts.push(Arc::clone(&context));
        context
    }
}
