import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { PAGES } from "#domain/api/pages.ts";
import { pageChunks } from "#worker/pages/chunks.ts";
import { root } from "../run-script.mjs";
import { type BenchReport, formatFigure } from "./report.ts";

export const KB = 1024;

export interface SizedFile {
  path: string;
  /** Bytes, gzipped. */
  size: number;
}

/** Matches scripts that contain three.js, the part of it that several chunks share, or @react-three/fiber. */
const THREE = /THREE\.WebGLRenderer|__THREE__|isBufferGeometry=!0|R3F: /;

const read = (path: string): Buffer => readFileSync(join(root, "dist/client", path));
export const gzipSize = (bytes: Buffer | string, level = 9): number => gzipSync(bytes, { level }).length;
const sized = (path: string): SizedFile => ({
  path,
  size: path.endsWith(".woff2") ? read(path).length : gzipSize(read(path)),
});

export const totalSize = (parts: readonly SizedFile[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);
const isThree = ({ path }: SizedFile): boolean => THREE.test(read(path).toString("utf8"));
const ofType = (parts: readonly SizedFile[], ending: string): SizedFile[] =>
  parts.filter(({ path }) => path.endsWith(ending));
const without = (parts: readonly SizedFile[], ...known: readonly SizedFile[][]): SizedFile[] => {
  const paths = new Set(known.flat().map(({ path }) => path));
  return parts.filter(({ path }) => !paths.has(path));
};

/** Reports a number of gzipped kilobytes that must not exceed a limit, with the largest files. */
export function atMostKb(report: BenchReport, label: string, parts: readonly SizedFile[], limit: number) {
  const notes = parts
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 6)
    .map(({ path, size }) => `${formatFigure(size / KB).padStart(8)}  ${path}`);
  report.atMost(label, totalSize(parts) / KB, limit, { unit: "KB gzipped", notes });
}

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}

/** Lists the scripts and styles that are linked in a page's HTML: of the first screen, and of the page's own modules. */
function linkedFiles(manifest: Record<string, Chunk>, names: readonly string[]): SizedFile[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    const key = manifest[name] ? name : Object.keys(manifest).find((one) => manifest[one]?.name === name);
    const chunk = key && manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const name of ["web/index.html", "web/renderer.ts", ...names]) add(name);
  return [...files].map(sized);
}

/** The gzipped bytes of the simulation alone. */
async function simSize(): Promise<number> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: "error",
    build: { write: false, lib: { entry: "tests/bench/sim/size.ts", formats: ["iife"], name: "sim" } },
  })) as Rolldown.RolldownOutput[];
  return gzipSize(
    built.flatMap(({ output }) => output.map((part) => ("code" in part ? part.code : ""))).join(""),
  );
}

const LIMITS = {
  firstScreen: 130,
  requests: 6,
  css: 20,
  page: 40,
  three: 190,
  player: 40,
  builder: 60,
  sim: 8,
};

/** Checks the bytes of the build, from its manifest: what the HTML of each page links, and the worker. */
export async function checkBuiltBytes(report: BenchReport): Promise<void> {
  const manifest = JSON.parse(read(".vite/manifest.json").toString()) as Record<string, Chunk>;
  const filesOf = (path: string, isMember: boolean) => {
    const page = PAGES.find((one) => one.path === path);
    if (!page) throw new Error(`There is no page ${path}.`);
    const shell = isMember ? ["web/app/shell/member-tools.tsx"] : [];
    return linkedFiles(manifest, [...shell, ...pageChunks(page, isMember)]);
  };
  const first = filesOf("/", false);
  atMostKb(report, "visitor's first screen: JavaScript", ofType(first, ".js"), LIMITS.firstScreen);
  report.atMost("visitor's first screen: JavaScript requests", ofType(first, ".js").length, LIMITS.requests);
  atMostKb(report, "visitor's first screen: CSS", ofType(first, ".css"), LIMITS.css);
  report.atMost(
    "visitor's first screen: scripts with three.js",
    ofType(first, ".js").filter(isThree).length,
    0,
  );
  const others = PAGES.filter(({ path }) => !/^\/$|^\/dev\/|^\/(play|build)\//.test(path));
  const pages = others.flatMap(({ path, access }) =>
    (access === "public" ? [false, true] : [true]).map((isMember) => {
      const own = without(ofType(filesOf(path, isMember), ".js"), filesOf("/", isMember));
      const size = totalSize(own.filter((one) => !isThree(one)));
      return { path: `${path} as ${isMember ? "member" : "visitor"}`, size };
    }),
  );
  const [largest] = pages.toSorted((a, b) => b.size - a.size);
  atMostKb(report, "linked by another page: its own JavaScript", largest ? [largest] : [], LIMITS.page);
  const level = filesOf("/levels/:id", false);
  const player = without(ofType(filesOf("/play/:id", false), ".js"), level);
  const simulation = { path: "without the simulation", size: -(await simSize()) };
  report.atMost("the simulation", -simulation.size / KB, LIMITS.sim, { unit: "KB gzipped" });
  const ownPlayer = player.filter((one) => !isThree(one));
  atMostKb(
    report,
    "linked by the player, beyond three.js, the simulation and the level's page",
    [...ownPlayer, simulation],
    LIMITS.player,
  );
  atMostKb(report, "three.js's chunk", player.filter(isThree), LIMITS.three);
  const known = [...filesOf("/levels/:id", true), ...filesOf("/play/:id", true)];
  const builder = without(ofType(filesOf("/build/:id", true), ".js"), known).filter((one) => !isThree(one));
  atMostKb(report, "linked by the builder, beyond the player and the level's page", builder, LIMITS.builder);
}

/** The most that the deployed worker may have, gzipped. */
export const WORKER_KB = 430;

/** The gzipped files of the deployed worker. */
export function workerFiles(): SizedFile[] {
  const worker = join(root, "dist/bopolis");
  return readdirSync(worker, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((path) => ({ path, size: gzipSize(readFileSync(join(worker, path))) }));
}
