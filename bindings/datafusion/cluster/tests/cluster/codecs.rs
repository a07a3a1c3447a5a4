//! The codecs in one process: errors that reach the client, and the sizes of plans.

use std::sync::Arc;

use anyurl::declared::PortableRegistry;
use anyurl::declared::format::RegistryFile;
use anyurl_datafusion::Functions;
use anyurl_datafusion_cluster::{LogicalCodec, PhysicalCodec, client_config, logical_codec, physical_codec};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::common::Result;
use datafusion::execution::{SessionStateBuilder, TaskContext};
use datafusion::logical_expr::ScalarUDF;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use datafusion_proto::bytes::{
    logical_plan_to_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

/// Writes functions with a registry that no machine has.
#[derive(Debug)]
struct Damaging(Arc<PhysicalCodec<BallistaPhysicalExtensionCodec>>, String);

impl PhysicalExtensionCodec for Damaging {
    fn try_encode_udf(&self, function: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<()> {
        let start = bytes.len();
        self.0.try_encode_udf(function, bytes)?;
        let at = bytes[start..].windows(self.1.len()).position(|window| window == self.1.as_bytes());
        if let Some(at) = at {
            bytes[start + at..start + at + self.1.len()].fill(b'0');
        }
        Ok(())
    }

    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        self.0.try_decode_udf(name, bytes)
    }

    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.0.try_decode(bytes, inputs, context, converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        self.0.try_encode(node, bytes, converter)
    }
}

/// An executor that cannot load the registry of a query fails it, and the client sees the reason.
#[tokio::test(flavor = "multi_thread")]
async fn a_registry_that_cannot_be_loaded() {
    let folder = tempfile::tempdir().unwrap();
    super::data::write(folder.path(), 1, 10);
    let registry = PortableRegistry::default();
    let damaging = Damaging(physical_codec(), registry.fingerprint().to_string());
    let config = client_config().with_ballista_physical_extension_codec(Arc::new(damaging));
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    let mut context = SessionContext::standalone_with_state(state).await.unwrap();
    Functions::new(&registry).register(&mut context).unwrap();
    let path = folder.path().to_str().unwrap();
    context.register_parquet("urls", path, ParquetReadOptions::default()).await.unwrap();
    let error = context.sql("select url_host(url) from urls").await.unwrap().collect().await.unwrap_err().to_string();
    let expect = format!("the registry of the query has the fingerprint {}, and not 000", registry.fingerprint());
    assert!(error.contains(&expect), "{error}");
}

/// The sizes of plans with registries of several sizes, which `--nocapture` shows.
#[tokio::test]
async fn sizes_of_plans() {
    let load = |text: &str| RegistryFile::from_text("registry.toml", text).unwrap().load().unwrap();
    let registries = [
        PortableRegistry::default(),
        PortableRegistry::new([load(include_str!("../../../../../examples/acme.toml"))]).unwrap(),
        // As large as the registry that comes with the library.
        PortableRegistry::new([load(include_str!("../../../../../registry.toml"))]).unwrap(),
    ];
    let calls = ["valid", "scheme", "host", "port", "path", "query", "user", "fragment", "error", "canonical"];
    for registry in registries {
        let mut context = SessionContext::new();
        Functions::new(&registry).register(&mut context).unwrap();
        let urls: ArrayRef = Arc::new(StringArray::from(vec!["http://h.example/"]));
        context.register_batch("urls", RecordBatch::try_from_iter([("url", urls)]).unwrap()).unwrap();
        let text = registry.to_string().len();
        for count in [1, 10] {
            let calls: Vec<_> = calls[..count].iter().map(|call| format!("url_{call}(url)")).collect();
            let sql = format!("select {} from (select 'http://h.example/' as url)", calls.join(", "));
            let plan = context.sql(&sql).await.unwrap().into_unoptimized_plan();
            let logical = logical_plan_to_bytes_with_extension_codec(&plan, logical_codec().as_ref()).unwrap().len();
            let sql = format!("select {} from (select url from urls limit 1)", calls.join(", "));
            let plan = context.sql(&sql).await.unwrap().create_physical_plan().await.unwrap();
            let physical = physical_plan_to_bytes_with_extension_codec(plan, physical_codec().as_ref()).unwrap().len();
            println!("registry of {text} bytes, {count} functions: logical {logical}, physical {physical}");
            assert!(logical.max(physical) < count * (text / 4 + 1100), "{logical} {physical}");
        }
    }
}

/// The codecs can be put over others, too.
#[test]
fn over_other_codecs() {
    let _ = LogicalCodec::new(datafusion_proto::logical_plan::DefaultLogicalExtensionCodec {});
    let _ = PhysicalCodec::new(datafusion_proto::physical_plan::DefaultPhysicalExtensionCodec {});
}
