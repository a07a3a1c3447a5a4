// Node's url.parse, by which `http.get(url.parse(text))` finds its host.
const { parse } = require("url");
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(0, -1);
const encode = (text) => (text === null ? "-" : "=" + Buffer.from(text).toString("hex"));

function read(text) {
  const url = parse(text);
  const host = url.hostname !== null && url.hostname.includes(":") ? `[${url.hostname}]` : url.hostname;
  return [url.protocol && url.protocol.slice(0, -1), url.auth, host, url.port, url.pathname ?? "",
    url.search && url.search.slice(1), url.hash && url.hash.slice(1)];
}

process.removeAllListeners("warning");
for (const line of lines) {
  const [text, base] = line.split("\t");
  try {
    const parts = base === "-" ? read(Buffer.from(text, "hex").toString()) : null;
    console.log(parts === null ? "?" : parts.map(encode).join("\t"));
  } catch (error) {
    console.log("!" + Buffer.from(error.message).toString("hex"));
  }
}
