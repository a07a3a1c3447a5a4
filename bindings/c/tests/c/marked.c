/* Reads each line of the input, `options` and a text in hexadecimal digits, by the registry file of the first argument, and
 * prints what people read of it on lines that begin with `shown`, and data on lines with `data`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anyurl.h"

typedef size_t writer(const anyurl_url *url, char *buffer, size_t capacity);

static void print(const char *what, anyurl_text text) {
    printf("%s ", what);
    for (size_t n = 0; n < text.len; n++) putchar(text.ptr[n] == '\n' ? ' ' : text.ptr[n]);
    putchar('\n');
}

static void print_written(const char *what, const anyurl_url *url, writer *write) {
    size_t len = write(url, NULL, 0);
    char *text = malloc(len + 1);
    write(url, text, len);
    print(what, (anyurl_text){text, len});
    free(text);
}

static void print_error(const anyurl_error *error) {
    for (int kind = ANYURL_ERROR_KIND; kind <= ANYURL_ERROR_REPORT; kind++) {
        print("shown", anyurl_error_text(error, (anyurl_error_text_kind)kind));
    }
}

static anyurl_registry *registry_of(const char *path) {
    static char toml[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t len = fread(toml, 1, sizeof toml, file);
    fclose(file);
    return anyurl_registry_from_toml(path, strlen(path), toml, len, NULL);
}

int main(int count, char **arguments) {
    static char line[1 << 16], text[1 << 15];
    anyurl_registry *registry = registry_of(count > 1 ? arguments[1] : "");
    if (registry == NULL) return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *digits = line;
        uint32_t options = (uint32_t)strtoul(line, &digits, 10);
        size_t len = 0;
        unsigned byte;
        for (digits++; sscanf(digits, "%2x", &byte) == 1; digits += 2) text[len++] = (char)byte;
        anyurl_error *error = NULL;
        anyurl_url *url = anyurl_url_parse(registry, text, len, options, &error);
        if (url != NULL) {
            print_written("shown", url, anyurl_url_masked);
            print("data", anyurl_url_part(url, ANYURL_URL));
            anyurl_url_free(anyurl_url_join(url, "http:// /", 9, &error));
        }
        if (error != NULL) print_error(error);
        anyurl_url_free(url);
        anyurl_error_free(error);
    }
    anyurl_registry_free(registry);
    return 0;
}
