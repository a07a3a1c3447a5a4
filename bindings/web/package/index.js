// URLs of any scheme by the scheme's own rules. The README tells how it is used; `index.d.ts` has the types.

import { instantiate, Reader, stringsOf, Url, UrlError } from "./core.js";
import module from "./module.js";
import schemes from "./schemes.js";

export { Url, UrlError };

const ask = await instantiate(module);
ask("ship", { text: schemes });

/** The number of a registry that the module has. */
class Known {
  constructor(id) {
    this.id = id;
  }
}

/** What a runtime reads by the URL Standard; empty if it rejects the text. */
function standard(text) {
  try {
    return new URL(text).href;
  } catch {
    return "";
  }
}

/** Pairs of a query, or of a component with fields. */
function pairs(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value;
  const all = value instanceof URLSearchParams ? [...value] : Object.entries(value);
  return all.flatMap(([name, one]) => (Array.isArray(one) ? one.map((each) => [name, each]) : [[name, one]]));
}

function plain(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, pairs(value)]));
}

const LAYERS = "the layers, which are the texts of registry files,";

let hasPolicy;

/** Schemes, and the rules by which their URLs are read: the shipped ones, with layers above them. */
export class Registry extends Reader {
  #policy;
  static {
    hasPolicy = (registry) => registry.#policy !== undefined;
  }
  constructor(layers = [], policy = undefined) {
    super(ask, layers instanceof Known ? layers.id : ask("registry", { texts: stringsOf([layers].flat(), LAYERS) }));
    this.#policy = policy;
    // Throws if it is none.
    if (policy !== undefined) this.unusedSettings();
  }
  /** A registry with layers from the texts of registry files, lower ones first. Throws if one cannot be used. */
  static fromToml(...texts) {
    return new Registry(texts);
  }
  /** The same registry with the policy of `allow` and `judge`. */
  withPolicy(policy) {
    // A setting that is not there is no policy: it must not allow everything.
    return new Registry(new Known(this.id), policy ?? null);
  }
  /** The settings of the policy that have no effect, in sentences: a misspelt name does not deny what it should. */
  unusedSettings() {
    return this.call("unused", "", { policy: this.#given() });
  }
  relativize(base, target, options) {
    return this.pair("relativize", base, target, options);
  }
  build(scheme, parts = {}) {
    return new Url(this.call("build", scheme, { parts: plain(parts) }));
  }
  change(url, parts, options) {
    return new Url(this.read("change", url, options, { parts: plain(parts) }), options);
  }
  scrub(text, fields = []) {
    return this.call("scrub", text, { fields: stringsOf(fields, "the names of fields") });
  }
  plan(text, options) {
    return this.read("plan", text, options);
  }
  compare(text) {
    return this.#told("compare", text).compared;
  }
  consensusHost(text) {
    return this.#told("consensusHost", text).host;
  }
  judge(text) {
    return this.call("judge", text, { policy: this.#given() });
  }
  /** The policy; without one, all schemes are allowed, and warnings have their own verdicts. */
  #given() {
    return this.#policy === undefined ? {} : this.#policy;
  }
  /** Asks again until the runtime has told all that the module wants to know of it. */
  #told(name, text) {
    for (;;) {
      const answer = this.call(name, text);
      if (answer.ask === undefined) return answer;
      this.call("tell", standard(answer.ask));
    }
  }
}

/** The shipped schemes. */
export const registry = new Registry(new Known(0));

const NO_POLICY =
  "allow(url, registry) takes a registry with a policy: " +
  'new Registry([], { schemes: { https: "allow" }, other: "deny" })';

/** Whether an application may open a link: it is a URL by the rules of its scheme, and the registry's policy allows it. */
export function allow(url, by) {
  // Without a policy all schemes would be allowed, `javascript` among them.
  if (!(by instanceof Registry) || !hasPolicy(by)) throw new TypeError(NO_POLICY);
  try {
    return by.judge(url).verdict === "allow";
  } catch (error) {
    if (error instanceof UrlError) return false;
    throw error;
  }
}

const of = (name) => registry[name].bind(registry);
export const parse = of("parse");
export const isValid = of("isValid");
export const canonical = of("canonical");
export const same = of("same");
export const resolve = of("resolve");
export const relativize = of("relativize");
export const build = of("build");
export const change = of("change");
export const scrub = of("scrub");
export const plan = of("plan");
export const compare = of("compare");
export const consensusHost = of("consensusHost");
