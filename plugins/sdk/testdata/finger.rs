use anyurl_plugin::{Class, Component, Cursor, Definition, Error, Example, ErrorKind, Reject, Scheme, Slot, Text};

pub struct Finger;

const USER: Slot = Slot::own(0);

impl Scheme for Finger {
    const DEFINITION: Definition = Definition {
        name: "x-finger",
        version: "1.0.0",
        description: "information about a user of a host",
        default_port: Some(79),
        components: &[Component::HOST, Component::PORT, Component::text("user", USER).fallback("")],
        template: "//{host}[:{port}][/{user}]",
        reserved: "/:",
        syntax: r#"fingerurl = "x-finger://" hostport [ "/" *uchar ]"#,
        access: "connect to host:port by TCP\nsend the user and a line end\nreceive until the host closes",
        steps: r#"[{ connect = "{host}:{port}" }, { send = "{user}\r\n" }, { receive = "until-close" }]"#,
        references: &[Text::new("RFC 1288 §2.3")],
        examples: &[Example::new("x-finger://h.example/joe", "host=h.example user=joe")],
        rejects: &[Reject::new("x-finger://h/a/b", ErrorKind::Unexpected, "user", (14, 15))],
        ..Definition::BLANK
    };

    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        static UCHAR: Class = Class::uchar();
        at.slashes()?;
        at.host_port();
        if at.take("/") {
            let user = at.run(&UCHAR, USER)?;
            at.set(USER, user);
        }
        at.finish(USER)
    }
}
