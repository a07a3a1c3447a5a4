//! [`Slices`]: a column of texts that are slices of another column, without a copy where that is possible.

use arrow_array::StringViewArray;
use arrow_array::builder::make_view;
use arrow_buffer::{Buffer, NullBufferBuilder, ScalarBuffer};
use arrow_schema::ArrowError;

use crate::texts::{LONGEST, MAX_INLINE, Place, Texts};

/// A column that is being built.
pub(crate) struct Slices<'a> {
    /// The input; `None` if no text is a slice of it.
    texts: Option<&'a Texts<'a>>,
    views: Vec<u128>,
    nulls: NullBufferBuilder,
    blocks: Vec<Buffer>,
    /// Texts that are no slices of the input: the block after the others.
    own: Vec<u8>,
}

impl<'a> Slices<'a> {
    /// A column of as many texts as the input has rows, which may be slices of these.
    pub(crate) fn new(texts: &'a Texts<'a>) -> Self {
        Self { texts: Some(texts), blocks: texts.blocks(), ..Self::own(texts.len()) }
    }

    /// A column of texts that are no slices.
    pub(crate) fn own(capacity: usize) -> Self {
        let (views, nulls) = (Vec::with_capacity(capacity), NullBufferBuilder::new(capacity));
        Self { texts: None, views, nulls, blocks: Vec::new(), own: Vec::new() }
    }

    #[inline]
    pub(crate) fn push_null(&mut self) {
        self.views.push(0);
        self.nulls.append_null();
    }

    /// Adds a text, which may be a slice of the row `n`, whose text is `whole`.
    #[inline]
    pub(crate) fn push(&mut self, n: usize, whole: &str, text: &str) {
        let place = place_in(whole, text).filter(|_| text.len() <= LONGEST);
        match place.and_then(|start| self.texts?.place(n, start)) {
            Some(place) => self.push_view(text, place),
            None => self.push_own(text),
        }
    }

    /// Adds a text, or NULL.
    #[inline]
    pub(crate) fn push_option(&mut self, n: usize, whole: &str, text: Option<&str>) {
        match text {
            Some(text) => self.push(n, whole, text),
            None => self.push_null(),
        }
    }

    /// Adds a text that is no slice of the input.
    pub(crate) fn push_own(&mut self, text: &str) {
        if self.own.len() + text.len() > i32::MAX as usize {
            self.end_block();
        }
        let place = Place { block: index(self.blocks.len()), offset: index(self.own.len()) };
        // A view holds short texts itself.
        if text.len() > MAX_INLINE {
            self.own.extend_from_slice(text.as_bytes());
        }
        self.push_view(text, place);
    }

    #[inline]
    fn push_view(&mut self, text: &str, Place { block, offset }: Place) {
        self.views.push(make_view(text.as_bytes(), block, offset));
        self.nulls.append_non_null();
    }

    fn end_block(&mut self) {
        if !self.own.is_empty() {
            self.blocks.push(std::mem::take(&mut self.own).into());
        }
    }

    pub(crate) fn finish(mut self) -> Result<StringViewArray, ArrowError> {
        self.end_block();
        StringViewArray::try_new(ScalarBuffer::from(self.views), self.blocks, self.nulls.finish())
    }
}

/// Where a text begins in another one, if it is a slice of it.
#[inline]
fn place_in(whole: &str, text: &str) -> Option<usize> {
    let start = text.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
    (start + text.len() <= whole.len()).then_some(start)
}

#[expect(clippy::cast_possible_truncation, reason = "there are fewer blocks, and a block is shorter")]
fn index(n: usize) -> u32 {
    n as u32
}
