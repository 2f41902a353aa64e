import type { DatabaseSync } from "node:sqlite";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { webCall } from "#worker/runs/web-call.ts";
import type { Check } from "../check-writes.ts";
import type { PlayedRun, RoomsHistory } from "./rooms-history.ts";
import type { RoomsWorld } from "./world.ts";

export interface StoredRun {
  id: number;
  call: string;
  user_id: number;
  level_id: number;
  ticks: number;
  ms: number;
  deaths: number;
  start_tick: number;
  state: string;
  reason: string | null;
  live: 0 | 1;
}

const nameOf = ({ user, key, faults }: PlayedRun) =>
  `user ${user}, ${key} (${[...faults].join(", ") || "no faults"})`;
const stateOf = (run: StoredRun | undefined) => (run ? `${run.state} ${run.reason ?? ""}`.trim() : "missing");

/**
 * Compares stored runs with what the players saw: each that reached the goal counts exactly once, with the time of the player's own
 * simulation, and nothing else does.
 */
export function checkRooms(check: Check, db: DatabaseSync, { runs: played }: RoomsHistory): void {
  const stored = db.prepare("select * from runs").all() as unknown as StoredRun[];
  const byCall = Map.groupBy(stored, ({ call }) => call);
  const callOf = ({ user, key }: PlayedRun) => webCall(user, key);
  const storedOf = (run: PlayedRun) => byCall.get(callOf(run))?.[0];
  check(
    "runs that were lost",
    played
      .filter((run) => storedOf(run)?.state !== "counted")
      .map((run) => `${nameOf(run)}: ${stateOf(storedOf(run))}`),
    played.length,
  );
  check(
    "runs that count twice, or with several ids",
    played
      .filter((run) => (byCall.get(callOf(run))?.length ?? 0) > 1 || run.ids.size > 1)
      .map((run) => `${nameOf(run)}: ${[...run.ids].join(", ")}`),
    played.length,
  );
  check(
    "runs that no one played",
    stored.filter(({ call }) => !played.some((run) => callOf(run) === call)).map(({ call }) => call),
    stored.length,
  );
  check(
    "times, deaths or starts that differ from the player's own simulation",
    played
      .filter((run) => {
        const row = storedOf(run);
        if (!row) return false;
        const { ticks, ms, deaths, start_tick, level_id } = row;
        const isSame = ticks === run.ticks && ms === run.ms && deaths === run.deaths;
        return !isSame || start_tick !== run.startTick || level_id !== run.level;
      })
      .map((run) => `${nameOf(run)}: ${storedOf(run)?.ticks} ticks, should be ${run.ticks}`),
    played.length,
  );
  check(
    "acknowledged ids that are another run's",
    played
      .filter((run) => [...run.ids].some((id) => id !== storedOf(run)?.id))
      .map((run) => `${nameOf(run)}: ${[...run.ids].join(", ")}`),
    played.length,
  );
  const twice = db
    .prepare(
      `select k.user_id as user, k.level_id as level from clears k where times <>
        (select count(*) from runs where user_id = k.user_id and level_id = k.level_id and state = 'counted')`,
    )
    .all();
  check(
    "players whose clears aren't as many as their runs",
    twice.map(({ user, level }) => `user ${user} in level ${level}`),
    new Set(played.map(({ user }) => user)).size,
  );
}

/** Simulates every stored recording again, and compares it with the player's byte by byte. */
export async function checkRecordings(
  check: Check,
  readLog: (run: number) => Promise<Uint8Array | null>,
  stored: readonly StoredRun[],
  { levels }: RoomsWorld,
  { runs: played }: RoomsHistory,
): Promise<void> {
  const courses = new Map(levels.map(({ id, course }) => [id, course]));
  const byCall = new Map(played.map((run) => [webCall(run.user, run.key), run]));
  const damaged: string[] = [];
  const wrong: string[] = [];
  for (const { id, call, level_id, start_tick, ticks, ms, deaths } of stored) {
    const bytes = await readLog(id);
    const expected = byCall.get(call)?.log;
    if (!bytes || !expected || !Buffer.from(bytes).equals(expected)) damaged.push(`run ${id} (${call})`);
    const course = courses.get(level_id);
    const verdict = bytes && course && verifyRun(course, start_tick, bytes);
    const isSame = verdict?.ok && verdict.ticks === ticks && verdict.ms === ms && verdict.deaths === deaths;
    if (!isSame) wrong.push(`run ${id}: ${JSON.stringify(verdict)}`);
  }
  check("recordings that are missing or differ by a byte", damaged, stored.length);
  check("times that aren't those of the stored recording", wrong, stored.length);
}
