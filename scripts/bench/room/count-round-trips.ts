import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "#db/seed/random.ts";
import { CourseRuns } from "../../host/course-runs.ts";
import { wander } from "../../host/moves.ts";
import type { RoomBot } from "../../host/room-bot.ts";
import { median } from "../race.ts";
import type { SiteRoom } from "./site-room.ts";

/** D1 round trips of players in a room. */
export interface RoomRoundTrips {
  /** Median from the press to the welcome. What follows for the lists is written for all joins of a moment together. */
  join: number;
  playing: number;
  clear: number;
}

/** A join's later writes take less than this. */
const SETTLE_MS = 3_000;
/** Long enough for the room's reports to its host. */
const PLAYING_MS = { small: 20_000, full: 50_000 };
const JOINS = { small: 5, full: 9 };
/** Ticks from the choice of a run to its start. */
const AHEAD = 60;

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
    const bot = room.bot(i);
    await pause(SETTLE_MS);
    await takeRoundTrips();
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
  const clear = await countClear(room, bots, takeRoundTrips);
  for (const bot of bots) bot.leave();
  return { join: median(joins), playing, clear };
}

async function countClear(
  { level }: SiteRoom,
  [bot]: readonly RoomBot[],
  takeRoundTrips: () => Promise<number>,
): Promise<number> {
  const run =
    bot && CourseRuns.find(level.course, { seeds: [1] }).next(Math.ceil(bot.link.exactTick()) + AHEAD, 1);
  if (!bot || !run) throw new Error("The bot knows no way through the level.");
  const finished = await bot.play(run);
  if (!finished?.isCounted) throw new Error("The run didn't count.");
  return takeRoundTrips();
}
