import { setTimeout as pause } from "node:timers/promises";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { openSite } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import { median } from "../race.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import { countRoundTrips } from "../room/count-round-trips.ts";
import { measurePhysics } from "../room/measure-physics.ts";
import { openRelayRoom } from "../room/relay.ts";
import { measureRooms, type RoomRound } from "../room/room-program.ts";
import { SiteRoom } from "../room/site-room.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

const LIMITS = {
  bytesDown: 4 * 1024,
  bytesUp: 200,
  messages: 15,
  physics: 25,
  cpu: 1.6,
  roundTrips: { join: 2, playing: 0, clear: 2 },
};
/** Meanwhile the site writes down who joined, and the runtime compiles the room, of which the relay has nothing. */
const SETTLE_MS = { small: 5_000, full: 25_000 };
const SIZES = { small: { rounds: 4, milliseconds: 5_000 }, full: { rounds: 9, milliseconds: 6_000 } };

/** Measures a full room: its traffic, its D1 round trips, and its CPU time beside a bare relay. */
export const measureRoom: BenchArea = async (report, { small }) => {
  const metered = await openSite(
    ROOM_LIMITS.players,
    { wrapper: readWrapper("meter") },
    await scratchWorld(),
  );
  try {
    const { join, playing, clear, firstClear } = await countRoundTrips(
      await SiteRoom.open(metered),
      metered.url,
      small,
    );
    report.atMost("joining: D1 round trips", join, LIMITS.roundTrips.join);
    report.atMost("playing: D1 round trips", playing, LIMITS.roundTrips.playing);
    report.atMost("a clear: D1 round trips", clear, LIMITS.roundTrips.clear);
    report.info("a first clear: D1 round trips, achievements and notifications included", firstClear);
  } finally {
    await metered.stop();
  }
  const site = await openSite(ROOM_LIMITS.players, { wrapper: readWrapper("room") }, await scratchWorld());
  try {
    await checkFullRoom(report, await SiteRoom.open(site), small);
  } finally {
    await site.stop();
  }
};

async function checkFullRoom(report: BenchReport, site: SiteRoom, small: boolean): Promise<void> {
  const size = small ? "small" : "full";
  const { rounds, milliseconds } = SIZES[size];
  const measured: Record<"site" | "relay", RoomRound[]> = { site: [], relay: [] };
  const siteRoom = await site.fill(ROOM_LIMITS.players);
  await pause(SETTLE_MS[size]);
  // Shows the relay what to do.
  const alone = await measureRooms({ site: siteRoom }, milliseconds);
  const relay = await openRelayRoom(alone.site.traffic);
  try {
    const rooms = { site: siteRoom, relay: await relay.fill(ROOM_LIMITS.players) };
    await measureRooms(rooms, milliseconds);
    for (let i = 0; i < rounds; i++) {
      const round = await measureRooms(rooms, milliseconds);
      measured.site.push(round.site);
      measured.relay.push(round.relay);
    }
    for (const room of Object.values(rooms)) room.empty();
  } finally {
    await relay.stop();
  }
  reportTraffic(report, measured.site);
  const costs = { site: measured.site.map(cpuPerMessage), relay: measured.relay.map(cpuPerMessage) };
  report.atMost(
    "CPU time of a player, against an object that only relays",
    median(costs.site.map((cost, i) => cost / (costs.relay[i] ?? Number.NaN))),
    LIMITS.cpu,
    {
      unit: "×",
      notes: [
        `${listOf(costs.site)} µs a message`,
        `of ${listOf(costs.relay)} µs`,
        `${formatFigure(median(measured.site.map(({ cpu }) => cpu)))} ms a second and player`,
      ],
    },
  );
  const perTick = await measurePhysics(site.level, small);
  const shares = measured.site.map(({ ticks, cpu }) => (100 * ticks * perTick) / cpu);
  report.atMost("physics' share of a full room's CPU time", median(shares), LIMITS.physics, {
    unit: "%",
    notes: [`${formatFigure(1000 * perTick)} µs a tick`],
  });
}

const listOf = (costs: readonly number[]): string => costs.map((cost) => formatFigure(cost)).join(", ");

/** Microseconds, so rounds with a few messages more or less compare. */
const cpuPerMessage = ({ cpu, traffic }: RoomRound): number =>
  (1000 * cpu) / (traffic.messagesUp + traffic.messagesDown);

function reportTraffic(report: BenchReport, rounds: readonly RoomRound[]): void {
  const of = (name: keyof RoomRound["traffic"]) => median(rounds.map(({ traffic }) => traffic[name]));
  const label = `a client among ${ROOM_LIMITS.players} moving ones, per second`;
  report.atMost(`${label}: bytes down`, of("bytesDown"), LIMITS.bytesDown, { unit: "bytes" });
  report.atMost(`${label}: bytes up`, of("bytesUp"), LIMITS.bytesUp, { unit: "bytes" });
  report.atMost(`${label}: messages down`, of("messagesDown"), LIMITS.messages);
  report.atMost(`${label}: messages up`, of("messagesUp"), LIMITS.messages);
}
