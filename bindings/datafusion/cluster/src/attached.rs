//! Functions that are attached to a node of a plan.
//!
//! Ballista writes the expressions of its own nodes, such as the keys of a shuffle, by a codec of its own, which writes
//! only the name of a function. What such a name means is therefore written before the node, and is known again while
//! it is read.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyurl_datafusion::Codec;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, internal_err};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::ScalarUDF;
use datafusion::physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_plan::{ExecutionPlan, Partitioning};

/// What a node with functions begins with. The first byte is none that a message of Protocol Buffers begins with.
const MAGIC: &[u8] = b"anyurl-datafusion-cluster 1";

/// The functions in the expressions of a node, as bytes, by name.
type Functions = BTreeMap<String, Vec<u8>>;

/// Writes the functions of a node, if it has any.
pub(crate) fn write(node: &dyn ExecutionPlan, bytes: &mut Vec<u8>) -> Result<()> {
    let functions = functions_of(node)?;
    if functions.is_empty() {
        return Ok(());
    }
    bytes.extend_from_slice(MAGIC);
    bytes.extend((functions.len() as u64).to_le_bytes());
    for (name, function) in &functions {
        for field in [name.as_bytes(), function] {
            bytes.extend((field.len() as u64).to_le_bytes());
            bytes.extend_from_slice(field);
        }
    }
    Ok(())
}

/// Reads what [`write`] wrote: the functions, and the bytes of the node.
pub(crate) fn read<'b>(codec: &Codec, bytes: &'b [u8]) -> Result<(Vec<ScalarUDF>, &'b [u8])> {
    let Some(mut rest) = bytes.strip_prefix(MAGIC) else { return Ok((Vec::new(), bytes)) };
    let Some(functions) = read_fields(codec, &mut rest) else {
        return internal_err!("the functions of a node are damaged");
    };
    Ok((functions, rest))
}

fn read_fields(codec: &Codec, rest: &mut &[u8]) -> Option<Vec<ScalarUDF>> {
    let mut functions = Vec::new();
    for _ in 0..number(rest)? {
        let name = std::str::from_utf8(field(rest)?).ok()?;
        functions.push(codec.decode_or_refuse(name, field(rest)?)?);
    }
    Some(functions)
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    usize::try_from(u64::from_le_bytes(*number)).ok()
}

fn field<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = number(rest)?;
    let (field, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(field)
}

/// A context in which names mean some functions, whatever they mean on this machine.
pub(crate) fn context_with(context: &TaskContext, functions: Vec<ScalarUDF>) -> TaskContext {
    let mut scalar_functions = context.scalar_functions().clone();
    scalar_functions.extend(functions.into_iter().map(|function| (function.name().to_owned(), Arc::new(function))));
    TaskContext::new(
        context.task_id(),
        context.session_id(),
        context.session_config().clone(),
        scalar_functions,
        context.higher_order_functions().clone(),
        context.aggregate_functions().clone(),
        context.window_functions().clone(),
        context.runtime_env(),
    )
}

fn functions_of(node: &dyn ExecutionPlan) -> Result<Functions> {
    let mut functions = Functions::new();
    let mut collect = |expression: &Arc<dyn PhysicalExpr>| collect(expression, &mut functions);
    node.apply_expressions(&mut collect)?;
    // A reader of a shuffle keeps how its rows are spread, and in which order they are, but no expressions.
    if let Partitioning::Hash(keys, _) = &node.properties().partitioning {
        keys.iter().try_for_each(|key| collect(key).map(drop))?;
    }
    for key in node.properties().output_ordering().into_iter().flatten() {
        collect(&key.expr)?;
    }
    Ok(functions)
}

/// Adds the functions of an expression.
fn collect(expression: &Arc<dyn PhysicalExpr>, functions: &mut Functions) -> Result<TreeNodeRecursion> {
    expression.apply(|expression| {
        let function = expression.downcast_ref::<ScalarFunctionExpr>().map(ScalarFunctionExpr::fun);
        if let Some((name, bytes)) = function.and_then(|function| Some((function.name(), Codec::encode(function)?))) {
            let known = functions.entry(name.to_owned()).or_insert_with(|| bytes.clone());
            if *known != bytes {
                return internal_err!("two functions have the name {name}: register them with different prefixes");
            }
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(TreeNodeRecursion::Continue)
}
