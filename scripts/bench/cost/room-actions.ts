import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "#db/seed/random.ts";
import { CourseRuns } from "../../host/course-runs.ts";
import { wander } from "../../host/moves.ts";
import type { RoomBot } from "../../host/room-bot.ts";
import { openSite } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { readMeter } from "../meter.ts";
import { clearLevel } from "../room/clear-level.ts";
import { SiteRoom } from "../room/site-room.ts";
import { scratchWorld } from "../worlds.ts";
import { type Bill, billOf, FRAMES_PER_REQUEST } from "./user-actions.ts";

export const ROOM_ACTIONS = {
  join: "a player joins a room",
  clear: "a player's first clear of a level",
  clearAgain: "a player clears the level again",
  leave: "a player leaves the room",
  beat: "a room reports its players to their host",
} as const;
export type RoomAction = keyof typeof ROOM_ACTIONS;

/** The bills of rooms, besides the time that they are in use. */
export interface RoomBills {
  bills: Record<RoomAction, Bill>;
  /** Object requests for the messages of a player who plays for an hour. */
  messagesPerHour: number;
}

const MINUTE_MS = 60_000;
const PLAYERS = 3;
const BEAT = "GAME_HOST.roomBeat";

type Counts = Record<string, number>;

/** Runs each action of players in a room on a metered site. */
export async function measureRoomActions(): Promise<RoomBills> {
  const site = await openSite(PLAYERS + 1, { wrapper: readWrapper("meter") }, await scratchWorld());
  try {
    const room = await SiteRoom.open(site);
    const bots = Array.from({ length: PLAYERS }, (_, i) => room.bot(i));
    for (const [i, bot] of bots.entries()) {
      await bot.join();
      void bot.begin(wander(seededRandom(i)));
    }
    await readMeter(site.url);
    const before = await room.stats();
    await pause(MINUTE_MS);
    const after = await room.stats();
    const minute = await takeCounts(site.url);
    const beat = scale(minute, 1 / (minute[BEAT] ?? 1));
    const bill = async (run: () => unknown) => {
      await takeCounts(site.url);
      await run();
      return billOf(withoutBeats(await readMeter(site.url), beat), 1);
    };
    // Bots connect at once.
    const joining = Promise.withResolvers<RoomBot>();
    const join = await bill(async () => {
      joining.resolve(room.bot(PLAYERS));
      await (await joining.promise).join();
    });
    const other = await joining.promise;
    const known = CourseRuns.find(room.level.course);
    const clear = await bill(() => clearLevel(other, known, "fastest"));
    const clearAgain = await bill(() => clearLevel(other, known, "slowest"));
    const leave = await bill(() => other.leave());
    for (const bot of bots) bot.leave();
    const messagesPerMinute = (after.messagesIn - before.messagesIn) / PLAYERS;
    return {
      bills: { join, clear, clearAgain, leave, beat: billOf(beat, 1) },
      messagesPerHour: (60 * messagesPerMinute) / FRAMES_PER_REQUEST,
    };
  } finally {
    await site.stop();
  }
}

const takeCounts = async (url: string): Promise<Counts> =>
  (await (await fetch(`${url}/bench/meter`)).json()) as Counts;

const scale = (counts: Counts, by: number): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * by]));

/** Counts without those of the room's reports, which go on meanwhile. */
function withoutBeats(counts: Counts, beat: Counts): Counts {
  const beats = counts[BEAT] ?? 0;
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Math.max(0, count - beats * (beat[name] ?? 0))]),
  );
}
