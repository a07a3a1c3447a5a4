/* x-nut: a variable of a power supply, as Network UPS Tools serves it (RFC 9271).
 *
 *     nuturl   = "x-nut://" hostport "/" ups [ "/" variable ]
 *     ups      = 1*[ alphadigit | "-" | "_" ]
 *     variable = 1*[ alphadigit | "-" | "_" | "." ]
 */
#include "anyurl_plugin.h"

#include <string.h>

#define TEXT(literal) {(const uint8_t *)(literal), sizeof(literal) - 1}
#define NO_TEXT {NULL, 0}
#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

enum { UPS = AUP_C_OWN, VARIABLE };
enum { NO_REQUIREMENT, UPS_NAME, VARIABLE_NAME };

static const aup_component components[] = {
    {AUP_C_HOST, AUP_R_COMMON, 0, 0, TEXT("host"), NO_TEXT, NO_TEXT},
    {AUP_C_PORT, AUP_R_COMMON, 0, 0, TEXT("port"), NO_TEXT, NO_TEXT},
    {UPS, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("ups"), NO_TEXT, NO_TEXT},
    {VARIABLE, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("variable"), NO_TEXT, NO_TEXT},
};

static const aup_requirement requirements[] = {
    {TEXT("x-nut-ups"), TEXT("RFC 9271"), TEXT("ups"),
     TEXT("the name of a power supply is letters, digits, `-` and `_`"),
     TEXT("write a slash and the name, as in `x-nut://localhost/rack1`"), NO_TEXT, AUP_FIX_UNKNOWN, 0},
    {TEXT("x-nut-variable"), TEXT("RFC 9271"), TEXT("variable"),
     TEXT("a variable is letters, digits, `-`, `_` and full stops"),
     TEXT("write its name, as in `battery.charge`, or omit the slash for all variables"), NO_TEXT,
     AUP_FIX_UNKNOWN, 0},
};

static const aup_str references[] = {TEXT("RFC 9271")};

static const aup_example examples[] = {
    {TEXT("x-nut://localhost/rack1"), TEXT("host=localhost ups=rack1")},
    {TEXT("x-nut://h.example:3494/rack-2/battery.charge"),
     TEXT("host=h.example port=3494 ups=rack-2 variable=battery.charge")},
};

static const aup_reject rejects[] = {
    {TEXT("x-nut://h"), TEXT("ups"), AUP_E_MISSING, 9, 9, 0},
    {TEXT("x-nut://h/rack1/"), TEXT("variable"), AUP_E_MISSING, 16, 16, 0},
    {TEXT("x-nut://h/rack.1"), TEXT("ups"), AUP_E_UNEXPECTED, 14, 15, 0},
    {TEXT("x-nut:rack1"), TEXT("ip-schemepart"), AUP_E_MISSING, 6, 6, 0},
};

/* A position in the URL, and the spans before it. */
struct reader {
    aup_str url;
    size_t at;
    aup_span spans[4];
    size_t count;
};

static int next(const struct reader *reader) {
    return reader->at < reader->url.len ? reader->url.ptr[reader->at] : -1;
}

static void set(struct reader *reader, uint32_t kind, size_t start, size_t end) {
    aup_span span = {kind, (uint32_t)start, (uint32_t)end};
    reader->spans[reader->count++] = span;
}

/* Reports the next character as unexpected, or the end of the text as missing. */
static aup_status mismatch(const struct reader *reader, uint32_t component, uint32_t requirement, aup_error *error) {
    int at_end = next(reader) < 0;
    error->start = (uint32_t)reader->at;
    error->end = error->start + (at_end ? 0 : 1);
    error->component = component;
    error->requirement = requirement;
    return at_end ? AUP_E_MISSING : AUP_E_UNEXPECTED;
}

static int is_one_of(int byte, const char *marks) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte > 0 && strchr(marks, byte) != NULL);
}

/* 1*[ alphadigit | marks ] */
static aup_status name(struct reader *reader, uint32_t component, const char *marks, uint32_t requirement,
                       aup_error *error) {
    size_t start = reader->at;
    while (is_one_of(next(reader), marks))
        reader->at++;
    if (reader->at == start)
        return mismatch(reader, component, requirement, error);
    set(reader, component, start, reader->at);
    return AUP_OK;
}

static int ends_host(int byte) {
    return byte < 0 || byte == '/' || byte == ';' || byte == '?';
}

/* Only locates host and port: anyurl parses them. */
static void hostport(struct reader *reader) {
    size_t start = reader->at, colon;
    while (!ends_host(next(reader)) && next(reader) != ':')
        reader->at++;
    colon = reader->at;
    set(reader, AUP_C_HOST, start, colon);
    while (!ends_host(next(reader)))
        reader->at++;
    if (reader->at > colon)
        set(reader, AUP_C_PORT, colon + 1, reader->at);
}

static aup_status schemepart(struct reader *reader, aup_error *error) {
    aup_status status;
    int slashes;
    for (slashes = 0; slashes < 2; slashes++) {
        if (next(reader) != '/') {
            mismatch(reader, 0, NO_REQUIREMENT, error);
            error->end = error->start;
            return AUP_E_MISSING;
        }
        reader->at++;
    }
    hostport(reader);
    if (next(reader) == '/')
        reader->at++;
    status = name(reader, UPS, "-_", UPS_NAME, error);
    if (status != AUP_OK || next(reader) < 0)
        return status;
    if (next(reader) != '/')
        return mismatch(reader, UPS, UPS_NAME, error);
    reader->at++;
    status = name(reader, VARIABLE, "-_.", VARIABLE_NAME, error);
    if (status != AUP_OK || next(reader) < 0)
        return status;
    return mismatch(reader, VARIABLE, VARIABLE_NAME, error);
}

static aup_status AUP_CALL parse(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                                 size_t *out_len, aup_error *error) {
    struct reader reader;
    aup_status status;
    (void)state;
    (void)flags; /* this scheme tolerates no deviations of its own */
    reader.url = url;
    reader.at = begin;
    reader.count = 0;
    status = schemepart(&reader, error);
    *out_len = reader.count;
    if (reader.count > cap)
        return AUP_F_CAPACITY;
    memcpy(out, reader.spans, reader.count * sizeof(aup_span));
    return status;
}

static aup_status step(const aup_steps *steps, uint32_t kind, const char *words) {
    aup_str text;
    text.ptr = (const uint8_t *)words;
    text.len = strlen(words);
    return steps->step(steps->ctx, kind, text) == AUP_OK ? AUP_OK : AUP_F_HOST;
}

/* Gets one variable, or lists all variables. */
static aup_status AUP_CALL plan(void *state, aup_str url, const aup_span *spans, size_t n_spans,
                                const aup_steps *steps, aup_error *error) {
    size_t i;
    int has_variable = 0;
    aup_status status;
    (void)state;
    (void)url;
    (void)error;
    for (i = 0; i < n_spans; i++)
        has_variable |= spans[i].kind == VARIABLE;
    status = step(steps, AUP_S_CONNECT, "{host}:{port}");
    if (status == AUP_OK)
        status = step(steps, AUP_S_SEND, has_variable ? "GET VAR {ups} {variable}\n" : "LIST VAR {ups}\n");
    if (status == AUP_OK)
        status = step(steps, AUP_S_RECEIVE, "line");
    if (status == AUP_OK)
        status = step(steps, AUP_S_SEND, "LOGOUT\n");
    if (status == AUP_OK)
        status = step(steps, AUP_S_RECEIVE, "until-close");
    return status;
}

static const aup_scheme nut = {
    .struct_size = sizeof(aup_scheme),
    .flags = AUP_SCHEME_HIERARCHICAL | AUP_SCHEME_DATA_OBJECT,
    .grammar = AUP_GRAMMAR_RFC1738,
    .status = AUP_STATUS_EXPERIMENTAL,
    .default_port = 3493,
    .n_components = COUNT(components),
    .n_requirements = COUNT(requirements),
    .n_references = COUNT(references),
    .n_examples = COUNT(examples),
    .n_rejects = COUNT(rejects),
    .name = TEXT("x-nut"),
    .version = TEXT("1.0.0"),
    .description = TEXT("a variable of a power supply"),
    .syntax = TEXT("nuturl   = \"x-nut://\" hostport \"/\" ups [ \"/\" variable ]\n"
                   "ups      = 1*[ alphadigit | \"-\" | \"_\" ]\n"
                   "variable = 1*[ alphadigit | \"-\" | \"_\" | \".\" ]"),
    .access = TEXT("connect to host:port by TCP\n"
                   "send GET VAR, the supply and the variable; without a variable LIST VAR and the supply\n"
                   "receive the answer, and send LOGOUT"),
    .composition = TEXT("//{host}[:{port}]/{ups}[/{variable}]"),
    .reserved = TEXT("/:"),
    .components = components,
    .requirements = requirements,
    .references = references,
    .examples = examples,
    .rejects = rejects,
    .parse = parse,
    .plan = plan,
};

static const aup_scheme *const schemes[] = {&nut};

static const aup_plugin plugin = {
    .header = {AUP_MAGIC, sizeof(aup_plugin), AUP_ABI_MAJOR, AUP_ABI_MINOR, 0, 0},
    .flags = AUP_PLUGIN_PANIC_SAFE,
    .n_schemes = COUNT(schemes),
    .name = TEXT("x-nut"),
    .version = TEXT("1.0.0"),
    .built_with = TEXT("C99"),
    .schemes = schemes,
};

const aup_header *AUP_CALL anyurl_plugin_entry(void) { return &plugin.header; }
