/* The C plugin for x-shelf, equivalent to src/shelf.rs: a library, or with --target=wasm32 a WebAssembly module, whose
 * description is shelf.facts.toml. It uses no function of the C library, because a module has none. */
#include "anyurl_plugin.h"

enum { SHELF = AUP_C_OWN, NUMBER, PAGE };
enum { GENERAL, FORM, NUMBER_FORM, NUMBER_RANGE, SLASH };

struct reader {
    aup_str url;
    size_t at;
    aup_span *out; /* the host's buffer */
    size_t cap;
    size_t count;
    int lenient;
    aup_error *error;
};

static int peek(const struct reader *reader, size_t ahead) {
    size_t at = reader->at + ahead;
    return at < reader->url.len ? reader->url.ptr[at] : -1;
}

static int take(struct reader *reader, int byte) {
    int is_next = peek(reader, 0) == byte;
    reader->at += is_next;
    return is_next;
}

static void set(struct reader *reader, uint32_t kind, size_t start, size_t end) {
    aup_span span = {kind, (uint32_t)start, (uint32_t)end};
    if (reader->count < reader->cap)
        reader->out[reader->count] = span;
    reader->count++;
}

static int is_digit(int byte) { return byte >= '0' && byte <= '9'; }

static int is_alphadigit(int byte) {
    return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static int is_hex(int byte) {
    return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* Returns the byte of the escape that comes next; -1: there is none. */
static int escaped(const struct reader *reader) {
    int value = 0;
    size_t i;
    for (i = 1; i < 3; i++) {
        int byte = peek(reader, i);
        if (peek(reader, 0) != '%' || !is_hex(byte))
            return -1;
        value = value * 16 + (is_digit(byte) ? byte - '0' : (byte | 0x20) - 'a' + 10);
    }
    return value;
}

/* Reads bytes of a rule without escapes. Lenient mode also reads escapes of them, and the host warns of each. */
static void run_unescaped(struct reader *reader, int (*has)(int byte)) {
    for (;;) {
        if (has(peek(reader, 0)))
            reader->at++;
        else if (reader->lenient && has(escaped(reader)))
            reader->at += 3;
        else
            return;
    }
}

static int is_unreserved(int byte) {
    static const char others[] = "$-_.+!*'(),";
    size_t i;
    for (i = 0; others[i] != 0; i++)
        if (others[i] == byte)
            return 1;
    return is_alphadigit(byte);
}

static int is_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static aup_status fail(const struct reader *reader, aup_status status, uint32_t component, uint32_t requirement,
                       size_t start, size_t end) {
    reader->error->start = (uint32_t)start;
    reader->error->end = (uint32_t)end;
    reader->error->component = component;
    reader->error->requirement = requirement;
    return status;
}

/* Reports the next character as unexpected, or the end of the text as missing. For text that every scheme rejects, the
 * general requirement is cited. */
static aup_status mismatch(const struct reader *reader, uint32_t component, uint32_t requirement) {
    size_t at = reader->at, end = at;
    while (end < reader->url.len && is_space(reader->url.ptr[end]))
        end++;
    if (at == reader->url.len)
        return fail(reader, AUP_E_MISSING, component, requirement, at, at);
    if (end == reader->url.len || peek(reader, 0) == '#')
        return fail(reader, AUP_E_UNEXPECTED, component, GENERAL, at, reader->url.len);
    if (peek(reader, 0) == '%' && is_hex(peek(reader, 1)) && is_hex(peek(reader, 2)))
        return fail(reader, AUP_E_UNEXPECTED, component, GENERAL, at, at + 3);
    return fail(reader, AUP_E_UNEXPECTED, component, requirement, at, at + 1);
}

static int ends_host(int byte) {
    return byte < 0 || byte == '/' || byte == ';' || byte == '?';
}

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

/* page = 1*uchar; lenient mode tolerates a slash after it */
static aup_status page(struct reader *reader) {
    size_t start = reader->at;
    for (;;) {
        if (is_unreserved(peek(reader, 0)))
            reader->at++;
        else if (peek(reader, 0) == '%' && is_hex(peek(reader, 1)) && is_hex(peek(reader, 2)))
            reader->at += 3;
        else if (peek(reader, 0) == '%')
            return fail(reader, AUP_E_ESCAPE, PAGE, GENERAL, reader->at, reader->at + 1);
        else
            break;
    }
    if (reader->at == start)
        return mismatch(reader, PAGE, GENERAL);
    set(reader, PAGE, start, reader->at);
    if (peek(reader, 0) == '/' && peek(reader, 1) < 0) {
        if (!reader->lenient)
            return mismatch(reader, PAGE, SLASH);
        set(reader, AUP_C_DEVIATION + SLASH - 1, reader->at, reader->at + 1);
        reader->at++;
    }
    return peek(reader, 0) < 0 ? AUP_OK : mismatch(reader, PAGE, GENERAL);
}

/* Returns whether digits are a number below 2^32. */
static int is_u32(const struct reader *reader, size_t start, size_t end) {
    uint64_t value = 0;
    for (; start < end && value <= UINT32_MAX; start++) {
        if (!is_digit(reader->url.ptr[start]))
            return 0;
        value = value * 10 + (uint64_t)(reader->url.ptr[start] - '0');
    }
    return value <= UINT32_MAX;
}

static aup_status schemepart(struct reader *reader) {
    size_t shelf, shelf_end, number, number_end;
    aup_status status = AUP_OK;
    if (!take(reader, '/') || !take(reader, '/'))
        return fail(reader, AUP_E_MISSING, 0, GENERAL, reader->at, reader->at);
    hostport(reader);
    take(reader, '/');
    shelf = reader->at;
    run_unescaped(reader, is_alphadigit);
    shelf_end = reader->at;
    if (shelf_end == shelf || !take(reader, '/'))
        return mismatch(reader, SHELF, FORM);
    number = reader->at;
    run_unescaped(reader, is_digit);
    number_end = reader->at;
    if (number_end == number)
        return mismatch(reader, NUMBER, NUMBER_FORM);
    if (take(reader, '/'))
        status = page(reader);
    else if (peek(reader, 0) >= 0)
        status = mismatch(reader, NUMBER, NUMBER_FORM);
    if (status != AUP_OK)
        return status;
    if (!is_u32(reader, number, number_end))
        return fail(reader, AUP_E_RANGE, NUMBER, NUMBER_RANGE, number, number_end);
    set(reader, SHELF, shelf, shelf_end);
    set(reader, NUMBER, number, number_end);
    return AUP_OK;
}

static aup_status AUP_CALL parse(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                                 size_t *out_len, aup_error *error) {
    struct reader reader;
    aup_status status;
    (void)state;
    reader.url = url;
    reader.at = begin;
    reader.out = out;
    reader.cap = cap;
    reader.count = 0;
    reader.lenient = (flags & AUP_PARSE_LENIENT) != 0;
    reader.error = error;
    status = schemepart(&reader);
    *out_len = reader.count;
    return reader.count > cap ? AUP_F_CAPACITY : status;
}

/* Converts the shelf to lower case. */
static aup_status AUP_CALL canonicalize(void *state, aup_str url, const aup_span *spans, size_t n_spans,
                                        const aup_edits *edits, aup_error *error) {
    size_t i;
    uint32_t at;
    (void)state;
    (void)error;
    for (i = 0; i < n_spans; i++) {
        if (spans[i].kind != SHELF)
            continue;
        for (at = spans[i].start; at < spans[i].end; at++) {
            uint8_t byte = url.ptr[at];
            aup_str lower = {&byte, 1};
            if (byte < 'A' || byte > 'Z')
                continue;
            byte = (uint8_t)(byte + 'a' - 'A');
            if (edits->replace(edits->ctx, at, at + 1, lower) != AUP_OK)
                return AUP_F_HOST;
        }
    }
    return AUP_OK;
}

#ifdef __wasm__

__asm__(".section .custom_section.anyurl.plugin,\"\",@\n.incbin \"shelf.facts.toml\"\n");

AUP_MODULE_BUFFER

aup_status anyurl_parse(uint32_t scheme, const uint8_t *url, size_t url_len, size_t begin, uint32_t flags,
                         aup_span *out, size_t cap, size_t *out_len, aup_error *error) {
    aup_str text = {url, url_len};
    return scheme == 0 ? parse(NULL, text, begin, flags, out, cap, out_len, error) : AUP_F_ARGUMENT;
}

/* Edits as bytes. What does not fit is only counted. */
struct records {
    uint8_t *out;
    size_t cap;
    size_t len;
};

static void append(struct records *to, const void *bytes, size_t len) {
    size_t i;
    for (i = 0; i < len; i++, to->len++)
        if (to->len < to->cap)
            to->out[to->len] = ((const uint8_t *)bytes)[i];
}

static aup_status replace(void *ctx, uint32_t start, uint32_t end, aup_str text) {
    uint32_t head[3] = {start, end, (uint32_t)text.len}; /* little-endian, as all numbers of WebAssembly */
    append(ctx, head, sizeof(head));
    append(ctx, text.ptr, text.len);
    return AUP_OK;
}

aup_status anyurl_canonicalize(uint32_t scheme, const uint8_t *url, size_t url_len, const aup_span *spans,
                                size_t n_spans, uint8_t *out, size_t cap, size_t *out_len, aup_error *error) {
    aup_str text = {url, url_len};
    struct records records = {out, cap, 0};
    aup_edits edits = {&records, replace};
    aup_status status = scheme == 0 ? canonicalize(NULL, text, spans, n_spans, &edits, error) : AUP_F_ARGUMENT;
    *out_len = records.len;
    return status == AUP_OK && records.len > cap ? AUP_F_CAPACITY : status;
}

#else

#define TEXT(literal) {(const uint8_t *)(literal), sizeof(literal) - 1}
#define NO_TEXT {NULL, 0}
#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))
#define BOOK TEXT("the catalogue")

static const aup_component components[] = {
    {AUP_C_HOST, AUP_R_COMMON, 0, 0, TEXT("host"), NO_TEXT, NO_TEXT},
    {AUP_C_PORT, AUP_R_COMMON, 0, 0, TEXT("port"), NO_TEXT, NO_TEXT},
    {SHELF, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("shelf"), NO_TEXT, NO_TEXT},
    {NUMBER, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("number"), NO_TEXT, NO_TEXT},
    {PAGE, AUP_R_TEXT, 0, 0, TEXT("page"), NO_TEXT, TEXT("$-_.+!*'(),")},
};

static const aup_requirement requirements[] = {
    {TEXT("x-shelf-form"), BOOK, TEXT("shelf"), TEXT("a shelf is letters and digits, and a slash"),
     TEXT("write it like `x-shelf://h/b2/17`"), NO_TEXT, AUP_FIX_UNKNOWN, 0},
    {TEXT("x-shelf-number"), BOOK, TEXT("number"), TEXT("a number is digits"), TEXT("write only digits"), NO_TEXT,
     AUP_FIX_UNKNOWN, 0},
    {TEXT("x-shelf-range"), BOOK, TEXT("number"), TEXT("a shelf has fewer than 4294967296 books"),
     TEXT("write a smaller number"), NO_TEXT, AUP_FIX_UNKNOWN, 0},
    {TEXT("x-shelf-slash"), BOOK, TEXT("page"), TEXT("a page ends without a slash"), TEXT("remove the slash"),
     NO_TEXT, AUP_FIX_REMOVE, 0},
};

static const aup_example examples[] = {
    {TEXT("x-shelf://h.example/b2/17"), TEXT("host=h.example shelf=b2 number=17")},
    {TEXT("x-shelf://h:70/B/007/a%20b"), TEXT("host=h port=70 shelf=B number=007 page=a%20b")},
};

static const aup_reject rejects[] = {
    {TEXT("x-shelf://h/"), TEXT("shelf"), AUP_E_MISSING, 12, 12, 0},
    {TEXT("x-shelf://h/b/"), TEXT("number"), AUP_E_MISSING, 14, 14, 0},
    {TEXT("x-shelf://h/b/4294967296"), TEXT("number"), AUP_E_RANGE, 14, 24, 0},
    {TEXT("x-shelf://h/b/1/a~"), TEXT("page"), AUP_E_UNEXPECTED, 17, 18, 0},
};

static const aup_scheme shelf = {
    .struct_size = sizeof(aup_scheme),
    .flags = AUP_SCHEME_HIERARCHICAL | AUP_SCHEME_DATA_OBJECT,
    .grammar = AUP_GRAMMAR_RFC1738,
    .status = AUP_STATUS_EXPERIMENTAL,
    .default_port = 7777,
    .n_components = COUNT(components),
    .n_requirements = COUNT(requirements),
    .n_examples = COUNT(examples),
    .n_rejects = COUNT(rejects),
    .name = TEXT("x-shelf"),
    .version = TEXT("1.0.0"),
    .description = TEXT("a book on a shelf"),
    .syntax = TEXT("shelfurl = \"x-shelf://\" hostport \"/\" shelf \"/\" number [ \"/\" page ]\n"
                   "shelf = 1*alphadigit\n"
                   "number = 1*digit\n"
                   "page = 1*uchar"),
    .access = TEXT("connect to host:port by TCP\n"
                   "send PAGE and the page, if there is one\n"
                   "send GET, the shelf and the number\n"
                   "receive until a line with only a full stop"),
    .steps = TEXT("[{ connect = \"{host}:{port}\" }, { send = \"PAGE {page}\\r\\n\" }, "
                  "{ send = \"GET {shelf}/{number}\\r\\n\" }, { receive = \"until-dot-line\" }]"),
    .composition = TEXT("//{host}[:{port}]/{shelf}/{number}[/{page}]"),
    .reserved = TEXT("/:"),
    .components = components,
    .requirements = requirements,
    .examples = examples,
    .rejects = rejects,
    .parse = parse,
    .canonicalize = canonicalize,
};

static const aup_scheme *const schemes[] = {&shelf};

static const aup_plugin plugin = {
    .header = {AUP_MAGIC, sizeof(aup_plugin), AUP_ABI_MAJOR, AUP_ABI_MINOR, 0, 0},
    .flags = AUP_PLUGIN_PANIC_SAFE,
    .n_schemes = COUNT(schemes),
    .name = TEXT("x-shelf-c"),
    .version = TEXT("1.0.0"),
    .built_with = TEXT("C99"),
    .schemes = schemes,
};

const aup_header *AUP_CALL anyurl_plugin_entry(void) { return &plugin.header; }

#endif
