//! {{name}}: the value of a key on a server.

use anyurl_plugin::{
    Class, Component, Cursor, Definition, Error, ErrorKind, Example, Reject, Requirement, Scheme, Slot,
    Status,
};

/// The scheme {{name}}.
pub(crate) struct Demo;

/// The slot of the key. Host and port have predefined slots.
const KEY: Slot = Slot::own(0);

/// The offset after the colon, used for the spans of the rejects.
const BEGIN: u32 = "{{name}}:".len() as u32;

impl Scheme for Demo {
    const DEFINITION: Definition = Definition {
        name: "{{name}}",
        version: "0.1.0",
        status: Status::{{status}},
        description: "the value of a key on a server",
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
        // RFC 1738 Section 4 requires two things: the syntax,
        syntax: r#"url = "{{name}}://" hostport "/" key
key = 1*uchar"#,
        // and the access algorithm, in words and as steps.
        access: "connect to host:port by TCP\nsend GET and the key\nreceive until the server closes",
        steps: r#"[{ connect = "{host}:{port}" }, { send = "GET {key}\r\n" }, { receive = "until-close" }]"#,
        // Documentation, tests, and seeds for mutations.
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

/// The requirement that an error cites: an id, a document, a grammar rule, a text, and advice.
const KEY_MISSING: Requirement = Requirement::new("{{name}}-key", "our handbook", "key")
    .text("a server is asked for a key")
    .help("write a slash and the key");
