import { setTimeout as pause } from "node:timers/promises";
import { cpuOf } from "../chat/processes.ts";
import { perClient, type SocketTraffic, type TrafficCounts } from "./socket-traffic.ts";

/** A program with a room that clients can fill. */
export interface RoomProgram {
  /** The id of its runtime process. */
  pid: number;
  /** Fills the room with moving players. */
  fill(clients: number): Promise<FilledRoom>;
}

export interface FilledRoom {
  traffic: SocketTraffic;
  /** Ticks simulated so far. */
  ticks?(): Promise<number>;
  empty(): Promise<void>;
}

/** A full room's cost for a while, per client and second. */
export interface RoomRound {
  traffic: TrafficCounts;
  /** Milliseconds of CPU time. */
  cpu: number;
  ticks: number;
}

interface RoundOptions {
  clients: number;
  milliseconds: number;
}

/** The site writes down who joined in the first seconds. */
const SETTLE_MS = 4_000;

/** Fills a room, measures it for a while and empties it. */
export async function measureRoom(
  program: RoomProgram,
  { clients, milliseconds }: RoundOptions,
): Promise<RoomRound> {
  const room = await program.fill(clients);
  try {
    await pause(SETTLE_MS);
    const ticksBefore = (await room.ticks?.()) ?? 0;
    room.traffic.take();
    const cpuBefore = cpuOf(program.pid);
    const started = performance.now();
    await pause(milliseconds);
    const cpu = cpuOf(program.pid) - cpuBefore;
    const seconds = (performance.now() - started) / 1000;
    const traffic = perClient(room.traffic.take(), clients, seconds);
    const ticks = ((await room.ticks?.()) ?? 0) - ticksBefore;
    return { traffic, cpu: cpu / clients / seconds, ticks: ticks / clients / seconds };
  } finally {
    await room.empty();
  }
}
