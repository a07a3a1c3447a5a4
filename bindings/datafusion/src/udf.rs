//! [`UrlFunction`]: a function of the table as a scalar function of the engine.

use std::hash::{Hash, Hasher};
use std::slice;
use std::sync::Arc;

use anyurl::Options;
use anyurl_arrow::Kernels;
use arrow_schema::{DataType, Field, FieldRef};
use datafusion_common::types::{logical_binary, logical_null, logical_string};
use datafusion_common::{Result, ScalarValue, plan_err};
use datafusion_expr::{
    Coercion, ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    TypeSignature, TypeSignatureClass, Volatility,
};

use crate::call::{Argument, Call};
use crate::compact::compact;
use crate::definitions::Definition;
use crate::registry::SharedRegistry;

/// A function by a registry and options. Two functions are equal if they give the same results.
#[derive(Debug)]
pub(crate) struct UrlFunction {
    pub(crate) definition: &'static Definition,
    pub(crate) registry: Arc<SharedRegistry>,
    pub(crate) options: Options,
    name: String,
    signature: Signature,
    documentation: Documentation,
}

impl UrlFunction {
    pub(crate) fn new(
        definition: &'static Definition,
        name: String,
        registry: Arc<SharedRegistry>,
        options: Options,
    ) -> Self {
        let documentation = document(definition, &name);
        Self { definition, registry, options, signature: signature(definition.arguments), documentation, name }
    }

    /// What tells two functions apart.
    fn identity(&self) -> (&str, &str, &str, Options) {
        (&self.name, self.definition.name, &self.registry.fingerprint, self.options)
    }
}

impl PartialEq for UrlFunction {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for UrlFunction {}

impl Hash for UrlFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl ScalarUDFImpl for UrlFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok((self.definition.returns)())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let is_name = |n: usize| self.definition.arguments.get(n) == Some(&Argument::Name);
        if let Some(n) = args.scalar_arguments.iter().enumerate().position(|(n, value)| is_name(n) && value.is_none()) {
            let name = &self.name;
            return plan_err!("argument {} of {name} is a constant, such as {name}(url, 'port')", n + 1);
        }
        Ok(Arc::new(Field::new(&self.name, (self.definition.returns)(), true)))
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let parser = self.registry.registry.registry().parser().options(self.options);
        let is_constant = args.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { args.number_rows };
        let kernels = Kernels::new(parser);
        let call = Call::new(kernels, &self.registry.fingerprint, self.definition.arguments, &args.args, rows)?;
        let result = (self.definition.run)(&call)?;
        Ok(if is_constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?)
        } else {
            ColumnarValue::Array(if call.has_view() { result } else { compact(&result)? })
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// Each column of URLs has texts or bytes; a dictionary of these is resolved by the engine.
fn signature(arguments: &[Argument]) -> Signature {
    if arguments.is_empty() {
        return Signature::nullary(Volatility::Immutable);
    }
    // All combinations of the types of the arguments.
    let mut combinations: Vec<Vec<Coercion>> = vec![vec![]];
    for argument in arguments {
        let with = |one: &Coercion| {
            combinations.iter().map(|types| [types.as_slice(), slice::from_ref(one)].concat()).collect()
        };
        let lists: Vec<Vec<Vec<Coercion>>> = argument.types().iter().map(with).collect();
        combinations = lists.concat();
    }
    let types = combinations.into_iter().map(TypeSignature::Coercible).collect();
    let names = arguments.iter().map(|argument| argument.describe().0).collect();
    Signature::one_of(types, Volatility::Immutable).with_parameter_names(names).expect("each argument has a name")
}

fn document(definition: &Definition, name: &str) -> Documentation {
    let section = DocSection { include: true, label: "URL Functions", description: None };
    let names: Vec<_> = definition.arguments.iter().map(|argument| argument.describe().0).collect();
    let mut builder = Documentation::builder(section, definition.description, format!("{name}({})", names.join(", ")));
    for argument in definition.arguments {
        let (name, description) = argument.describe();
        builder = builder.with_argument(name, description);
    }
    let (arguments, result) = definition.example;
    if !result.is_empty() {
        builder = builder.with_sql_example(format!("```sql\n> select {name}({arguments});\n{result}\n```"));
    }
    builder.build()
}

impl Argument {
    /// What it may be.
    fn types(self) -> [Coercion; 2] {
        let exact = |logical| Coercion::new_exact(TypeSignatureClass::Native(logical));
        match self {
            Self::Url(_) => [exact(logical_string()), exact(logical_binary())],
            // The first one that fits is taken: NULL stays a literal if it is not cast.
            Self::Name => [exact(logical_null()), exact(logical_string())],
        }
    }

    /// Its name and its description.
    fn describe(self) -> (&'static str, &'static str) {
        match self {
            Self::Url(name) => (name, "Texts or bytes. Can be a constant, column, or function."),
            Self::Name => ("name", "A constant: the name that the component has in its scheme."),
        }
    }
}
