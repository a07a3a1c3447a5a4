// Uses the web sites of two registries: by click and by keyboard, on a phone and on a desktop.
//
// SCREENSHOTS=folder keeps pictures of what the tests see.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { SIZES, launch, open, publish, skip } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CORPUS = new URL("../../../testdata/confusion.jsonl", import.meta.url);

/** Texts of the corpus that Chromium 156 does not read by the URL Standard: the page shows what this browser reads. */
const CHROMIUM = [
  "file:////h/share", // two more slashes before the path of a file, which it removes
  "file:///C|/p", // `|` after a drive letter, which it escapes
  "http:// /h", // a space in a host, which becomes %20
  "http://a b/",
  "http://h /",
  "http://[::ffff:0177.0.0.1]/", // a leading zero in the IPv4 part of an IPv6 address
  "http://xn--a/", // labels that begin with xn-- and are no Punycode
  "http://xn--a-0hc.example/",
];

const BERTH = "com.example.berth://quay-7.harbour.example.com/c4/17?sensor=wind";

let browser, shipped, harbour;

const ends = [];

before(async () => {
  if (skip) return;
  const atEnd = (end) => ends.push(end);
  browser = await launch(atEnd);
  shipped = await publish(atEnd);
  harbour = await publish(atEnd, "org.toml");
});

after(async () => {
  for (const end of ends.reverse()) await end();
});

async function picture(page, name, of) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  if (of) await page.locator(of).evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

const verdict = (page) => page.locator(".tester-verdict");

async function says(page, words) {
  await page.waitForFunction(
    (words) => document.querySelector(".tester-verdict").textContent.startsWith(words),
    words,
    { timeout: 20_000 },
  ).catch(async () => assert.fail(`${words} expected, found: ${await verdict(page).textContent()}`));
}

const part = (page, name) => page.locator(".tester-report tbody tr", { has: page.getByRole("rowheader", { name, exact: true }) }).locator("td").first();

/** Findings of axe-core that are serious or critical. */
async function accessibility(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** No part of the page is wider than the window. */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [size, viewport] of Object.entries(SIZES)) {
  describe(size, { skip }, () => {
    test("search and filters by keyboard", async () => {
      const { page, problems, close } = await open(browser, shipped.url, { viewport });
      await page.keyboard.press("/");
      await page.keyboard.type("sip");
      await page.waitForFunction(() => /^\d+ of \d+/.test(document.getElementById("count").textContent));
      const found = await page.locator("table.names tbody th").allTextContents();
      assert.equal(found[0].trim(), "sip");
      assert.ok(found.length < 60, `${found.length} rows`);
      await picture(page, `${size}-search`, "#names");
      await page.waitForURL(/q=sip/);
      await page.locator("select[name=status]").selectOption("permanent");
      await page.locator("input[name=port]").fill("5060");
      await page.waitForFunction(() => /^1 of/.test(document.getElementById("count").textContent));
      await page.locator("input[name=q]").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(/schemes\/sip\.html$/);
      assert.equal(await page.locator("h1").textContent(), "sip");
      assert.deepEqual(problems, []);
      await close();
    });

    test("a declared scheme: valid, invalid, repaired", async () => {
      const { page, problems, close } = await open(browser, harbour.url + "schemes/com.example.berth.html", { viewport });
      assert.equal(await page.locator("h1").textContent(), "com.example.berth");
      await page.locator("#tester-url").fill(BERTH);
      await says(page, "Valid");
      assert.equal(await part(page, "sensor").textContent(), "wind");
      assert.match(await page.locator(".tester-report ol").textContent(), /BERTH c4 17/);
      await picture(page, `${size}-valid`, "#tester");
      // An example of the page.
      await page.getByRole("button", { name: "Try com.example.berth:c4/17" }).click();
      await says(page, "Not valid: ");
      // An error with its place, and what was expected.
      await page.locator("#tester-url").fill(BERTH.replace("/c4/", "/4/"));
      await says(page, "Not valid");
      assert.equal(await page.locator(".tester-report mark").textContent(), "4");
      assert.match(await page.locator(".tester-report .facts").textContent(), /Expected/);
      // One that can be corrected, of a scheme that is loaded now, in both profiles.
      for (const profile of ["RFC 1738", "current documents"]) {
        await page.getByLabel(profile).check();
        await page.locator("#tester-url").fill("ldap://h/o=a b");
        await says(page, "Not valid");
        await page.getByRole("button", { name: "Correct it: ldap://h/o=a%20b" }).click();
        await says(page, "Valid");
        assert.equal(await part(page, "dn").textContent(), "o=a%20b");
      }
      // The harbour pins http to its current document.
      await page.getByLabel("RFC 1738").check();
      await page.locator("#tester-url").fill("http://h/~joe");
      await says(page, "Valid");
      assert.deepEqual(await accessibility(page), []);
      assert.deepEqual(problems, []);
      await close();
    });

    test("the example of a page is valid by the profile of its version", async () => {
      for (const name of ["gopher", "sip", "mailto"]) {
        const { page, problems, close } = await open(browser, `${shipped.url}schemes/${name}.html`, { viewport });
        await says(page, "Valid");
        assert.deepEqual(problems, []);
        await close();
      }
    });

    test("repair, mode and profile by keyboard", async () => {
      const { page, problems, close } = await open(browser, shipped.url, { viewport });
      await page.getByLabel("RFC 1738").check();
      await page.locator("#tester-url").focus();
      await page.keyboard.type("http://h/~joe");
      await says(page, "Not valid: unexpected `~`");
      await picture(page, `${size}-invalid`, "#tester");
      await page.getByRole("button", { name: "Correct it: http://h/%7Ejoe" }).focus();
      await page.keyboard.press("Enter");
      await says(page, "Valid");
      assert.equal(await page.locator("#tester-url").inputValue(), "http://h/%7Ejoe");
      // The same text by the current documents.
      await page.locator("#tester-url").fill("http://h/~joe#top");
      await says(page, "Not valid");
      await page.getByLabel("RFC 1738").focus();
      await page.keyboard.press("ArrowRight");
      await says(page, "Valid");
      assert.equal(await part(page, "fragment").textContent(), "top");
      // Lenient mode, by the button of the error.
      await page.getByLabel("RFC 1738").check();
      await page.getByRole("button", { name: "Accept it in lenient mode" }).click();
      await says(page, "Valid, with");
      // A scheme of the registry file, which is loaded when it is typed.
      await page.getByLabel("strict").check();
      await page.locator("#tester-url").fill("geo:48.2010,16.3695,183");
      await says(page, "Valid");
      assert.deepEqual(problems, []);
      await close();
    });

    test("secrets are masked, and the field is exact", async () => {
      const { page, problems, close } = await open(browser, shipped.url, { viewport });
      const shown = () => page.locator("#tester .tester-report").innerHTML();
      await page.getByLabel("current documents").check();
      await page.locator("#tester-url").fill("https://joe:s3cretPw@h.example/a?token=t0kenValue");
      await says(page, "Valid, with");
      assert.equal(await page.locator(".tester-text").textContent(), "https://joe:***@h.example/a?token=***");
      assert.equal(await part(page, "password").textContent(), "***");
      assert.doesNotMatch(await shown(), /s3cretPw|t0kenValue/);
      await page.locator("#tester-url").fill("https://joe:s3cretPw@h.example/a b");
      await says(page, "Not valid");
      assert.doesNotMatch((await shown()) + (await verdict(page).textContent()), /s3cretPw/);
      await page.getByRole("button", { name: "Correct it: https://joe:***@h.example/a%20b" }).click();
      await says(page, "Valid");
      assert.equal(await page.locator("#tester-url").inputValue(), "https://joe:s3cretPw@h.example/a%20b");
      assert.deepEqual(problems, []);
      await close();
    });

    test("what other programs read", async () => {
      const { page, problems, close } = await open(browser, shipped.url, { viewport });
      const programs = page.locator(".tester-programs");
      const cells = (name) => programs.locator("tbody tr", { has: page.getByRole("rowheader", { name, exact: true }) }).locator("td").allTextContents();
      await page.locator("#tester-url").fill("https://example.com\\@evil.com/");
      await says(page, "Not valid");
      assert.match(await programs.locator("summary").textContent(), /host-differs \(critical: another host\)$/);
      assert.deepEqual(await programs.locator("tr.differs th").allTextContents(), ["\u2260 userinfo", "\u2260 host", "\u2260 path"]);
      assert.deepEqual(await cells("scheme"), ["rejected", "https", "https"]);
      assert.deepEqual(await cells("\u2260 host"), ["example.com", "evil.com"]);
      const rules = await programs.locator("li").allTextContents();
      assert.ok(rules.includes("host: example.com to WHATWG: a `\\` counts as `/` and ends the authority (URL Standard, authority state)"), rules.join("\n"));
      assert.ok(rules.includes("RFC 1738 has no rules for it"), rules.join("\n"));
      assert.ok(rules.some((rule) => rule.startsWith("RFC 3986 rejects it: unexpected text in the user")), rules.join("\n"));
      assert.deepEqual(await accessibility(page), []);
      assert.ok((await overflow(page)) <= 0, "the page is wider than the window");
      await picture(page, `${size}-programs`, ".tester-programs");
      // All agree; a name that browsers write in ASCII.
      await page.locator("#tester-url").fill("http://b%C3%BCcher.example/");
      await page.waitForFunction(() => /validity-differs/.test(document.querySelector(".tester-programs summary").textContent));
      assert.equal(await programs.locator("tr.differs").count(), 0);
      // Closed by keyboard, it stays closed.
      await programs.locator("summary").focus();
      await page.keyboard.press("Enter");
      await page.locator("#tester-url").fill("http://h/");
      await says(page, "Valid");
      assert.equal(await programs.evaluate((element) => element.open), false);
      assert.match(await programs.locator("summary").textContent(), /same \(all that read it agree\)$/);
      assert.deepEqual(problems, []);
      await close();
    });

    test("pages have no serious problem of accessibility, and fit", async () => {
      const pages = ["", "schemes/gopher.html", "schemes/sip.html", "schemes/aaa.html"].map((path) => shipped.url + path);
      const own = ["", "schemes/com.example.berth.html", "schemes/com.example.manifest.html", "schemes/com.example.tide.html", "schemes/com.example.crane.html", "schemes/telnet.html"];
      for (const url of [...pages, ...own.map((path) => harbour.url + path)]) {
        for (const colorScheme of ["light", "dark"]) {
          const { page, problems, close } = await open(browser, url, { viewport, colorScheme });
          assert.deepEqual(await accessibility(page), [], `${url} ${colorScheme}`);
          assert.ok((await overflow(page)) <= 0, `${url} is wider than the window`);
          assert.deepEqual(problems, []);
          const name = new URL(url).pathname.split("/").at(-1).replace(".html", "") || "index";
          await picture(page, `${size}-${colorScheme}-${url.startsWith(harbour.url) ? "harbour-" : ""}${name}`);
          await close();
        }
      }
    });
  });
}

describe("elsewhere", { skip }, () => {
  test("a masked and a removed name are refused with the reason", async () => {
    const { page, problems, close } = await open(browser, harbour.url);
    for (const [text, reason] of [["telnet://h/", "reached by ssh"], ["com.example.crane:4", "was removed on 2025-11-01"]]) {
      await page.locator("#tester-url").fill(text);
      await says(page, "Not valid");
      assert.match(await verdict(page).textContent(), new RegExp(reason));
    }
    assert.deepEqual(problems, []);
    await close();
  });

  test("pages that are files", async () => {
    const { page, problems, close } = await open(browser, harbour.file + "schemes/com.example.manifest.html");
    await page.locator("#tester-url").fill("com.example.manifest:2026-001738");
    await says(page, "Valid");
    assert.equal(await part(page, "number").textContent(), "001738");
    assert.match(await page.locator(".tester-report ol").textContent(), /customs\.harbour\.example\.com\/manifests\/2026\/001738/);
    await page.goto(harbour.file + "index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("berth");
    await page.waitForFunction(() => /^\d+ of/.test(document.getElementById("count").textContent));
    assert.deepEqual(problems, []);
    await close();
  });

  test("this browser reads as the corpus says", async () => {
    const { page, problems, close } = await open(browser, shipped.file + "index.html");
    const rows = readFileSync(CORPUS, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    // A field has one line.
    const texts = rows.filter(({ base, text }) => base === undefined && !/[\r\n]/.test(text) && text !== "");
    assert.ok(texts.length > 300);
    const wrong = [];
    for (const { text, verdict: expected } of texts) {
      await page.locator("#tester-url").fill("");
      await page.waitForFunction(() => document.querySelector(".tester-programs") === null);
      await page.locator("#tester-url").fill(text);
      const summary = await page.locator(".tester-programs summary").textContent();
      if (!summary.includes(` ${expected} (`) && !CHROMIUM.includes(text)) wrong.push(`${JSON.stringify(text)}: ${summary}, not ${expected}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(problems, []);
    await close();
  });

  test("without JavaScript", async () => {
    const { page, problems, close } = await open(browser, shipped.url, { javaScriptEnabled: false });
    assert.ok((await page.locator("table.names tbody tr").count()) > 400);
    assert.match(await page.locator("#tester").innerText(), /needs JavaScript/);
    assert.ok(!(await page.locator("#tester form").isVisible()));
    await page.getByRole("link", { name: "gopher", exact: true }).click();
    await page.waitForURL(/gopher\.html$/);
    assert.ok(await page.getByText("hostport").first().isVisible());
    assert.deepEqual(problems, []);
    await close();
  });
});
