import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { GZIP_BUDGET } from "../../deploy/size.ts";
import { root } from "../../run-script.mjs";
import { openBrowser } from "../browser.ts";
import { SiteClient } from "../client.ts";
import { SAVE_DATA } from "../player/pressed-play.ts";
import type { BenchReport } from "../report.ts";
import { SINGLES } from "../rows/list-case.ts";
import { pagePaths } from "../rows/pages.ts";
import type { BenchArea } from "../run.ts";
import {
  gzipSize,
  isThree,
  largestFiles,
  loadPage,
  ofType,
  type SizedFile,
  totalSize,
} from "../sized-file.ts";
import { scratchWorld, startQuietSite } from "../worlds.ts";

const KB = 1024;
/** The gzip level of Cloudflare's edge for dynamic responses. */
const EDGE_GZIP_LEVEL = 6;

/** The first screen, the player (areas/player.ts), the builder (areas/build.ts), and pages for developers. */
const MEASURED_ELSEWHERE = /^\/$|^\/play\/|^\/build\/|^\/dev\//;

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

/** Measures the compressed bytes that pages load. */
export const measureBytes: BenchArea = async (report) => {
  const site = await startQuietSite(await scratchWorld({ users: 200, levels: 200 }));
  const browser = await openBrowser();
  try {
    const member = await SiteClient.signIn(site.url, "bobby");
    const first = await loadPage(browser, site.url, "/");
    checkFirstScreen(report, first);
    await checkPages(report, browser, site.url, member.cookie);
    await checkResponses(report, site.url, member);
    checkWorker(report);
  } finally {
    await Promise.all([browser.close(), site.stop()]);
  }
};

function checkFirstScreen(report: BenchReport, parts: readonly SizedFile[]): void {
  const scripts = ofType(parts, ".js");
  report.atMost("visitor's first screen: JavaScript", totalSize(scripts) / KB, 130, {
    unit: "KB gzipped",
    notes: largestFiles(scripts),
  });
  report.atMost("visitor's first screen: JavaScript requests", scripts.length, 6);
  report.atMost("visitor's first screen: CSS", totalSize(ofType(parts, ".css")) / KB, 20, {
    unit: "KB gzipped",
  });
  report.atMost("visitor's first screen: fonts", totalSize(ofType(parts, ".woff2")) / KB, 60, { unit: "KB" });
  report.atMost("visitor's first screen: scripts with three.js", scripts.filter(isThree).length, 0);
}

/**
 * Checks the scripts that each page adds to the first screen (a member's has more than a visitor's). The 3D code of some
 * pages is checked separately. Level pages preload the player, which areas/player.ts measures, except where data is saved.
 */
async function checkPages(report: BenchReport, browser: Browser, url: string, cookie: string): Promise<void> {
  const ownCode: SizedFile[] = [];
  const three: SizedFile[] = [];
  for (const [role, roleCookie] of [["visitor", ""] as const, ["member", cookie] as const]) {
    const scriptsOf = async (path: string) =>
      ofType(await loadPage(browser, url, path, { cookie: roleCookie, script: SAVE_DATA }), ".js");
    const first = await scriptsOf("/");
    const known = new Set(first.map(({ path }) => path));
    if (role === "member")
      report.info("member's first screen: JavaScript", totalSize(first) / KB, {
        unit: "KB gzipped",
        notes: largestFiles(first),
      });
    for (const path of pagePaths().filter((one) => !MEASURED_ELSEWHERE.test(one))) {
      const added = (await scriptsOf(path)).filter(({ path }) => !known.has(path));
      const name = `${path} as ${role}`;
      ownCode.push({ path: name, size: totalSize(added.filter((part) => !isThree(part))) });
      three.push({ path: name, size: totalSize(added.filter(isThree)) });
    }
  }
  const atMost = (label: string, parts: readonly SizedFile[], limit: number) =>
    report.atMost(label, Math.max(...parts.map(({ size }) => size)) / KB, limit, {
      unit: "KB gzipped",
      notes: largestFiles(parts),
    });
  atMost("another page's own JavaScript", ownCode, 40);
  atMost("a page's 3D chunk", three, 230);
}

async function checkResponses(report: BenchReport, url: string, member: SiteClient): Promise<void> {
  const visitor = new SiteClient(url);
  const responses: SizedFile[] = [];
  for (const path of LISTS)
    for (const person of [visitor, member]) {
      const { status, text } = await person.get(path);
      // Some lists are only for members.
      if (status === 401 && person === visitor) continue;
      if (status !== 200) throw new Error(`${path}: ${status}`);
      responses.push({ path, size: gzipSize(text, EDGE_GZIP_LEVEL) });
    }
  report.atMost("an API response", Math.max(...responses.map(({ size }) => size)) / KB, 12, {
    unit: "KB gzipped",
    notes: largestFiles(responses).slice(0, 3),
  });
}

/** Checks the size of the deployed worker. */
function checkWorker(report: BenchReport): void {
  const build = join(root, "dist/bopolis");
  const parts = readdirSync(build, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((path) => ({ path, size: gzipSize(readFileSync(join(build, path))) }));
  report.atMost("worker", totalSize(parts) / KB, GZIP_BUDGET / KB, {
    unit: "KB gzipped",
    notes: largestFiles(parts),
  });
}
