// Settings of a server, from the environment: node settings.js
// A wrong setting ends the program with a message that shows no password.

import { allow, parse, Registry, UrlError } from "anyurl";
import { z } from "zod";

/** A URL of some schemes, as `Url` of anyurl. */
function url(...schemes) {
  return z.string().transform((text, context) => {
    try {
      const found = parse(text);
      if (schemes.includes(found.scheme)) return found;
      context.addIssue({ code: "custom", message: `the scheme is ${found.scheme}: use ${schemes.join(" or ")}` });
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      context.addIssue({ code: "custom", message: error.help ? `${error.message}; ${error.help}` : error.message });
    }
    return z.NEVER;
  });
}

const policy = { schemes: { https: "allow" }, other: "deny" };
const webhooks = new Registry([], policy);

const Settings = z.object({
  DATABASE_URL: url("postgres", "postgresql", "mysql"),
  CACHE_URL: url("redis", "rediss").optional(),
  BUCKET: url("s3", "file"),
  WEBHOOK: z.string().refine((text) => allow(text, webhooks), "a webhook is an https URL without a password"),
});

const { success, data, error } = Settings.safeParse(process.env);
if (!success) {
  for (const issue of error.issues) console.error(`${issue.path.join(".")}: ${issue.message}`);
  process.exit(1);
}
const { DATABASE_URL: database, CACHE_URL: cache, BUCKET: bucket } = data;
for (const { host, effectivePort } of database.hosts) console.log(`database host ${host}, port ${effectivePort}`);
console.log(`database ${database.masked}`);
if (cache) console.log(`cache ${cache.masked}, port ${cache.effectivePort}`);
console.log(bucket.scheme === "s3" ? `bucket ${bucket.components.bucket}` : `folder ${bucket.path}`);
