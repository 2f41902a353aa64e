import { type Columns, first, type SQL, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { LIMITS } from "#domain/limits.ts";
import type { AuditItem, auditRoute } from "#domain/staff/api.ts";
import { createdTimes } from "#domain/time.ts";
import { threadTitlesQuery } from "../forums/queries.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { presentRemoval, type RemovalRow } from "../moderation/removals.ts";
import { matchWords } from "../search/match.ts";
import { presentUser, type UserColumns, userColumns, userIdByName } from "../users/present.ts";

type Fields = Record<string, unknown>;

/** Returns the page of an entry's subject, if it has one. */
function subjectUrl({ subject_type, subject_id, name }: AuditRow): string | null {
  switch (subject_type) {
    case "user":
      return name && `/staff/users/${name}`;
    case "level":
      return `/levels/${subject_id}`;
    case "item":
      return `/items/${subject_id}`;
    case "thread":
      return `/forums/thread/${subject_id}`;
    case "case":
      return `/staff/reports/${subject_id}`;
    case "event":
      return "/staff/events";
    case "challenge":
      return "/staff/challenges";
    case "host":
      return "/staff/hosts";
    default:
      return null;
  }
}

const parseFields = (json: string | null): Fields | null =>
  json === null ? null : (JSON.parse(json) as Fields);

export function presentAuditEntry(row: AuditRow, viewer: Actor, now: number): AuditItem {
  return {
    id: row.id,
    actor: presentUser(row, now),
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.name, url: subjectUrl(row) },
    other: row.other,
    reason: row.reason,
    details: parseFields(row.details) ?? {},
    before: parseFields(row.before),
    after: parseFields(row.after),
    removal: row.removal === null ? null : presentRemoval(JSON.parse(row.removal) as RemovalRow, viewer, now),
    ...createdTimes(row.created_at),
  };
}

type AuditInput = InputOf<typeof auditRoute>;

export interface AuditRow
  extends UserColumns,
    Columns<
      "audit_log",
      | "id"
      | "action"
      | "subject_type"
      | "subject_id"
      | "reason"
      | "details"
      | "before"
      | "after"
      | "created_at"
    > {
  name: string | null;
  other: string | null;
  /** The removal that the entry is about, as JSON. */
  removal: string | null;
}

/** The first filter's matches checked against the others; then the client requests the next page. */
const SCAN_LIMIT = 500;
const DAY = 24 * 60 * 60_000;
/** Entries carry the start time of their requests, so times are slightly out of order relative to ids. */
const TIME_SLACK_MS = 60_000;
const NO_ID = sql.raw("9e15");

const whole = (column: string) => sql`cast(a.${sql.raw(column)} as integer)`;
const named = (table: string, column: string) =>
  sql`(select ${sql.raw(column)} from ${sql.raw(table)} where id = ${whole("subject_id")})`;

const auditColumns = sql`a.id, a.action, a.subject_type, a.subject_id, a.reason, a.details, a.before, a.after, a.created_at,
  case a.subject_type when 'user' then ${named("users", "username")} when 'level' then ${named("levels", "title")}
    when 'item' then ${named("items", "name")}
    when 'event' then ${named("events", "short_name")} when 'challenge' then ${named("challenges", "name")}
    when 'host' then ${named("hosts", "name")} end as name,
  (select username from users where id = coalesce(json_extract(a.details, '$.with'), json_extract(a.details, '$.user_id'))) as other,
  (select json_object('type', r.type, 'target', r.target, 'user_id', r.user_id, 'name', r.name, 'to', r.state ->> 'to',
      'removed_at', r.removed_at, 'restored_at', r.restored_at) from removals r
    where r.type = case a.action when 'level.edit' then 'picture' else a.subject_type end and r.target = a.subject_id
      and r.removed_at = a.created_at and a.action not in ('case.decide', 'user.ban', 'user.warn')) as removal,
  ${userColumns}`;

/** Selects the entries whose ids a sorted subquery returns, in its order. */
export const auditEntriesQuery = (page: SQL, condition: SQL = sql`true`, limit: number = SCAN_LIMIT) =>
  statement<AuditRow>`with page as (${page}) select ${auditColumns} from page p cross join audit_log a on a.id = p.id
    cross join users u on u.id = a.actor_id where ${condition} limit ${limit}`;

/** The first entry at about this time; newer ones have larger ids. */
const idAt = (time: number) =>
  sql`coalesce((select id from audit_log where created_at >= ${time} order by created_at, id limit 1), ${NO_ID})`;

/** A username can look like an id: the name has priority. */
const subjectId = ({ subject_type, subject }: AuditInput) =>
  subject_type === "user"
    ? sql`coalesce(cast(${userIdByName(subject)} as text), ${subject})`
    : sql`${subject}`;

/** Each filter as a condition, the most selective first, because its index is used. */
function conditions(input: AuditInput): SQL[] {
  const { actor, action, subject_type, subject } = input;
  const kind = sql`a.subject_type = ${subject_type}`;
  return [
    ...(subject_type && subject ? [sql`${kind} and a.subject_id = ${subjectId(input)}`] : []),
    ...(actor ? [sql`a.actor_id = ${userIdByName(actor)}`] : []),
    ...(action ? [sql`a.action = ${action}`] : []),
    ...(subject_type && !subject ? [kind] : []),
  ];
}

const all = (parts: SQL[]) => (parts.length ? sql.join(parts, sql` and `) : sql`true`);

/** Adds the titles of threads, which are in the forums' database. No round trip without any. */
export async function nameThreads(gate: SessionGate, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const isThread = ({ subject_type }: AuditRow) => subject_type === "thread";
  const ids = rows.filter(isThread).map(({ subject_id }) => Number(subject_id));
  if (ids.length === 0) return [...rows];
  const titles = new Map((await gate.forum.all(threadTitlesQuery(ids))).map(({ id, title }) => [id, title]));
  return rows.map((row) =>
    isThread(row) ? { ...row, name: titles.get(Number(row.subject_id)) ?? null } : row,
  );
}

interface AuditPage {
  rows: AuditRow[];
  /** The id before which the next page begins; null at the end. */
  next: number | null;
}

/** The statements for a page of the entries, and what their rows mean. */
function pageOf(input: AuditInput, words: string | null, size: number) {
  const start = input.from ? Date.parse(input.from) : null;
  const end = input.until ? Date.parse(input.until) + DAY : null;
  const within = (column: SQL) =>
    all([
      ...(input.before ? [sql`${column} < ${Number(input.before)}`] : []),
      ...(start === null ? [] : [sql`${column} >= ${idAt(start - TIME_SLACK_MS)}`]),
      ...(end === null ? [] : [sql`${column} < ${idAt(end + TIME_SLACK_MS)}`]),
    ]);
  const inTime = all([
    ...(start === null ? [] : [sql`a.created_at >= ${start}`]),
    ...(end === null ? [] : [sql`a.created_at < ${end}`]),
  ]);
  const filters = conditions(input);
  const chosen = filters[0] ?? sql`true`;
  // The conditions that the index doesn't cover; without any, all its rows match.
  const rest = words ? filters : filters.slice(1);
  const isPlain = rest.length === 0 && !(words && (input.from || input.until));
  const candidates = (limit: number) =>
    words
      ? sql`select rowid as id from audit_search where audit_search match ${words} and ${within(sql`rowid`)}
          order by rowid desc limit ${limit}`
      : sql`select a.id from audit_log a where ${chosen} and ${within(sql`a.id`)} and ${inTime}
          order by a.id desc limit ${limit}`;
  const limit = size + 1;
  return {
    rows: isPlain
      ? auditEntriesQuery(candidates(limit))
      : auditEntriesQuery(candidates(SCAN_LIMIT), all([...rest, inTime]), limit),
    seen: first(
      isPlain
        ? null
        : statement<{
            last: number;
            count: number;
          }>`select min(id) as last, count(*) as count from (${candidates(SCAN_LIMIT)})`,
    ),
  };
}

/** Returns a page of the log. */
export async function readAuditLog(
  gate: SessionGate,
  input: AuditInput,
  size: number = LIMITS.pageSize.audit,
): Promise<AuditPage> {
  const words = matchWords(input.search);
  if (input.search && !words) return { rows: [], next: null };
  const { rows, seen } = await gate.read(pageOf(input, words, size));
  const named = await nameThreads(gate, rows.slice(0, size));
  if (rows.length > size) return { rows: named, next: named.at(-1)?.id ?? null };
  return { rows: named, next: seen?.count === SCAN_LIMIT ? seen.last : null };
}
