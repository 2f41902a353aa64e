import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import * as play from "#db/schema/play/index.ts";
import { KEEP_LOG_MS } from "#domain/runs/rules.ts";
import { runMs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { logHash } from "#worker/runs/log-hash.ts";
import type { FoundRun } from "./content/bot/find-run.ts";
import type { History } from "./content/history.ts";
import type { SeedLevel } from "./content/levels.ts";
import { insertRow } from "./economy.ts";
import { assetId, DAY_MS } from "./ids.ts";
import type { AssetFile } from "./pictures.ts";
import type { RecordedRuns } from "./recorded-runs.ts";

type Clear = History["clears"][number];

/** A demo user's best clear with a recording. */
interface AssignedRun {
  clear: Clear;
  level: SeedLevel;
  physics: number;
  run: FoundRun;
}

/** How much slower than the recorded runs the next best time is. */
const BEHIND = 0.4;

/**
 * Gives recorded runs to those who cleared their levels fastest. Everyone else is slower, so the first places of these
 * levels have ghosts.
 */
export function assignRuns(
  history: History,
  levels: readonly SeedLevel[],
  recorded: readonly RecordedRuns[],
) {
  const changed = new Map<Clear, Clear>();
  const assigned: AssignedRun[] = [];
  for (const { level: title, physics, runs } of recorded) {
    const index = levels.findIndex((level) => level.title === title);
    const level = levels[index];
    if (!level) throw new Error(`The demo world has no level '${title}'. Record its runs again.`);
    const clears = history.clears
      .filter((clear) => clear.level === index)
      .sort((a, b) => a.milliseconds - b.milliseconds);
    const slowest = runMs(runs.at(-1)?.ticks ?? 0);
    const next = clears[runs.length]?.milliseconds ?? 1;
    for (const [i, clear] of clears.entries()) {
      const run = runs[i];
      const milliseconds = run
        ? runMs(run.ticks)
        : Math.round(slowest * (1 + (BEHIND * clear.milliseconds) / next));
      const now = { ...clear, milliseconds };
      changed.set(clear, now);
      if (run) assigned.push({ clear: now, level, physics, run });
    }
  }
  const clears = history.clears.map((clear) => changed.get(clear) ?? clear);
  return { history: { ...history, clears }, assigned };
}

/** The recordings, and the statements that add them to clears. */
export async function runFiles(assigned: readonly AssignedRun[], now: number) {
  const files: AssetFile[] = [];
  const statements: Statement[] = [];
  for (const [i, { clear, level, physics, run }] of assigned.entries()) {
    const verdict = verifyRun(makeCourse(level.world), run.startTick, run.log);
    if (!verdict.ok)
      throw new Error(`A run of '${level.title}' doesn't clear it: ${verdict.reason}. Record it again.`);
    const log = assetId("run", `${level.title} ${i}`);
    files.push({ name: log, type: "log", bytes: run.log });
    const [id, user_id, level_id] = [i + 1, clear.person + 1, clear.level + 1];
    const created_at = Math.round(now - clear.bestDaysAgo * DAY_MS);
    const { ms, ticks, deaths, work, statistics } = verdict;
    statements.push(
      insertRow(play.runs, {
        ...{ id, call: `web:${user_id}:${log}`, stamp: 0, host_id: 0, user_id, level_id, floor_ms: 0 },
        ...{ source: "web", state: "counted", live: 1, best: 1, revision: 1, physics, log },
        ...{ ms, ticks, deaths, work, statistics: JSON.stringify(statistics) },
        log_hash: await logHash(run.log, ticks),
        start_tick: run.startTick,
        created_at,
        verified_at: created_at,
        first: clear.bestDaysAgo === clear.daysAgo ? 1 : 0,
        keep_until: now + KEEP_LOG_MS,
      }),
      statement(
        sql`update clears set best_run_id = ${id} where user_id = ${user_id} and level_id = ${level_id}`,
      ),
    );
  }
  return { files, statements };
}
