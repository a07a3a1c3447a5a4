// The module and the texts that are passed to it.

/** A text is not a URL. `place` are the indices in `text`; the message has no secrets. */
export class UrlError extends Error {
  constructor(text, { message, ...problem }) {
    super(message);
    this.name = "UrlError";
    Object.defineProperty(this, "text", { value: text });
    const { repair, ...rest } = problem;
    Object.assign(this, rest, repair ? { help: repair.help, acceptedBy: repair.acceptedBy } : {});
    // With its secrets: not shown by loggers that print the fields of an error.
    Object.defineProperty(this, "repaired", { value: repair?.repaired ?? null });
  }
}

/** What a value is, for a message: the value itself may be a secret. */
function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A text for the module. Anything else than a string or a URL is a mistake, such as a setting that is not there. */
function textOf(value, call) {
  if (typeof value === "string") return value;
  // A URL of the runtime can be of another window, which has a class of its own.
  const isUrl = value instanceof Url || Object.prototype.toString.call(value) === "[object URL]";
  if (isUrl) return String(value);
  throw new TypeError(`${call} takes a string or a URL, not ${kindOf(value)}`);
}

/** A list of strings for the module. */
export function stringsOf(values, what) {
  if (!Array.isArray(values)) throw new TypeError(`${what} are an array of strings, not ${kindOf(values)}`);
  const wrong = values.findIndex((one) => typeof one !== "string");
  if (wrong !== -1) throw new TypeError(`${what} are strings, not ${kindOf(values[wrong])}`);
  return values;
}

const PROFILES = ["current", "rfc1738"];

/** The options, each with a check of its value. */
const OPTIONS = {
  lenient(value) {
    if (typeof value !== "boolean") throw new TypeError(`the option lenient is true or false, not ${kindOf(value)}`);
  },
  profile(value) {
    if (PROFILES.includes(value)) return;
    const found = typeof value === "string" ? JSON.stringify(value) : kindOf(value);
    throw new TypeError(`the option profile is "${PROFILES.join('" or "')}", not ${found}`);
  },
};

/** Throws for options that are unknown: a text would be read by other rules than the caller meant. */
function checkOptions(options) {
  if (options === undefined) return;
  if (kindOf(options) !== "object") {
    throw new TypeError(`options are an object such as { lenient: true }, not ${kindOf(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw new TypeError(`there is no option ${name}: the options are ${Object.keys(OPTIONS).join(" and ")}`);
    }
    if (value !== undefined) OPTIONS[name](value);
  }
}

async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** The function that asks the module, whose bytes are compressed and in base64. */
export async function instantiate(base64) {
  const { instance } = await WebAssembly.instantiate(await inflate(base64), {});
  const { allocate, answer, ask, memory } = instance.exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  // A lone surrogate is no character: the module gets the character for what is none.
  const characters = (_, value) => (typeof value === "string" ? value.replace(/[\uD800-\uDFFF]/gu, "\uFFFD") : value);
  const asked = (call, args) => {
    const bytes = encoder.encode(JSON.stringify({ call, ...args }, characters));
    const place = allocate(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = ask(place, bytes.length);
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, answer(), length)));
  };
  return (call, args) => {
    const { ok, error } = asked(call, args);
    if (error === undefined) return ok;
    if (error.place !== undefined) throw new UrlError(args.text, error);
    throw Object.assign(new Error(error.message), error);
  };
}

/** A parsed URL: its parts, as they are written. `toString` is the exact text; inspecting it hides secrets. */
export class Url {
  #parsed;
  #options;
  constructor(parsed, options) {
    this.#parsed = parsed;
    this.#options = options;
  }
  get options() {
    return this.#options;
  }
  toString() {
    return this.#parsed.href;
  }
  toJSON() {
    return this.#parsed.href;
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `Url <${this.#parsed.masked}>`;
  }
  static {
    const names = ["href", "scheme", "user", "password", "host", "port", "effectivePort", "hosts", "path", "pathSegments", "query", "fragment", "components", "canonical", "masked", "isRegistered", "warnings"];
    for (const name of names) {
      Object.defineProperty(Url.prototype, name, { get() { return this.#parsed[name]; } });
    }
  }
}

/** What both builds have: a registry's functions that read. */
export class Reader {
  #ask;
  #registry;
  constructor(ask, registry) {
    this.#ask = ask;
    this.#registry = registry;
  }
  get id() {
    return this.#registry;
  }
  /** Asks about a text. */
  call(name, text, args) {
    return this.#ask(name, { registry: this.#registry, text: textOf(text, name), ...args });
  }
  /** Asks about a text that is read with options. */
  read(name, text, options, args) {
    checkOptions(options);
    return this.call(name, text, { ...args, ...options });
  }
  /** Asks about two texts. */
  pair(name, text, other, options) {
    return this.read(name, text, options, { other: textOf(other, name) });
  }
  parse(text, options) {
    return new Url(this.read("parse", text, options), options);
  }
  isValid(text, options) {
    return this.read("isValid", text, options);
  }
  canonical(text, options) {
    return this.read("canonical", text, options);
  }
  same(one, other, options) {
    return this.pair("same", one, other, options);
  }
  resolve(base, reference, options) {
    return new Url(this.pair("resolve", base, reference, options), options);
  }
}
