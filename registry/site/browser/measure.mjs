// How long the search of a site takes, in milliseconds from a key to the result: `node measure.mjs FOLDER`.

import { pathToFileURL } from "node:url";
import { launch, open } from "./site.js";

const ends = [];
const browser = await launch((end) => ends.push(end));
const { page } = await open(browser, new URL("index.html", pathToFileURL(process.argv[2]) + "/").href);
await page.keyboard.press("/");
const times = await page.evaluate(async () => {
  const field = document.querySelector("input[name=q]");
  const count = document.getElementById("count");
  const times = [];
  for (const text of ["c", "co", "com", "com.", "com.e", "thing 77", "thing 777", "s09", "s0999", "department 5", "ldap", ""]) {
    const start = performance.now();
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // The frame in which it is drawn, and its layout.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    times.push([text, count.textContent, Math.round(performance.now() - start)]);
  }
  return times;
});
for (const [text, count, time] of times) console.log(`${String(time).padStart(5)} ms  ${JSON.stringify(text)}: ${count}`);
for (const end of ends.reverse()) await end();
