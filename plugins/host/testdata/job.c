/* x-job: a job of a cluster, in as many versions as `FAULTS` lists. Version 1.0.0 is correct, each other has one fault.
 *
 *   x-job://queue@cluster[:port]/priority/id[?retry=n]
 */
#include <anyurl_plugin.h>
#include <string.h>

#define TEXT(text) { (const uint8_t *)(text), sizeof(text) - 1 }
#define NO_TEXT { NULL, 0 }
#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof(*(table))))

/* The faults, in the order of the versions 1.0.0, 1.0.1 and so on. */
#define FAULTS(X) \
    X(NONE) X(HOST_CUT) X(FIVE_DIGITS) X(PLAN_ORDER) X(LOWEST) X(ID_32_BITS) X(RETRY_2550) X(UPPER_KEYWORD) \
    X(RETRY_0) X(READS_BEHIND) X(SPANS_SWAPPED) X(EDIT_INVALID) X(CALLS_DIFFER) X(LENIENT_REFUSES) X(QUEUE_ZEROS) \
    X(NUMBER_AS_TEXT) X(DEFAULT_PORT) X(LENIENT_CUT) X(QUEUE_WITH_SIGN) X(UNSTABLE) X(PLAN_DROPS) X(PORT_ELSEWHERE) \
    X(LOGIN_IN_HOST) X(PAST_THE_END) X(EMPTY_ID) X(LONGEST_ID) X(LENGTH_PARITY) X(HOST_SUFFIX) X(PORT_LEFT_OUT) \
    X(PORT_CUT) X(UNLISTED)
#define NAME(fault) fault,
enum { FAULTS(NAME) N_FAULTS };

enum { QUEUE = AUP_C_OWN, PRIORITY, ID, RETRY };
enum { GENERAL, FORM, PRIORITY_NAME, ID_FORM, ID_RANGE, RETRY_RANGE, N_REQUIREMENTS = RETRY_RANGE };

struct reader {
    aup_str url;
    size_t at;
    aup_span *out;
    size_t count;
    aup_error *error;
    int fault, lenient;
};

static int peek(const struct reader *r)
{
    return r->at < r->url.len ? r->url.ptr[r->at] : -1;
}

static int is_digit(int byte) { return byte >= '0' && byte <= '9'; }
static int is_letter(int byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }
static int lower(int byte) { return byte >= 'A' && byte <= 'Z' ? byte + 'a' - 'A' : byte; }

static void set(struct reader *r, uint32_t kind, size_t start, size_t end)
{
    r->out[r->count++] = (aup_span){ kind, (uint32_t)start, (uint32_t)end };
}

static aup_status fail(struct reader *r, aup_status status, uint32_t component, uint32_t requirement, size_t start, size_t end)
{
    r->error->start = (uint32_t)start;
    r->error->end = (uint32_t)end;
    r->error->component = component;
    r->error->requirement = requirement;
    return status;
}

static aup_status mismatch(struct reader *r, uint32_t component, uint32_t requirement)
{
    size_t at = r->at, rest = at;
    const uint8_t *s = r->url.ptr;
    while (rest < r->url.len && (s[rest] == ' ' || (s[rest] >= 9 && s[rest] <= 13))) rest++;
    if (at == r->url.len) return fail(r, AUP_E_MISSING, component, requirement, at, at);
    if (rest == r->url.len || s[at] == '#') return fail(r, AUP_E_UNEXPECTED, component, GENERAL, at, r->url.len);
    if (s[at] == '%') return fail(r, AUP_E_UNEXPECTED, component, GENERAL, at, at + 3 < r->url.len ? at + 3 : at + 1);
    return fail(r, AUP_E_UNEXPECTED, component, requirement, at, at + 1);
}

/* Compares digits with a limit of as many digits or more. */
static int is_beyond(const uint8_t *digits, size_t len, const char *limit)
{
    size_t most = strlen(limit);
    while (len > 0 && *digits == '0') digits++, len--;
    return len > most || (len == most && memcmp(digits, limit, len) > 0);
}

static aup_status hostport(struct reader *r)
{
    size_t start = r->at, colon, end;
    while (peek(r) >= 0 && !strchr(":/;?", peek(r))) r->at++;
    colon = r->at;
    while (peek(r) >= 0 && !strchr("/;?", peek(r))) r->at++;
    end = r->at;
    if (r->fault == HOST_CUT && colon - start > 12) {
        set(r, AUP_C_HOST, start, start + 12);
        return AUP_OK;
    }
    if (r->fault == LENIENT_CUT && r->lenient && colon - start > 1) {
        set(r, AUP_C_HOST, start, colon - 1);
        return AUP_OK;
    }
    if (r->fault == HOST_SUFFIX && memchr(r->url.ptr + start, '.', colon - start)) {
        start = (size_t)((const uint8_t *)memchr(r->url.ptr + start, '.', colon - start) - r->url.ptr) + 1;
    }
    if (r->fault == LOGIN_IN_HOST) {
        while (r->url.ptr[start - 1] != '/') start--;
        r->count--;
    }
    set(r, AUP_C_HOST, start, colon);
    if (r->fault == PORT_LEFT_OUT) return AUP_OK;
    if (colon < end) set(r, AUP_C_PORT, colon + 1, r->fault == PORT_CUT && end - colon > 3 ? end - 1 : end);
    return AUP_OK;
}

static aup_status priority(struct reader *r)
{
    static const char *const names[] = { "low", "high", "lowest" };
    size_t start = r->at, len, n;
    while (is_letter(peek(r))) r->at++;
    len = r->at - start;
    for (n = 0; n < (r->fault == LOWEST ? 3u : 2u); n++) {
        size_t i = 0;
        while (i < len && i < strlen(names[n]) && lower(r->url.ptr[start + i]) == names[n][i]) i++;
        if (i == len && i == strlen(names[n])) {
            set(r, PRIORITY, start, r->at);
            return AUP_OK;
        }
    }
    r->at = start;
    return mismatch(r, PRIORITY, PRIORITY_NAME);
}

/* 1*20digit, at most 2^64 - 1 */
static aup_status id(struct reader *r)
{
    size_t start = r->at, most = r->fault == LONGEST_ID ? 19 : 20;
    const char *limit = r->fault == ID_32_BITS ? "4294967295" : "18446744073709551615";
    while (is_digit(peek(r)) && r->at - start < most) r->at++;
    if (r->fault == READS_BEHIND && r->at == r->url.len && is_digit(r->url.ptr[r->at])) r->at++;
    if (r->at == start && r->fault != EMPTY_ID) return mismatch(r, ID, r->fault == UNLISTED ? N_REQUIREMENTS + 1 : ID_FORM);
    if (is_beyond(r->url.ptr + start, r->at - start, limit)) return fail(r, AUP_E_RANGE, ID, ID_RANGE, start, r->at);
    set(r, ID, start, r->at + (r->fault == PAST_THE_END && r->lenient));
    return AUP_OK;
}

/* at most 255 */
static aup_status retry(struct reader *r)
{
    size_t start = r->at += 7;
    while (is_digit(peek(r)) && r->at - start < 3 + (size_t)(r->fault == RETRY_2550)) r->at++;
    if (r->at == start) return mismatch(r, RETRY, RETRY_RANGE);
    if (is_beyond(r->url.ptr + start, r->at - start, r->fault == RETRY_2550 ? "2550" : "255"))
        return fail(r, AUP_E_RANGE, RETRY, RETRY_RANGE, start, r->at);
    if (r->fault == PORT_ELSEWHERE) r->out[r->count++] = (aup_span){ AUP_C_PORT, (uint32_t)start, (uint32_t)r->at };
    set(r, RETRY, start, r->at);
    return AUP_OK;
}

static aup_status schemepart(struct reader *r)
{
    static volatile unsigned calls;
    size_t slashes = r->at, queue, n;
    aup_status status;
    while (r->at - slashes < 2 && peek(r) == '/') r->at++;
    if (r->at - slashes < 2) return fail(r, AUP_E_MISSING, 0, GENERAL, r->at, r->at);
    queue = r->at;
    while (is_letter(peek(r)) || is_digit(peek(r)) || peek(r) == '-') r->at++;
    if (r->at == queue || peek(r) != '@') return mismatch(r, QUEUE, FORM);
    r->at++;
    set(r, QUEUE, queue, r->at - (r->fault != QUEUE_WITH_SIGN));
    status = hostport(r);
    if (status != AUP_OK) return status;
    if (peek(r) != '/') return mismatch(r, PRIORITY, FORM);
    r->at++;
    if ((status = priority(r)) != AUP_OK) return status;
    if (peek(r) != '/') return mismatch(r, ID, ID_FORM);
    r->at++;
    if ((status = id(r)) != AUP_OK) return status;
    /* With READS_BEHIND, `at` is behind the text where a digit follows in memory. */
    if (r->at + 7 < r->url.len && memcmp(r->url.ptr + r->at, "?retry=", 7) == 0 && (status = retry(r)) != AUP_OK) return status;
    if (r->at < r->url.len) return mismatch(r, ID, ID_FORM);
    if (r->fault == LENGTH_PARITY && r->url.len % 7 == 3) return fail(r, AUP_E_UNEXPECTED, ID, ID_FORM, r->at - 1, r->at);
    if (r->fault == LENIENT_REFUSES && r->lenient) return fail(r, AUP_E_UNEXPECTED, ID, ID_FORM, r->at - 1, r->at);
    if (r->fault == CALLS_DIFFER && ++calls % 5 == 0) return fail(r, AUP_E_UNEXPECTED, ID, ID_FORM, r->at - 1, r->at);
    for (n = 0; r->fault == SPANS_SWAPPED && n < r->count; n++)
        r->out[n].kind = r->out[n].kind == PRIORITY ? ID : r->out[n].kind == ID ? PRIORITY : r->out[n].kind;
    return AUP_OK;
}

static aup_status AUP_CALL parse(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                                 size_t *out_len, aup_error *error)
{
    struct reader r = { url, begin, out, 0, error, *(const int *)state, (flags & AUP_PARSE_LENIENT) != 0 };
    aup_status status;
    if (cap < 8) {
        *out_len = 8;
        return AUP_F_CAPACITY;
    }
    status = schemepart(&r);
    *out_len = r.count;
    return status;
}

static aup_status step(const aup_steps *steps, uint32_t kind, const char *words)
{
    aup_str text = { (const uint8_t *)words, strlen(words) };
    return steps->step(steps->ctx, kind, text) == AUP_OK ? AUP_OK : AUP_F_HOST;
}

static aup_status AUP_CALL plan(void *state, aup_str url, const aup_span *spans, size_t n_spans, const aup_steps *steps,
                                aup_error *error)
{
    int fault = *(const int *)state, has_retry = 0;
    const char *job = fault == PLAN_ORDER ? "JOB {priority} {queue} {id}\r\n" : "JOB {queue} {priority} {id}\r\n";
    size_t n;
    aup_status status = step(steps, AUP_S_CONNECT, "{host}:{port}");
    (void)url;
    (void)error;
    for (n = 0; n < n_spans; n++) has_retry |= spans[n].kind == RETRY;
    if (status == AUP_OK) status = step(steps, AUP_S_SEND, job);
    if (status == AUP_OK && has_retry && fault != PLAN_DROPS) status = step(steps, AUP_S_SEND, "RETRY {retry}\r\n");
    return status == AUP_OK ? step(steps, AUP_S_RECEIVE, "line") : status;
}

static aup_status replace(const aup_edits *edits, uint32_t start, uint32_t end, const char *words)
{
    aup_str text = { (const uint8_t *)words, strlen(words) };
    return edits->replace(edits->ctx, start, end, text) == AUP_OK ? AUP_OK : AUP_F_HOST;
}

/* Writes the priority in lower case, and the numbers without leading zeros. */
static aup_status AUP_CALL canonicalize(void *state, aup_str url, const aup_span *spans, size_t n_spans,
                                        const aup_edits *edits, aup_error *error)
{
    int fault = *(const int *)state;
    uint32_t kind, at;
    size_t n;
    aup_status status = AUP_OK;
    (void)error;
    for (kind = QUEUE; kind <= RETRY && status == AUP_OK; kind++)
        for (n = 0; n < n_spans && status == AUP_OK; n++) {
            uint32_t start = spans[n].start, end = spans[n].end, zeros = start;
            if (spans[n].kind != kind) continue;
            while (zeros + 1 < end && url.ptr[zeros] == '0') zeros++;
            if (kind == ID && fault == FIVE_DIGITS && end - start == 5)
                status = replace(edits, start, end, "1");
            else if (kind == ID && fault == EDIT_INVALID)
                status = replace(edits, end, start, "1");
            else if (kind == RETRY && fault == RETRY_0 && zeros + 1 == end && url.ptr[zeros] == '0')
                status = replace(edits, start - 7, end, "");
            else if (zeros > start && (kind == ID || kind == RETRY || (kind == QUEUE && fault == QUEUE_ZEROS)))
                status = replace(edits, start, zeros, "");
            if (kind != PRIORITY || fault == UPPER_KEYWORD) continue;
            for (at = start; at < end && status == AUP_OK; at++) {
                char small[2] = { (char)lower(url.ptr[at]), 0 };
                if (small[0] == url.ptr[at]) continue;
                status = replace(edits, at, at + 1, small);
                if (fault == UNSTABLE) break;
            }
        }
    return status;
}

/* `NUMBER_AS_TEXT` has the role of version 1.0 of the ABI. */
#define COMPONENTS(number)                                                                      \
    {                                                                                           \
        { QUEUE, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("queue"), NO_TEXT, NO_TEXT },     \
        { AUP_C_HOST, AUP_R_COMMON, 0, 0, TEXT("host"), NO_TEXT, NO_TEXT },                     \
        { AUP_C_PORT, AUP_R_COMMON, 0, 0, TEXT("port"), NO_TEXT, NO_TEXT },                     \
        { PRIORITY, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("priority"), NO_TEXT, NO_TEXT }, \
        { ID, number, 0, AUP_COMPONENT_UNESCAPED, TEXT("id"), NO_TEXT, NO_TEXT },               \
        { RETRY, number, 0, AUP_COMPONENT_UNESCAPED, TEXT("retry"), NO_TEXT, NO_TEXT },         \
    }

static const aup_component numbers[] = COMPONENTS(AUP_R_NUMBER), texts[] = COMPONENTS(AUP_R_TEXT);

#define BOOK TEXT("the handbook of the cluster")
static const aup_requirement requirements[] = {
    { TEXT("x-job-form"), BOOK, TEXT("joburl"), TEXT("a job is queue@cluster/priority/id"),
      TEXT("write it like `x-job://mail@c1/low/7`"), NO_TEXT, AUP_FIX_UNKNOWN, 0 },
    { TEXT("x-job-priority"), BOOK, TEXT("priority"), TEXT("a priority is `low` or `high`"), TEXT("write one of them"),
      NO_TEXT, AUP_FIX_UNKNOWN, 0 },
    { TEXT("x-job-id"), BOOK, TEXT("id"), TEXT("an id is digits"), TEXT("write digits"), NO_TEXT, AUP_FIX_UNKNOWN, 0 },
    { TEXT("x-job-range"), BOOK, TEXT("id"), TEXT("an id has 64 bits"), TEXT("write a smaller number"), NO_TEXT,
      AUP_FIX_UNKNOWN, 0 },
    { TEXT("x-job-retry"), BOOK, TEXT("retry"), TEXT("a job is tried at most 255 times"), TEXT("write a smaller number"),
      NO_TEXT, AUP_FIX_UNKNOWN, 0 },
};

static const aup_str references[] = { BOOK };

static const aup_example examples[] = {
    { TEXT("x-job://mail@c1/low/7"), TEXT("queue=mail host=c1 priority=low id=7") },
    { TEXT("x-job://mail@C1:7071/LOW/007?retry=03"), TEXT("queue=mail host=C1 port=7071 priority=LOW id=007 retry=03") },
    { TEXT("x-job://a-b@c1.example:70/high/18446744073709551615?retry=255"),
      TEXT("queue=a-b host=c1.example port=70 priority=high id=18446744073709551615 retry=255") },
};

static const aup_outcome outcomes[] = {
    { TEXT("x-job://mail@c1/low/7"), TEXT("JOB mail low 7\r\n") },
    { TEXT("x-job://mail@c1/low/7?retry=3"), TEXT("JOB mail LOW 007\r\nRETRY 03\r\n") },
    { NO_TEXT, NO_TEXT },
};

static const aup_reject rejects[] = {
    { TEXT("x-job:mail"), TEXT("ip-schemepart"), AUP_E_MISSING, 6, 6, 0 },
    { TEXT("x-job://mail@c1/lower/7"), TEXT("priority"), AUP_E_UNEXPECTED, 16, 17, 0 },
    { TEXT("x-job://mail@c1/low/x"), TEXT("id"), AUP_E_UNEXPECTED, 20, 21, 0 },
    { TEXT("x-job://mail@c1/low/18446744073709551616"), TEXT("id"), AUP_E_RANGE, 20, 40, 0 },
    { TEXT("x-job://mail@c1/low/7?retry=256"), TEXT("retry"), AUP_E_RANGE, 28, 31, 0 },
};

#define SYNTAX                                                                             \
    "joburl   = \"x-job://\" queue \"@\" hostport \"/\" priority \"/\" id [ %s\"?retry=\" retry ]\n" \
    "queue    = 1*( alphadigit / \"-\" )\n"                                                \
    "priority = \"low\" / \"high\"\n"                                                      \
    "id       = 1*20digit\n"                                                               \
    "retry    = 1*3digit"

static const int faults[] = { FAULTS(NAME) };

#define VERSION_(n) "1.0." #n
#define SCHEME(n)                                                                            \
    {                                                                                        \
        .struct_size = sizeof(aup_scheme), .flags = AUP_SCHEME_DATA_OBJECT,                  \
        .grammar = AUP_GRAMMAR_RFC1738, .status = AUP_STATUS_EXPERIMENTAL,                   \
        .default_port = n == DEFAULT_PORT ? 7070 : 7071, .n_components = COUNT(numbers),     \
        .n_requirements = COUNT(requirements), .n_references = COUNT(references),            \
        .n_examples = COUNT(examples), .n_rejects = COUNT(rejects), .name = TEXT("x-job"),   \
        .version = TEXT(VERSION_(n)), .description = TEXT("a job of a cluster"),             \
        .syntax = TEXT(SYNTAX), .access = TEXT("connect to host:port by TCP\nsend the job"), \
        .composition = TEXT("//{queue}@{host}[:{port}]/{priority}/{id}[?retry={retry}]"),    \
        .reserved = TEXT("/:@?="), .components = n == NUMBER_AS_TEXT ? texts : numbers,      \
        .requirements = requirements, .references = references, .examples = examples,       \
        .rejects = rejects, .state = (void *)&faults[n], .parse = parse, .plan = plan,       \
        .canonicalize = canonicalize, .n_outcomes = COUNT(outcomes), .outcomes = outcomes,   \
    }

static const aup_scheme all[] = {
    SCHEME(0), SCHEME(1), SCHEME(2), SCHEME(3), SCHEME(4), SCHEME(5), SCHEME(6), SCHEME(7), SCHEME(8), SCHEME(9),
    SCHEME(10), SCHEME(11), SCHEME(12), SCHEME(13), SCHEME(14), SCHEME(15), SCHEME(16), SCHEME(17), SCHEME(18), SCHEME(19),
    SCHEME(20), SCHEME(21), SCHEME(22), SCHEME(23), SCHEME(24), SCHEME(25), SCHEME(26), SCHEME(27), SCHEME(28), SCHEME(29),
    SCHEME(30),
};

typedef char each_fault_has_a_version[COUNT(all) == N_FAULTS ? 1 : -1];

static const aup_scheme *const schemes[] = {
    &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7], &all[8], &all[9], &all[10], &all[11], &all[12],
    &all[13], &all[14], &all[15], &all[16], &all[17], &all[18], &all[19], &all[20], &all[21], &all[22], &all[23], &all[24],
    &all[25], &all[26], &all[27], &all[28], &all[29], &all[30],
};

static const aup_plugin plugin = {
    .header = { AUP_MAGIC, sizeof(aup_plugin), AUP_ABI_MAJOR, AUP_ABI_MINOR, 1, 0 },
    .flags = AUP_PLUGIN_PANIC_SAFE,
    .n_schemes = COUNT(schemes),
    .name = TEXT("x-job"),
    .version = TEXT("1.0.0"),
    .built_with = TEXT("C99"),
    .schemes = schemes,
};

const aup_header *AUP_CALL anyurl_plugin_entry(void) { return &plugin.header; }
