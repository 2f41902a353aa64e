import { sql, statement } from "#db/database.ts";
import { DATABASE_NAMES } from "#domain/database-names.ts";
import { ApiError } from "#domain/errors.ts";
import {
  type Backlog,
  errorStateRoute,
  type Problem,
  readOnlyRoute,
  type ScheduledJob,
  systemRoute,
} from "#domain/system/api.ts";
import type { ErrorState } from "#domain/system/errors.ts";
import { BACKLOGS, type BacklogName, COUNTED, FULLNESS, fullness, isLate } from "#domain/system/problems.ts";
import { isHealthy, SCHEDULE_JOBS } from "#domain/system/schedule.ts";
import { isoTime } from "#domain/time.ts";
import { type DeadLetters, deadLettersQuery } from "../health/heartbeats.ts";
import { healthReport } from "../health/run-checks.ts";
import { BUILD } from "../http/build-info.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { readOnlyStatement } from "../http/read-only.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { auditEntry } from "../moderation/audit.ts";
import { openDatabases } from "../outbox/relay.ts";
import { publicQueueName } from "../send-all.ts";
import {
  type BacklogRow,
  backlogQueries,
  type GroupRow,
  groupsQuery,
  HOUR_MS,
  hoursQuery,
  type JobRow,
  jobsQuery,
  readOnlyQuery,
  SHOWN_HOURS,
  tablesQuery,
  urgentKindsQuery,
  waitingRunsBacklog,
} from "./queries.ts";

const GB = 1_000_000_000;
/** Cloudflare's limit of a database. */
const DEFAULT_LIMIT_GB = 10;

const MESSAGES: Record<ErrorState, string> = {
  open: "The error is open again.",
  resolved: "Resolved. If it occurs again, it shows here again.",
  ignored: "Ignored. It stays hidden even if it occurs again.",
};

const isoTimeOrNull = (time: number | null) => (time === null ? null : isoTime(time));

export function systemRoutes(app: HonoApp): void {
  handle(app, systemRoute, async ({ gate, input, env, now }) => {
    const rows = await gate.read({
      backlogs: backlogQueries,
      jobs: jobsQuery,
      tables: tablesQuery,
      hours: hoursQuery(now),
      groups: groupsQuery(input),
      urgent: urgentKindsQuery(now),
      readOnly: readOnlyQuery,
      deadLetters: deadLettersQuery,
    });
    // After the read, which checks the session: the checks write.
    const [health, runs, pushes, others] = await Promise.all([
      healthReport(env, now),
      gate.play.all(waitingRunsBacklog),
      waitingPushes(env),
      readOtherDatabases(env, gate),
    ]);
    const backlogs = BACKLOGS.map((name) =>
      name === "pushes"
        ? pushes
        : presentBacklog(name, (name === "runs" ? runs : rows.backlogs[name])[0], env, now),
    );
    const jobs = presentJobs(rows.jobs, now);
    const database = presentDatabase(gate.db.meter.databaseBytes.main ?? 0, env);
    const databases = [database, ...others];
    const problems: Problem[] = [
      ...health.checks
        .filter(({ status }) => status !== "ok")
        .map(({ name }) => ({ area: "health" as const, name })),
      ...FULLNESS.filter((state) => state !== "ok" && databases.some((each) => each.fullness === state)).map(
        (state) => ({ area: "database" as const, name: state }),
      ),
      ...rows.urgent.map(({ kind }) => ({ area: "errors" as const, name: kind })),
      ...backlogs.filter(({ late }) => late).map(({ name }) => ({ area: "backlogs" as const, name })),
      ...jobs.filter(({ healthy }) => !healthy).map(({ job }) => ({ area: "jobs" as const, name: job })),
    ];
    return {
      problems,
      health,
      read_only: {
        on: env.READ_ONLY === "on" || rows.readOnly[0]?.value === "on",
        fixed: env.READ_ONLY === "on",
      },
      migration: BUILD.databases.main.migration,
      backlogs,
      dead_letters: rows.deadLetters.map(presentDeadLetters),
      jobs,
      database: { ...database, tables: rows.tables },
      other_databases: others,
      hours: presentHours(rows.hours, now),
      errors: rows.groups.map(presentGroup),
    };
  });

  handle(app, readOnlyRoute, async ({ gate, input: { on }, viewer, now }) => {
    const value = on ? "on" : "off";
    const old = sql`coalesce((select value from site_values where name = 'read_only'), 'off')`;
    const entry = {
      actor_id: viewer.id,
      action: "site.read_only" as const,
      subject_id: "read_only",
      before: sql`json_object('read_only', ${old})`,
      after: { read_only: value },
    };
    await gate.write(
      {
        // First: it compares with the old value.
        audit: auditEntry(now, { ...entry, when: sql`${old} <> ${value}` }),
        value: readOnlyStatement(value),
      },
      { idempotent: true },
    );
    return { message: on ? "The site is read-only now." : "The site saves everything again." };
  });

  handle(app, errorStateRoute, async ({ gate, input: { key, state }, viewer, now }) => {
    const group = await gate.first(
      statement<Pick<GroupRow, "state" | "kind" | "message">>`select state, kind, message from error_groups
        where key = ${key}`,
    );
    if (!group) throw new ApiError("not_found");
    const entry = {
      actor_id: viewer.id,
      action: "site.error" as const,
      subject_id: "errors",
      details: { kind: group.kind, message: group.message },
      before: { state: group.state },
      after: { state },
    };
    await gate.write(
      {
        // First: it compares with the old state.
        audit: auditEntry(now, {
          ...entry,
          when: sql`exists (select 1 from error_groups where key = ${key} and state <> ${state})`,
        }),
        group: statement`update error_groups set state = ${state} where key = ${key}`,
      },
      { idempotent: true },
    );
    return { message: MESSAGES[state] };
  });
}

function presentBacklog(name: BacklogName, row: BacklogRow | undefined, env: Env, now: number): Backlog {
  const { count = 0, oldest_at = null } = row ?? {};
  // Without mail, messages stay in the viewable outbox.
  const isWaiting = name !== "mails" || env.MAIL !== undefined;
  return { name, count, oldest_at: isoTimeOrNull(oldest_at), late: isWaiting && isLate(oldest_at, now) };
}

/** The queue's own count, as pushes have no rows. Never late: refused ones wait on purpose. */
async function waitingPushes(env: Env): Promise<Backlog> {
  const name = "pushes";
  try {
    const { backlogCount, oldestMessageTimestamp } = await env.PUSHES.metrics();
    const oldest = oldestMessageTimestamp?.getTime() || null;
    const count = Math.min(backlogCount, COUNTED);
    return { name, count, oldest_at: count > 0 ? isoTimeOrNull(oldest) : null, late: false };
  } catch (error) {
    logError("queue not measured", { queue: name }, error);
    return { name, count: 0, oldest_at: null, late: true };
  }
}

const presentDeadLetters = ({ queue, count, last_at }: DeadLetters) => ({
  queue: publicQueueName(queue),
  count,
  last_at: isoTime(last_at),
});

function presentJobs(rows: readonly JobRow[], now: number): ScheduledJob[] {
  const known = new Map(rows.map((row) => [row.job, row]));
  return SCHEDULE_JOBS.map((job) => {
    const { succeeded_at = null, failed_at = null, took_ms = null, error = null } = known.get(job) ?? {};
    return {
      job,
      healthy: isHealthy({ succeeded_at, failed_at }, now),
      succeeded_at: isoTimeOrNull(succeeded_at),
      took_ms,
      failed_at: isoTimeOrNull(failed_at),
      error,
    };
  });
}

function presentDatabase(bytes: number, env: Env) {
  const limit = Math.round(Number(env.DATABASE_LIMIT_GB ?? DEFAULT_LIMIT_GB) * GB);
  return { bytes, limit_bytes: limit, fullness: fullness(bytes, limit) };
}

/** Reads the sizes of the databases besides the main one, after the check of the session. One that is away is left out. */
async function readOtherDatabases(env: Env, gate: SessionGate) {
  const { meter } = gate.db;
  const names = DATABASE_NAMES.filter((name) => name !== "main");
  const databases = openDatabases(env, meter);
  const results = await Promise.allSettled(names.map((name) => databases[name].all(tablesQuery)));
  return names.flatMap((name, i) => {
    const result = results[i];
    const bytes = meter.databaseBytes[name] ?? 0;
    return result?.status === "fulfilled"
      ? [{ name, ...presentDatabase(bytes, env), tables: result.value }]
      : [];
  });
}

function presentHours(
  rows: ReturnType<typeof hoursQuery> extends { row?: infer Row } ? Row[] : never,
  now: number,
) {
  const current = Math.floor(now / HOUR_MS);
  return Array.from({ length: SHOWN_HOURS }, (_, i) => {
    const hour = current - SHOWN_HOURS + 1 + i;
    const sum = { server: 0, background: 0, browsers: 0 };
    for (const row of rows)
      if (row.hour === hour)
        sum[row.kind === "server" || row.kind === "background" ? row.kind : "browsers"] += row.count;
    return { at: isoTime(hour * HOUR_MS), ...sum };
  });
}

const presentGroup = ({ requests, first_at, last_at, ...group }: GroupRow) => ({
  ...group,
  requests: requests ? requests.split(" ") : [],
  first_at: isoTime(first_at ?? 0),
  last_at: isoTime(last_at ?? 0),
});
