// Prints what a client of npm reads in each line, as JSON, or null where it refuses the URL.
import { createInterface } from "node:readline";

const clients = {
  async "git-url-parse"() {
    const { default: parse } = await import("git-url-parse");
    return (url) => {
      const found = parse(url);
      return found.parse_failed ? null : { user: found.user, host: found.resource, port: found.port || null, path: found.pathname };
    };
  },
  async "magnet-uri"() {
    const { default: parse } = await import("magnet-uri");
    return (url) => {
      const { xt, dn, xl } = parse(url);
      return { xt: [xt].flat()[0], dn: [dn].flat()[0], xl: [xl].flat()[0] };
    };
  },
  async "data-urls"() {
    const { default: parse } = await import("data-urls");
    return (url) => {
      const found = parse(url);
      return found && { media_type: found.mimeType.toString(), content: Buffer.from(found.body).toString("hex") };
    };
  },
  async "did-resolver"() {
    const { parse } = await import("did-resolver");
    return (url) => {
      const found = parse(url);
      return found && { method: found.method, id: found.id, path: found.path, query: found.query };
    };
  },
  async "packageurl-js"() {
    const { PackageURL } = await import("packageurl-js");
    return (url) => {
      const { type, namespace, name, version } = PackageURL.fromString(url);
      return { type, namespace, name, version };
    };
  },
  async JsSIP() {
    const { default: jssip } = await import("jssip");
    return (url) => {
      const found = jssip.Grammar.parse(url, "SIP_URI");
      return found === -1 ? null : { user: found.user, host: found.host, port: found.port };
    };
  },
  async bip21() {
    const { decode } = await import("bip21");
    return (url) => {
      const { address, options } = decode(url);
      return { address, label: options.label, message: options.message };
    };
  },
};

const read = await clients[process.argv[2]]();
for await (const line of createInterface({ input: process.stdin })) {
  let parts = null;
  try {
    parts = read(line);
  } catch {
    // The client refuses the URL.
  }
  console.log(JSON.stringify(parts));
}
