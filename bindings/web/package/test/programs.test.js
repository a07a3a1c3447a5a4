// The programs of fifty lines.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../programs/", import.meta.url));

function run(args, { input = "", env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: here, input, env: { PATH: process.env.PATH, ...env }, encoding: "utf8" });
  return { status, out: stdout.split("\n").filter(Boolean), err: stderr };
}

const RIGHT = { DATABASE_URL: "postgres://joe:s3cret@h1:5433,h2/shop", BUCKET: "s3://my-bucket/a", WEBHOOK: "https://h.example/x" };

test("settings", () => {
  assert.deepEqual(run(["settings.js"], { env: RIGHT }), {
    status: 0,
    out: ["database host h1, port 5433", "database host h2, port 5432", "database postgres://joe:***@h1:5433,h2/shop", "bucket my-bucket"],
    err: "",
  });
  const wrong = { ...RIGHT, DATABASE_URL: "postgres://joe:s3cret@h 1/shop", CACHE_URL: "http://h/", WEBHOOK: "https://joe:s3cret@h/" };
  const { status, err } = run(["settings.js"], { env: wrong });
  assert.equal(status, 1);
  assert.match(err, /DATABASE_URL: unexpected space/);
  assert.match(err, /CACHE_URL: the scheme is http: use redis or rediss/);
  assert.match(err, /WEBHOOK: a webhook is an https URL/);
  assert.ok(!err.includes("s3cret"), err);
});

test("scrub-log", () => {
  const input = "start\nto postgres://joe:s3cret@db/shop\nGET https://h/?order=17&page=2\n";
  const { status, out, err } = run(["scrub-log.js", "--field", "order"], { input });
  assert.deepEqual([status, out], [0, ["start", "to postgres://joe:***@db/shop", "GET https://h/?order=***&page=2"]]);
  assert.equal(err, "2 of 3 lines had a secret\n");
});

test("link-guard", () => {
  const links = ["https://H.example/a", "https://joe:s3cret@h/", "javascript:alert(1)", "mailto:joe@h.example", "https://example.com\\@evil.com/", "com.example.shelf://h/3/7"];
  const { status, out } = run(["link-guard.js", "policy.json", "../test/org.toml"], { input: links.join("\n") });
  assert.equal(status, 1);
  assert.deepEqual(out.map((line) => line.split(" ")[0]), ["allow", "deny", "deny", "ask", "deny", "allow"]);
  assert.ok(out[0].endsWith("(h.example)") && !out.join().includes("s3cret"));
});
