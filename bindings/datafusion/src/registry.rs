//! [`SharedRegistry`]: a registry that all functions of a query share.

use std::io::{Read, Write};
use std::sync::OnceLock;

use anyurl::declared::PortableRegistry;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::codec_error::CodecError;

/// The longest text of a registry that is accepted from another process.
const LONGEST: u64 = 64 << 20;

/// A registry, and what is derived from it once.
#[derive(Debug)]
pub(crate) struct SharedRegistry {
    pub(crate) registry: PortableRegistry,
    pub(crate) fingerprint: String,
    packed: OnceLock<Vec<u8>>,
}

impl SharedRegistry {
    pub(crate) fn new(registry: PortableRegistry) -> Self {
        let fingerprint = registry.fingerprint().to_string();
        Self { registry, fingerprint, packed: OnceLock::new() }
    }

    /// The text of the registry, compressed.
    pub(crate) fn packed(&self) -> &[u8] {
        self.packed.get_or_init(|| {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            let written = encoder.write_all(self.registry.to_string().as_bytes());
            written.and_then(|()| encoder.finish()).expect("writing into memory does not fail")
        })
    }

    /// Reads what [`SharedRegistry::packed`] returned, perhaps in another process.
    pub(crate) fn unpack(packed: &[u8]) -> Result<Self, CodecError> {
        let mut text = String::new();
        let decoder = ZlibDecoder::new(packed).take(LONGEST);
        { decoder }.read_to_string(&mut text).map_err(|_| CodecError::Malformed)?;
        Ok(Self::new(text.parse()?))
    }
}
