//! {{name}}: what a server keeps under a key.

use locator_plugin::{
    Class, Requirement, Component, Cursor, Definition, Error, Example, ErrorKind, Reject, Scheme, Slot,
    Status,
};

/// The scheme {{name}}.
pub(crate) struct Demo;

/// Where the key stands. Host and port have slots of their own.
const KEY: Slot = Slot::own(0);

/// What follows the colon begins at this byte: the offsets of the rejects count from there.
const BEGIN: u32 = "{{name}}:".len() as u32;

impl Scheme for Demo {
    const DEFINITION: Definition = Definition {
        name: "{{name}}",
        version: "0.1.0",
        status: Status::{{status}},
        description: "what a server keeps under a key",
        default_port: Some(7070),
        components: &[
            Component::HOST,
            Component::PORT,
            Component::text("key", KEY).plain("$-_.+!*'(),"),
        ],
        requirements: &[KEY_MISSING],
        // How a URL is built from its components.
        template: "//{host}[:{port}]/{key}",
        reserved: "/:",
        // RFC 1738 Section 4 asks for two things: the syntax,
        syntax: r#"url = "{{name}}://" hostport "/" key
key = 1*uchar"#,
        // and the algorithm of access, in words and as steps.
        access: "connect to host:port by TCP\nsend GET and the key\nreceive until the server closes",
        steps: r#"[{ connect = "{host}:{port}" }, { send = "GET {key}\r\n" }, { receive = "until-close" }]"#,
        // Documentation, tests and seeds at once.
        examples: &[
            Example::new("{{name}}://h.example/a", "host=h.example key=a"),
            Example::new("{{name}}://h:7071/a%20b", "host=h port=7071 key=a%20b"),
        ],
        rejects: &[
            Reject::new("{{name}}://h/", ErrorKind::Missing, "key", (BEGIN + 4, BEGIN + 4)),
            Reject::new("{{name}}://h/a/b", ErrorKind::Unexpected, "key", (BEGIN + 5, BEGIN + 6)),
        ],
        ..Definition::BLANK
    };

    /// `url = "{{name}}://" hostport "/" key`
    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        static UCHAR: Class = Class::uchar();
        at.slashes()?;
        at.host_port();
        at.take("/");
        let key = at.run(&UCHAR, KEY)?;
        if key.is_empty() {
            return Err(at.mismatch(KEY, &KEY_MISSING));
        }
        at.set(KEY, key);
        at.finish(KEY)
    }
}

/// What an error cites: an id, where it is written, the rule of the grammar, what is asked, and how to fix it.
const KEY_MISSING: Requirement = Requirement::new("{{name}}-key", "our handbook", "key")
    .text("a server is asked for a key")
    .help("write a slash and the key");
