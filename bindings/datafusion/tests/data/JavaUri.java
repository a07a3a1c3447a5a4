import java.net.URI;
import java.net.URISyntaxException;
import java.util.Random;

/// Writes how java.net.URI splits texts, one on each line: `java JavaUri.java 400 > java_uri.tsv`.
/// Columns: text, scheme, authority, user information, host, path, query, fragment; `␀` for null, and no columns after the
/// text for one that is not a URI. The texts are the same ones each time.
class JavaUri {
    static final String[] WHOLE = {
        "", "#", "?", "/", "//", "//h", "://h", "h", "h/", "h:80", "a:", "a:b", "a:?b", "a:#", "1a:b", "a b", "a:b c", "http:",
        "http:/", "http://", "http:///", "http:////", "http://#f", "http://?q", "file:///a", "mailto:a@b.example?c=d#e", "%41",
        "%4", "é", "a:é#é", "http://h\u00a0/", "http://h/\u3000", "http://h/\u0085", "http://h/\uD83D\uDE00", "http://h/a|b",
        "http://h/a\\b", "http://h/{}", "http://h/?a[b]=c", "http://h/[", "http://h?a=b", "http://h#a", "http://h/#a#b",
        "http://h/?a?b", "http://h/?", "http://h/#", "http://h/?#", "a+b-c.d:e", "a_b:c", "http://h/%zz", "http://h/?%", "a:%",
        "https://a.b.c/index.php?params1=a|b&params2=x",
    };
    static final String[] AUTHORITIES = {
        "", "h", "H.example", "h.", "h..", ".h", "a.b.", "a_b", "a-b", "-a", "a-", "a.-b", "1a", "a.1b", "a.b1", "1", "a.1", "h:",
        "h:80", "h:080", "h:99999", "h:2147483647", "h:2147483648", "h:-1", "h:8a", "h:80:90", ":80", ":", "@", "@h", "u@", "u@h",
        "u:p@h", "u:p@h:1", "u@v@h", "u%20v@h", "u%2@h", "é", "é@h", "h.é", "%41", "h%41", "u,v@h", "a,b", "a$b", "a;b", "a&b",
        "a!b", "a'b", "a*b", "(a)", "~a", "1.2.3.4", "1.2.3.4:5", "1.2.3.4.", "1.2.3", "1.2.3.256", "1.2.3.4.5", "01.2.3.004",
        "1.2.3.99999999999", "0001.2.3.4", "1.2.3.4a", "[::1]", "[::1]:80", "[::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]",
        "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[::1.2.3.4]", "[::01.2.3.4]", "[::1.2.3.256]", "[::ffff:1.2.3.4]",
        "[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[12345::]", "[::g]", "[", "]", "[]", "[::1", "::1]", "[::1]a",
        "[::1%eth0]", "[::1%]", "[::1%25eth0]", "[::1%e_t.h]", "[::1%e-h]", "[::1%41]", "u@[::1]", "u%41@[::1]", "u%@[::1]",
        "[v1.a]", "a[::1]", "[fe80::1%a%b]", "[:::]", "[1.2.3.4]", "a]b", "a[b", "%]", "[%]", "a%b]", "u]@h", "u[@h",
    };
    static final String[] PIECES = {
        "a", "Z", "9", "-", ".", "_", "~", "!", "*", "'", "(", ")", ";", "/", "//", "?", ":", "@", "&", "=", "+", "$", ",", "[", "]",
        "#", "%", "%41", "%zz", " ", "|", "\"", "<", "^", "`", "{", "\\", "é", "\u00a0", "\u2028", "\u0080", "\u009f", "\uD83D\uDE00",
        "::", "::1", "1.2.3.4", ":80", "http:", "http://", "//h", "u@", "h.example", "[::1]", "x.y",
    };

    public static void main(String[] args) throws Exception {
        var out = new java.io.PrintStream(System.out, false, "UTF-8");
        for (String text : WHOLE) write(out, text);
        for (String authority : AUTHORITIES) write(out, "http://" + authority + "/p?q#f");
        for (String authority : AUTHORITIES) if (authority.hashCode() % 4 == 0) write(out, "//" + authority);
        Random random = new Random(1738);
        for (int n = Integer.parseInt(args[0]); n > 0; n--) {
            var text = new StringBuilder(random.nextBoolean() ? "http://" : "");
            for (int length = 1 + random.nextInt(7); length > 0; length--) text.append(PIECES[random.nextInt(PIECES.length)]);
            write(out, text.toString());
        }
        out.flush();
    }

    static void write(java.io.PrintStream out, String text) {
        var line = new StringBuilder(text);
        try {
            URI uri = new URI(text);
            String[] parts = {uri.getScheme(), uri.getRawAuthority(), uri.getRawUserInfo(), uri.getHost(), uri.getRawPath(),
                uri.getRawQuery(), uri.getRawFragment()};
            for (String part : parts) line.append('\t').append(part == null ? "\u2400" : part);
        } catch (URISyntaxException invalid) {
            // No columns.
        }
        out.print(line.append('\n'));
    }
}
