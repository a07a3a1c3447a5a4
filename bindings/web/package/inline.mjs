// Writes each module as a script: compressed and in base64, so that no runtime has to fetch or read a file.

import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

for (const [module, script] of [["anyurl.wasm", "module.js"], ["anyurl-small.wasm", "small-module.js"]]) {
  const packed = gzipSync(readFileSync(new URL(module, import.meta.url)), { level: 9 });
  writeFileSync(new URL(script, import.meta.url), `export default "${packed.toString("base64")}";\n`);
}
