import { setTimeout as pause } from "node:timers/promises";
import { cpuOf } from "../chat/processes.ts";
import { perClient, type SocketTraffic, type TrafficCounts } from "./socket-traffic.ts";

/** A program with a room that clients can fill. */
export interface RoomProgram {
  /** Fills the room with moving players. */
  fill(clients: number): Promise<FilledRoom>;
}

export interface FilledRoom {
  /** The id of the program's runtime process. */
  pid: number;
  clients: number;
  traffic: SocketTraffic;
  /** Ticks simulated so far. */
  ticks?(): Promise<number>;
  empty(): void;
}

/** A full room's cost for a while, per client and second. */
export interface RoomRound {
  traffic: TrafficCounts;
  /** Milliseconds of CPU time. */
  cpu: number;
  ticks: number;
}

/** Measures rooms at the same time, so noise from the machine affects all of them. */
export async function measureRooms<Name extends string>(
  rooms: Record<Name, FilledRoom>,
  milliseconds: number,
): Promise<Record<Name, RoomRound>> {
  const finish = await Promise.all(
    (Object.entries(rooms) as [Name, FilledRoom][]).map(
      async ([name, room]) => [name, await startRound(room)] as const,
    ),
  );
  await pause(milliseconds);
  const measured = await Promise.all(finish.map(async ([name, end]) => [name, await end()] as const));
  return Object.fromEntries(measured) as Record<Name, RoomRound>;
}

async function startRound({ pid, clients, traffic, ticks }: FilledRoom): Promise<() => Promise<RoomRound>> {
  const ticksBefore = (await ticks?.()) ?? 0;
  traffic.take();
  const cpuBefore = cpuOf(pid);
  const started = performance.now();
  return async () => {
    const seconds = (performance.now() - started) / 1000;
    const cpu = cpuOf(pid) - cpuBefore;
    const counts = perClient(traffic.take(), clients, seconds);
    const simulated = ((await ticks?.()) ?? 0) - ticksBefore;
    return { traffic: counts, cpu: cpu / clients / seconds, ticks: simulated / clients / seconds };
  };
}
