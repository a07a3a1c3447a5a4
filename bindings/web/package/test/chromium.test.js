// The package in a browser: every example and reject, and the comparison, which asks the browser.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { test } from "node:test";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(CHROMIUM) ? false : `${CHROMIUM} is not installed (Debian: chromium)`;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };
const PAGE = `<!doctype html><title>anyurl</title><script type="module">
  import { answer } from "/browser-answer.js";
  import * as anyurl from "/index.js";
  globalThis.anyurl = anyurl;
  globalThis.answers = async () => (await (await fetch("/cases.json")).json()).map(({ text, lenient, profile }) => answer(anyurl, text, { lenient, profile }));
</script>`;

const ANSWER = `export function answer({ parse, UrlError }, text, options) {
  try {
    const url = parse(text, options);
    const { canonical, masked, components } = url;
    return { canonical, masked, components, hosts: url.hosts.map((one) => one.host), warnings: url.warnings.map((one) => one.id) };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { kind: error.kind, component: error.component, section: error.section, place: error.place };
  }
}`;

const PAGES = { "/": PAGE, "/browser-answer.js": ANSWER };

test("in Chromium", { skip }, async (context) => {
  const server = createServer((request, response) => {
    const file = new URL(`..${request.url}`, import.meta.url);
    if (PAGES[request.url] === undefined && !existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[extname(request.url)] ?? "text/html";
    response.writeHead(200, { "content-type": type }).end(PAGES[request.url] ?? readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  context.after(() => server.close());
  const { chromium } = await import("playwright-core");
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  context.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => globalThis.answers !== undefined);
  const found = await page.evaluate(() => globalThis.answers());
  const cases = JSON.parse(readFileSync(new URL("../cases.json", import.meta.url), "utf8"));
  cases.forEach((one, n) => assert.deepEqual(found[n], one.answer, JSON.stringify(one.text)));
  assert.equal(await page.evaluate(() => anyurl.compare("https://example.com\\@evil.com/").verdict), "host-differs");
});
