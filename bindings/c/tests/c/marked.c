/* Reads each line of the input, `options` and a text in hexadecimal digits, by the registry file of the first argument, and
 * prints what people read of it on lines that begin with `shown`, and data on lines with `data`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locator.h"

typedef size_t writer(const locator_url *url, char *buffer, size_t capacity);

static void print(const char *what, locator_text text) {
    printf("%s ", what);
    for (size_t n = 0; n < text.len; n++) putchar(text.ptr[n] == '\n' ? ' ' : text.ptr[n]);
    putchar('\n');
}

static void print_written(const char *what, const locator_url *url, writer *write) {
    size_t len = write(url, NULL, 0);
    char *text = malloc(len + 1);
    write(url, text, len);
    print(what, (locator_text){text, len});
    free(text);
}

static void print_error(const locator_error *error) {
    for (int kind = LOCATOR_ERROR_KIND; kind <= LOCATOR_ERROR_REPORT; kind++) {
        print("shown", locator_error_text(error, (locator_error_text_kind)kind));
    }
}

static locator_registry *registry_of(const char *path) {
    static char toml[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t len = fread(toml, 1, sizeof toml, file);
    fclose(file);
    return locator_registry_from_toml(path, strlen(path), toml, len, NULL);
}

int main(int count, char **arguments) {
    static char line[1 << 16], text[1 << 15];
    locator_registry *registry = registry_of(count > 1 ? arguments[1] : "");
    if (registry == NULL) return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *digits = line;
        uint32_t options = (uint32_t)strtoul(line, &digits, 10);
        size_t len = 0;
        unsigned byte;
        for (digits++; sscanf(digits, "%2x", &byte) == 1; digits += 2) text[len++] = (char)byte;
        locator_error *error = NULL;
        locator_url *url = locator_url_parse(registry, text, len, options, &error);
        if (url != NULL) {
            print_written("shown", url, locator_url_masked);
            print("data", locator_url_part(url, LOCATOR_URL));
            locator_url_free(locator_url_join(url, "http:// /", 9, &error));
        }
        if (error != NULL) print_error(error);
        locator_url_free(url);
        locator_error_free(error);
    }
    locator_registry_free(registry);
    return 0;
}
