import { setTimeout as pause } from "node:timers/promises";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { BuildSnapshot } from "#domain/build/messages.ts";
import { buildMember, makeSharedLevel } from "../../bench/build/join-shared-level.ts";
import { typicalEdit } from "../../bench/build/typical-edits.ts";
import { addCrowd } from "../../bench/chat/crowd.ts";
import { SocketTraffic } from "../../bench/room/socket-traffic.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { BuildBot } from "../../host/build-bot.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";
import { localSecrets } from "../../site/secrets.ts";
import { KillableSite } from "../killable-site.ts";

const KILLS = { full: 12, small: 3 };
/** Operations of each person between two kills, and the longest pause between two of them. */
const OPS_PER_KILL = { full: 60, small: 20 };
const PAUSE_MS = 60;
/** Share of operations that take back an earlier one, and of those after which the connection is lost. */
const UNDOS = 0.1;
const CUTS = 0.01;
const RETRY_MS = 100;

/**
 * Eight people build one level while sockets are cut and the site is killed. Every operation must be stored once, and nothing that
 * was confirmed may be missing from anyone's document or the stored one.
 */
export const verifyBuilds: BenchArea = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await KillableSite.start(emptyScratchFolder(), { RATE_LIMITS: "off" });
  try {
    const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
    const secret = localSecrets(site.state).SESSION_SECRET;
    const users = await addCrowd({ url: site.url, secret, run }, BUILD_LIMITS.people);
    const level = await makeSharedLevel(site.url, users);
    const members = users.map((user) => buildMember(site.url, user, new SocketTraffic()));
    const bots = members.map((member) => new BuildBot(member, level));
    for (const bot of bots) await bot.join();
    const before = bots[0]?.replica.seq ?? 0;
    const shared: string[] = [];
    for (let kill = 0; kill < KILLS[size]; kill++) {
      const work = Promise.all(
        bots.map((bot, i) => build(site, bot, shared, seededRandom(kill * 100 + i), size)),
      );
      await pause(seededRandom(kill).int(200, OPS_PER_KILL[size] * PAUSE_MS * 0.5));
      await site.killAndRestart();
      await work;
    }
    await Promise.all(bots.map((bot) => settle(site, bot)));
    const [first] = members;
    if (!first) throw new Error("No one builds.");
    const stored = await first.getJson<BuildSnapshot>(`/api/builds/${level}/document`);
    await Promise.all(bots.map((bot) => bot.until(() => bot.replica.seq === stored.seq)));
    const late = new BuildBot(first, level);
    bots[0]?.cut();
    await late.join();
    const made = bots.reduce((sum, bot) => sum + bot.n, 0);
    const refused = bots.reduce((sum, bot) => sum + bot.refused.size, 0);
    report.info("operations", made);
    report.info("kills", site.kills);
    report.atMost("operations that were refused", refused, 0);
    report.atMost("operations lost or stored twice", Math.abs(stored.seq - before - made), 0);
    report.atMost(
      "different documents in the end",
      new Set([late, ...bots].map((bot) => bot.text())).size,
      1,
    );
  } finally {
    await site.stop();
  }
};

/** Builds for a while, also while the connection is lost, and comes back. */
async function build(
  site: KillableSite,
  bot: BuildBot,
  shared: string[],
  random: Random,
  size: keyof typeof OPS_PER_KILL,
): Promise<void> {
  const own: number[] = [];
  for (let i = 0; i < OPS_PER_KILL[size]; i++) {
    if (own.length > 0 && random.chance(UNDOS))
      bot.undo(own.splice(random.int(0, own.length - 1), 1)[0] ?? 0);
    else own.push(bot.edit(typicalEdit(bot, shared, random).edit));
    if (random.chance(CUTS)) bot.cut();
    await pause(random.int(0, PAUSE_MS));
    if (!bot.isConnected) await comeBack(site, bot);
  }
}

/** Tries until the site is there again. */
async function comeBack(site: KillableSite, bot: BuildBot): Promise<void> {
  for (;;) {
    await site.whenUp();
    try {
      return await bot.reconnect();
    } catch {
      // Killed again while the socket was opened.
      await pause(RETRY_MS);
    }
  }
}

/** Waits until everything of a bot is confirmed. */
async function settle(site: KillableSite, bot: BuildBot): Promise<void> {
  while (bot.unconfirmed > 0) {
    if (bot.isConnected) await bot.until(() => bot.unconfirmed === 0 || !bot.isConnected);
    else await comeBack(site, bot);
  }
}
