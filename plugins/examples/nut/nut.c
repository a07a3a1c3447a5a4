/* x-nut: a variable of a power supply, as Network UPS Tools serves it (RFC 9271).
 *
 *     nuturl   = "x-nut://" hostport "/" ups [ "/" variable ]
 *     ups      = 1*[ alphadigit | "-" | "_" ]
 *     variable = 1*[ alphadigit | "-" | "_" | "." ]
 */
#include "locator_plugin.h"

#include <string.h>

#define TEXT(literal) {(const uint8_t *)(literal), sizeof(literal) - 1}
#define NO_TEXT {NULL, 0}
#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

enum { UPS = LOC_C_OWN, VARIABLE };
enum { NO_REQUIREMENT, UPS_NAME, VARIABLE_NAME };

static const loc_component components[] = {
    {LOC_C_HOST, LOC_R_COMMON, 0, 0, TEXT("host"), NO_TEXT, NO_TEXT},
    {LOC_C_PORT, LOC_R_COMMON, 0, 0, TEXT("port"), NO_TEXT, NO_TEXT},
    {UPS, LOC_R_TEXT, 0, LOC_COMPONENT_UNESCAPED, TEXT("ups"), NO_TEXT, NO_TEXT},
    {VARIABLE, LOC_R_TEXT, 0, LOC_COMPONENT_UNESCAPED, TEXT("variable"), NO_TEXT, NO_TEXT},
};

static const loc_requirement requirements[] = {
    {TEXT("x-nut-ups"), TEXT("RFC 9271"), TEXT("ups"),
     TEXT("the name of a power supply is letters, digits, `-` and `_`"),
     TEXT("write a slash and the name, as in `x-nut://localhost/rack1`"), NO_TEXT, LOC_FIX_UNKNOWN, 0},
    {TEXT("x-nut-variable"), TEXT("RFC 9271"), TEXT("variable"),
     TEXT("a variable is letters, digits, `-`, `_` and full stops"),
     TEXT("write its name, as in `battery.charge`, or omit the slash for all variables"), NO_TEXT,
     LOC_FIX_UNKNOWN, 0},
};

static const loc_str references[] = {TEXT("RFC 9271")};

static const loc_example examples[] = {
    {TEXT("x-nut://localhost/rack1"), TEXT("host=localhost ups=rack1")},
    {TEXT("x-nut://h.example:3494/rack-2/battery.charge"),
     TEXT("host=h.example port=3494 ups=rack-2 variable=battery.charge")},
};

static const loc_reject rejects[] = {
    {TEXT("x-nut://h"), TEXT("ups"), LOC_E_MISSING, 9, 9, 0},
    {TEXT("x-nut://h/rack1/"), TEXT("variable"), LOC_E_MISSING, 16, 16, 0},
    {TEXT("x-nut://h/rack.1"), TEXT("ups"), LOC_E_UNEXPECTED, 14, 15, 0},
    {TEXT("x-nut:rack1"), TEXT("ip-schemepart"), LOC_E_MISSING, 6, 6, 0},
};

/* A position in the URL, and the spans before it. */
struct reader {
    loc_str url;
    size_t at;
    loc_span spans[4];
    size_t count;
};

static int next(const struct reader *reader) {
    return reader->at < reader->url.len ? reader->url.ptr[reader->at] : -1;
}

static void set(struct reader *reader, uint32_t kind, size_t start, size_t end) {
    loc_span span = {kind, (uint32_t)start, (uint32_t)end};
    reader->spans[reader->count++] = span;
}

/* Reports the next character as unexpected, or the end of the text as missing. */
static loc_status mismatch(const struct reader *reader, uint32_t component, uint32_t requirement, loc_error *error) {
    int at_end = next(reader) < 0;
    error->start = (uint32_t)reader->at;
    error->end = error->start + (at_end ? 0 : 1);
    error->component = component;
    error->requirement = requirement;
    return at_end ? LOC_E_MISSING : LOC_E_UNEXPECTED;
}

static int is_one_of(int byte, const char *marks) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte > 0 && strchr(marks, byte) != NULL);
}

/* 1*[ alphadigit | marks ] */
static loc_status name(struct reader *reader, uint32_t component, const char *marks, uint32_t requirement,
                       loc_error *error) {
    size_t start = reader->at;
    while (is_one_of(next(reader), marks))
        reader->at++;
    if (reader->at == start)
        return mismatch(reader, component, requirement, error);
    set(reader, component, start, reader->at);
    return LOC_OK;
}

static int ends_host(int byte) {
    return byte < 0 || byte == '/' || byte == ';' || byte == '?';
}

/* Only locates host and port: Locator parses them. */
static void hostport(struct reader *reader) {
    size_t start = reader->at, colon;
    while (!ends_host(next(reader)) && next(reader) != ':')
        reader->at++;
    colon = reader->at;
    set(reader, LOC_C_HOST, start, colon);
    while (!ends_host(next(reader)))
        reader->at++;
    if (reader->at > colon)
        set(reader, LOC_C_PORT, colon + 1, reader->at);
}

static loc_status schemepart(struct reader *reader, loc_error *error) {
    loc_status status;
    int slashes;
    for (slashes = 0; slashes < 2; slashes++) {
        if (next(reader) != '/') {
            mismatch(reader, 0, NO_REQUIREMENT, error);
            error->end = error->start;
            return LOC_E_MISSING;
        }
        reader->at++;
    }
    hostport(reader);
    if (next(reader) == '/')
        reader->at++;
    status = name(reader, UPS, "-_", UPS_NAME, error);
    if (status != LOC_OK || next(reader) < 0)
        return status;
    if (next(reader) != '/')
        return mismatch(reader, UPS, UPS_NAME, error);
    reader->at++;
    status = name(reader, VARIABLE, "-_.", VARIABLE_NAME, error);
    if (status != LOC_OK || next(reader) < 0)
        return status;
    return mismatch(reader, VARIABLE, VARIABLE_NAME, error);
}

static loc_status LOC_CALL parse(void *state, loc_str url, size_t begin, uint32_t flags, loc_span *out, size_t cap,
                                 size_t *out_len, loc_error *error) {
    struct reader reader;
    loc_status status;
    (void)state;
    (void)flags; /* this scheme tolerates no deviations of its own */
    reader.url = url;
    reader.at = begin;
    reader.count = 0;
    status = schemepart(&reader, error);
    *out_len = reader.count;
    if (reader.count > cap)
        return LOC_F_CAPACITY;
    memcpy(out, reader.spans, reader.count * sizeof(loc_span));
    return status;
}

static loc_status step(const loc_steps *steps, uint32_t kind, const char *words) {
    loc_str text;
    text.ptr = (const uint8_t *)words;
    text.len = strlen(words);
    return steps->step(steps->ctx, kind, text) == LOC_OK ? LOC_OK : LOC_F_HOST;
}

/* Gets one variable, or lists all variables. */
static loc_status LOC_CALL plan(void *state, loc_str url, const loc_span *spans, size_t n_spans,
                                const loc_steps *steps, loc_error *error) {
    size_t i;
    int has_variable = 0;
    loc_status status;
    (void)state;
    (void)url;
    (void)error;
    for (i = 0; i < n_spans; i++)
        has_variable |= spans[i].kind == VARIABLE;
    status = step(steps, LOC_S_CONNECT, "{host}:{port}");
    if (status == LOC_OK)
        status = step(steps, LOC_S_SEND, has_variable ? "GET VAR {ups} {variable}\n" : "LIST VAR {ups}\n");
    if (status == LOC_OK)
        status = step(steps, LOC_S_RECEIVE, "line");
    if (status == LOC_OK)
        status = step(steps, LOC_S_SEND, "LOGOUT\n");
    if (status == LOC_OK)
        status = step(steps, LOC_S_RECEIVE, "until-close");
    return status;
}

static const loc_scheme nut = {
    .struct_size = sizeof(loc_scheme),
    .flags = LOC_SCHEME_HIERARCHICAL | LOC_SCHEME_DATA_OBJECT,
    .grammar = LOC_GRAMMAR_RFC1738,
    .status = LOC_STATUS_EXPERIMENTAL,
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

static const loc_scheme *const schemes[] = {&nut};

static const loc_plugin plugin = {
    .header = {LOC_MAGIC, sizeof(loc_plugin), LOC_ABI_MAJOR, LOC_ABI_MINOR, 0, 0},
    .flags = LOC_PLUGIN_PANIC_SAFE,
    .n_schemes = COUNT(schemes),
    .name = TEXT("x-nut"),
    .version = TEXT("1.0.0"),
    .built_with = TEXT("C99"),
    .schemes = schemes,
};

const loc_header *LOC_CALL locator_plugin_entry(void) { return &plugin.header; }
