/* URLs of any scheme, by the rules of the scheme: the library `anyurl` for C99 and C++17.
 *
 * Texts       A `anyurl_text` is UTF-8 without a terminating NUL. `ptr` is NULL if there is no such text; an empty text
 *             has a `ptr` and the length 0. Texts of a URL are parts of its own copy of the text.
 * Ownership   What a function returns as a pointer to a struct that is not const belongs to the caller, who frees it with
 *             the function of its type. Freeing NULL does nothing. A text lives as long as the object it was asked of.
 *             A URL does not need the registry any more that parsed it.
 * Errors      A function that can fail returns NULL or false. If the caller passes an `error` that is not NULL, it then
 *             sets `*error`, which the caller frees; on success it sets it to NULL.
 * Arguments   Texts that are passed need not end with NUL. One that is not UTF-8 is an error in the URL. NULL is allowed
 *             only where this says so.
 * Threads     All functions may be called from any thread. Objects do not change, so that threads may share them; only
 *             freeing needs to be the last call.
 * Unwinding   No panic leaves a function: one that would panic fails, with an error of the kind `bug`.
 */
#ifndef ANYURL_H
#define ANYURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Increased by each change after which programs must be compiled again. */
#define ANYURL_C_ABI 1u

/* The version of the library that is loaded: of its ABI. */
uint32_t anyurl_c_abi(void);

typedef struct {
    const char *ptr;
    size_t len;
} anyurl_text;

typedef struct anyurl_registry anyurl_registry;
typedef struct anyurl_url anyurl_url;
typedef struct anyurl_error anyurl_error;

/* Options, combined with `|`. */
enum {
    ANYURL_STRICT = 0u,  /* only what the current document of each scheme allows */
    ANYURL_LENIENT = 1u, /* tolerates common deviations */
    ANYURL_RFC1738 = 2u  /* the schemes of RFC 1738 by that document, not by their current ones */
};

/* Registries ---------------------------------------------------------------------------------------------------------- */

/* The schemes of the library and of its registry file. Lives as long as the program; must not be freed. */
const anyurl_registry *anyurl_registry_shipped(void);

/* The same with a registry file as a layer. `name` is its name in messages. A file that cannot be read is an error. A fault of
 * one name, such as a scheme that is registered already, makes the URLs of that name errors, and all other names work. */
anyurl_registry *anyurl_registry_from_toml(const char *name, size_t name_len, const char *toml, size_t toml_len,
                                             anyurl_error **error);

/* The n-th name that a fault of the file has refused, from 0, in the order of the names, and the reason: those of a registry
 * without faults are none. Returns false if there are fewer. */
bool anyurl_registry_refused_at(const anyurl_registry *registry, size_t n, anyurl_text *name, anyurl_text *why);

void anyurl_registry_free(anyurl_registry *registry);

/* URLs ---------------------------------------------------------------------------------------------------------------- */

anyurl_url *anyurl_url_parse(const anyurl_registry *registry, const char *text, size_t len, uint32_t options,
                               anyurl_error **error);

/* A reference, such as `../a`, relative to a URL, by RFC 3986 section 5. */
anyurl_url *anyurl_url_join(const anyurl_url *base, const char *reference, size_t len, anyurl_error **error);

void anyurl_url_free(anyurl_url *url);

/* What every URL may have. Parts are as written, with their escapes; the scheme is in lower case. */
typedef enum {
    ANYURL_URL = 0, /* the whole URL */
    ANYURL_SCHEME = 1,
    ANYURL_USER = 2,
    ANYURL_PASSWORD = 3,
    ANYURL_HOST = 4,
    ANYURL_PORT = 5,
    ANYURL_PATH = 6, /* an empty text if the URL has no path */
    ANYURL_QUERY = 7,
    ANYURL_FRAGMENT = 8
} anyurl_part;

anyurl_text anyurl_url_part(const anyurl_url *url, anyurl_part part);

/* The component that has a name in the scheme, such as `selector` of gopher. */
anyurl_text anyurl_url_component(const anyurl_url *url, const char *name, size_t len);

/* The n-th component that the URL has, from 0. Returns false if there are fewer. */
bool anyurl_url_component_at(const anyurl_url *url, size_t n, anyurl_text *name, anyurl_text *text);

/* The port as a number, and that or the default port of the scheme; -1 if there is none. */
int32_t anyurl_url_port(const anyurl_url *url);
int32_t anyurl_url_effective_port(const anyurl_url *url);

/* Writes the canonical form to `buffer`, if it has room for it, without a NUL. Returns its length in bytes. `buffer` may be
 * NULL if `capacity` is 0. */
size_t anyurl_url_canonical(const anyurl_url *url, char *buffer, size_t capacity);

/* Writes the URL with `***` in place of its secrets, for logs and messages, in the same way. What is secret, the registry says
 * that parsed it. The parts and the canonical form are exact. */
size_t anyurl_url_masked(const anyurl_url *url, char *buffer, size_t capacity);

/* Whether two URLs are equivalent by the rules of their scheme. */
bool anyurl_url_same(const anyurl_url *url, const anyurl_url *other);

/* Where parts are in a text ------------------------------------------------------------------------------------------- */

/* Bytes from the beginning of the text; both are UINT32_MAX if there is no such part. */
typedef struct {
    uint32_t start;
    uint32_t end;
} anyurl_span;

typedef struct {
    uint32_t struct_size; /* sizeof(anyurl_parts), set by the caller */
    int32_t port_number;  /* -1 if there is none */
    anyurl_span scheme, user, password, host, port, path, query, fragment;
} anyurl_parts;

/* Parses without an object. If the text is not valid, returns false, sets all parts to "no
 * such part", and `*wrong`, which may be NULL, to the place of the error. */
bool anyurl_parse_into(const anyurl_registry *registry, const char *text, size_t len, uint32_t options,
                        anyurl_parts *parts, anyurl_span *wrong);

/* Errors -------------------------------------------------------------------------------------------------------------- */

typedef enum {
    ANYURL_ERROR_KIND = 0,      /* `unexpected`, `missing`, …; `registry` for a registry file; `reference`; `bug` for a panic */
    ANYURL_ERROR_MESSAGE = 1,   /* a sentence, in which secrets are masked */
    ANYURL_ERROR_HELP = 2,      /* how to fix it */
    ANYURL_ERROR_RULE = 3,      /* the grammar rule */
    ANYURL_ERROR_COMPONENT = 4, /* the component */
    ANYURL_ERROR_SECTION = 5,   /* the section of the document: `RFC 1738 §3.1` */
    ANYURL_ERROR_REPAIRED = 6,  /* the corrected text, if it is known; secrets are masked */
    ANYURL_ERROR_REPORT = 7,    /* lines for people: the message, the text with carets, and the help; secrets are masked */
    ANYURL_ERROR_REPAIRED_EXACT = 8 /* the corrected text with its secrets, to be parsed and not shown */
} anyurl_error_text_kind;

/* NULL for what the error does not have. */
anyurl_text anyurl_error_text(const anyurl_error *error, anyurl_error_text_kind kind);

/* Where the error is in the text; "no such part" for other errors than those of a URL. */
anyurl_span anyurl_error_span(const anyurl_error *error);

void anyurl_error_free(anyurl_error *error);

#ifdef __cplusplus
}
#endif

#endif
