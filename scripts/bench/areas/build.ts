import { setTimeout as pause } from "node:timers/promises";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { openBrowser } from "../browser.ts";
import { joinSharedLevel, makeSharedLevel } from "../build/join-shared-level.ts";
import { countLargeLevel } from "../build/large-level.ts";
import { type EditKind, typicalEdit } from "../build/typical-edits.ts";
import { openSite, type SiteServer } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import { SocketTraffic } from "../room/socket-traffic.ts";
import type { BenchArea } from "../run.ts";
import { isThree, largestFiles, loadPage, ofType, type SizedFile, totalSize } from "../sized-file.ts";
import { scratchWorld } from "../worlds.ts";

const KB = 1024;
const LIMITS = { editBytes: 80, builder: 60, hops: 1 };
/** Operations of each person per second. */
const RATE = 10;
const SECONDS = { small: 8, full: 30 };
/** The first-time guide comes beside the level, once per device. */
const GUIDE_SEEN = `localStorage.setItem("bopolis-builder-guide", "1")`;
/** Time after which the work that opening and inviting has started is done. */
const SETTLE_MS = 3_000;

/** Measures building: bytes of an edit, eight people at ten operations a second, the builder's own code, and a full level. */
export const measureBuild: BenchArea = async (report, { small }) => {
  const site = await openSite(
    BUILD_LIMITS.people + 1,
    { wrapper: readWrapper("meter") },
    await scratchWorld(),
  );
  try {
    await checkCrowd(report, site, SECONDS[small ? "small" : "full"]);
    await checkBytes(report, site);
  } finally {
    await site.stop();
  }
  checkLargeLevel(report);
};

async function takeCounts(url: string): Promise<Record<string, number>> {
  return (await (await fetch(`${url}/bench/meter`)).json()) as Record<string, number>;
}

/** Everyone builds at the limit of what people do, on the same things. */
async function checkCrowd(report: BenchReport, { url, users }: SiteServer, seconds: number): Promise<void> {
  const traffic = new SocketTraffic();
  const { bots } = await joinSharedLevel(url, users, traffic);
  await pause(SETTLE_MS);
  await takeCounts(url);
  traffic.take();
  const shared: string[] = [];
  const bytes = new Map<EditKind, number[]>();
  const random = seededRandom(22);
  for (let turn = 0; turn < seconds * RATE; turn++) {
    const next = pause(1_000 / RATE);
    for (const bot of bots) {
      const { kind, edit } = typicalEdit(bot, shared, random);
      const n = bot.edit(edit);
      bytes.set(kind, [...(bytes.get(kind) ?? []), JSON.stringify({ n, ...edit }).length]);
    }
    await next;
  }
  const made = seconds * RATE * bots.length;
  await Promise.all(bots.map((bot) => bot.until(() => bot.unconfirmed === 0)));
  const confirmed = sum(bots.map((bot) => bot.confirmed.size));
  const others = made - made / bots.length;
  await Promise.all(bots.map((bot) => bot.until(() => bot.received >= others)));
  const counts = await takeCounts(url);
  const { bytesUp, bytesDown, messagesUp, messagesDown } = traffic.take();
  const all = [...bytes.values()].flat();
  const rate = `${bots.length} people, ${RATE} operations a second each`;
  report.atMost("an edit: bytes to the object, on average", sum(all) / all.length, LIMITS.editBytes, {
    notes: [...bytes].map(([kind, list]) => `${kind}: ${formatFigure(sum(list) / list.length)}`),
  });
  report.info("an edit: bytes to each of the others", bytesDown / (made * bots.length));
  // One message to the object, and one from it to each of the others. Nothing else is asked on the way.
  report.atMost("an edit to another's screen: hops", messagesUp / made, LIMITS.hops);
  report.atMost("messages down per edit and person", messagesDown / (made * bots.length), LIMITS.hops);
  report.atMost(`${rate}: D1 round trips`, counts["D1 round trips"] ?? 0, 0);
  report.atMost(`${rate}: requests beside the sockets`, counts.requests ?? 0, 0);
  report.atLeast(`${rate}: operations confirmed`, confirmed, made);
  report.atMost(`${rate}: operations refused`, sum(bots.map((bot) => bot.refused.size)), 0);
  report.atMost(`${rate}: different documents in the end`, new Set(bots.map((bot) => bot.text())).size, 1);
  report.info(`${rate}: bytes up a second, each`, bytesUp / seconds / bots.length);
  report.info(
    "an edit: rows written in the object's database",
    (counts["LevelBuild rows written"] ?? 0) / made,
  );
  for (const bot of bots) bot.cut();
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

/** Checks what the builder loads before its level can be changed, beyond the player and the level's page, where builders come from. */
async function checkBytes(report: BenchReport, { url, users }: SiteServer): Promise<void> {
  const [user] = users;
  if (!user) throw new Error("The world has no users.");
  const level = await makeSharedLevel(url, [user]);
  const browser = await openBrowser();
  try {
    const cookie = user.headers.Cookie ?? "";
    const page = await loadPage(browser, url, `/levels/${level}`, { cookie });
    const player = await loadPage(browser, url, `/play/${level}`, {
      cookie,
      until: "canvas[data-phase=ready]",
    });
    const known = new Set([...page, ...player].map(({ path }) => path));
    const isOwn = (file: SizedFile) => !known.has(file.path) && !isThree(file);
    const open = { cookie, until: "canvas[data-parts]" };
    const early = ofType(
      await loadPage(browser, url, `/build/${level}`, { ...open, script: GUIDE_SEEN, settledMs: 0 }),
      ".js",
    );
    const all = ofType(await loadPage(browser, url, `/build/${level}`, open), ".js");
    const own = early.filter(isOwn);
    report.atMost(
      "the builder, beyond the player and the level's page",
      totalSize(own) / KB,
      LIMITS.builder,
      {
        unit: "KB gzipped",
        notes: largestFiles(own),
      },
    );
    const ofEarly = new Set(early.map(({ path }) => path));
    const later = all.filter((file) => isOwn(file) && !ofEarly.has(file.path));
    report.info("loaded once the level can be changed: the guide, hints", totalSize(later) / KB, {
      unit: "KB gzipped",
      notes: largestFiles(later),
    });
  } finally {
    await browser.close();
  }
}

/** Counts the work of selecting, moving and undoing everything in a full level. */
function checkLargeLevel(report: BenchReport): void {
  const { blocks, lines } = countLargeLevel();
  for (const { label, figure, limit, unit } of lines)
    report.atMost(`${formatFigure(blocks)} blocks: ${label}`, figure, limit, unit ? { unit } : {});
}
