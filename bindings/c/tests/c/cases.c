/* Parses each case of the input, `options` and the text in hexadecimal digits, and prints what was found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locator.h"

static void print_hex(locator_text text) {
    for (size_t n = 0; n < text.len; n++) printf("%02x", (unsigned char)text.ptr[n]);
}

static void print_url(const locator_url *url) {
    locator_text name, text;
    for (size_t n = 0; locator_url_component_at(url, n, &name, &text); n++) {
        printf(" %.*s=", (int)name.len, name.ptr);
        print_hex(text);
    }
    size_t len = locator_url_canonical(url, NULL, 0);
    char *canonical = malloc(len + 1);
    locator_url_canonical(url, canonical, len);
    printf(" canonical=");
    print_hex((locator_text){canonical, len});
    free(canonical);
}

static void print_error(const locator_error *error) {
    locator_text kind = locator_error_text(error, LOCATOR_ERROR_KIND);
    locator_text message = locator_error_text(error, LOCATOR_ERROR_MESSAGE);
    locator_span span = locator_error_span(error);
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
        locator_error *error = NULL;
        locator_url *url = locator_url_parse(locator_registry_shipped(), text, len, options, &error);
        if (url != NULL) print_url(url);
        else print_error(error);
        putchar('\n');
        locator_url_free(url);
        locator_error_free(error);
    }
    return 0;
}
