import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { InputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import type { auditRoute } from "#domain/staff/api.ts";
import type { SessionGate } from "../http/gate.ts";
import { matchWords } from "../search/match.ts";
import { type UserColumns, userColumns } from "../users/present.ts";

type AuditInput = InputOf<typeof auditRoute>;

export interface AuditRow extends UserColumns {
  id: number;
  action: string;
  subject_type: string;
  subject_id: string;
  reason: string;
  details: string;
  before: string | null;
  after: string | null;
  created_at: number;
  name: string | null;
  other: string | null;
}

/** What one filter finds is looked at this far for what fits the others; then it is for whoever asks to go on. */
const LOOKED_AT = 500;
const DAY = 24 * 60 * 60_000;
/** Entries have the times at which their requests came, which are a little out of order beside their ids. */
const SLACK = 60_000;
const NO_ID = sql.raw("9e15");

const whole = (column: string) => sql`cast(a.${sql.raw(column)} as integer)`;
const named = (table: string, column: string) =>
  sql`(select ${sql.raw(column)} from ${sql.raw(table)} where id = ${whole("subject_id")})`;

const auditColumns = sql`a.id, a.action, a.subject_type, a.subject_id, a.reason, a.details, a.before, a.after, a.created_at,
  case a.subject_type when 'user' then ${named("users", "username")} when 'level' then ${named("levels", "title")}
    when 'item' then ${named("items", "name")} when 'thread' then ${named("threads", "title")}
    when 'event' then ${named("events", "short_name")} when 'challenge' then ${named("challenges", "name")}
    when 'host' then ${named("hosts", "name")} end as name,
  (select username from users where id = coalesce(json_extract(a.details, '$.with'), json_extract(a.details, '$.user_id'))) as other,
  ${userColumns}`;

/** The entries whose ids a sorted select brings, in its order. */
export const entriesOf = (page: SQL, fits: SQL = sql`true`, limit: number = LOOKED_AT): Statement<AuditRow> =>
  statement(sql`with page as (${page}) select ${auditColumns} from page p cross join audit_log a on a.id = p.id
    cross join users u on u.id = a.actor_id where ${fits} limit ${limit}`);

/** The first entry that came about then: what is newer has larger ids. */
const idAt = (time: number) =>
  sql`coalesce((select id from audit_log where created_at >= ${time} order by created_at, id limit 1), ${NO_ID})`;

/** A user may be called what another's id is: the name comes first. */
const subjectId = ({ subject_type, subject }: AuditInput) =>
  subject_type === "user"
    ? sql`coalesce(cast((select id from users where username = ${subject}) as text), ${subject})`
    : sql`${subject}`;

/** Each filter that is set as a condition, the one that finds least first: that one's index is walked. */
function conditions(input: AuditInput): SQL[] {
  const { actor, action, subject_type, subject } = input;
  const kind = sql`a.subject_type = ${subject_type}`;
  return [
    ...(subject_type && subject ? [sql`${kind} and a.subject_id = ${subjectId(input)}`] : []),
    ...(actor ? [sql`a.actor_id = (select id from users where username = ${actor})`] : []),
    ...(action ? [sql`a.action = ${action}`] : []),
    ...(subject_type && !subject ? [kind] : []),
  ];
}

const all = (parts: SQL[]) => (parts.length ? sql.join(parts, sql` and `) : sql`true`);

/** A page of the log, and the id to go on from; null at its end. */
export async function readAudit(
  gate: SessionGate,
  input: AuditInput,
  size: number = LIMITS.pageSize.audit,
): Promise<{ rows: AuditRow[]; next: number | null }> {
  const words = matchWords(input.search);
  if (input.search && !words) return { rows: [], next: null };
  const start = input.from ? Date.parse(input.from) : null;
  const end = input.until ? Date.parse(input.until) + DAY : null;
  const within = (column: SQL) =>
    all([
      ...(input.before ? [sql`${column} < ${Number(input.before)}`] : []),
      ...(start === null ? [] : [sql`${column} >= ${idAt(start - SLACK)}`]),
      ...(end === null ? [] : [sql`${column} < ${idAt(end + SLACK)}`]),
    ]);
  const inTime = all([
    ...(start === null ? [] : [sql`a.created_at >= ${start}`]),
    ...(end === null ? [] : [sql`a.created_at < ${end}`]),
  ]);
  const filters = conditions(input);
  const first = filters[0] ?? sql`true`;
  // What the index that is walked does not know; without it, everything that comes fits.
  const rest = words ? filters : filters.slice(1);
  const isPlain = rest.length === 0 && !(words && (input.from || input.until));
  const walk = (limit: number) =>
    words
      ? sql`select rowid as id from audit_search where audit_search match ${words} and ${within(sql`rowid`)}
          order by rowid desc limit ${limit}`
      : sql`select a.id from audit_log a where ${first} and ${within(sql`a.id`)} and ${inTime}
          order by a.id desc limit ${limit}`;
  const limit = size + 1;
  if (isPlain) {
    const [rows] = await gate.read(entriesOf(walk(limit)));
    return { rows: rows.slice(0, size), next: rows.length > size ? (rows[size - 1]?.id ?? null) : null };
  }
  const [rows, [seen]] = await gate.read(
    entriesOf(walk(LOOKED_AT), all([...rest, inTime]), limit),
    statement<{ last: number; count: number }>(
      sql`select min(id) as last, count(*) as count from (${walk(LOOKED_AT)})`,
    ),
  );
  if (rows.length > size) return { rows: rows.slice(0, size), next: rows[size - 1]?.id ?? null };
  return { rows, next: seen && seen.count === LOOKED_AT ? seen.last : null };
}
