// Hides the secrets of URLs in a log: node scrub-log.js [--field NAME]… <in.log >out.log
// Says on the standard error how many lines had one.

import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { scrub } from "anyurl";

const { values } = parseArgs({ options: { field: { type: "string", multiple: true, default: [] } } });

let lines = 0;
let changed = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const shown = scrub(line, values.field);
  lines += 1;
  if (shown !== line) changed += 1;
  process.stdout.write(`${shown}\n`);
}
process.stderr.write(`${changed} of ${lines} lines had a secret\n`);
