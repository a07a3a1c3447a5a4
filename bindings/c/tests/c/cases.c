/* Parses each case of the input, `options` and the text in hexadecimal digits, and prints what was found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anyurl.h"

static void print_hex(anyurl_text text) {
    for (size_t n = 0; n < text.len; n++) printf("%02x", (unsigned char)text.ptr[n]);
}

static void print_url(const anyurl_url *url) {
    anyurl_text name, text;
    for (size_t n = 0; anyurl_url_component_at(url, n, &name, &text); n++) {
        printf(" %.*s=", (int)name.len, name.ptr);
        print_hex(text);
    }
    size_t len = anyurl_url_canonical(url, NULL, 0);
    char *canonical = malloc(len + 1);
    anyurl_url_canonical(url, canonical, len);
    printf(" canonical=");
    print_hex((anyurl_text){canonical, len});
    free(canonical);
}

static void print_error(const anyurl_error *error) {
    anyurl_text kind = anyurl_error_text(error, ANYURL_ERROR_KIND);
    anyurl_text message = anyurl_error_text(error, ANYURL_ERROR_MESSAGE);
    anyurl_span span = anyurl_error_span(error);
    printf(" error=%.*s %u..%u ", (int)kind.len, kind.ptr, span.start, span.end);
    print_hex(message);
}

int main(void) {
    static char line[1 << 18], text[1 << 17];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *digits = line;
        uint32_t options = (uint32_t)strtoul(line, &digits, 10);
        size_t len = 0;
        unsigned byte;
        for (digits++; sscanf(digits, "%2x", &byte) == 1; digits += 2) text[len++] = (char)byte;
        anyurl_error *error = NULL;
        anyurl_url *url = anyurl_url_parse(anyurl_registry_shipped(), text, len, options, &error);
        if (url != NULL) print_url(url);
        else print_error(error);
        putchar('\n');
        anyurl_url_free(url);
        anyurl_error_free(error);
    }
    return 0;
}
