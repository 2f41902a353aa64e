import { setTimeout as pause } from "node:timers/promises";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { wander } from "../../client/moves.ts";
import { loadRoomLevel, RoomBot, type RoomLevel } from "../../client/room-bot.ts";
import { SiteSocket, SocketTraffic } from "../../client/site-socket.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { startBaseline } from "../baseline.ts";
import { type BenchSite, mostRoundTrips, openSite, takeCounts } from "../open-site.ts";
import { cpuOf, withProcess } from "../processes.ts";
import { median } from "../race.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea, BenchOptions } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

const LIMITS = {
  bytesDown: 4 * 1024,
  bytesUp: 200,
  messages: 15,
  cpu: 1.6,
  roundTrips: { join: 2, playing: 0 },
};
/** A level with floors to walk on. */
const LEVEL = "La Ciudad de Juguete";
/** Meanwhile the site writes down who joined, and the runtime compiles the room, of which the relay has nothing. */
const FULL_SETTLE_MS = { small: 5_000, full: 25_000 };
const SIZES = { small: { rounds: 4, milliseconds: 5_000 }, full: { rounds: 9, milliseconds: 6_000 } };
/** Longer than the five seconds in which changes are written together. */
const SETTLE_MS = 7_000;
/** Long enough for the room's reports to its host. */
const PLAYING_MS = { small: 20_000, full: 50_000 };
const JOINS = { small: 5, full: 9 };
const RELAY_STEP_MS = 33;

/** Measures a full room: its traffic, its D1 round trips, and its CPU time beside a bare relay. */
export const measureRoom: BenchArea = async (report, { size }) => {
  await countRoundTrips(report, size);
  await checkFullRoom(report, size);
};

async function findLevel({ rows, users }: BenchSite): Promise<RoomLevel> {
  const [found] = await rows<{ id: number }>("select id from levels where title = ?", LEVEL);
  const [first] = users;
  if (!found || !first) throw new Error("The world has no level or no users.");
  return loadRoomLevel(first, found.id);
}

/** A bot of a user in the first room of a level, not in it yet. */
function botOf({ users }: BenchSite, i: number, level: RoomLevel, traffic = new SocketTraffic()): RoomBot {
  const user = users[i];
  if (!user) throw new Error("There are too few users.");
  const openSocket = (path: string) => user.openSocket(path, { traffic });
  return new RoomBot({ member: { post: user.post.bind(user), openSocket }, level, instance: 0 });
}

/** Counts D1 round trips on a metered site: of joining until the welcome, and of playing. */
async function countRoundTrips(report: BenchReport, size: BenchOptions["size"]): Promise<void> {
  await using site = await openSite(ROOM_LIMITS.players, { wrap: "meter", state: await scratchWorld() });
  const level = await findLevel(site);
  const taken = async () => mostRoundTrips(await takeCounts(site.url));
  const bots: RoomBot[] = [];
  const joins: number[] = [];
  // The first join makes the region's host.
  for (let i = 0; i <= JOINS[size]; i++) {
    await pause(SETTLE_MS);
    await taken();
    const bot = botOf(site, i, level);
    await bot.join();
    const roundTrips = await taken();
    if (i > 0) joins.push(roundTrips);
    bots.push(bot);
  }
  for (const [i, bot] of bots.entries()) void bot.begin(wander(seededRandom(i)));
  await pause(SETTLE_MS);
  await taken();
  await pause(PLAYING_MS[size]);
  const playing = await taken();
  for (const bot of bots) bot.leave();
  report.atMost("joining: round trips to one database", median(joins), LIMITS.roundTrips.join);
  report.atMost("playing: round trips to one database", playing, LIMITS.roundTrips.playing);
}

/** A room that is full of moving players. */
interface FullRoom {
  pid: number;
  traffic: SocketTraffic;
  empty(): void;
}

/** A room's cost for a while, per client and second. CPU time is in milliseconds. */
type RoomRound = Pick<SocketTraffic, "messagesUp" | "messagesDown" | "bytesUp" | "bytesDown"> & {
  cpu: number;
};

async function checkFullRoom(report: BenchReport, size: BenchOptions["size"]): Promise<void> {
  await using site = await openSite(ROOM_LIMITS.players, { state: await scratchWorld() });
  const { rounds, milliseconds } = SIZES[size];
  const level = await findLevel(site);
  const traffic = new SocketTraffic();
  const bots = Array.from({ length: ROOM_LIMITS.players }, (_, i) => botOf(site, i, level, traffic));
  for (const [i, bot] of bots.entries()) {
    await bot.join();
    void bot.begin(wander(seededRandom(i), 0));
  }
  const empty = () => {
    for (const bot of bots) bot.leave();
  };
  const full: FullRoom = { pid: site.pid, traffic, empty };
  await pause(FULL_SETTLE_MS[size]);
  // Shows the relay what to do.
  const [alone] = await measureTogether([full], milliseconds);
  const relay = await openRelay(alone as RoomRound);
  const measured: [RoomRound, RoomRound][] = [];
  try {
    for (let i = -1; i < rounds; i++) {
      const round = await measureTogether([full, relay], milliseconds);
      if (i >= 0) measured.push(round as [RoomRound, RoomRound]);
    }
  } finally {
    full.empty();
    relay.empty();
    await relay.stop();
  }
  const of = (name: keyof RoomRound) => median(measured.map(([ours]) => ours[name]));
  const label = `a client among ${ROOM_LIMITS.players} moving ones, per second`;
  report.atMost(`${label}: bytes down`, of("bytesDown"), LIMITS.bytesDown, { unit: "bytes" });
  report.atMost(`${label}: bytes up`, of("bytesUp"), LIMITS.bytesUp, { unit: "bytes" });
  report.atMost(`${label}: messages down`, of("messagesDown"), LIMITS.messages);
  report.atMost(`${label}: messages up`, of("messagesUp"), LIMITS.messages);
  // By message, so rounds with a few more or less compare.
  const cost = ({ cpu, messagesUp, messagesDown }: RoomRound) => (1000 * cpu) / (messagesUp + messagesDown);
  const ratio = median(measured.map(([ours, bare]) => cost(ours) / cost(bare)));
  report.atMost("CPU time of a player, against an object that only relays", ratio, LIMITS.cpu, { unit: "×" });
}

/** Measures rooms at the same time, so noise from the machine affects all of them. */
async function measureTogether(rooms: readonly FullRoom[], milliseconds: number): Promise<RoomRound[]> {
  const before = rooms.map(({ pid, traffic }) => {
    traffic.take();
    return { cpu: cpuOf(pid), at: performance.now() };
  });
  await pause(milliseconds);
  return rooms.map(({ pid, traffic }, i) => {
    const { cpu = 0, at = 0 } = before[i] ?? {};
    const share = 1000 / (performance.now() - at) / ROOM_LIMITS.players;
    const { messagesUp, messagesDown, bytesUp, bytesDown } = traffic.take();
    return {
      messagesUp: messagesUp * share,
      messagesDown: messagesDown * share,
      bytesUp: bytesUp * share,
      bytesDown: bytesDown * share,
      cpu: (cpuOf(pid) - cpu) * share,
    };
  });
}

/** Starts and fills an object that relays as many messages of the same size as a client of the site had. */
async function openRelay(like: RoomRound): Promise<FullRoom & { stop(): Promise<void> }> {
  const { url, pid, stop } = await withProcess(() => startBaseline("room", { objects: { RELAY: "Relay" } }));
  const bytesDown = Math.round(like.bytesDown / like.messagesDown);
  const bytesUp = Math.round(like.bytesUp / like.messagesUp);
  const traffic = new SocketTraffic();
  const sockets = await Promise.all(
    Array.from({ length: ROOM_LIMITS.players }, () =>
      SiteSocket.open(`${url}/?rate=${like.messagesDown}&bytes=${bytesDown}`, {}, { traffic }),
    ),
  );
  const gap = 1000 / like.messagesUp;
  const started = performance.now();
  const nextAt = sockets.map((_, i) => started + (gap * i) / sockets.length);
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [i, socket] of sockets.entries())
      for (; (nextAt[i] ?? now) < now; nextAt[i] = (nextAt[i] ?? now) + gap)
        socket.send(new Uint8Array(bytesUp).fill(i));
  }, RELAY_STEP_MS);
  const empty = () => {
    clearInterval(timer);
    for (const socket of sockets) socket.close();
  };
  return { pid, traffic, empty, stop };
}
