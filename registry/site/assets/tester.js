// The live tester: parses what the visitor types with the library, as a WebAssembly module in this page.
//
// The module and the schemes are loaded when the tester is first used, by scripts where the page is a file, because
// browsers do not fetch files. The registry's files of single schemes, `data/s-NAME.js`, are loaded when they are typed.
"use strict";

(() => {
  const section = document.getElementById("tester");
  if (!section) return;
  const root = section.dataset.root;
  const form = section.querySelector("form");
  const input = form.querySelector("#tester-url");
  const verdict = section.querySelector(".tester-verdict");
  const report = section.querySelector(".tester-report");

  // Loading ----------------------------------------------------------------------------------------------------------

  const scripts = new Map();

  /** Runs a script of the site once. */
  function script(path) {
    if (!scripts.has(path)) {
      const loaded = new Promise((done, failed) => {
        const element = document.createElement("script");
        element.src = root + path;
        element.onload = done;
        element.onerror = () => {
          // The next use tries again.
          scripts.delete(path);
          failed(new Error(`${path} cannot be loaded`));
        };
        document.head.append(element);
      });
      scripts.set(path, loaded);
    }
    return scripts.get(path);
  }

  /** What the scripts of the site pass: `anyurlSite.module`, `anyurlSite.names` and `anyurlSite.files[name]`. */
  const site = (globalThis.anyurlSite = { module: "", names: {}, files: {} });

  async function instantiate() {
    if (location.protocol === "file:") {
      await script("anyurl.wasm.js");
      const bytes = Uint8Array.from(atob(site.module), (one) => one.charCodeAt(0));
      return WebAssembly.instantiate(bytes, {});
    }
    const response = await fetch(root + "anyurl.wasm");
    if (!response.ok) throw new Error(`anyurl.wasm: ${response.status}`);
    // A server may not know the type of the file, which streaming needs.
    return WebAssembly.instantiate(await response.arrayBuffer(), {});
  }

  let library;

  function load() {
    library ??= Promise.all([instantiate(), script("data/names.js")]).then(([{ instance }]) => instance.exports);
    return library;
  }

  /** Asks the module what the npm package asks it: `bindings/web/src/package.rs` has the calls. */
  function call(exports, name, args) {
    const bytes = new TextEncoder().encode(JSON.stringify({ call: name, ...args }));
    const place = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const length = exports.ask(place, bytes.length);
    const { ok, error } = JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
    if (error !== undefined) throw new Error(error.message);
    return ok;
  }

  /** The built-in schemes. */
  const builtin = { number: 0, problem: "" };
  const registries = new Map();

  /** The registry with the scheme that a text begins with: its number, and why the scheme cannot be used, or an empty text. */
  async function registryOf(exports, text) {
    const typed = /^\s*(?:url:)?([a-z][a-z0-9+.-]*):/i.exec(text)?.[1].toLowerCase();
    const name = typed !== undefined && Object.hasOwn(site.names, typed) ? site.names[typed] : undefined;
    if (name === undefined) return builtin;
    if (!registries.has(name)) {
      await script(`data/s-${encodeURIComponent(name)}.js`);
      if (!registries.has(name)) registries.set(name, withFile(exports, site.files[name]));
    }
    return registries.get(name);
  }

  function withFile(exports, file) {
    try {
      return { number: call(exports, "registry", { texts: [file] }), problem: "" };
    } catch ({ message }) {
      return { ...builtin, problem: message };
    }
  }

  // Drawing ----------------------------------------------------------------------------------------------------------

  /** An element with attributes and children; texts are never read as HTML. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  const COLOURS = 8;

  /** The text with its components coloured: where several overlap, the shortest. */
  function coloured(text, components) {
    const cuts = new Set([0, text.length]);
    for (const { place } of components) place.forEach((cut) => cuts.add(cut));
    const ends = [...cuts].sort((one, other) => one - other);
    const line = make("p", { class: "tester-text", "aria-hidden": "true" });
    for (let n = 0; n + 1 < ends.length; n++) {
      const [start, end] = [ends[n], ends[n + 1]];
      const covering = components
        .map((component, index) => ({ ...component, index }))
        .filter(({ place }) => place[0] <= start && end <= place[1])
        .sort((one, other) => one.place[1] - one.place[0] - (other.place[1] - other.place[0]));
      const [best] = covering;
      const part = text.slice(start, end);
      line.append(best ? make("span", { class: `part part-${best.index % COLOURS}`, title: best.name }, part) : part);
    }
    return line;
  }

  /** The text with its error marked. */
  function marked(text, [start, end]) {
    const wrong = start === end ? make("mark", { class: "here" }, "\u2038") : make("mark", {}, text.slice(start, end));
    return make("p", { class: "tester-text" }, text.slice(0, start), wrong, text.slice(end));
  }

  function fact(name, ...value) {
    return [make("dt", {}, name), make("dd", {}, ...value)];
  }

  function table(components) {
    const rows = components.map(({ name, role, text }, index) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, make("span", { class: `swatch part-${index % COLOURS}`, "aria-hidden": "true" }), name),
        make("td", {}, make("code", {}, text)),
        make("td", {}, role),
      ),
    );
    const head = make("tr", {}, ...["component", "text", "kind"].map((title) => make("th", { scope: "col" }, title)));
    const whole = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "components" }, whole);
  }

  function notes(title, all) {
    if (all.length === 0) return [];
    const items = all.map(({ id, message }) => make("li", {}, message, " ", make("code", {}, id)));
    return [make("h3", {}, title), make("ul", {}, ...items)];
  }

  function plan({ steps, refused }) {
    if (refused !== undefined) return [make("h3", {}, "Access"), make("p", {}, `No plan: ${refused}`)];
    const items = steps.steps.map(({ op, details, aside }) =>
      make("li", {}, make("b", {}, op), " ", make("code", {}, details), aside === null ? null : ` (${aside})`),
    );
    return [make("h3", {}, "Access"), make("ol", {}, ...items), ...notes("Notes", steps.notes)];
  }

  // What is shown of the text is `found.text`, in which the module has masked the secrets.
  function valid(found) {
    const { text, scheme, version, is_registered, canonical, effective_port, components, warnings } = found;
    const which = version === null ? "generic syntax" : `${scheme} ${version}`;
    const port = effective_port === null ? [] : fact("Port", String(effective_port));
    const facts = [...fact("Canonical form", make("code", {}, canonical)), ...port, ...fact("Scheme", which)];
    return {
      verdict: `Valid${is_registered ? "" : ": the registry does not have the scheme"}${warnings.length === 0 ? "" : `, with ${warnings.length} warning${warnings.length === 1 ? "" : "s"}`}.`,
      state: warnings.length === 0 ? "valid" : "warned",
      parts: [
        coloured(text, components),
        ...notes("Warnings", warnings),
        make("dl", { class: "facts" }, ...facts),
        make("h3", {}, "Components"),
        table(components),
        ...plan(found.plan),
      ],
    };
  }

  function button(label, text, act) {
    const element = make("button", { type: "button" }, `${label} `, text === "" ? null : make("code", {}, text));
    element.addEventListener("click", act);
    return element;
  }

  function invalid(found) {
    const { text, message, help, expected, rule, component, section, id, place, repaired, repaired_shown, accepted_by } = found;
    const buttons = [];
    if (repaired !== null) {
      buttons.push(button("Correct it:", repaired_shown, () => ((input.value = repaired), input.focus(), update())));
    }
    if (accepted_by.includes("lenient")) {
      buttons.push(button("Accept it in lenient mode", "", () => choose("mode", "lenient")));
    }
    for (const [profile, documents] of Object.entries({ current: "the current documents", rfc1738: "RFC 1738" })) {
      if (accepted_by.includes(profile)) {
        buttons.push(button(`Accept it by ${documents}`, "", () => choose("profile", profile)));
      }
    }
    const facts = [
      ...(expected === null ? [] : fact("Expected", expected)),
      ...fact("Help", help),
      ...fact("Rule", make("code", {}, rule), component === rule ? null : ` (${component})`),
      ...fact("Source", `${section} (${id})`),
    ];
    return {
      verdict: `Not valid: ${message}`,
      state: "invalid",
      parts: [marked(text, place), make("div", { class: "buttons" }, ...buttons), make("dl", { class: "facts" }, ...facts)],
    };
  }

  // Other programs ---------------------------------------------------------------------------------------------------

  /** What this browser reads in a text: an empty text if it rejects it. */
  function reads(text) {
    try {
      return new URL(text).href;
    } catch {
      return "";
    }
  }

  /** How other rulebooks read a text. The module has them all but that of browsers, for which it asks this one. */
  function compared(exports, registry, text) {
    for (;;) {
      const { ask, compared } = call(exports, "compare", { registry, text });
      if (compared !== undefined) return compared;
      call(exports, "tell", { text: reads(ask) });
    }
  }

  const MEANINGS = {
    none: "all that read it agree",
    low: "some reject it; those that read it agree",
    medium: "medium: another resource of the same server",
    high: "high: another service of the same host",
    critical: "critical: another host",
  };

  let isOpen = true;

  /** The comparison, which the visitor can close. */
  function programs(found) {
    const { verdict, severity, rulebooks, differences } = found;
    const isRejected = severity === "none" && rulebooks.some(({ status }) => status === "rejected");
    const meaning = isRejected ? "all that have rules for it reject it" : MEANINGS[severity];
    const title = make("summary", {}, make("h3", {}, "What other programs read"), ` ${verdict} (${meaning})`);
    const rules = differences.flatMap(({ component, readings }) =>
      readings.map(({ name, value, rule, section }) =>
        make("li", {}, make("b", {}, component), ": ", ...(value === null ? ["none"] : [make("code", {}, value)]), ` to ${name}: ${rule} (${section})`),
      ),
    );
    const reasons = rulebooks.flatMap(({ name, status, message, section }) => {
      if (status === "accepted") return [];
      return make("li", {}, status === "rejected" ? `${name} rejects it: ${message} (${section})` : `${name} has no rules for it`);
    });
    const element = make(
      "details",
      { class: "tester-programs", "data-severity": severity },
      title,
      readings(found),
      make("p", { class: "tester-hint" }, "WHATWG is what this browser reads."),
      rules.length + reasons.length === 0 ? null : make("ul", {}, ...rules, ...reasons),
    );
    element.open = isOpen;
    // Not the event `toggle`, which may come after the next text has replaced this element.
    title.addEventListener("click", () => (isOpen = !element.open));
    return element;
  }

  /** A column for each rulebook that has rules for the text, and a row for each component that one of them finds. */
  function readings({ components, rulebooks: all, differences }) {
    const rulebooks = all.filter(({ status }) => status !== "not-covered");
    const differing = new Set(differences.map(({ component }) => component));
    const isShown = (n) => n === 0 || rulebooks.some(({ parts }) => parts?.[n]);
    const shown = components.map((name, n) => ({ name, n })).filter(({ n }) => isShown(n));
    const cell = ({ parts }, n) => {
      if (parts === null) return n === 0 ? make("td", { rowspan: shown.length, class: "none" }, "rejected") : null;
      return parts[n] === null ? make("td", { class: "none" }, "\u2013") : make("td", {}, make("code", {}, parts[n]));
    };
    const row = ({ name, n }) => {
      const mark = differing.has(name) ? make("span", { title: "differs" }, "\u2260 ") : null;
      const title = make("th", { scope: "row" }, mark, name);
      return make("tr", { class: mark && "differs" }, title, ...rulebooks.map((rulebook) => cell(rulebook, n)));
    };
    const titles = ["component", ...rulebooks.map(({ name }) => name)];
    const head = make("tr", {}, ...titles.map((name) => make("th", { scope: "col" }, name)));
    const whole = make("table", {}, make("thead", {}, head), make("tbody", {}, ...shown.map(row)));
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "readings of other programs" }, whole);
  }

  function choose(name, value) {
    form.elements[name].value = value;
    input.focus();
    update();
  }

  function show({ verdict: words, state, parts }) {
    section.dataset.state = state;
    verdict.textContent = words;
    report.replaceChildren(...parts);
  }

  // Use --------------------------------------------------------------------------------------------------------------

  let latest = 0;

  /** Parses the text. Of overlapping calls, the last one shows its result. */
  async function update() {
    const number = ++latest;
    const text = input.value;
    const options = { lenient: form.elements.mode.value === "lenient", profile: form.elements.profile.value };
    if (text === "") return show({ verdict: "", state: "empty", parts: [] });
    try {
      const exports = await load();
      const { number: registry, problem } = await registryOf(exports, text);
      if (number !== latest) return;
      const found = call(exports, "report", { registry, text, ...options });
      const shown = found.outcome === "valid" ? valid(found) : invalid(found);
      shown.parts.push(programs(compared(exports, registry, text)));
      if (problem !== "") shown.parts.unshift(make("p", {}, `The scheme cannot be used here: ${problem}`));
      show(shown);
    } catch (error) {
      library = undefined;
      show({ verdict: `The tester cannot run here: ${error.message}`, state: "failed", parts: [] });
    }
  }

  if (section.dataset.profile !== "") form.elements.profile.value = section.dataset.profile;
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", update);
  input.addEventListener("focus", () => load().catch(() => (library = undefined)), { once: true });
  for (const element of document.querySelectorAll("[data-try]")) {
    element.hidden = false;
    element.addEventListener("click", () => {
      input.value = element.dataset.try;
      section.scrollIntoView();
      input.focus();
      update();
    });
  }
  if (section.dataset.url !== "") {
    input.value = section.dataset.url;
    update();
  }
})();
