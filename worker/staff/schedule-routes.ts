import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { statement } from "#db/database.ts";
import type { schedule_runs } from "#db/schema/index.ts";
import { scheduleRoute } from "#domain/staff/api.ts";
import { isHealthy, type JobRuns, SCHEDULE_JOBS } from "#domain/staff/schedule.ts";
import { isoTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";

type RunRow = JobRuns & Columns<typeof schedule_runs, "job" | "took_ms" | "error">;

const orNull = (time: number | null) => (time === null ? null : isoTime(time));

export function scheduleRoutes(app: HonoApp): void {
  handle(app, scheduleRoute, async ({ gate, now }) => {
    const rows = await gate.all(
      statement<RunRow>(sql`select job, took_ms, succeeded_at, failed_at, error from schedule_runs`),
    );
    const known = new Map(rows.map((row) => [row.job, row]));
    return {
      data: SCHEDULE_JOBS.map((job) => {
        const { succeeded_at = null, failed_at = null, took_ms = null, error = null } = known.get(job) ?? {};
        return {
          job,
          healthy: isHealthy({ succeeded_at, failed_at }, now),
          succeeded_at: orNull(succeeded_at),
          took_ms,
          failed_at: orNull(failed_at),
          error,
        };
      }),
    };
  });
}
