// Node's URL.
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(0, -1);
const decode = (hex) => Buffer.from(hex, "hex").toString();
const encode = (text) => Buffer.from(text).toString("hex");
const none = (text) => (text === "" ? null : text);

function read(text, base) {
  const url = new URL(text, base);
  const login = url.password === "" ? url.username : `${url.username}:${url.password}`;
  return [url.protocol.slice(0, -1), none(login), none(url.hostname), none(url.port), url.pathname,
    none(url.search.slice(1)), none(url.hash.slice(1))];
}

for (const line of lines) {
  const [text, base] = line.split("\t");
  try {
    const parts = read(decode(text), base === "-" ? undefined : decode(base));
    console.log(parts.map((part) => (part === null ? "-" : "=" + encode(part))).join("\t"));
  } catch (error) {
    console.log("!" + encode(error.message));
  }
}
