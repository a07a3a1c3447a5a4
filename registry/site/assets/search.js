// The search of the index. `index.js` sets `anyurlNames`: arrays of texts in the order of `COLUMNS`.
"use strict";

(() => {
  const COLUMNS = ["name", "version", "status", "layer", "kind", "port", "owner", "description", "aliases", "file", "mark"];
  // The most rows that are shown at once: more would make typing slow.
  const MOST = 200;
  // The filters that must equal the column; `owner` is searched for.
  const EXACT = ["status", "layer", "kind", "port"];

  const form = document.getElementById("search");
  const count = document.getElementById("count");
  const table = document.querySelector("table.names");
  const names = globalThis.anyurlNames;
  if (!form || !count || !table || !names) return;

  const complete = table.tBodies[0];
  const links = document.querySelectorAll("nav.parts");
  const column = Object.fromEntries(COLUMNS.map((name, n) => [name, n]));
  const rows = names.map((values) => ({
    values,
    name: values[column.name].toLowerCase(),
    owner: values[column.owner].toLowerCase(),
    text: [column.name, column.aliases, column.description, column.owner, column.layer]
      .map((n) => values[n]).join("\n").toLowerCase(),
  }));

  const field = (name) => form.elements.namedItem(name);
  const filters = [...EXACT, "owner"].filter((name) => field(name));
  const value = (name) => (field(name) ? field(name).value.trim() : "");

  // Lower is better: the name itself, its beginning, a part of it, any other text.
  const rank = (row, first) => {
    if (row.name === first) return 0;
    if (row.name.startsWith(first)) return 1;
    return row.name.includes(first) ? 2 : 3;
  };

  const find = () => {
    const words = value("q").toLowerCase().split(/\s+/).filter(Boolean);
    const owner = value("owner").toLowerCase();
    const exact = EXACT.filter(value).map((name) => [column[name], value(name)]);
    const found = rows.filter((row) =>
      words.every((word) => row.text.includes(word)) && row.owner.includes(owner)
      && exact.every(([n, wanted]) => row.values[n] === wanted || (n === column.status && row.values[column.mark] === wanted)));
    if (words.length === 0) return found;
    const ranked = found.map((row) => [rank(row, words[0]), row]);
    return ranked.sort((a, b) => a[0] - b[0]).map(([, row]) => row);
  };

  const cell = (row, tag, role, name, content) => {
    const one = document.createElement(tag);
    one.setAttribute("role", role);
    one.className = name;
    one.append(content);
    row.append(one);
    return one;
  };

  const draw = ({ values }) => {
    const of = (name) => values[column[name]];
    const row = document.createElement("tr");
    row.setAttribute("role", "row");
    const link = document.createElement("a");
    link.href = `schemes/${of("file")}.html`;
    link.append(of("name"));
    cell(row, "th", "rowheader", "name", link).scope = "row";
    cell(row, "td", "cell", "version", of("version"));
    const status = document.createElement("span");
    status.className = `status ${of("status")}`;
    status.append(of("status"));
    const state = cell(row, "td", "cell", "state", of("status") ? status : "");
    if (of("mark")) {
      const mark = document.createElement("span");
      mark.className = `status ${of("mark")}`;
      mark.append(of("mark"));
      state.append(" ", mark);
    }
    for (const name of ["layer", "kind"]) cell(row, "td", "cell", name, of(name));
    cell(row, "td", "cell", "number", of("port"));
    cell(row, "td", "cell", "owner", of("owner"));
    cell(row, "td", "cell", "text", of("description"));
    return row;
  };

  // What is shown. Leaving a field is an event, too, and drawing the same again would take the focus from a result.
  let shown = "";
  const show = () => {
    if (fragment() === shown) return;
    shown = fragment();
    const isFiltered = value("q") !== "" || filters.some(value);
    const body = table.tBodies[0];
    for (const nav of links) nav.hidden = isFiltered;
    if (!isFiltered) {
      if (body !== complete) body.replaceWith(complete);
      count.textContent = `${rows.length} names`;
      return;
    }
    const found = find();
    const results = document.createElement("tbody");
    results.setAttribute("role", "rowgroup");
    results.append(...found.slice(0, MOST).map(draw));
    body.replaceWith(results);
    const more = found.length > MOST ? `, of which the first ${MOST} are shown` : "";
    count.textContent = found.length === 0 ? `No name of ${rows.length} matches`
      : `${found.length} of ${rows.length} names${more}`;
  };

  // The query is in the fragment, so that a search can be shared.
  const fragment = () => {
    const query = new URLSearchParams();
    for (const name of ["q", ...filters]) if (value(name)) query.set(name, value(name));
    return query.toString();
  };
  const share = () => {
    const text = fragment();
    try {
      history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
    } catch {
      location.hash = text;
    }
  };
  const restore = () => {
    const hash = location.hash.slice(1);
    if (!hash.includes("=") || hash === fragment()) return;
    const query = new URLSearchParams(hash);
    for (const name of ["q", ...filters]) field(name).value = query.get(name) ?? "";
    show();
  };

  let waiting = 0;
  const update = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(show);
  };
  let sharing = 0;
  const changed = () => {
    update();
    clearTimeout(sharing);
    sharing = setTimeout(shareNow, 250);
  };
  const shareNow = () => {
    clearTimeout(sharing);
    if (sharing) share();
    sharing = 0;
  };

  const results = () => [...table.tBodies[0].querySelectorAll("th a")];
  const search = field("q");
  const isTyping = (target) => target.matches("input, select, textarea, [contenteditable]");

  // Moves from the search through the results and back.
  const move = (event) => {
    const all = results();
    const at = all.indexOf(document.activeElement);
    if (at < 0 && event.target !== search) return;
    const next = event.key === "ArrowDown" ? at + 1 : at - 1;
    event.preventDefault();
    if (next === -1) search.focus();
    else if (all[next]) all[next].focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !isTyping(event.target)) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      move(event);
    } else if (event.key === "Escape" && results().includes(document.activeElement)) {
      search.focus();
    }
  });

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("reset", () => setTimeout(() => { changed(); search.focus(); }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
    const [first] = results();
    if (value("q") && first) first.click();
  });
  // For the way back, if a link is followed before the timer ends.
  document.addEventListener("click", (event) => event.target.closest("a") && shareNow(), { capture: true });
  addEventListener("hashchange", restore);

  form.hidden = false;
  restore();
  // A browser that goes back restores the fields without an event.
  if (fragment()) show();
})();
