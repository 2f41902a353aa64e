import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { root } from "../run-script.mjs";
import { formatFigure } from "./report.ts";

const KB = 1024;

export interface SizedFile {
  path: string;
  /** Bytes, gzipped. */
  size: number;
}

/** Matches scripts that contain three.js, the part of it that several chunks share, or @react-three/fiber. */
const THREE = /THREE\.WebGLRenderer|__THREE__|isBufferGeometry=!0|R3F: /;

const readClientFile = (path: string): Buffer => readFileSync(join(root, "dist/client", path));

export const gzipSize = (bytes: Buffer | string, level = 9): number => gzipSync(bytes, { level }).length;

export const totalSize = (parts: readonly SizedFile[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

/** Describes the largest files, one per line. */
export const largestFiles = (parts: readonly SizedFile[]): string[] =>
  parts
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 8)
    .map(({ path, size }) => `${formatFigure(size / KB).padStart(8)}  ${path}`);

export const ofType = (parts: readonly SizedFile[], ending: string): SizedFile[] =>
  parts.filter(({ path }) => path.endsWith(ending));

/** Whether a script's text matches. */
export const fileContains = ({ path }: SizedFile, pattern: RegExp): boolean =>
  pattern.test(readClientFile(path).toString("utf8"));

export const isThree = (file: SizedFile): boolean => fileContains(file, THREE);

/** Lists the build's files that a page requests from now on, with their gzipped sizes. Fonts aren't gzipped. */
export function watchFiles(page: Page): () => SizedFile[] {
  const paths = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/build\/.+\.\w+$/.test(pathname)) paths.add(pathname);
  });
  return () =>
    [...paths].map((path) => {
      const bytes = readClientFile(path);
      return { path, size: path.endsWith(".woff2") ? bytes.length : gzipSize(bytes) };
    });
}

interface LoadOptions {
  cookie?: string;
  /** Runs in the page first. */
  script?: string;
  /** A selector to wait for instead of an idle network, and then for what is loaded within `settledMs` after it. */
  until?: string;
  settledMs?: number;
}

const SETTLED_MS = 3_000;

/** Returns the build's files that a page loads until the network is idle. */
export async function loadPage(
  browser: Browser,
  url: string,
  path: string,
  { cookie, script, until, settledMs = SETTLED_MS }: LoadOptions = {},
): Promise<SizedFile[]> {
  const context = await browser.newContext(cookie ? { extraHTTPHeaders: { Cookie: cookie } } : {});
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const files = watchFiles(page);
  if (until) {
    await page.goto(url + path, { waitUntil: "commit" });
    await page.waitForSelector(until);
    await page.waitForTimeout(settledMs);
  } else await page.goto(url + path, { waitUntil: "networkidle" });
  const loaded = files();
  await context.close();
  return loaded;
}
