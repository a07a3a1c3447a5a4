// The types of the package; `answers.d.ts` is generated from the definitions of the answers.

import type { BuildProblem, Compared, Judgement, Parsed, Plan } from "./answers.js";
import type { Options, Reader, Text, Url } from "./small.js";

export { Url, UrlError, type Options, type Text } from "./small.js";
export type { HostPort, Judgement, Note, Parsed, Plan, Reason, Step, Verdict } from "./answers.js";
export type { Compared } from "./answers.js";

/** `"allow"`, `"ask"` or `"deny"` by scheme and by the id of a warning; `other` is for all schemes that are not named. */
export interface Policy {
  schemes?: Record<string, "allow" | "ask" | "deny">;
  other?: "allow" | "ask" | "deny";
  warnings?: Record<string, "allow" | "ask" | "deny">;
}

export type Value = string | number | boolean | null | undefined | Pairs | readonly (string | number)[];
export type Pairs = Record<string, string | number | null | readonly (string | number)[]> | readonly (readonly [string, string | number | null])[] | URLSearchParams;

/** Components by name, unescaped; `null` removes one. `path`, `pathSegments` and `query` are those of every scheme. */
export interface Parts {
  [component: string]: Value;
}

/** The host, port and scheme that all rulebooks read in a text. */
export interface ConsensusHost {
  host: string;
  port: number | null;
  scheme: string;
}

/** Schemes, and the rules by which their URLs are read: the shipped ones, with layers above them. */
export class Registry extends Reader {
  constructor(layers?: string | readonly string[], policy?: Policy);
  /** A registry with layers from the texts of registry files, lower ones first. Throws if one cannot be used. */
  static fromToml(...texts: string[]): Registry;
  /** The same registry with the policy of `allow` and `judge`. */
  withPolicy(policy: Policy): Registry;
  /** The settings of the policy that have no effect, in sentences: a misspelt name does not deny what it should. */
  unusedSettings(): string[];
  /** The shortest reference from one URL to another; `null` if only the whole URL leads there. */
  relativize(base: Text, target: Text, options?: Options): string | null;
  /** Builds a URL. Throws an error with the `component` that is wrong. */
  build(scheme: string, parts?: Parts): Url;
  /** A URL with other parts. Throws an error with the `component` that is wrong. */
  change(url: Text, parts: Parts, options?: Options): Url;
  /** A text with `***` in place of the secrets of its URLs; `fields` are more names of fields whose values are secrets. */
  scrub(text: Text, fields?: readonly string[]): string;
  /** The steps that access a URL; nothing is sent. */
  plan(text: Text, options?: Options): Plan;
  /** How RFC 1738, RFC 3986, the URL Standard (as the runtime reads) and Appendix B read a text, and where they differ. */
  compare(text: Text): Compared;
  /** The host that all of them read. Throws an error with the `kind` of disagreement. */
  consensusHost(text: Text): ConsensusHost;
  /** The verdict about a URL, with its reasons. Without a policy all schemes are allowed. Throws `UrlError`. */
  judge(text: Text): Judgement;
}

/** The shipped schemes. */
export const registry: Registry;

/** Whether an application may open a link: it is a URL by the rules of its scheme, and the registry's policy allows it.
 * Throws `TypeError` for a registry without a policy. */
export function allow(url: Text, by: Registry): boolean;

export const parse: Registry["parse"];
export const isValid: Registry["isValid"];
export const canonical: Registry["canonical"];
export const same: Registry["same"];
export const resolve: Registry["resolve"];
export const relativize: Registry["relativize"];
export const build: Registry["build"];
export const change: Registry["change"];
export const scrub: Registry["scrub"];
export const plan: Registry["plan"];
export const compare: Registry["compare"];
export const consensusHost: Registry["consensusHost"];
export type { BuildProblem };
