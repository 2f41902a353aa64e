import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { CourseRuns } from "../../host/course-runs.ts";
import { wander } from "../../host/moves.ts";
import type { RoomBot } from "../../host/room-bot.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { openSite, type SiteServer } from "../chat/chat-server.ts";
import { HttpConnection } from "../chat/http-connection.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { clearCorridor, publishCorridor } from "../day/corridors.ts";
import { readMeter } from "../meter.ts";
import { clearLevel } from "../room/clear-level.ts";
import { SiteRoom } from "../room/site-room.ts";
import { scratchWorld } from "../worlds.ts";
import { type Bill, billOf, FRAMES_PER_REQUEST } from "./user-actions.ts";

export const ROOM_ACTIONS = {
  join: "a player joins a room",
  clear: "a player's first clear of a level",
  challenge: "a first clear that completes the daily challenge",
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
/** Users who join later. They have cleared levels before: their very first clear earns achievements. */
const JOINING = { player: PLAYERS, challenger: PLAYERS + 1 };
/** One clear less than the daily challenge needs. */
const CLEARED = DAILY_CHALLENGE.clears - 1;
const BEAT = "GAME_HOST.roomBeat";

type Counts = Record<string, number>;

/** Runs each action of players in a room on a metered site. */
export async function measureRoomActions(): Promise<RoomBills> {
  const site = await openSite(PLAYERS + 2, { wrapper: readWrapper("meter") }, await scratchWorld());
  try {
    const room = await SiteRoom.open(site);
    // A user's first notification creates the tables of their inbox.
    for (const user of Object.values(JOINING)) await requestBuddy(site, 0, user);
    await clearBefore(site);
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
      joining.resolve(room.bot(JOINING.player));
      await (await joining.promise).join();
    });
    const other = await joining.promise;
    const known = CourseRuns.find(room.level.course);
    const clear = await bill(() => clearLevel(other, known, "fastest"));
    const clearAgain = await bill(() => clearLevel(other, known, "slowest"));
    const leave = await bill(() => other.leave());
    const challenger = room.bot(JOINING.challenger);
    await challenger.join();
    const challenge = await bill(() => clearLevel(challenger, known, "fastest"));
    challenger.leave();
    for (const bot of bots) bot.leave();
    const messagesPerMinute = (after.messagesIn - before.messagesIn) / PLAYERS;
    return {
      bills: { join, clear, challenge, clearAgain, leave, beat: billOf(beat, 1) },
      messagesPerHour: (60 * messagesPerMinute) / FRAMES_PER_REQUEST,
    };
  } finally {
    await site.stop();
  }
}

/** Lets those who join later clear other levels, one and as many as a day needs. */
async function clearBefore({ url, users }: SiteServer): Promise<void> {
  const [maker, player, challenger] = [users[0], users[JOINING.player], users[JOINING.challenger]];
  if (!maker || !player || !challenger) throw new Error("There are too few users.");
  for (let n = 0; n < CLEARED; n++) {
    const level = await publishCorridor(url, maker, n);
    await clearCorridor(url, challenger, level, n);
    if (n === 0) await clearCorridor(url, player, level, CLEARED);
  }
}

/** Lets a user ask another one to be buddies. */
async function requestBuddy({ url, users }: SiteServer, from: number, to: number): Promise<void> {
  const path = fillPath(requestBuddyRoute.path, { username: users[to]?.name ?? "" });
  const connection = new HttpConnection(url, users[from]?.writeHeaders ?? {});
  const { status, body } = await connection.post(path, "{}");
  connection.close();
  if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
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
