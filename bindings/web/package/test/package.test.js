// What the functions of the package return and throw.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { test } from "node:test";
import * as anyurl from "../index.js";
import * as small from "../small.js";

const ORG = readFileSync(new URL("org.toml", import.meta.url), "utf8");
const MODULE = readFileSync(new URL("../../../../testdata/module.toml", import.meta.url), "utf8");
const SECRET = "postgres://joe:s3cret@h1:5433,h2/shop";
// As of another window, whose class is another one.
const FOREIGN = { [Symbol.toStringTag]: "URL", toString: () => "http://h/a" };

test("a URL has its parts, and hides its secrets where it is shown", () => {
  const url = anyurl.parse(SECRET);
  assert.deepEqual(url.hosts.map((one) => [one.host, one.effectivePort]), [["h1", 5433], ["h2", 5432]]);
  assert.equal(`${url}`, SECRET);
  assert.equal(JSON.stringify({ url }), JSON.stringify({ url: SECRET }));
  assert.ok(!inspect(url).includes("s3cret") && url.masked.includes("joe:***@h1"));
  assert.throws(() => { "use strict"; url.host = "i"; }, TypeError);
});

test("an error has its place in UTF-16, and shows no secret", () => {
  const text = "https://joe:s3cret@\u{1F600} /";
  assert.throws(() => anyurl.parse(text), (error) => {
    assert.equal(text.slice(...error.place), "\u{1F600}");
    assert.ok(!inspect(error).includes("s3cret") && error.help);
    return error instanceof anyurl.UrlError;
  });
  assert.throws(() => anyurl.parse("http://h\ud800/"), anyurl.UrlError);
  assert.throws(() => anyurl.parse("https://joe:s3cret@h/a b"), (error) => error.repaired === "https://joe:s3cret@h/a%20b" && !inspect(error).includes("s3cret"));
});

const BUILT = [
  ["https", { host: "h", path: "/a b", query: { q: [1, 2], r: "x&y" }, fragment: "t" }, "https://h/a%20b?q=1&q=2&r=x%26y#t"],
  ["https", { host: "h", query: new URLSearchParams("a=b c") }, "https://h?a=b%20c"],
  ["https", { host: "h", pathSegments: ["a/b", 1] }, "https://h/a%2Fb/1"],
  ["ftp", { host: "h", cwd: ["/etc", "a"], name: "c", typecode: "a" }, "ftp://h/%2Fetc/a/c;type=a"],
  ["postgres", { user: "joe", password: "p@ss", host: "db", database: "shop", options: { sslmode: "require" } }, "postgres://joe:p%40ss@db/shop?sslmode=require"],
  ["x-foo", { path: "a" }, "x-foo:a"],
];

test("URLs are built and changed", () => {
  for (const [scheme, parts, expected] of BUILT) assert.equal(anyurl.build(scheme, parts).href, expected);
  assert.equal(anyurl.change("https://u:p@h:8443/a?x", { port: null, query: { z: 1 }, scheme: "http" }).href, "http://u:p@h/a?z=1");
  assert.throws(() => anyurl.build("https", { host: "evil.example/path" }), { component: "host" });
  assert.throws(() => anyurl.build("https", { hots: "h" }), /did you mean `host`/);
});

test("what else the package does", () => {
  assert.equal(anyurl.canonical("HTTP://H:80"), "http://h/");
  assert.ok(anyurl.same("HTTP://H:80", "http://h/") && !anyurl.same("http://h/", "http://i/"));
  assert.equal(anyurl.resolve("s3://bucket/a/b", "c").href, "s3://bucket/a/c");
  assert.equal(anyurl.relativize("https://h/a/b", "https://h/a/c"), "c");
  assert.equal(anyurl.scrub(`to ${SECRET}?order=1`, ["order"]), "to postgres://joe:***@h1:5433,h2/shop?order=***");
  assert.equal(anyurl.plan("gopher://h/1/docs").steps[1].details, "/docs\\r\\n");
  assert.equal(anyurl.compare("https://example.com\\@evil.com/").verdict, "host-differs");
  assert.deepEqual(anyurl.consensusHost("https://EXAMPLE.com/"), { host: "example.com", port: 443, scheme: "https" });
  assert.throws(() => anyurl.consensusHost("http://127.1/"), { kind: "differs" });
});

test("registries and policies", () => {
  const org = anyurl.Registry.fromToml(ORG).withPolicy({ schemes: { https: "allow", "com.example.shelf": "allow" }, other: "deny" });
  assert.equal(org.parse("com.example.shelf://h/3/7").components.book, "7");
  assert.throws(() => org.parse("telnet://h/"), /use ssh/);
  assert.ok(anyurl.isValid("telnet://h/") && !org.isValid("com.example.shelf://h/3"));
  const links = ["https://h/", "com.example.shelf://h/3/7", "com.example.shelf://h/3", "javascript:alert(1)", "https://joe:s3cret@h/", "telnet://h/"];
  assert.deepEqual(links.map((link) => anyurl.allow(link, org)), [true, true, false, false, false, false]);
  assert.equal(org.judge("https://joe:s3cret@h/").reasons[0].id, "password-in-url");
  assert.match(org.withPolicy({ schemes: { htps: "allow" } }).unusedSettings()[0], /did you mean `https`/);
  assert.throws(() => org.withPolicy({ scheme: {} }), /it has other, schemes, warnings/);
  assert.throws(() => org.withPolicy({ schemes: { https: "alow" } }), /write `allow`, `ask` or `deny`/);
  assert.throws(() => anyurl.Registry.fromToml("x = 1"), /SR009/);
  assert.throws(() => anyurl.Registry.fromToml(ORG + '[[override]]\nname = "s3"\n'), /override|SR/);
});

test("a guard without a policy is a mistake of the program", () => {
  const policy = { schemes: { https: "allow" }, other: "deny" };
  for (const by of [undefined, null, policy, anyurl.registry, new anyurl.Registry(), anyurl.Registry.fromToml(ORG), {}]) {
    assert.throws(() => anyurl.allow("javascript:alert(1)", by), { name: "TypeError", message: /new Registry\(\[\], \{ schemes/ });
  }
  assert.throws(() => anyurl.registry.withPolicy(undefined), /a policy is an object/);
  assert.throws(() => new anyurl.Registry([], null), /a policy is an object/);
  const registry = anyurl.registry.withPolicy(policy);
  const links = ["https://h/", "javascript:alert(1)", "no URL"];
  assert.deepEqual(links.map((link) => anyurl.allow(link, registry)), [true, false, false]);
});

test("options that are unknown are mistakes of the program", () => {
  const url = "http://h/a";
  const reads = [anyurl, small].flatMap(({ parse, isValid, canonical, same, resolve }) => [
    (options) => parse(url, options),
    (options) => isValid(url, options),
    (options) => canonical(url, options),
    (options) => same(url, url, options),
    (options) => resolve(url, url, options),
  ]);
  const whole = [
    (options) => anyurl.relativize(url, url, options),
    (options) => anyurl.change(url, { host: "i" }, options),
    (options) => anyurl.plan(url, options),
    (options) => anyurl.Registry.fromToml(ORG).parse(url, options),
  ];
  const wrong = [
    [{ lenent: true }, /no option lenent: the options are lenient and profile/],
    [{ profile: "rfc1788" }, /the option profile is "current" or "rfc1738", not "rfc1788"/],
    [{ profile: "RFC1738" }, /not "RFC1738"/],
    [{ profile: 1738 }, /not number/],
    [{ lenient: "yes" }, /the option lenient is true or false, not string/],
    ["rfc1738", /options are an object such as \{ lenient: true \}, not string/],
    [null, /not null/],
    [["rfc1738"], /not array/],
    // What `map` passes.
    [0, /not number/],
  ];
  const right = [undefined, {}, { lenient: false }, { lenient: true, profile: "current" }, { profile: undefined }];
  for (const read of [...reads, ...whole]) {
    for (const [options, message] of wrong) assert.throws(() => read(options), { name: "TypeError", message });
    for (const options of right) read(options);
  }
  assert.throws(() => anyurl.parse("http://h/~joe", { profile: "rfc1738" }), anyurl.UrlError);
});

test("a text is a string or a URL", () => {
  const url = "http://h/a";
  const registry = anyurl.registry.withPolicy({ other: "allow" });
  const reads = [anyurl, small].flatMap(({ parse, isValid, canonical, same, resolve }) => [
    parse,
    isValid,
    canonical,
    (text) => same(text, url),
    (text) => same(url, text),
    (text) => resolve(text, "b"),
    (text) => resolve(url, text),
  ]);
  const whole = [
    (text) => anyurl.relativize(text, url),
    (text) => anyurl.relativize(url, text),
    (text) => anyurl.change(text, {}),
    (text) => anyurl.scrub(text),
    anyurl.plan,
    anyurl.compare,
    anyurl.consensusHost,
    (text) => registry.judge(text),
    (text) => anyurl.allow(text, registry),
  ];
  const wrong = [
    [undefined, /takes a string or a URL, not undefined/],
    [null, /not null/],
    [7, /not number/],
    [[url], /not array/],
    [{ url }, /not object/],
  ];
  for (const read of [...reads, ...whole]) {
    for (const [text, message] of wrong) assert.throws(() => read(text), { name: "TypeError", message });
    for (const text of [url, anyurl.parse(url), new URL(url), FOREIGN]) read(text);
  }
  assert.equal(anyurl.parse(new URL("HTTP://H:80")).href, "http://h/");
  assert.throws(() => anyurl.build(undefined, {}), { name: "TypeError", message: /build takes/ });
  // What would hide nothing, and what would be no layer.
  const lists = [
    [() => anyurl.scrub(SECRET, "order"), /the names of fields are an array of strings, not string/],
    [() => anyurl.Registry.fromToml(undefined), /registry files, are strings, not undefined/],
    [() => new anyurl.Registry(Buffer.from(ORG)), /not object/],
  ];
  for (const [call, message] of lists) assert.throws(call, { name: "TypeError", message });
});

test("messages name nothing that a program in JavaScript does not have", () => {
  const helpOf = (text) => {
    try {
      return anyurl.parse(text).href;
    } catch ({ help }) {
      return help;
    }
  };
  assert.equal(helpOf("redis://c/x"), "compare the URL with the examples of redis");
  const registry = anyurl.Registry.fromToml(MODULE);
  assert.throws(() => registry.plan("com.example.note:a"), /needs a module, which was not loaded: the program must load modules/);
});

test("the small build reads as the whole one", () => {
  for (const text of ["https://joe@h:8443/a?b#c", "http://h/~joe", "x-foo:bar"]) {
    assert.deepEqual(small.parse(text).components, anyurl.parse(text).components);
  }
  assert.throws(() => small.parse("http://exa mple/"), { kind: "unexpected", place: [10, 11] });
  assert.ok(small.same("HTTP://H:80", "http://h/") && small.isValid("mailto:joe@h") && small.resolve("http://h/a/b", "c").path === "/a/c");
});
