import { setTimeout as pause } from "node:timers/promises";
import { CourseRuns } from "../../host/course-runs.ts";
import { wander } from "../../host/moves.ts";
import type { RoomBot } from "../../host/room-bot.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { median } from "../race.ts";
import { clearLevel } from "./clear-level.ts";
import type { SiteRoom } from "./site-room.ts";

/** D1 round trips of players in a room. */
export interface RoomRoundTrips {
  /** Median from the press to the welcome. What follows for the lists is written for all joins of a moment together. */
  join: number;
  playing: number;
  /** With achievements and notifications. */
  firstClear: number;
  /** By a player who has cleared the level before. */
  clear: number;
}

/** A join's later writes take less than this. */
const SETTLE_MS = 3_000;
/** Long enough for the room's reports to its host. */
const PLAYING_MS = { small: 20_000, full: 50_000 };
const JOINS = { small: 5, full: 9 };

/** Counts on a metered site. */
export async function countRoundTrips(room: SiteRoom, url: string, small: boolean): Promise<RoomRoundTrips> {
  const takeRoundTrips = async () => {
    const counts = (await (await fetch(`${url}/bench/meter`)).json()) as Record<string, number>;
    return counts["D1 round trips"] ?? 0;
  };
  const bots: RoomBot[] = [];
  const joins: number[] = [];
  // The first join makes the region's host.
  for (let i = 0; i <= (small ? JOINS.small : JOINS.full); i++) {
    await pause(SETTLE_MS);
    await takeRoundTrips();
    const bot = room.bot(i);
    await bot.join();
    const roundTrips = await takeRoundTrips();
    if (i > 0) joins.push(roundTrips);
    bots.push(bot);
  }
  for (const [i, bot] of bots.entries()) void bot.begin(wander(seededRandom(i)));
  await pause(SETTLE_MS);
  await takeRoundTrips();
  await pause(small ? PLAYING_MS.small : PLAYING_MS.full);
  const playing = await takeRoundTrips();
  const { firstClear, clear } = await countClears(room, bots, takeRoundTrips);
  for (const bot of bots) bot.leave();
  return { join: median(joins), playing, firstClear, clear };
}

/** A bot clears the level, then again in a worse time. */
async function countClears(
  { level }: SiteRoom,
  [bot]: readonly RoomBot[],
  takeRoundTrips: () => Promise<number>,
): Promise<Pick<RoomRoundTrips, "firstClear" | "clear">> {
  const known = CourseRuns.find(level.course);
  const clear = async (way: "fastest" | "slowest") => {
    if (!bot) throw new Error("No one is in the room.");
    await clearLevel(bot, known, way);
    // Achievements and notifications follow.
    await pause(SETTLE_MS);
    return takeRoundTrips();
  };
  const firstClear = await clear("fastest");
  return { firstClear, clear: await clear("slowest") };
}
