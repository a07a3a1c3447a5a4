// Every example and reject of every shipped scheme has the library's answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isValid, parse, UrlError } from "../index.js";

const cases = JSON.parse(readFileSync(new URL("../cases.json", import.meta.url), "utf8"));

export function answer(text, options) {
  try {
    const url = parse(text, options);
    const { canonical, masked, components } = url;
    return { canonical, masked, components: { ...components }, hosts: url.hosts.map((one) => one.host), warnings: url.warnings.map((one) => one.id) };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { kind: error.kind, component: error.component, section: error.section, place: error.place };
  }
}

test("every example and reject", () => {
  assert.ok(cases.length > 4000, `${cases.length} cases`);
  for (const { text, lenient, profile, answer: expected } of cases) {
    const options = { lenient, profile };
    assert.deepEqual(answer(text, options), expected, JSON.stringify({ text, ...options }));
    assert.equal(isValid(text, options), expected.canonical !== undefined, text);
  }
});
