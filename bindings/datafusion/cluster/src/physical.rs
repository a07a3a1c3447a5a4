//! [`PhysicalCodec`].

use std::sync::Arc;

use anyurl_datafusion::Codec;
use datafusion::common::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, HigherOrderUDF, ScalarUDF, WindowUDF};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::physical_expr::proto_decode::PhysicalExprDecodeCtx;
use datafusion::physical_expr_common::physical_expr::proto_encode::PhysicalExprEncodeCtx;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use crate::attached;

/// Writes the functions of `anyurl-datafusion` with their registry; leaves the rest to another codec.
///
/// A function that cannot be read fails when it runs, with the reason: of a task that cannot be read, Ballista tells
/// the client only that it could not be prepared.
#[derive(Debug, Default)]
pub struct PhysicalCodec<C> {
    functions: Codec,
    other: C,
}

impl<C> PhysicalCodec<C> {
    /// A codec over another one.
    pub fn new(other: C) -> Self {
        Self { functions: Codec::default(), other }
    }
}

impl<C: PhysicalExtensionCodec> PhysicalExtensionCodec for PhysicalCodec<C> {
    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        match self.functions.decode_or_refuse(name, bytes) {
            Some(function) => Ok(Arc::new(function)),
            None => self.other.try_decode_udf(name, bytes),
        }
    }

    fn try_encode_udf(&self, function: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<()> {
        match Codec::encode(function) {
            Some(encoded) => bytes.extend(encoded),
            None => self.other.try_encode_udf(function, bytes)?,
        }
        Ok(())
    }

    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (functions, bytes) = attached::read(&self.functions, bytes)?;
        if functions.is_empty() {
            return self.other.try_decode(bytes, inputs, context, converter);
        }
        self.other.try_decode(bytes, inputs, &attached::context_with(context, functions), converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        attached::write(node.as_ref(), bytes)?;
        self.other.try_encode(node, bytes, converter)
    }

    fn try_decode_expr(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn PhysicalExpr>],
        context: &PhysicalExprDecodeCtx<'_>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        self.other.try_decode_expr(bytes, inputs, context)
    }

    fn try_encode_expr(
        &self,
        expression: &Arc<dyn PhysicalExpr>,
        bytes: &mut Vec<u8>,
        context: &PhysicalExprEncodeCtx<'_>,
    ) -> Result<()> {
        self.other.try_encode_expr(expression, bytes, context)
    }

    fn try_decode_higher_order_function(&self, name: &str, bytes: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.other.try_decode_higher_order_function(name, bytes)
    }

    fn try_encode_higher_order_function(&self, function: &HigherOrderUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.other.try_encode_higher_order_function(function, bytes)
    }

    fn try_decode_udaf(&self, name: &str, bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.other.try_decode_udaf(name, bytes)
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.other.try_encode_udaf(function, bytes)
    }

    fn try_decode_udwf(&self, name: &str, bytes: &[u8]) -> Result<Arc<WindowUDF>> {
        self.other.try_decode_udwf(name, bytes)
    }

    fn try_encode_udwf(&self, function: &WindowUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.other.try_encode_udwf(function, bytes)
    }
}
