import { Database, type Statement, statement } from "#db/database.ts";
import {
  ERROR_LIMITS,
  type ErrorKind,
  type ErrorReport,
  normalizeMessage,
  OTHER_ERRORS,
  stackFrames,
} from "#domain/system/errors.ts";
import { hashToken } from "./session.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Groups that wait in this process. Further ones are only in the log. */
const MAX_PENDING = 50;
/** Writes in a minute that aren't delayed. Further ones are at least this far apart. */
const PROMPT_FLUSHES = 10;
const DELAYED_FLUSH_MS = 5_000;

/** Networks with a budget of their own within an hour. Further ones share one. */
const MAX_NETWORKS = 10_000;

/** Errors each network reported within the hour: who invents some must not use up everyone's space. */
class ReportBudget {
  #hour = 0;
  readonly #reported = new Map<string, Set<string>>();

  /** Whether a network's report still counts as an error of its own. Repeated ones do. */
  covers(network: string, kind: ErrorKind, key: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) this.clear();
    this.#hour = hour;
    const own = `${kind} ${network}`;
    const name = this.#reported.has(own) || this.#reported.size < MAX_NETWORKS ? own : kind;
    const keys = this.#reported.get(name) ?? new Set();
    this.#reported.set(name, keys);
    if (keys.has(key)) return true;
    if (keys.size >= ERROR_LIMITS.newGroupsPerNetwork) return false;
    keys.add(key);
    return true;
  }

  clear(): void {
    this.#reported.clear();
  }
}

/** Errors of one group that aren't stored yet. */
interface PendingGroup extends Required<ErrorReport> {
  key: string;
  count: number;
  at: number;
}

const groupKey = (kind: ErrorKind, message: string, source: string): string =>
  hashToken(JSON.stringify([kind, message, source])).slice(0, 22);

/** The group of a kind's errors beyond the limits. */
const otherKey = (kind: ErrorKind): string => groupKey(kind, OTHER_ERRORS, "");

/** This process's errors, grouped, until `flush` stores all in one round trip. They're logged first. */
class ErrorLog {
  readonly #pending = new Map<string, PendingGroup>();
  readonly #budget = new ReportBudget();
  #flushing = false;
  #lastFlush = 0;
  /** Start of the current minute, and the writes within it. */
  #minute = 0;
  #flushes = 0;

  /** Adds an error of the site, or one that someone in a network has reported. */
  add(report: ErrorReport, network?: string): void {
    const message = normalizeMessage(report.message);
    const source = report.source.slice(0, ERROR_LIMITS.source);
    const key = groupKey(report.kind, message, source);
    const isOwn = network === undefined || this.#budget.covers(network, report.kind, key, Date.now());
    if (isOwn) this.#add(key, { ...report, message, source });
    else this.#add(otherKey(report.kind), { ...report, message: OTHER_ERRORS, source: "", stack: "" });
  }

  #add(
    key: string,
    { kind, message, source, stack = "", page = "", browser = "", requestId = "", version }: ErrorReport,
  ): void {
    const known = this.#pending.get(key);
    if (!known && this.#pending.size >= MAX_PENDING) return;
    this.#pending.set(key, {
      key,
      kind,
      message,
      source,
      stack: known?.stack || stackFrames(stack),
      page,
      version,
      browser,
      requestId,
      count: (known?.count ?? 0) + 1,
      at: Date.now(),
    });
  }

  /** Whether errors wait and can be stored now. */
  isDue(now: number): boolean {
    if (this.#pending.size === 0 || this.#flushing) return false;
    if (now - this.#minute >= 60_000) {
      this.#minute = now;
      this.#flushes = 0;
    }
    return this.#flushes < PROMPT_FLUSHES || now - this.#lastFlush >= DELAYED_FLUSH_MS;
  }

  /** Stores the waiting errors. If that fails, they wait for the next call. */
  async flush(env: Env, now: number): Promise<void> {
    const groups = [...this.#pending.values()];
    this.#pending.clear();
    this.#flushing = true;
    this.#flushes++;
    this.#lastFlush = now;
    try {
      await new Database(env.DB).batch({
        groups: groups.map((group) => storeGroup(group)),
        hours: countByKind(groups).map(([kind, count]) => countInHour(kind, count, now)),
      });
    } catch (error) {
      console.error(JSON.stringify({ level: "error", event: "errors not stored", error: String(error) }));
      for (const group of groups) this.#putBack(group);
    } finally {
      this.#flushing = false;
    }
  }

  /** Drops what waits. For tests, which share a process. */
  clear(): void {
    this.#pending.clear();
    this.#budget.clear();
    this.#flushes = 0;
  }

  #putBack(group: PendingGroup): void {
    const newer = this.#pending.get(group.key);
    if (newer) newer.count += group.count;
    else if (this.#pending.size < MAX_PENDING) this.#pending.set(group.key, group);
  }
}

/** The errors of this process. */
export const errorLog = new ErrorLog();

/** Stores waiting errors if it's time; call after a request or batch. Not during a restore. */
export function flushErrors(env: Env): Promise<void> | undefined {
  if (env.RESTORING === "on") return;
  const now = Date.now();
  return errorLog.isDue(now) ? errorLog.flush(env, now) : undefined;
}

function countByKind(groups: readonly PendingGroup[]): [ErrorKind, number][] {
  const counts = new Map<ErrorKind, number>();
  for (const { kind, count } of groups) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts];
}

/** Adds errors to their group. Beyond the limit of new groups they count in the group of all other errors. */
function storeGroup(group: PendingGroup): Statement {
  const { key, kind, message, source, stack, page, version, browser, requestId, count, at } = group;
  const { newGroups, browsers, requests } = ERROR_LIMITS;
  return statement`with space (ok) as (select exists (select 1 from error_groups where key = ${key})
      or (select count(*) from (select 1 from error_groups
        where kind = ${kind} and first_at > ${at - HOUR_MS} limit ${newGroups})) < ${newGroups})
    insert into error_groups (key, kind, message, source, stack, page, version, browsers, requests, count, first_at, last_at)
    select iif(ok, ${key}, ${otherKey(kind)}), ${kind}, iif(ok, ${message}, ${OTHER_ERRORS}), iif(ok, ${source}, ''),
      iif(ok, ${stack}, ''), ${page}, ${version}, ${browser}, ${requestId}, ${count}, ${at}, ${at} from space where true
    on conflict (key) do update set count = count + excluded.count, last_at = max(last_at, excluded.last_at),
      page = excluded.page, version = excluded.version,
      browsers = case when instr(browsers, excluded.browsers) or length(browsers) > ${browsers} then browsers
        else browsers || ', ' || excluded.browsers end,
      requests = substr(trim(excluded.requests || ' ' || requests), 1, ${requests}),
      state = iif(state = 'resolved', 'open', state)`;
}

const countInHour = (kind: ErrorKind, count: number, now: number): Statement =>
  statement`insert into error_hours (hour, kind, count) values (${Math.floor(now / HOUR_MS)}, ${kind}, ${count})
    on conflict (hour, kind) do update set count = count + excluded.count`;

/** Deletes groups that no longer occur, and of each kind all but the newest. */
export const deleteOldErrors = (now: number): Record<string, Statement> => ({
  groups: statement`delete from error_groups where last_at < ${now - ERROR_LIMITS.days * DAY_MS}
    or key in (select key from (select key, row_number() over (partition by kind order by last_at desc) as rank
      from error_groups) where rank > ${ERROR_LIMITS.groups})`,
  hours: statement`delete from error_hours where hour < ${Math.floor(now / HOUR_MS) - ERROR_LIMITS.days * 24}`,
});
