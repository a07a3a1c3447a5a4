/* A plugin for the scheme x-pigeon. Each macro CASE_… adds one defect.
 *
 *   x-pigeon://host[:port]/loft[/ring]
 *
 * If the name of a loft begins with "bad-", `parse` violates its contract.
 */
#include <anyurl_plugin.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(text) { (const uint8_t *)(text), sizeof(text) - 1 }

#ifdef CASE_UNDEFINED
extern int undefined_symbol(void);
#endif
#ifdef CASE_CONSTRUCTOR
#include <stdio.h>
__attribute__((constructor)) static void constructor(void) { fputs("the constructor has run\n", stderr); }
#endif
#ifdef CASE_DEPENDENT
extern int of_the_dependency(void);
#endif

#ifndef SCHEME
#define SCHEME "x-pigeon"
#endif
#ifndef VERSION
#define VERSION "1.2.3"
#endif
#ifndef HOST_REQ
#define HOST_REQ ">=0.1, <2"
#endif
#ifndef NAME
#define NAME "pigeon"
#endif
#ifndef MAJOR
#define MAJOR AUP_ABI_MAJOR
#endif
#ifndef MINOR
#define MINOR AUP_ABI_MINOR
#endif
#ifndef NEEDED
#define NEEDED 0
#endif
#ifndef MAGIC
#define MAGIC AUP_MAGIC
#endif
#ifndef FLAGS
#define FLAGS AUP_PLUGIN_PANIC_SAFE
#endif
#ifndef SCHEME_FLAGS
#define SCHEME_FLAGS AUP_SCHEME_DATA_OBJECT
#endif
#ifndef STATUS
#define STATUS AUP_STATUS_EXPERIMENTAL
#endif
#ifndef STEPS
#define STEPS "[{ connect = \"{host}:{port}\" }, { send = \"{loft} {ring}\\r\\n\" }, { receive = \"until-close\" }]"
#endif
#ifndef LOFT_NAME
#define LOFT_NAME "loft"
#endif
#ifndef REQUIREMENT
#define REQUIREMENT "ring-digits"
#endif
#ifndef N_COMPONENTS
#define N_COMPONENTS (sizeof components / sizeof *components)
#endif
#ifdef CASE_LONG
/* One byte more than half of the limit for all texts. */
static const uint8_t large[] = { [0 ... 1 << 19] = 'a' };
#define DESCRIPTION { large, sizeof large }
#else
#define DESCRIPTION TEXT("what a pigeon brings")
#endif
#ifndef N_SCHEMES
#define N_SCHEMES 1
#endif

enum { LOFT = AUP_C_OWN, RING = AUP_C_OWN + 1 };

static const aup_component components[] = {
    { AUP_C_HOST, AUP_R_COMMON, 0, 0, TEXT("host"), TEXT(""), TEXT("") },
    { AUP_C_PORT, AUP_R_COMMON, 0, 0, TEXT("port"), TEXT(""), TEXT("") },
    { LOFT, AUP_R_TEXT, 0, 0, TEXT(LOFT_NAME), TEXT(""), TEXT("$-_.+!*'(),") },
    { RING, AUP_R_TEXT, 0, AUP_COMPONENT_UNESCAPED, TEXT("ring"), TEXT(""), TEXT("") },
};

static const aup_requirement requirements[] = {
    { TEXT(REQUIREMENT), TEXT("pigeon post 1"), TEXT("ring"), TEXT("a ring has a number"), TEXT("write digits"),
      TEXT(""), AUP_FIX_UNKNOWN, 0 },
    { TEXT("ring-hash"), TEXT("pigeon post 2"), TEXT("ring"), TEXT("a ring has no `+` before its number"),
      TEXT("omit it"), TEXT(""), AUP_FIX_REMOVE, 0 },
};

static const aup_str references[] = { TEXT("pigeon post 1") };
static const aup_example examples[] = {
    { TEXT("x-pigeon://h/roof"), TEXT("host=h loft=roof") },
    { TEXT("x-pigeon://h:70/roof/7"), TEXT("host=h port=70 loft=roof ring=7") },
};
static const aup_reject rejects[] = {
    { TEXT("x-pigeon://h/roof/x"), TEXT("ring"), AUP_E_UNEXPECTED, 18, 19, 0 },
    { TEXT("x-pigeon:h"), TEXT("ip-schemepart"), AUP_E_MISSING, 9, 9, 0 },
};

static aup_status fail(aup_error *error, aup_status status, size_t start, size_t end, uint32_t component, uint32_t requirement)
{
    error->start = (uint32_t)start;
    error->end = (uint32_t)end;
    error->component = component;
    error->requirement = requirement;
    return status;
}

static void say(aup_error *error, const char *message, size_t len)
{
    if (error->message_cap < len) len = error->message_cap;
    if (error->message != NULL) {
        memcpy(error->message, message, len);
        error->message_len = (uint32_t)len;
    }
}

static int is(aup_str url, size_t at, size_t end, const char *what)
{
    return end - at == strlen(what) && memcmp(url.ptr + at, what, end - at) == 0;
}

/* Gives an invalid answer, by the name of the loft; returns 0 for other names. */
static int misbehave(aup_str url, size_t at, size_t end, aup_span *out, size_t cap, size_t *out_len, aup_error *error,
                     aup_status *status)
{
    *status = AUP_OK;
    if (is(url, at, end, "bad-range")) {
        out[0] = (aup_span){ LOFT, (uint32_t)at, (uint32_t)url.len + 1 };
        *out_len = 1;
    } else if (is(url, at, end, "bad-before")) {
        out[0] = (aup_span){ LOFT, 0, 4 };
        *out_len = 1;
    } else if (is(url, at, end, "bad-reversed")) {
        out[0] = (aup_span){ LOFT, (uint32_t)end, (uint32_t)at };
        *out_len = 1;
    } else if (is(url, at, end, "bad-kind")) {
        out[0] = (aup_span){ AUP_C_OWN + 2, (uint32_t)at, (uint32_t)end };
        *out_len = 1;
    } else if (is(url, at, end, "bad-user")) {
        out[0] = (aup_span){ AUP_C_USER, (uint32_t)at, (uint32_t)end };
        *out_len = 1;
    } else if (is(url, at, end, "bad-twice")) {
        out[0] = out[1] = (aup_span){ LOFT, (uint32_t)at, (uint32_t)end };
        *out_len = 2;
    } else if (is(url, at, end, "bad-port")) {
        out[0] = (aup_span){ AUP_C_PORT, (uint32_t)at, (uint32_t)end };
        *out_len = 1;
    } else if (is(url, at, end, "bad-count")) {
        *out_len = cap + 1;
    } else if (is(url, at, end, "bad-unwritten")) {
        /* nothing */
    } else if (is(url, at, end, "bad-huge")) {
        *out_len = (size_t)-1;
        *status = AUP_F_CAPACITY;
    } else if (is(url, at, end, "bad-loop")) {
        *out_len = cap + 1;
        *status = AUP_F_CAPACITY;
    } else if (is(url, at, end, "bad-status")) {
        *out_len = 0;
        *status = -42;
    } else if (is(url, at, end, "bad-hundred")) {
        *out_len = 0;
        *status = 100;
    } else if (is(url, at, end, "bad-deviation")) {
        out[0] = (aup_span){ AUP_C_DEVIATION + 2, (uint32_t)at, (uint32_t)end };
        *out_len = 1;
    } else if (is(url, at, end, "bad-lenient")) {
        out[0] = (aup_span){ AUP_C_DEVIATION, (uint32_t)at, (uint32_t)end };
        *out_len = 1;
    } else if (is(url, at, end, "bad-error")) {
        *status = fail(error, AUP_E_UNEXPECTED, url.len + 7, url.len + 8, LOFT, 1);
    } else if (is(url, at, end, "bad-requirement")) {
        *status = fail(error, AUP_E_UNEXPECTED, at, end, LOFT, 3);
    } else if (is(url, at, end, "bad-component")) {
        *status = fail(error, AUP_E_UNEXPECTED, at, end, 77, 1);
    } else if (is(url, at, end, "bad-panic")) {
        say(error, "caught \x1B[31mred", 15);
        *status = AUP_F_PANIC;
    } else if (is(url, at, end, "bad-memory")) {
        *status = AUP_F_NOMEM;
    } else if (is(url, at, end, "bad-message")) {
        say(error, "\xFF lies", 6);
        error->message_len = 0xFFFFFFFFu;
        *status = fail(error, AUP_E_UNEXPECTED, at, end, LOFT, 1);
    } else if (is(url, at, end, "bad-write")) {
        /* Writes to any pointer that is not null. */
        if (error->message != NULL) {
            memcpy(error->message, "written", 7);
            error->message_len = 7;
        }
        *status = fail(error, AUP_E_UNEXPECTED, at, end, LOFT, 1);
    } else if (is(url, at, end, "bad-exit")) {
        exit(0);
    } else if (is(url, at, end, "bad-leave")) {
        _Exit(0);
    } else if (is(url, at, end, "bad-crash")) {
        *(volatile int *)0 = 1;
    } else if (is(url, at, end, "bad-abort")) {
        abort();
    } else {
        return 0;
    }
    return 1;
}

static aup_status parse(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                        size_t *out_len, aup_error *error)
{
    const uint8_t *s = url.ptr;
    size_t at = begin, host, loft, n = 0;
    aup_status status;
    (void)state;
    *out_len = *out_len;
    if (url.len - at < 2 || s[at] != '/' || s[at + 1] != '/') {
        *out_len = 0;
        return fail(error, AUP_E_MISSING, at + (at < url.len && s[at] == '/'), at + (at < url.len && s[at] == '/'), 0, 0);
    }
    host = at += 2;
    while (at < url.len && s[at] != '/' && s[at] != ':' && s[at] != '?' && s[at] != ';') at++;
    out[n++] = (aup_span){ AUP_C_HOST, (uint32_t)host, (uint32_t)at };
    if (at < url.len && s[at] == ':') {
        size_t port = ++at;
        while (at < url.len && s[at] != '/' && s[at] != '?' && s[at] != ';') at++;
        out[n++] = (aup_span){ AUP_C_PORT, (uint32_t)port, (uint32_t)at };
    }
    *out_len = n;
    if (at == url.len) return fail(error, AUP_E_MISSING, at, at, LOFT, 0);
    if (s[at] != '/') return fail(error, AUP_E_UNEXPECTED, at, at + 1, LOFT, 0);
    loft = ++at;
    while (at < url.len && s[at] != '/') at++;
    if (at - loft > 4 && memcmp(s + loft, "bad-", 4) == 0) {
        *out_len = (size_t)-1;
        if (misbehave(url, loft, at, out, cap, out_len, error, &status)) return status;
    }
    {
        size_t i = loft;
        while (i < at) {
            if (s[i] == '%') {
                if (at - i < 3 || !strchr("0123456789abcdefABCDEF", s[i + 1]) || !strchr("0123456789abcdefABCDEF", s[i + 2]))
                    return fail(error, AUP_E_ESCAPE, i, i + 1, LOFT, 0);
                i += 3;
            } else if ((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') || (s[i] >= '0' && s[i] <= '9') ||
                       (s[i] && strchr("$-_.+!*'(),", s[i]))) {
                i++;
            } else {
                return fail(error, AUP_E_UNEXPECTED, i, i + 1, LOFT, 0);
            }
        }
    }
    out[n++] = (aup_span){ LOFT, (uint32_t)loft, (uint32_t)at };
    if (at < url.len) {
        size_t ring = ++at, i;
        if ((flags & AUP_PARSE_LENIENT) && at < url.len && s[at] == '+') {
            /* one deviation for each `+`, so that many spans are needed */
            while (at < url.len && s[at] == '+') {
                if (n < cap) out[n] = (aup_span){ AUP_C_DEVIATION + 1, (uint32_t)at, (uint32_t)at + 1 };
                n++, at++;
            }
            ring = at;
        }
        for (i = at; i < url.len; i++)
            if (s[i] < '0' || s[i] > '9') return fail(error, AUP_E_UNEXPECTED, i, i + 1, RING, 1);
        if (ring == url.len) return fail(error, AUP_E_MISSING, ring, ring, RING, 1);
        if (n < cap) out[n] = (aup_span){ RING, (uint32_t)ring, (uint32_t)url.len };
        n++;
    }
    *out_len = n;
    return n > cap ? AUP_F_CAPACITY : AUP_OK;
}

#if defined(CASE_PLAN)
static aup_str text(const char *text) { return (aup_str){ (const uint8_t *)text, strlen(text) }; }

/* If the name of a loft begins with "plan-", `plan` violates its contract. */
static aup_status plan(void *state, aup_str url, const aup_span *spans, size_t n, const aup_steps *to, aup_error *error)
{
    size_t i;
    (void)state;
    to->step(to->ctx, AUP_S_CONNECT, text("{host}:{port}"));
    for (i = 0; i < n; i++) {
        size_t at = spans[i].start, end = spans[i].end;
        if (spans[i].kind != LOFT) continue;
        if (is(url, at, end, "plan-kind")) to->step(to->ctx, 9, text("x"));
        if (is(url, at, end, "plan-brace")) to->step(to->ctx, AUP_S_SEND, text("{other}"));
        if (is(url, at, end, "plan-until")) to->step(to->ctx, AUP_S_RECEIVE, text("ever"));
        if (is(url, at, end, "plan-utf8")) return to->step(to->ctx, AUP_S_SEND, text("\xFF"));
        if (is(url, at, end, "plan-null")) return to->step(to->ctx, AUP_S_SEND, (aup_str){ NULL, 3 });
        if (is(url, at, end, "plan-silent")) to->step(to->ctx, AUP_S_SEND, text("\xFF"));
        if (is(url, at, end, "plan-many"))
            while (to->step(to->ctx, AUP_S_SEND, text("{loft}\r\n")) == AUP_OK) {}
        if (is(url, at, end, "plan-exit")) exit(0);
        if (is(url, at, end, "plan-none")) return AUP_F_UNSUPPORTED;
        if (is(url, at, end, "plan-panic")) { say(error, "fell\x07", 5); return AUP_F_PANIC; }
        if (is(url, at, end, "plan-no")) { error->requirement = 1; return AUP_E_FORBIDDEN; }
        if (is(url, at, end, "plan-status")) return 1000;
    }
    to->step(to->ctx, AUP_S_SEND, text("{loft} {ring}\r\n"));
    return to->step(to->ctx, AUP_S_RECEIVE, text("until-close"));
}
#endif

#if defined(CASE_CANONICAL)
static aup_status put(const aup_edits *to, size_t start, size_t end, const char *text)
{
    return to->replace(to->ctx, (uint32_t)start, (uint32_t)end, (aup_str){ (const uint8_t *)text, strlen(text) });
}

/* Makes invalid edits, by the name of the loft; returns 0 for other names. */
static int misedit(aup_str url, aup_span host, size_t host_end, size_t at, size_t end, const aup_edits *to,
                   aup_status *status)
{
    *status = AUP_OK;
    if (is(url, at, end, "edits-far")) put(to, 0, url.len + 9, "x");
    else if (is(url, at, end, "edits-before")) put(to, 0, 1, "x");
    else if (is(url, at, end, "edits-back")) put(to, end, at, "x");
    else if (is(url, at, end, "edits-space")) put(to, at, end, " ");
    else if (is(url, at, end, "edits-hash")) put(to, at, end, "#");
    else if (is(url, at, end, "edits-control")) put(to, at, end, "a\r\nb");
    else if (is(url, at, end, "edits-utf8")) put(to, at, end, "\xFF");
    else if (is(url, at, end, "edits-null")) to->replace(to->ctx, (uint32_t)at, (uint32_t)end, (aup_str){ NULL, 3 });
    else if (is(url, at, end, "edits-over")) put(to, at, end, "x"), put(to, at, end, "x");
    else if (is(url, at, end, "edits-order")) put(to, end, end, "x"), put(to, at, at, "x");
    else if (is(url, at, end, "edits-within")) put(to, host.start + 1, host.end, "x");
    else if (is(url, at, end, "edits-whole")) put(to, host.start, host.end, "evil.dom");
    else if (is(url, at, end, "edits-append")) put(to, host_end, host_end, "x");
    else if (is(url, at, end, "edits-port")) put(to, host_end, host_end, ":1");
    else if (is(url, at, end, "edits-label")) put(to, host.start, host.start, "evil.");
    else if (is(url, at, end, "edits-user")) put(to, host.start, host.start, "u:S3CRET@");
    else if (is(url, at, end, "edits-slashes")) put(to, host.start - 2, host.start, "");
    else if (is(url, at, end, "edits-foreign")) put(to, at, end, "a~b");
    else if (is(url, at, end, "edits-nothing")) put(to, at - 1, end, "");
    else if (end - at >= 10 && memcmp(url.ptr + at, "edits-grow", 10) == 0) put(to, end, end, "x");
    else if (is(url, at, end, "edits-turn")) put(to, at, end, "edits-nrut");
    else if (is(url, at, end, "edits-nrut")) put(to, at, end, "edits-turn");
    else if (is(url, at, end, "edits-large") || is(url, at, end, "edits-large-back")) {
        static char large[1 << 19];
        size_t n;
        memset(large, 'a', sizeof large - 1);
        for (n = 0; n < 4096; n++)
            if (put(to, at, at, large) != AUP_OK && is(url, at, end, "edits-large-back")) *status = AUP_F_HOST;
    } else if (is(url, at, end, "edits-many")) {
        size_t n;
        for (n = 0; n < 1000000; n++) put(to, at, at, "");
    } else if (is(url, at, end, "edits-panic")) *status = AUP_F_PANIC;
    else if (is(url, at, end, "edits-memory")) *status = AUP_F_NOMEM;
    else if (is(url, at, end, "edits-status")) *status = 1000;
    else if (is(url, at, end, "edits-bad-url")) *status = AUP_E_FORBIDDEN;
    else return 0;
    return 1;
}

/* Converts the loft to upper case; if its name begins with "edits-", makes invalid edits. */
static aup_status canonicalize(void *state, aup_str url, const aup_span *spans, size_t n, const aup_edits *to,
                               aup_error *error)
{
    size_t i, host_end = 0;
    aup_span host = { 0, 0, 0 };
    aup_status status;
    (void)state;
    /* Without a buffer for a message, the pointer is NULL. */
    if (error->message != NULL) error->message[0] = 'x';
    for (i = 0; i < n; i++) {
        if (spans[i].kind == AUP_C_HOST) host = spans[i];
        if (spans[i].kind == AUP_C_HOST || spans[i].kind == AUP_C_PORT) host_end = spans[i].end;
    }
    for (i = 0; i < n; i++) {
        size_t at = spans[i].start, end = spans[i].end, k;
        if (spans[i].kind != LOFT) continue;
        if (misedit(url, host, host_end, at, end, to, &status)) return status;
        if (is(url, at, end, "edits-exit")) exit(0);
        if (is(url, at, end, "edits-none")) return AUP_F_UNSUPPORTED;
        if (is(url, at, end, "edits-escape")) return put(to, at, end, "%41%7e");
        for (k = at; k < end; k++) {
            char upper[2] = { 0, 0 };
            upper[0] = (char)(url.ptr[k] - 32);
            if (url.ptr[k] >= 'a' && url.ptr[k] <= 'z' && put(to, k, k + 1, upper) != AUP_OK) return AUP_F_HOST;
        }
    }
    return AUP_OK;
}
#endif

#ifdef THROWS
aup_status throwing(void *, aup_str, size_t, uint32_t, aup_span *, size_t, size_t *, aup_error *);
#define parse throwing
#endif

#if defined(CASE_INIT)
static aup_status init(const aup_host *host, aup_error *error)
{
    if (host->struct_size < sizeof *host || host->version.len == 0) return AUP_F_ARGUMENT;
    say(error, "no \x1B[31mpigeons", 15);
    return CASE_INIT;
}
#elif defined(CASE_HANG)
#include <unistd.h>
static aup_status init(const aup_host *host, aup_error *error)
{
    (void)host, (void)error;
    for (;;) sleep(1);
    return AUP_OK;
}
#elif defined(CASE_THREADS)
#include <pthread.h>
static pthread_key_t key;
static void at_exit(void *value) { free(value); }
static aup_status init(const aup_host *host, aup_error *error)
{
    (void)host, (void)error;
    return pthread_key_create(&key, at_exit) ? AUP_F_INIT : AUP_OK;
}
static aup_status parse_and_remember(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                                     size_t *out_len, aup_error *error)
{
    if (pthread_getspecific(key) == NULL) pthread_setspecific(key, malloc(64));
    return parse(state, url, begin, flags, out, cap, out_len, error);
}
#define parse parse_and_remember
#endif

static const aup_scheme scheme = {
#ifdef CASE_OLD_SCHEME
    offsetof(aup_scheme, plan),
#else
    sizeof(aup_scheme),
#endif
    SCHEME_FLAGS, AUP_GRAMMAR_RFC1738, STATUS,
    7070, N_COMPONENTS, sizeof requirements / sizeof *requirements, 1,
#ifdef CASE_NO_EXAMPLE
    0,
#else
    sizeof examples / sizeof *examples,
#endif
    sizeof rejects / sizeof *rejects,
    TEXT(SCHEME), TEXT("1.0.0"), DESCRIPTION,
    TEXT("pigeonurl = \"x-pigeon://\" hostport \"/\" loft [ \"/\" ring ]"),
    TEXT("connect to host:port by TCP\nsend loft and ring\nreceive until the end"),
    TEXT(STEPS), TEXT(""),
#ifdef CASE_LONG
    { large, sizeof large },
#else
    TEXT(""),
#endif
    TEXT("//{host}[:{port}]/{loft}[/{ring}]"), TEXT("/:"),
    components, requirements, references, examples, rejects, NULL,
#ifdef CASE_NO_PARSE
    NULL,
#else
    parse,
#endif
#if defined(CASE_PLAN)
    plan,
#elif defined(CASE_OLD_SCHEME)
    (void *)1, /* after the end of struct_size */
#else
    NULL,
#endif
#if defined(CASE_CANONICAL)
    canonicalize
#else
    NULL
#endif
};

#ifdef CASE_NULL_SCHEME
static const aup_scheme *const schemes[] = { NULL };
#else
static const aup_scheme *const schemes[] = { &scheme, &scheme };
#endif

/* A struct of a later version, which is longer. */
static const struct {
    aup_plugin plugin;
    uint64_t later[4];
} exported = { {
    { MAGIC,
#ifdef SIZE
      SIZE,
#else
      sizeof exported,
#endif
      MAJOR, MINOR, NEEDED, 0 },
    FLAGS, N_SCHEMES, TEXT(NAME), TEXT(VERSION), TEXT(HOST_REQ), TEXT("cc"), schemes,
#if defined(CASE_INIT) || defined(CASE_HANG) || defined(CASE_THREADS)
    init,
#else
    NULL,
#endif
    NULL }, { 1, 2, 3, 4 } };

#ifndef CASE_NO_ENTRY
#ifdef CASE_FORMER_NAME
#define anyurl_plugin_entry locator_plugin_entry
#endif
AUP_EXPORT const aup_header *AUP_CALL anyurl_plugin_entry(void)
{
#ifdef CASE_UNDEFINED
    undefined_symbol();
#endif
#ifdef CASE_NULL
    return NULL;
#elif defined(CASE_MISALIGNED)
    return (const aup_header *)((const char *)&exported + 4);
#else
    return (const aup_header *)&exported;
#endif
}
#else
AUP_EXPORT const void *something_else(void);
AUP_EXPORT const void *something_else(void)
{
#ifdef CASE_DEPENDENT
    of_the_dependency();
#endif
    return &exported;
}
#endif
