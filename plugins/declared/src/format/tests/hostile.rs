//! Registry files that need excessive time or memory: `bounds.rs` checks that they are rejected, and a benchmark measures
//! the cost.

/// Descriptions and texts.
pub(crate) fn hostile() -> Vec<(&'static str, String)> {
    let header = "schema = 1\n";
    let nested = |open: &str| format!("{header}x = {}", open.repeat(100_000));
    let entry = "[[scheme]]\n";
    vec![
        ("arrays in arrays", nested("[")),
        ("tables in tables", nested("{a=")),
        ("a header of many parts", format!("{header}[{}x]\n", "a.".repeat(100_000))),
        ("a huge string", format!("{header}title = \"{}\"\n", "x".repeat(6_000_000))),
        ("unknown keys", format!("{header}{}", many(100_000, |n| format!("k{n} = 1\n")))),
        ("empty entries", format!("{header}{}", entry.repeat(100_000))),
        ("entries of a name alone", format!("{header}{}", many(9_000, |n| format!("{entry}name = 'n{n}'\n")))),
        ("a long list of claims", format!("{header}[registry]\nclaims = [{}]\n", "'x',".repeat(100_000))),
        ("one table, often", format!("{header}{}", "[registry]\n".repeat(10_000))),
        ("one long line", format!("{header}x = {{ {} }}", many(50_000, |n| format!("k{n} = 1, ")))),
    ]
}

/// Valid files at the limits, which would take quadratic time if all entries were compared with each other.
pub(crate) fn heavy() -> Vec<(&'static str, String)> {
    let any = "'com.example.*'";
    let names = many(10_000, |n| entry(&format!("com.example.n{n}"), "1.0.0"));
    let claims = many(999, |n| format!("'com.example.*{n}', "));
    let versions = many(10_000, |n| entry(&format!("com.example.n{}", n % 100), &format!("{}.0.0", n / 100)));
    let masks = many(10_000, |n| format!("[[mask]]\nname = 'n{n}'\nreason = 'r'\n"));
    let policy = many(1_000, |n| format!("'*{n}', "));
    let gateways = many(1_000, |n| {
        let keys = "mode = 'url'\ntemplate = 'http://h/{url}'\nstrip = []";
        format!("[[gateway]]\nid = 'g{n}'\nfor = ['com.example.n{n}']\n{keys}\n")
    });
    vec![
        ("names", layer(any, &names)),
        ("names and claims", layer(&format!("{any}, {claims}"), &names)),
        ("versions of a few names", layer(any, &versions)),
        ("masks", layer(any, &masks)),
        ("names, and a policy of patterns", layer(any, &format!("[policy]\nnever = [{policy}]\n{names}"))),
        ("names and gateways", layer(any, &format!("{gateways}{names}"))),
    ]
}

/// A layer of an organization.
fn layer(claims: &str, body: &str) -> String {
    format!(
        "schema = 1\n[registry]\nid = 'com.example'\nkind = 'organization'\ntitle = 'T'\nversion = '1.0.0'\n\
         serial = 1\ncontact = ['a@b.example']\nchange_controller = 'C'\nclaims = [{claims}]\n{body}"
    )
}

/// A scheme with a prose form.
fn entry(name: &str, version: &str) -> String {
    format!(
        "[[scheme]]\nname = '{name}'\nversion = '{version}'\nstatus = 'private'\ndescription = 'd'\n\
         [scheme.syntax]\ngrammar = 'rfc1738'\nform = ['{name}:<rest>']\n\
         [scheme.access]\nkind = 'none'\nlocates = 'data-object'\noperations = []\nalgorithm = 'None.'\n"
    )
}

fn many(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}
