// Writes src/lib/wire.ts from the server's JSON Schema: node scripts/types.mjs [SCHEMA.json]
// Without a file it asks the Python package (PYTHON, default python3): python -m bunfight.serve.schema
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const file = process.argv[2];
const root = new URL("../../src", import.meta.url).pathname;
const text = file
  ? readFileSync(file, "utf8")
  : execFileSync(process.env.PYTHON ?? "python3", ["-m", "bunfight.serve.schema"], { env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? root }, encoding: "utf8" });
const defs = JSON.parse(text).$defs;

const type = (s) => {
  if (s === true || s === undefined) return "unknown";
  if (s.$ref) return s.$ref.split("/").pop();
  if (s.anyOf || s.oneOf) return (s.anyOf ?? s.oneOf).map(type).join(" | ");
  if (s.enum) return s.enum.map((x) => JSON.stringify(x)).join(" | ");
  if (s.const !== undefined) return JSON.stringify(s.const);
  switch (s.type) {
    case "string": return "string";
    case "integer":
    case "number": return "number";
    case "boolean": return "boolean";
    case "null": return "null";
    case "array": {
      const inner = type(s.items);
      return / \| /.test(inner) ? `Array<${inner}>` : `${inner}[]`;
    }
    case "object":
      if (s.properties) return fields(s);
      return `Record<string, ${type(s.additionalProperties)}>`;
    default: return "unknown";
  }
};
const fields = (s, gives) => {
  const must = new Set(s.required ?? []);
  return `{\n${Object.entries(s.properties).map(([k, v]) => `  ${k}${must.has(k) || gives || k === "type" ? "" : "?"}: ${type(v)};`).join("\n")}\n}`;
};
// The server always sends every field; only what a client sends may leave out fields with defaults.
const sent = new Set(["NewTable", "Place", "ClockRule", "Join", "Leave", "Furnish", "Start", "PlayOn", "QrWanted", ...(defs.ClientMessage.anyOf ?? []).map((r) => r.$ref.split("/").pop())]);

let out = "/* Written by scripts/types.mjs from the server's schema; do not edit. */\n";
for (const [name, s] of Object.entries(defs)) {
  if (s.description) out += `\n/** ${s.description.replace(/\s+/g, " ").replace(/\*\//g, "")} */`;
  out += s.type === "object" && s.properties ? `\nexport interface ${name} ${fields(s, !sent.has(name))}\n` : `\nexport type ${name} = ${type(s)};\n`;
}
writeFileSync(new URL("../src/lib/wire.ts", import.meta.url), out);
console.log(`src/lib/wire.ts: ${Object.keys(defs).length} types`);
