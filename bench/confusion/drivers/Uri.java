// Java's java.net.URI.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

final class Uri {
    private static final HexFormat HEX = HexFormat.of();

    private static String decode(String hex) {
        return new String(HEX.parseHex(hex), StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String field(String part) {
        return part == null ? "-" : "=" + encode(part);
    }

    private static String read(String text, String base) {
        URI uri = base == null ? URI.create(text) : URI.create(base).resolve(URI.create(text));
        // A name that is no host by RFC 2396 is a registry-based authority, whose host is null.
        String port = uri.getPort() < 0 ? null : Integer.toString(uri.getPort());
        String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();
        String[] parts = {uri.getScheme(), uri.getRawUserInfo(), uri.getHost(), port, path, uri.getRawQuery(),
            uri.getRawFragment()};
        return String.join("\t", java.util.Arrays.stream(parts).map(Uri::field).toList());
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            System.out.println("Java " + System.getProperty("java.version"));
            return;
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split("\t");
            try {
                System.out.println(read(decode(fields[0]), fields[1].equals("-") ? null : decode(fields[1])));
            } catch (IllegalArgumentException error) {
                System.out.println("!" + encode(error.getMessage()));
            }
        }
    }
}
