import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const kebabCase = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();

test("each Durable Object is a class of its own file in worker/objects", () => {
  const bound = [...read("wrangler.toml").matchAll(/^class_name = "(\w+)"/gm)].map(([, name = ""]) => name);
  const files = [...new Set(bound)].map((name) => `${kebabCase(name)}.ts`);
  expect(readdirSync(join(root, "worker/objects")).sort()).toEqual(files.sort());
  for (const name of bound)
    expect(read("worker/index.ts")).toContain(`export { ${name} } from "./objects/${kebabCase(name)}.ts";`);
  for (const name of bound)
    expect(read(`worker/objects/${kebabCase(name)}.ts`)).toContain(`export class ${name} `);
});
