// What a type checker finds. Checked by tsc, not run: an `@ts-expect-error` that is not needed is an error.

import { allow, build, parse, Registry, type Verdict } from "../index.js";

const url = parse("https://h/", { profile: "rfc1738" });
const host: string | null = url.host;
const ports: (number | null)[] = url.hosts.map((one) => one.effectivePort);
const registry: Registry = Registry.fromToml("").withPolicy({ schemes: { https: "allow" }, other: "deny" });
const verdict: Verdict = registry.judge(url).verdict;
const allowed: boolean = allow("https://h/", registry);
const built: string = build("https", { host: "h", query: { q: [1, 2] }, port: null }).href;
const same: boolean = registry.same(new URL("https://h/"), url);
// @ts-expect-error A setting may not be there.
parse(undefined as string | undefined);
// @ts-expect-error Without a policy all would be allowed.
allow("https://h/");
// @ts-expect-error It does not change.
url.host = "i";
// @ts-expect-error There is no such profile.
parse("https://h/", { profile: "whatwg" });
// @ts-expect-error There is no such verdict.
registry.withPolicy({ schemes: { https: "alow" } });
export { allowed, built, host, ports, same, verdict };
