/* What the header promises, checked from C. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anyurl.h"

static int is(anyurl_text text, const char *expected) {
    return text.ptr != NULL && text.len == strlen(expected) && memcmp(text.ptr, expected, text.len) == 0;
}

static anyurl_url *parse(const char *text, uint32_t options, anyurl_error **error) {
    return anyurl_url_parse(anyurl_registry_shipped(), text, strlen(text), options, error);
}

static void parts(void) {
    anyurl_error *error = NULL;
    anyurl_url *url = parse("FTP://joe:pw@ftp.example:2121/a/b;type=a", ANYURL_STRICT, &error);
    assert(url != NULL && error == NULL);
    assert(is(anyurl_url_part(url, ANYURL_URL), "FTP://joe:pw@ftp.example:2121/a/b;type=a"));
    assert(is(anyurl_url_part(url, ANYURL_SCHEME), "ftp"));
    assert(is(anyurl_url_part(url, ANYURL_USER), "joe"));
    assert(is(anyurl_url_part(url, ANYURL_PASSWORD), "pw"));
    assert(is(anyurl_url_part(url, ANYURL_HOST), "ftp.example"));
    assert(is(anyurl_url_part(url, ANYURL_PORT), "2121"));
    assert(is(anyurl_url_part(url, ANYURL_PATH), "/a/b;type=a"));
    assert(anyurl_url_part(url, ANYURL_QUERY).ptr == NULL);
    assert(anyurl_url_part(url, ANYURL_FRAGMENT).ptr == NULL);
    assert(anyurl_url_part(url, (anyurl_part)99).ptr == NULL);
    assert(is(anyurl_url_component(url, "typecode", 8), "a"));
    assert(anyurl_url_component(url, "selector", 8).ptr == NULL);
    assert(anyurl_url_port(url) == 2121 && anyurl_url_effective_port(url) == 2121);
    /* Texts are parts of the URL's own text. */
    anyurl_text all = anyurl_url_part(url, ANYURL_URL), host = anyurl_url_part(url, ANYURL_HOST);
    assert(host.ptr == all.ptr + 13);

    size_t count = 0;
    anyurl_text name, text;
    while (anyurl_url_component_at(url, count, &name, &text)) {
        assert(name.ptr != NULL && text.ptr != NULL);
        count++;
    }
    assert(count >= 6 && name.ptr == NULL && text.ptr == NULL);
    anyurl_url_free(url);
}

/* NULL is not an empty text. */
static void empty_and_absent(void) {
    anyurl_url *url = parse("http://h/?#", ANYURL_STRICT, NULL);
    assert(is(anyurl_url_part(url, ANYURL_QUERY), "") && is(anyurl_url_part(url, ANYURL_FRAGMENT), ""));
    assert(anyurl_url_part(url, ANYURL_USER).ptr == NULL);
    assert(anyurl_url_port(url) == -1 && anyurl_url_effective_port(url) == 80);
    anyurl_url_free(url);
}

static void errors(void) {
    anyurl_error *error = NULL;
    assert(parse("http://exa mple/", ANYURL_STRICT, &error) == NULL && error != NULL);
    assert(is(anyurl_error_text(error, ANYURL_ERROR_KIND), "unexpected"));
    assert(is(anyurl_error_text(error, ANYURL_ERROR_COMPONENT), "host"));
    assert(anyurl_error_text(error, ANYURL_ERROR_MESSAGE).len > 10);
    assert(anyurl_error_text(error, ANYURL_ERROR_SECTION).len > 3);
    assert(anyurl_error_text(error, ANYURL_ERROR_HELP).len > 3);
    assert(strncmp(anyurl_error_text(error, ANYURL_ERROR_REPORT).ptr, "error: ", 7) == 0);
    anyurl_span span = anyurl_error_span(error);
    assert(span.start == 10 && span.end == 11);
    anyurl_error_free(error);

    /* Not asked for. */
    assert(parse("no URL", ANYURL_STRICT, NULL) == NULL);
    /* Not UTF-8. */
    assert(parse("http://h/\xFF", ANYURL_STRICT, &error) == NULL);
    assert(anyurl_error_span(error).start == 9 && anyurl_error_text(error, ANYURL_ERROR_REPORT).ptr == NULL);
    assert(anyurl_error_text(error, ANYURL_ERROR_MESSAGE).len > 10);
    anyurl_error_free(error);
    /* A length that no text can have; nothing is read. */
    assert(anyurl_url_parse(anyurl_registry_shipped(), "a:", (size_t)-1, ANYURL_STRICT, &error) == NULL);
    assert(is(anyurl_error_text(error, ANYURL_ERROR_KIND), "too-long"));
    assert(anyurl_error_text(error, ANYURL_ERROR_MESSAGE).len > 10);
    anyurl_error_free(error);
    assert(anyurl_registry_from_toml("a", 1, "", (size_t)-1, &error) == NULL);
    anyurl_error_free(error);
    /* A message shows no secret. */
    assert(parse("ftp://joe:s^cret@h/", ANYURL_STRICT, &error) == NULL);
    anyurl_text message = anyurl_error_text(error, ANYURL_ERROR_MESSAGE);
    assert(memchr(message.ptr, '^', message.len) == NULL);
    anyurl_error_free(error);
    /* Nothing to free. */
    anyurl_error_free(NULL);
    anyurl_url_free(NULL);
    anyurl_registry_free(NULL);
}

static void canonical_and_same(void) {
    anyurl_url *url = parse("HTTP://Host.Example:80/%61", ANYURL_STRICT, NULL);
    const char *expected = "http://host.example/a";
    size_t len = anyurl_url_canonical(url, NULL, 0);
    assert(len == strlen(expected));
    char *buffer = malloc(len);
    assert(anyurl_url_canonical(url, buffer, len - 1) == len); /* too short: not written */
    assert(anyurl_url_canonical(url, buffer, len) == len && memcmp(buffer, expected, len) == 0);
    free(buffer);
    anyurl_url *other = parse(expected, ANYURL_STRICT, NULL);
    assert(anyurl_url_same(url, other));
    anyurl_url_free(other);
    other = parse("http://host.example/b", ANYURL_STRICT, NULL);
    assert(!anyurl_url_same(url, other));
    anyurl_url_free(other);
    anyurl_url_free(url);
}

static void joined(void) {
    anyurl_error *error = NULL;
    anyurl_url *base = parse("http://h/a/b", ANYURL_STRICT, NULL);
    anyurl_url *url = anyurl_url_join(base, "../c", 4, &error);
    assert(error == NULL && is(anyurl_url_part(url, ANYURL_URL), "http://h/c"));
    anyurl_url_free(url);
    assert(anyurl_url_join(base, "http:// /", 9, &error) == NULL);
    assert(is(anyurl_error_text(error, ANYURL_ERROR_KIND), "reference"));
    assert(anyurl_error_span(error).start == UINT32_MAX && anyurl_error_text(error, ANYURL_ERROR_RULE).ptr == NULL);
    anyurl_error_free(error);
    anyurl_url_free(base);
}

static void registries(void) {
    /* The program runs in the folder `bindings/c`. */
    char toml[1 << 14];
    FILE *file = fopen("../../examples/acme.toml", "rb");
    assert(file != NULL);
    size_t len = fread(toml, 1, sizeof toml, file);
    fclose(file);
    anyurl_error *error = NULL;
    anyurl_registry *registry = anyurl_registry_from_toml("acme.toml", 9, toml, len, &error);
    if (registry == NULL) {
        anyurl_text message = anyurl_error_text(error, ANYURL_ERROR_MESSAGE);
        fprintf(stderr, "%.*s\n", (int)message.len, message.ptr);
    }
    assert(registry != NULL && error == NULL);
    const char *text = "com.acme.artifact://h.example/tools/jq?1.7";
    anyurl_url *url = anyurl_url_parse(registry, text, strlen(text), ANYURL_STRICT, &error);
    assert(url != NULL);
    /* A URL does not need its registry. */
    anyurl_registry_free(registry);
    assert(is(anyurl_url_component(url, "name", 4), "jq"));
    anyurl_url_free(url);

    assert(anyurl_registry_from_toml("box.toml", 8, "schema = 2\n", 11, &error) == NULL);
    assert(is(anyurl_error_text(error, ANYURL_ERROR_KIND), "registry"));
    anyurl_text message = anyurl_error_text(error, ANYURL_ERROR_MESSAGE);
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)message.len, message.ptr);
    assert(strstr(copy, "box.toml:1:10: error[SR002]") != NULL);
    anyurl_error_free(error);
}

/* A fault of one name refuses that name, and no other. */
static void refused(void) {
    const char *toml =
        "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"Example\"\n"
        "version = \"1.0.0\"\nserial = 1\ncontact = [\"urls@example.com\"]\nchange_controller = \"Example\"\n"
        "claims = [\"com.example.*\", \"sftp\"]\n"
        "[[scheme]]\nname = \"com.example.shelf\"\nstatus = \"private\"\ndescription = \"a book\"\n"
        "syntax = { grammar = \"rfc1738\", form = [\"com.example.shelf:<book>\"] }\n"
        "access = { kind = \"none\", locates = \"name\", operations = [], algorithm = \"Ask.\", name_properties = \"books\" }\n"
        "[[scheme]]\nname = \"sftp\"\nstatus = \"private\"\ndescription = \"ours\"\n"
        "syntax = { grammar = \"rfc1738\", form = [\"sftp:<box>\"] }\n"
        "access = { kind = \"none\", locates = \"name\", operations = [], algorithm = \"Ask.\", name_properties = \"boxes\" }\n";
    anyurl_error *error = NULL;
    anyurl_registry *registry = anyurl_registry_from_toml("org.toml", 8, toml, strlen(toml), &error);
    assert(registry != NULL && error == NULL);
    anyurl_text name, why;
    assert(anyurl_registry_refused_at(registry, 0, &name, &why) && is(name, "sftp"));
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)why.len, why.ptr);
    assert(strstr(copy, "org.toml") != NULL);
    assert(!anyurl_registry_refused_at(registry, 1, &name, &why) && name.ptr == NULL && why.ptr == NULL);
    anyurl_span wrong;
    anyurl_parts parts = {.struct_size = sizeof parts};
    assert(!anyurl_parse_into(registry, "sftp://h/a", 10, ANYURL_STRICT, &parts, &wrong));
    assert(anyurl_parse_into(registry, "com.example.shelf:7", 19, ANYURL_STRICT, &parts, &wrong));
    assert(anyurl_parse_into(registry, "https://h/", 10, ANYURL_STRICT, &parts, &wrong));
    anyurl_registry_free(registry);
    assert(!anyurl_registry_refused_at(anyurl_registry_shipped(), 0, &name, &why));
}

/* What is data is exact, and what a person reads is masked. */
static void secrets(void) {
    anyurl_url *url = parse("https://joe:s3cret@h/?token=abc", ANYURL_STRICT, NULL);
    const char *expected = "https://joe:***@h/?token=***";
    char buffer[64];
    size_t len = anyurl_url_masked(url, NULL, 0);
    assert(len == strlen(expected));
    assert(anyurl_url_masked(url, buffer, sizeof buffer) == len && memcmp(buffer, expected, len) == 0);
    assert(anyurl_url_canonical(url, NULL, 0) == strlen("https://joe:s3cret@h/?token=abc"));
    anyurl_url_free(url);
    anyurl_error *error = NULL;
    assert(parse("ftp://joe:s3cret@h/^", ANYURL_STRICT, &error) == NULL);
    assert(is(anyurl_error_text(error, ANYURL_ERROR_REPAIRED), "ftp://joe:***@h/%5E"));
    assert(is(anyurl_error_text(error, ANYURL_ERROR_REPAIRED_EXACT), "ftp://joe:s3cret@h/%5E"));
    anyurl_error_free(error);
}

static void places(void) {
    const char *text = "http://joe@h.dom:70/a?b#c";
    anyurl_parts parts = {.struct_size = sizeof parts};
    anyurl_span wrong = {7, 7};
    const anyurl_registry *registry = anyurl_registry_shipped();
    assert(anyurl_parse_into(registry, text, strlen(text), ANYURL_STRICT, &parts, &wrong));
    assert(parts.scheme.start == 0 && parts.scheme.end == 4);
    assert(parts.user.start == 7 && parts.user.end == 10 && parts.password.start == UINT32_MAX);
    assert(parts.host.start == 11 && parts.host.end == 16 && parts.port.start == 17 && parts.port.end == 19);
    assert(parts.path.start == 19 && parts.path.end == 21 && parts.query.start == 22 && parts.query.end == 23);
    assert(parts.fragment.start == 24 && parts.fragment.end == 25 && parts.port_number == 70);
    assert(wrong.start == 7);
    assert(!anyurl_parse_into(registry, "http:// /", 9, ANYURL_STRICT, &parts, &wrong));
    assert(parts.host.start == UINT32_MAX && parts.port_number == -1 && wrong.start == 7 && wrong.end == 8);
    assert(!anyurl_parse_into(registry, "no URL", 6, ANYURL_STRICT, &parts, NULL));
    parts.struct_size = 4;
    assert(!anyurl_parse_into(registry, text, strlen(text), ANYURL_STRICT, &parts, NULL));
}

int main(void) {
    assert(anyurl_c_abi() == ANYURL_C_ABI);
    parts();
    empty_and_absent();
    errors();
    canonical_and_same();
    joined();
    registries();
    refused();
    secrets();
    places();
    puts("ok");
    return 0;
}
