import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { root } from "../../bootstrap.mjs";
import { GZIP_BUDGET } from "../../deploy/size.ts";
import { openBrowser } from "../browser.ts";
import { Person } from "../client.ts";
import { type Report, show } from "../report.ts";
import { SINGLES } from "../rows/cases.ts";
import { pageAddresses } from "../rows/pages.ts";
import type { Area } from "../run.ts";
import { scratchWorld, startQuietly } from "../worlds.ts";

const KB = 1024;
/** How hard Cloudflare's edge squeezes an answer that it has to squeeze anew each time. */
const ANSWER_LEVEL = 6;
/** Says of a script that three.js is in it. */
const THREE = /THREE\.WebGLRenderer|__THREE__/;

const LISTS = [
  "/api/levels",
  "/api/levels?order=clears",
  "/api/levels?order=newest",
  "/api/levels?filter=rating",
  "/api/levels?filter=featured&showPrivateLevels=true",
  "/api/levels?search=a",
  "/api/ratings",
  "/api/ratings?sort=difficulty&order=asc",
  "/api/comments/level/1",
  "/api/users/bobby/levels",
  "/api/search?q=a",
  "/api/shop",
  "/api/shop?sort=cheapest",
  "/api/shop?featured=true",
  "/api/auth/transactions",
  "/api/wishlist",
  "/api/items/1/owners",
  "/api/inventory/bobby",
  ...SINGLES.filter((path) => path.startsWith("/api/")),
];

interface Part {
  path: string;
  size: number;
}

/** What a page loads, in bytes over the wire. */
export const measureBytes: Area = async (report) => {
  const site = await startQuietly(await scratchWorld({ users: 200, levels: 200 }));
  const browser = await openBrowser();
  try {
    const member = await Person.signedIn(site.url, "bobby");
    const first = await loadPage(browser, site.url, "/");
    judgeFirstScreen(report, first);
    await judgeRoutes(report, browser, site.url, member.cookie);
    await judgeAnswers(report, site.url, member);
    judgeWorker(report);
  } finally {
    await Promise.all([browser.close(), site.stop()]);
  }
};

const squeezed = (bytes: Buffer | string, level = 9) => gzipSync(bytes, { level }).length;
const total = (parts: readonly Part[]) => parts.reduce((sum, { size }) => sum + size, 0);
const biggest = (parts: readonly Part[]) =>
  parts
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 8)
    .map(({ path, size }) => `${show(size / KB).padStart(8)}  ${path}`);

/** The files of the build that a page loads until it is quiet, gzipped; fonts as they are. */
async function loadPage(browser: Browser, url: string, address: string, cookie = ""): Promise<Part[]> {
  const context = await browser.newContext(cookie ? { extraHTTPHeaders: { Cookie: cookie } } : {});
  const page = await context.newPage();
  const paths = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/build/")) paths.add(pathname);
  });
  await page.goto(url + address, { waitUntil: "networkidle" });
  await context.close();
  return [...paths].map((path) => {
    const bytes = readFileSync(join(root, "dist/client", path));
    return { path, size: path.endsWith(".woff2") ? bytes.length : squeezed(bytes) };
  });
}

const ofType = (parts: readonly Part[], ending: string) => parts.filter(({ path }) => path.endsWith(ending));

function judgeFirstScreen(report: Report, parts: readonly Part[]): void {
  const scripts = ofType(parts, ".js");
  report.most("JavaScript of the visitor's first screen", total(scripts) / KB, 130, {
    unit: "KB gzipped",
    notes: biggest(scripts),
  });
  report.most("requests for that JavaScript", scripts.length, 6);
  report.most("CSS of the first screen", total(ofType(parts, ".css")) / KB, 20, { unit: "KB gzipped" });
  report.most("fonts of the first screen", total(ofType(parts, ".woff2")) / KB, 60, { unit: "KB" });
  report.most("scripts of the first screen with three.js in them", scripts.filter(isThree).length, 0);
}

const isThree = ({ path }: Part) => THREE.test(readFileSync(join(root, "dist/client", path), "utf8"));

/**
 * Every further page's own scripts: what it adds to the first screen of whoever opens it (a member's has more than a
 * visitor's), and apart from it the 3D that some pages have.
 */
async function judgeRoutes(report: Report, browser: Browser, url: string, cookie: string): Promise<void> {
  const own: Part[] = [];
  const three: Part[] = [];
  for (const [role, cookies] of [["visitor", ""] as const, ["member", cookie] as const]) {
    const scriptsOf = async (address: string) =>
      ofType(await loadPage(browser, url, address, cookies), ".js");
    const first = await scriptsOf("/");
    const known = new Set(first.map(({ path }) => path));
    if (role === "member")
      report.told("JavaScript of a member's first screen", total(first) / KB, {
        unit: "KB gzipped",
        notes: biggest(first),
      });
    for (const address of pageAddresses().filter((one) => one !== "/" && !one.startsWith("/dev/"))) {
      const added = (await scriptsOf(address)).filter(({ path }) => !known.has(path));
      const path = `${address} as ${role}`;
      own.push({ path, size: total(added.filter((part) => !isThree(part))) });
      three.push({ path, size: total(added.filter(isThree)) });
    }
  }
  const most = (what: string, parts: readonly Part[], limit: number) =>
    report.most(what, Math.max(...parts.map(({ size }) => size)) / KB, limit, {
      unit: "KB gzipped",
      notes: biggest(parts),
    });
  most("a further page's own JavaScript", own, 40);
  most("the 3D chunk of a page that has one", three, 230);
}

async function judgeAnswers(report: Report, url: string, member: Person): Promise<void> {
  const visitor = new Person(url);
  const answers: Part[] = [];
  for (const path of LISTS)
    for (const person of [visitor, member]) {
      const { status, text } = await person.get(path);
      // Some lists are for members alone.
      if (status === 401 && person === visitor) continue;
      if (status !== 200) throw new Error(`${path}: ${status}`);
      answers.push({ path, size: squeezed(text, ANSWER_LEVEL) });
    }
  report.most("an API answer", Math.max(...answers.map(({ size }) => size)) / KB, 12, {
    unit: "KB gzipped",
    notes: biggest(answers).slice(0, 3),
  });
}

/** What is uploaded to the edge. */
function judgeWorker(report: Report): void {
  const build = join(root, "dist/bopolis");
  const parts = readdirSync(build, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((path) => ({ path, size: squeezed(readFileSync(join(build, path))) }));
  report.most("the worker", total(parts) / KB, GZIP_BUDGET / KB, {
    unit: "KB gzipped",
    notes: biggest(parts),
  });
}
