//! [`ParseUrl`]: both functions.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, StringViewArray};
use arrow_schema::DataType;
use datafusion_common::types::logical_string;
use datafusion_common::{Result, ScalarValue, exec_err};
use datafusion_expr::{
    Coercion, ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature,
    TypeSignatureClass, Volatility,
};
use regex::Regex;

use super::java_uri::{Invalid, JavaUri};

/// `parse_url` or `try_parse_url`, which are two functions because of their names only.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ParseUrl {
    name: &'static str,
    signature: Signature,
    documentation: Documentation,
}

/// The expression of a key, kept for the next row.
type LastKey = Option<(String, Regex)>;

impl ParseUrl {
    pub(super) fn new(name: &'static str) -> Self {
        let text = Coercion::new_exact(TypeSignatureClass::Native(logical_string()));
        let texts = |count| TypeSignature::Coercible(vec![text.clone(); count]);
        let signature = Signature::one_of(vec![texts(2), texts(3)], Volatility::Immutable);
        let section = DocSection { include: true, label: "URL Functions", description: None };
        let description = "A part of a URL as Apache Spark reads it, by the rules of java.net.URI.";
        let documentation = Documentation::builder(section, description, format!("{name}(url, part[, key])"))
            .with_argument("url", "Texts.")
            .with_argument("part", "HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO.")
            .with_argument("key", "With QUERY: the value that comes after `key=`.")
            .with_sql_example(format!(
                "```sql\n> select {name}('http://h.example/path?query=1', 'QUERY', 'query');\n1\n```"
            ))
            .build();
        Self { name, signature, documentation }
    }

    pub(super) fn static_name(&self) -> &'static str {
        self.name
    }

    /// The result for one row without NULL.
    fn row(&self, url: &str, part: &str, key: Option<&str>, last: &mut LastKey) -> Result<Option<String>> {
        if key.is_some() && part != "QUERY" {
            return Ok(None);
        }
        let uri = match JavaUri::parse(url) {
            Ok(uri) => uri,
            Err(_) if self.name == "try_parse_url" => return Ok(None),
            Err(error) => return Self::invalid(url, error),
        };
        let Some(key) = key else { return Ok(uri.part(part)) };
        uri.query.map_or(Ok(None), |query| value_in(query, key, last))
    }

    fn invalid(url: &str, Invalid { reason, at }: Invalid) -> Result<Option<String>> {
        let url = locator::registry().guess_secrets(url).apply(url).into_owned();
        exec_err!("[INVALID_URL] the URL is invalid: {url}: {reason} at byte {at}. `try_parse_url` returns NULL for it")
    }
}

impl JavaUri<'_> {
    fn part(&self, name: &str) -> Option<String> {
        let text = match name {
            "HOST" => self.host,
            "PATH" => self.path,
            "QUERY" => self.query,
            "REF" => self.fragment,
            "PROTOCOL" => self.scheme,
            "AUTHORITY" => self.authority,
            "USERINFO" => self.user_info,
            "FILE" => return self.file(),
            _ => None,
        };
        text.map(str::to_owned)
    }

    fn file(&self) -> Option<String> {
        let path = self.path?;
        Some(self.query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}")))
    }
}

/// What comes after a key in a query.
fn value_in(query: &str, key: &str, last: &mut LastKey) -> Result<Option<String>> {
    if last.as_ref().is_none_or(|(known, _)| known != key) {
        let Ok(expression) = Regex::new(&format!("(&|^){key}=([^&]*)")) else {
            return exec_err!("the key of a query is a regular expression, and `{key}` is none that is supported");
        };
        *last = Some((key.to_owned(), expression));
    }
    let captures = last.as_ref().and_then(|(_, expression)| expression.captures(query));
    // As in Spark: the second group, even if the key has groups.
    Ok(captures.and_then(|captures| captures.get(2).map(|value| value.as_str().to_owned())))
}

impl ScalarUDFImpl for ParseUrl {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8View)
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = args.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { args.number_rows };
        let columns: Vec<_> = args.args.iter().map(|value| value.to_array_of_size(rows)).collect::<Result<_>>()?;
        let mut columns: Vec<_> = columns.iter().map(|column| texts(column)).collect::<Result<_>>()?;
        let mut last = None;
        let mut row = || {
            let texts: Vec<_> = columns.iter_mut().map(|column| column.next().flatten()).collect();
            match *texts {
                [Some(url), Some(part)] => self.row(url, part, None, &mut last),
                [Some(url), Some(part), Some(key)] => self.row(url, part, Some(key), &mut last),
                _ => Ok(None),
            }
        };
        let result: StringViewArray = (0..rows).map(|_| row()).collect::<Result<_>>()?;
        Ok(if is_constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?)
        } else {
            ColumnarValue::Array(Arc::new(result))
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

type Texts<'a> = Box<dyn Iterator<Item = Option<&'a str>> + 'a>;

/// The rows of a column of texts.
fn texts(column: &dyn Array) -> Result<Texts<'_>> {
    Ok(match column.data_type() {
        DataType::Utf8 => Box::new(column.as_string::<i32>().iter()),
        DataType::LargeUtf8 => Box::new(column.as_string::<i64>().iter()),
        DataType::Utf8View => Box::new(column.as_string_view().iter()),
        DataType::Null => Box::new(std::iter::repeat_n(None, column.len())),
        other => return exec_err!("a column of texts is expected, not {other}"),
    })
}
