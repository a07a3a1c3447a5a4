import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Properties;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.UrlParser;

/** Prints what a driver of JDBC reads in each line, as JSON, or null where it refuses the URL. */
public class Jdbc {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = lines.readLine()) != null; ) {
            String parts;
            try {
                parts = arguments[0].equals("pgJDBC") ? postgresql(line) : mariadb(line);
            } catch (Exception refused) {
                parts = null;
            }
            System.out.println(parts);
        }
    }

    private static String postgresql(String url) {
        Properties found = org.postgresql.Driver.parseURL(url, new Properties());
        if (found == null) {
            return null;
        }
        return json(found.getProperty("PGHOST"), found.getProperty("PGPORT"), found.getProperty("PGDBNAME"));
    }

    private static String mariadb(String url) throws Exception {
        UrlParser found = UrlParser.parse(url);
        if (found == null) {
            return null;
        }
        List<HostAddress> hosts = found.getHostAddresses();
        HostAddress only = hosts.size() == 1 ? hosts.get(0) : null;
        return json(only == null ? null : only.host, only == null ? null : "" + only.port, found.getDatabase());
    }

    private static String json(String host, String port, String database) {
        return "{\"host\":" + text(host) + ",\"port\":" + text(port) + ",\"database\":" + text(database) + "}";
    }

    private static String text(String value) {
        return value == null ? "null" : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
