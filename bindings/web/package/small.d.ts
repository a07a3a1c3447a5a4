// The types of the small build, which the whole one has, too.

import type { Parsed, Problem } from "./answers.js";

/** How a text is read: strictly and by the current document of each scheme, unless these say otherwise. */
export interface Options {
  lenient?: boolean;
  profile?: "current" | "rfc1738";
}

/** A URL: as a text, of this package, or of the runtime, which has normalized it. Anything else is a `TypeError`. */
export type Text = string | Url | URL;

/** A parsed URL: its parts, as they are written. It does not change. */
export interface Url extends Readonly<Parsed> {
  toString(): string;
  toJSON(): string;
  readonly options: Options | undefined;
}
export const Url: abstract new () => Url;

/** A text is not a URL. The message has no secrets. */
export class UrlError extends Error {
  readonly text: string;
  readonly kind: Problem["kind"];
  readonly component: Problem["component"];
  /** Where: `text.slice(...place)`. */
  readonly place: Problem["place"];
  /** The document and section that it breaks. */
  readonly section: Problem["section"];
  readonly id: Problem["id"];
  /** How to correct it; not in the small build. */
  readonly help?: string;
  /** The options that accept the text; not in the small build. */
  readonly acceptedBy?: string[];
  /** The corrected text with its secrets, to be parsed and not to be shown. */
  readonly repaired: string | null;
}

export abstract class Reader {
  /** Throws `UrlError`. */
  parse(text: Text, options?: Options): Url;
  isValid(text: Text, options?: Options): boolean;
  /** The same text for all URLs that the scheme calls equivalent. */
  canonical(text: Text, options?: Options): string;
  same(one: Text, other: Text, options?: Options): boolean;
  /** The URL that a reference means at another one. */
  resolve(base: Text, reference: Text, options?: Options): Url;
}

export const parse: Reader["parse"];
export const isValid: Reader["isValid"];
export const canonical: Reader["canonical"];
export const same: Reader["same"];
export const resolve: Reader["resolve"];
