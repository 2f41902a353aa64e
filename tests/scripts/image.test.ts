import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** The commands that run in the container. */
const COMMANDS = [
  "scripts/site/thread.ts",
  ...["serve", "admin", "backup", "restore", "deploy"].flatMap((name) => [
    `scripts/${name}.mjs`,
    `scripts/${name}/main.ts`,
  ]),
];

/** An import of values at the start of a line; imports on demand aren't needed in production. */
const VALUE_IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?\bfrom\s+"([^"]+)";|^import\s+"([^"]+)";/gm;

/** Returns the files and packages that these files import, directly or not. */
function importsOf(files: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const found = { files: new Set(files), packages: new Set<string>() };
  for (const file of found.files)
    for (const [, from, alone] of readFileSync(file, "utf8").matchAll(VALUE_IMPORT)) {
      const name = from ?? alone ?? "";
      if (name.startsWith("#")) found.files.add(name.slice(1));
      else if (name.startsWith(".")) found.files.add(join(dirname(file), name));
      else found.packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
    }
  return found;
}

const dockerfile = readFileSync("Dockerfile", "utf8");
const compose = readFileSync("compose.yaml", "utf8");
const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
/** Files and folders that the last stage copies from the project. */
const copied = [...lastStage.matchAll(/^COPY (?:--chmod=\d+ )?(?!--)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
  names.split(" "),
);
const included = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));

describe("the container's image", () => {
  test("has every file and package that its commands import", () => {
    const { files, packages } = importsOf(COMMANDS);
    const missing = [...files].filter(
      (file) => !copied.some((name) => file === name || file.startsWith(`${name}/`)),
    );
    expect(missing).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
    // `node:` and `cloudflare:` are part of the runtimes.
    const unknown = [...packages].filter((name) => !(name in dependencies || name.includes(":")));
    expect(unknown).toEqual([]);
  });

  test("copies only what exists and what isn't excluded", () => {
    expect(copied.length).toBeGreaterThan(5);
    for (const name of copied) {
      expect([name, existsSync(name)]).toEqual([name, true]);
      expect(included.some((one) => name === one || name.startsWith(`${one}/`))).toBe(true);
    }
    expect(included.some((name) => name.startsWith(".env") || name === ".bopolis")).toBe(false);
  });

  test("lets its user read everything, whatever the modes of the checkout", () => {
    const copies = lastStage.match(/^COPY .*$/gm) ?? [];
    expect(copies.length).toBeGreaterThan(5);
    for (const copy of copies) expect(copy).toContain(" --chmod=755 ");
  });

  test("has certificates, without which workerd doesn't start, and isn't unhealthy while it applies migrations", () => {
    expect(dockerfile).toMatch(/--start-period=1h --start-interval=2s/);
    expect(lastStage).toMatch(/^RUN apt-get update && apt-get install .*\bca-certificates\b/m);
  });

  test("has everything that the build reads", () => {
    const folders = ["domain", "db", "worker", "web", "scripts"];
    const sources = [...folders, "vite.config.ts", "wrangler.toml", "package-lock.json"];
    expect(sources.filter((name) => !included.includes(name))).toEqual([]);
    for (const name of readdirSync(".").filter((file) => /^tsconfig.*\.json$/.test(file)))
      expect(included.some((one) => one === "tsconfig*.json" || one === name)).toBe(true);
  });

  test("runs with the Node of the packages, without root, from an executable script", () => {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      dependencies: { node: string };
    };
    expect(dockerfile).toContain(`NODE_IMAGE=node:${dependencies.node}-`);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(statSync("docker/entry.sh").mode & 0o111).toBe(0o111);
    expect(readFileSync("docker/entry.sh", "utf8")).toMatch(/^exec node /m);
  });

  test("leaves the volume's owner and the ports to Caddy: the site believes everyone's X-Forwarded-For", () => {
    const [, mounts = ""] = /\n {2}caddy:\n[\s\S]*?\n {4}volumes:\n([\s\S]*?)\n\n/.exec(compose) ?? [];
    const folders = [...mounts.matchAll(/^ +- data:(\S+)$/gm)].map(([, folder]) => folder);
    expect(folders).toEqual(["/volume"]);
    expect(compose).toContain(`XDG_DATA_HOME: ${folders[0]}\n`);
    const [, site = "", caddy = ""] = /\n {2}site:\n([\s\S]*?)\n {2}caddy:\n([\s\S]*)/.exec(compose) ?? [];
    expect([site.includes("ports:"), caddy.includes("ports:")]).toEqual([false, true]);
  });
});

test("self-hosting has at most 1,200 lines of its own, in the files that its document names", () => {
  const [, named = ""] =
    /has at most 1,200 lines: ([\s\S]*?)\. The rest/.exec(readFileSync("docs/self-hosting.md", "utf8")) ?? [];
  const paths = [...named.matchAll(/`([^`]+)`/g)].flatMap(([, path = ""]) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
  );
  expect(paths.length).toBeGreaterThan(15);
  const lines = paths.map((path) => readFileSync(path, "utf8").split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1_200);
});
