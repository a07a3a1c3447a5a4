//! Functions as bytes, by themselves and in plans.

use std::fmt::Write;
use std::sync::Arc;

use anyurl::Options;
use anyurl::declared::PortableRegistry;
use anyurl::declared::format::RegistryFile;
use anyurl_datafusion::{Codec, CodecError, Functions};
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::common::{DataFusionError, Result, not_impl_err};
use datafusion::execution::TaskContext;
use datafusion::execution::registry::FunctionRegistry;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF};
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::SessionContext;
use datafusion_proto::bytes::{
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

const URL: &str = "com.acme.artifact://h.example/tools/";

/// A registry of an organization with as many schemes.
fn organization(schemes: usize) -> PortableRegistry {
    let head = include_str!("../../../../examples/acme.toml");
    let (head, scheme) = head.split_once("\n[[scheme]]").unwrap();
    let mut text = head.to_owned();
    for n in 0..schemes {
        let scheme = scheme.replace("com.acme.artifact", &format!("com.acme.artifact{n}"));
        write!(text, "\n[[scheme]]{}", if n == 0 { scheme.replace("artifact0", "artifact") } else { scheme }).unwrap();
    }
    PortableRegistry::new([RegistryFile::from_text("org.toml", text).unwrap().load().unwrap()]).unwrap()
}

fn function(functions: &Functions, name: &str) -> ScalarUDF {
    functions.all().find(|function| function.name() == name).unwrap()
}

/// A registry whose scheme is a module, which accepts what the grammar of its entry rejects.
fn with_module() -> PortableRegistry {
    let file = RegistryFile::from_text("org.toml", include_str!("../../../../testdata/module.toml"));
    PortableRegistry::new([file.unwrap().load().unwrap()]).unwrap().with_modules().unwrap()
}

#[test]
fn each_function_is_read_as_it_was_written() {
    let codec = Codec::default();
    let registries = [PortableRegistry::default(), organization(1), with_module()];
    let all = [Options::new(), Options::new().rfc1738(), Options::new().lenient(), Options::new().rfc1738().lenient()];
    for registry in &registries {
        for options in all {
            for prefix in ["url_", "", "a\nb"] {
                for function in Functions::new(registry).options(options).prefix(prefix).all() {
                    let read = codec.decode(&Codec::encode(&function).unwrap()).unwrap().unwrap();
                    assert_eq!(read, function);
                    assert_eq!(read.name(), function.name());
                }
            }
        }
    }
}

#[test]
fn functions_of_others() {
    let context = SessionContext::new();
    let codec = Codec::default();
    assert!(Codec::encode(&context.udf("abs").unwrap()).is_none());
    assert!(codec.decode(b"").is_none() && codec.decode(b"something else").is_none());
    assert!(codec.decode_or_refuse("abs", b"something else").is_none());
}

/// Bytes that another version wrote, or that were changed.
#[test]
fn bytes_that_cannot_be_read() {
    let registry = organization(1);
    let functions = Functions::new(&registry);
    let bytes = Codec::encode(&function(&functions, "url_host")).unwrap();
    let replaced = |from: &[u8], to: &[u8]| {
        let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
        [&bytes[..at], to, &bytes[at + from.len()..]].concat()
    };
    let fingerprint = registry.fingerprint().to_string();
    let other = "0".repeat(fingerprint.len());
    let cases = [
        (bytes[..bytes.len() - 9].to_vec(), "damaged"),
        (bytes[..40].to_vec(), "damaged"),
        ([bytes.as_slice(), &[1]].concat(), "damaged"),
        (replaced(b"\x04\0\0\0host", b"\x04\0\0\0hust"), "no function `hust` here: install the same version"),
        (replaced(fingerprint.as_bytes(), other.as_bytes()), "and not 00000"),
        (replaced(&[2, 0, 0, 0, 0, 1], &[2, 0, 0, 0, 0, 7]), "damaged"),
    ];
    for (bytes, expect) in cases {
        let codec = Codec::default();
        let error = codec.decode(&bytes).unwrap().unwrap_err();
        assert!(error.to_string().contains(expect), "{expect}: {error}");
        // As a function, it fails when it runs.
        let refused = codec.decode_or_refuse("url_host", &bytes).unwrap();
        assert_eq!(refused.name(), "url_host");
        assert!(run(&refused).unwrap_err().to_string().contains(&error.to_string()));
    }
    // The registry of another version of the library is refused by name.
    let sent = registry.to_string().replacen("anyurl = \"", "anyurl = \"9.", 1);
    let error = CodecError::from(sent.parse::<PortableRegistry>().unwrap_err()).to_string();
    assert!(error.contains("was made by anyurl 9.") && error.contains("install the same version"), "{error}");
}

fn run(function: &ScalarUDF) -> Result<ColumnarValue> {
    function.invoke_with_args(ScalarFunctionArgs {
        args: vec![ColumnarValue::Scalar(URL.into())],
        arg_fields: vec![],
        number_rows: 1,
        return_field: Arc::new(datafusion::arrow::datatypes::Field::new(
            "f",
            datafusion::arrow::datatypes::DataType::Utf8View,
            true,
        )),
        config_options: Arc::default(),
    })
}

/// What an engine's codec does with a [`Codec`].
#[derive(Debug, Default)]
struct PlanCodec(Codec);

impl PhysicalExtensionCodec for PlanCodec {
    fn try_decode(
        &self,
        _: &[u8],
        _: &[Arc<dyn ExecutionPlan>],
        _: &TaskContext,
        _: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        not_impl_err!("no plan of ours")
    }

    fn try_encode(
        &self,
        _: Arc<dyn ExecutionPlan>,
        _: &mut Vec<u8>,
        _: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        not_impl_err!("no plan of ours")
    }

    fn try_encode_udf(&self, function: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<()> {
        bytes.extend(Codec::encode(function).unwrap_or_default());
        Ok(())
    }

    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        let decoded = self.0.decode(bytes).map(|decoded| decoded.map_err(DataFusionError::from));
        decoded.unwrap_or_else(|| not_impl_err!("no function {name}")).map(Arc::new)
    }
}

async fn plan(registry: &PortableRegistry, url: &str, sql: &str) -> Arc<dyn ExecutionPlan> {
    let mut context = SessionContext::new();
    Functions::new(registry).register(&mut context).unwrap();
    let urls: ArrayRef = Arc::new(StringViewArray::from_iter_values([url]));
    context.register_batch("urls", RecordBatch::try_from_iter([("u", urls)]).unwrap()).unwrap();
    context.sql(sql).await.unwrap().create_physical_plan().await.unwrap()
}

/// A process with another registry answers by that of the plan.
#[tokio::test]
async fn the_registry_of_a_plan_counts() {
    for (registry, url, expect) in [
        (PortableRegistry::default(), URL, true),
        (organization(1), URL, false),
        (with_module(), "com.example.note:~", true),
    ] {
        let plan = plan(&registry, url, "select url_valid(u) from (select u from urls limit 1)").await;
        let bytes = physical_plan_to_bytes_with_extension_codec(plan, &PlanCodec::default()).unwrap();
        let mut context = SessionContext::new();
        let other = if expect { organization(1) } else { PortableRegistry::default() };
        Functions::new(&other).register(&mut context).unwrap();
        let codec = PlanCodec::default();
        let task = context.task_ctx();
        let plan = physical_plan_from_bytes_with_extension_codec(&bytes, &task, &codec).unwrap();
        let batches = collect(plan, task).await.unwrap();
        let found = batches[0].column(0).to_data().buffers()[0].as_slice()[0] & 1 == 1;
        assert_eq!(found, expect);
    }
}

/// The size of plans with registries of several sizes, which `--nocapture` shows.
#[tokio::test]
async fn sizes_of_plans() {
    let ten = "select url_valid(u), url_scheme(u), url_host(u), url_port(u), url_path(u), url_query(u), url_user(u), \
               url_fragment(u), url_error(u), url_canonical(u) from (select u from urls limit 1)";
    let one = "select url_valid(u) from (select u from urls limit 1)";
    let none = "select u from (select u from urls limit 1)";
    for registry in [PortableRegistry::default(), organization(1), organization(40), organization(400)] {
        let mut sizes = Vec::new();
        for sql in [none, one, ten] {
            let plan = plan(&registry, URL, sql).await;
            sizes.push(physical_plan_to_bytes_with_extension_codec(plan, &PlanCodec::default()).unwrap().len());
        }
        let text = registry.to_string().len();
        println!("registry of {text} bytes: plans of 0, 1 and 10 functions {sizes:?}");
        assert!(sizes[2] - sizes[0] < 10 * (text / 4 + 600), "compressed: {sizes:?}");
    }
}
