import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { trackedFiles } from "#scripts/check/files.ts";
import { root } from "#scripts/run-script.mjs";

const worker = join(root, "worker");

/** The imports between files of worker/, those of types included. */
const IMPORTS = readdirSync(worker, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const source = readFileSync(join(worker, file), "utf8");
    const paths = [...source.matchAll(/(?:from|import\(|import) *"(\.[^"?]+)/g)].map(([, path = ""]) => path);
    return paths.map((path) => ({ file, imported: normalize(join(dirname(file), path)) }));
  });

/** The layer of a file: each imports only its own and those before it. */
function layerOf(file: string): string {
  if (/^objects\/.*-api\.ts$/.test(file)) return "contracts";
  if (["app.ts", "index.ts"].includes(file)) return "app";
  if (["env.ts", "modules.d.ts"].includes(file)) return "env";
  const folder = file.split("/")[0] ?? "";
  return ["http", "live", "objects"].includes(folder) ? folder : "features";
}

const brokenBy = (from: string, ...layers: string[]) =>
  IMPORTS.filter(({ file, imported }) => layerOf(file) === from && layers.includes(layerOf(imported))).map(
    ({ file, imported }) => `${file} imports ${imported}`,
  );

test("layers import none above them: features know objects by their interfaces, and objects no other class", () => {
  expect(brokenBy("http", "live", "features", "objects", "app")).toEqual([]);
  expect(brokenBy("live", "features", "objects", "app")).toEqual([]);
  expect(brokenBy("features", "objects", "app")).toEqual([]);
  expect(brokenBy("objects", "objects")).toEqual([]);
});

test("a single Hono app handles every request", () => {
  const files = new Set(IMPORTS.map(({ file }) => file));
  const apps = [...files].filter((file) => readFileSync(join(worker, file), "utf8").includes("new Hono"));
  expect(apps).toEqual(["app.ts"]);
});

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

const sources = trackedFiles(["db", "worker"]).filter((file) => file.endsWith(".ts"));
const filesWith = (pattern: RegExp, except: readonly string[] = []) =>
  sources.filter((file) => !except.includes(file) && pattern.test(readFileSync(join(root, file), "utf8")));

test("a batch knows what it has written only through a guard", () => {
  expect(filesWith(/\bstamp = (?!\$\{(?:ledger\.)?guard\.stamp\})/, ["db/guard.ts"])).toEqual([]);
  expect(filesWith(/\bchanges\(\)/)).toEqual([]);
  expect(filesWith(/\bedits_count = (?!edits_count \+ 1)/)).toEqual([]);
  expect(filesWith(/\bcreated_at = -/)).toEqual([]);
});

const MODULES = {
  CHAOS_AREAS: "scripts/chaos/areas/chaos-areas.ts",
  BENCH_AREAS: "scripts/bench/areas/bench-areas.ts",
  seedDemo: "scripts/seed/demo.ts",
  connect: "scripts/deploy/operations.ts",
};

test("the modules of chaos, bench, seed and deploy can be loaded by Node, where there is no worker", () => {
  const code = Object.entries(MODULES).map(
    ([name, file]) => `console.log((await import("./${file}")).${name} !== undefined);`,
  );
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code.join("")];
  const output = String(execFileSync(process.execPath, args, { cwd: root }));
  expect(output.split("\n")).toEqual([...Object.keys(MODULES).map(() => "true"), ""]);
});
