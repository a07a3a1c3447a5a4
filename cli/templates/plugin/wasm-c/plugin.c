/* {{name}}: the value of a key on a server.
 *
 *     url = "{{name}}://" hostport "/" key
 *     key = 1*uchar
 */
#include "anyurl_plugin.h"

__asm__(".section .custom_section.anyurl.plugin,\"\",@\n.incbin \"facts.toml\"\n");

AUP_MODULE_BUFFER

/* The scheme's own components are numbered from AUP_C_OWN. */
enum { KEY = AUP_C_OWN };
/* An error cites a requirement by 1 + its index in facts.toml. */
enum { NO_REQUIREMENT, KEY_MISSING };

/* A position in the URL, and the spans before it. */
struct reader {
    aup_str url;
    size_t at;
    aup_span spans[3];
    size_t count;
};

static int peek(const struct reader *reader, size_t ahead) {
    size_t at = reader->at + ahead;
    return at < reader->url.len ? reader->url.ptr[at] : -1;
}

static void set(struct reader *reader, uint32_t kind, size_t start, size_t end) {
    aup_span span = {kind, (uint32_t)start, (uint32_t)end};
    reader->spans[reader->count++] = span;
}

static aup_status fail(aup_error *error, aup_status status, uint32_t component, uint32_t requirement, size_t start,
                       size_t end) {
    error->start = (uint32_t)start;
    error->end = (uint32_t)end;
    error->component = component;
    error->requirement = requirement;
    return status;
}

static int is_hex(int byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* unreserved = alpha | digit | safe | extra */
static int is_unreserved(int byte) {
    static const char others[] = "$-_.+!*'(),"; /* a module has no `strchr` */
    size_t i;
    for (i = 0; others[i] != 0; i++)
        if (others[i] == byte)
            return 1;
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static int ends_host(int byte) {
    return byte < 0 || byte == '/' || byte == ';' || byte == '?';
}

/* Only locates host and port: anyurl parses them. */
static void hostport(struct reader *reader) {
    size_t start = reader->at, colon;
    while (!ends_host(peek(reader, 0)) && peek(reader, 0) != ':')
        reader->at++;
    colon = reader->at;
    set(reader, AUP_C_HOST, start, colon);
    while (!ends_host(peek(reader, 0)))
        reader->at++;
    if (reader->at > colon)
        set(reader, AUP_C_PORT, colon + 1, reader->at);
}

/* key = 1*uchar */
static aup_status key(struct reader *reader, aup_error *error) {
    size_t start = reader->at;
    for (;;) {
        if (is_unreserved(peek(reader, 0)))
            reader->at++;
        else if (peek(reader, 0) != '%')
            break;
        else if (is_hex(peek(reader, 1)) && is_hex(peek(reader, 2)))
            reader->at += 3;
        else
            return fail(error, AUP_E_ESCAPE, KEY, NO_REQUIREMENT, reader->at, reader->at + 1);
    }
    if (peek(reader, 0) >= 0)
        return fail(error, AUP_E_UNEXPECTED, KEY, NO_REQUIREMENT, reader->at, reader->at + 1);
    if (reader->at == start)
        return fail(error, AUP_E_MISSING, KEY, KEY_MISSING, start, start);
    set(reader, KEY, start, reader->at);
    return AUP_OK;
}

/* url = "{{name}}://" hostport "/" key */
static aup_status read_url(struct reader *reader, aup_error *error) {
    int slashes;
    for (slashes = 0; slashes < 2; slashes++) {
        if (peek(reader, 0) != '/')
            return fail(error, AUP_E_MISSING, 0, NO_REQUIREMENT, reader->at, reader->at);
        reader->at++;
    }
    hostport(reader);
    if (peek(reader, 0) == '/')
        reader->at++;
    return key(reader, error);
}

aup_status anyurl_parse(uint32_t scheme, const uint8_t *url, size_t url_len, size_t begin, uint32_t flags,
                         aup_span *out, size_t cap, size_t *out_len, aup_error *error) {
    struct reader reader;
    aup_status status;
    size_t i;
    (void)flags; /* this scheme tolerates no deviations of its own */
    if (scheme != 0)
        return AUP_F_ARGUMENT; /* facts.toml has one scheme */
    reader.url.ptr = url;
    reader.url.len = url_len;
    reader.at = begin;
    reader.count = 0;
    status = read_url(&reader, error);
    *out_len = reader.count;
    if (reader.count > cap)
        return AUP_F_CAPACITY;
    for (i = 0; i < reader.count; i++)
        out[i] = reader.spans[i];
    return status;
}
