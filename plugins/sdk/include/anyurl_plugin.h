/* anyurl plugins: schemes from a shared library, or from a WebAssembly module. ABI 1.1.
 *
 * A library exports one function, `anyurl_plugin_entry`, which returns constant data: a description of the library and
 * of its schemes. Each scheme has what RFC 1738 Section 4 requires of a submission: a syntax and an access algorithm.
 * A module describes itself in a custom section; its functions are at the end of this header.
 *
 * Ownership   No memory changes hands. Everything that the host passes is borrowed for the call. A plugin returns data
 *             in buffers of the host (`out`, `message`) or through its callbacks (`aup_edits`, `aup_steps`). The result
 *             of `anyurl_plugin_entry`, and everything it points to, is constant and valid until the process ends.
 * Growth      Within a major version, structs grow only at their end. Each struct that can grow begins with its size: a
 *             reader copies `min(struct_size, sizeof(its own version))` bytes and treats the rest as zero. Array elements
 *             (`aup_span`, `aup_component`, `aup_requirement`, `aup_example`, `aup_reject`, `aup_outcome`) never grow.
 * Threads     The functions of a scheme are called from any thread, and concurrently. `init` is called before any other
 *             function, by one thread; a second call must be harmless.
 * Unwinding   No exception, panic or longjmp leaves a function, on either side.
 * Unloading   A plugin is never unloaded.
 * Input       A URL is US-ASCII, shorter than 2^32 - 1 bytes, and begins with the scheme's name, in any case, and a
 *             colon; `begin` is the offset after the colon. Offsets are bytes from the start of the URL.
 *             The host has removed the fragment if the scheme can have one; otherwise a `#` is an ordinary invalid byte.
 *             In lenient mode the host has percent-encoded what every scheme tolerates: characters outside US-ASCII,
 *             spaces, unsafe characters, and a `%` without two digits. In strict mode it has replaced each byte of a
 *             character outside US-ASCII by DEL (0x7F), which no grammar allows. The host maps offsets back.
 *
 * C99 and C++17. A `aup_str` is UTF-8 without a terminating NUL.
 */
#ifndef ANYURL_PLUGIN_H
#define ANYURL_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define AUP_EXPORT __declspec(dllexport)
#define AUP_CALL __cdecl
#else
#define AUP_EXPORT __attribute__((visibility("default")))
#define AUP_CALL
#endif

#define AUP_ABI_MAJOR 1u
#define AUP_ABI_MINOR 1u
#define AUP_MAGIC 0x004C5255u /* the bytes "URL" and NUL */

/* The result of a call. 0: success. 1 to 99: the kind of error in the URL. Below 0: the call failed. */
typedef int32_t aup_status;
enum {
    AUP_OK = 0,
    AUP_E_UNEXPECTED = 1,   /* text that the grammar does not allow at this position */
    AUP_E_MISSING = 2,      /* a required part is missing */
    AUP_E_RANGE = 3,        /* a number or a length is out of range */
    AUP_E_ESCAPE = 4,       /* a `%` without two hexadecimal digits */
    AUP_E_FORBIDDEN = 5,    /* allowed by the grammar, but forbidden by the prose of the specification */
    AUP_F_CAPACITY = -1,    /* `out` is too small: `*out_len` is the number of spans needed; the host retries once */
    AUP_F_UNSUPPORTED = -2, /* the scheme has no such operation */
    AUP_F_NOMEM = -3,       /* out of memory */
    AUP_F_ARGUMENT = -4,    /* an argument violates this contract */
    AUP_F_HOST = -5,        /* a function of the host returned an error */
    AUP_F_INIT = -6,        /* the plugin cannot be initialized */
    AUP_F_PANIC = -100      /* the plugin caught a panic */
};

typedef struct {
    const uint8_t *ptr;
    size_t len;
} aup_str;

/* The beginning of every plugin, 16 bytes: never changes, in any version of the ABI. */
typedef struct {
    uint32_t magic;            /* AUP_MAGIC */
    uint32_t struct_size;      /* of the aup_plugin that begins with this header */
    uint16_t abi_major;        /* the version that the plugin was compiled against */
    uint16_t abi_minor;
    uint16_t abi_minor_needed; /* the lowest minor version of a host that the plugin supports */
    uint16_t reserved;         /* 0 */
} aup_header;

/* The kind of a span. */
enum {
    AUP_C_USER = 1,
    AUP_C_PASSWORD = 2,
    AUP_C_HOST = 3,
    AUP_C_PORT = 4,
    AUP_C_OWN = 0x10000,      /* + n: the scheme's own component n */
    AUP_C_DEVIATION = 0x20000 /* + n: not a component: a deviation from requirement n, tolerated in lenient mode */
};

/* Bytes [start, end) of the URL. */
typedef struct {
    uint32_t kind;
    uint32_t start;
    uint32_t end;
} aup_span;

/* The role of a component. The common components (user, password, host, port) have the role 0. */
enum {
    AUP_R_COMMON = 0,
    AUP_R_TEXT = 1,
    AUP_R_WHOLE = 2,        /* text that other components subdivide */
    AUP_R_KEYWORD = 3,      /* case-insensitive text */
    AUP_R_FLAG = 4,         /* present or absent, without text */
    AUP_R_LIST_BETWEEN = 5, /* a list with `delimiter` between its elements: a/b */
    AUP_R_LIST_AFTER = 6,   /* a list with `delimiter` after each element: a/b/ */
    AUP_R_FIELDS = 7,       /* any number of ;name=value fields */
    AUP_R_NUMBER = 8        /* since 1.1, so `abi_minor_needed` is 1: a decimal number, whose leading zeros do not count */
};
enum {
    AUP_COMPONENT_LENIENT = 1,  /* exists in lenient mode only */
    AUP_COMPONENT_UNESCAPED = 2 /* its rule allows no escapes; lenient mode may read some, and the host warns of each */
};

typedef struct {
    uint32_t kind;      /* AUP_C_USER ... AUP_C_PORT, or AUP_C_OWN + n, counted from 0 without gaps */
    uint32_t role;      /* AUP_R_... */
    uint32_t delimiter; /* of a list: a US-ASCII byte */
    uint32_t flags;     /* AUP_COMPONENT_... */
    aup_str name;
    aup_str fallback;   /* the default value when it is absent; `ptr` NULL: none, and steps that send it are skipped */
    aup_str plain;      /* the bytes besides letters and digits that need no escape when a URL is built */
} aup_component;

/* How to fix text that violates a requirement. */
enum { AUP_FIX_UNKNOWN = 0, AUP_FIX_ENCODE = 1, AUP_FIX_DECODE = 2, AUP_FIX_REMOVE = 3, AUP_FIX_REPLACE = 4 };

/* A requirement of the scheme's specification, cited by errors. */
typedef struct {
    aup_str id;          /* "x-shelf-number" */
    aup_str section;     /* "RFC 1738 3.1" */
    aup_str rule;        /* the grammar rule: "number" */
    aup_str text;        /* second half of a sentence: lower case, no full stop */
    aup_str help;        /* advice on how to correct the URL, in the imperative */
    aup_str replacement; /* for AUP_FIX_REPLACE */
    uint32_t fix;        /* AUP_FIX_... */
    uint32_t reserved;   /* 0 */
} aup_requirement;

/* A valid URL, and its components: "host=h shelf=b number=7". Absent components are omitted. */
typedef struct {
    aup_str url;
    aup_str components;
} aup_example;

/* What the host makes of an example, since 1.1; `ptr` NULL: not stated. */
typedef struct {
    aup_str canonical; /* its canonical form */
    aup_str wire;      /* all bytes that its plan sends, which need not be UTF-8 */
} aup_outcome;

/* A text that strict mode rejects, and the expected error. */
typedef struct {
    aup_str url;
    aup_str rule;
    uint32_t kind; /* AUP_E_... */
    uint32_t start;
    uint32_t end;
    uint32_t reserved; /* 0 */
} aup_reject;

/* Filled in by the plugin when a URL is invalid or a call fails. The host owns it and has set `struct_size`, `message_cap`
 * and `message`. A message is for display and may be omitted, because the requirement explains the error. `message` is
 * NULL if `message_cap` is 0, as in most calls. */
typedef struct {
    uint32_t struct_size;
    uint32_t start;       /* the span: bytes [start, end) of the URL; empty if a part is missing */
    uint32_t end;
    uint32_t component;   /* the component that contains the span: AUP_C_...; 0: none */
    uint32_t requirement; /* 1 + the index of the requirement; 0: the host cites the general requirement for the character
                           * or for the end of the text, and names the component as the rule */
    uint32_t message_len;
    uint32_t message_cap;
    uint32_t reserved;
    uint8_t *message;
} aup_error;

/* Edits of the general canonical form. `replace` replaces the bytes [start, end), which must lie after `begin`. Edits are
 * in order, do not overlap, and do not touch the range from the start of the host to the end of the port. A replacement
 * is printable US-ASCII without `#`. There may be at most 4096 edits plus one for each byte of the URL, and at most 1 MiB
 * plus twice the length of the URL of replacement text.
 * The host parses the result again. It must be valid, with the same user, password, host and port, and `canonicalize`
 * must not change it further. Any violation, including an edit that `replace` answered with AUP_F_HOST, discards all
 * edits, and the host reports it. */
typedef struct {
    void *ctx;
    aup_status(AUP_CALL *replace)(void *ctx, uint32_t start, uint32_t end, aup_str text);
} aup_edits;

/* Steps of an access plan. The text of a step has the syntax of a registry file: a component in braces is replaced by its
 * bytes. The host decodes them and refuses the plan if they would act as protocol. The host cannot check other text: a
 * plugin should not copy bytes of the URL into it, and must check them if it does. */
enum {
    AUP_S_CONNECT = 1, /* "{host}:{port}" */
    AUP_S_SEND = 2,    /* "GET {shelf}/{number}\r\n", including the CR and LF */
    AUP_S_RECEIVE = 3  /* "until-close", "until-dot-line", "line", "reply",
                         "length-u16", "length-u32" or "length-line" */
};
typedef struct {
    void *ctx;
    aup_status(AUP_CALL *step)(void *ctx, uint32_t kind, aup_str text);
} aup_steps;

enum { AUP_PARSE_LENIENT = 1 };

/* The host's description of itself, valid until the process ends. */
typedef struct {
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    aup_str name;    /* "anyurl" */
    aup_str version; /* semver */
    void *ctx;
    void(AUP_CALL *log)(void *ctx, int32_t level, aup_str message); /* may be NULL; callable from any thread */
    const void *(AUP_CALL *extension)(void *ctx, aup_str id);       /* may be NULL */
} aup_host;

enum {
    AUP_SCHEME_HIERARCHICAL = 1, /* `/` separates the levels of a hierarchy: relative references make sense */
    AUP_SCHEME_DATA_OBJECT = 2,  /* a URL designates an object that can be retrieved; otherwise set `name_properties` */
    /* Every `"//" hostname "/" path` is valid, where `path` has letters, digits and `&'()*+,-./:=@_` only, and nearly all
       URLs are such. The host then reads them itself, without `parse`: component AUP_C_OWN is the path, with its slash
       if `grammar` is AUP_GRAMMAR_RFC3986. */
    AUP_SCHEME_SHAPE = 4,
    AUP_SCHEME_SHAPE_QUERY = 8 /* with AUP_SCHEME_SHAPE: `"?" query` may follow; component AUP_C_OWN + 1 is the query */
};
enum { AUP_GRAMMAR_RFC1738 = 1, AUP_GRAMMAR_RFC3986 = 2 };
enum {
    AUP_STATUS_PERMANENT = 1,
    AUP_STATUS_PROVISIONAL = 2,
    AUP_STATUS_HISTORICAL = 3,
    AUP_STATUS_EXPERIMENTAL = 4,
    AUP_STATUS_RESERVED = 5,
    AUP_STATUS_PRIVATE = 6
};

typedef struct {
    uint32_t struct_size;
    uint32_t flags;        /* AUP_SCHEME_... */
    uint32_t grammar;      /* AUP_GRAMMAR_...: the generic grammar that the syntax is a subset of */
    uint32_t status;       /* AUP_STATUS_... */
    uint32_t default_port; /* 0: none */
    uint32_t n_components;
    uint32_t n_requirements;
    uint32_t n_references;
    uint32_t n_examples;   /* at least 1 */
    uint32_t n_rejects;    /* at least 1 */
    aup_str name;            /* in lower case: "x-shelf", "com.example.shelf" */
    aup_str version;         /* of this definition: semver */
    aup_str description;
    aup_str syntax;          /* ABNF (RFC 1738 s4: the syntax) */
    aup_str access;          /* the access algorithm in words, one line per step (RFC 1738 s4: the algorithm) */
    aup_str steps;           /* the access algorithm as an array of steps, as in a registry file; empty if `plan` is set */
    aup_str name_properties; /* what the names mean, if they do not locate data objects */
    aup_str demonstration;   /* a client, server or gateway that shows that the scheme works; may be empty */
    aup_str composition;     /* the template of a URL: "//{host}[:{port}]/{shelf}"; empty: URLs cannot be built */
    aup_str reserved;        /* the subset of ;/?:@=& that the scheme reserves */
    const aup_component *components;
    const aup_requirement *requirements;
    const aup_str *references;
    const aup_example *examples;
    const aup_reject *rejects;
    void *state; /* the first argument of every call */

    /* Parses url[begin..]. Writes at most `cap` spans to `out`, each kind once (deviations as often as they occur), and
     * the number of spans to `*out_len`; with AUP_F_CAPACITY, the number needed.
     * The plugin only locates host and port, which end before the next `/`, `;` or `?`. The host itself parses the text
     * from the start of the host to the end of the port by RFC 1738 3.1 (by RFC 3986 3.2.2 for AUP_GRAMMAR_RFC3986), and
     * handles what lenient mode tolerates there, such as a user name in a scheme without one.
     * No text is left out: after `//` begins the host, or a login and other components up to an `@`, with at most one
     * delimiter between two; a host without `//` begins after a delimiter. Host and port end at the end, before `/`, `;`
     * or `?`, or before a `:` or `,` and a component of the scheme's own. The host rejects any other answer.
     * If `parse` returns an error, `out` holds the spans before the error; the host still parses host and port, so that
     * it reports the first error of the URL. */
    aup_status(AUP_CALL *parse)(void *state, aup_str url, size_t begin, uint32_t flags, aup_span *out, size_t cap,
                                size_t *out_len, aup_error *error);

    /* Plans the access of a URL that `parse` split into `spans`. NULL: `steps` describes the access. */
    aup_status(AUP_CALL *plan)(void *state, aup_str url, const aup_span *spans, size_t n_spans, const aup_steps *steps,
                               aup_error *error);

    /* Edits the general canonical form of a URL. The host has already applied the general rules: case of scheme and
     * host, leading zeros of the port, the default port, escapes. NULL or AUP_F_UNSUPPORTED: no edits. */
    aup_status(AUP_CALL *canonicalize)(void *state, aup_str url, const aup_span *spans, size_t n_spans,
                                       const aup_edits *edits, aup_error *error);

    uint32_t n_outcomes; /* since 1.1: 0, or `n_examples` */
    uint32_t reserved_2; /* 0 */
    const aup_outcome *outcomes;
} aup_scheme;

enum { AUP_PLUGIN_PANIC_SAFE = 1 }; /* no panic or exception leaves the plugin */

typedef struct {
    aup_header header;
    uint32_t flags; /* AUP_PLUGIN_... */
    uint32_t n_schemes;
    aup_str name;
    aup_str version;    /* semver */
    aup_str host_req;   /* the versions of anyurl that it supports: a semver requirement; empty: any */
    aup_str built_with; /* the compiler, for display */
    const aup_scheme *const *schemes;
    aup_status(AUP_CALL *init)(const aup_host *host, aup_error *error); /* may be NULL */
    const void *(AUP_CALL *extension)(aup_str id);                      /* may be NULL */
} aup_plugin;

#ifndef __wasm__

/* Returns a pointer to the constant header, and does nothing else. */
AUP_EXPORT const aup_header *AUP_CALL anyurl_plugin_entry(void);

#else

/* A WebAssembly module (wasm32, without imports) exports its memory and these functions instead. It has one thread, and
 * the host calls one function at a time. Sizes are those of wasm32: `aup_span` has 12 bytes, `aup_error` 36.
 *
 * The description is data: the custom section `anyurl.plugin` is TOML with what `aup_plugin` and `aup_scheme` say, but
 * without `plan` and `init`, which a module cannot have. docs/plugin-abi.md lists the keys. With the text in a file:
 *
 *     __asm__(".section .custom_section.anyurl.plugin,\"\",@\n.incbin \"facts.toml\"\n");
 *
 *     clang --target=wasm32 -mbulk-memory -Os -nostdlib -Wl,--no-entry -o x-shelf.wasm plugin.c
 *
 * There is no C library. With -mbulk-memory, clang needs no `memcpy` where it copies bytes of its own accord.
 */
#define AUP_MODULE_EXPORT(name) __attribute__((export_name(name)))

/* Returns the start of a buffer of at least `len` bytes, aligned to 8, which is valid until the next call; NULL: out of
 * memory. The host writes the arguments of the other functions to it, and they write their results to it. They do not
 * move it, and do not use it for anything else. */
AUP_MODULE_EXPORT("anyurl_buffer") void *anyurl_buffer(size_t len);

/* `aup_scheme.parse` of the scheme with this index in the facts; counted from 0. */
AUP_MODULE_EXPORT("anyurl_parse")
aup_status anyurl_parse(uint32_t scheme, const uint8_t *url, size_t url_len, size_t begin, uint32_t flags,
                         aup_span *out, size_t cap, size_t *out_len, aup_error *error);

/* `aup_scheme.canonicalize`; a module without it has no edits. Each edit is a record without padding, little-endian:
 *
 *     uint32_t start, end, len; uint8_t text[len];
 *
 * Writes at most `cap` bytes to `out`, and the length of all records to `*out_len`; with AUP_F_CAPACITY, the number of
 * bytes needed. */
AUP_MODULE_EXPORT("anyurl_canonicalize")
aup_status anyurl_canonicalize(uint32_t scheme, const uint8_t *url, size_t url_len, const aup_span *spans,
                                size_t n_spans, uint8_t *out, size_t cap, size_t *out_len, aup_error *error);

/* Defines `anyurl_buffer` for a module that has no allocator: the buffer is all memory after the data and the stack. */
#define AUP_MODULE_BUFFER                                                                                              \
    extern uint8_t __heap_base; /* defined by the linker */                                                            \
    void *anyurl_buffer(size_t len) {                                                                                 \
        size_t start = ((size_t)&__heap_base + 7) / 8 * 8;                                                             \
        uint64_t end = (uint64_t)start + len, has = (uint64_t)__builtin_wasm_memory_size(0) * 65536;                   \
        if (end > has && __builtin_wasm_memory_grow(0, (size_t)((end - has + 65535) / 65536)) == (size_t)-1)           \
            return NULL;                                                                                               \
        return (void *)start;                                                                                          \
    }

#endif

#ifdef __cplusplus
}
#endif

#endif
