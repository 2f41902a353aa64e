import type { Browser, Page } from "@playwright/test";
import { openBrowser } from "../browser.ts";
import { SiteClient } from "../client.ts";
import { isLook, isPoll, openedPlay, pressedPlay, SAVE_DATA } from "../player/pressed-play.ts";
import { scatteredWorld } from "../player/scattered-world.ts";
import { bundle } from "../render/bundle.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { fileContains, isThree, largestFiles, loadPage, ofType, totalSize } from "../sized-file.ts";
import { scratchWorld, startQuietSite } from "../worlds.ts";
import { simSize } from "./sim.ts";

const KB = 1024;
const MB = 1e6;
const LIMITS = { player: 40, three: 190, firstScreen: 130, requests: 6 };
/** Limits of worlds by their number of blocks. */
const WORLDS = [
  { blocks: 2_000, draws: 60, megabytes: 0.5 },
  { blocks: 20_000, draws: 120, megabytes: 3 },
] as const;
const EXTENTS = { full: [150, 400, 1_000, 3_000], small: [400] };
/** Names in the player's code that minifying keeps. */
const PLAYER_CODE = /respawnTicks|dataset\.phase|data-finish-time/;

/** Measures the web player: its bytes, the requests from pressing Play to playing, and what a frame draws. */
export const measurePlayer: BenchArea = async (report, { small }) => {
  const browser = await openBrowser();
  try {
    const site = await startQuietSite(await scratchWorld());
    try {
      const member = await SiteClient.signIn(site.url, "bobby");
      await checkBytes(report, browser, site.url);
      await checkRequests(report, browser, site.url, "visitor");
      await checkRequests(report, browser, site.url, "member", member.cookie);
    } finally {
      await site.stop();
    }
    const extents = EXTENTS[small ? "small" : "full"];
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundle("tests/bench/player/draw-world.ts", "iife") });
    for (const world of WORLDS) await checkWorld(report, page, world, extents);
  } finally {
    await browser.close();
  }
};

/** Checks what the player loads before its level can be played, beyond the scripts of the level's page. */
async function checkBytes(report: BenchReport, browser: Browser, url: string): Promise<void> {
  const first = ofType(await loadPage(browser, url, "/"), ".js");
  report.atMost("visitor's first screen: JavaScript", totalSize(first) / KB, LIMITS.firstScreen, {
    unit: "KB gzipped",
  });
  const ofPlayer = first.filter((file) => isThree(file) || fileContains(file, PLAYER_CODE));
  report.atMost("visitor's first screen: scripts of the player", totalSize(ofPlayer) / KB, 0, {
    unit: "KB gzipped",
    notes: largestFiles(ofPlayer),
  });
  // Players come from a level's page, so they have its scripts.
  const level = await loadPage(browser, url, "/levels/1", { script: SAVE_DATA });
  const known = new Set(level.map(({ path }) => path));
  const loaded = await loadPage(browser, url, "/play/1", { until: "canvas[data-phase=ready]" });
  const all = loaded.filter(({ path }) => !known.has(path));
  const scripts = ofType(all, ".js");
  const early = new Set((await openedPlay(browser, `${url}/play/1`)).map(({ path }) => path));
  const own = scripts.filter((file) => early.has(file.path) && !isThree(file));
  const simulation = await simSize();
  report.atMost(
    "the player, beyond three.js, the simulation and the level's page",
    (totalSize(own) - simulation) / KB,
    LIMITS.player,
    {
      unit: "KB gzipped",
      notes: [
        `${formatFigure(totalSize(own) / KB)} KB with the simulation's ${formatFigure(simulation / KB)} KB`,
        ...largestFiles(own),
      ],
    },
  );
  const three = scripts.filter(isThree);
  report.atMost("three.js's chunk", totalSize(three) / KB, LIMITS.three, {
    unit: "KB gzipped",
    notes: largestFiles(three),
  });
  const later = scripts.filter(({ path }) => !early.has(path));
  report.info("loaded once the level can be played: menus, replays", totalSize(later) / KB, {
    unit: "KB gzipped",
    notes: largestFiles(later),
  });
}

async function checkRequests(
  report: BenchReport,
  browser: Browser,
  url: string,
  who: string,
  cookie = "",
): Promise<void> {
  const { milliseconds, ...found } = await pressedPlay(browser, `${url}/levels/1`, cookie);
  for (const [how, requests] of [
    ["from pressing Play to playing", found.requests],
    ["if nothing was preloaded", found.withoutPreloading],
  ] as const) {
    const counted = requests.filter((request) => !isLook(request) && !isPoll(request));
    const dependent = counted.filter(({ isDependent }) => isDependent);
    const notes = counted.map(({ path }) => path);
    // The player's code is preloaded while Play is in sight, except where data is saved.
    if (requests === found.requests)
      report.atMost(`${who}: requests ${how}`, counted.length, LIMITS.requests, { notes });
    else report.info(`${who}: requests ${how}`, counted.length, { notes });
    report.atMost(`${who}: of these, after another's response`, dependent.length, 0, {
      notes: dependent.map(({ path }) => path),
    });
  }
  const looks = found.withoutPreloading.filter(isLook);
  report.info(`${who}: pictures and files of bopis, beside these`, looks.length, {
    notes: looks.slice(0, 6).map(({ path }) => path),
  });
  report.info(`${who}: from pressing Play to live input, in software WebGL`, milliseconds, { unit: "ms" });
}

type WorldLimits = (typeof WORLDS)[number];

interface CountedWorld {
  draws: number;
  bytes: number;
  triangles?: number;
}

/** Counts what worlds of this size cost in a browser, with a function of tests/bench/player/draw-world.ts. */
async function countWorlds(
  page: Page,
  blockCount: number,
  extents: readonly number[],
  call: (world: string) => string,
): Promise<CountedWorld & { notes: string[] }> {
  const counted: CountedWorld[] = [];
  for (const extent of extents) {
    const world = JSON.stringify(scatteredWorld(blockCount, extent));
    counted.push((await page.evaluate(`program.${call(world)}`)) as CountedWorld);
  }
  const most = (what: "draws" | "bytes") => Math.max(...counted.map((one) => one[what]));
  const notes = counted.map(({ draws, bytes, triangles }, i) => {
    const shown = triangles === undefined ? "" : `, ${formatFigure(triangles)} triangles`;
    return `over ${formatFigure(extents[i] ?? 0)} units: ${draws} draws, ${formatFigure(bytes / MB)} MB${shown}`;
  });
  return { draws: most("draws"), bytes: most("bytes"), notes };
}

/** Checks the grouping of resting blocks alone, then whole frames as WebGL counts them: sky, moving blocks and markers included. */
async function checkWorld(
  report: BenchReport,
  page: Page,
  { blocks: count, draws, megabytes }: WorldLimits,
  extents: readonly number[],
): Promise<void> {
  const cells = await countWorlds(page, count, extents, (world) => `groupWorld(${world})`);
  const name = `${formatFigure(count)} blocks`;
  report.atMost(`${name}, resting ones: draws in view`, cells.draws, draws, { notes: cells.notes });
  report.atMost(`${name}, resting ones: instances`, cells.bytes / MB, megabytes, { unit: "MB" });
  const drawn = await countWorlds(page, count, extents, (world) => `drawWorld(${world}, "medium")`);
  report.atMost(`${name} in WebGL: draws in view`, drawn.draws, draws, { notes: drawn.notes });
  report.atMost(`${name} in WebGL: geometry`, drawn.bytes / MB, megabytes, { unit: "MB" });
  const shadowed = await countWorlds(page, count, extents, (world) => `drawWorld(${world}, "high")`);
  report.info(`${name} in WebGL: draws with a shadow map`, shadowed.draws, { notes: shadowed.notes });
}
