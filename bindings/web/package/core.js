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
  call(name, text, args) {
    return this.#ask(name, { registry: this.#registry, text: String(text), ...args });
  }
  parse(text, options) {
    return new Url(this.call("parse", text, options), options);
  }
  isValid(text, options) {
    return this.call("isValid", text, options);
  }
  canonical(text, options) {
    return this.call("canonical", text, options);
  }
  same(one, other, options) {
    return this.call("same", one, { other: String(other), ...options });
  }
  resolve(base, reference, options) {
    return new Url(this.call("resolve", base, { other: String(reference), ...options }), options);
  }
}
