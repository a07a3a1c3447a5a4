/* Locator plugins: schemes from a shared library. ABI 1.0.
 *
 * A plugin exports one function, `locator_plugin_entry`, which returns constant data: what the library is, the schemes
 * it brings, and for each what RFC 1738 Section 4 asks of a submission: its syntax and its algorithm of access.
 *
 * Ownership   No memory changes hands. What the host passes is borrowed for the call. What a plugin gives goes into
 *             buffers of the host (`out`, `message`) or through its functions (`loc_edits`, `loc_steps`). What
 *             `locator_plugin_entry` returns, and all it points to, is valid until the process ends and never changes.
 * Growth      Within a major version structs grow at their end only. Each that can grow begins with its size: whoever
 *             reads one reads `min(struct_size, sizeof mine)` and takes the rest as zero. Elements of arrays
 *             (`loc_span`, `loc_component`, `loc_requirement`, `loc_example`, `loc_reject`) never grow.
 * Threads     Every function of a scheme is called from any thread, and from several at once. `init` is called once
 *             before any other, by one thread; it must bear to be called again.
 * Unwinding   No exception, panic or longjmp leaves a function, on either side.
 * Unloading   Never.
 * Input       A URL is US-ASCII, shorter than 2^32 - 1 bytes, and begins with the scheme's name, in any case, and a
 *             colon; `begin` is the offset behind the colon. Offsets count bytes of the URL from its beginning.
 *             A fragment has been taken off where one may follow; where none may, a `#` is a byte that no rule takes.
 *             In lenient mode what every scheme forgives is an escape already: characters outside US-ASCII, a space,
 *             unsafe characters, a `%` without two digits. In strict mode each byte of a character outside US-ASCII is
 *             a DEL (0x7F), which no grammar takes. Offsets are mapped back.
 *
 * C99 and C++17. A text (`loc_str`) is UTF-8 without a NUL at its end.
 */
#ifndef LOCATOR_PLUGIN_H
#define LOCATOR_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define LOC_EXPORT __declspec(dllexport)
#define LOC_CALL __cdecl
#else
#define LOC_EXPORT __attribute__((visibility("default")))
#define LOC_CALL
#endif

#define LOC_ABI_MAJOR 1u
#define LOC_ABI_MINOR 0u
#define LOC_MAGIC 0x004C5255u /* the bytes "URL" and NUL */

/* What a function answers. 0: well. 1 to 99: the URL is bad, and this is the kind of fault. Below 0: the call failed. */
typedef int32_t loc_status;
enum {
    LOC_OK = 0,
    LOC_E_UNEXPECTED = 1,   /* something stands where the grammar has no place for it */
    LOC_E_MISSING = 2,      /* something that must be there is not */
    LOC_E_RANGE = 3,        /* a number or a length beyond its bounds */
    LOC_E_ESCAPE = 4,       /* a `%` without two hexadecimal digits */
    LOC_E_FORBIDDEN = 5,    /* derivable from the grammar, and forbidden by the prose */
    LOC_F_CAPACITY = -1,    /* `out` is too small: `*out_len` says how many spans are needed; asked again once */
    LOC_F_UNSUPPORTED = -2, /* the scheme has no such operation */
    LOC_F_NOMEM = -3,       /* no memory */
    LOC_F_ARGUMENT = -4,    /* an argument breaks this contract */
    LOC_F_HOST = -5,        /* a function of the host has answered an error */
    LOC_F_INIT = -6,        /* the plugin cannot work */
    LOC_F_PANIC = -100      /* the plugin has caught a panic of its own */
};

typedef struct {
    const uint8_t *ptr;
    size_t len;
} loc_str;

/* The beginning of every plugin, frozen for ever: 16 bytes. */
typedef struct {
    uint32_t magic;            /* LOC_MAGIC */
    uint32_t struct_size;      /* of the loc_plugin that it begins */
    uint16_t abi_major;        /* what it was compiled against */
    uint16_t abi_minor;
    uint16_t abi_minor_needed; /* the lowest minor of a host that it can work with */
    uint16_t reserved;         /* 0 */
} loc_header;

/* What a span is of. */
enum {
    LOC_C_USER = 1,
    LOC_C_PASSWORD = 2,
    LOC_C_HOST = 3,
    LOC_C_PORT = 4,
    LOC_C_OWN = 0x10000,      /* + n: component n of the scheme's own */
    LOC_C_DEVIATION = 0x20000 /* + n: not a component: the text deviates here from requirement n, and lenient mode forgives it */
};

/* Bytes [start, end) of the URL. */
typedef struct {
    uint32_t kind;
    uint32_t start;
    uint32_t end;
} loc_span;

/* What a component of the scheme's own is. The common ones (user, password, host, port) have the role 0. */
enum {
    LOC_R_COMMON = 0,
    LOC_R_TEXT = 1,
    LOC_R_WHOLE = 2,        /* text that other components divide */
    LOC_R_KEYWORD = 3,      /* text without regard to case */
    LOC_R_FLAG = 4,         /* its presence is all it says */
    LOC_R_LIST_BETWEEN = 5, /* texts with `delimiter` between them: a/b */
    LOC_R_LIST_AFTER = 6,   /* texts with `delimiter` behind each: a/b/ */
    LOC_R_FIELDS = 7        /* ;name=value, any number of times */
};
enum {
    LOC_COMPONENT_LENIENT = 1,  /* exists in lenient mode only */
    LOC_COMPONENT_UNESCAPED = 2 /* its rule has no escapes */
};

typedef struct {
    uint32_t kind;      /* LOC_C_USER ... LOC_C_PORT, or LOC_C_OWN + n, counted from 0 without gaps */
    uint32_t role;      /* LOC_R_... */
    uint32_t delimiter; /* of a list: a byte of US-ASCII */
    uint32_t flags;     /* LOC_COMPONENT_... */
    loc_str name;
    loc_str fallback;   /* what it is taken to be when it is absent; `ptr` NULL: nothing, and steps that send it are skipped */
    loc_str plain;      /* the bytes, beside letters and digits, that stand for themselves when a URL is built */
} loc_component;

/* How a text is fixed that breaks a requirement. */
enum { LOC_FIX_UNKNOWN = 0, LOC_FIX_ENCODE = 1, LOC_FIX_DECODE = 2, LOC_FIX_REMOVE = 3, LOC_FIX_REPLACE = 4 };

/* One rule of the scheme's documents, in plain words: what an error cites. */
typedef struct {
    loc_str id;          /* "x-shelf-number" */
    loc_str section;     /* "RFC 1738 3.1" */
    loc_str rule;        /* the rule of the grammar: "number" */
    loc_str says;        /* second half of a sentence: lower case, no full stop */
    loc_str help;        /* what the writer of the URL can do, as a short command */
    loc_str replacement; /* with LOC_FIX_REPLACE */
    uint32_t fix;       /* LOC_FIX_... */
    uint32_t reserved;   /* 0 */
} loc_requirement;

/* A URL that is accepted, and its components: "host=h shelf=b number=7". Absent ones are not named. */
typedef struct {
    loc_str url;
    loc_str components;
} loc_example;

/* A text that strict mode refuses, and where. */
typedef struct {
    loc_str url;
    loc_str rule;
    uint32_t kind; /* LOC_E_... */
    uint32_t start;
    uint32_t end;
    uint32_t reserved; /* 0 */
} loc_reject;

/* Filled in by the plugin when a URL is bad or a call fails; the host owns it, and has filled in the first and the last
 * two fields. `message` is for a person, and may stay empty: the requirement speaks. It is NULL where `message_cap` is 0, which
 * is so in most calls. */
typedef struct {
    uint32_t struct_size;
    uint32_t start;      /* where: bytes [start, end) of the URL; empty where something is missing */
    uint32_t end;
    uint32_t component;  /* in which component: LOC_C_...; 0: none of them */
    uint32_t requirement;     /* 1 + the number of the requirement; 0: what every scheme says of the character, or of the end, and
                          * the rule is then the component's name */
    uint32_t message_len;
    uint32_t message_cap;
    uint32_t reserved;
    uint8_t *message;
} loc_error;

/* What the canonical form has in the place of bytes [start, end), which lie behind `begin`; in order, none overlapping,
 * and none from the start of the host to the end of the port. A text has printable US-ASCII and no `#`. There are at most
 * 4096 edits and one for each byte of the URL, with texts of at most 1 MiB and twice its length.
 * What comes of them is read again by `parse`. It must be good, with the same user, password, host and port, and
 * `canonicalize` must have nothing more to change in it. Anything else breaks this contract, as an edit does that is
 * answered by LOC_F_HOST: then none is made, and the host tells so. */
typedef struct {
    void *ctx;
    loc_status(LOC_CALL *replace)(void *ctx, uint32_t start, uint32_t end, loc_str text);
} loc_edits;

/* Steps of access. The text of a step is written as in a registry file: a component in braces stands for its bytes,
 * which the host decodes, and refuses where they would act as protocol. All other text is the plugin's own, and the host
 * cannot tell where it is from: a plugin that copies bytes of the URL into it must check them itself, and should not. */
enum {
    LOC_S_CONNECT = 1, /* "{host}:{port}" */
    LOC_S_SEND = 2,    /* "GET {shelf}/{number}\r\n", with the CR and LF themselves */
    LOC_S_RECEIVE = 3  /* "until-close", "until-dot-line", "line" or "reply" */
};
typedef struct {
    void *ctx;
    loc_status(LOC_CALL *step)(void *ctx, uint32_t kind, loc_str text);
} loc_steps;

enum { LOC_PARSE_LENIENT = 1 };

/* What the host is. Valid until the process ends. */
typedef struct {
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    loc_str name;    /* "locator" */
    loc_str version; /* semver */
    void *ctx;
    void(LOC_CALL *log)(void *ctx, int32_t level, loc_str message); /* may be NULL; from any thread */
    const void *(LOC_CALL *extension)(void *ctx, loc_str id);       /* may be NULL */
} loc_host;

enum {
    LOC_SCHEME_HIERARCHICAL = 1, /* `/` separates levels: relative use makes sense */
    LOC_SCHEME_DATA_OBJECT = 2   /* it designates an object that can be retrieved; else `name_properties` says what */
};
enum { LOC_GRAMMAR_RFC1738 = 1, LOC_GRAMMAR_RFC3986 = 2 };
enum {
    LOC_STATUS_PERMANENT = 1,
    LOC_STATUS_PROVISIONAL = 2,
    LOC_STATUS_HISTORICAL = 3,
    LOC_STATUS_EXPERIMENTAL = 4,
    LOC_STATUS_RESERVED = 5,
    LOC_STATUS_PRIVATE = 6
};

typedef struct {
    uint32_t struct_size;
    uint32_t flags;        /* LOC_SCHEME_... */
    uint32_t grammar;      /* LOC_GRAMMAR_...: the generic grammar that its syntax stays inside */
    uint32_t status;       /* LOC_STATUS_... */
    uint32_t default_port; /* 0: none */
    uint32_t n_components;
    uint32_t n_requirements;
    uint32_t n_references;
    uint32_t n_examples;   /* at least 1 */
    uint32_t n_rejects;    /* at least 1 */
    loc_str name;          /* in lower case: "x-shelf", "com.example.shelf" */
    loc_str version;       /* of this definition: semver */
    loc_str description;
    loc_str syntax;          /* ABNF (RFC 1738 s4: the syntax) */
    loc_str access;          /* in words, a line for each step (RFC 1738 s4: the algorithm) */
    loc_str steps;           /* the algorithm as an array of steps, as in a registry file; empty: `plan` has it */
    loc_str name_properties; /* what its names mean, where they locate no data object */
    loc_str demonstration;   /* a client, a server, a gateway that shows it works; may be empty */
    loc_str composition; /* how components are put together: "//{host}[:{port}]/{shelf}"; empty: none can be built */
    loc_str reserved;        /* which of ;/?:@=& it reserves */
    const loc_component *components;
    const loc_requirement *requirements;
    const loc_str *references;
    const loc_example *examples;
    const loc_reject *rejects;
    void *state; /* first argument of every call */

    /* Reads url[begin..]. Writes at most `cap` spans to `out`, each kind once (deviations as often as they occur), and
     * their number to `*out_len`; on LOC_F_CAPACITY the number needed.
     * Host and port need only be found, up to the `/`, `;` or `?` behind them: the host reads from the one's start to the
     * other's end once more by RFC 1738 3.1 (with LOC_GRAMMAR_RFC3986, RFC 3986 3.2.2), and keeps what lenient mode
     * forgives there: a user name in a scheme that has none need not be listed. So that the first fault of a URL is told first, it does this too where `parse` answers one: `out`
     * then has what was found before. */
    loc_status(LOC_CALL *parse)(void *state, loc_str url, size_t begin, uint32_t flags, loc_span *out, size_t cap,
                                size_t *out_len, loc_error *error);

    /* Plans the access of a URL that `parse` has read into `spans`. NULL: `steps` has it. */
    loc_status(LOC_CALL *plan)(void *state, loc_str url, const loc_span *spans, size_t n_spans, const loc_steps *steps,
                               loc_error *error);

    /* Tells in what the canonical form of a URL that `parse` has read goes beyond the general rules, which the host
     * has applied already: case of scheme and host, zeros of a port, the default port, escapes. NULL: in nothing.
     * LOC_F_UNSUPPORTED: in nothing either. */
    loc_status(LOC_CALL *canonicalize)(void *state, loc_str url, const loc_span *spans, size_t n_spans,
                                       const loc_edits *edits, loc_error *error);
} loc_scheme;

enum { LOC_PLUGIN_PANIC_SAFE = 1 }; /* no panic or exception leaves it */

typedef struct {
    loc_header header;
    uint32_t flags; /* LOC_PLUGIN_... */
    uint32_t n_schemes;
    loc_str name;
    loc_str version;    /* semver */
    loc_str host_req;   /* which versions of Locator it works with: a semver requirement; empty: any */
    loc_str built_with; /* for people: the compiler */
    const loc_scheme *const *schemes;
    loc_status(LOC_CALL *init)(const loc_host *host, loc_error *error); /* may be NULL */
    const void *(LOC_CALL *extension)(loc_str id);                      /* may be NULL */
} loc_plugin;

/* Returns the header of constant data, and does nothing else. */
LOC_EXPORT const loc_header *LOC_CALL locator_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
