"""What the generated URLs are made of: a text of each list, one after the other."""
USERS = ["", "", "", "u@", "u:p@", ":p@", "u%40x:p%3A@", "u:p:q@", "@", "a+b:c+d@", "u%:p@", "-u@", "u;AUTH=PLAIN@"]
HOSTS = ["h", "h.example", "H.Example", "127.0.0.1", "[::1]", "[2001:db8::1]", "", "", "a_b", "h%61", "h..x", "[v1.a]",
         "[::1%25eth0]", "%2Fvar%2Frun", "%2Ftmp%2Fmongodb-27017.sock", "h1,h2", "h1:1,h2:2", "h1:1,%2Ftmp,:2", "-x"]
PORTS = ["", "", "", ":80", ":1", ":0", ":", ":65535", ":65536", ":080", ":x", ":99999999999", ":-1"]
PATHS = ["", "", "/", "/db", "/db", "/0", "/1", "/01", "/1/2", "/a%2Fb", "/%2F", "/d%20b", "/a.b", "/$a", "/%00",
         "//", "/a:b@c"]
QUERIES = ["", "", "", "", "?", "?a=1", "?a=1&b=2", "?a", "?a=1&", "?host=x", "?sslmode=require", "?db=1", "?w=1",
           "?a=%zz"]
FRAGMENTS = [""] * 12 + ["#", "#f"]
BUCKETS = ["mybucket", "my-bucket.example", "a..b", "1.2.3.4", "ab", "My", "my_bucket", "-ab",
           "a" * 63, "a" * 64, "x@mybucket", ""]
KEYS = ["", "/", "/k", "/a/b", "/a%20b", "//a", "/a?b", "/a#b", "/a b", "/%zz", "/a+b", "/?versionId=1"]
IMAGES = ["a", "alpine", "A", "a.b", "a_b", "a__b", "a___b", "a-b", "a--b", "-a", "a-", "localhost", "localhost:5000",
          "quay.io", "q:80", "q:", "Q", "Q.io", "[::1]", "[::1]:80", "a..b", "loc", "localhos", "localhosts", "l-1"]
TAGS = ["", "", ":1", ":latest", ":", ":-a", ":" + "a" * 128, ":" + "a" * 129, ":1@sha256:" + "e" * 64]
DIGESTS = ["", "", "", "@sha256:" + "e" * 64, "@sha256:e3", "@a+b:" + "0" * 32, "@a+b:" + "0" * 129, "@1:" + "0" * 32]
LDAP = ["", "/", "/cn=a,dc=b", "/?", "/cn=a??sub", "/cn=a?cn,sn?one?(a=b)", "/o=x????!a=b,c", "/??base",
        "/???(a=%2A)", "/dn?*",
        "/cn=a?b?two", "/a?b?sub?(c=d)?e?f", "/%zz"]
SIP_USERS = ["", "alice@", "alice@", "alice:secret@", "+1-212-555-1212@", "+1-212-555-1212:1234@", "a%20b@",
             "alice;day=tuesday@",
             "a/b?c@", ":p@", "alice:@", "al&=+$,@", "*21%23@", "@", "%61lice@"]
SIP_HOSTS = ["atlanta.com", "AtlanTa.CoM", "192.0.2.4", "[2001:db8::10]", "localhost", "a-b.c", "atlanta.com.",
             "-a.b", "a.1", "a_b",
             "", "h1", "1.2.3", "256.1.1.1", "[::g]", "a..b"]
SIP_PARAMETERS = ["", "", "", ";transport=tcp", ";lr", ";ttl=15;maddr=239.255.255.1",
                  ";method=REGISTER;transport=tcp", ";user=phone", ";x",
                  ";x=", ";", ";ttl=256", ";ttl=x", ";maddr=[::1]", ";maddr=a_b", ";a=1;a=2", ";transport=", ";a=b=c",
                  ";%61=%62"]
SIP_HEADERS = [""] * 8 + ["?subject=project%20x", "?to=alice%40atlanta.com&priority=urgent", "?", "?a", "?a=", "?=b",
               "?a=b&"]
NUMBERS = ["+1-201-555-0123", "+12015550123", "+442079460123", "+4930123456", "+44-20-7946-0123", "+1(201)555.0123",
           "+358-555-1234567",
           "7042", "863-1234", "2015550123", "+39-06-6982", "+1", "+", "+1-", "-+1201", "911", "+33 1 42", "*21",
           "+1800FLOWERS", "+0123456789",
           "+999123456789", "+(49)30123456", "+1--201-5550123", "%2B12015550123", "+1201555012345678901",
           "＋12015550123"]
NUMBER_PARAMETERS = ["", "", "", "", ";ext=102", ";ext=1-2", ";isub=1234", ";phone-context=+1",
                     ";phone-context=+1-914", ";phone-context=+44",
                     ";phone-context=example.com", ";phone-context=", ";phone-context=+", ";ext=", ";postd=22", ";a",
                     ";a=1;a=2",
                     ";ext=1;phone-context=+1", ";phone-context=+1;ext=3", ";x=y;ext=5", ";phone-context=+49;x=y",
                     ";", ";ext=x"]
ADDRESSES = ["joe@example.com", "", "a+b@example.com", "%22not%40me%22@example.org", "gorby%25kremvax@example.com",
             "a@b,c@d", "a@b%2Cc@d",
             "unlikely%3Faddress@example.com", "Mike%26family@example.org", "joe", "joe@", "@example.com", "a.b@c.d",
             "a..b@c", ".a@b", "a.@b",
             "a@b..c", "a@%5B192.0.2.1%5D", "a@[192.0.2.1]", "%22a%20b%22@c", "a%20b@c", "user@%E7%B4%8D.example",
             "%C3%A9@b", "%E9@b", "a@b,",
             ",a@b", "a@b,,c@d", "a@-b", "a@b_c", "a/b@c", "a%2Fb@c", "%22%5C%5C%22@c", "a'b@c", "a(b)@c", "<a@b>",
             "Joe%20%3Ca@b%3E",
             "a%00@b", "a:b@c", "a;b@c", "a&b@c", "a=b@c", "a@b@c", "%22%22@c", "a@b%2Ec", "%61@b"]
MAIL_HEADERS = [""] * 5 + ["?subject=current-issue", "?to=joe@example.com&cc=bob@example.com&body=hello",
                "?body=a%0D%0Ab", "?", "?a", "?a=",
                           "?=b", "?a=b&", "?&a=b", "?a=b=c", "?subject=caf%C3%A9", "?subject=%E9", "?a=b+c",
                           "?a=b&amp;c=d", "?a=b;c=d", "#f"]
HASH = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a"
TOPICS = ["xt=urn:btih:" + HASH] * 4 + ["xt=urn:btih:" + HASH.upper(), "xt=urn:btih:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C",
          "xt=urn:btih:abc",
          "xt=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C", "xt.1=urn:btih:" + HASH, "xt=" + HASH, "xt=", "xt", "",
          "dn=only",
          "xt=urn:btmh:1220" + "ab" * 32, "xt=urn%3Abtih%3A" + HASH, "xt=urn:btih:" + HASH + "&xt=urn:btmh:1220" + "ab" * 32, "XT=urn:btih:" + HASH]
TOPIC_FIELDS = ["", "", "", "&dn=Name", "&dn=a%20b", "&dn=a+b", "&dn=%C3%A9", "&dn=%E9", "&dn=", "&dn", "&dn=a&dn=b",
                "&DN=x", "&dn=a=b"]
TOPIC_MORE = ["", "", "&tr=http%3A%2F%2Ft.example%2Fa", "&tr=udp://t.example:80", "&tr.1=http://a", "&xl=1024",
              "&xl=x", "&xl=-1", "&xl=", "&xl=1&xl=2",
              "&x.pe=192.0.2.1:80", "&x.a", "&xs=http://a/b", "&as=http%3A%2F%2Fa", "&kt=a+b", "&ws=http://a", "&",
              "&&", "&=a", "&so=0,2-4", "&foo=1",
              "#f"]
TYPES = ["", "", "", "text/plain", "TEXT/HTML", "image/svg+xml", "text", "/", "text/", "a/b/c", "text/plain ",
         "te%78t/plain", "application/x-a.b", "*/*"]
TYPE_PARAMETERS = ["", "", "", ";charset=utf-8", ";CHARSET=UTF-8", ";charset=US-ASCII", ";charset=", ";charset",
                   ";a=b;c=d", ";a=%22b%22",
                   ";a=\"b\"", ";utf8", ";a=b;a=c", ";", ";charset=a%20b"]
BASE64 = ["", "", ";base64", ";BASE64", "; base64", ";base64;a=b", ";base65"]
CONTENTS = [",", ",A", ",A%20brief%20note", ",YQ==", ",YQ", ",YW%3D", ",Y Q==", ",Y", ",Y!==", ",a,b", ",a#f", "",
            ",?a=b", ",%zz", ",é", ",%C3%A9", ",a/b",
            ",[a]", ",%61"]
DIDS = ["example:123", "web:example.com", "web:example.com%3A3000:user", "key:z6Mk", "example:", "example", ":123",
        "EXAMPLE:1", "ex-ample:1", "e1:a.b-c_d",
        "example:a::b", "example:a:", "example::a", "example:a%2", "example:a%41", "example:a~b", "web:192.0.2.1",
        "web:example.com:", "example:a$b"]
DID_PATHS = ["", "", "", "/", "/a/b", "//", "/a%20b", "/a b", "/~a", "/a;b", ";service=agent", ";a"]
DID_QUERIES = ["", "", "?versionId=1", "?service=files&relativeRef=/a", "?", "?a=b?c", "?a=[b]"]
DID_FRAGMENTS = ["", "", "#key-1", "#", "#a/b?c", "#a#b"]
PACKAGES = ["npm/foobar@12.3.1", "npm/%40angular/animation@12.3.1", "npm/@angular/animation@1", "pypi/django@1.11.1",
            "pypi/Django_x@1.11.1",
            "maven/org.apache/batik@1.9", "maven/batik@1.9", "golang/google.golang.org/genproto#a/b",
            "github/package-url/purl-spec@244",
            "deb/debian/curl@7.50.3-1", "deb/debian/a@1.2+dfsg", "deb/debian/a@1:2%7E3", "generic/openssl",
            "generic/a%2Fb@1", "generic/a b", "docker/cassandra@sha256:244f",
            "NPM/x", "npm", "npm/", "npm//x", "/npm/x", "//npm/x", "npm/x/", "npm/x@", "3a/x", "a+b/x", "a_b/x",
            "a.b-c/x", "generic/a/../b", "generic/./b",
            "generic/a%zz", "generic/%61", "cran/A", "cran/A@1", "swift/a/b/c@1", "swift/c@1", "npm/a@1@2",
            "generic/é", "generic/a~b", "generic/a!b", "gem/a"]
QUALIFIERS = ["", "", "", "?arch=i386", "?arch=i386&distro=jessie", "?Arch=x", "?a=", "?a", "?", "?a=b&", "?a=b&a=c",
              "?a=b%20c", "?a=b c", "?vcs_url=git://a/b",
              "?1a=b", "?a.b-c_d=1", "?a%20b=c", "?=b", "?a=b=c", "?checksum=sha1:ad,sha256:de"]
SUBPATHS = ["", "", "", "#a/b", "#/a/", "#", "#a//b", "#../a", "#a b", "#%61"]
REPOSITORIES = ["", "/", "/a", "/a/b.git", "/a/b", "/~joe/a.git", "/~", "//a", "/a//b/", "/a%20b.git", "/a b",
                "/a%zz", "/-x", "/a?b", "/a#v1", "/a:b", "/é",
                ":a/b.git", "/a/../b", "/a/b.git/tree/main", "/%7Ejoe/a"]
GIT_HOSTS = ["h", "github.com", "GitHub.com", "127.0.0.1", "[::1]", "[2001:db8::1]", "", "a_b", "h%61", "-x", "h..x",
             "[v1.a]", "h1,h2"]
GIT_USERS = ["", "", "", "git@", "u:p@", "@", "u%40x@", "-u@", "u@v@"]
SERVERS = ["//localhost", "//h.example", "//127.0.0.1", "//[::1]", "//[2001:db8::1]", "//h1,h2", "//h1:1,h2:2", "//",
           "", "//H.Example", "//a_b", "//-x",
           "//h%61", "//u:p@h", "//address=(host=h)(port=3)", "//(host=h,port=3)", "loadbalance://h1,h2",
           "replication://h1,h2", "//[::1]:1,[::2]:2", "/"]
DATABASES = ["", "/", "/db", "/db", "/db", "/a%20b", "/a%2Fb", "/a/b", "db", "/a.b", "/%zz", "/a+b", "//", "/a@b", "/é"]
PROPERTIES = ["", "", "", "?user=fred", "?user=fred&password=secret&ssl=true", "?", "?a", "?a=", "?a=b&", "?a=b=c",
              "?a=%20", "?a=%zz", "?&a=b", "?user=a&user=b",
              ";a=b", "#f"]
ADDRESSES_OF_COINS = ["175tWpb8K1S7NmH4Zx6rewF9WQrcZ7Ki5F", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
                      "BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ", "", "0", "a b",
                      "1-2", "%31"]
PAYMENTS = ["", "", "?amount=20.3", "?amount=20.3&label=Luke-Jr", "?label=Luke-Jr&message=a%20b", "?amount=1,5",
            "?amount=-1", "?amount=", "?amount", "?", "?a=b&",
            "?req-x=1", "?label=a+b", "?LABEL=x", "?amount=1e3", "?label=a&label=b", "?label=%zz", "?amount=x", "#f"]
