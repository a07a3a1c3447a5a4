//! [`Codec`]: functions in plans that another process reads.

use std::sync::{Arc, Mutex, PoisonError};

use anyurl::{Options, Profile};
use datafusion_expr::ScalarUDF;

use crate::codec_error::CodecError;
use crate::definitions;
use crate::refused::Refused;
use crate::registry::SharedRegistry;
use crate::udf::UrlFunction;

/// What the bytes of a function begin with.
const MAGIC: &[u8] = b"anyurl-datafusion 1";

/// How many registries one process keeps.
const KEPT: usize = 16;

/// Writes functions as bytes, for plans that other processes run, and reads them with the registry that they were
/// written with: never with another one that the process may have.
///
/// The methods are those that a `LogicalExtensionCodec` and a `PhysicalExtensionCodec` need. A registry is loaded once
/// for each fingerprint; keep one codec for each process.
///
/// ```
/// # use std::sync::Arc;
/// # use anyurl::declared::PortableRegistry;
/// use anyurl_datafusion::{Codec, Functions};
///
/// let functions = Functions::new(&PortableRegistry::default());
/// let host = functions.all().find(|function| function.name() == "url_host").unwrap();
/// let bytes = Codec::encode(&host).unwrap();
/// let read = Codec::default().decode(&bytes).unwrap()?;
/// assert_eq!(read, host);
/// # Ok::<(), anyurl_datafusion::CodecError>(())
/// ```
#[derive(Debug, Default)]
pub struct Codec {
    /// The last one was used last.
    loaded: Mutex<Vec<Arc<SharedRegistry>>>,
}

impl Codec {
    /// The bytes of a function; `None` if it is not one of this crate.
    ///
    /// They contain the registry as a compressed text, without the layer that comes with the library: of that, a hash.
    pub fn encode(function: &ScalarUDF) -> Option<Vec<u8>> {
        let inner = function.inner();
        let function = inner.downcast_ref::<UrlFunction>()?;
        let registry = &function.registry;
        Some(join(&[
            MAGIC,
            function.definition.name.as_bytes(),
            inner.name().as_bytes(),
            &write_options(function.options),
            registry.fingerprint.as_bytes(),
            registry.packed(),
        ]))
    }

    /// Reads what [`Codec::encode`] wrote; `None` if the bytes are not of this crate.
    ///
    /// # Errors
    /// A registry that cannot be loaded here, such as one of another version of the library, or damaged bytes.
    pub fn decode(&self, bytes: &[u8]) -> Option<Result<ScalarUDF, CodecError>> {
        is_ours(bytes).then(|| match split(bytes).ok_or(CodecError::Malformed)?.as_slice() {
            [_, function, name, options, fingerprint, packed] => {
                let definition =
                    definitions::find(&lossy(function)).ok_or_else(|| CodecError::Function(lossy(function)))?;
                let registry = self.registry(&utf8(fingerprint)?, packed)?;
                let function = UrlFunction::new(definition, utf8(name)?, registry, read_options(options)?);
                Ok(ScalarUDF::new_from_impl(function))
            }
            _ => Err(CodecError::Malformed),
        })
    }

    /// [`Codec::decode`], which returns a function that fails when it runs in place of an error.
    ///
    /// Where an engine keeps the error of a plan that cannot be read to itself, this tells it to the client.
    pub fn decode_or_refuse(&self, name: &str, bytes: &[u8]) -> Option<ScalarUDF> {
        let decoded = self.decode(bytes)?;
        Some(decoded.unwrap_or_else(|error| {
            log::error!("{name}: {error}");
            ScalarUDF::new_from_impl(Refused::new(name, &error))
        }))
    }

    /// The registry of a fingerprint, loaded if this is the first function that has it.
    fn registry(&self, fingerprint: &str, packed: &[u8]) -> Result<Arc<SharedRegistry>, CodecError> {
        // Other threads wait, so that none loads it a second time.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = loaded.iter().position(|one| one.fingerprint == fingerprint) {
            let registry = loaded.remove(n);
            loaded.push(Arc::clone(&registry));
            return Ok(registry);
        }
        let registry = SharedRegistry::unpack(packed)?;
        if registry.fingerprint != fingerprint {
            return Err(CodecError::Fingerprint { sent: fingerprint.to_owned(), found: registry.fingerprint });
        }
        log::info!("loaded the registry {fingerprint}");
        if loaded.len() == KEPT {
            loaded.remove(0);
        }
        let registry = Arc::new(registry);
        loaded.push(Arc::clone(&registry));
        Ok(registry)
    }
}

fn write_options(options: Options) -> [u8; 2] {
    [u8::from(options.is_lenient()), u8::from(options.profile == Profile::Current)]
}

fn read_options(bytes: &[u8]) -> Result<Options, CodecError> {
    let &[is_lenient @ 0..=1, is_current @ 0..=1] = bytes else { return Err(CodecError::Malformed) };
    let options = if is_lenient == 1 { Options::new().lenient() } else { Options::new() };
    Ok(if is_current == 1 { options } else { options.rfc1738() })
}

fn utf8(bytes: &[u8]) -> Result<String, CodecError> {
    String::from_utf8(bytes.to_vec()).map_err(|_| CodecError::Malformed)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Fields, each after its length.
fn join(fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(fields.iter().map(|field| field.len() + 4).sum());
    for field in fields {
        let length = u32::try_from(field.len()).expect("a registry has fewer than 4 GiB");
        bytes.extend(length.to_le_bytes());
        bytes.extend_from_slice(field);
    }
    bytes
}

fn split(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk()?;
        let (field, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        fields.push(field);
        bytes = rest;
    }
    Some(fields)
}

fn is_ours(bytes: &[u8]) -> bool {
    bytes.get(4..4 + MAGIC.len()) == Some(MAGIC)
}
