// Decides about links before an application opens them: node link-guard.js policy.json [registry.toml…] <links
// Prints for each line the verdict and why. The exit code is 1 if a link was denied.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { consensusHost, Registry, UrlError } from "anyurl";

const [policyFile, ...layers] = process.argv.slice(2);
const policy = JSON.parse(readFileSync(policyFile, "utf8"));
const registry = Registry.fromToml(...layers.map((file) => readFileSync(file, "utf8"))).withPolicy(policy);
for (const setting of registry.unusedSettings()) console.error(`${policyFile}: ${setting}`);

/** The verdict about a link, and why. */
function judge(link) {
  try {
    const { verdict, message } = registry.judge(link);
    if (verdict === "deny" || !link.startsWith("http")) return [verdict, message];
    // Programs must not disagree on where a link of the web leads.
    const { host } = consensusHost(link);
    return [verdict, verdict === "allow" ? host : message];
  } catch (error) {
    if (error instanceof UrlError || error.kind !== undefined) return ["deny", error.message];
    throw error;
  }
}

let denied = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const link = line.trim();
  if (link === "") continue;
  const [verdict, why] = judge(link);
  if (verdict === "deny") denied += 1;
  console.log(`${verdict.padEnd(5)} ${registry.scrub(link)} (${why})`);
}
process.exitCode = denied > 0 ? 1 : 0;
