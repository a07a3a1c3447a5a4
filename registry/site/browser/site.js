// The sites under test, and the browser.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
const ANYURL = process.env.ANYURL ?? join(HERE, "../../../target/release/anyurl");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Why the tests cannot run here, or false. */
export const skip = existsSync(CHROMIUM) ? false : `${CHROMIUM} is not installed (Debian: chromium)`;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

/** A folder that is removed when the tests end, as all that `atEnd` gets. */
function folder(atEnd) {
  const path = mkdtempSync(join(tmpdir(), "anyurl-site-"));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes the site of the shipped registry, with files above it, and serves it on loopback. */
export async function publish(atEnd, ...files) {
  const out = join(folder(atEnd), "site");
  const layers = files.flatMap((file) => ["--registry", join(HERE, file)]);
  execFileSync(ANYURL, [...layers, "registry", "site", "--out", out], { stdio: "inherit" });
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://h").pathname));
    const file = join(out, path.endsWith("/") ? path + "index.html" : path);
    // A plain web server: it does not know the type of a WebAssembly module.
    if (!file.startsWith(out) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  atEnd(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}/`, file: pathToFileURL(out).href + "/" };
}

/** Chromium with an empty profile. */
export async function launch(atEnd) {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  atEnd(() => browser.close());
  return browser;
}

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

/** A page, and what went wrong in it: errors, and requests to elsewhere. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => {
    const own = new URL(url);
    const asked = new URL(request.url());
    if (asked.origin !== own.origin && asked.protocol !== "data:") problems.push(`a request to ${asked}`);
  });
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}
