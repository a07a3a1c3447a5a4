/* {{name}}: the value of a key on a server.
 *
 *     url = "{{name}}://" hostport "/" key
 *     key = 1*uchar
 */
#include "anyurl_plugin.h"

#include <string.h>

#define NAME "{{name}}"
#define BEGIN (sizeof(NAME)) /* the offset after the colon, used for the spans of the rejects */

#define TEXT(literal) {(const uint8_t *)(literal), sizeof(literal) - 1}
#define NO_TEXT {NULL, 0}
#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/* The scheme's own components are numbered from AUP_C_OWN. */
enum { KEY = AUP_C_OWN };
/* An error cites a requirement by 1 + its index in the table below. */
enum { NO_REQUIREMENT, KEY_MISSING };

static const aup_component components[] = {
    {AUP_C_HOST, AUP_R_COMMON, 0, 0, TEXT("host"), NO_TEXT, NO_TEXT},
    {AUP_C_PORT, AUP_R_COMMON, 0, 0, TEXT("port"), NO_TEXT, NO_TEXT},
    {KEY, AUP_R_TEXT, 0, 0, TEXT("key"), NO_TEXT, TEXT("$-_.+!*'(),")},
};

/* The requirements that errors cite: an id, a document, a grammar rule, a text, and advice. */
static const aup_requirement requirements[] = {
    {TEXT(NAME "-key"), TEXT("our handbook"), TEXT("key"), TEXT("a server is asked for a key"),
     TEXT("write a slash and the key"), NO_TEXT, AUP_FIX_UNKNOWN, 0},
};

static const aup_example examples[] = {
    {TEXT(NAME "://h.example/a"), TEXT("host=h.example key=a")},
    {TEXT(NAME "://h:7071/a%20b"), TEXT("host=h port=7071 key=a%20b")},
};

static const aup_reject rejects[] = {
    {TEXT(NAME "://h/"), TEXT("key"), AUP_E_MISSING, BEGIN + 4, BEGIN + 4, 0},
    {TEXT(NAME "://h/a/b"), TEXT("key"), AUP_E_UNEXPECTED, BEGIN + 5, BEGIN + 6, 0},
};

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
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte > 0 && strchr("$-_.+!*'(),", byte) != NULL);
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

static aup_status AUP_CALL parse(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                                 size_t *out_len, aup_error *error) {
    struct reader reader;
    aup_status status;
    (void)state; /* not used */
    (void)flags; /* this scheme tolerates no deviations of its own */
    reader.url = url;
    reader.at = begin;
    reader.count = 0;
    status = read_url(&reader, error);
    *out_len = reader.count;
    if (reader.count > cap)
        return AUP_F_CAPACITY;
    memcpy(out, reader.spans, reader.count * sizeof(aup_span));
    return status;
}

static const aup_scheme scheme = {
    .struct_size = sizeof(aup_scheme),
    .flags = AUP_SCHEME_DATA_OBJECT,
    .grammar = AUP_GRAMMAR_RFC1738,
    .status = AUP_STATUS_{{STATUS}},
    .default_port = 7070,
    .n_components = COUNT(components),
    .n_requirements = COUNT(requirements),
    .n_examples = COUNT(examples),
    .n_rejects = COUNT(rejects),
    .name = TEXT(NAME),
    .version = TEXT("0.1.0"),
    .description = TEXT("the value of a key on a server"),
    /* RFC 1738 Section 4 requires two things: the syntax, */
    .syntax = TEXT("url = \"" NAME "://\" hostport \"/\" key\n"
                   "key = 1*uchar"),
    /* and the access algorithm, in words and as steps. */
    .access = TEXT("connect to host:port by TCP\n"
                   "send GET and the key\n"
                   "receive until the server closes"),
    .steps = TEXT("[{ connect = \"{host}:{port}\" }, { send = \"GET {key}\\r\\n\" }, { receive = \"until-close\" }]"),
    .composition = TEXT("//{host}[:{port}]/{key}"),
    .reserved = TEXT("/:"),
    .components = components,
    .requirements = requirements,
    .examples = examples,
    .rejects = rejects,
    .parse = parse,
};

static const aup_scheme *const schemes[] = {&scheme};

static const aup_plugin plugin = {
    .header = {AUP_MAGIC, sizeof(aup_plugin), AUP_ABI_MAJOR, AUP_ABI_MINOR, 0, 0},
    .flags = AUP_PLUGIN_PANIC_SAFE, /* C has no panics */
    .n_schemes = COUNT(schemes),
    .name = TEXT(NAME),
    .version = TEXT("0.1.0"),
    .built_with = TEXT("C99"),
    .schemes = schemes,
};

const aup_header *AUP_CALL anyurl_plugin_entry(void) { return &plugin.header; }
