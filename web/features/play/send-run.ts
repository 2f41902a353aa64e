import { createRunRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { decodeLog, type SavedRun } from "./saved-runs.ts";

export async function sendRun(saved: SavedRun): Promise<Run> {
  const { key, levelId, revision, physics, startTick, ticks, log } = saved;
  const file = new File([decodeLog(log)], "run.log", { type: "application/octet-stream" });
  const input = { revision, physics, start_tick: startTick, ticks, key, log: file };
  return (await call(createRunRoute, { params: { id: levelId }, input })).run;
}

/** Statuses after which sending the same run again can work: no connection, too slow, too many, a fault of the server. */
export const canSendAgain = (error: unknown): boolean =>
  !(error instanceof ResponseError) ||
  error.status === 0 ||
  error.status === 408 ||
  error.status === 429 ||
  error.status >= 500;
