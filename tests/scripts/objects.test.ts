import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const kebabCase = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
const bound = [...read("wrangler.toml").matchAll(/^class_name = "(\w+)"/gm)].map(([, name = ""]) => name);

test("worker/objects has a file per Durable Object, named after the class, and one with its interface", () => {
  const files = bound.flatMap((name) => [`${kebabCase(name)}.ts`, `${kebabCase(name)}-api.ts`]);
  expect(readdirSync(join(root, "worker/objects")).sort()).toEqual(files.sort());
});

test.each(bound)(
  "%s extends nothing of ours and implements its interface, which worker/env.ts declares",
  (name) => {
    const file = kebabCase(name);
    expect(read(`worker/objects/${file}.ts`)).toMatch(
      new RegExp(`^export class ${name} extends (DurableObject|Server<Env>) implements ${name}Api \\{`, "m"),
    );
    expect(read("worker/index.ts")).toContain(`export { ${name} } from "./objects/${file}.ts";`);
    expect(read("worker/env.ts")).toContain(`DurableObjectNamespace<${name}Api>;`);
  },
);
