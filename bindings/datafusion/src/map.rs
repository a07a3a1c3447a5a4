//! Maps whose keys DataFusion finds: `map['key']` compares with a literal, which is `Utf8`.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, MapArray, StringArray, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Fields};

/// A map of texts.
pub(crate) fn map_type() -> DataType {
    DataType::Map(Arc::new(Field::new("entries", DataType::Struct(entry_fields()), false)), false)
}

fn entry_fields() -> Fields {
    vec![Field::new("key", DataType::Utf8, false), Field::new("value", DataType::Utf8View, true)].into()
}

/// The same map with keys of the type `Utf8` in place of `Utf8View`.
pub(crate) fn with_utf8_keys(map: &MapArray) -> Result<MapArray, ArrowError> {
    let keys = map.keys().as_string_view();
    let keys = StringArray::from_iter_values(keys.iter().map(Option::unwrap_or_default));
    let columns: Vec<ArrayRef> = vec![Arc::new(keys), Arc::clone(map.values())];
    let entries = StructArray::try_new(entry_fields(), columns, None)?;
    let DataType::Map(field, _) = map_type() else { unreachable!("it is a map") };
    MapArray::try_new(field, map.offsets().clone(), entries, map.nulls().cloned(), false)
}
