// The small build: the built-in schemes and the generic syntax, for a page that only checks links.

import { instantiate, Reader } from "./core.js";
import module from "./small-module.js";

export { Url, UrlError } from "./core.js";

const registry = new Reader(await instantiate(module), 0);

export const parse = registry.parse.bind(registry);
export const isValid = registry.isValid.bind(registry);
export const canonical = registry.canonical.bind(registry);
export const same = registry.same.bind(registry);
export const resolve = registry.resolve.bind(registry);
