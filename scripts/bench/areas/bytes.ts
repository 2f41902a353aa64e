import { SiteClient } from "../../client/site-client.ts";
import { openBrowser } from "../browser.ts";
import {
  atMostKb,
  checkBuiltBytes,
  gzipSize,
  isThree,
  KB,
  loadPage,
  ofType,
  type SizedFile,
  totalSize,
  WORKER_KB,
  without,
  workerFiles,
} from "../check-built-bytes.ts";
import { pagePaths } from "../example-path.ts";
import { SINGLES } from "../list-case.ts";
import { signInDemo } from "../open-site.ts";
import { SAVE_DATA } from "../pressed-play.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld, startQuietSite } from "../worlds.ts";

/** The gzip level of Cloudflare's edge for dynamic responses. */
const EDGE_GZIP_LEVEL = 6;
/** The first time, the builder's guide comes beside the level. */
const GUIDE_SEEN = `localStorage.setItem("bopolis-builder-guide", "1")`;

/** The first screen, the player and the builder have their own limits; pages for developers have none. */
const MEASURED_ELSEWHERE = /^\/$|^\/play\/|^\/build\/|^\/dev\//;

const LISTS = [
  ...["/api/levels", "/api/levels?order=clears", "/api/levels?filter=rating", "/api/levels?search=a"],
  ...["/api/levels?filter=featured&showPrivateLevels=true", "/api/ratings", "/api/comments/level/1"],
  ...["/api/users/bobby/levels", "/api/search?q=a", "/api/shop", "/api/shop?sort=cheapest", "/api/wishlist"],
  ...["/api/auth/transactions", "/api/items/1/owners", "/api/inventory/bobby"],
  ...SINGLES.filter((path) => path.startsWith("/api/")),
];

/** Measures the compressed bytes of the build, and what browsers load of it. */
export const measureBytes: BenchArea = async (report, { small }) => {
  await checkBuiltBytes(report);
  atMostKb(report, "worker", workerFiles(), WORKER_KB);
  const site = await startQuietSite(await scratchWorld({ users: 200, levels: 200 }));
  const browser = await openBrowser();
  try {
    const { url } = site;
    const member = await signInDemo(url, "bobby");
    await checkResponses(report, new SiteClient(url), member);
    const first = await loadPage(browser, url);
    atMostKb(report, "loaded by a visitor's first screen: JavaScript", ofType(first, ".js"), 130);
    report.atMost("loaded by a visitor's first screen: fonts", totalSize(ofType(first, ".woff2")) / KB, 60);
    const cookie = member.readHeaders.Cookie;
    const level = await loadPage(browser, `${url}/levels/1`, { script: SAVE_DATA });
    const player = await loadPage(browser, `${url}/play/1`, { until: "canvas[data-phase=ready]" });
    atMostKb(
      report,
      "loaded by the player: three.js",
      ofType(without(player, level), ".js").filter(isThree),
      190,
    );
    const made = { title: "Measured", start: "empty" };
    const { level_id: id } = await member.post<{ level_id: number }>("/api/builds", made);
    const known = [
      await loadPage(browser, `${url}/levels/${id}`, { cookie }),
      await loadPage(browser, `${url}/play/${id}`, { cookie, until: "canvas[data-phase=ready]" }),
    ];
    const until = "canvas[data-parts]";
    const builder = await loadPage(browser, `${url}/build/${id}`, { cookie, until, script: GUIDE_SEEN });
    const own = ofType(without(builder, ...known), ".js").filter((file) => !isThree(file));
    atMostKb(report, "loaded by the builder, beyond the player and the level's page", own, 60);
    if (small) return;
    const pages: SizedFile[] = [];
    for (const [role, roleCookie] of [["visitor", undefined] as const, ["member", cookie] as const]) {
      const scriptsOf = async (path: string) =>
        ofType(await loadPage(browser, url + path, { cookie: roleCookie, script: SAVE_DATA }), ".js");
      const home = await scriptsOf("/");
      for (const path of pagePaths().filter((one) => !MEASURED_ELSEWHERE.test(one))) {
        const added = without(await scriptsOf(path), home).filter((part) => !isThree(part));
        pages.push({ path: `${path} as ${role}`, size: totalSize(added) });
      }
    }
    const sorted = pages.toSorted((a, b) => b.size - a.size);
    report.atMost("loaded by another page: its own JavaScript", (sorted[0]?.size ?? Number.NaN) / KB, 40, {
      unit: "KB gzipped",
      notes: sorted.slice(0, 6).map(({ path, size }) => `${(size / KB).toFixed(1)}  ${path}`),
    });
  } finally {
    await Promise.all([browser.close(), site.stop()]);
  }
};

async function checkResponses(report: BenchReport, visitor: SiteClient, member: SiteClient): Promise<void> {
  const responses: SizedFile[] = [];
  for (const path of LISTS)
    for (const person of [visitor, member]) {
      const { status, text } = await person.send(path);
      // Some lists are only for members.
      if (status === 401 && person === visitor) continue;
      if (status !== 200) throw new Error(`${path}: ${status}`);
      responses.push({ path, size: gzipSize(text, EDGE_GZIP_LEVEL) });
    }
  const [largest] = responses.toSorted((a, b) => b.size - a.size);
  atMostKb(report, "an API response", largest ? [largest] : [], 12);
}
