import { createHash } from "node:crypto";
import { type Columns, Database, Meter, sql, statement } from "#db/database.ts";
import { boundDatabase, DATABASES, type DatabaseSource } from "#db/databases.ts";
import { SCHEMA_OUTLINE } from "#db/schema-outline.ts";
import type { HealthState } from "#domain/health/api.ts";
import { backupsOn } from "../backup/due.ts";
import { isProduction, QUEUE_NAMES } from "../env.ts";
import { stripeClient } from "../gold/stripe.ts";
import { BUILD } from "../http/build-info.ts";
import { missingHalves, missingSecrets } from "../http/missing-secrets.ts";
import { readOnlyReason } from "../http/read-only.ts";
import { RECENT_SECONDS, requestCounts } from "../http/recent-counts.ts";
import { backupStub } from "../live/stubs.ts";
import { pendingQuery } from "../outbox/effects.ts";
import { failuresQuery, probeStatements } from "../outbox/probe.ts";
import { OUTBOXES, openDatabases } from "../outbox/relay.ts";
import { publicQueueName } from "../send-all.ts";
import { heartbeatStatement, isWaiting, sendHeartbeat } from "./heartbeats.ts";
import { findMissingFiles } from "./missing-files.ts";
import { pingObjects } from "./ping-objects.ts";
import type { HealthSnapshot } from "./snapshot.ts";

/** The result of a check. `detail` is public: no secrets, no user's data. */
export interface CheckResult {
  status: HealthState;
  detail: string;
}

/** A part of the site that can fail. */
export interface HealthCheck {
  name: string;
  /** The status if the check throws or takes longer than its time limit. */
  failure: Exclude<HealthState, "ok">;
  /** `snapshot` reads what the database knows, once for all checks. */
  run(env: Env, snapshot: () => Promise<HealthSnapshot>, now: number): Promise<CheckResult>;
}

const SLOW_MS = 500;
/** Three runs of the schedule. */
const SCHEDULE_LATE_MS = 15 * 60 * 1000;
const QUEUE_LATE_MS = 20 * 1000;
/** Jobs that were given up are named for a day, and degrade the site as long as other faults that are over. */
const DEAD_NAMED_MS = 24 * 60 * 60 * 1000;
const DEAD_DEGRADED_MS = 50 * 1000;
const SCHEMA_EVERY_MS = 30 * 1000;
/** Results of checks that cost others more than us are used again for so long. */
const EXPENSIVE_EVERY_MS = 15 * 1000;
/** Recent requests that failed, at least, and their share. */
const MIN_FAILURES = 3;
const MAX_FAILURE_SHARE = 0.02;
const MAX_DETAIL = 200;
/** The copies of the database are this far behind at most: a ban or a sign-out can be unnoticed there for so long. */
const MAX_LAG_MS = 2_000;
const LAG_STEP_MS = 50;
const PROBE_FILE = "health/probe";

const ok = (detail: string): CheckResult => ({ status: "ok", detail });
const degraded = (detail: string): CheckResult => ({ status: "degraded", detail });
const down = (detail: string): CheckResult => ({ status: "down", detail });

/** An error's message on one line, without its stack. */
export const shortError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, MAX_DETAIL);

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const duration = (ms: number): string => (ms < 120_000 ? seconds(ms) : `${Math.round(ms / 60_000)} min`);

/** Waits for work and measures it. Slow is named too. */
async function timed(what: string, work: Promise<unknown>): Promise<CheckResult> {
  const started = performance.now();
  await work;
  const ms = Math.round(performance.now() - started);
  return ms > SLOW_MS ? degraded(`${what} is slow: ${ms} ms`) : ok(`${what} works`);
}

/** A check of what the database knows. Without the database, its state is unknown. */
const fromSnapshot =
  (
    check: (found: HealthSnapshot, env: Env, now: number) => CheckResult | Promise<CheckResult>,
  ): HealthCheck["run"] =>
  async (env, snapshot, now) => {
    let found: HealthSnapshot;
    try {
      found = await snapshot();
    } catch (error) {
      return degraded(`unknown, because the database can't be read: ${shortError(error)}`);
    }
    return check(found, env, now);
  };

async function checkFiles({ BUCKET }: Env): Promise<CheckResult> {
  await BUCKET.put(PROBE_FILE, "ok");
  const found = await BUCKET.get(PROBE_FILE);
  if ((await found?.text()) !== "ok") return down("a stored file can't be read");
  // Another name, because checks of several processes overlap.
  await BUCKET.delete(`${PROBE_FILE}-deleted`);
  return ok("files can be stored, read and deleted");
}

async function checkObjects(env: Env): Promise<CheckResult> {
  const { failing, total } = await pingObjects(env);
  if (failing.length === 0) return ok("objects of all classes respond");
  return (failing.length === total ? down : degraded)(`no response from ${failing.join(", ")}`);
}

async function checkQueues(found: HealthSnapshot, env: Env, now: number): Promise<CheckResult> {
  const states = new Map(found.heartbeats.map((row) => [row.name, row]));
  const problems: string[] = [];
  await Promise.all(
    QUEUE_NAMES.map(async (queue) => {
      const state = states.get(queue);
      const name = publicQueueName(queue);
      const late = state && isWaiting(state) ? now - state.sent_at : 0;
      if (late > QUEUE_LATE_MS) problems.push(`${name} hasn't delivered for ${duration(late)}`);
      try {
        await sendHeartbeat(env, queue, state, now);
      } catch (error) {
        problems.push(`${name} can't be filled: ${shortError(error)}`);
      }
    }),
  );
  const given = found.deadLetters.filter(({ last_at }) => now - last_at < DEAD_NAMED_MS);
  const givenUp = given.map(
    ({ queue, last_at }) => `${publicQueueName(queue)} gave up a job ${duration(now - last_at)} ago`,
  );
  const isRecent = given.some(({ last_at }) => now - last_at < DEAD_DEGRADED_MS);
  const detail = [...(problems.length > 0 ? problems.sort() : ["all queues deliver"]), ...givenUp].join(", ");
  return problems.length > 0 || isRecent ? degraded(detail) : ok(detail);
}

function checkSchedule({ runs }: HealthSnapshot, _: Env, now: number): CheckResult {
  const times = runs.flatMap(({ succeeded_at, failed_at }) => [succeeded_at ?? 0, failed_at ?? 0]);
  const latest = Math.max(0, ...times);
  if (latest === 0) return degraded("the schedule has never run");
  const age = now - latest;
  return age > SCHEDULE_LATE_MS
    ? degraded(`the schedule last ran ${duration(age)} ago`)
    : ok(`the schedule ran ${duration(age)} ago`);
}

function checkJobs({ runs }: HealthSnapshot): CheckResult {
  const failing = runs.filter(({ succeeded_at, failed_at }) => (failed_at ?? 0) > (succeeded_at ?? 0));
  if (failing.length === 0) return ok("no job fails");
  const list = failing.map(({ job, error }) => `${job} (${shortError(error ?? "unknown error")})`);
  return degraded(`failing: ${list.join(", ")}`);
}

function checkMail({ mails }: HealthSnapshot, env: Env, now: number): CheckResult {
  const { waiting, oldest, refused, refused_at, sent_at } = mails;
  const waits =
    waiting === 0 ? "none wait" : `${waiting} wait, the oldest for ${duration(now - (oldest ?? now))}`;
  if (refused > 0 && (refused_at ?? 0) > (sent_at ?? 0))
    return degraded(`the mail service refused the last mail; ${waits}`);
  if (env.MAIL) return ok(`mails are sent; ${waits}`);
  return (isProduction(env) && waiting > 0 ? degraded : ok)(`no mail service is set up; ${waits}`);
}

/** The check, done at most once in a while. */
function seldom(check: (env: Env) => Promise<CheckResult>): HealthCheck["run"] {
  let last: { at: number; result: CheckResult } | undefined;
  return async (env, _, now) => {
    if (!last || now - last.at >= EXPENSIVE_EVERY_MS) last = { at: now, result: await check(env) };
    return last.result;
  };
}

/** Reads a price. Stripe counts requests. */
const checkStripe = seldom(async (env) => {
  const stripe = stripeClient(env);
  if (!stripe) return ok("not set up");
  try {
    await stripe.prices.list({ limit: 1 });
    return ok("Stripe responds");
  } catch (error) {
    return degraded(`Stripe doesn't respond: ${shortError(error)}`);
  }
});

async function checkAssets(env: Env, _: unknown, now: number): Promise<CheckResult> {
  if (import.meta.env?.DEV) return ok("served by Vite");
  const { entry, other, total } = await findMissingFiles(env, now);
  const list = (files: string[]) =>
    files.slice(0, 5).join(", ") + (files.length > 5 ? ` and ${files.length - 5} more` : "");
  if (entry.length > 0) return down(`files that every page needs are missing: ${list(entry)}`);
  return other.length > 0 ? degraded(`files are missing: ${list(other)}`) : ok(`${total} files`);
}

let outlineAt = 0;
let outlineDetail = "";

/** Compares the databases with what this build's migrations create: the main one each time, and all of them once in a while. */
async function checkSchema({ migration }: HealthSnapshot, env: Env, now: number): Promise<CheckResult> {
  const isDue = now - outlineAt >= SCHEMA_EVERY_MS;
  const checked = isDue ? DATABASES : DATABASES.filter(({ name }) => name === "main");
  const results = await Promise.all(
    checked.map(async (source) => {
      const { name } = source;
      const database = new Database(boundDatabase(env, name), new Meter(), { name });
      const newest = name === "main" ? migration : await newestMigration(database);
      return checkDatabaseSchema(database, source, newest, isDue);
    }),
  );
  const worst = results.find(({ status }) => status !== "ok");
  if (worst) return worst;
  if (isDue) {
    outlineAt = now;
    outlineDetail = results.map(({ detail }) => detail).join(", ");
  }
  return ok(outlineDetail);
}

async function newestMigration(database: Database): Promise<string | null> {
  const row = await database.first(statement<{ newest: string | null }>`select max(name) as newest
    from d1_migrations`);
  return row?.newest ?? null;
}

async function checkDatabaseSchema(
  database: Database,
  { name }: DatabaseSource,
  migration: string | null,
  comparesOutline: boolean,
): Promise<CheckResult> {
  const { migration: expected, schema } = BUILD.databases[name];
  const which = name === "main" ? "" : `${name}: `;
  if (expected && (migration ?? "") < expected)
    return down(`${which}migration ${expected} is missing, the newest is ${migration ?? "none"}`);
  const current = ok(`${which}newest migration: ${migration}`);
  // A newer version of the site has migrated it; migrations only add.
  if (!schema || migration !== expected || !comparesOutline) return current;
  const lines = await database.all(statement<{ line: string }>(sql.raw(SCHEMA_OUTLINE)));
  const hash = createHash("sha256")
    .update(lines.map(({ line }) => line).join("\n"))
    .digest("base64url");
  if (hash === schema.hash) return current;
  return down(
    `${which}the database isn't what migration ${migration} creates: ${lines.length} tables, indexes and triggers instead of ${schema.size}, or other columns`,
  );
}

/** The schedule relays every five minutes. */
const EFFECTS_LATE_MS = 15 * 60 * 1000;

/** Effects that wait for another database, or that it refused. */
async function checkEffects(env: Env, _: unknown, now: number): Promise<CheckResult> {
  const databases = openDatabases(env);
  const [waiting, refused] = await Promise.all([
    Promise.all(
      OUTBOXES.map(async ({ source, target }) => {
        const [oldest] = await databases[source].all(pendingQuery(target));
        const age = oldest ? now - oldest.created_at : 0;
        return age > EFFECTS_LATE_MS ? [`effects on ${target} wait for ${duration(age)}`] : [];
      }),
    ),
    Promise.all(
      DATABASES.map(async ({ name }) => {
        const { count } = (await databases[name].first(failuresQuery)) ?? { count: 0 };
        return count > 0 ? [`${name} refused ${count} effects`] : [];
      }),
    ),
  ]);
  const problems = [...waiting, ...refused].flat();
  return problems.length > 0 ? degraded(problems.join(", ")) : ok("none wait");
}

/** A read and a write that changes nothing, for each database besides the main one. Without it, the rest of the site works. */
const DATABASE_CHECKS: readonly HealthCheck[] = DATABASES.filter(({ name }) => name !== "main").map(
  ({ name }) => ({
    name: `d1_${name}`,
    failure: "degraded",
    run: (env) => timed("reading and writing", openDatabases(env)[name].batch({ probe: probeStatements })),
  }),
);

/** A new site has time for its first backup. */
const BACKUP_LATE_MS = 36 * 3_600_000;

async function checkBackup(env: Env, _: unknown, now: number): Promise<CheckResult> {
  if (!backupsOn(env)) return ok("not set up");
  const { newest, last, running, since } = await backupStub(env).status();
  const age = now - (newest?.finished_at ?? since ?? now);
  const result = newest ? `the newest backup is ${duration(age)} old` : "no backup yet";
  if (running?.error)
    return degraded(`the running ${running.type} fails: ${shortError(running.error)}; ${result}`);
  if (last?.error) return degraded(`the last ${last.type} failed: ${shortError(last.error)}; ${result}`);
  return age > BACKUP_LATE_MS ? degraded(result) : ok(result);
}

async function checkSecrets(env: Env): Promise<CheckResult> {
  const missing = missingSecrets(env);
  if (missing.length > 0) return down(`missing: ${missing.join(", ")}`);
  const halves = missingHalves(env);
  return halves.length > 0
    ? degraded(`missing beside its other half: ${halves.join(", ")}`)
    : ok("all secrets are set");
}

async function checkReadOnly(env: Env, _: unknown, now: number): Promise<CheckResult> {
  const reason = await readOnlyReason(env, now);
  return reason === null ? ok("off") : degraded(`on: ${reason}`);
}

/** Writes at the primary, and measures when the nearest copy shows it. */
async function checkCopies({ DB }: Env, _: unknown, now: number): Promise<CheckResult> {
  await new Database(DB).all(heartbeatStatement("copies", now, now));
  const written = performance.now();
  const behind = () => Math.round(performance.now() - written);
  for (;;) {
    const meter = new Meter();
    const row = await new Database(DB, meter, { reach: "near" }).first(
      statement<Columns<"heartbeats", "sent_at">>`select sent_at from heartbeats where name = 'copies'`,
    );
    if (meter.copyRoundTrips === 0) return ok("reads come from the primary");
    if ((row?.sent_at ?? 0) >= now) return ok(`the nearest copy was less than ${behind()} ms behind`);
    if (behind() > MAX_LAG_MS) return degraded(`the nearest copy is more than ${MAX_LAG_MS} ms behind`);
    await scheduler.wait(LAG_STEP_MS);
  }
}

/** Responses of this process alone: a sample of the whole site. */
async function checkErrors(_env: Env, _snapshot: unknown, now: number): Promise<CheckResult> {
  const { calls, failures } = requestCounts.read(now);
  const detail = `${failures} of ${calls} requests of the last ${RECENT_SECONDS} s failed`;
  return failures >= MIN_FAILURES && failures / calls > MAX_FAILURE_SHARE ? degraded(detail) : ok(detail);
}

/** The checks of `/health` and `/staff/system`, in their order. */
export const HEALTH_CHECKS: readonly HealthCheck[] = [
  {
    name: "d1_read",
    failure: "down",
    run: ({ DB }) => timed("reading", new Database(DB).all(statement`select id from users limit 1`)),
  },
  {
    name: "d1_write",
    failure: "down",
    run: ({ DB }, _, now) => timed("writing", new Database(DB).all(heartbeatStatement("database", now, now))),
  },
  { name: "copies", failure: "degraded", run: checkCopies },
  ...DATABASE_CHECKS,
  { name: "effects", failure: "degraded", run: checkEffects },
  { name: "r2", failure: "down", run: checkFiles },
  { name: "objects", failure: "down", run: checkObjects },
  { name: "queues", failure: "degraded", run: fromSnapshot(checkQueues) },
  { name: "schedule", failure: "degraded", run: fromSnapshot(checkSchedule) },
  { name: "jobs", failure: "degraded", run: fromSnapshot(checkJobs) },
  { name: "mail", failure: "degraded", run: fromSnapshot(checkMail) },
  { name: "stripe", failure: "degraded", run: checkStripe },
  { name: "schema", failure: "degraded", run: fromSnapshot(checkSchema) },
  { name: "backup", failure: "degraded", run: checkBackup },
  { name: "secrets", failure: "down", run: checkSecrets },
  { name: "errors", failure: "degraded", run: checkErrors },
  { name: "read_only", failure: "degraded", run: checkReadOnly },
  // Last, because others would wait behind its hundreds of calls.
  { name: "assets", failure: "down", run: checkAssets },
];
