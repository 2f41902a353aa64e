import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const worker = join(import.meta.dirname, "../../worker");

interface Import {
  file: string;
  imported: string;
}

/** The imports between files of worker/, those of types included. */
const IMPORTS: Import[] = readdirSync(worker, { recursive: true, encoding: "utf8" })
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

test("worker/http imports no feature, no object and nothing from worker/live", () => {
  expect(brokenBy("http", "live", "features", "objects", "app")).toEqual([]);
});

test("worker/live imports no feature and no object", () => {
  expect(brokenBy("live", "features", "objects", "app")).toEqual([]);
});

test("features know objects by their interfaces", () => {
  expect(brokenBy("features", "objects", "app")).toEqual([]);
});

test("objects import no other object's class", () => {
  const classes = IMPORTS.filter(
    ({ file, imported }) => layerOf(file) === "objects" && layerOf(imported) === "objects",
  );
  expect(classes).toEqual([]);
});

test("a single Hono app handles every request", () => {
  const files = new Set(IMPORTS.map(({ file }) => file));
  const apps = [...files].filter((file) => readFileSync(join(worker, file), "utf8").includes("new Hono"));
  expect(apps).toEqual(["app.ts"]);
});
