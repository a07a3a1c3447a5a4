/* What the header promises, checked from C. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locator.h"

static int is(locator_text text, const char *expected) {
    return text.ptr != NULL && text.len == strlen(expected) && memcmp(text.ptr, expected, text.len) == 0;
}

static locator_url *parse(const char *text, uint32_t options, locator_error **error) {
    return locator_url_parse(locator_registry_shipped(), text, strlen(text), options, error);
}

static void parts(void) {
    locator_error *error = NULL;
    locator_url *url = parse("FTP://joe:pw@ftp.example:2121/a/b;type=a", LOCATOR_STRICT, &error);
    assert(url != NULL && error == NULL);
    assert(is(locator_url_part(url, LOCATOR_URL), "FTP://joe:pw@ftp.example:2121/a/b;type=a"));
    assert(is(locator_url_part(url, LOCATOR_SCHEME), "ftp"));
    assert(is(locator_url_part(url, LOCATOR_USER), "joe"));
    assert(is(locator_url_part(url, LOCATOR_PASSWORD), "pw"));
    assert(is(locator_url_part(url, LOCATOR_HOST), "ftp.example"));
    assert(is(locator_url_part(url, LOCATOR_PORT), "2121"));
    assert(is(locator_url_part(url, LOCATOR_PATH), "/a/b;type=a"));
    assert(locator_url_part(url, LOCATOR_QUERY).ptr == NULL);
    assert(locator_url_part(url, LOCATOR_FRAGMENT).ptr == NULL);
    assert(locator_url_part(url, (locator_part)99).ptr == NULL);
    assert(is(locator_url_component(url, "typecode", 8), "a"));
    assert(locator_url_component(url, "selector", 8).ptr == NULL);
    assert(locator_url_port(url) == 2121 && locator_url_effective_port(url) == 2121);
    /* Texts are parts of the URL's own text. */
    locator_text all = locator_url_part(url, LOCATOR_URL), host = locator_url_part(url, LOCATOR_HOST);
    assert(host.ptr == all.ptr + 13);

    size_t count = 0;
    locator_text name, text;
    while (locator_url_component_at(url, count, &name, &text)) {
        assert(name.ptr != NULL && text.ptr != NULL);
        count++;
    }
    assert(count >= 6 && name.ptr == NULL && text.ptr == NULL);
    locator_url_free(url);
}

/* NULL is not an empty text. */
static void empty_and_absent(void) {
    locator_url *url = parse("http://h/?#", LOCATOR_CURRENT, NULL);
    assert(is(locator_url_part(url, LOCATOR_QUERY), "") && is(locator_url_part(url, LOCATOR_FRAGMENT), ""));
    assert(locator_url_part(url, LOCATOR_USER).ptr == NULL);
    assert(locator_url_port(url) == -1 && locator_url_effective_port(url) == 80);
    locator_url_free(url);
}

static void errors(void) {
    locator_error *error = NULL;
    assert(parse("http://exa mple/", LOCATOR_STRICT, &error) == NULL && error != NULL);
    assert(is(locator_error_text(error, LOCATOR_ERROR_KIND), "unexpected"));
    assert(is(locator_error_text(error, LOCATOR_ERROR_COMPONENT), "host"));
    assert(locator_error_text(error, LOCATOR_ERROR_MESSAGE).len > 10);
    assert(locator_error_text(error, LOCATOR_ERROR_SECTION).len > 3);
    assert(locator_error_text(error, LOCATOR_ERROR_HELP).len > 3);
    assert(strncmp(locator_error_text(error, LOCATOR_ERROR_REPORT).ptr, "error: ", 7) == 0);
    locator_span span = locator_error_span(error);
    assert(span.start == 10 && span.end == 11);
    locator_error_free(error);

    /* Not asked for. */
    assert(parse("no URL", LOCATOR_STRICT, NULL) == NULL);
    /* Not UTF-8. */
    assert(parse("http://h/\xFF", LOCATOR_STRICT, &error) == NULL);
    assert(locator_error_span(error).start == 9 && locator_error_text(error, LOCATOR_ERROR_REPORT).ptr == NULL);
    assert(locator_error_text(error, LOCATOR_ERROR_MESSAGE).len > 10);
    locator_error_free(error);
    /* A length that no text can have; nothing is read. */
    assert(locator_url_parse(locator_registry_shipped(), "a:", (size_t)-1, LOCATOR_STRICT, &error) == NULL);
    assert(is(locator_error_text(error, LOCATOR_ERROR_KIND), "too-long"));
    assert(locator_error_text(error, LOCATOR_ERROR_MESSAGE).len > 10);
    locator_error_free(error);
    assert(locator_registry_from_toml("a", 1, "", (size_t)-1, &error) == NULL);
    locator_error_free(error);
    /* A message shows no secret. */
    assert(parse("ftp://joe:s~cret@h/", LOCATOR_STRICT, &error) == NULL);
    locator_text message = locator_error_text(error, LOCATOR_ERROR_MESSAGE);
    assert(memchr(message.ptr, '~', message.len) == NULL);
    locator_error_free(error);
    /* Nothing to free. */
    locator_error_free(NULL);
    locator_url_free(NULL);
    locator_registry_free(NULL);
}

static void canonical_and_same(void) {
    locator_url *url = parse("HTTP://Host.Example:80/%61", LOCATOR_STRICT, NULL);
    const char *expected = "http://host.example/a";
    size_t len = locator_url_canonical(url, NULL, 0);
    assert(len == strlen(expected));
    char *buffer = malloc(len);
    assert(locator_url_canonical(url, buffer, len - 1) == len); /* too short: not written */
    assert(locator_url_canonical(url, buffer, len) == len && memcmp(buffer, expected, len) == 0);
    free(buffer);
    locator_url *other = parse(expected, LOCATOR_STRICT, NULL);
    assert(locator_url_same(url, other));
    locator_url_free(other);
    other = parse("http://host.example/b", LOCATOR_STRICT, NULL);
    assert(!locator_url_same(url, other));
    locator_url_free(other);
    locator_url_free(url);
}

static void joined(void) {
    locator_error *error = NULL;
    locator_url *base = parse("http://h/a/b", LOCATOR_STRICT, NULL);
    locator_url *url = locator_url_join(base, "../c", 4, &error);
    assert(error == NULL && is(locator_url_part(url, LOCATOR_URL), "http://h/c"));
    locator_url_free(url);
    assert(locator_url_join(base, "http:// /", 9, &error) == NULL);
    assert(is(locator_error_text(error, LOCATOR_ERROR_KIND), "reference"));
    assert(locator_error_span(error).start == UINT32_MAX && locator_error_text(error, LOCATOR_ERROR_RULE).ptr == NULL);
    locator_error_free(error);
    locator_url_free(base);
}

static void registries(void) {
    /* The program runs in the folder `bindings/c`. */
    char toml[1 << 14];
    FILE *file = fopen("../../examples/acme.toml", "rb");
    assert(file != NULL);
    size_t len = fread(toml, 1, sizeof toml, file);
    fclose(file);
    locator_error *error = NULL;
    locator_registry *registry = locator_registry_from_toml("acme.toml", 9, toml, len, &error);
    if (registry == NULL) {
        locator_text message = locator_error_text(error, LOCATOR_ERROR_MESSAGE);
        fprintf(stderr, "%.*s\n", (int)message.len, message.ptr);
    }
    assert(registry != NULL && error == NULL);
    const char *text = "com.acme.artifact://h.example/tools/jq?1.7";
    locator_url *url = locator_url_parse(registry, text, strlen(text), LOCATOR_STRICT, &error);
    assert(url != NULL);
    /* A URL does not need its registry. */
    locator_registry_free(registry);
    assert(is(locator_url_component(url, "name", 4), "jq"));
    locator_url_free(url);

    assert(locator_registry_from_toml("box.toml", 8, "schema = 2\n", 11, &error) == NULL);
    assert(is(locator_error_text(error, LOCATOR_ERROR_KIND), "registry"));
    locator_text message = locator_error_text(error, LOCATOR_ERROR_MESSAGE);
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)message.len, message.ptr);
    assert(strstr(copy, "box.toml:1:10: error[SR002]") != NULL);
    locator_error_free(error);
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
    locator_error *error = NULL;
    locator_registry *registry = locator_registry_from_toml("org.toml", 8, toml, strlen(toml), &error);
    assert(registry != NULL && error == NULL);
    locator_text name, why;
    assert(locator_registry_refused_at(registry, 0, &name, &why) && is(name, "sftp"));
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)why.len, why.ptr);
    assert(strstr(copy, "org.toml") != NULL);
    assert(!locator_registry_refused_at(registry, 1, &name, &why) && name.ptr == NULL && why.ptr == NULL);
    locator_span wrong;
    locator_parts parts = {.struct_size = sizeof parts};
    assert(!locator_parse_into(registry, "sftp://h/a", 10, LOCATOR_CURRENT, &parts, &wrong));
    assert(locator_parse_into(registry, "com.example.shelf:7", 19, LOCATOR_CURRENT, &parts, &wrong));
    assert(locator_parse_into(registry, "https://h/", 10, LOCATOR_CURRENT, &parts, &wrong));
    locator_registry_free(registry);
    assert(!locator_registry_refused_at(locator_registry_shipped(), 0, &name, &why));
}

/* What is data is exact, and what a person reads is masked. */
static void secrets(void) {
    locator_url *url = parse("https://joe:s3cret@h/?token=abc", LOCATOR_CURRENT, NULL);
    const char *expected = "https://joe:***@h/?token=***";
    char buffer[64];
    size_t len = locator_url_masked(url, NULL, 0);
    assert(len == strlen(expected));
    assert(locator_url_masked(url, buffer, sizeof buffer) == len && memcmp(buffer, expected, len) == 0);
    assert(locator_url_canonical(url, NULL, 0) == strlen("https://joe:s3cret@h/?token=abc"));
    locator_url_free(url);
    locator_error *error = NULL;
    assert(parse("ftp://joe:s3cret@h/~", LOCATOR_STRICT, &error) == NULL);
    assert(is(locator_error_text(error, LOCATOR_ERROR_REPAIRED), "ftp://joe:***@h/%7E"));
    assert(is(locator_error_text(error, LOCATOR_ERROR_REPAIRED_EXACT), "ftp://joe:s3cret@h/%7E"));
    locator_error_free(error);
}

static void places(void) {
    const char *text = "http://joe@h.dom:70/a?b#c";
    locator_parts parts = {.struct_size = sizeof parts};
    locator_span wrong = {7, 7};
    const locator_registry *registry = locator_registry_shipped();
    assert(locator_parse_into(registry, text, strlen(text), LOCATOR_CURRENT, &parts, &wrong));
    assert(parts.scheme.start == 0 && parts.scheme.end == 4);
    assert(parts.user.start == 7 && parts.user.end == 10 && parts.password.start == UINT32_MAX);
    assert(parts.host.start == 11 && parts.host.end == 16 && parts.port.start == 17 && parts.port.end == 19);
    assert(parts.path.start == 19 && parts.path.end == 21 && parts.query.start == 22 && parts.query.end == 23);
    assert(parts.fragment.start == 24 && parts.fragment.end == 25 && parts.port_number == 70);
    assert(wrong.start == 7);
    assert(!locator_parse_into(registry, "http:// /", 9, LOCATOR_CURRENT, &parts, &wrong));
    assert(parts.host.start == UINT32_MAX && parts.port_number == -1 && wrong.start == 7 && wrong.end == 8);
    assert(!locator_parse_into(registry, "no URL", 6, LOCATOR_STRICT, &parts, NULL));
    parts.struct_size = 4;
    assert(!locator_parse_into(registry, text, strlen(text), LOCATOR_CURRENT, &parts, NULL));
}

int main(void) {
    assert(locator_c_abi() == LOCATOR_C_ABI);
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
